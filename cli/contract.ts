/**
 * `smartform contract`: what data a Smartform or a text needs, and what has become required since an earlier contract.
 */
import { basename } from "node:path";
import { parseArgs } from "node:util";
import {
  compareContracts,
  contractTypes,
  formSchema,
  knowsEverything,
  messageOf,
  parse,
  resolve as resolveReference,
  textSchema,
  textTitle,
  textToFill,
  unknown,
} from "../language/index.ts";
import type { Context, Contract, ContractChange, Schema, Text } from "../language/index.ts";
import { openRegular } from "../catalog/index.ts";
import { formatOfFile } from "./checkFiles.ts";
import { readInputs } from "./files.ts";
import type { InputFile } from "./files.ts";
import { print } from "./output.ts";
import { harmlessCode, harmlessJson, Problem, printable } from "./problem.ts";
import { openSource } from "./source.ts";

const contractHelp = `Usage: smartform contract (--smartform ID | --text FOLDER:TEXT | PATH) [options]

Says what a create-form request must contain so that everything printed is filled in:
data for placeholders, inputs, option lists and fields, including those of included texts.

  --smartform ID           a Smartform: the schema of the whole request
  --text FOLDER:TEXT       a text of the library, named as in a reference
  PATH                     a file; *.html is HTML, everything else plain text
  --catalog FILE           a catalog file
  --live                   the service that the SMARTFORM_* variables name
  --folder CODE            the text folder of short references
  --language CODE          only what is printed in this language (default: in every one)
  --compare FILE           show what changed since this earlier JSON schema, instead of the contract
  --format FORMAT          json-schema (default, draft 7) or typescript; with --compare text (default) or json

Exit status: 0 success, and with --compare nothing is newly required; 1 something is; 2 wrong usage or unreadable input;
3 not everything that is printed is known, now or when the earlier contract was written.
`;

interface Said {
  readonly schema: Schema;
  readonly change: ContractChange;
}

const writers: ReadonlyMap<string, (said: Said) => string> = new Map([
  ["json-schema", ({ schema }: Said) => inJson(schema)],
  ["typescript", ({ schema }: Said) => harmlessCode(contractTypes(schema))],
]);

const changeWriters: ReadonlyMap<string, (said: Said) => string> = new Map([
  ["text", ({ change }: Said) => describe(change)],
  ["json", ({ change }: Said) => inJson(change)],
]);

/** Resolves with the exit status. Rejects with Problem or CatalogError if the status should be 2. */
export async function contract(args: readonly string[], { signal }: { readonly signal: AbortSignal }): Promise<number> {
  const options = readArguments(args);
  if (options.help) {
    print(contractHelp);
    return 0;
  }
  const before = options.compare === undefined ? null : await readSchema(options.compare, { signal });
  await using source = await openSource({
    live: options.live,
    everyText: true,
    environment: process.env,
    signal,
    ...(options.catalog === undefined ? {} : { catalogFile: options.catalog }),
  });
  const context: Context = {
    catalog: source.catalog,
    data: unknown,
    ...(options.folder === undefined ? {} : { folder: options.folder }),
  };
  const { schema, complete } = contractFor(options, context);
  const change = compareContracts(before ?? schema, schema);
  print(options.write({ schema, change }));
  const knewAll = before === null || knowsEverything(before);
  if (!knewAll)
    process.stderr.write(
      "smartform: The earlier contract did not cover everything that was printed: what it lacks may have been needed before.\n",
    );
  if (source.incomplete !== undefined)
    process.stderr.write(`smartform: ${printable(`The service could not be read completely: ${source.incomplete}`)}\n`);
  if (!complete) process.stderr.write("smartform: Not everything that is printed is known: more may be needed.\n");
  if (!complete || !knewAll || source.incomplete !== undefined) return 3;
  return change.newlyRequired.length > 0 ? 1 : 0;
}

