/**
 * What really happened in the sandbox, for audit and statistics (document 2): every service calls `recordEvent` where
 * it does something, in the transaction of what it does.
 */
import type { ServiceEvent } from "./event.ts";
import type { State } from "./state.ts";

/** Audit writes it down, and where it counts, statistics add one to the row of this hour. */
export function recordEvent(state: State, event: ServiceEvent): void {
  const heard = { ...event, at: state.now() };
  for (const hear of state.listeners) hear(state, heard);
}
