/**
 * Names that meet when nested values are flattened (document 1, "Value shapes"): `{ a: { b: 1 } }` fills `a_b`, and so does `a_b` itself.
 * Which of the two counts is not documented.
 */
import type { Json, JsonObject } from "./catalog.ts";
import { isObject } from "./resolve.ts";

export interface NameCollision {
  /** The property that is filled more than once. */
  readonly name: string;
  /** Where the values stand, two at least, in the order of the request; each from `values` inwards. */
  readonly paths: readonly (readonly string[])[];
}

/** Values deeper than this are not looked at, so that the time stays linear in what was written. */
const maxDepth = 32;

/** Lists, order tables and maps are values as they are: only what stands in objects is flattened. */
export function nameCollisions(values: JsonObject, separator: string): readonly NameCollision[] {
  const places = new Map<string, (readonly string[])[]>();
  const visit = (value: Json, path: readonly string[]): void => {
    const last = path.at(-1);
    if (path.length > maxDepth) return;
    if (!isObject(value) || last === "orderTableValue" || last === "mapValues") {
      const name = path.join(separator);
      const known = places.get(name);
      if (known === undefined) places.set(name, [path]);
      else known.push(path);
      return;
    }
    for (const [name, inner] of Object.entries(value)) visit(inner, [...path, name]);
  };
  for (const [name, value] of Object.entries(values)) visit(value, [name]);
  return [...places].filter(([, paths]) => paths.length > 1).map(([name, paths]) => ({ name, paths }));
}
