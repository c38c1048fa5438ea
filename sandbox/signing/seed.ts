/** What a fresh state holds of digital signing: no orders, since an order begins with people who are asked. */
import type { State } from "../base/state.ts";

/** Empties the tables. Call it in a transaction. */
export function seedSigning(state: State, _content: "demo" | "empty"): void {
  state.run("DELETE FROM signingOrder");
}
