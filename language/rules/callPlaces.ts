/** Where a finding about a request file is shown, and which properties an object in the file can have. */
import type { JsonNode } from "../requests/json.ts";
import type { Shape } from "../requests/operations.ts";

const names = new WeakMap<Shape, readonly { readonly name: string }[]>();

/** Returns the names of an object's documented properties: the same array each time. */
export function propertyNames(shape: Shape): readonly { readonly name: string }[] {
  const kept = names.get(shape) ?? Object.keys(shape.properties ?? {}).map((name) => ({ name }));
  names.set(shape, kept);
  return kept;
}

/** Marks an object or a list, which may be long, by its opening bracket. */
export function markOf({ kind, start, end }: JsonNode): { readonly start: number; readonly end: number } {
  return { start, end: kind === "plain" ? end : start + 1 };
}
