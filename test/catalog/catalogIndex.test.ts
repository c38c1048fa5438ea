/**
 * Queries of a catalog file that was read before are answered from its index. The answers are the same as without the
 * index, and never come from the index of another file.
 */
import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { library } from "../../bench/library.ts";
import type { CatalogFile } from "../../api/index.ts";
import { fileCatalog, openCatalogFile } from "../../catalog/index.ts";
import { mentionKey } from "../../language/index.ts";
import type { Catalog } from "../../language/index.ts";

describe("the index of a catalog file", () => {
  let folder = "";
  let path = "";
  let cache = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "catalog-index-"));
    path = join(folder, "catalog.json");
    cache = join(folder, "cache");
  });
  afterEach(() => rm(folder, { recursive: true }));

  const sound = library(1500);
  const withMore: CatalogFile = {
    ...sound,
    dataTable: Object.assign(Object.create(null) as object, { customer: { name: "A" } }),
    smartforms: [{ id: "s", name: "S", textLibraryFolder: "folder-1" }],
    texts: sound.texts!.map((text, index) =>
      index === 7
        ? {
            ...text,
            id: "other case",
            code: "TEXT-6",
            translations: { EN: { content: "[[ LIB : folder-0 : text-8 ]] [[ LIB : folder-0 : TEXT-6 ]]" } },
          }
        : text,
    ),
  };
  const ask: Readonly<Record<string, (catalog: Catalog) => unknown>> = {
    folders: (catalog) => catalog.folders(),
    "a text": (catalog) => [catalog.text("t3"), catalog.text("none")],
    "a code": (catalog) => [
      catalog.textByCode("f0", "text-6"),
      catalog.textByCode("f0", "TEXT-6"),
      catalog.textByCode("f1", "text-6"),
      catalog.textByCode("f1", "no"),
    ],
    "a code in any letter case": (catalog) => [catalog.textsByCode("Text-6"), catalog.textsByCode("no")],
    "a folder": (catalog) => [
      catalog.textsIn("f0"),
      catalog.textsIn("f0", { prefix: "TEXT-1", limit: 5 }),
      catalog.textsIn("none"),
    ],
    "a search in a folder": (catalog) => catalog.search("9", { limit: 5, folderIds: ["f2"] }),
    "a search in folders": (catalog) => catalog.search("9", { limit: 5, folderIds: ["f2", "f3"], contents: true }),
    "a search anywhere": (catalog) => catalog.search("text 9", { limit: 5 }),
    "a content": (catalog) => [
      catalog.translation("t3", "SV"),
      catalog.translation("other case", "en"),
      catalog.translation("t3", "fi"),
      catalog.translation("none", "sv"),
    ],
    uses: (catalog) => [catalog.usedBy("t8"), catalog.usedBy("t11"), catalog.usedBy("none")],
    mentions: (catalog) => [catalog.mentioning(mentionKey("data", "customer.name")), catalog.mentioning("none")],
    languages: (catalog) => catalog.languages(),
    Smartforms: (catalog) => [catalog.smartforms(), catalog.smartform("s"), catalog.smartform("none")],
    data: (catalog) => catalog.dataTable(),
  };

  async function openTwice(file: CatalogFile, { uses = false }: { readonly uses?: boolean } = {}): Promise<Catalog> {
    await writeFile(path, JSON.stringify(file));
    assert.equal(await (await openCatalogFile(path, { folder: cache, uses })).keep(), uses);
    assert.equal((await readdir(cache)).length, uses ? 3 : 1);
    const { catalog, keep } = await openCatalogFile(path, { folder: cache, uses });
    assert.equal(await keep(), false);
    return catalog;
  }

  for (const [what, question] of Object.entries(ask)) {
    it(`answers ${what} as the file does`, async () =>
      assert.deepEqual(question(await openTwice(withMore)), question(fileCatalog(withMore))));
    it(`answers ${what} as the file does, with stored mentions`, async () =>
      assert.deepEqual(question(await openTwice(withMore, { uses: true })), question(fileCatalog(withMore))));
  }

  it("counts the uses of every text as the file does, without reading the texts", async () => {
    const kept = await openTwice(withMore, { uses: true });
    const whole = fileCatalog(withMore);
    whole.mentioning("");
    for (const { id } of withMore.texts!) {
      assert.deepEqual(kept.useCount(id), whole.useCount(id));
      assert.deepEqual(kept.usedBy(id), whole.usedBy(id));
    }
  });

  it("stores mentions if somebody else made the index without them", async () => {
    await openTwice(withMore);
    assert.equal(await (await openCatalogFile(path, { folder: cache, uses: true })).keep(), true);
    assert.equal(await (await openCatalogFile(path, { folder: cache, uses: true })).keep(), false);
  });

  it("works even if the stored mentions are damaged", async () => {
    await openTwice(withMore, { uses: true });
    const mentions = join(
      cache,
      (await readdir(cache)).find((name) => name.endsWith(".mentions.sqlite"))!,
    );
    const sane = await readFile(mentions);
    for (const harmed of [
      sane.subarray(0, 4096),
      Buffer.from("no database"),
      Buffer.from(sane).fill(0xa5, 8192),
      Buffer.from(sane).fill(0xa5, 16_384),
    ]) {
      await writeFile(mentions, harmed);
      const { catalog } = await openCatalogFile(path, { folder: cache, uses: true });
      assert.deepEqual(catalog.usedBy("t11"), fileCatalog(withMore).usedBy("t11"));
      assert.deepEqual(
        catalog.mentioning(mentionKey("data", "customer.name")),
        fileCatalog(withMore).mentioning(mentionKey("data", "customer.name")),
      );
    }
  });

  it("leaves nothing half-written behind when it is cancelled", async () => {
    await writeFile(path, JSON.stringify(sound));
    const signal = AbortSignal.abort();
    await assert.rejects(openCatalogFile(path, { folder: cache, signal }), { name: "AbortError" });
    assert.deepEqual(await readdir(cache), []);
    const { keep } = await openCatalogFile(path, { folder: cache, uses: true });
    assert.equal(await keep({ signal }), false);
    assert.deepEqual(
      (await readdir(cache)).map((name) => name.slice(name.indexOf("."))),
      [".v2.index"],
    );
  });

  it("leaves unknown what the file leaves out", async () => {
    const { texts = [] } = sound;
    assert.deepEqual((await openTwice({ texts })).folders(), { state: "unknown" });
    const many = Array.from({ length: 5000 }, (_, index) => ({
      id: `f${index}`,
      name: `A folder with a long name ${index}`,
      parentFolderId: null,
      isDefault: false,
      code: null,
    }));
    await rm(cache, { recursive: true });
    assert.deepEqual((await openTwice({ folders: many })).text("t1"), { state: "unknown" });
  });

  it("is not used for a changed file, even if size and time are the same", async () => {
    await openTwice(sound);
    const at = new Date(1_700_000_000_000);
    await utimes(path, at, at);
    const content = await readFile(path, "utf8");
    await writeFile(path, content.replace('"code":"text-5"', '"code":"text-X"'));
    await utimes(path, at, at);
    const { catalog } = await openCatalogFile(path, { folder: cache });
    assert.equal(catalog.textByCode("f0", "text-5").state, "absent");
    assert.equal(catalog.textByCode("f0", "text-X").state, "known");
  });

  for (const [what, harm] of Object.entries({
    "is cut off": (index: string) => truncate(index, 8192),
    "is empty": (index: string) => truncate(index, 0),
    "is something else": (index: string) => writeFile(index, "no database"),
    "is broken in the middle": async (index: string) => writeFile(index, (await readFile(index)).fill(0xa5, 12_288)),
  })) {
    it(`is not needed if it ${what}`, async () => {
      await openTwice(sound);
      const [name = ""] = await readdir(cache);
      await harm(join(cache, name));
      const { catalog } = await openCatalogFile(path, { folder: cache });
      assert.equal(catalog.textsByCode("text-1234").state, "known");
      assert.deepEqual(catalog.textByCode("f12", "text-1234"), fileCatalog(sound).textByCode("f12", "text-1234"));
    });
  }

  it("can be written by several at once, and only the last few are kept", async () => {
    await writeFile(path, JSON.stringify(sound));
    const opened = await Promise.all([1, 2, 3].map(() => openCatalogFile(path, { folder: cache })));
    await Promise.all(opened.map(({ keep }) => keep()));
    assert.equal((await readdir(cache)).length, 1);
    for (let count = 1401; count < 1408; count++) {
      await writeFile(path, JSON.stringify(library(count)));
      await (await openCatalogFile(path, { folder: cache })).keep();
    }
    assert.equal((await readdir(cache)).length, 4);
  });

  it("is not made for a small file, and its absence is not an error if the folder is read-only", async () => {
    await writeFile(path, JSON.stringify(library(3)));
    await (await openCatalogFile(path, { folder: cache })).keep();
    await assert.rejects(readdir(cache));
    await writeFile(path, JSON.stringify(sound));
    await (await openCatalogFile(path, { folder: join(path, "no folder") })).keep();
  });

  it("reports a missing file as the file's reader does", () =>
    assert.rejects(
      openCatalogFile(join(folder, "none.json"), { folder: cache }),
      /none\.json: the catalog file cannot be read \(ENOENT\)/,
    ));
});
