/** Nested and flat spellings of one name in the values of a request. */
import assert from "node:assert/strict";
import { nameCollisions } from "../../language/index.ts";
import type { JsonObject } from "../../language/index.ts";

/** `name: path path`, a line per collision; the parts of a path are joined with `>`. */
function check(values: JsonObject, expected: string, separator = "_"): void {
  const found = nameCollisions(values, separator).map(({ name, paths }) => `${name}: ${paths.map((path) => path.join(">")).join(" ")}`);
  assert.equal(found.join("\n"), expected);
}

const cases: readonly [string, JsonObject, string, string?][] = [
  ["a nested and a flat name", { a: { b: 1 }, a_b: 2 }, "a_b: a>b a_b"],
  ["names that are nested differently", { a: { b_c: 1 }, a_b: { c: 2 } }, "a_b_c: a>b_c a_b>c"],
  ["another separator", { a: { b: 1 }, a_b: 2, "a-b": 3 }, "a-b: a>b a-b", "-"],
  ["three places", { a: { b: { c: 1 }, b_c: 2 }, a_b_c: 3 }, "a_b_c: a>b>c a>b_c a_b_c"],
  ["different names", { a: { b: 1, c: 2 }, b: 3, ab: 4 }, ""],
  ["lists, which stay whole", { a: [{ b: 1 }], a_b: 2 }, ""],
  ["order tables and maps, which stay whole", { orderTableValue: { vat: 1 }, orderTableValue_vat: 2, mapValues: { locations: [] }, mapValues_locations: 3 }, ""],
  ["settings of a field", { "a.label": "x", a: 1 }, ""],
  ["an empty object beside its name", { a: {}, a_b: 1 }, ""],
];

describe("nameCollisions", () => {
  for (const [title, values, expected, separator] of cases) it(`${title} (T51)`, () => check(values, expected, separator));

  it("takes __proto__ as a name (T24)", () => check(JSON.parse('{"__proto__":{"x":1},"__proto___x":2}') as JsonObject, "__proto___x: __proto__>x __proto___x"));

  it("does not look at what lies thousands of levels deep", () => {
    const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`) as JsonObject;
    check({ deep, deep_a: 1 }, "");
  });
});
