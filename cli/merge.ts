/** `smartform merge`: puts the reports of all shards of a check together, as one report. */
import { resolve } from "node:path";
import { isDeepStrictEqual, parseArgs } from "node:util";
import * as z from "zod";
import { limitIn, messageOf } from "../language/index.ts";
import { parseJson, readRegular } from "../catalog/index.ts";
import { print } from "./output.ts";
import { Problem, shownName } from "./problem.ts";
import { makeReport } from "./report.ts";
import type { Gone, Report, Summary } from "./report.ts";
import {
  incompleteNotice,
  printReport,
  readReporting,
  reportingHelp,
  reportingOptions,
  statusOf,
} from "./reporting.ts";
import { mostShards } from "./shard.ts";
import type { Run, ShardReport } from "./shard.ts";
import { warner } from "./warner.ts";

const mergeHelp = `Usage: smartform merge FILE... [options]

Puts together what the shards of one check printed, as one report: the same as that of one smartform check.
Each FILE is the output of smartform check --shard K/N --format json; all N of them are needed, in any order.

${reportingHelp}

Exit status: 0 no finding at or above --fail-on; 1 at least one; 2 wrong usage, files that are not the shards of
one run, or input that a shard could not read; 3 a shard could not read the service completely, so what was not
found may still exist.
`;

/** In bytes. */
const largestShard = 256 * 1024 * 1024;

const finding = z.object({
  file: z.string(),
  line: z.int().positive(),
  column: z.int().positive(),
  endLine: z.int().positive(),
  endColumn: z.int().positive(),
  code: z.string(),
  severity: z.enum(["error", "warning", "info", "hint"]),
  message: z.string(),
  fixes: z.array(z.string()),
});
const count = z.int().nonnegative();
const schema = z.object({
  findings: z.array(finding),
  summary: z.object({
    files: count,
    placeholders: count,
    errors: count,
    warnings: count,
    infos: count,
    hints: count,
    baselined: count.optional(),
    gone: count.optional(),
  }),
  shard: z
    .object({
      number: z.int().positive(),
      of: z.int().positive().max(mostShards),
      run: z.object({ options: z.string(), catalog: z.string(), files: z.string() }),
      unreadable: z.array(z.string()),
      incomplete: z.string().nullable(),
      files: z.array(z.string()),
      baselined: z.array(finding).nullable(),
      gone: z.array(z.object({ baseline: z.string(), file: z.string(), count: z.int().positive() })),
    })
    .refine(({ number, of }) => number <= of, { path: ["number"] }),
});

interface Shard extends ShardReport, Pick<Report, "findings"> {
  /** The name of the file, for messages. */
  readonly from: string;
  readonly summary: Summary;
}

/** Resolves with the exit status. Rejects with Problem if the status should be 2. */
export async function merge(args: readonly string[], { signal }: { readonly signal: AbortSignal }): Promise<number> {
  const { files, help, ...reporting } = readArguments(args);
  if (help) {
    print(mergeHelp);
    return 0;
  }
  const shards: Shard[] = [];
  for (const file of files) shards.push(await readShard(file, signal));
  refuseOthers(shards);
  const unreadable = new Set(shards.flatMap((shard) => shard.unreadable));
  const incomplete = new Set(shards.flatMap((shard) => shard.incomplete ?? []));
  const report = together(shards, { isSure: unreadable.size + incomplete.size === 0 });
  const warn = warner();
  for (const message of unreadable) warn(message);
  printReport(report, reporting);
  for (const why of incomplete) warn(incompleteNotice(why));
  return statusOf(report, { ...reporting, isRead: unreadable.size === 0, isKnown: incomplete.size === 0 });
}

function readArguments(args: readonly string[]) {
  const { values, positionals: files } = parse(args);
  const { help = false } = values;
  if (!help && files.length === 0) throw usage("Nothing to merge: name the files that the shards wrote.");
  return { files, help, ...readReporting(values, usage) };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...reportingOptions, help: { type: "boolean", short: "h" } },
    });
  } catch (cause) {
    throw usage(messageOf(cause), cause);
  }
}

function usage(message: string, cause?: unknown): Problem {
  return new Problem(`${message}\nTry: smartform merge --help`, { cause });
}

