/**
 * The settings that a `smartform.json` gives the files below it: Smartform, text folder, data sample, language and
 * rules.
 */
import { join, relative, sep } from "node:path";
import { absent, l10n, largestSettings } from "../language/index.ts";
import type { Answer, Catalog, JsonObject } from "../language/index.ts";
import { openBaseline } from "./baseline.ts";
import type { Baseline } from "./baseline.ts";
import { placesIn } from "./place.ts";
import { isInside, largestBaseline, readRegular, whyNotWritten } from "./regularFile.ts";
import { readSample } from "./sample.ts";
import { readSettingsFile, settingsName } from "./settingsFile.ts";
import type { Mistake, Rules } from "./settingsFile.ts";

/** Addresses of library texts begin like this. */
const inLibrary = "textlib:/";

export interface Project {
  /** The folder that contains `smartform.json`. */
  readonly root: string;
  /** Names one of the user's connections; it can never define one. */
  readonly connection?: string;
  /**
   * Absolute path of the baseline; absent if none is named, or if it is outside of the folder or not a regular file.
   */
  readonly baselineFile?: string;
  /** Why the named baseline is not used, as a sentence. */
  readonly refusedBaseline?: string;
  /**
   * Findings that are counted and not shown; null if no baseline is named, or if the named one does not exist yet or
   * cannot be used.
   */
  readonly baseline: Baseline | null;
  /**
   * Returns the name that a baseline uses for the file with this absolute path, or for the library text with this
   * address.
   */
  nameOf(path: string): string;
  /** The mistakes in `smartform.json`; the rest of the file still applies. */
  readonly mistakes: readonly Mistake[];
  /** The mistakes in words for the user, each with file name, line and column in front. */
  readonly problems: readonly string[];
  /** Absolute paths of the data samples that `smartform.json` names, without duplicates. */
  readonly samples: readonly string[];
  /** Whether an entry of `files` matches the file with this absolute path. */
  includes(path: string): boolean;
  /**
   * Returns the severities for the file with this absolute path, or for the library text with this address
   * (`textlib:/FOLDER/TEXT.LANGUAGE.txt`). Later entries of `files` override earlier ones, and entries override the
   * top-level `rules`. If the severities of two files are equal, returns the same map for both.
   */
  rulesOf(path: string): Rules;
  /**
   * Returns all settings for the file with this absolute path. Later entries of `files` add to earlier ones and
   * override them.
   */
  settingsOf(path: string, options: { readonly signal?: AbortSignal }): Promise<FileSettings>;
  /** Forgets the data samples, so that they are read again. If `smartform.json` changes, open the project again. */
  invalidate(): void;
}

export interface FileSettings {
  readonly smartform?: string;
  /** Code or name of the folder for short references. */
  readonly folder?: string;
  /** Lower case. */
  readonly language?: string;
  /** The data sample. `absent`: no sample is named. `unknown`: the named sample cannot be read; `problem` says why. */
  readonly data: Answer<JsonObject>;
  /** The values of a create-form request that serves as the data sample. */
  readonly values?: Answer<JsonObject>;
  /** Absolute path of the data sample, for watching it. */
  readonly dataFile?: string;
  readonly problem?: string;
}

/**
 * Opens the project of a folder. Without a `smartform.json`, there are no settings and no mistakes. Smartforms and
 * folders are looked up in `catalog`. Rejects only when cancelled.
 */
