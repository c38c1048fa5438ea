/** What writes of the Text Library answer (N33), and how times are written (N38). */
import type { Reply } from "../base/call.ts";
import type { State } from "../openState.ts";

export function written(state: State, status: number, json: unknown): Reply {
  return state.choice("N33") === "empty" ? { status: 200 } : { status, json };
}

/** The status of a successful create. */
export function createdStatus(state: State): number {
  return state.choice("N33") === "201" ? 201 : 200;
}

export function writeTime(state: State, milliseconds: number): string {
  const iso = new Date(milliseconds).toISOString();
  switch (state.choice("N38")) {
    case "seconds":
      return `${iso.slice(0, 19)}Z`;
    case "local":
      return iso.slice(0, 23);
    case "seven digits":
      return `${iso.slice(0, 23)}0000Z`;
    default:
      return iso;
  }
}
