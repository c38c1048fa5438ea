/**
 * Measures the time from a keystroke to its findings over stdio, against two servers: one whose answers are empty, and
 * one that reads the whole text after each keystroke.
 */
import { join } from "node:path";
import { root } from "../scripts/root.mjs";
import { keystroke, openDocument, startServer } from "./languageServer.ts";
import { letter } from "./library.ts";
import { compare } from "./measure.ts";
import type { Row } from "./measure.ts";
import type { Setting } from "./run.ts";
import { writeLibrary } from "./writeLibrary.ts";

export async function* keystrokes(setting: Setting): AsyncGenerator<Row> {
  for (const texts of [10_000, 100_000]) yield* keystrokesAmong(texts, setting);
}

async function* keystrokesAmong(texts: number, { folder, runs }: Setting): AsyncGenerator<Row> {
  const { file, env } = await writeLibrary(folder, texts);
  await using ours = await startServer(join(root, "dist", "server.js"), ["--stdio"], {
    initializationOptions: { catalog: { file } },
    env,
  });
  await using bare = await startServer(join(root, "bench", "baseline", "echoServer.mjs"), []);
  await using regex = await startServer(join(root, "bench", "baseline", "regexServer.mjs"), [file, "--stdio"]);
  for (const bytes of [10_000, 100_000, 1_000_000]) {
    const uri = `untitled:letter-${bytes}.sft`;
    const text = letter(bytes, texts);
    const line = Math.floor(text.split("\n").length / 2);
    for (const server of [ours, bare, regex]) await openDocument(server, uri, text);
    let found = 0;
    const type = (run: number) => ({ version: run + 3, line, character: 5 });
    yield* await compare(`keystroke to findings, ${bytes / 1000} KB, library of ${texts} texts`, {
      runs,
      ours: async (run) => {
        found = await keystroke(ours, uri, type(run));
      },
      floors: {
        "no-op": async (run) => {
          await keystroke(bare, uri, type(run));
        },
        bare: async (run) => {
          await keystroke(regex, uri, type(run));
        },
      },
    });
    if (found === 0)
      throw new Error(
        `The server found nothing in ${uri}, which has mistakes, so the time above does not measure a check.`,
      );
  }
}
