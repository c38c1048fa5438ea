/**
 * Reads a `smartform.json`: its settings, and its mistakes with their places. A mistake affects only the setting that
 * contains it.
 */
import { posix } from "node:path";
import { parseTree, printParseErrorCode } from "jsonc-parser";
import type { Node, ParseError } from "jsonc-parser";
import {
  didYouMean,
  findFolders,
  folderReference,
  isRequestFile,
  l10n,
  largestSettings,
  limitIn,
  nearest,
  newEffort,
  prepareWords,
  requestFileKind,
  rules as codes,
} from "../language/index.ts";
import type { Catalog, Range, Severity, Words } from "../language/index.ts";
import { newBudget, readGlob } from "./glob.ts";
import type { Glob } from "./glob.ts";
import { largerThan } from "./regularFile.ts";

/** Name of the file that assigns settings to files. */
export const settingsName = "smartform.json";

/** Severities by finding code. */
export type Rules = ReadonlyMap<string, Severity | "off">;

interface SettingsFile {
  readonly connection?: string;
  /** Path of the baseline, relative to the folder of `smartform.json`, with forward slashes. */
  readonly baseline?: string;
  /** Why the file that `baseline` names is not used, worded like the mistake that reports it. */
  readonly refusedBaseline?: string;
  readonly rules: Rules;
  readonly entries: readonly SettingsEntry[];
  /** Whether the whole content is valid JSON. */
  readonly isWhole: boolean;
  /** In the order of their places. */
  readonly mistakes: readonly Mistake[];
}

/** The settings of the files that match a glob. */
export interface SettingsEntry {
  /** Its index in `files`. */
  readonly index: number;
  /** A glob relative to the folder of `smartform.json`; one that begins with `textlib:/` matches library texts. */
  readonly include: string;
  /** Whether the entry matches the file of this name, or the library text with this address. */
  readonly matches: Glob["matches"];
  readonly smartform?: string;
  readonly textLibraryFolder?: string;
  readonly data?: string;
  /** Lower case. */
  readonly language?: string;
  readonly rules: Rules;
}

/** Something wrong in `smartform.json`, with its range. */
export interface Mistake extends Range {
  /** Whole sentences. The first begins with the path of the property: `rules.unused-txt: …`. */
  readonly message: string;
  /** Replacements, the likeliest first. */
  readonly instead: readonly string[];
  /** A syntax error, which VS Code also reports itself. */
  readonly isSyntax?: true;
}

const topNames: readonly string[] = ["$schema", "connection", "baseline", "files", "rules"];
const entryNames: readonly string[] = ["include", "smartform", "textLibraryFolder", "data", "language", "rules"];
const severities: readonly string[] = ["error", "warning", "info", "hint", "off"] satisfies (Severity | "off")[];
const textlib = "textlib:";
/** The maximum number of mistakes reported: nobody reads more. */
const mostMistakes = 200;
/** How many names and values the whole file may have. */
const mostValues = 10_000;

/**
 * Reads the content. With a catalog, it is also a mistake to name a Smartform or folder that does not exist according
 * to the catalog. A file is not read at all if it is larger than any file that a person would write.
 */
export function readSettingsFile(content: string, { catalog }: { readonly catalog?: Catalog } = {}): SettingsFile {
  const limit =
    content.length > largestSettings
      ? { at: largestSettings, why: largerThan(largestSettings) }
      : limitIn(content, { most: mostValues });
  if (limit !== null)
    return {
      rules: new Map(),
      entries: [],
      isWhole: false,
      mistakes: [
        {
          start: limit.at,
          end: limit.at + 1,
          message: l10n.t("Nothing in this file is used ({0}).", limit.why),
          instead: [],
        },
      ],
    };
  const mistakes: Mistake[] = [];
  const errors: ParseError[] = [];
  const root = parseTree(content, errors, { allowTrailingComma: true, allowEmptyContent: true });
  for (const { error, offset, length } of errors.slice(0, 1))
    mistakes.push({
      start: offset,
      end: offset + length,
      message: l10n.t("This is not valid JSON: {0}.", inWords(printParseErrorCode(error))),
      instead: [],
      isSyntax: true,
    });
  const wrong: Wrong = (node, message, words = () => []) => {
    if (mistakes.length > mostMistakes) return undefined;
    const instead = mistakes.length === mostMistakes ? [] : words();
    const said =
      mistakes.length === mostMistakes
        ? l10n.t("There are more mistakes; only {0} are shown.", mostMistakes)
        : [message, didYouMean(instead)].filter((sentence) => sentence !== "").join(" ");
    mistakes.push({ start: node.offset, end: node.offset + node.length, message: said, instead });
    return undefined;
  };
  const reader = readerFor(wrong, catalog);
  const top = root === undefined ? undefined : reader.object(root, "", topNames);
  const connection = reader.text(top?.get("connection"), "connection");
  const baselineNode = top?.get("baseline");
  const baseline = reader.text(baselineNode, "baseline");
  const entries = reader.list(top?.get("files"), "files").flatMap((node, index) => reader.entry(node, index) ?? []);
  const rules = reader.rules(top?.get("rules"), "rules");
  const why = baseline === undefined ? undefined : whyNoBaseline(baseline, entries);
  const refusedBaseline =
    baseline === undefined || why === undefined
      ? undefined
      : l10n.t(
          '{0}: "{1}" is not used as a baseline ({2}). Give the baseline a file of its own, such as "{3}".',
          "baseline",
          baseline,
          why,
          "smartform-baseline.json",
        );
  if (baselineNode !== undefined && refusedBaseline !== undefined) wrong(baselineNode, refusedBaseline);
  return {
    ...(connection === undefined ? {} : { connection }),
    ...(baseline === undefined ? {} : { baseline }),
    ...(refusedBaseline === undefined ? {} : { refusedBaseline }),
    rules,
    entries,
    isWhole: errors.length === 0,
    mistakes: mistakes.sort((a, b) => a.start - b.start || a.end - b.end),
  };
}

