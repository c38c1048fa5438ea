/**
 * The places that are found in a catalog file are the same as if the whole file were read, however the file is
 * formatted. They are always those in the file's current content.
 */
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import type { Range } from "vscode-languageserver";
import { placeInDataTable, placeOfItem, placesInTexts } from "../../../server/places/jsonPlaces.ts";
import type { ItemPlace } from "../../../server/places/jsonPlaces.ts";
import { linesOf, toLspRange, toRange } from "../../../server/places/lines.ts";

const { signal } = new AbortController();

describe("places in a catalog file", () => {
  let folder = "";
  let path = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "places-"));
    path = join(folder, "catalog.json");
  });
  afterEach(() => rm(folder, { recursive: true }));

  const word = fc
    .array(fc.constantFrom("a", "é", "€", "😀", '"', "\\", "{", "]", ":", ",", "\n", "id"), { maxLength: 8 })
    .map((parts) => parts.join(""));
  const id = fc.oneof(word, fc.constantFrom("1", "2"));
  const item = fc.record({
    before: fc.oneof(word, fc.constant({ id: "inner" })),
    id,
    translations: fc.record({ EN: fc.record({ content: word }) }),
    after: fc.array(fc.oneof(word, fc.constant({ id: "inner" }))),
  });
  const items = fc.uniqueArray(item, { selector: (each) => each.id, maxLength: 5 });
  const file = fc.record({
    folders: items,
    other: fc.array(fc.record({ id })),
    texts: items,
    smartforms: items,
    dataTable: fc.record({ texts: fc.array(fc.record({ id })), name: word }),
  });
  /** Whitespace between tokens. */
  const space = fc.constantFrom("", " ", "\t", "\n", "\r\n", "\r");

  function written(value: unknown, between: string, mark: boolean): string {
    const spaced = JSON.stringify(value, null, 1).replace(/\n */g, between);
    return mark ? `\uFEFF${spaced}` : spaced;
  }

  /** Resolves with the JSON value that the file has at this range of an editor; null if there is no range. */
  async function shown(range: Range | undefined): Promise<unknown> {
    if (range === undefined) return null;
    const text = (await readFile(path, "utf8")).replace(/^\uFEFF/, "");
    const { start, end } = toRange(linesOf(text), range);
    return JSON.parse(text.slice(start, end)) as unknown;
  }

  const find = async (place: ItemPlace): Promise<unknown> => shown((await placeOfItem(path, place, { signal }))?.range);

  it("are those that a full read of the file finds", () =>
    fc.assert(
      fc.asyncProperty(file, space, fc.boolean(), async (content, between, mark) => {
        await writeFile(path, written(content, between, mark));
        const text = written(content, between, false);
        const root = parseTree(text)!;
        for (const list of ["folders", "texts", "smartforms"] as const) {
          for (const [index, each] of content[list].entries()) {
            const expected = toLspRange(
              linesOf(text),
              rangeOf(findNodeAtLocation(root, [list, index, "translations", "EN", "content"])!),
            );
            assert.deepEqual(
              (await placeOfItem(path, { list, id: each.id, inside: ["translations", "en", "content"] }, { signal }))
                ?.range,
              expected,
            );
            assert.equal(await find({ list, id: each.id, inside: ["id"] }), each.id);
          }
        }
        assert.equal(await find({ list: "texts", id: "inner", inside: ["id"] }), null);
        assert.equal(await shown((await placeInDataTable(path, ["name"], { signal }))?.range), content.dataTable.name);
      }),
      { numRuns: 60 },
    ));

  it("are right wherever a portion of the file ends", async () => {
    const content = {
      folders: [{ id: "f", translations: { EN: { content: "é€😀" } } }],
      texts: [
        { id: "a\\", translations: { EN: { content: "\u201cé\u201d" } } },
        { id: "id", translations: { EN: { content: "ééé." } } },
        { id: "last", translations: { EN: { content: "€" } } },
      ],
      dataTable: { name: "n" },
    };
    for (const [between, step] of [
      ["\r\n", 2],
      ["", 5],
    ] as const) {
      const json = written(content, between, false);
      for (let before = step % 3; before <= json.length + step; before += step) {
        // In the last round, this string is longer than the portions in which the file is read.
        const last = before > json.length ? "€".repeat(300_000) : "€";
        await writeFile(path, `${" ".repeat((1 << 18) - before)}${json.replace('"€"', `"${last}"`)}`);
        for (const list of ["folders", "texts"] as const)
          for (const { id: each } of content[list]) assert.equal(await find({ list, id: each, inside: ["id"] }), each);
        assert.equal(await shown((await placeInDataTable(path, ["name"], { signal }))?.range), "n");
      }
    }
  }).timeout(60_000);

  it("are found under names that are written with escapes", async () => {
    await writeFile(path, '{"te\\u0078ts":[{"\\u0069d":"t","translations":{"EN":{"content":"c"}}}]}');
    assert.equal(await find({ list: "texts", id: "t", inside: ["translations", "en", "content"] }), "c");
  });

  it("lead to the right place inside a content, whatever is escaped in it", async () => {
    await writeFile(
      path,
      JSON.stringify({
        texts: [
          { id: "1", translations: {} },
          { id: "2", translations: { en: { content: '\n😀"name"' } } },
        ],
      }),
    );
    const [place] = await placesInTexts(
      path,
      [
        { textId: "none", language: "en", ranges: [{ start: 0, end: 1 }] },
        { textId: "2", language: "EN", ranges: [{ start: 4, end: 8 }] },
      ],
      { signal },
    );
    assert.equal(place?.textId, "2");
    assert.equal(
      (await readFile(path, "utf8")).slice(place.location.range.start.character, place.location.range.end.character),
      "name",
    );
  });

  it("are those of the current file, even if its size and date stay the same", async () => {
    await writeFile(path, '{"texts":[{"id":"a"},{"id":"bb"}]}');
    const at = new Date(1_700_000_000_000);
    await utimes(path, at, at);
    assert.equal(await find({ list: "texts", id: "bb", inside: ["id"] }), "bb");
    await writeFile(path, '{"texts":[{"id":"bb"},{"id":"a"}]}');
    await utimes(path, at, at);
    assert.equal(await find({ list: "texts", id: "bb", inside: ["id"] }), "bb");
    assert.equal(await find({ list: "texts", id: "a", inside: ["id"] }), "a");
    await writeFile(path, '{"texts":[{"id":"a"}]}');
    assert.equal(await find({ list: "texts", id: "bb", inside: ["id"] }), null);
  });

  it("are not taken from texts whose ids only share a hash", async () => {
    // These two have the same FNV-1a hash in 32 bits.
    await writeFile(path, '{"texts":[{"id":"liquid"},{"id":"costarring"}]}');
    assert.equal(await find({ list: "texts", id: "liquid", inside: ["id"] }), "liquid");
    assert.equal(await find({ list: "texts", id: "costarring", inside: ["id"] }), "costarring");
  });

  it("are missing in a file that is cut off before them", async () => {
    await writeFile(path, '{"texts":[{"id":"a"},{"id":"b","co');
    assert.equal(await find({ list: "texts", id: "a", inside: ["id"] }), "a");
    assert.equal(await find({ list: "texts", id: "b", inside: ["id"] }), null);
  });
});

function rangeOf({ offset, length }: { readonly offset: number; readonly length: number }): {
  readonly start: number;
  readonly end: number;
} {
  return { start: offset, end: offset + length };
}
