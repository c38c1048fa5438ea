/**
 * Events for audit and statistics (document 2): every service calls `recordEvent` for each of its effects, in the same
 * transaction.
 */
import type { ServiceEvent } from "./event.ts";
import type { State } from "./state.ts";

/** Audit stores the event. If the event is counted, statistics add one to the row of this hour. */
export function recordEvent(state: State, event: ServiceEvent): void {
  const heard = { ...event, at: state.now() };
  for (const hear of state.listeners) hear(state, heard);
}