/**
 * Returns why a file cannot be the baseline, for use in parentheses: a baseline is not checked and is overwritten, so
 * it must not be a file that others read or write.
 */
function whyNoBaseline(named: string, entries: readonly SettingsEntry[]): string | undefined {
  const path = posix.normalize(named);
  // Some file systems ignore format characters, or split names at both slashes, so that different names lead to the
  // same file.
  const steps = path.replace(/\p{Cf}/gu, "").split(/[\\/]/);
  if (steps.some((step) => /^(?:\.git|git~\d+)[. ]*(?::.*)?$/i.test(step))) return l10n.t("it lies in a .git folder");
  // A name with half a surrogate pair cannot be passed to an editor.
  if (!path.isWellFormed()) return l10n.t("its name is not UTF-8");
  if (steps.at(-1)?.toLowerCase() === settingsName) return l10n.t("it holds settings");
  const isText = /\.(?:sft|html?)$/i.test(path) || isRequestFile(path) || requestFileKind(path) !== null;
  // A glob that matches every file matches JSON files too, but a JSON file is not a text to check.
  return isText || (!/\.json$/i.test(path) && entries.some((entry) => entry.matches(path)))
    ? l10n.t("it is a file that is checked")
    : undefined;
}

/** Records a mistake. `words` returns probable corrections; it is slow, and not always called. */
type Wrong = (node: Node, message: string, words?: () => readonly string[]) => undefined;

