/** Where a finding about a request file is shown, and which names an object in it can have. */
import type { JsonNode } from "../requests/json.ts";
import type { Shape } from "../requests/operations.ts";

/** The documented names of an object. */
export function namesOf({ properties = {} }: Shape): readonly { readonly name: string }[] {
  return Object.keys(properties).map((name) => ({ name }));
}

/** A long value is shown by its opening bracket. */
export function markOf({ kind, start, end }: JsonNode): { readonly start: number; readonly end: number } {
  return { start, end: kind === "plain" ? end : start + 1 };
}
