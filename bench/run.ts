/**
 * Measures the built programs against bare baselines, in the same run, and prints medians; README.md says how to read
 * them: `npm run build && npm run bench`. Names of measures as arguments run only those; `--runs N` sets how often each is done.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { checkFolder } from "./checkFolder.ts";
import { completion } from "./completion.ts";
import { keystrokes } from "./keystrokes.ts";
import type { Row } from "./measure.ts";
import { warmStart } from "./warmStart.ts";

export interface Setting {
  /** An empty folder for this measure's files. */
  readonly folder: string;
  readonly runs: number;
}

const measures: Readonly<Record<string, (setting: Setting) => AsyncGenerator<Row>>> = { checkFolder, keystrokes, completion, warmStart };

const { values, positionals } = parseArgs({ options: { runs: { type: "string", default: "21" } }, allowPositionals: true });
const unknown = positionals.filter((name) => !(name in measures));
if (unknown.length > 0) throw new Error(`There is no measure ${unknown.join(", ")}; there are ${Object.keys(measures).join(", ")}.`);

const cell = (milliseconds: number) => milliseconds.toFixed(milliseconds < 10 ? 2 : 1).padStart(9);
console.log(`Node ${process.version}, medians in milliseconds, each pair measured in turns\n`);
console.log(`${"what / against".padEnd(70)}     ours     floor  ratio   ours p95   runs`);
for (const [name, measure] of Object.entries(measures)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const folder = await mkdtemp(join(tmpdir(), "smartform-bench-"));
  try {
    for await (const { what, ours, bare, ours95, runs } of measure({ folder, runs: Number(values.runs) })) console.log(`${what.padEnd(70)}${cell(ours)} ${cell(bare)} ${(ours / bare).toFixed(1).padStart(6)}  ${cell(ours95)} ${String(runs).padStart(6)}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
