/** What a `smartform.json` says about the files below it: which Smartform, text folder, data sample, language and rules each one has. */
import { readFile } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import { Minimatch } from "minimatch";
import { absent, unknown } from "../language/index.ts";
import type { Answer, JsonObject } from "../language/index.ts";
import { readSample } from "./sample.ts";
import { readSettingsFile, settingsName } from "./settingsFile.ts";
import type { Mistake, Rules } from "./settingsFile.ts";

export interface Project {
  /** The folder that `smartform.json` lies in. */
  readonly root: string;
  /** Names a connection of the user's; it can never define one. */
  readonly connection?: string;
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

/** Where there is no `smartform.json`, nothing is said about any file, and nothing is wrong. Rejects only when cancelled. */
export async function openProject(root: string, options: { readonly signal?: AbortSignal } = {}): Promise<Project> {
  const problems: string[] = [];
  const content = await readFile(join(root, settingsName), { encoding: "utf8", signal: options.signal }).catch((error: NodeJS.ErrnoException) => {
    options.signal?.throwIfAborted();
    if (error.code !== "ENOENT") problems.push(`${settingsName}: it cannot be read (${error.code ?? error.message}).`);
    return "";
  });
  const { connection, rules, entries: read, mistakes } = readSettingsFile(content);
  for (const { start, message } of mistakes) problems.push(`${settingsName}:${placeOf(content, start)}: ${message}`);
  const entries = read.map((entry) => ({ ...entry, matcher: new Minimatch(entry.include, { dot: true, nonegate: true, nocomment: true }) }));

  const samples = new Map<string, ReturnType<typeof readSample>>();
  const combined = new Map<string, Rules>();
  /** Entries about the file or library text, in order; a glob of files is about no library text. */
  const about = (path: string): typeof entries => {
    const inLibrary = path.startsWith("textlib:/");
    const name = inLibrary ? path : relative(root, path).split(sep).join("/");
    return entries.filter(({ include, matcher }) => include.startsWith("textlib:/") === inLibrary && matcher.match(name));
  };
  return {
    root,
    ...(connection === undefined ? {} : { connection }),
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

  function sampleOf(dataFile: string, options: { readonly signal?: AbortSignal }): ReturnType<typeof readSample> {
    const inside = relative(root, dataFile);
    if (inside.startsWith("..") || isAbsolute(inside)) {
      return Promise.resolve({ data: unknown, problem: `${settingsName}: the data sample "${inside}" lies outside of the workspace folder.` });
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
