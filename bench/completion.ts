/** Measures the completion of folder codes and text codes, against a server whose answers are empty. */
import { join } from "node:path";
import { root } from "../scripts/root.mjs";
import { openDocument, startServer } from "./languageServer.ts";
import type { LanguageServer } from "./languageServer.ts";
import { folderCode } from "./library.ts";
import { compare } from "./measure.ts";
import type { Row } from "./measure.ts";
import type { Setting } from "./run.ts";
import { writeLibrary } from "./writeLibrary.ts";

type Completion = readonly unknown[] | { readonly items: readonly unknown[] } | null;

async function complete({ connection }: LanguageServer, uri: string, line: number, character: number): Promise<number> {
  const answer = await connection.sendRequest<Completion>("textDocument/completion", {
    textDocument: { uri },
    position: { line, character },
  });
  return answer === null ? 0 : "items" in answer ? answer.items.length : answer.length;
}

export async function* completion({ folder, runs }: Setting): AsyncGenerator<Row> {
  for (const texts of [10_000, 100_000]) {
    const { file, env } = await writeLibrary(folder, texts);
    await using ours = await startServer(join(root, "dist", "server.js"), ["--stdio"], {
      initializationOptions: { catalog: { file } },
      env,
    });
    await using bare = await startServer(join(root, "bench", "baseline", "echoServer.mjs"), []);
    const uri = "untitled:completion.sft";
    const lines = [
      "[[ LIB :  ]]",
      `[[ LIB : ${folderCode(texts - 1)} : te ]]`,
      `[[ LIB : ${folderCode(texts - 1)} : text-${texts - 1} ]]`,
    ];
    for (const server of [ours, bare]) await openDocument(server, uri, lines.join("\n"));
    for (const [line, what, character] of [
      [0, "folder", "[[ LIB : ".length],
      [1, "text", (lines[1] ?? "").length - " ]]".length],
    ] as const) {
      let items = 0;
      yield* await compare(`completion of a ${what}, library of ${texts} texts`, {
        runs,
        ours: async () => {
          items = await complete(ours, uri, line, character);
        },
        floors: {
          "no-op": async () => {
            await complete(bare, uri, line, character);
          },
        },
      });
      if (items === 0)
        throw new Error(
          `The server completed nothing for a ${what} among ${texts} texts, so the time above does not measure a completion.`,
        );
    }
    const position = { line: 2, character: (lines[2] ?? "").length - " ]]".length };
    for (const what of ["hover", "definition", "references"] as const) {
      const ask = ({ connection }: LanguageServer) =>
        connection.sendRequest(`textDocument/${what}`, {
          textDocument: { uri },
          position,
          context: { includeDeclaration: true },
        });
      if ((await ask(ours)) === null)
        throw new Error(`The server has no ${what} for a text among ${texts}, so the time would measure nothing.`);
      yield* await compare(`${what} of a text, library of ${texts} texts`, {
        runs,
        ours: async () => void (await ask(ours)),
        floors: { "no-op": async () => void (await ask(bare)) },
      });
    }
  }
}
