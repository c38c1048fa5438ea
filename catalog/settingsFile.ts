/**
 * What is written in a `smartform.json`, and what is wrong in it, with the place. Read as far as it goes: a mistake costs only what is
 * mistaken.
 */
import { parseTree, printParseErrorCode } from "jsonc-parser";
import type { Node, ParseError } from "jsonc-parser";
import { didYouMean, findFolders, folderReference, l10n, nearest, newEffort, prepareWords, rules as codes } from "../language/index.ts";
import type { Catalog, Range, Severity } from "../language/index.ts";

/** Name of the file that says which files belong to what. */
export const settingsName = "smartform.json";

/** Severities by finding code. */
export type Rules = ReadonlyMap<string, Severity | "off">;

export interface SettingsFile {
  readonly connection?: string;
  /** Path of the baseline, relative to the folder of `smartform.json`, with forward slashes. */
  readonly baseline?: string;
  readonly rules: Rules;
  readonly entries: readonly SettingsEntry[];
  /** Whether it is JSON from the beginning to the end. */
  readonly isWhole: boolean;
  /** In the order of their places. */
  readonly mistakes: readonly Mistake[];
}

/** What is said about the files that a glob matches. */
export interface SettingsEntry {
  /** Where it stands in `files`. */
  readonly index: number;
  /** Relative to the folder of `smartform.json`; one that begins with `textlib:/` is about texts of the library. */
  readonly include: string;
  readonly smartform?: string;
  readonly textLibraryFolder?: string;
  readonly data?: string;
  /** Lower case. */
  readonly language?: string;
  readonly rules: Rules;
}

/** Something in `smartform.json` that is not understood, at its place. */
export interface Mistake extends Range {
  /** Whole sentences, the first of which begins with where in the file it is: `rules.unused-txt: …`. */
  readonly message: string;
  /** Words to write in its place, the likeliest first. */
  readonly instead: readonly string[];
  /** It is no JSON from here on, which VS Code tells by itself. */
  readonly isSyntax?: true;
}

const severities: readonly string[] = ["error", "warning", "info", "hint", "off"] satisfies (Severity | "off")[];
const textlib = "textlib:";

/** With a catalog, a Smartform or a folder that it is known not to have is a mistake too. */
export function readSettingsFile(content: string, { catalog }: { readonly catalog?: Catalog } = {}): SettingsFile {
  const mistakes: Mistake[] = [];
  const errors: ParseError[] = [];
  const root = parseTree(content, errors, { allowTrailingComma: true, allowEmptyContent: true });
  for (const { error, offset, length } of errors.slice(0, 1)) mistakes.push({ start: offset, end: offset + length, message: l10n.t("This is no JSON: {0}.", inWords(printParseErrorCode(error))), instead: [], isSyntax: true });
  const wrong = (node: Node, message: string, instead: readonly string[] = []): undefined => {
    mistakes.push({ start: node.offset, end: node.offset + node.length, message: [message, didYouMean(instead)].filter((sentence) => sentence !== "").join(" "), instead });
    return undefined;
  };
  const reader = readerFor(wrong, catalog);
  const top = root === undefined ? undefined : reader.object(root, "", ["$schema", "connection", "baseline", "files", "rules"]);
  const connection = reader.text(top?.get("connection"), "connection");
  const baseline = reader.text(top?.get("baseline"), "baseline");
  const entries = reader.list(top?.get("files"), "files").flatMap((node, index) => reader.entry(node, index) ?? []);
  const rules = reader.rules(top?.get("rules"), "rules");
  return {
    ...(connection === undefined ? {} : { connection }), ...(baseline === undefined ? {} : { baseline }), rules, entries,
    isWhole: errors.length === 0,
    mistakes: mistakes.sort((a, b) => a.start - b.start || a.end - b.end),
  };
}

type Wrong = (node: Node, message: string, instead?: readonly string[]) => undefined;
type Properties = ReadonlyMap<string, Node>;

