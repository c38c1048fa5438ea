/** Every mistake in a catalog file is reported with the file and the place. */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CatalogError, readCatalogFile } from "../../catalog/index.ts";

describe("reading a catalog file", () => {
  let folder = "";
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "catalog-"));
  });
  after(() => rm(folder, { recursive: true }));

  const text = { id: "t1", folderId: "f1", code: "a" };
  const wrong: readonly { readonly what: string; readonly content: unknown; readonly says: string }[] = [
    {
      what: "a wrong type",
      content: { texts: [text, { ...text, id: "t2", code: "b", contentType: "html" }] },
      says: "texts[1].contentType: Expected a number, but this is text.",
    },
    {
      what: "a missing field",
      content: { texts: [{ id: "t1", code: "a" }] },
      says: "texts[0].folderId: this is missing",
    },
    {
      what: "a wrong translation",
      content: { texts: [{ ...text, translations: { en: { content: 7 } } }] },
      says: "texts[0].translations.en.content: Expected text, but this is a number.",
    },
    {
      what: "a list of the wrong type",
      content: { folders: {} },
      says: "folders: Expected a list, but this is an object.",
    },
    { what: "something else altogether", content: [], says: ": Expected an object, but this is a list." },
    {
      what: "a twin id",
      content: { texts: [text, { ...text, code: "b" }] },
      says: 'texts[1].id: "t1" appears twice',
    },
    {
      what: "a twin folder",
      content: {
        folders: [
          { id: "f", name: "A" },
          { id: "f", name: "B" },
        ],
      },
      says: 'folders[1].id: "f" appears twice',
    },
    {
      what: "a twin Smartform",
      content: {
        smartforms: [
          { id: "s", name: "A" },
          { id: "s", name: "B" },
        ],
      },
      says: 'smartforms[1].id: "s" appears twice',
    },
    {
      what: "a twin code",
      content: { texts: [text, { ...text, id: "t2" }] },
      says: 'texts[1].code: "a" appears twice in folder "f1"',
    },
    {
      what: "a folder that is not there",
      content: { folders: [], texts: [text] },
      says: 'texts[0].folderId: no folder has the id "f1"',
    },
    {
      what: "a parent that is not there",
      content: { folders: [{ id: "f", name: "A", parentFolderId: "g" }] },
      says: 'folders[0].parentFolderId: no folder has the id "g"',
    },
    {
      what: "languages that differ in letter case only (T18)",
      content: { texts: [{ ...text, translations: { sv: { content: "" }, SV: { content: "" } } }] },
      says: "texts[0].translations: two languages differ in letter case only",
    },
    { what: "no JSON", content: '{\n  "texts": [,]\n}', says: "not JSON at line 2, column 13" },
    { what: "half a file", content: '{ "texts": [', says: "not JSON at line 1, column" },
    {
      what: "a broken file that is nested deep, as precisely as possible",
      content: "[".repeat(8000),
      says: "not JSON, but the place of the mistake is not known (it is nested deeper than 100 levels).",
    },
    {
      what: "a value that is nested deep",
      content: `{ "texts": [{ "id": ${"[".repeat(50_000)}${"]".repeat(50_000)} }] }`,
      says: "texts[0].id: Expected text, but this is a list.",
    },
  ];
  for (const { what, content, says } of wrong) {
    it(`names the place of ${what}`, async () => {
      const path = join(folder, "catalog.json");
      await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
      await assert.rejects(readCatalogFile(path), (error) => {
        assert.ok(error instanceof CatalogError);
        assert.ok(error.message.startsWith(path) && error.message.includes(says), error.message);
        return true;
      });
    });
  }

  it("names a missing file", () =>
    assert.rejects(
      readCatalogFile(join(folder, "none.json")),
      /none\.json: the catalog file cannot be read \(ENOENT\)/,
    ));

  it("reads texts without folders, and a file that begins with a byte order mark", async () => {
    const path = join(folder, "good.json");
    await writeFile(path, `\uFEFF${JSON.stringify({ texts: [text] })}`);
    assert.equal((await readCatalogFile(path)).texts?.[0]?.contentType, 0);
  });

  it("stops when it is cancelled", () =>
    assert.rejects(readCatalogFile(join(folder, "good.json"), { signal: AbortSignal.abort() }), {
      name: "AbortError",
    }));
});
