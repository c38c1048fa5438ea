/** Measures a language server in a long session: its idle activity, and its memory after many edits. */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { root } from "../scripts/root.mjs";
import { keystroke, memoryOf, openDocument, processorTimeOf, startServer } from "./languageServer.ts";
import type { LanguageServer } from "./languageServer.ts";
import { letter } from "./library.ts";
import { compare } from "./measure.ts";
import type { Row } from "./measure.ts";
import type { Setting } from "./run.ts";
import { writeLibrary } from "./writeLibrary.ts";

const uri = "untitled:session.sft";
const texts = 10_000;
/** How many milliseconds the server is idle while its processor time is measured. */
const rest = 2000;

/** Alternately inserts and removes a character, so that the document stays the same. */
async function edits(server: LanguageServer, from: number, to: number): Promise<void> {
  const at = { line: 40, character: 10 };
  for (let version = from; version < to; version += 2) {
    await server.connection.sendNotification("textDocument/didChange", {
      textDocument: { uri, version },
      contentChanges: [{ range: { start: at, end: at }, text: "x" }],
    });
    await server.connection.sendNotification("textDocument/didChange", {
      textDocument: { uri, version: version + 1 },
      contentChanges: [{ range: { start: at, end: { ...at, character: at.character + 1 } }, text: "" }],
    });
    if (version % 100 === 0) await server.connection.sendRequest("textDocument/diagnostic", { textDocument: { uri } });
  }
}

export async function* session({ folder }: Setting): AsyncGenerator<Row> {
  const { file, env } = await writeLibrary(folder, texts);
  await using ours = await startServer(join(root, "dist", "server.js"), ["--stdio"], {
    initializationOptions: { catalog: { file } },
    env,
  });
  await using noOp = await startServer(join(root, "bench", "baseline", "echoServer.mjs"), []);
  for (const server of [ours, noOp]) {
    await openDocument(server, uri, letter(10_000, texts));
    await keystroke(server, uri, { version: 2, line: 0, character: 0 });
  }
  await pause(3 * rest);
  const used = async (server: LanguageServer) => {
    const before = processorTimeOf(server);
    await pause(rest);
    return processorTimeOf(server) - before;
  };
  yield* await compare(`processor time in ${rest} ms without any request`, {
    runs: 3,
    ours: () => used(ours),
    floors: { "no-op": () => used(noOp) },
  });
  let done = 4;
  for (const [few, many] of [
    [20_000, 100_000],
    [200_000, 300_000],
  ] as const) {
    await edits(ours, done, few);
    const early = memoryOf(ours);
    await edits(ours, few, many);
    const late = memoryOf(ours);
    done = many;
    yield {
      what: `memory after ${many.toLocaleString("en")} edits / after ${few.toLocaleString("en")}`,
      unit: "MB",
      ours: late,
      floor: early,
      ours95: late,
      floor95: early,
      runs: 1,
    };
  }
}
