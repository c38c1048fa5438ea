/**
 * What a `smartform.json` says about the files below it: which Smartform, text folder, data sample, language and rules
 * each one has.
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

/** How addresses of library texts begin. */
const inLibrary = "textlib:/";

export interface Project {
  /** The folder that `smartform.json` lies in. */
  readonly root: string;
  /** Names a connection of the user's; it can never define one. */
  readonly connection?: string;
  /**
   * Absolute path of the baseline; absent where none is named, or one that lies outside of the folder or is no file.
   */
  readonly baselineFile?: string;
  /** Why the baseline that is named is neither read nor written, as a sentence. */
  readonly refusedBaseline?: string;
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
   * (`textlib:/FOLDER/TEXT.LANGUAGE.txt`); later entries of `files` win over earlier ones, and those over the rules for
   * everything. Equal answers are the same map.
   */
  rulesOf(path: string): Rules;
  /**
   * Everything that is said about the file with this absolute path; later entries of `files` add to earlier ones and
   * win over them.
   */
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
  /** Of a create-form request as the data sample. */
  readonly values?: Answer<JsonObject>;
  /** Absolute path of the data sample, so that it can be watched. */
  readonly dataFile?: string;
  readonly problem?: string;
}

/**
 * Where there is no `smartform.json`, nothing is said about any file, and nothing is wrong. `catalog`: to look
 * Smartforms and folders up in. Rejects only when cancelled.
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
  /** Entries about the file or library text, in order. Of one path several things are asked, one after the other. */
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
          "{0}: it cannot be read ({1}).",
          settingsName,
          read.state === "refused" ? read.why : l10n.t("it is no text"),
        ),
      );
    return "";
  }

  /**
   * A baseline outside of the folder could hide what others find, and writing it could destroy what is there; one that
   * cannot be read hides nothing.
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
        ? l10n.t(
            '{0}: the baseline "{1}" is neither read nor written ({2}), so it hides nothing.',
            settingsName,
            name,
            why,
          )
        : l10n.t('{0}: the baseline "{1}" lies outside of its folder, so it hides nothing.', settingsName, name);
      problems.push(refusedBaseline);
      return { baseline: null, refusedBaseline };
    }
    const read = await readRegular(path, { largest: largestBaseline, root, signal: options.signal });
    if (read.state === "refused")
      problems.push(l10n.t("{0}: it cannot be read ({1}), so it hides nothing.", name, read.why));
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
