/**
 * Measures the built programs and their baselines in the same run, and prints medians: `npm run build && npm run
 * bench`. README.md says how to read the medians. With names of measures as arguments it runs only those; `--runs N`
 * sets the number of runs per implementation, and `--rounds N` the number of passes over all measures.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { auditEvents } from "./auditEvents.ts";
import { checkFolder } from "./checkFolder.ts";
import { checkVaried } from "./checkVaried.ts";
import { completion } from "./completion.ts";
import { keystrokes } from "./keystrokes.ts";
import { manyTexts } from "./manyTexts.ts";
import type { Row } from "./measure.ts";
import { session } from "./session.ts";
import { storeSearch } from "./storeSearch.ts";
import { warmStart } from "./warmStart.ts";

export interface Setting {
  /** An empty folder for this measure's files. */
  readonly folder: string;
  readonly runs: number;
}

const measures: Readonly<Record<string, (setting: Setting) => AsyncGenerator<Row>>> = {
  checkFolder,
  checkVaried,
  keystrokes,
  completion,
  warmStart,
  manyTexts,
  session,
  auditEvents,
  storeSearch,
};

const { values, positionals } = parseArgs({
  options: { runs: { type: "string", default: "21" }, rounds: { type: "string", default: "3" } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !(name in measures));
if (unknown.length > 0)
  throw new Error(`There is no measure ${unknown.join(", ")}. Choose from ${Object.keys(measures).join(", ")}.`);

const cell = (value: number) => value.toFixed(value < 10 ? 2 : 1).padStart(9);
const table = (row: Row): string => {
  const ratio = row.floor === 0 ? "–" : (row.ours / row.floor).toFixed(2);
  return `${row.what.padEnd(80)} ${row.unit}${cell(row.ours)} ${cell(row.floor)} ${ratio.padStart(6)} ${cell(row.ours95)} ${cell(row.floor95)} ${String(row.runs).padStart(5)}`;
};
console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "?"}, load ${loadavg()[0]?.toFixed(1)}; medians; the two programs of a row run in turns\n`,
);
for (let round = 1; round <= Number(values.rounds); round++) {
  console.log(`${`run ${round}: what / against`.padEnd(80)}      program     floor  ratio   its p95 floor p95  runs`);
  for (const [name, measure] of Object.entries(measures)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const folder = await mkdtemp(join(tmpdir(), "smartform-bench-"));
    try {
      for await (const row of measure({ folder, runs: Number(values.runs) })) console.log(table(row));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  console.log(`load ${loadavg()[0]?.toFixed(1)}\n`);
}
