/** The format of times (N38). */
import type { State } from "./state.ts";

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
