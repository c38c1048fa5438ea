/**
 * Shards: the parts of a check that run on several machines. This module says which files a shard has, and what its
 * report contains so that `smartform merge` can put the shards of one run together.
 */
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { relative, resolve } from "node:path";
import { openRegular } from "../catalog/index.ts";
import { reportedName } from "./files.ts";
import type { ListedFile } from "./files.ts";
import type { Gone, Report, ReportedFinding } from "./report.ts";

export interface ShardNumber {
  /** Counted from 1. */
  readonly number: number;
  readonly of: number;
}

/** Identifies a run. All shards of a run have the same hashes. */
export interface Run {
  /** Covers the paths and options, with the content of the data sample. */
  readonly options: string;
  /** Covers the content of the catalog file, or the addresses and the client of the service. */
  readonly catalog: string;
  /** Covers the names and sizes of all files, and the names of all library texts. */
  readonly files: string;
}

/** The property `shard` of a report: what the merged report needs besides the findings and counts. */
export interface ShardReport extends ShardNumber {
  readonly run: Run;
  /** What could not be read, as sentences. */
  readonly unreadable: readonly string[];
  /** Why the service could not be read completely; null if it was read completely or is not used. */
  readonly incomplete: string | null;
  /** Names of everything that was checked. */
  readonly files: readonly string[];
  readonly baselined: readonly ReportedFinding[] | null;
  readonly gone: readonly Gone[];
}

export const mostShards = 1000;

/** Reads `K/N`. Returns null if it is anything else. */
export function readShardNumber(written: string): ShardNumber | null {
  const [, number, of] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(written)?.map(Number) ?? [];
  return number === undefined || of === undefined || number > of || of > mostShards ? null : { number, of };
}

/**
 * Returns a function that says whether a name belongs to this shard. `names`, sorted by code units, are dealt to the
 * shards in turn; a name that is not among them belongs to the first shard.
 */
export function split(names: Iterable<string>, { number, of }: ShardNumber): (name: string) => boolean {
  const places = new Map([...new Set(names)].sort().map((name, index) => [name, index]));
  return (name) => (places.get(name) ?? 0) % of === number - 1;
}

/** Returns the name by which a file is dealt to a shard: the same for all spellings of a path, and on every machine. */
export function splitName({ path }: Pick<ListedFile, "path">): string {
  return reportedName(relative(process.cwd(), resolve(path)));
}

export async function identifyRun({
  options,
  dataFile,
  catalogFile,
  service,
  files,
  texts,
  signal,
}: {
  /** Options of the command line and paths, as JSON. */
  readonly options: object;
  readonly dataFile: string | undefined;
  readonly catalogFile: string | undefined;
  /** The addresses and the client of the service; null if it is not used. */
  readonly service: readonly (string | undefined)[] | null;
  readonly files: readonly ListedFile[];
  readonly texts: readonly string[];
  readonly signal: AbortSignal;
}): Promise<Run> {
  return {
    options: hashOf([options, await hashOfFile(dataFile, signal)]),
    catalog: hashOf([service, await hashOfFile(catalogFile, signal)]),
    files: hashOf([files.map((file) => `${splitName(file)} ${sizeOf(file)}`).sort(), texts]),
  };
}

/** Returns the size in bytes, or null if the system refuses to say. */
function sizeOf({ path }: ListedFile): number | null {
  try {
    return statSync(path).size;
  } catch {
    return null;
  }
}

async function hashOfFile(path: string | undefined, signal: AbortSignal): Promise<string | null> {
  if (path === undefined) return null;
  await using file = await openRegular(path);
  return createHash("sha256")
    .update(await file.readFile({ signal }))
    .digest("hex");
}

function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 32);
}

export function shardReport(
  { files, baselined, gone }: Report,
  shard: ShardNumber & Pick<ShardReport, "run" | "unreadable" | "incomplete">,
): ShardReport {
  return { ...shard, files, baselined, gone };
}
