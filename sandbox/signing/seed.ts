/** A fresh state has no orders, because creating an order sends messages to its signatories. */
import type { State } from "../base/state.ts";

/** Empties the tables. Call it in a transaction. */
export function seedSigning(state: State, _content: "demo" | "empty"): void {
  state.run("DELETE FROM signingOrder");
}
