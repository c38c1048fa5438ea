/** A fresh state has no traffic. */
import type { State } from "../base/state.ts";

export function seedTraffic(state: State): void {
  for (const table of ["outbox", "ledger"]) state.run(`DELETE FROM ${table}`);
}