async function readShard(file: string, signal: AbortSignal): Promise<Shard> {
  const from = shownName(file);
  const read = await readRegular(resolve(file), { largest: largestShard, signal });
  if (read.state === "absent") throw new Problem(`${from} does not exist.`);
  if (read.state === "refused") throw new Problem(`${from} cannot be read (${read.why}).`);
  const content = read.state === "binary" ? "" : read.content;
  const limit = limitIn(content, { names });
  if (limit !== null) throw new Problem(`${from} cannot be read (${limit.why}).`);
  const value = parseJson(content);
  if (value === undefined)
    throw new Problem(
      `${from} is not JSON, or not all of it: a shard may have been cut short. Check that shard again.`,
    );
  const { data, error } = schema.safeParse(value);
  if (error !== undefined) throw new Problem(`${from} ${whyNoShard(error)}`);
  const { findings, summary, shard } = data;
  const counted = together([{ ...shard, findings, from, summary }], { isSure: true }).summary;
  if (!isDeepStrictEqual(counted, summary))
    throw new Problem(`${from} does not contain what its summary counts, so it was changed. Check that shard again.`);
  return { ...shard, findings, from, summary };
}

/** The names of all properties in a report, in quotes. */
const names = new Set(
  [
    schema,
    schema.shape.summary,
    schema.shape.shard,
    schema.shape.shard.shape.run,
    finding,
    schema.shape.shard.shape.gone.element,
  ]
    .flatMap(({ shape }) => Object.keys(shape))
    .map((name) => JSON.stringify(name)),
);

function whyNoShard({ issues: [issue] }: z.ZodError): string {
  const field = issue?.path.map(String).join(".") ?? "";
  if (field === "shard")
    return "is not the report of a shard, but of a whole check: use smartform check --shard K/N --format json.";
  return `was not written by smartform check --shard K/N --format json${field === "" ? "" : ` (see "${shownName(field)}" in it)`}.`;
}

/** What differs between two runs, in words. */
const differences: Readonly<Record<keyof Run, string>> = {
  options: "with other paths, options or another data sample",
  catalog: "against another catalog",
  files:
    "with other files or library texts: all shards need the same state of the folders, and must be written outside of them",
};

/** Throws Problem unless every shard of one run is here exactly once, and no other shard is. */
function refuseOthers(shards: readonly Shard[]): void {
  const [first] = shards;
  if (first === undefined) return;
  const { of, run } = first;
  const met = new Map<number, Shard>();
  for (const shard of shards) {
    const { from, number } = shard;
    if (shard.of !== of)
      throw new Problem(
        `${from} is one of ${shard.of} shards, but ${first.from} is one of ${of}: merge those of one run.`,
      );
    for (const part of ["options", "catalog", "files"] as const)
      if (shard.run[part] !== run[part])
        throw new Problem(`${from} and ${first.from} are not of the same run: they were checked ${differences[part]}.`);
    const twin = met.get(number);
    if (twin !== undefined) throw new Problem(`${twin.from} and ${from} are both shard ${number} of ${of}.`);
    met.set(number, shard);
  }
  const missing = Array.from({ length: of }, (_, index) => index + 1).filter((number) => !met.has(number));
  if (missing.length > 0)
    throw new Problem(
      missing.length === 1
        ? `Shard ${missing[0]} of ${of} is missing.`
        : `Shards ${missing.slice(0, -1).join(", ")} and ${missing.at(-1)} of ${of} are missing.`,
    );
}

/**
 * Combines the reports of the shards into one report. All findings of a file are in one shard, so the shards may come
 * in any order.
 */
function together(shards: readonly Shard[], { isSure }: { readonly isSure: boolean }): Report {
  const baselined = shards.flatMap((shard) => (shard.baselined === null ? [] : [shard.baselined]));
  const findings = baselined.flat();
  // If a baseline lists a file that no longer exists, several shards report the same entry. The entry is kept once.
  const gone = new Map<string, Gone>(
    shards.flatMap((shard) => shard.gone.map((each) => [JSON.stringify([each.baseline, each.file]), each])),
  );
  return makeReport(
    shards.flatMap((shard) => shard.findings),
    {
      files: [...new Set(shards.flatMap(({ files }) => files))],
      placeholders: shards.reduce((sum, { summary }) => sum + summary.placeholders, 0),
      baselined: baselined.length === 0 ? null : { findings, gone: isSure ? [...gone.values()] : [] },
    },
  );
}
