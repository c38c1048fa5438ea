/** What a fresh state holds of audit. */
import type { State } from "../state.ts";

/** Empties the tables; with `demo`, fills them with the demo company's content. Call it in a transaction. */
export function seedAudit(state: State, _content: "demo" | "empty"): void {
  state.run("DELETE FROM auditEvent");
  state.run("DELETE FROM auditName");
}
