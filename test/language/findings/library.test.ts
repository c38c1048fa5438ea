/** The library as a whole: circles of any length, one visit to every text, and at most one catalog query per text. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { catalogFile } from "../../../api/index.ts";
import { fileCatalog } from "../../../catalog/index.ts";
import { checkLibrary, findings, known, libraryFindings, parse, unknown } from "../../../language/index.ts";
import type { Catalog, Context, Finding } from "../../../language/index.ts";

/**
 * Returns a library in which text number `n` includes the texts in the nth list of the graph. `about` says more about
 * the nth text: its words and its content type.
 */
function including(
  graph: readonly (readonly number[])[],
  language = "en",
  about: (index: number) => { readonly words?: string; readonly contentType?: number } = () => ({}),
): Catalog {
  return fileCatalog(
    catalogFile.parse({
      folders: [{ id: "f", name: "F", parentFolderId: null, isDefault: true, code: "f" }],
      texts: graph.map((list, from) => ({
        id: `t${from}`,
        folderId: "f",
        code: `c${from}`,
        name: "",
        description: "",
        contentType: about(from).contentType ?? 0,
        isPublic: false,
        defaultLanguage: language,
        translations: {
          [language]: {
            content: `${from} ${about(from).words ?? ""} ${list.map((to) => `[[ LIB : f : c${to} ]]`).join(" ")}`,
          },
        },
      })),
    }),
  );
}

function allFindings(catalog: Catalog): readonly Finding[] {
  return [...checkLibrary({ catalog, data: unknown })].flatMap((each) => each?.findings ?? []);
}

function reaches(graph: readonly (readonly number[])[], from: number, to: number): boolean {
  const seen = new Set<number>(graph[from]);
  for (const each of seen) for (const next of graph[each] ?? []) seen.add(next);
  return seen.has(to);
}

