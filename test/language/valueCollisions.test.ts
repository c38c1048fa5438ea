/** Collisions in the values of a request: one name in nested and in flat spelling. */
import assert from "node:assert/strict";
import { flatValues, jsonMentions, mentionKeys, parseRequest, unknown, valueCollisions } from "../../language/index.ts";
import type { FlatValue, JsonObject } from "../../language/index.ts";
import { assertLinear } from "../linear.ts";

/**
 * Checks the collisions: `name: path path`, with a line for each value that fills the same name as an earlier value.
 * The parts of a path are joined with `>`.
 */
function check(values: JsonObject, expected: string, separator = "_"): void {
  const path = (value: FlatValue): string => value.path.map(({ name }) => name.text).join(">");
  const request = parseRequest(JSON.stringify({ values, propertyMergeString: separator }));
  const found = valueCollisions(flatValues(request, unknown)).map(
    ({ value, before }) => `${value.name}: ${path(before)} ${path(value)}`,
  );
  assert.equal(found.join("\n"), expected);
}

const cases: readonly [string, JsonObject, string, string?][] = [
  ["a nested and a flat name", { a: { b: 1 }, a_b: 2 }, "a_b: a>b a_b"],
  ["names that are nested differently", { a: { b_c: 1 }, a_b: { c: 2 } }, "a_b_c: a>b_c a_b>c"],
  ["another separator", { a: { b: 1 }, a_b: 2, "a-b": 3 }, "a-b: a>b a-b", "-"],
  ["three places", { a: { b: { c: 1 }, b_c: 2 }, a_b_c: 3 }, "a_b_c: a>b>c a>b_c\na_b_c: a>b>c a_b_c"],
  ["different names", { a: { b: 1, c: 2 }, b: 3, ab: 4 }, ""],
  ["lists, which stay whole", { a: [{ b: 1 }], a_b: 2 }, ""],
  [
    "order tables and maps, which stay whole",
    { orderTableValue: { vat: 1 }, orderTableValue_vat: 2, mapValues: { locations: [] }, mapValues_locations: 3 },
    "",
  ],
  ["settings of a field", { "a.label": "x", a: 1 }, ""],
  ["an empty object next to its name", { a: {}, a_b: 1 }, ""],
];

describe("valueCollisions", () => {
  for (const [title, values, expected, separator] of cases)
    it(`${title} (T51)`, () => check(values, expected, separator));

  it("treats __proto__ as a name (T24)", () =>
    check(JSON.parse('{"__proto__":{"x":1},"__proto___x":2}') as JsonObject, "__proto___x: __proto__>x __proto___x"));

  it("does not join a long name with each of many (linear in the input)", () => {
    const many = (size: number): object =>
      Object.fromEntries(Array.from({ length: size }, (_, index) => [`k${String(index).padStart(6, "0")}`, 1]));
    for (const [what, request] of Object.entries<(size: number) => object>({
      "an outer name": (size) => ({
        values: { ["x".repeat(size * 20)]: many(size) },
        dataTableValue: { ["x".repeat(size * 20)]: many(size) },
      }),
      "what joins names": (size) => ({ propertyMergeString: "x".repeat(size * 20), values: { a: many(size) } }),
    })) {
      assertLinear(what, 60, (size) => {
        const text = JSON.stringify(request(size));
        valueCollisions(flatValues(parseRequest(text), unknown));
        mentionKeys(jsonMentions(text, "request").mentions);
      });
    }
  });

  it("does not read what is nested thousands of levels deep", () => {
    const deep = `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`;
    const name = ["deep", ...Array<string>(5000).fill("a")].join("_");
    assert.deepEqual(valueCollisions(flatValues(parseRequest(`{"values":{"deep":${deep},"${name}":1}}`), unknown)), []);
  });
});
