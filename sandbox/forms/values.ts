/**
 * Value shapes of a create request (document 1, "Value shapes"). Shapes are kept as sent; only nested objects are
 * flattened.
 */
import { isObject } from "../../language/index.ts";
import type { Json, JsonObject } from "../../language/index.ts";
import type { SmartformContent } from "./smartform.ts";

/**
 * `{a: {b: 1}}` fills `a_b`. Order tables, maps and images are values, not nested objects. If two values would get the
 * same name, the less deeply nested one wins, because more of its name was written explicitly (N47).
 */
export function flatten(
  values: JsonObject,
  { separator, fields }: { readonly separator: string; readonly fields: SmartformContent["fields"] },
): JsonObject {
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  const flat = new Map<string, Json>();
  // Level by level, so that no depth of nesting overflows the stack.
  for (let level = Object.entries(values); level.length > 0;) {
    const next: [string, Json][] = [];
    for (const [name, value] of level) {
      if (isObject(value) && !isWhole(name, value, types.get(name))) {
        for (const [inner, innerValue] of Object.entries(value))
          next.push([isShapeName(inner) ? name : name + separator + inner, innerValue]);
      } else if (!flat.has(name)) {
        flat.set(name, value);
      }
    }
    level = next;
  }
  return Object.fromEntries(flat);
}

/** Images, and everything else that the sandbox cannot take apart, stay whole. */
function isWhole(name: string, value: JsonObject, type: string | undefined): boolean {
  if (isShapeName(name)) return true;
  if (
    Array.isArray(value["locations"]) ||
    (Array.isArray(value["rows"]) && Object.keys(value).every((key) => orderKeys.has(key)))
  )
    return true;
  if (isShapeName(Object.keys(value)[0] ?? "") && Object.keys(value).length === 1) return false;
  return type !== undefined && /image|picture|signature|order|map|file/i.test(type);
}

const orderKeys = new Set(["vat", "discount", "sum", "rows"]);

function isShapeName(name: string): boolean {
  return name === "orderTableValue" || name === "mapValues";
}