export async function openProject(
  root: string,
  options: { readonly catalog?: Catalog; readonly signal?: AbortSignal } = {},
): Promise<Project> {
  const problems: string[] = [];
  const content = await settingsIn(join(root, settingsName));
  const {
    connection,
    baseline: baselineName,
    refusedBaseline: refusedName,
    rules,
    entries,
    mistakes,
  } = readSettingsFile(content, options);
  const place = placesIn(content);
  for (const { start, message } of mistakes) {
    const { line, column } = place(start);
    problems.push(`${settingsName}:${line}:${column}: ${message}`);
  }

  const nameOf = (path: string): string =>
    path.startsWith(inLibrary) ? path : relative(root, path).split(sep).join("/");
  const { baselineFile, refusedBaseline, baseline } = await baselineIn(baselineName);
  const samples = new Map<string, ReturnType<typeof readSample>>();
  const combined = new Map<string, Rules>();
  let asked: { readonly path: string; readonly entries: typeof entries } | undefined;
  /**
   * Returns the entries that match the file or library text, in order. Remembers the last path, since several questions
   * about one path follow each other.
   */
  const about = (path: string): typeof entries => {
    if (asked?.path !== path) {
      const name = nameOf(path);
      asked = { path, entries: entries.filter(({ matches }) => matches(name)) };
    }
    return asked.entries;
  };
  return {
    root,
    ...(connection === undefined ? {} : { connection }),
    ...(baselineFile === undefined ? {} : { baselineFile }),
    ...(refusedBaseline === undefined ? {} : { refusedBaseline }),
    baseline,
    nameOf,
    mistakes,
    problems,
    samples: [
      ...new Set(
        entries.flatMap(({ data }) =>
          data === undefined || !isInside(root, join(root, data)) ? [] : [join(root, data)],
        ),
      ),
    ],
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
      const last = <Name extends "smartform" | "textLibraryFolder" | "language" | "data">(
        name: Name,
      ): string | undefined => said.findLast((each) => each[name] !== undefined)?.[name];
      const [smartform, folder, language, data] = [
        last("smartform"),
        last("textLibraryFolder"),
        last("language"),
        last("data"),
      ];
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

  async function settingsIn(file: string): Promise<string> {
    const read = await readRegular(file, { largest: largestSettings, root, signal: options.signal });
    if (read.state === "read") return read.content;
    if (read.state !== "absent")
      problems.push(
        l10n.t(
          "{0}: the file cannot be read ({1}).",
          settingsName,
          read.state === "refused" ? read.why : l10n.t("it is not a text file"),
        ),
      );
    return "";
  }

  /**
   * Refuses a baseline outside of the folder: such a baseline could hide findings that other people see, and writing it
   * could destroy an existing file. A baseline that cannot be read hides nothing.
   */
  async function baselineIn(
    named: string | undefined,
  ): Promise<Pick<Project, "baselineFile" | "refusedBaseline" | "baseline">> {
    if (refusedName !== undefined) return { baseline: null, refusedBaseline: `${settingsName}: ${refusedName}` };
    if (named === undefined) return { baseline: null };
    const path = join(root, named);
    const name = nameOf(path);
    const why = await whyNotWritten(root, path);
    if (why !== undefined) {
      const refusedBaseline = isInside(root, path)
        ? l10n.t('{0}: the baseline "{1}" is not used ({2}), so it hides nothing.', settingsName, name, why)
        : l10n.t('{0}: the baseline "{1}" is outside the project folder, so it hides nothing.', settingsName, name);
      problems.push(refusedBaseline);
      return { baseline: null, refusedBaseline };
    }
    const read = await readRegular(path, { largest: largestBaseline, root, signal: options.signal });
    if (read.state === "refused")
      problems.push(l10n.t("{0}: the baseline cannot be read ({1}), so it hides nothing.", name, read.why));
    if (read.state === "refused" || read.state === "absent") return { baselineFile: path, baseline: null };
    const opened = openBaseline(name, read.state === "read" ? read.content : "");
    if (opened.baseline === null) problems.push(opened.problem);
    return { baselineFile: path, baseline: opened.baseline };
  }

  function sampleOf(dataFile: string, options: { readonly signal?: AbortSignal }): ReturnType<typeof readSample> {
    const reading = samples.get(dataFile) ?? readSample(dataFile, { root, ...options });
    samples.set(dataFile, reading);
    reading.catch(() => samples.delete(dataFile));
    return reading;
  }
}
