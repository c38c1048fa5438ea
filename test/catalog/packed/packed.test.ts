/**
 * The packed index gives the same answers as the catalog file, whatever the file contains, however it is written, and
 * whatever happens to the index or to the file afterwards.
 */
import assert from "node:assert/strict";
import { open, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CatalogFile } from "../../../api/index.ts";
import { fileCatalog, openCatalogFile, readCatalogFile } from "../../../catalog/index.ts";
import { buildIndex } from "../../../catalog/packed/build.ts";
import { HashTable, placesOf } from "../../../catalog/packed/hashTable.ts";
import { pageSize } from "../../../catalog/packed/format.ts";
import { Pages } from "../../../catalog/packed/pages.ts";
import { IndexWriter } from "../../../catalog/packed/writer.ts";
import { findings, formatOf, parse, unknown } from "../../../language/index.ts";
import type { Catalog } from "../../../language/index.ts";

/** Padding in front of a catalog, because a small file gets no index. */
const padding = " ".repeat(200_000);

describe("the packed index", () => {
  let folder = "";
  let path = "";
  let cache = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "packed-"));
    path = join(folder, "catalog.json");
    cache = join(folder, "cache");
  });
  afterEach(() => rm(folder, { recursive: true }));

  const openPacked = async (): Promise<Catalog> => {
    const { catalog } = await openCatalogFile(path, { folder: cache });
    assert.equal((await readdir(cache)).filter((name) => name.endsWith(".index")).length, 1, "an index was made");
    return catalog;
  };

  const codes = [
    "a",
    "A",
    "b",
    "ä",
    "Ä",
    "ﬁ",
    "İ",
    "",
    " ",
    "constructor",
    "__proto__",
    "\u2028",
    "💶",
    "x".repeat(9000),
  ];
  const languages = ["en", "SV", "de\nfr", "", "__proto__", "1"];
  const content = (index: number): string =>
    [
      "",
      "Dear [[ customer.name ]]",
      `[[ LIB : f${index % 3} : ${codes[index % codes.length]} ]] \\ " ] } [[ LIB : a : b : c ]]`,
      `[[ lib : ${codes[index % 5]} ]]`,
      "[[ LIB",
      "é💶\u0000\ud800",
    ][index % 6]!;
  const strange: CatalogFile = {
    folders: [0, 1, 2].map((index) => ({
      id: `f${index}`,
      name: `Folder ${index}`,
      parentFolderId: index === 2 ? "f1" : null,
      isDefault: false,
      code: index === 0 ? null : `f${index}`,
    })),
    texts: codes.flatMap((code, index) =>
      [0, 1, 2].map((each) => ({
        id: `${code.slice(0, 20)}-${each}`,
        folderId: `f${each}`,
        code,
        name: `Name ${index}`,
        description: each === 1 ? "words" : "",
        contentType: each,
        isPublic: each === 0,
        defaultLanguage: each === 2 ? null : "EN",
        ...(each === 1 ? { updatedDate: "2026-01-01T00:00:00Z", createdDate: "2025-01-01T00:00:00Z" } : {}),
        translations: Object.fromEntries(
          languages.slice(0, (index % languages.length) + 1).map((language, at) => [
            language,
            {
              content: content(index + each + at),
              ...(at === 1 ? { source: 1, updatedAt: "2026-01-01T00:00:00Z" } : {}),
            },
          ]),
        ),
      })),
    ),
    smartforms: [{ id: "s", name: "S", fields: [{ id: "1", name: "n", type: "text" }] }],
    dataTable: { customer: { name: "A" } },
  };

  const inAnyWay = (catalog: Catalog): unknown => [
    catalog.folders(),
    catalog.smartforms(),
    catalog.dataTable(),
    catalog.languages(),
    catalog.search("", { limit: 1000 }),
    catalog.search("name 1", { limit: 3 }),
    catalog.search("dear", { limit: 5, contents: true }),
    catalog.search("a", { limit: 5, folderIds: ["f2", "f0"] }),
    ["f0", "f1", "f2", "none"].map((id) => [
      catalog.textsIn(id),
      catalog.textsIn(id, { prefix: "A", limit: 1 }),
      catalog.textsIn(id, { prefix: "x" }),
      codes.map((code) => catalog.textByCode(id, code)),
    ]),
    codes.map((code) => [catalog.textsByCode(code), catalog.textsByCode(code.toUpperCase())]),
    strange.texts!.map(({ id }) => [
      catalog.text(id),
      catalog.usedBy(id),
      ["EN", ...languages, "none"].map((language) => catalog.translation(id, language)),
    ]),
    [0, 1, 2, 3, 4, 5].map((index) =>
      languages.map((language) => catalog.textsSaying(content(index), language, { limit: 4 })),
    ),
    [catalog.text("none"), catalog.usedBy("none"), catalog.translation("none", "en")],
  ];

  const writings: Readonly<Record<string, (file: CatalogFile) => string>> = {
    "on one line": (file) => padding + JSON.stringify(file),
    "with a byte order mark, indented by tabs": (file) => `\uFEFF${JSON.stringify(file, null, "\t")}${padding}`,
    "with its texts first and parts that nobody knows": ({ texts, ...others }) =>
      `${padding}{"texts":${JSON.stringify(texts)},"more":[[{"]":"\\\\"}],-1.5e3,null],"and":true,${JSON.stringify(others).slice(1)}`,
    "with escaped names and letters": (file) =>
      padding +
      JSON.stringify(file)
        .replace('"texts"', '"\\u0074exts"')
        .replaceAll(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`),
  };
  for (const [how, write] of Object.entries(writings)) {
    it(`gives the same answers as a file that is written ${how}`, async () => {
      await writeFile(path, write(strange));
      const whole = fileCatalog(await readCatalogFile(path));
      assert.deepEqual(inAnyWay(await openPacked()), inAnyWay(whole));
    });
  }

  it("finds every text of a file of several megabytes, wherever one piece that is read ends and the next begins", async () => {
    const texts = Array.from({ length: 9000 }, (_, index) => ({
      id: `t${index}`,
      folderId: "f",
      code: `c${index}`,
      translations: { en: { content: `\\"${"é\\".repeat(index % 700)}` } },
    }));
    await writeFile(path, JSON.stringify({ texts }));
    const catalog = await openPacked();
    for (const { id, code, translations } of texts) {
      assert.deepEqual(catalog.translation(id, "en"), { state: "known", value: translations.en });
      assert.equal(catalog.textByCode("f", code).state, "known");
    }
  });

  it("summarizes contents, and the summaries lead to the same circles as the file", async () => {
    const texts = ["a", "b", "c", "d"].map((code, index, all) => ({
      id: code,
      folderId: "f",
      code,
      defaultLanguage: "sv",
      translations: {
        [index === 2 ? "sv" : "en"]: { content: `[[ LIB : f : ${all[(index + 1) % 3]} ]] [[ LIB : f : x : y ]]` },
      },
    }));
    const folders = [{ id: "f", name: "F", parentFolderId: null, isDefault: false, code: "f" }];
    await writeFile(path, padding + JSON.stringify({ folders, texts }));
    const packed = await openPacked();
    assert.deepEqual(packed.summary?.("a", "EN"), {
      references: [{ folder: "f", code: "b" }],
      isMalformed: true,
      isMarkup: false,
    });
    assert.equal(packed.summary?.("a", "sv"), undefined);
    const syntax = parse("[[ LIB : f : a ]] [[ LIB : f : d ]]", formatOf(0));
    const found = (catalog: Catalog): unknown => findings(syntax, { catalog, language: "en", data: unknown });
    const whole = fileCatalog(await readCatalogFile(path));
    assert.match(JSON.stringify(found(whole)), /include-cycle/);
    assert.deepEqual(found(packed), found(whole));
  });

  const text = { id: "t", folderId: "f", code: "c", translations: {} };
  const mistakes: Readonly<Record<string, string>> = {
    "no JSON": "{",
    "a comma too many": '{"texts":[],}',
    "a comma too many in the texts": `{"texts":[${JSON.stringify(text)},]}`,
    "something behind the end": '{"texts":[]} {}',
    "a list": "[]",
    "texts that are no list": '{"texts":{}}',
    "a text that is no object": '{"texts":[7]}',
    "a text without a code": '{"texts":[{"id":"t","folderId":"f"}]}',
    "two texts with one id": JSON.stringify({ texts: [text, { ...text, code: "d" }] }),
    "two texts with one code": JSON.stringify({ texts: [text, { ...text, id: "u" }] }),
    "two languages that differ in letter case only": JSON.stringify({
      texts: [{ ...text, translations: { en: { content: "" }, EN: { content: "" } } }],
    }),
    "a folder that does not exist": JSON.stringify({ texts: [text], folders: [] }),
    "a folder without a name": '{"folders":[{"id":"f"}]}',
    "two folders with one id": '{"folders":[{"id":"f","name":"F"},{"id":"f","name":"G"}]}',
  };
  for (const [what, json] of Object.entries(mistakes)) {
    it(`is not made of a file with ${what}, and the message is that of the file's reader`, async () => {
      await writeFile(path, padding + json);
      const message = await readCatalogFile(path).then(
        () => assert.fail("The reader accepts the file."),
        (error: Error) => error.message,
      );
      await assert.rejects(openCatalogFile(path, { folder: cache }), { name: "CatalogError", message });
      assert.deepEqual(await readdir(cache), []);
    });
  }

  it("is not made from a file that names a part twice; such a file is read whole, and the last part with the name counts", async () => {
    await writeFile(path, `${padding}{"texts":[],"texts":[${JSON.stringify(text)}]}`);
    const { catalog } = await openCatalogFile(path, { folder: cache });
    assert.equal(catalog.text("t").state, "known");
  });

  it("is not believed if a page is damaged, whichever page it is", async () => {
    await writeFile(path, padding + JSON.stringify(strange));
    const expected = inAnyWay(await openPacked());
    const [name = ""] = await readdir(cache);
    const index = join(cache, name);
    const sound = await readFile(index);
    for (let page = 0; page * pageSize < sound.length; page++) {
      const damaged = Buffer.from(sound);
      damaged.writeUInt8(damaged.readUInt8(page * pageSize + 9) ^ 1, page * pageSize + 9);
      await writeFile(index, damaged);
      assert.deepEqual(inAnyWay((await openCatalogFile(path, { folder: cache })).catalog), expected);
    }
    for (const size of [0, 1, pageSize, sound.length - 1]) {
      await writeFile(index, sound);
      await truncate(index, size);
      assert.deepEqual(inAnyWay(await openPacked()), expected);
    }
  });

  it("says that contents are unknown if they have changed in the file since the index was opened", async () => {
    await writeFile(
      path,
      padding + JSON.stringify({ texts: [{ ...text, translations: { en: { content: "before" } } }] }),
    );
    const catalog = await openPacked();
    await writeFile(
      path,
      padding + JSON.stringify({ texts: [{ ...text, translations: { en: { content: "behind" } } }] }),
    );
    assert.deepEqual(catalog.translation("t", "en"), { state: "unknown" });
    await truncate(path, 100);
    assert.deepEqual(catalog.translation("t", "en"), { state: "unknown" });
    assert.equal(catalog.text("t").state, "known");
  });

  it("does not hash an unchanged file again, except one that had just changed when it was last seen", async () => {
    const other = padding + JSON.stringify({ texts: [{ ...text, id: "u" }] });
    const mine = padding + JSON.stringify({ texts: [text] });
    await writeFile(path, other);
    await openPacked();
    const [of] = (await readdir(cache)).filter((name) => name.endsWith(".index"));
    await writeFile(path, mine);
    await openCatalogFile(path, { folder: cache });
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    const changed = Number(ctimeNs / 1_000_000n);
    const exact = [dev, ino, size, mtimeNs, ctimeNs].join(" ");
    const knows = async (seen: unknown): Promise<readonly string[]> => {
      // This file claims that the catalog file has the hash of the other catalog. The answers show whether the claim is
      // believed.
      const claim = join(cache, of!.replace(".index", ".seen.json"));
      await writeFile(claim, JSON.stringify(seen));
      const { catalog } = await openCatalogFile(path, { folder: cache });
      await rm(claim, { force: true });
      return ["t", "u"].filter((id) => catalog.text(id).state === "known");
    };
    assert.deepEqual(await knows({ exact, changed, at: changed + 2001 }), ["u"]);
    assert.deepEqual(await knows({ exact, changed, at: changed + 2000 }), ["t"]);
    assert.deepEqual(await knows({ exact: exact.replace(/.$/, "x"), changed, at: changed + 9000 }), ["t"]);
    assert.deepEqual(await knows({ exact }), ["t"]);
    assert.deepEqual(await knows(null), ["t"]);
    await writeFile(path, mine);
    assert.deepEqual(await knows({ exact, changed, at: changed + 9000 }), ["t"]);
  });

  it("says how far the reading has got", async () => {
    await writeFile(path, padding.repeat(20) + JSON.stringify(strange));
    const parts: number[] = [];
    await openCatalogFile(path, { folder: cache, progress: (part) => parts.push(part) });
    assert.ok(parts.length > 2 && parts.at(-1) === 1 && parts.every((part, at) => part > (parts[at - 1] ?? 0)));
  });

  it("finds all places of a hash, even if many hashes are equal", async () => {
    const file = join(folder, "table");
    const hashes = Array.from({ length: 5000 }, (_, index) =>
      index % 3 === 0 ? 7 : index % 1000 === 1 ? 2 ** 32 - 1 : Math.imul(index, 2_654_435_761) >>> 0,
    );
    {
      using writer = new IndexWriter(file);
      const table = new HashTable();
      for (const [place, hash] of hashes.entries()) table.add(hash, place);
      table.write(writer, "ids");
      for (const name of ["facts", "records", "folders", "codes", "uses", "contents"] as const)
        writer.end(name, writer.place);
      writer.finish(0);
    }
    const pages = new Pages(file);
    for (const hash of [...new Set(hashes), 0, 8, 2 ** 31])
      assert.deepEqual(
        placesOf(hash, pages.head.sections.ids, pages),
        [...hashes.keys()].filter((place) => hashes[place] === hash),
      );
  });

  it("is made only once, and never over a file that exists", async () => {
    await writeFile(path, padding + JSON.stringify(strange));
    await using file = await open(path);
    await writeFile(join(folder, "there"), "");
    await assert.rejects(buildIndex(file, join(folder, "there")), { code: "EEXIST" });
  });
});
