/**
 * Measures `smartform check` on letters with many different references, against a program that parses the catalog and
 * looks up every code: time and peak memory, both when the catalog has its index and in the first run, which makes the
 * index.
 */
import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../scripts/root.mjs";
import { compare } from "./measure.ts";
import type { Row } from "./measure.ts";
import type { Setting } from "./run.ts";
import { writeVaried } from "./varied.ts";

const run = promisify(execFile);
const files = 400;

export async function* checkVaried({ folder, runs }: Setting): AsyncGenerator<Row> {
  const cache = join(folder, "cache");
  const peak = join(folder, "peak");
  const node = async (...args: readonly string[]): Promise<void> => {
    await run(process.execPath, ["--require", join(root, "bench", "peak.cjs"), ...args], {
      maxBuffer: 1 << 28,
      env: { ...process.env, XDG_CACHE_HOME: cache, SMARTFORM_PEAK: peak },
    });
  };
  const memory = (way: () => Promise<void>) => async (): Promise<number> => {
    await way();
    return Number(await readFile(peak, "utf8"));
  };
  for (const texts of [10_000, 100_000, 1_000_000]) {
    const { catalog, letters, data } = await writeVaried(folder, { texts, files });
    const options = ["--catalog", catalog, "--data", data, "--fail-on", "never", "--format", "json"];
    const check = (): Promise<void> => node(join(root, "dist", "cli.js"), "check", letters, ...options);
    const first = async (): Promise<void> => {
      await rm(join(cache, "smartform"), { recursive: true, force: true });
      await check();
    };
    const lookUp = (): Promise<void> => node(join(root, "bench", "baseline", "scan.mjs"), letters, catalog);
    const what = `check of ${files} varied files of 10 KB, ${texts} texts`;
    const few = Math.min(runs, texts > 100_000 ? 3 : 11);
    const floors = { "look up": lookUp };
    yield* await compare(`first ${what}`, { runs: Math.min(few, 3), ours: first, floors });
    yield* await compare(what, { runs: few, ours: check, floors });
    const floorsOfMemory = { "look up": memory(lookUp) };
    yield* await compare(`memory, first ${what}`, { runs: 1, unit: "MB", ours: memory(first), floors: floorsOfMemory });
    yield* await compare(`memory, ${what}`, { runs: 1, unit: "MB", ours: memory(check), floors: floorsOfMemory });
  }
}
