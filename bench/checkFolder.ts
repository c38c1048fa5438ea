/**
 * Measures `smartform check` on a folder of letters, against programs that read the same files and look for `[[`, or
 * look up every code.
 */
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../scripts/root.mjs";
import { letter, library } from "./library.ts";
import { compare } from "./measure.ts";
import type { Row } from "./measure.ts";
import type { Setting } from "./run.ts";

const run = promisify(execFile);
const sets = [
  { files: 100, bytes: 10_000, texts: 1000, sound: false },
  { files: 10, bytes: 1_000_000, texts: 1000, sound: false },
  { files: 400, bytes: 10_000, texts: 10_000, sound: false },
  { files: 400, bytes: 10_000, texts: 10_000, sound: true },
  { files: 400, bytes: 10_000, texts: 100_000, sound: false },
  { files: 400, bytes: 10_000, texts: 100_000, sound: true },
] as const;

export async function* checkFolder({ folder, runs }: Setting): AsyncGenerator<Row> {
  for (const [index, { files, bytes, texts, sound }] of sets.entries()) {
    const catalog = join(folder, `catalog-${texts}.json`);
    await writeFile(catalog, JSON.stringify(library(texts)));
    const letters = join(folder, `letters-${index}`);
    await mkdir(letters);
    for (let each = 0; each < files; each++)
      await writeFile(join(letters, `letter-${each}.sft`), letter(bytes, texts, { sound }));
    const node = async (...args: readonly string[]) => {
      await run(process.execPath, args, {
        maxBuffer: 1 << 28,
        env: { ...process.env, XDG_CACHE_HOME: join(folder, "cache") },
      });
    };
    const scan = join(root, "bench", "baseline", "scan.mjs");
    yield* await compare(`check of ${files} ${sound ? "correct " : ""}files of ${bytes / 1000} KB, ${texts} texts`, {
      runs: Math.min(runs, 11),
      ours: () =>
        node(
          join(root, "dist", "cli.js"),
          "check",
          letters,
          "--catalog",
          catalog,
          "--fail-on",
          "never",
          "--format",
          "json",
        ),
      floors: { scan: () => node(scan, letters), "look up": () => node(scan, letters, catalog) },
    });
  }
}
