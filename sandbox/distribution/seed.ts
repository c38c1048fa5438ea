/** A fresh state has no distributions. */
import type { State } from "../base/state.ts";

export function seedDistribution(state: State): void {
  state.run("DELETE FROM distribution");
}
