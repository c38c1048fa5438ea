/**
 * Comments, documents and the interface contain no phrases that have to be decoded. `words.json` lists these phrases,
 * each with a better one.
 */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { root } from "../scripts/root.mjs";

const phrases = z
  .array(z.strictObject({ avoid: z.string(), better: z.string(), planted: z.string(), fine: z.string() }))
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, "words.json"), "utf8")));

/** Pages whose rows the tests write from data files. Their phrases are not checked here. */
const quoting: ReadonlySet<string> = new Set(["docs/sentences.md", "docs/operations.md", "docs/capabilities.md"]);

const rooms = "{language,api,disk,catalog,authoring,sandbox,server,cli,client,scripts,bench,test}";

interface Passage {
  readonly place: string;
  readonly words: string;
}

/** Returns the comments of a source that are on lines of their own, each as one passage. */
function comments(path: string, source: string): readonly Passage[] {
  const passages: { place: string; words: string }[] = [];
  let isOpen = false;
  for (const [index, line] of source.split("\n").entries()) {
    const words = /^\s*(?:\/\/|\/\*\*?|\*(?!\/))\s?(.*?)\s*(?:\*\/)?$/.exec(line)?.[1];
    if (words === undefined) isOpen = false;
    else if (!isOpen || line.trimStart().startsWith("/*")) {
      passages.push({ place: `${path}:${index + 1}`, words });
      isOpen = true;
    } else {
      const last = passages.at(-1);
      if (last !== undefined) last.words = words === "" ? `${last.words}\n` : `${last.words} ${words}`;
    }
  }
  return passages;
}

/** Returns the paragraphs of a document, without code, and without the table of phrases to avoid. */
function paragraphs(path: string, source: string): readonly Passage[] {
  return source
    .replace(/^\| avoid \|[\s\S]*?\n\n/m, "\n\n")
    .replace(/^```[\s\S]*?^```|`[^`\n]*`/gm, "")
    .split(/\n(?=\n|\||- |\d+\. )/)
    .flatMap((words) =>
      words
        .trim()
        .replace(/^(-|\d+\.)\s/, "")
        .split("|"),
    )
    .map((words) => ({ place: path, words: words.trim().replace(/\s+/g, " ") }));
}

/** Returns every sentence of the interface, in English. */
function sentences(): readonly Passage[] {
  const parsed = (path: string): Readonly<Record<string, string>> =>
    z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(join(root, path), "utf8")));
  return [
    ...Object.values(parsed("package.nls.json")).map((words) => ({ place: "package.nls.json", words })),
    ...Object.keys(parsed("l10n/bundle.l10n.sv.json")).map((words) => ({ place: "l10n", words })),
  ];
}

function guilty(passages: readonly Passage[]): readonly string[] {
  return phrases.flatMap(({ avoid, better }) =>
    passages.flatMap(({ place, words }) => {
      const found = new RegExp(avoid, "im").exec(words)?.[0].trim();
      return found === undefined ? [] : [`${place}: "${found}", better: ${better}. ${words.slice(0, 120)}`];
    }),
  );
}

const read = (path: string): string => readFileSync(join(root, path), "utf8");

describe("words", () => {
  it("of comments are easy to read", () => {
    const paths = globSync(`${rooms}/**/*.{ts,mjs,cjs}`, { cwd: root });
    assert.ok(paths.length > 1000);
    assert.deepEqual(guilty(paths.flatMap((path) => comments(path, read(path)))), []);
  });

  it("of the documents are easy to read", () => {
    const paths = globSync(["*.md", "docs/*.md"], { cwd: root }).filter((path) => !quoting.has(path));
    assert.ok(paths.length >= 30);
    assert.deepEqual(guilty(paths.flatMap((path) => paragraphs(path, read(path)))), []);
  });

  it("of the interface are easy to read", () => {
    const found = sentences();
    assert.ok(found.length > 3000);
    assert.deepEqual(guilty(found), []);
  });

  for (const { avoid, planted, fine } of phrases)
    it(`are found where "${planted}" is planted`, () => {
      for (const [kind, passages] of Object.entries({
        "a comment": comments("a.ts", `/** A first line.\n * ${planted} */\nconst a = 1; // ${planted}\n`),
        "a comment over two lines": comments("a.ts", `  // ${planted.replaceAll(" ", "\n  // ")}\n`),
        "a document": paragraphs("a.md", `# Title\n\nWords before.\n- ${planted}\n`),
        "the interface": [{ place: "l10n", words: planted }],
      }))
        assert.equal(guilty(passages).length > 0, true, `${avoid} in ${kind}`);
      assert.deepEqual(guilty(paragraphs("a.md", `${fine}\n\n\`${planted}\`\n`)), []);
    });
});
