/** What a `smartform.json` says about the files below it: which Smartform, text folder, data sample, language and rules each one has. */
import { readFile } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import { Minimatch } from "minimatch";
import { absent, l10n, unknown } from "../language/index.ts";
import type { Answer, Catalog, JsonObject } from "../language/index.ts";
import { readBaseline } from "./baseline.ts";
import type { Baseline } from "./baseline.ts";
import { readSample } from "./sample.ts";
import { readSettingsFile, settingsName } from "./settingsFile.ts";
import type { Mistake, Rules } from "./settingsFile.ts";

/** How addresses of library texts begin. */
const inLibrary = "textlib:/";

export interface Project {
  /** The folder that `smartform.json` lies in. */
  readonly root: string;
  /** Names a connection of the user's; it can never define one. */
  readonly connection?: string;
  /** Absolute path of the baseline; absent where none is named. */
  readonly baselineFile?: string;
  /** Findings that are counted and not shown; null where none is named, or where it was never written. */
  readonly baseline: Baseline | null;
  /** Under which name the baseline knows the file with this absolute path, or the library text with this address. */
  nameOf(path: string): string;
  /** What is wrong with `smartform.json`; what is right in it holds all the same. */
  readonly mistakes: readonly Mistake[];
  /** The same for people, each with file name, line and column in front. */
  readonly problems: readonly string[];
  /** Absolute paths of the data samples that it names, each once. */
  readonly samples: readonly string[];
  /** Whether an entry of `files` is about the file with this absolute path. */
  includes(path: string): boolean;
  /**
   * Severities that were chosen for the file with this absolute path, or for the text of the library with this address
   * (`textlib:/FOLDER/TEXT.LANGUAGE.txt`); later entries of `files` win over earlier ones, and those over the rules for everything.
   * Equal answers are the same map.
   */
  rulesOf(path: string): Rules;
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

/** Where there is no `smartform.json`, nothing is said about any file, and nothing is wrong. `catalog`: to look Smartforms and folders up in. Rejects only when cancelled. */
export async function openProject(root: string, options: { readonly catalog?: Catalog; readonly signal?: AbortSignal } = {}): Promise<Project> {
  const problems: string[] = [];
  const content = await readFile(join(root, settingsName), { encoding: "utf8", signal: options.signal }).catch((error: NodeJS.ErrnoException) => {
    options.signal?.throwIfAborted();
    if (error.code !== "ENOENT") problems.push(l10n.t("{0}: it cannot be read ({1}).", settingsName, error.code ?? error.message));
    return "";
  });
  const { connection, baseline: baselineName, rules, entries: read, mistakes } = readSettingsFile(content, options);
  for (const { start, message } of mistakes) problems.push(`${settingsName}:${placeOf(content, start)}: ${message}`);
  const entries = read.map((entry) => ({ ...entry, matcher: new Minimatch(entry.include, { dot: true, nonegate: true, nocomment: true }) }));

  const nameOf = (path: string): string => (path.startsWith(inLibrary) ? path : relative(root, path).split(sep).join("/"));
  const baselineFile = baselineName === undefined ? undefined : join(root, baselineName);
  const baseline = baselineFile === undefined ? null : await baselineIn(baselineFile);
  const samples = new Map<string, ReturnType<typeof readSample>>();
  const combined = new Map<string, Rules>();
  /** Entries about the file or library text, in order; a glob of files is about no library text. */
  const about = (path: string): typeof entries => {
    const name = nameOf(path);
    return entries.filter(({ include, matcher }) => include.startsWith(inLibrary) === path.startsWith(inLibrary) && matcher.match(name));
  };
  return {
    root,
    ...(connection === undefined ? {} : { connection }),
    ...(baselineFile === undefined ? {} : { baselineFile }),
    baseline,
    nameOf,
    mistakes,
    problems,
    samples: [...new Set(entries.flatMap(({ data }) => (data === undefined ? [] : [join(root, data)])))],
    includes: (path) => about(path).length > 0,
    rulesOf(path) {
      const said = about(path).filter((entry) => entry.rules.size > 0);
      if (said.length === 0) return rules;
      const key = said.map(({ index }) => index).join();
      const known = combined.get(key) ?? new Map([...rules, ...said.flatMap(({ rules: own }) => [...own])]);
      combined.set(key, known);
      return known;
    },
    async settingsOf(path, options) {
      const said = about(path);
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

  /** A baseline outside of the folder could hide what others find; one that cannot be read hides nothing. */
  async function baselineIn(path: string): Promise<Baseline | null> {
    const name = nameOf(path);
    if (name.startsWith("../") || isAbsolute(name)) {
      problems.push(l10n.t('{0}: the baseline "{1}" lies outside of its folder, so it hides nothing.', settingsName, name));
      return null;
    }
    const written = await readFile(path, { encoding: "utf8", signal: options.signal }).catch((error: NodeJS.ErrnoException) => {
      options.signal?.throwIfAborted();
      if (error.code !== "ENOENT") problems.push(l10n.t("{0}: it cannot be read ({1}), so it hides nothing.", name, error.code ?? error.message));
      return null;
    });
    const read = written === null ? null : readBaseline(written);
    if (written !== null && read === null) problems.push(l10n.t("{0}: this is no baseline, so it hides nothing. `smartform check --new-baseline` writes one.", name));
    return read;
  }

  function sampleOf(dataFile: string, options: { readonly signal?: AbortSignal }): ReturnType<typeof readSample> {
    const inside = relative(root, dataFile);
    if (inside.startsWith("..") || isAbsolute(inside)) {
      return Promise.resolve({ data: unknown, problem: l10n.t('{0}: the data sample "{1}" lies outside of the workspace folder.', settingsName, inside) });
    }
    const reading = samples.get(dataFile) ?? readSample(dataFile, options);
    samples.set(dataFile, reading);
    reading.catch(() => samples.delete(dataFile));
    return reading;
  }
}

/** Line and column, both from 1. */
function placeOf(content: string, offset: number): string {
  const lines = content.slice(0, offset).split(/\r\n?|\n/);
  return `${lines.length}:${(lines.at(-1) ?? "").length + 1}`;
}
