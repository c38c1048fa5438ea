/**
 * Every sentence of the interface exists in English, Swedish and German, and says the same in each. Nothing that a
 * person reads is left out.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/root.mjs";
import { glossary, languages } from "./glossary.ts";
import { spokenFiles, wordsOf } from "./words.ts";

type Words = Readonly<Record<string, string>>;

const read = <T = Words>(file: string): T => JSON.parse(readFileSync(join(root, file), "utf8")) as T;
const listed = join("test", "client", "localisation", "literals.json");

const sources = spokenFiles.map((file) => ({ file, ...wordsOf(file) }));
const said = sources.flatMap((source) => source.said);
const keys = [...new Map(said.flatMap(({ key, message }) => (key === undefined ? [] : [[key, message] as const])))];

/** Every English sentence in each language, with its key and its translation. */
const pairs = languages.flatMap((language) => {
  const english = read("package.nls.json"),
    manifest = read(`package.nls.${language}.json`),
    bundle = read(`l10n/bundle.l10n.${language}.json`);
  return [
    ...Object.entries(english).map(([key, message]) => ({ language, key, message, translation: manifest[key] ?? "" })),
    ...keys.map(([key, message]) => ({ language, key, message, translation: bundle[key] ?? "" })),
  ];
});

/** Returns placeholders such as `{0}`, each once. */
const places = (text: string): readonly string[] => [...new Set(text.match(/\{\d+\}/g))].sort();

/** Joins the lines of a text, because a literal may be broken into lines anywhere. */
const flat = (text: string): string => text.replaceAll(/\s+/g, " ");

/**
 * Returns the parts that VS Code does not show as plain text: links, code, references, icons, emphasis and line breaks.
 */