describe("findings of a whole library", () => {
  it("reports exactly the references that lead into a circle", () => {
    const graphs = fc
      .integer({ min: 1, max: 7 })
      .chain((size) =>
        fc.array(fc.uniqueArray(fc.nat(size - 1), { maxLength: 3 }), { minLength: size, maxLength: size }),
      );
    fc.assert(
      fc.property(graphs, (graph) => {
        const endless = graph.map((_, index) => index).filter((each) => reaches(graph, each, each));
        const runsIn = (each: number): boolean => endless.some((one) => one === each || reaches(graph, each, one));
        const expected = graph.flatMap((list) => list.filter(runsIn)).length;
        assert.equal(allFindings(including(graph)).filter((one) => one.code === "include-cycle").length, expected);
      }),
      { numRuns: 500 },
    );
  });

  it("follows a chain of any length, and reports a circle of any length on one line", () => {
    const chain = Array.from({ length: 12_000 }, (_, index) => (index === 11_999 ? [] : [index + 1]));
    assert.deepEqual(allFindings(including(chain)), []);
    const circle = chain.with(11_999, [0]);
    const found = allFindings(including(circle));
    assert.equal(found.length, 12_000);
    assert.ok(found.every((one) => one.message.length < 200 && (one.related?.length ?? 0) <= 8));
  });

  it("finds the circle that an unsaved reference would close", () => {
    const catalog = including([[1], [2], []]);
    const check = (text: string, textId: string) =>
      findings(parse(text, "plain"), { catalog, data: unknown, language: "en", textId })
        .filter((one) => one.code === "include-cycle")
        .map((one) => one.message);
    assert.deepEqual(check("[[ LIB : f : c0 ]]", "t2"), [
      '"c0" leads into an endless circle of references: "c2" → "c0" → "c1" → "c2". Take one of these references out.',
    ]);
    assert.deepEqual(check("[[ LIB : f : c2 ]]", "t0"), []);
    assert.deepEqual(check("[[ LIB : f : c1 ]]", "t0"), []);
  });

  it("follows the default language if the language is missing", () => {
    const catalog = including([[1], [0]], "de");
    assert.deepEqual(
      findings(parse("[[ LIB : f : c0 ]]", "plain"), { catalog, data: unknown, language: "sv" }).map((one) => one.code),
      ["include-cycle", "missing-translation"],
    );
  });

  it("follows no language that is not shown", () => {
    const text = (code: string, defaultLanguage: string, translations: object) => ({
      id: code,
      folderId: "f",
      code,
      name: "",
      description: "",
      contentType: 0,
      isPublic: false,
      defaultLanguage,
      translations,
    });
    const round = (to: string) => ({ content: `[[ LIB : f : ${to} ]]` });
    const check = (texts: readonly object[], language: string): readonly string[] => {
      const catalog = fileCatalog(
        catalogFile.parse({
          folders: [{ id: "f", name: "F", parentFolderId: null, isDefault: true, code: "f" }],
          texts,
        }),
      );
      return findings(parse("[[ LIB : f : a ]]", "plain"), { catalog, data: unknown, language }).map((one) => one.code);
    };
    const plain = { content: "-" };
    assert.deepEqual(check([text("a", "sv", { de: plain, sv: round("a") })], "en"), [
      "include-cycle",
      "missing-translation",
    ]);
    assert.deepEqual(check([text("a", "sv", { de: round("a"), sv: plain })], "en"), ["missing-translation"]);
    assert.deepEqual(check([text("a", "sv", { en: plain, sv: round("a") })], "en"), []);
    assert.deepEqual(check([text("a", "fi", { de: round("a") })], "en"), ["missing-translation"]);
  });

  it("reports a text that includes itself, whatever other circle it is in", () => {
    const found = findings(parse("[[ LIB : f : c0 ]]", "plain"), {
      catalog: including([[1], [0]]),
      data: unknown,
      language: "en",
      textId: "t0",
    });
    assert.deepEqual(
      found.map((one) => one.message),
      ['"c0" leads into an endless circle of references: "c0" → "c0". Take one of these references out.'],
    );
  });

  it("visits a text once, however many paths lead to it", () => {
    const ladder = Array.from({ length: 80 }, (_, index) =>
      [2 - (index % 2), 3 - (index % 2)].map((by) => index + by).filter((to) => to < 80),
    );
    assert.deepEqual(allFindings(including(ladder)), []);
  });

  it("finds the tags that a text includes, through any chain of texts of any length, and visits no text twice", () => {
    const severities = (
      graph: readonly (readonly number[])[],
      about: (index: number) => { readonly words?: string },
    ) => {
      const inner = including(graph, "en", (index) => ({ contentType: index % 2 === 0 ? 0 : 2, ...about(index) }));
      let asked = 0;
      const translation: Catalog["translation"] = (id, language) => (asked++, inner.translation(id, language));
      const found = allFindings({ ...inner, translation });
      assert.ok(asked < 8 * graph.length, `${asked}`);
      return Object.groupBy(
        found.filter(({ code }) => code === "content-type-mismatch"),
        ({ severity }) => severity,
      );
    };
    const chain = Array.from({ length: 12_000 }, (_, index) => (index === 11_999 ? [] : [index + 1]));
    assert.equal(severities(chain, (index) => (index === 11_999 ? { words: "<b>" } : {})).warning?.length, 6000);
    const ladder = Array.from({ length: 80 }, (_, index) => [index + 1, index + 3].filter((to) => to < 80));
    assert.equal(severities(ladder, () => ({})).hint?.length, 79);
    const tagged = severities(ladder, (index) => (index === 41 ? { words: "&amp;" } : {}));
    assert.deepEqual([tagged.warning?.length, tagged.hint?.length], [41, 38]);
  });

  it("says the same about tags in a circle of texts, whichever text the check begins with", () => {
    const graphs = fc
      .integer({ min: 2, max: 6 })
      .chain((size) =>
        fc.array(fc.uniqueArray(fc.nat(size - 1), { maxLength: 3 }), { minLength: size, maxLength: size }),
      );
    fc.assert(
      fc.property(graphs, fc.array(fc.constantFrom("", "<b>"), { minLength: 6, maxLength: 6 }), (graph, words) => {
        const about = (index: number) => ({ contentType: 2, words: words[index] ?? "" });
        const checked = (order: readonly number[], catalog: Catalog) =>
          order.map((index) =>
            findings(parse(`[[ LIB : f : c${index} ]]`, "plain"), { catalog, data: unknown, language: "en" }).map(
              ({ code, severity }) => `${index} ${code} ${severity}`,
            ),
          );
        const order = graph.map((_, index) => index);
        assert.deepEqual(
          checked(order, including(graph, "en", about)),
          checked(order.toReversed(), including(graph, "en", about)).toReversed(),
        );
        for (const index of order) {
          const closure = order.filter((each) => each === index || reaches(graph, index, each));
          const isEndless = closure.some((each) => reaches(graph, each, each));
          const tagged = closure.some((each) => words[each] !== "");
          const expected = words[index] || (tagged && !isEndless) ? ["warning"] : isEndless ? [] : ["hint"];
          assert.deepEqual(
            findings(parse(`[[ LIB : f : c${index} ]]`, "plain"), {
              catalog: including(graph, "en", about),
              data: unknown,
            }).flatMap(({ code, severity }) => (code === "content-type-mismatch" ? [severity] : [])),
            expected,
          );
        }
      }),
      { numRuns: 200 },
    );
  });

  it("searches for circles again if the revision, the language, the folder or the Smartform changes", () => {
    const text = (id: string, folderId: string, translations: object) => ({
      id,
      folderId,
      code: id.slice(1),
      name: "",
      description: "",
      contentType: 0,
      isPublic: false,
      defaultLanguage: "en",
      translations,
    });
    const read = (texts: readonly object[]) =>
      fileCatalog(
        catalogFile.parse({
          folders: ["f", "g"].map((code) => ({
            id: code,
            name: code.toUpperCase(),
            parentFolderId: null,
            isDefault: false,
            code,
          })),
          texts,
          smartforms: ["f", "g"].map((code) => ({ id: code, name: code, textLibraryFolder: code })),
        }),
      );
    const plain = { en: { content: "-" }, sv: { content: "-" } };
    const catalog = read([
      text("fa", "f", { en: { content: "[[ LIB : b ]]" }, sv: { content: "-" } }),
      text("fb", "f", { ...plain, en: { content: "[[ LIB : f : a ]]" } }),
      text("gb", "g", plain),
    ]);
    const check = (about: Partial<Context>) =>
      findings(parse("[[ LIB : f : a ]]", "plain"), { catalog, data: unknown, language: "en", ...about }).map(
        (one) => one.code,
      );
    const circle = ["include-cycle"];
    assert.deepEqual([check({ folder: "f" }), check({ folder: "g" }), check({ folder: "f" })], [circle, [], circle]);
    assert.deepEqual(
      [check({ smartform: "f" }), check({ smartform: "g" }), check({ smartform: "f" })],
      [circle, [], circle],
    );
    assert.deepEqual([check({ folder: "f", language: "sv" }), check({ folder: "f" })], [[], circle]);
    const changing = { ...catalog };
    assert.deepEqual(check({ catalog: changing, folder: "f" }), circle);
    changing.translation = (id, language) =>
      id === "fb" ? known({ content: "-" }) : catalog.translation(id, language);
    changing.revision += 1;
    assert.deepEqual(check({ catalog: changing, folder: "f" }), []);
  });

  it("reports the same one of two equal texts, whatever the order of the folders", () => {
    const folders = ["a", "b", "c"].map((code) => ({
      id: code,
      name: code,
      parentFolderId: code === "a" ? "c" : null,
      isDefault: false,
      code,
    }));
    const texts = folders.map(({ id }) => ({
      id,
      folderId: id,
      code: `x${id}`,
      name: "",
      description: "",
      contentType: 0,
      isPublic: false,
      defaultLanguage: "en",
      translations: { en: { content: "Same" } },
    }));
    const told = (list: readonly object[]) =>
      allFindings(fileCatalog(catalogFile.parse({ folders: list, texts }))).map((one) => one.message.split('"')[1]);
    assert.deepEqual(told(folders), ["b : xb", "b : xb"]);
    assert.deepEqual(told(folders.toReversed()), told(folders));
  });

  it("queries each text a bounded number of times", () => {
    const size = 2000;
    const inner = including(Array.from({ length: size }, (_, index) => [(index * 7) % 100, index % 50]));
    let asked = 0;
    const catalog: Catalog = {
      ...inner,
      translation: (id, language) => (asked++, inner.translation(id, language)),
      textsByCode: (code) => (asked++, inner.textsByCode(code)),
    };
    allFindings(catalog);
    assert.ok(asked < 20 * size, `${asked}`);
  });

  it("reports a text's findings language by language, and the same as the whole library's", () => {
    const catalog = including([[1], [9]]);
    assert.deepEqual(
      libraryFindings("t1", { catalog, data: unknown }).map((each) => [
        each.language,
        each.placeholders,
        each.findings.map((one) => one.code),
      ]),
      [["en", 1, ["unknown-text"]]],
    );
    assert.deepEqual(libraryFindings("nobody", { catalog, data: unknown }), []);
  });

  it("checks texts of unknown folders, and leaves out what cannot be listed", () => {
    const inner = including([[9], []]);
    assert.equal(
      [...checkLibrary({ catalog: { ...inner, folders: () => unknown }, data: unknown })].filter(Boolean).length,
      2,
    );
    assert.equal(
      [...checkLibrary({ catalog: { ...inner, textsIn: () => unknown }, data: unknown })].filter(Boolean).length,
      0,
    );
  });

  it("leaves out unknown languages", () => {
    const inner = including([[9], [9]]);
    const languages = (catalog: Catalog) =>
      [...checkLibrary({ catalog, data: unknown })]
        .filter((each) => each !== undefined)
        .map((each) => `${each.text?.code}.${each.language}`);
    assert.deepEqual(languages(inner), ["c0.en", "c1.en"]);
    assert.deepEqual(
      languages({ ...inner, translation: (id, language) => (id === "t0" ? unknown : inner.translation(id, language)) }),
      ["c1.en"],
    );
    const textsIn: Catalog["textsIn"] = (id, options) => {
      const texts = inner.textsIn(id, options);
      return texts.state === "known"
        ? known(texts.value.map((text) => (text.id === "t0" ? { ...text, languages: unknown } : text)))
        : texts;
    };
    assert.deepEqual(languages({ ...inner, textsIn }), ["c1.en"]);
  });

  it("compares texts only if every language is known", () => {
    const inner = fileCatalog(
      catalogFile.parse({
        folders: [{ id: "f", name: "F", parentFolderId: null, isDefault: true, code: "f" }],
        texts: ["a", "b"].map((id) => ({
          id,
          folderId: "f",
          code: id,
          name: "",
          description: "",
          contentType: 0,
          isPublic: false,
          defaultLanguage: "en",
          translations: { en: { content: "Same" } },
        })),
      }),
    );
    assert.deepEqual(
      allFindings(inner).map((one) => one.code),
      ["duplicate-text"],
    );
    assert.deepEqual(
      allFindings({
        ...inner,
        translation: (id, language) => (id === "a" ? unknown : inner.translation(id, language)),
      }),
      [],
    );
    const textsIn: Catalog["textsIn"] = (id, options) => {
      const texts = inner.textsIn(id, options);
      return texts.state === "known" ? known(texts.value.map((text) => ({ ...text, languages: unknown }))) : texts;
    };
    assert.deepEqual(allFindings({ ...inner, textsIn }), []);
  });

  it("counts the findings in a library from elsewhere (needs ../shared/data/real-library.json)", function () {
    const file = join(import.meta.dirname, "../../../../shared/data/real-library.json");
    if (!existsSync(file)) this.skip();
    const counts = new Map<string, number>();
    for (const one of allFindings(fileCatalog(catalogFile.parse(JSON.parse(readFileSync(file, "utf8"))))))
      counts.set(one.code, (counts.get(one.code) ?? 0) + 1);
    assert.deepEqual(Object.fromEntries(counts), {
      "missing-default-language": 533,
      "placeholder-drift": 25,
      "duplicate-text": 103,
    });
  });
});
