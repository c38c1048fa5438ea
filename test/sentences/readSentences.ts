/**
 * Every testable fact of the API documents, rephrased, with the tests that check the client or the sandbox against it.
 * The places without a testable fact are listed too, with the reason. The rows are the JSON files beside this file; the
 * page is `docs/sentences.md`.
 */
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { root } from "../../scripts/root.mjs";

const proof = z.strictObject({
  /** Test file, from the project's root. */
  file: z.string().regex(/^test\/.+\.test\.ts$/),
  /**
   * A part of the full title of the test in mocha: the titles of its `describe` blocks and its own title, separated by
   * spaces.
   */
  title: z.string().min(8),
});

const sentence = z.strictObject({
  /** Document and place in it, such as `1.17`. */
  number: z.string(),
  /** Heading in the document; a subheading follows its heading after a comma. */
  section: z.string().min(1),
  /** The fact. */
  says: z.string().min(10),
  tests: z.array(proof).min(1),
});

const untestable = z.strictObject({
  section: z.string().min(1),
  /** The content of the place. */
  place: z.string().min(5),
  why: z.string().min(10),
});

const reversal = z.strictObject({
  /** Number of the fact. */
  fact: z.string(),
  /** Source file, from the project's root. */
  file: z.string().regex(/^(?!test\/).+\.ts$/),
  /** A piece of that file, which occurs in it exactly once. */
  find: z.string().min(1),
  /** The replacement, which says the opposite of the fact. */
  replace: z.string(),
});

const places = z.strictObject({
  document1: z.array(untestable),
  document2: z.array(untestable),
  document3: z.array(untestable),
});

/**
 * What the documents allow because they say nothing about it. These rows have the same form as facts, and are numbered
 * `4.1` and so on.
 */
const allowed = { number: 4, heading: "What the documents allow and leave open", untestable: [] } as const;

export type Sentence = z.infer<typeof sentence>;
export type TestName = z.infer<typeof proof>;
export type Reversal = z.infer<typeof reversal>;

export interface Document {
  readonly number: number;
  /** The heading above the document's facts on the page. */
  readonly heading: string;
  readonly sentences: readonly Sentence[];
  readonly untestable: readonly z.infer<typeof untestable>[];
}

const read = (name: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, name), "utf8"));

/** Returns the three documents, followed by what they allow. Throws if a file does not match its schema. */
export function readSentences(): readonly Document[] {
  const left = places.parse(read("untestable.json"));
  const rows = (name: string) => z.array(sentence).parse(read(name));
  return [
    {
      number: 1,
      heading: "Document 1: forms, PDFs, Text Library",
      sentences: rows("document1.json"),
      untestable: left.document1,
    },
    {
      number: 2,
      heading: "Document 2: audit, statistics, signing, archive",
      sentences: rows("document2.json"),
      untestable: left.document2,
    },
    {
      number: 3,
      heading: "Document 3: document editor, outputs, store, distribution",
      sentences: rows("document3.json"),
      untestable: left.document3,
    },
    { ...allowed, sentences: rows("allowed.json") },
  ];
}

/**
 * Returns the reversals: what to change in the sources to reverse the rule of each fact. A fact has several reversals
 * if both client and sandbox implement it.
 */
export function readReversals(): readonly Reversal[] {
  return globSync("reversals/*.json", { cwd: import.meta.dirname })
    .toSorted()
    .flatMap((name) => z.array(reversal).parse(read(name)));
}

/**
 * Lists the tests of some files without running them: the full title of every test, by file from the project's root.
 */
export function listTests(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const mocha = [
    "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON",
    join(root, "node_modules/mocha/bin/mocha.js"),
    "--dry-run",
    "--reporter",
    "json",
    ...files,
  ];
  const output = execFileSync(process.execPath, mocha, { cwd: root, encoding: "utf8", maxBuffer: 64 << 20 });
  const { passes } = JSON.parse(output.slice(output.indexOf('{\n  "stats"'))) as {
    readonly passes: readonly { readonly file: string; readonly fullTitle: string }[];
  };
  const titles = new Map(files.map((file) => [file, [] as string[]]));
  for (const { file, fullTitle } of passes) titles.get(file.slice(root.length + 1))?.push(fullTitle);
  return titles;
}