const marks = (text: string): readonly string[] =>
  (
    text.match(/\]\((command:[^)]*|https?:[^)]*)\)|`[^`]*`|\[\[.*?\]\]|\$\([\w-]+\)|(?<!\*)\*(?=\S)|\n/g) ?? []
  ).toSorted();

describe("localisation", () => {
  it("has exactly the translations that the sources request", () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", join(root, "scripts/l10n.ts"), "--check"],
      { cwd: root, encoding: "utf8" },
    );
    assert.equal(stderr, "");
    assert.equal(status, 0);
  }).timeout(180_000);

  it("quotes as the language does, except in code", () => {
    const code = /\{ ?"|="/;
    assert.deepEqual(
      pairs.filter(({ translation }) => translation.includes('"') && !code.test(translation)),
      [],
    );
  });

  it("is in the languages of the glossary, each in a bundle and a manifest", () => {
    const there = globSync(["l10n/*", "package.nls*.json"], { cwd: root }).map((path) => path.replaceAll("\\", "/"));
    assert.deepEqual(
      there.sort(),
      [
        "package.nls.json",
        ...languages.flatMap((language) => [`l10n/bundle.l10n.${language}.json`, `package.nls.${language}.json`]),
      ].sort(),
    );
  });

  it("leaves no word in package.json itself, except names", () => {
    const names = new Set(["Smartform", "Smartforms", "Smartform PDF", "Smartform Text", "Smartform HTML"]);
    const { capabilities, contributes } = read<{ readonly capabilities: object; readonly contributes: object }>(
      "package.json",
    );
    const bare = [
      ...JSON.stringify({ capabilities, contributes }).matchAll(
        /"(?:title|name|contextualTitle|label|category|displayName|description|markdownDescription|contents|altText)":"([^"]+)"/g,
      ),
    ]
      .map(([, words]) => words ?? "")
      .filter((words) => !/^%.+%$/.test(words) && !names.has(words));
    assert.deepEqual(bare, []);
  });

  it("is requested with literals, which the tools can find", () => {
    assert.deepEqual(
      said.filter(({ key }) => key === undefined),
      [],
    );
    assert.deepEqual(
      sources.filter(({ file }) =>
        /import .*\{[^}]*\bt\b[^}]*\} from "@vscode\/l10n"/.test(readFileSync(join(root, file), "utf8")),
      ),
      [],
      'write: import * as l10n from "@vscode/l10n"',
    );
  });

  // The client and `api/explain` may translate while they are loaded: the extension sets its language before it loads
  // its other files, and only the extension uses `api/explain`.
  it("is not used before the server has its language", () =>
    assert.deepEqual(
      said.filter(({ place, isSaidAtOnce }) => isSaidAtOnce && !/^(?:client|api\/explain)/.test(place)),
      [],
    ));

  it("gets as many values as a sentence has places", () =>
    assert.deepEqual(
      said.filter(({ message, given }) => given !== undefined && given !== places(message).length),
      [],
    ));

  it("is not compared with untranslated text", () => {
    const words = new Set(keys.map(([, message]) => message).filter((message) => /^\p{Lu}/u.test(message)));
    assert.deepEqual(
      sources.flatMap(({ compared }) => compared).filter(({ text }) => words.has(text)),
      [],
    );
  });

  it("keeps places, links, code and lines in every language", () => {
    const wrong = pairs.filter(
      ({ message, translation }) =>
        translation === "" ||
        String(places(message)) !== String(places(translation)) ||
        String(marks(message)) !== String(marks(translation)),
    );
    assert.deepEqual(wrong, []);
  });

  it("ends a sentence as the English one ends, and begins it with a capital if that does", () => {
    const end = (text: string): string => /[.…?!:]$/.exec(text)?.[0] ?? "";
    const wrong = pairs.filter(
      ({ message, translation }) =>
        end(message) !== end(translation) || (/^\p{Lu}\p{Ll}/u.test(message) && /^\p{Ll}/u.test(translation)),
    );
    assert.deepEqual(wrong, []);
  });

  it("has one word for one thing", () => {
    const bare = (text: string): string => text.replace(/\(command:[^)]*\)|`[^`]*`|\[\[.*?\]\]/g, "");
    const wrong = pairs.flatMap(({ language, message, translation }) =>
      glossary
        .filter(({ en, [language]: word }) => en.test(bare(message)) && !word.test(bare(translation)))
        .map((term) => ({ language, message, translation, wanted: String(term[language]) })),
    );
    assert.deepEqual(wrong, []);
  });

  it("speaks to its reader politely in German and plainly in Swedish", () => {
    assert.deepEqual(
      pairs.filter(({ language, translation }) => language === "de" && /\b(du|dein\w*|dir|dich)\b/i.test(translation)),
      [],
    );
    assert.deepEqual(
      pairs.filter(({ language, translation }) => language === "sv" && /\b(Ni|Er|Era|Ert)\b/.test(translation)),
      [],
    );
  });

  it("is loaded before anything else of the extension, and is kept by the bundler", () => {
    assert.match(
      readFileSync(join(root, "client/extension.ts"), "utf8"),
      /^\/\*\*.*?\*\/\nimport "\.\/window\/localise\.ts";/s,
    );
    assert.deepEqual(read<{ readonly sideEffects: unknown }>("package.json").sideEffects, [
      "./client/window/localise.ts",
      // `server/main.ts` imports this file only to run it: nothing uses its exports.
      "./server/program.ts",
    ]);
  });

  it("covers every literal that a person reads", () => {
    const { notWords } = read<{ readonly notWords: Readonly<Record<string, readonly string[]>> }>(listed);
    const open = sources.flatMap(({ file, literals }) =>
      literals.filter(({ text }) => notWords[file]?.some((known) => flat(known) === flat(text)) !== true),
    );
    assert.deepEqual(open, [], "say them through l10n.t, or list them as no words in literals.json");
    const unneeded = Object.entries(notWords).flatMap(([file, texts]) =>
      texts
        .filter(
          (text) =>
            !sources.some(
              (source) => source.file === file && source.literals.some((literal) => flat(literal.text) === flat(text)),
            ),
        )
        .map((text) => `${file}: ${text}`),
    );
    assert.deepEqual(unneeded, []);
  });

  it("finds a literal in any position, and no name, type or line of the log", () => {
    const found = (code: string): readonly string[] =>
      wordsOf("client/planted.ts", code).literals.map(({ text }) => text);
    for (const [code, texts] of [
      ['window.showErrorMessage("It failed.");', ["It failed."]],
      ['const row = { title: "Refresh", prompt: `Which of ${n} texts?` };', ["Refresh", "Which of {} texts?"]],
      ['throw new Error("The folder is gone.");', ["The folder is gone."]],
      ['const all = names.join(" and ");', [" and "]],
      ['l10n.t("Rename {0}", "no code");', ["no code"]],
      ['log.info("The call is sent."); type A = "one of two"; if (a === "Production") b["X y"] = 1;', []],
      ['l10n.t("The call is sent.");', []],
      [
        'body(`<p id="note" role="note">${l10n.t("Two words")}</p>`, `<p title="Two words" id="b"></p>`, `<p id="b">Close</p>`);',
        ['<p title="Two words" id="b"></p>', '<p id="b">Close</p>'],
      ],
    ] as const)
      assert.deepEqual(found(code), texts, code);
  });
});
