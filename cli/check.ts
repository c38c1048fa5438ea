/** `smartform check`: the linter. */
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { messageOf } from "../language/index.ts";
import { largestText, readSample } from "../catalog/index.ts";
import { openBaselines } from "./baselines.ts";
import { breather } from "./breathe.ts";
import { checkAll, libraryNames } from "./checkFiles.ts";
import type { CheckOptions } from "./checkFiles.ts";
import { decode, listInputs, readListed, reportedName } from "./files.ts";
import type { InputFile, ListedFile, Reading } from "./files.ts";
import { print } from "./output.ts";
import { Problem } from "./problem.ts";
import { progressOn } from "./progress.ts";
import {
  incompleteNotice,
  printReport,
  readReporting,
  reportingHelp,
  reportingOptions,
  statusOf,
} from "./reporting.ts";
import { identifyRun, mostShards, readShardNumber, shardReport, split, splitName } from "./shard.ts";
import { openSource } from "./source.ts";
import type { Source } from "./source.ts";
import { readStandardInput } from "./standardInput.ts";
import { warner } from "./warner.ts";

const checkHelp = `Usage: smartform check [PATH...] [options]

Checks texts with placeholders and create-form requests: in files and folders, on standard input, or in the library itself.
Folders are read with their subfolders, but without node_modules, .git and links. Binary files are skipped.

What to check
  PATH                     files and folders; *.html is HTML, *.form.json a create-form request, everything else plain text
  --library                the texts of the catalog, in every language
  --stdin                  standard input
  --stdin-filename NAME    the name of standard input; its extension says what kind of file it is
  --since FILE             only what the changed paths in FILE can touch, one path a line, as
                           git diff --name-only --no-renames prints them; - is standard input
  --shard K/N              only the K-th of N parts (K from 1), to check the parts on several machines;
                           smartform merge puts together what they print with --format json

What to check against
  --catalog FILE           a catalog file
  --live                   the service that the SMARTFORM_* variables name: SMARTFORM_AUTH_URL,
                           SMARTFORM_FORMS_API_URL, SMARTFORM_CLIENT_ID, SMARTFORM_CLIENT_SECRET
  --smartform ID           the Smartform that the texts belong to
  --folder CODE            the text folder of short references
  --data FILE              a data sample, JSON
  --language CODE          the language of the texts
The nearest smartform.json, in the folder of a file or above it, sets the same for each file, and how
severe its findings are. Options override it. Mistakes in it are reported on standard error.

Earlier findings (in the file that "baseline" in smartform.json names; they are counted, not shown)
  --update-baseline        remove findings that are gone; add none, unless there is no such file yet
  --new-baseline           record every finding of this run

${reportingHelp}

Exit status: 0 no finding at or above --fail-on; 1 at least one; 2 wrong usage or unreadable input;
3 the service could not be read completely, so what was not found may still exist.
`;

