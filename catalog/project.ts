/** What a workspace says about its files in `smartform.json`: which Smartform, text folder, data sample, language and rules each one has. */
import { readFile } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import { parse, printParseErrorCode } from "jsonc-parser";
import type { ParseError } from "jsonc-parser";
import { Minimatch } from "minimatch";
import * as z from "zod";
import { absent, unknown } from "../language/index.ts";
import type { Answer, JsonObject, Severity } from "../language/index.ts";
import { readSample } from "./sample.ts";

const file = "smartform.json";

export interface Project {
  /** The folder that `smartform.json` lies in. */
  readonly root: string;
  /** Names a connection of the user's; it can never define one. */
  readonly connection?: string;
  /** Severities by finding code. */
  readonly rules: ReadonlyMap<string, Severity | "off">;
  /** What is wrong with `smartform.json`, with the place; what is right in it holds all the same. */
  readonly problems: readonly string[];
  /** Absolute paths of the data samples that it names, each once. */
  readonly samples: readonly string[];
  /** Whether an entry of `files` is about the file with this absolute path. */
  includes(path: string): boolean;
  /** Everything that is said about the file with this absolute path; later entries of `files` add to earlier ones and win over them. */
  settingsOf(path: string, options: { readonly signal?: AbortSignal }): Promise<FileSettings>;
  /** Data samples are read again from now on. `smartform.json` itself: open the project again. */
  invalidate(): void;
}

export interface FileSettings {
  readonly smartform?: string;
  /** Code or name of the folder for short references. */
  readonly folder?: string;
  /** Lower case. */
  readonly language?: string;
  /** The data sample. absent: none is named. unknown: it is named and cannot be read; `problem` says why. */
  readonly data: Answer<JsonObject>;
  /** Absolute path of the data sample, so that it can be watched. */
  readonly dataFile?: string;
  readonly problem?: string;
}

const entry = z.object({
  include: z.string().min(1),
  smartform: z.string().optional(),
  textLibraryFolder: z.string().optional(),
  data: z.string().optional(),
  language: z.string().toLowerCase().optional(),
});
const severity = z.enum(["error", "warning", "info", "hint", "off"]);

/** Where there is no `smartform.json`, nothing is said about any file, and nothing is wrong. Rejects only when cancelled. */
export async function openProject(root: string, options: { readonly signal?: AbortSignal } = {}): Promise<Project> {
  const problems: string[] = [];
  const parts = await readParts(root, problems, options);
  const check = <T>(schema: z.ZodType<T>, value: unknown, at: string): T | undefined => {
    if (value === undefined) return undefined;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const path = [at, ...(issue?.path ?? [])].map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("").slice(1);
    problems.push(`${file}: ${path}: ${issue?.code === "invalid_type" ? `expected ${issue.expected}` : (issue?.message ?? "not understood")}.`);
    return undefined;
  };

  const connection = check(z.string(), parts.get("connection"), "connection");
  const rules = new Map<string, Severity | "off">();
  for (const [code, value] of Object.entries(check(z.record(z.string(), z.unknown()), parts.get("rules"), "rules") ?? {})) {
    const chosen = check(severity, value, `rules.${code}`);
    if (chosen) rules.set(code, chosen);
  }
  const entries = (check(z.array(z.unknown()), parts.get("files"), "files") ?? []).flatMap((value, index) => {
    const checked = check(entry, value, `files[${index}]`);
    return checked ? [{ ...checked, matcher: new Minimatch(checked.include, { dot: true, nonegate: true, nocomment: true }) }] : [];
  });

  const samples = new Map<string, ReturnType<typeof readSample>>();
  const inside = (path: string): string => relative(root, path).split(sep).join("/");
  return {
    root,
    ...(connection === undefined ? {} : { connection }),
    rules,
    problems,
    samples: [...new Set(entries.flatMap(({ data }) => (data === undefined ? [] : [join(root, data)])))],
    includes: (path) => entries.some(({ matcher }) => matcher.match(inside(path))),
    async settingsOf(path, options) {
      const said = entries.filter(({ matcher }) => matcher.match(inside(path)));
      const last = <Name extends "smartform" | "textLibraryFolder" | "language" | "data">(name: Name): string | undefined => said.findLast((each) => each[name] !== undefined)?.[name];
      const [smartform, folder, language, data] = [last("smartform"), last("textLibraryFolder"), last("language"), last("data")];
      const dataFile = data === undefined ? undefined : join(root, data);
      const sample = dataFile === undefined ? { data: absent } : await sampleOf(dataFile, options);
      return {
        ...(smartform === undefined ? {} : { smartform }),
        ...(folder === undefined ? {} : { folder }),
        ...(language === undefined ? {} : { language }),
        ...(dataFile === undefined ? {} : { dataFile }),
        ...sample,
      };
    },
    invalidate: () => samples.clear(),
  };

  function sampleOf(dataFile: string, options: { readonly signal?: AbortSignal }): ReturnType<typeof readSample> {
    const inside = relative(root, dataFile);
    if (inside.startsWith("..") || isAbsolute(inside)) {
      return Promise.resolve({ data: unknown, problem: `${file}: the data sample "${inside}" lies outside of the workspace folder.` });
    }
    const reading = samples.get(dataFile) ?? readSample(dataFile, options);
    samples.set(dataFile, reading);
    reading.catch(() => samples.delete(dataFile));
    return reading;
  }
}

async function readParts(root: string, problems: string[], options: { readonly signal?: AbortSignal }): Promise<ReadonlyMap<string, unknown>> {
  const content = await readFile(join(root, file), { encoding: "utf8", signal: options.signal }).catch((error: NodeJS.ErrnoException) => {
    options.signal?.throwIfAborted();
    if (error.code !== "ENOENT") problems.push(`${file}: it cannot be read (${error.code ?? error.message}).`);
    return undefined;
  });
  if (content === undefined) return new Map();
  const errors: ParseError[] = [];
  // Read as far as it goes: what stands in front of a mistake is still meant.
  const value: unknown = parse(content, errors, { allowTrailingComma: true });
  for (const error of errors.slice(0, 1)) {
    const before = content.slice(0, error.offset);
    problems.push(`${file}: line ${before.split("\n").length}, column ${error.offset - before.lastIndexOf("\n")}: ${printParseErrorCode(error.error)}.`);
  }
  if (isObject(value)) return new Map(Object.entries(value));
  if (errors.length === 0) problems.push(`${file}: expected object.`);
  return new Map();
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
