/** `smartform check` on a folder of letters, against a program that reads the same files and looks for `[[`. */
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../scripts/root.mjs";
import { letter, library } from "./library.ts";
import { compare, type Row } from "./measure.ts";
import type { Setting } from "./run.ts";

const run = promisify(execFile);
const texts = 1000;

export async function* checkFolder({ folder, runs }: Setting): AsyncGenerator<Row> {
  const catalog = join(folder, "catalog.json");
  await writeFile(catalog, JSON.stringify(library(texts)));
  for (const [files, bytes] of [[100, 10_000], [10, 1_000_000]] as const) {
    const letters = join(folder, `letters-${files}`);
    await mkdir(letters);
    for (let index = 0; index < files; index++) await writeFile(join(letters, `letter-${index}.sft`), letter(bytes, texts));
    yield await compare(`check of ${files} files of ${bytes / 1000} KB, catalog of ${texts} texts`, {
      runs: Math.min(runs, 11),
      ours: async () => {
        await run(process.execPath, [join(root, "dist", "cli.js"), "check", letters, "--catalog", catalog, "--fail-on", "never", "--format", "json"], { maxBuffer: 1 << 28 });
      },
      bare: async () => {
        await run(process.execPath, [join(root, "bench", "baseline", "scan.mjs"), letters]);
      },
    });
  }
}
