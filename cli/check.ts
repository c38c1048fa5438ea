/** `smartform check`: the linter. */
import { basename, resolve } from "node:path";
import { addAbortSignal } from "node:stream";
import { parseArgs } from "node:util";
import { messageOf } from "../language/index.ts";
import { largerThan, largestText, readSample } from "../catalog/index.ts";
import { openBaselines } from "./baselines.ts";
import { checkAll } from "./checkFiles.ts";
import type { CheckOptions } from "./checkFiles.ts";
import { decode, readInputs } from "./files.ts";
import type { InputFile } from "./files.ts";
import { formats } from "./formats/index.ts";
import type { FormatName } from "./formats/index.ts";
import { print } from "./output.ts";
import { Problem, printable, shownName } from "./problem.ts";
import { fails } from "./report.ts";
import type { FailOn } from "./report.ts";
import { openSource } from "./source.ts";
import type { Source } from "./source.ts";

const [standardFormat = "", ...otherFormats] = Object.keys(formats);
const formatNames = `${standardFormat} (default), ${otherFormats.slice(0, -1).join(", ")} or ${otherFormats.at(-1)}`;

const checkHelp = `Usage: smartform check [PATH...] [options]

Checks texts with placeholders and create-form requests: in files and folders, on standard input, or in the library itself.
Folders are read with their subfolders, but without node_modules, .git and links. Binary files are skipped.

What to check
  PATH                     files and folders; *.html is HTML, *.form.json a create-form request, everything else plain text
  --library                the texts of the catalog, in every language
  --stdin                  standard input
  --stdin-filename NAME    the name of standard input; its extension says what kind of file it is

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

What to print
  --format FORMAT          ${formatNames}
  --fail-on SEVERITY       error (default), warning, info or never

Exit status: 0 no finding at or above --fail-on; 1 at least one; 2 wrong usage or unreadable input;
3 the service could not be read completely, so what was not found may still exist.
`;

const failOns: readonly string[] = ["error", "warning", "info", "never"] satisfies FailOn[];

/** Resolves with the exit status. Rejects with Problem or CatalogError if the status should be 2. */
export async function check(args: readonly string[], { signal }: { readonly signal: AbortSignal }): Promise<number> {
  const { options, paths } = readArguments(args);
  if (options.help) {
    print(checkHelp);
    return 0;
  }
  const warned = new Set<string>();
  const warn = (message: string) => {
    if (!warned.has(message)) process.stderr.write(`smartform: ${printable(message)}\n`);
    warned.add(message);
  };
  const standard = options.stdin ? await standardInput(options["stdin-filename"], signal) : undefined;
  await using source = await openSource({
    live: options.live,
    everyText: options.library,
    environment: process.env,
    signal,
    ...(options.catalog === undefined ? {} : { catalogFile: options.catalog }),
  });
  const { incomplete } = source;
  if (options.smartform !== undefined && (await isAbsent(options.smartform, source))) {
    throw new Problem(`The catalog has no Smartform "${options.smartform}" (--smartform).`);
  }
  let unreadable = false;
  const reading = {
    skip: skipper(options),
    unreadable: (message: string) => {
      unreadable = true;
      warn(message);
    },
  };
  const checkOnce = async () => {
    const baselines = openBaselines(
      options["new-baseline"] ? "new" : options["update-baseline"] ? "update" : undefined,
      { isSure: () => incomplete === undefined && !unreadable },
    );
    const report = await checkAll({
      catalog: source.catalog,
      warn,
      signal,
      baselines,
      files: standard ?? readInputs(paths, reading),
      library: options.library,
      withFixes: options.format === "json",
      ...(await contextOptions(options, signal)),
    });
    return { report, baselines };
  };
  const first = await checkOnce();
  const { report, baselines } = (await source.askUnlisted?.()) === true ? await checkOnce() : first;
  if (options["new-baseline"] || options["update-baseline"]) {
    if (incomplete !== undefined || unreadable)
      warn(
        "The baseline was not changed: not everything could be read, so findings that are missing now may still exist.",
      );
    else await baselines.write();
  }
  const failOn = options["fail-on"] as FailOn;
  printAll(
    formats[options.format](report, { failOn, color: process.stdout.isTTY === true && !process.env["NO_COLOR"] }),
  );
  if (incomplete !== undefined)
    warn(`The service could not be read completely: ${incomplete} What was not read is not reported as missing.`);
  if (unreadable) return 2;
  if (incomplete !== undefined) return 3;
  return report.findings.some((finding) => fails(finding.severity, failOn)) ? 1 : 0;
}

/**
 * True if the Smartform does not exist. A Smartform that the service does not list may exist, so the service is asked
 * for it, and the catalog is searched again.
 */
async function isAbsent(smartform: string, source: Source): Promise<boolean> {
  const isGone = () => source.catalog.smartform(smartform).state === "absent";
  return isGone() || ((await source.askUnlisted?.()) === true && isGone());
}

/** Characters per write: a separate write for each finding would take longer than the check. */
const piece = 65_536;

function printAll(parts: Iterable<string>): void {
  let waiting = "";
  for (const part of parts) {
    waiting += part;
    if (waiting.length < piece) continue;
    print(waiting);
    waiting = "";
  }
  print(waiting);
}

function readArguments(args: readonly string[]) {
  const { values, positionals } = parse(args);
  const { catalog, live = false, library = false, stdin = false, format = "text", help = false } = values;
  const failOn = values["fail-on"] ?? "error";
  if (!isFormat(format)) throw usage(`--format ${format}: choose ${Object.keys(formats).join(", ")}.`);
  if (!failOns.includes(failOn)) throw usage(`--fail-on ${failOn}: choose ${failOns.join(", ")}.`);
  if (catalog !== undefined && live) throw usage("Use --catalog or --live, not both.");
  if (library && catalog === undefined && !live) throw usage("--library needs --catalog or --live.");
  if (stdin && positionals.length > 0) throw usage("Use --stdin or paths, not both.");
  if (values["stdin-filename"] !== undefined && !stdin) throw usage("--stdin-filename needs --stdin.");
  if (values["update-baseline"] && values["new-baseline"])
    throw usage("Use --update-baseline or --new-baseline, not both.");
  if (stdin && (values["update-baseline"] || values["new-baseline"]))
    throw usage("A baseline cannot include standard input.");
  if (!help && !library && !stdin && positionals.length === 0)
    throw usage("Nothing to check: name files or folders, or use --library or --stdin.");
  return { paths: positionals, options: { ...values, live, library, stdin, format, help, "fail-on": failOn } };
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
        format: text,
        "fail-on": text,
        stdin: flag,
        "stdin-filename": text,
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

function isFormat(name: string): name is FormatName {
  return Object.hasOwn(formats, name);
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

/** Reads standard input. Ctrl-C ends the wait for it. */
async function standardInput(name = "stdin", signal: AbortSignal): Promise<readonly InputFile[]> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of addAbortSignal(signal, process.stdin) as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > largestText) throw new Problem(`${shownName(name)} cannot be read (${largerThan(largestText)}).`);
    pieces.push(piece);
  }
  const bytes = Buffer.concat(pieces);
  return [{ path: name, content: bytes.subarray(0, 8192).includes(0) ? null : decode(bytes) }];
}
