/**
 * Measures the language server with a varied library of 100,000 and 1,000,000 texts, whose index is on disk: the start,
 * each kind of question about many different references, searches, and memory. The baseline answers every request with
 * nothing.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { openCatalogFile } from "../catalog/index.ts";
import { root } from "../scripts/root.mjs";
import { memoryOf, openDocument, startServer } from "./languageServer.ts";
import type { LanguageServer } from "./languageServer.ts";
import { compare } from "./measure.ts";
import type { Row } from "./measure.ts";
import type { Setting } from "./run.ts";
import { writeVaried } from "./varied.ts";

const uri = "untitled:letter.sft";
const noOp = (): Promise<LanguageServer> => startServer(join(root, "bench", "baseline", "echoServer.mjs"), []);

interface Reference {
  readonly line: number;
  readonly character: number;
  readonly code: string;
}

function referencesIn(letter: string): readonly Reference[] {
  return letter.split("\n").flatMap((text, line) =>
    Array.from(text.matchAll(/\[\[ LIB : [\w-]+ : ([\w-]+) \]\]/g), ({ 0: whole, 1: code = "", index }) => ({
      line,
      character: index + whole.length - " ]]".length,
      code,
    })),
  );
}

export async function* manyTexts({ folder, runs: asked }: Setting): AsyncGenerator<Row> {
  const cache = join(folder, "cache");
  for (const texts of [100_000, 1_000_000]) {
    const { catalog, letters } = await writeVaried(folder, { texts, files: 4 });
    await (await openCatalogFile(catalog, { folder: join(cache, "smartform"), uses: true })).keep();
    const [first = ""] = await readdir(letters);
    const letter = await readFile(join(letters, first), "utf8");
    const references = referencesIn(letter);
    const start = (): Promise<LanguageServer> =>
      startServer(join(root, "dist", "server.js"), ["--stdio"], {
        initializationOptions: { catalog: { file: catalog } },
        env: { XDG_CACHE_HOME: cache },
      });
    const ofLibrary = `library of ${texts} varied texts`;
    yield* await compare(`from start to first findings, ${ofLibrary}`, {
      runs: Math.min(asked, 11),
      async ours() {
        const started = performance.now();
        await using server = await start();
        await firstFindings(server, letter);
        return performance.now() - started;
      },
      floors: {
        "no-op's `initialize`": async () => {
          await using server = await noOp();
          return server.initialized;
        },
      },
    });
    await using ours = await start();
    await using bare = await noOp();
    for (const server of [ours, bare]) await openDocument(server, uri, letter);
    await firstFindings(ours, letter);
    const ask =
      (method: string, params: (run: number) => object, isKnown: (answer: unknown) => boolean) =>
      (server: LanguageServer) =>
      async (run: number): Promise<void> => {
        const answer = await server.connection.sendRequest(method, params(Math.max(run, 0)));
        if (server === ours && !isKnown(answer)) throw new Error(`${method} has no answer in a ${ofLibrary}.`);
      };
    for (const what of ["hover", "definition", "completion", "references"]) {
      const question = ask(
        `textDocument/${what}`,
        (run) => ({
          textDocument: { uri },
          position: references[run % references.length],
          context: { includeDeclaration: true },
        }),
        (answer) => answer !== null,
      );
      yield* await compare(`${what}, ${ofLibrary}`, {
        runs: references.length,
        ours: question(ours),
        floors: { "no-op": question(bare) },
      });
    }
    for (const [what, queries] of [
      ["a whole code", references.map(({ code }) => code)],
      [
        "a part of a code or name",
        references.map(({ code }, index) => (index % 2 ? code.slice(3, 9) : `text ${index}`)),
      ],
      ["one or two letters", references.map(({ code }) => code.slice(-2))],
    ] as const) {
      const question = ask(
        "workspace/symbol",
        (run) => ({ query: queries[run % queries.length] }),
        (answer) => Array.isArray(answer) && answer.length > 0,
      );
      yield* await compare(`symbols with ${what}, ${ofLibrary}`, {
        runs: queries.length,
        ours: question(ours),
        floors: { "no-op": question(bare) },
      });
    }
    yield* await compare(`memory after these questions, ${ofLibrary}`, {
      runs: 1,
      unit: "MB",
      ours: async () => memoryOf(ours),
      floors: { "no-op": async () => memoryOf(bare) },
    });
  }
}

/**
 * Opens the letter with a wrong code, and waits until the server reports that code: by then, the server has read the
 * library.
 */
async function firstFindings(server: LanguageServer, letter: string): Promise<void> {
  const wrong = "untitled:wrong.sft";
  await openDocument(server, wrong, letter.replace(/(\[\[ LIB : [\w-]+ : [\w-]+) \]\]/, "$1-wrong ]]"));
  for (;;) {
    const { items } = await server.connection.sendRequest<{ items: readonly { readonly code?: unknown }[] }>(
      "textDocument/diagnostic",
      { textDocument: { uri: wrong } },
    );
    if (items.some(({ code }) => code === "unknown-text")) return;
  }
}