/** Resolves with the exit status. Rejects with Problem or CatalogError if the status should be 2. */
export async function check(args: readonly string[], { signal }: { readonly signal: AbortSignal }): Promise<number> {
  const { options, paths } = readArguments(args);
  if (options.help) {
    print(checkHelp);
    return 0;
  }
  const progress = progressOn(process.stderr);
  const warnOnce = warner();
  const warn = (message: string) => {
    progress.clear();
    warnOnce(message);
  };
  const standard = options.stdin ? await standardInput(options["stdin-filename"], signal) : null;
  const changed =
    options.since === undefined ? null : await (await import("./since.ts")).readChanges(options.since, signal);
  const environment = process.env;
  await using source = await openSource({
    live: options.live,
    everyText: options.library,
    environment,
    signal,
    ...(options.catalog === undefined ? {} : { catalogFile: options.catalog }),
  });
  const { incomplete } = source;
  if (options.smartform !== undefined && (await isAbsent(options.smartform, source))) {
    throw new Problem(`The catalog has no Smartform "${options.smartform}" (--smartform).`);
  }
  const unreadable = new Set<string>();
  const reading = {
    skip: skipper(options),
    unreadable: (message: string) => {
      unreadable.add(message);
      warn(message);
    },
  };
  const isSure = () => incomplete === undefined && unreadable.size === 0;
  const { files, library, owns, run } = await partToCheck({
    paths,
    options,
    environment,
    changed,
    source,
    reading,
    warn,
    signal,
  });
  const checkOnce = async () => {
    const baselines = openBaselines(
      options["new-baseline"] ? "new" : options["update-baseline"] ? "update" : undefined,
      { isSure },
    );
    progress.begin(() => {
      const texts = library ? [...libraryNames(source.catalog)] : [];
      return files.length + texts.filter((name) => owns?.(name) ?? true).length;
    });
    try {
      const report = await checkAll({
        catalog: source.catalog,
        warn,
        signal,
        baselines,
        step: () => progress.step(),
        files: standard ?? readEach(files, reading),
        library,
        ...(owns === undefined ? {} : { owns }),
        withFixes: options.format === "json",
        ...(await contextOptions(options, signal)),
      });
      return { report, baselines };
    } finally {
      progress.clear();
    }
  };
  const first = await checkOnce();
  const { report, baselines } = (await source.askUnlisted?.()) === true ? await checkOnce() : first;
  if (options["new-baseline"] || options["update-baseline"]) {
    if (isSure()) await baselines.write();
    else
      warn(
        "The baseline was not changed: not everything could be read, so findings that are missing now may still exist.",
      );
  }
  printReport(
    report,
    options,
    run && shardReport(report, { ...run, unreadable: [...unreadable], incomplete: incomplete ?? null }),
  );
  if (incomplete !== undefined) warn(incompleteNotice(incomplete));
  return statusOf(report, { ...options, isRead: unreadable.size === 0, isKnown: incomplete === undefined });
}

/** What a check has to check: everything, or what remains after `--since` and `--shard`. */
interface Part {
  readonly files: readonly ListedFile[];
  readonly library: boolean;
  /** Says whether the library text of this name is in this part. Absent without `--shard`. */
  readonly owns?: (name: string) => boolean;
  /** Absent without `--shard`. */
  readonly run?: Omit<Parameters<typeof shardReport>[1], "unreadable" | "incomplete">;
}

async function partToCheck({
  paths,
  options,
  environment,
  changed,
  source: { catalog },
  reading,
  warn,
  signal,
}: {
  readonly paths: readonly string[];
  readonly options: Options;
  readonly environment: NodeJS.ProcessEnv;
  readonly changed: readonly string[] | null;
  readonly source: Source;
  readonly reading: Reading;
  readonly warn: (message: string) => void;
  readonly signal: AbortSignal;
}): Promise<Part> {
  const { live, shard, catalog: catalogFile, data: dataFile } = options;
  let files = await listAll(paths, reading, signal);
  let { library } = options;
  if (changed !== null) {
    const { select } = await import("./since.ts");
    const touched = await select(files, { changed, paths, catalogFile, dataFile, live, catalog, warn, signal });
    files = touched.files;
    library &&= touched.library;
  }
  if (shard === undefined) return { files, library };
  const texts = library ? [...libraryNames(catalog)] : [];
  const owns = split([...files.map(splitName), ...texts], shard);
  const { smartform, folder, language } = options;
  const run = await identifyRun({
    options: { paths: paths.map(reportedName), library: options.library, smartform, folder, language },
    dataFile,
    catalogFile,
    service: live ? ["AUTH_URL", "FORMS_API_URL", "CLIENT_ID"].map((name) => environment[`SMARTFORM_${name}`]) : null,
    files,
    texts,
    signal,
  });
  return { files: files.filter((file) => owns(splitName(file))), library, owns, run: { ...shard, run } };
}

async function listAll(
  paths: readonly string[],
  reading: Reading,
  signal: AbortSignal,
): Promise<readonly ListedFile[]> {
  const breathe = breather(signal);
  const files: ListedFile[] = [];
  for (const file of listInputs(paths, reading)) {
    await breathe();
    if (file !== undefined) files.push(file);
  }
  return files;
}

