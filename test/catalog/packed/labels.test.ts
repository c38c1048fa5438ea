/**
 * A search answers the same with labels as without them, whatever the texts are called, whatever they contain, and
 * whatever happens to the labels.
 */
import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { CatalogFile } from "../../../api/index.ts";
import { fileCatalog, openCatalogFile } from "../../../catalog/index.ts";
import { pageSize } from "../../../catalog/packed/format.ts";
import type { Catalog } from "../../../language/index.ts";

/** Padding in front of a catalog, because a small file gets no index. */
const padding = " ".repeat(200_000);

describe("the labels beside a packed index", () => {
  let folder = "";
  let path = "";
  let cache = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "labels-"));
    path = join(folder, "catalog.json");
    cache = join(folder, "cache");
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Writes the catalog file, and opens it with labels. `escaped`: with letters written as \u escapes. */
  async function openWithLabels(file: CatalogFile, { escaped = false } = {}): Promise<Catalog> {
    const json = JSON.stringify(file);
    const written = escaped ? json.replace(/(?<!\\)[kmb]/g, (letter) => escape(letter)) : json;
    await rm(cache, { recursive: true, force: true });
    await writeFile(path, padding + written);
    const { catalog, keep } = await openCatalogFile(path, { folder: cache, uses: true });
    await keep();
    if (file.texts!.every(({ code }) => code.isWellFormed())) await labelsPath();
    else
      assert.deepEqual(
        (await readdir(cache)).filter((name) => name.endsWith(".labels")),
        [],
      );
    return catalog;
  }
  const escape = (letter: string): string => `\\u00${letter.charCodeAt(0).toString(16)}`;
  const labelsPath = async (): Promise<string> => {
    const [name, ...others] = (await readdir(cache)).filter((each) => each.endsWith(".labels"));
    assert.ok(name !== undefined && others.length === 0, "there are labels");
    return join(cache, name);
  };

  const piece = fc.constantFrom(
    "a",
    "B",
    "ab",
    "k",
    "K",
    "K",
    "İ",
    "å",
    "Å",
    "ß",
    "💶",
    "\ud83d",
    "\n",
    " ",
    "-",
    "1",
    "\ufffd",
    '"',
  );
  const word = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(""));
  const text = fc.record({
    code: word,
    name: word,
    description: word,
    contents: fc.array(
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
      { maxLength: 2 },
    ),
    folder: fc.constantFrom("f0", "f1", "f2"),
  });
  const library = fc
    .uniqueArray(text, { selector: ({ code, folder: home }) => `${home} ${code}`, minLength: 1, maxLength: 30 })
    .map((texts): CatalogFile => ({
      folders: ["f0", "f1", "f2"].map((id) => ({ id, name: id, parentFolderId: null, isDefault: false, code: id })),
      texts: texts.map(({ contents, folder: home, ...labels }, index) => ({
        id: `t${index}`,
        folderId: home,
        ...labels,
        contentType: 0,
        isPublic: false,
        defaultLanguage: null,
        translations: Object.fromEntries(contents.map((content, at) => [["en", "sv"][at]!, { content }])),
      })),
    }));

  it("give the same answers as the file", () =>
    fc.assert(
      fc.asyncProperty(
        library,
        fc.array(
          fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join("")),
          { minLength: 12, maxLength: 12 },
        ),
        fc.boolean(),
        async (file, queries, escaped) => {
          const catalog = await openWithLabels(file, { escaped });
          const whole = fileCatalog(file);
          for (const query of [...queries, "", "a"])
            for (const options of [
              { limit: 3 },
              { limit: 100 },
              { limit: 3, contents: true },
              { limit: 100, contents: true },
              { limit: 100, contents: true, folderIds: ["f2", "f0"] },
            ])
              assert.deepEqual(catalog.search(query, options), whole.search(query, options), JSON.stringify(query));
        },
      ),
      { numRuns: 40 },
    )).timeout(120_000);

  /** A library whose labels and texts are several times as long as the part that is read at once. */
  const long: CatalogFile = {
    folders: [{ id: "f", name: "F", parentFolderId: null, isDefault: false, code: "f" }],
    texts: Array.from({ length: 900 }, (_, index) => ({
      id: `t${index}`,
      folderId: "f",
      code: `code-${(index * 7919) % 900}`,
      name: `Name ${index}`,
      description: `${"words ".repeat(index % 9 === 0 ? 700 : 40)}end ${index} ${index === 899 ? "last" : ""}`,
      contentType: 0,
      isPublic: false,
      defaultLanguage: null,
      translations: {
        en: {
          content: `${Array.from({ length: index % 7 === 0 ? 400 : 120 }, (_, at) => `Dear ${index}-${at}. `).join("")}Yours ${index}.${index === 0 ? " At last." : ""}`,
        },
      },
    })),
  };
  const queries = [
    "code-1",
    "ode-89",
    "name 77",
    "end 5",
    ...Array.from({ length: 15 }, (_, index) => `end ${index * 60} `),
    "last",
    "yours 5",
    ...Array.from({ length: 15 }, (_, index) => `yours ${index * 60}.`),
    "dear",
    ". yours",
    "nothing of the kind",
  ];
  const answers = (catalog: Catalog, asked: readonly string[] = queries): unknown =>
    asked.map((query) => catalog.search(query, { limit: 20, contents: true }));

  it("find what lies across the pieces that are read", async () => {
    const catalog = await openWithLabels(long);
    assert.deepEqual(answers(catalog), answers(fileCatalog(long)));
    const file = await readFile(path);
    const across = [1, 2].map((megabyte) =>
      file.toString("latin1", megabyte * 2 ** 20 - 7, megabyte * 2 ** 20 + 7).toLowerCase(),
    );
    assert.doesNotMatch(across.join(), /["\\]/, "the pieces end inside texts");
    assert.deepEqual(answers(catalog, across), answers(fileCatalog(long), across));
    for (const query of across) {
      const found = catalog.search(query, { limit: 1, contents: true });
      assert.ok(found.state === "known" && found.value.length === 1, query);
    }
  }).timeout(120_000);

  it("find contents whose letters are escaped in the file, or have another form in upper case", async () => {
    const said = ["Mark the kilometre", "\u212aILO", "\u0130NK", "pl\u00e4tze am Markt"];
    const file: CatalogFile = {
      ...long,
      texts: said.map((content, index) => ({
        ...long.texts![index]!,
        code: `c${index}`,
        name: "",
        description: "",
        translations: { en: { content } },
      })),
    };
    for (const escaped of [false, true]) {
      const catalog = await openWithLabels(file, { escaped });
      for (const query of [
        "mark",
        "kilo",
        "the kilom",
        "\u0130nk".toLowerCase(),
        "pl\u00e4tze am markt",
        "nk",
        "\u00e4t",
      ]) {
        const found = catalog.search(query, { limit: 9, contents: true });
        assert.deepEqual(found, fileCatalog(file).search(query, { limit: 9, contents: true }), query);
        assert.ok(found.state === "known" && found.value.length > 0, query);
      }
    }
  }).timeout(120_000);

  it("are enough for a quick search in a very large file, if one of them has the query", async () => {
    await writeFile(path, `${" ".repeat(50 << 20)}${JSON.stringify(long)}`);
    const { catalog, keep } = await openCatalogFile(path, { folder: cache, uses: true });
    await keep();
    const idsOf = (query: string, contents: true | "quick", options = {}): readonly string[] => {
      const found = catalog.search(query, { limit: 5, contents, ...options });
      return found.state === "known" ? found.value.map(({ id }) => id) : [];
    };
    assert.deepEqual(
      [idsOf("yours 77.", "quick"), idsOf("last", "quick"), idsOf("last", true)],
      [["t77"], ["t899"], ["t899", "t0"]],
    );
    assert.deepEqual(idsOf("last", "quick", { folderIds: ["f"] }), ["t899", "t0"], "a folder is small enough");
    const small = (await openWithLabels(long)).search("last", { limit: 5, contents: true });
    assert.deepEqual(small.state === "known" && small.value.map(({ id }) => id), ["t899", "t0"]);
  }).timeout(120_000);

  it("are used the next time too, and not written again", async () => {
    await openWithLabels(long);
    const before = await readFile(await labelsPath());
    const { catalog, keep } = await openCatalogFile(path, { folder: cache, uses: true });
    await keep();
    assert.deepEqual(answers(catalog), answers(fileCatalog(long)));
    assert.deepEqual(await readFile(await labelsPath()), before);
  }).timeout(120_000);

  it("are not believed if they are damaged, wherever", async () => {
    await openWithLabels(long);
    const labels = await labelsPath();
    const sound = await readFile(labels);
    const few = ["code-1", "end 5", "zzzz", "yours 540."];
    const wanted = answers(fileCatalog(long), few);
    for (let page = 0; page * pageSize < sound.length; page += 1 + Math.floor(sound.length / pageSize / 25)) {
      const harmed = Buffer.from(sound);
      const at = Math.min(page * pageSize + 100, harmed.length - 1);
      harmed.write("zzzz", at);
      await writeFile(labels, harmed);
      const { catalog } = await openCatalogFile(path, { folder: cache, uses: true });
      assert.deepEqual(answers(catalog, few), wanted, `page ${page}`);
    }
    for (const harmed of [Buffer.alloc(0), sound.subarray(0, 5000), Buffer.from("labels")]) {
      await writeFile(labels, harmed);
      const { catalog } = await openCatalogFile(path, { folder: cache, uses: true });
      assert.deepEqual(answers(catalog, few), wanted);
    }
  }).timeout(240_000);

  it("are deleted when they turn out to be damaged, and written again at the next start", async () => {
    const sound = await openWithLabels(long)
      .then(labelsPath)
      .then((labels) => readFile(labels));
    const labels = await labelsPath();
    // The first file is damaged in the page after the head, which has places of texts; the second in its middle page,
    // which has labels. The third file is empty.
    for (const harmed of [pageSize, pageSize * Math.floor(sound.length / pageSize / 2), 0].map((at) =>
      at === 0 ? Buffer.alloc(0) : Buffer.concat([sound.subarray(0, at), Buffer.from("zzzz"), sound.subarray(at + 4)]),
    )) {
      await writeFile(labels, harmed);
      const { catalog } = await openCatalogFile(path, { folder: cache, uses: true });
      assert.deepEqual(answers(catalog), answers(fileCatalog(long)));
      assert.deepEqual(
        (await readdir(cache)).filter((name) => name.endsWith(".labels")),
        [],
      );
      await (await openCatalogFile(path, { folder: cache, uses: true })).keep();
      assert.deepEqual(await readFile(labels), sound);
    }
  }).timeout(120_000);

  it("are not used for an index with other records", async () => {
    await openWithLabels(long);
    const others = await readFile(await labelsPath());
    const shorter = { ...long, texts: long.texts!.slice(1) };
    await openWithLabels(shorter);
    await writeFile(await labelsPath(), others);
    const { catalog } = await openCatalogFile(path, { folder: cache, uses: true });
    assert.deepEqual(answers(catalog), answers(fileCatalog(shorter)));
  }).timeout(120_000);

  it("are left out if the writing is cancelled, and leave nothing behind", async () => {
    await writeFile(path, padding + JSON.stringify(long));
    const { catalog, keep } = await openCatalogFile(path, { folder: cache, uses: true });
    assert.equal(await keep({ signal: AbortSignal.abort() }), false);
    assert.deepEqual(
      (await readdir(cache)).map((name) => name.slice(name.indexOf("."))),
      [".v2.index"],
    );
    assert.deepEqual(answers(catalog), answers(fileCatalog(long)));
  }).timeout(120_000);
});
