/** The answers to writes of the Text Library (N33). */
import type { Reply } from "../base/call.ts";
import type { State } from "../base/state.ts";

export function written(state: State, status: number, json: unknown): Reply {
  return state.choice("N33") === "empty" ? { status: 200 } : { status, json };
}

/** Returns the status of a successful create. */
export function createdStatus(state: State): number {
  return state.choice("N33") === "201" ? 201 : 200;
}