function* readEach(files: readonly ListedFile[], reading: Reading): Generator<InputFile | undefined> {
  for (const file of files) yield readListed(file, reading);
}

/**
 * True if the Smartform does not exist. A Smartform that the service does not list may exist, so the service is asked
 * for it, and the catalog is searched again.
 */
async function isAbsent(smartform: string, source: Source): Promise<boolean> {
  const isGone = () => source.catalog.smartform(smartform).state === "absent";
  return isGone() || ((await source.askUnlisted?.()) === true && isGone());
}

function readArguments(args: readonly string[]) {
  const { values, positionals } = parse(args);
  const { catalog, live = false, library = false, stdin = false, help = false, since } = values;
  const reporting = readReporting(values, usage);
  const changesBaseline = values["update-baseline"] === true || values["new-baseline"] === true;
  const shard = values.shard === undefined ? undefined : readShardNumber(values.shard);
  if (shard === null)
    throw usage(
      `--shard ${values.shard}: write K/N, such as 1/8: a part from 1 to N, and at most ${mostShards} parts.`,
    );
  if (catalog !== undefined && live) throw usage("Use --catalog or --live, not both.");
  if (library && catalog === undefined && !live) throw usage("--library needs --catalog or --live.");
  if (stdin && positionals.length > 0) throw usage("Use --stdin or paths, not both.");
  if (stdin && (shard ?? since) !== undefined)
    throw usage("--shard and --since are for files and the library, not for --stdin.");
  if (values["stdin-filename"] !== undefined && !stdin) throw usage("--stdin-filename needs --stdin.");
  if (values["update-baseline"] && values["new-baseline"])
    throw usage("Use --update-baseline or --new-baseline, not both.");
  if (stdin && changesBaseline) throw usage("A baseline cannot include standard input.");
  if (shard !== undefined && changesBaseline)
    throw usage("A shard sees only a part of the findings, so it cannot change a baseline: check without --shard.");
  if (!help && !library && !stdin && positionals.length === 0)
    throw usage("Nothing to check: name files or folders, or use --library or --stdin.");
  return { paths: positionals, options: { ...values, ...reporting, live, library, stdin, help, shard } };
}

type Options = ReturnType<typeof readArguments>["options"];

function parse(args: readonly string[]) {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        catalog: text,
        live: flag,
        library: flag,
        smartform: text,
        folder: text,
        data: text,
        language: text,
        ...reportingOptions,
        stdin: flag,
        "stdin-filename": text,
        since: text,
        shard: text,
        "update-baseline": flag,
        "new-baseline": flag,
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (cause) {
    throw usage(messageOf(cause), cause);
  }
}

function usage(message: string, cause?: unknown): Problem {
  return new Problem(`${message}\nTry: smartform check --help`, { cause });
}

async function contextOptions(
  options: Options,
  signal: AbortSignal,
): Promise<Pick<CheckOptions, "smartform" | "folder" | "language" | "sample">> {
  const { smartform, folder, language } = options;
  const sample = options.data === undefined ? undefined : await readSample(options.data, { signal });
  if (sample?.problem !== undefined) throw new Problem(sample.problem);
  return {
    ...(smartform === undefined ? {} : { smartform }),
    ...(folder === undefined ? {} : { folder }),
    ...(language === undefined ? {} : { language }),
    ...(sample === undefined ? {} : { sample }),
  };
}

/**
 * Returns a function that skips `smartform.json`, the catalog file and the data sample: they are not texts to check.
 */
function skipper(options: Options): (path: string) => boolean {
  const own = new Set(
    [options.catalog, options.data].filter((path) => path !== undefined).map((path) => resolve(path)),
  );
  const names = new Set([...own].map((path) => basename(path)));
  return (path) => /(^|[\\/])smartform\.json$/.test(path) || (names.has(basename(path)) && own.has(resolve(path)));
}

async function standardInput(name = "stdin", signal: AbortSignal): Promise<readonly InputFile[]> {
  const bytes = await readStandardInput(name, { largest: largestText, signal });
  return [{ path: name, content: bytes.subarray(0, 8192).includes(0) ? null : decode(bytes) }];
}