function readerFor(wrong: Wrong, catalog: Catalog | undefined) {
  /** Properties by name. Names that nobody knows are told; `null` leaves that to the caller. */
  function object(node: Node, at: string, names: readonly string[] | null): Map<string, Node> | undefined {
    if (node.type !== "object") return wrong(node, at === "" ? l10n.t("expected object.") : l10n.t("{0}: expected object.", at));
    const properties = new Map<string, Node>();
    for (const { children: [key, value] = [] } of node.children ?? []) {
      if (key === undefined) continue;
      const name = String(key.value);
      if (names !== null && !names.includes(name)) wrong(key, l10n.t("{0}: there is no such property.", under(at, name)), alike(name, names));
      else if (value !== undefined) properties.set(name, value);
    }
    return properties;
  }

  function list(node: Node | undefined, at: string): readonly Node[] {
    if (node === undefined) return [];
    if (node.type === "array") return node.children ?? [];
    wrong(node, l10n.t("{0}: expected array.", at));
    return [];
  }

  function text(node: Node | undefined, at: string): string | undefined {
    if (node === undefined) return undefined;
    if (node.type !== "string") return wrong(node, l10n.t("{0}: expected string.", at));
    return node.value === "" ? wrong(node, l10n.t("{0}: it is empty.", at)) : String(node.value);
  }

  function rules(node: Node | undefined, at: string): Rules {
    const read = new Map<string, Severity | "off">();
    for (const [code, value] of (node && object(node, at, null)) ?? []) {
      const key = value.parent?.children?.[0] ?? value;
      if (!codes.some((each) => each.code === code)) wrong(key, l10n.t("{0}: no finding has this code.", under(at, code)), alike(code, codes.map((each) => each.code)));
      else if (isSeverity(value.value)) read.set(code, value.value);
      else wrong(value, l10n.t("{0}: a severity is {1}.", under(at, code), severities.map((each) => `"${each}"`).join(", ")), typeof value.value === "string" ? alike(value.value, severities) : []);
    }
    return read;
  }

  /** undefined where nothing says what it is about. */
  function entry(node: Node, index: number): SettingsEntry | undefined {
    const at = `files[${index}]`;
    const said = object(node, at, ["include", "smartform", "textLibraryFolder", "data", "language", "rules"]);
    if (said === undefined) return undefined;
    const include = glob(said, node, at);
    const about = (name: string): string | undefined => {
      const value = said.get(name);
      if (value !== undefined && include?.startsWith(textlib)) return wrong(value, l10n.t("{0}: for texts of the library only rules can be set; the library itself says everything else.", `${at}.${name}`));
      return text(value, `${at}.${name}`);
    };
    const [smartform, textLibraryFolder, data, language] = [about("smartform"), about("textLibraryFolder"), about("data"), about("language")];
    if (catalog !== undefined && smartform !== undefined) lookUpSmartform(said.get("smartform"), smartform, at, catalog);
    if (catalog !== undefined && textLibraryFolder !== undefined) lookUpFolder(said.get("textLibraryFolder"), textLibraryFolder, at, catalog);
    const severitiesHere = rules(said.get("rules"), `${at}.rules`);
    if (include === undefined) return undefined;
    return {
      index, include,
      ...(smartform === undefined ? {} : { smartform }), ...(textLibraryFolder === undefined ? {} : { textLibraryFolder }),
      ...(data === undefined ? {} : { data }), ...(language === undefined ? {} : { language: language.toLowerCase() }),
      rules: severitiesHere,
    };
  }

  function lookUpSmartform(node: Node | undefined, id: string, at: string, { smartform, smartforms }: Catalog): void {
    if (node === undefined || smartform(id).state !== "absent") return;
    const all = smartforms();
    const named = all.state === "known" ? all.value.filter(({ name }) => name.toLowerCase() === id.toLowerCase()) : [];
    const meant = named.length > 0 || all.state !== "known" ? named.map((each) => each.id) : alike(id, all.value.map((each) => each.id));
    wrong(node, l10n.t("{0}: there is no Smartform with this id.", `${at}.smartform`), meant.slice(0, 3));
  }

  function lookUpFolder(node: Node | undefined, folder: string, at: string, known: Catalog): void {
    if (node === undefined || findFolders(known, folder).state !== "absent") return;
    const folders = known.folders();
    wrong(node, l10n.t("{0}: no folder that can be seen has this code or name.", `${at}.textLibraryFolder`), folders.state === "known" ? alike(folder, folders.value.map(folderReference)) : []);
  }

  function glob(said: Properties, node: Node, at: string): string | undefined {
    const include = said.get("include");
    if (include === undefined) return wrong(node, l10n.t("{0}: it is missing.", `${at}.include`));
    const written = text(include, `${at}.include`);
    if (written === undefined) return undefined;
    if (/^(?:\.{0,2}\/|[A-Za-z]:[\\/])/.test(written)) return wrong(include, l10n.t("{0}: patterns begin with the name of a file or folder beside smartform.json.", `${at}.include`));
    return written.startsWith(textlib) && !written.startsWith(`${textlib}/`) ? wrong(include, l10n.t("{0}: texts of the library are addressed as {1}.", `${at}.include`, "textlib:/FOLDER/TEXT.LANGUAGE.txt")) : written;
  }

  return { object, list, text, rules, entry };
}

/** `CommaExpected` as people say it. */
function inWords(code: string): string {
  return code.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}

function isSeverity(value: unknown): value is Severity | "off" {
  return typeof value === "string" && severities.includes(value);
}

function under(at: string, name: string): string {
  return at === "" ? name : `${at}.${name}`;
}

/** Words that were probably meant: spelt alike, or the one the beginning of the other. */
function alike(word: string, words: readonly string[]): readonly string[] {
  const near = nearest(word, prepareWords(words), newEffort());
  return near.length > 0 || word.length < 3 ? near : words.filter((each) => each.startsWith(word) || word.startsWith(each));
}
