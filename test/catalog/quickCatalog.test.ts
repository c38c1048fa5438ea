/** The quick parser of a catalog file and the schema agree: both accept the same files and read the same from them. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { catalogFile } from "../../api/index.ts";
import { quickCatalog } from "../../catalog/quickCatalog.ts";

const sound = {
  folders: [
    { id: "f", name: "F", parentFolderId: "g", isDefault: true, code: "fc" },
    { id: "g", name: "G" },
  ],
  texts: [
    {
      id: "t",
      folderId: "f",
      code: "c",
      name: "N",
      description: "D",
      contentType: 2,
      isPublic: true,
      defaultLanguage: "en",
      createdDate: "2024-01-01",
      translations: { en: { content: "a", source: 1, updatedAt: "2024-01-01" }, sv: { content: "" } },
    },
    { id: "u", folderId: "g", code: "d" },
  ],
  smartforms: [
    {
      id: "s",
      name: "S",
      process: "p",
      tags: ["x"],
      textLibraryFolder: "fc",
      defaultLanguage: "en",
      environments: ["prod"],
      fields: [{ id: "1", name: "A", type: "text" }],
      parties: [
        { id: null, name: "P", defaultLanguage: null },
        { id: "q", name: null },
      ],
      steps: [{ name: "one" }],
      pages: [
        { step: 0, blocks: [{ text: "[[ a ]]" }, { text: "x", format: "html" }, { field: "1" }] },
        { blocks: [] },
      ],
    },
    { id: "r", name: "R" },
  ],
  dataTable: { customer: { name: "A", list: [1, null] } },
};

type Place = readonly (string | number)[];

/** Returns every place in a JSON value, starting with the whole value. */
function* placesIn(value: unknown, at: Place = []): Generator<Place> {
  yield at;
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) yield* placesIn((value as Record<string, unknown>)[key], [...at, key]);
}

/** Returns a copy of the value in which one place holds `other`; if `other` is undefined, the place is removed. */
function changed(value: unknown, place: Place, other: unknown): unknown {
  const [key, ...rest] = place;
  if (key === undefined) return other;
  const copy = (Array.isArray(value) ? [...(value as readonly unknown[])] : { ...(value as object) }) as Record<
    string,
    unknown
  >;
  copy[key] = changed(copy[key], rest, other);
  if (copy[key] === undefined) delete copy[key];
  return copy;
}

const others: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  1.5,
  "",
  "html",
  [],
  [null],
  {},
  { id: "x" },
  { content: "x" },
  { text: "x", format: "no" },
  { field: "x" },
];

function check(value: unknown): void {
  const json = JSON.stringify(value) ?? "null";
  const schema = catalogFile.safeParse(JSON.parse(json));
  const quick = quickCatalog(JSON.parse(json));
  assert.equal(quick !== undefined, schema.success, json);
  if (schema.success)
    assert.deepEqual(JSON.parse(JSON.stringify(quick)), JSON.parse(JSON.stringify(schema.data)), json);
}

describe("the quick look at a catalog file", () => {
  it("agrees with the schema about a sound file, and about one that is changed at any single place", () => {
    check(sound);
    check({});
    for (const place of placesIn(sound)) for (const other of others) check(changed(sound, place, other));
  });

  it("agrees with the schema about files that are changed at many places", () => {
    const places = [...placesIn(sound)];
    const change = fc.tuple(fc.constantFrom(...places), fc.oneof(fc.constantFrom(...others), fc.jsonValue()));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 4 }), (changes) => {
        let value: unknown = sound;
        for (const [place, other] of changes) {
          try {
            value = changed(value, place, other);
          } catch {
            // An earlier change has removed the place.
          }
        }
        check(value);
      }),
    );
  });

  it("refuses a number that is valid only in JSON", () => {
    assert.equal(
      quickCatalog(JSON.parse('{"texts":[{"id":"t","folderId":"f","code":"c","contentType":1e999}]}')),
      undefined,
    );
  });

  it("keeps languages and data that are named like a property of every object (T18)", () => {
    const quick = quickCatalog(
      JSON.parse(
        '{"texts":[{"id":"t","folderId":"f","code":"c","translations":{"__proto__":{"content":"p"}}}],"dataTable":{"__proto__":"x"}}',
      ),
    );
    assert.deepEqual(Object.keys(quick?.texts?.[0]?.translations ?? {}), ["__proto__"]);
    assert.deepEqual(Object.keys(quick?.dataTable ?? {}), ["__proto__"]);
    assert.equal(quick?.texts?.[0]?.translations["constructor"], undefined);
  });
});
