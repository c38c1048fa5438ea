/** What a fresh state holds of distribution: nothing. */
import type { State } from "../base/state.ts";

export function seedDistribution(state: State): void {
  state.run("DELETE FROM distribution");
}