function readArguments(args: readonly string[]) {
  const { values, positionals } = parseAll(args);
  const { live = false, help = false, compare } = values;
  const { format = compare === undefined ? "json-schema" : "text" } = values;
  const formats = compare === undefined ? writers : changeWriters;
  const write = formats.get(format);
  const [path, ...others] = positionals;
  const roots = [values.smartform, values.text, path].filter((each) => each !== undefined);
  if (write === undefined)
    throw usage(
      `--format ${format}: choose ${[...formats.keys()].join(" or ")}${compare === undefined ? "" : " (with --compare)"}.`,
    );
  if (!help && (roots.length !== 1 || others.length > 0))
    throw usage("Name exactly one of these: --smartform ID, --text FOLDER:TEXT, a file.");
  if (values.catalog !== undefined && live) throw usage("Use --catalog or --live, not both.");
  if (!help && path === undefined && values.catalog === undefined && !live)
    throw usage("--smartform and --text need --catalog or --live.");
  return { ...values, live, help, write, path };
}

function parseAll(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        smartform: text,
        text,
        catalog: text,
        live: { type: "boolean" },
        folder: text,
        language: text,
        format: text,
        compare: text,
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (cause) {
    throw usage(messageOf(cause), cause);
  }
}

function usage(message: string, cause?: unknown): Problem {
  return new Problem(`${message}\nTry: smartform contract --help`, { cause });
}

function contractFor(
  { smartform, text, path, language }: ReturnType<typeof readArguments>,
  context: Context,
): Contract {
  const options = language === undefined ? {} : { language: language.toLowerCase() };
  if (smartform !== undefined) {
    const answer = context.catalog.smartform(smartform);
    if (answer.state === "known") return formSchema(answer.value, context, options);
    throw new Problem(
      answer.state === "absent"
        ? `The catalog has no Smartform "${smartform}" (--smartform).`
        : `Nothing is known about a Smartform "${smartform}" (--smartform).`,
    );
  }
  if (text !== undefined) {
    const found = findText(text, context);
    return textSchema({ text: found }, textTitle(found, context), context, options);
  }
  let input: InputFile | undefined;
  for (input of readInputs([path ?? ""], {
    skip: () => false,
    unreadable: (message) => {
      throw new Problem(message);
    },
  }))
    if (input !== undefined) break;
  if (input === undefined || input.content === null) throw new Problem(`${path ?? ""} is not a text file.`);
  return textSchema(
    { content: input.content, format: formatOfFile(input.path) },
    basename(input.path).replace(/\..*$/s, ""),
    context,
    options,
  );
}

/** Finds the text in the same way as the reference `[[ LIB : folder : text ]]`. */
function findText(written: string, context: Context): Text {
  const [reference, ...others] = parse(`[[ LIB : ${written} ]]`, "plain").placeholders;
  const resolution = reference?.kind === "library" && others.length === 0 ? resolveReference(reference, context) : null;
  const found = resolution?.kind === "library" ? textToFill(resolution, {}) : "not-understood";
  if (typeof found !== "string") return found;
  throw new Problem(
    found === "not-understood"
      ? `--text ${written}: write FOLDER:TEXT.`
      : found === "unknown"
        ? `Nothing is known about a text "${written}" (--text).`
        : `The catalog has no text "${written}" (--text).`,
  );
}

async function readSchema(path: string, { signal }: { readonly signal: AbortSignal }): Promise<Schema> {
  let content: unknown;
  try {
    await using file = await openRegular(path);
    content = JSON.parse(await file.readFile({ encoding: "utf8", signal }));
  } catch (cause) {
    signal.throwIfAborted();
    throw new Problem(`${path} cannot be read as JSON (--compare).`, { cause });
  }
  if (typeof content !== "object" || content === null || !("properties" in content))
    throw new Problem(`${path} is not a contract: write one with smartform contract (--compare).`);
  return content as Schema;
}

function inJson(value: Schema | ContractChange): string {
  return `${harmlessJson(value, 2)}\n`;
}

function describe({
  certain,
  newlyRequired,
  perhapsNewlyRequired,
  noLongerRequired,
  added,
  removed,
  changed,
}: ContractChange): string {
  const lines = [
    ...newlyRequired.map((name) => `newly required: ${name}`),
    ...perhapsNewlyRequired.map((name) => `required, and not known before: ${name}`),
    ...noLongerRequired.map((name) => `no longer required: ${name}`),
    ...changed.map(({ name, from, to }) => `changed: ${name}, from ${from} to ${to}`),
    ...added.map((name) => `new, optional: ${name}`),
    ...removed.map((name) => `removed: ${name}`),
  ];
  if (lines.length === 0) return certain ? "Nothing changed.\n" : "Nothing that is known changed.\n";
  return `${lines.map(printable).join("\n")}\n`;
}