function readerFor(wrong: Wrong, catalog: Catalog | undefined) {
  const alike = suggester();
  const budget = newBudget();
  let smartformIds: readonly string[] | undefined;
  let folderNames: readonly string[] | undefined;

  /**
   * Returns the properties by name. Reports names that are not in `names`; if `names` is null, the caller checks the
   * names.
   */
  function object(node: Node, at: string, names: readonly string[] | null): Map<string, Node> | undefined {
    if (node.type !== "object")
      return wrong(
        node,
        at === "" ? l10n.t("An object is expected here.") : l10n.t("{0}: an object is expected here.", at),
      );
    const properties = new Map<string, Node>();
    for (const { children: [key, value] = [] } of node.children ?? []) {
      if (key === undefined) continue;
      const name = String(key.value);
      if (names !== null && !names.includes(name))
        wrong(key, l10n.t("{0}: there is no such property.", under(at, name)), () => alike(name, names));
      else if (value !== undefined) properties.set(name, value);
    }
    return properties;
  }

  function list(node: Node | undefined, at: string): readonly Node[] {
    if (node === undefined) return [];
    if (node.type === "array") return node.children ?? [];
    wrong(node, l10n.t("{0}: a list is expected here.", at));
    return [];
  }

  function text(node: Node | undefined, at: string): string | undefined {
    if (node === undefined) return undefined;
    if (node.type !== "string") return wrong(node, l10n.t("{0}: text is expected here.", at));
    return node.value === "" ? wrong(node, l10n.t("{0}: it is empty.", at)) : String(node.value);
  }

  function rules(node: Node | undefined, at: string): Rules {
    const read = new Map<string, Severity | "off">();
    for (const [code, value] of (node && object(node, at, null)) ?? []) {
      const key = value.parent?.children?.[0] ?? value;
      if (!codes.some((each) => each.code === code))
        wrong(key, l10n.t("{0}: no finding has this code.", under(at, code)), () => alike(code, codeNames));
      else if (isSeverity(value.value)) read.set(code, value.value);
      else
        wrong(
          value,
          l10n.t(
            "{0}: the severity must be one of {1}.",
            under(at, code),
            severities.map((each) => `"${each}"`).join(", "),
          ),
          () => (typeof value.value === "string" ? alike(value.value, severities) : []),
        );
    }
    return read;
  }

  /** Returns undefined if the entry does not name the files that it applies to. */
  function entry(node: Node, index: number): SettingsEntry | undefined {
    const at = `files[${index}]`;
    const said = object(node, at, entryNames);
    if (said === undefined) return undefined;
    const include = globOf(said, node, at);
    const glob = include === undefined ? undefined : readGlob(include, `${at}.include`, budget);
    if (typeof glob === "string") wrong(said.get("include") ?? node, glob);
    const about = (name: string): string | undefined => {
      const value = said.get(name);
      if (value !== undefined && include?.startsWith(textlib))
        return wrong(
          value,
          l10n.t(
            "{0}: for library texts you can set only rules; the library itself supplies everything else.",
            `${at}.${name}`,
          ),
        );
      return text(value, `${at}.${name}`);
    };
    const [smartform, textLibraryFolder, data, language] = [
      about("smartform"),
      about("textLibraryFolder"),
      about("data"),
      about("language"),
    ];
    if (catalog !== undefined && smartform !== undefined)
      lookUpSmartform(said.get("smartform"), smartform, at, catalog);
    if (catalog !== undefined && textLibraryFolder !== undefined)
      lookUpFolder(said.get("textLibraryFolder"), textLibraryFolder, at, catalog);
    const severitiesHere = rules(said.get("rules"), `${at}.rules`);
    if (include === undefined || glob === undefined || typeof glob === "string") return undefined;
    return {
      index,
      include,
      matches: (name) => include.startsWith(textlib) === name.startsWith(textlib) && glob.matches(name),
      ...(smartform === undefined ? {} : { smartform }),
      ...(textLibraryFolder === undefined ? {} : { textLibraryFolder }),
      ...(data === undefined ? {} : { data }),
      ...(language === undefined ? {} : { language: language.toLowerCase() }),
      rules: severitiesHere,
    };
  }

  function lookUpSmartform(node: Node | undefined, id: string, at: string, { smartform, smartforms }: Catalog): void {
    if (node === undefined || smartform(id).state !== "absent") return;
    const ids = (): readonly string[] => {
      const all = smartforms();
      if (all.state !== "known") return [];
      const named = all.value.filter(({ name }) => name.toLowerCase() === id.toLowerCase()).map((each) => each.id);
      return (named.length > 0 ? named : alike(id, (smartformIds ??= all.value.map((each) => each.id)))).slice(0, 3);
    };
    wrong(node, l10n.t("{0}: there is no Smartform with this id.", `${at}.smartform`), ids);
  }

  function lookUpFolder(node: Node | undefined, folder: string, at: string, known: Catalog): void {
    if (node === undefined || findFolders(known, folder).state !== "absent") return;
    const references = (): readonly string[] => {
      const folders = known.folders();
      return folders.state === "known" ? alike(folder, (folderNames ??= folders.value.map(folderReference))) : [];
    };
    wrong(node, l10n.t("{0}: no visible folder has this code or name.", `${at}.textLibraryFolder`), references);
  }

  function globOf(said: ReadonlyMap<string, Node>, node: Node, at: string): string | undefined {
    const include = said.get("include");
    if (include === undefined) return wrong(node, l10n.t("{0}: it is missing.", `${at}.include`));
    const written = text(include, `${at}.include`);
    if (written === undefined) return undefined;
    if (/^(?:\.{0,2}\/|[A-Za-z]:[\\/])/.test(written))
      return wrong(
        include,
        l10n.t("{0}: a pattern must begin with the name of a file or folder beside smartform.json.", `${at}.include`),
      );
    return written.startsWith(textlib) && !written.startsWith(`${textlib}/`)
      ? wrong(
          include,
          l10n.t(
            "{0}: texts of the library are addressed as {1}.",
            `${at}.include`,
            "textlib:/FOLDER/TEXT.LANGUAGE.txt",
          ),
        )
      : written;
  }

  return { object, list, text, rules, entry };
}

/** Splits a code such as `CommaExpected` into words. */
function inWords(code: string): string {
  return code.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}

function isSeverity(value: unknown): value is Severity | "off" {
  return typeof value === "string" && severities.includes(value);
}

function under(at: string, name: string): string {
  return at === "" ? name : `${at}.${name}`;
}

const codeNames: readonly string[] = codes.map(({ code }) => code);

/**
 * Suggests words that were probably meant: words of similar spelling, or else words that begin with the given word or
 * are its beginning. Each list is prepared once, and all calls share one budget of effort.
 */
function suggester(): (word: string, words: readonly string[]) => readonly string[] {
  const effort = newEffort();
  const prepared = new Map<readonly string[], Words>();
  return (word, words) => {
    const ready = prepared.get(words) ?? prepareWords(words);
    prepared.set(words, ready);
    const near = nearest(word, ready, effort);
    return near.length > 0 || word.length < 3
      ? near
      : words.filter((each) => each.startsWith(word) || word.startsWith(each));
  };
}
