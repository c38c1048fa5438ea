/**
 * Offers what can be written at the cursor inside of a placeholder, closed or not. Reads the characters before the
 * cursor, because a half-typed placeholder has no syntax yet; names are looked up as in all other features.
 */
import type { Catalog, Folder, JsonObject, Text } from "../catalog.ts";
import type { Context } from "../context.ts";
import { findFolders, folderById, folderReference, subfoldersOf } from "../folders.ts";
import * as l10n from "../l10n.ts";
import { inputsOf, placeholderAt } from "../parse.ts";
import { isSpace } from "../placeholder.ts";
import type { Range } from "../range.ts";
import { contextFolder, findData, isObject, namesIn } from "../resolve.ts";
import { shortJson } from "../shortJson.ts";
import type { Input, Syntax } from "../syntax.ts";
import { beforeCursor } from "./beforeCursor.ts";
import { bestFit, fit, fitting } from "./fuzzy.ts";
import { contentTypeName, firstWords, languagesOf, shorten } from "./hover.ts";
import { snippetsFor } from "./snippets.ts";
import { oneOrMany } from "../words/oneOrMany.ts";

export type CompletionKind =
  "keyword" | "folder" | "text" | "input" | "option" | "value" | "data" | "object" | "snippet";

export interface CompletionItem extends Range {
  readonly label: string;
  readonly kind: CompletionKind;
  /** Replaces `start`..`end`. Includes missing spaces and, in an unclosed placeholder, missing brackets. */
  readonly newText: string;
  /** The words that the typed word is compared with. */
  readonly filterText: string;
  readonly sortText: string;
  /** Plain text from the service or the data sample. */
  readonly detail?: string;
  /** What the documents of the service say about the item. */
  readonly documentation?: string;
  /**
   * The library text that the item inserts. Its description takes time to make, so `describeText` makes it only for
   * items that the author looks at.
   */
  readonly textId?: string;
  /** `newText` has stops for the cursor, in the syntax of LSP. Set only if the caller asked for snippets. */
  readonly isSnippet?: true;
  /** The placeholder is still incomplete after this item: ask for completion again. */
  readonly again: boolean;
  /** The item is the name of an object: typing a dot accepts the item and continues with a name in that object. */
  readonly holdsOthers?: true;
}

export interface Completion {
  readonly items: readonly CompletionItem[];
  /** There are more items, or it is not known whether there are: ask again after the next character. */
  readonly incomplete: boolean;
}

/**
 * How many items are offered: more before anything is typed, because a person may read down the list; fewer afterwards,
 * because the client asks again at the next letter.
 */
const most = (slot: Slot): number => (slot.word === "" ? 100 : 50);
const nothing: Completion = { items: [], incomplete: false };
const documentedTypes = ["date", "select"];
const documentedOptions = [
  ["type", ""],
  ["default", "$"],
  ["source", ""],
] as const;

interface CompletionOptions {
  /** Whether the caller understands snippets. */
  readonly snippets?: boolean;
}

/**
 * Returns items at the offset, best first: at most 100, fewer once a word is typed; outside of brackets only snippets.
 */
export function completion(
  syntax: Syntax,
  offset: number,
  context: Context,
  { snippets = false }: CompletionOptions = {},
): Completion {
  const slot = findSlot(syntax, offset);
  if (slot === null) return snippets ? { items: snippetsFor(syntax.text, offset), incomplete: false } : nothing;
  const { before } = slot;
  const colon = before.indexOf(":");
  if (colon < 0) return first(slot, context, snippets);
  const keyword = before.slice(0, colon).trim();
  if (/^lib$/i.test(keyword)) return reference(slot, before.slice(colon + 1).split(":"), context);
  if (/^input$/i.test(keyword)) return input(slot, before.slice(colon + 1).split("|"), syntax, context);
  return nothing;
}

interface TextDescription {
  /** What the text prints, shortened; absent if that is not known. */
  readonly detail?: string;
  readonly documentation: string;
}

/**
 * Describes a text that is offered; null if the catalog no longer knows it. The description is plain text, with words
 * from the service.
 */
export function describeText(textId: string, context: Context): TextDescription | null {
  const found = context.catalog.text(textId);
  if (found.state !== "known") return null;
  const text = found.value;
  const seen = firstWords(text, context, 80);
  const folder = folderById(context.catalog, text.folderId);
  const uses = context.catalog.useCount(textId);
  const about = [
    text.name,
    folder.state === "known" ? l10n.t({ message: "in {0}", args: [folder.value.name], comment: ["A folder."] }) : "",
    contentTypeName(text.contentType),
    languagesOf(text, seen?.language).join(", "),
    uses.state === "known"
      ? oneOrMany(uses.value, l10n.t("used by 1 text"), l10n.t("used by {0} texts", uses.value))
      : "",
  ];
  return {
    ...(seen === null ? {} : { detail: seen.text.replace(/\s+/g, " ").trim() }),
    documentation: about.filter((one) => one !== "").join(" · "),
  };
}

/** The part of a placeholder that contains the cursor. */
interface Slot extends Range {
  /** The text between the opening brackets and the cursor. */
  readonly before: string;
  /** What was typed of the part, up to the cursor. */
  readonly word: string;
  /** The space that is missing before the part. */
  readonly space: "" | " ";
  /** The separator that follows the part; "" if none follows. */
  readonly next: string;
  /** What has to follow the part if it is the last one. */
  readonly close: string;
}

interface Draft {
  readonly label: string;
  readonly kind: CompletionKind;
  /** What is inserted, without the spaces and brackets around it. */
  readonly text?: string;
  readonly filterText?: string;
  readonly detail?: string;
  readonly textId?: string;
  readonly isSnippet?: true;
  /** Inserted after the item if nothing follows yet; the placeholder then continues. */
  readonly goesOn?: string;
  readonly holdsOthers?: true;
}

function findSlot(syntax: Syntax, offset: number): Slot | null {
  const { text } = syntax;
  const cursor = beforeCursor(syntax, offset);
  if (cursor === null) return null;
  const { open, before } = cursor;
  const placeholder = placeholderAt(syntax, open + 1);
  const closed = placeholder !== null && placeholder.start === open && placeholder.inner.end >= offset;
  const after = closed ? text.slice(offset, placeholder.inner.end) : "";
  const separator = Math.max(...[":", "|", "="].map((one) => before.lastIndexOf(one))) + 1;
  let wordAt = separator;
  while (wordAt < before.length && isSpace(before, wordAt)) wordAt++;
  const nextAt = /[:|=\r\n]/.exec(after)?.index ?? after.length;
  const rest = after.slice(0, nextAt).trimEnd();
  const needsSpace = wordAt === separator && before.charAt(separator - 1) !== "=";
  return {
    before,
    word: before.slice(wordAt),
    start: open + 2 + wordAt,
    end: offset + rest.length,
    space: needsSpace ? " " : "",
    next: after.charAt(nextAt).trim(),
    close: closed ? (after.length > rest.length ? "" : " ") : " ]]",
  };
}

/** Completes after the opening brackets: a keyword or data. */
function first(slot: Slot, context: Context, snippets: boolean): Completion {
  const keywords: readonly Draft[] = [
    { label: "LIB", kind: "keyword", detail: l10n.t("A text of the Text Library"), goesOn: " : " },
    { label: "INPUT", kind: "keyword", detail: l10n.t("A text that the person can edit"), goesOn: " : " },
  ];
  const wholes: readonly Draft[] = [
    {
      label: l10n.t("LIB : folder : text"),
      kind: "snippet",
      text: "LIB : ${1:folder} : ${2:text}",
      detail: l10n.t("A complete reference to a text of the Text Library"),
      isSnippet: true,
    },
    {
      label: l10n.t("INPUT : name"),
      kind: "snippet",
      text: "INPUT : ${1:name}",
      detail: l10n.t("A complete placeholder for a text that the person can edit"),
      isSnippet: true,
    },
  ];
  const offered =
    slot.next === ""
      ? [...keywords, ...(snippets ? wholes : [])].filter((keyword) => startsWith(keyword.label, slot.word))
      : keywords;
  return dataNames(slot, context, "", offered);
}

function reference(slot: Slot, parts: readonly string[], context: Context): Completion {
  if (parts.length > 2) return nothing;
  const [folderPart = ""] = parts;
  if (parts.length === 2) {
    const folders = findFolders(context.catalog, folderPart.trim());
    return folders.state === "known"
      ? texts(slot, folders.value.folders, [], context)
      : { ...nothing, incomplete: folders.state === "unknown" };
  }
  const written = writableFolders(context);
  if (written === null) return { ...nothing, incomplete: true };
  const folderDrafts = fitting(written, slot.word, ({ code, name }) => [code ?? "", name])
    .slice(0, most(slot) + 1)
    .map(folderDraft);
  const short = slot.next === "" ? contextFolder(context) : null;
  return texts(slot, short?.state === "known" ? short.value.folders : [], folderDrafts, context);
}

const writableOf = new WeakMap<Catalog, { readonly revision: number; readonly folders: readonly Folder[] }>();

/**
 * Returns the folders that a reference can name. If several folders are spelt alike, returns only one of them. Returns
 * null if the folders are not known. Cached until the catalog's revision changes.
 */
function writableFolders({ catalog }: Context): readonly Folder[] | null {
  const kept = writableOf.get(catalog);
  if (kept?.revision === catalog.revision) return kept.folders;
  const answer = catalog.folders();
  if (answer.state === "unknown") return null;
  const all = answer.state === "known" ? answer.value : [];
  const folders = [
    ...new Map(
      all.filter((folder) => canBeWritten(folderReference(folder))).map((folder) => [folderReference(folder), folder]),
    ).values(),
  ];
  writableOf.set(catalog, { revision: catalog.revision, folders });
  return folders;
}

function folderDraft(folder: Folder): Draft {
  const label = folderReference(folder);
  return {
    label,
    kind: "folder",
    filterText: `${label} ${folder.name}`,
    detail: folder.code ? folder.name : l10n.t("Folder without a code"),
    goesOn: " : ",
  };
}

/** With this many good matches, looser ones are left out. */
const enough = 20;
/** How many texts of a folder are examined one by one for a looser match. */
const lookedAt = 500;

/**
 * Offers texts whose codes begin with the word: those of the folders, then those of their subfolders. After them come
 * texts whose code, name or description contains the word, then texts that match the word more loosely.
 */
function texts(slot: Slot, folders: readonly Folder[], drafts: readonly Draft[], context: Context): Completion {
  const { catalog } = context;
  const { word } = slot;
  const places = [...folders, ...folders.flatMap((folder) => subfoldersOf(catalog, folder.id))];
  const found = new Map<string, Text>();
  let incomplete = false;
  const limit = most(slot) + 1;
  const listed = (answer: ReturnType<typeof catalog.textsIn>): readonly Text[] => {
    if (answer.state === "unknown") incomplete = true;
    return answer.state === "known" ? answer.value : [];
  };
  const take = (texts: readonly Text[]): void => {
    for (const text of texts) found.set(text.id, text);
  };
  for (const folder of places) {
    if (found.size >= limit) break;
    take(listed(catalog.textsIn(folder.id, { prefix: word, limit })));
  }
  if (word !== "" && places.length > 0 && found.size < limit) {
    take(listed(catalog.search(word, { limit, folderIds: places.map((folder) => folder.id) })));
    if (found.size >= enough) incomplete = true;
    else
      for (const folder of places.slice(0, 4)) {
        const candidates = [
          ...listed(catalog.textsIn(folder.id, { limit: lookedAt })),
          ...listed(catalog.textsIn(folder.id, { prefix: word.charAt(0), limit: lookedAt })),
        ];
        if (candidates.length >= lookedAt) incomplete = true;
        take(
          fitting(
            candidates.filter((text) => !found.has(text.id) && bestFit([text.code, text.name], word) !== null),
            word,
            (text) => [text.code, text.name],
          ),
        );
      }
  }
  incomplete ||= found.size >= limit;
  // If the list is incomplete and the code matches, the client compares the typed word with the code alone, because it
  // asks again after the next letter. In a complete list, further letters may match only the name, so the client also
  // compares the word with the name.
  const filterText = ({ code, name }: Text): string =>
    name === "" || (incomplete && fit(code, word) !== null) ? code : `${code} ${name}`;
  const textDrafts = [...found.values()]
    .filter((text) => canBeWritten(text.code))
    .slice(0, limit - 1)
    .map((text): Draft => ({ label: text.code, kind: "text", filterText: filterText(text), textId: text.id }));
  return complete(slot, [...drafts, ...textDrafts], incomplete);
}

function input(slot: Slot, parts: readonly string[], syntax: Syntax, context: Context): Completion {
  const inputs = inputsOf(syntax);
  const part = parts.at(-1) ?? "";
  if (parts.length === 1)
    return complete(
      slot,
      unique(inputs.map((one) => one.name.text)).map((label) => ({
        label,
        kind: "input",
        detail: l10n.t("Input of this text"),
      })),
    );
  const equals = part.indexOf("=");
  if (equals >= 0) return optionValue(slot, part.slice(0, equals).trim(), inputs, context);
  const used = new Set(parts.slice(1, -1).map((option) => option.split("=")[0]?.trim()));
  const free = documentedOptions.filter(([name]) => !used.has(name));
  return complete(
    slot,
    free.map(([label, sign]) => ({ label, kind: "option", goesOn: `=${sign}` })),
  );
}

function optionValue(slot: Slot, option: string, inputs: readonly Input[], context: Context): Completion {
  if (option === "default") return dataNames(slot, context, "$", []);
  if (option === "type")
    return complete(
      slot,
      documentedTypes.map((label) => ({ label, kind: "value" })),
    );
  if (option !== "source") return nothing;
  const sources = inputs
    .flatMap((one) => one.options)
    .filter(({ name, value }) => name.text === "source" && value !== null && value.start !== slot.start);
  const used = unique(sources.map(({ value }) => value?.text ?? ""));
  const taken = new Set(used);
  const sample = context.data.state === "known" ? context.data.value : {};
  const lists = unique(
    namesIn(sample).filter((name) => Array.isArray(sample[name]) && !/[\s|=]/.test(name) && !taken.has(name)),
  );
  return complete(
    slot,
    [
      ...used.map((label): Draft => ({ label, kind: "value", detail: l10n.t("Used in this text") })),
      ...lists.map((label): Draft => ({ label, kind: "value", detail: l10n.t("List of the data sample") })),
    ],
    context.data.state === "unknown",
  );
}

/**
 * Leaves the last name off the typed path, and offers the names in the object to which the rest leads. If the whole
 * path leads to an object, offers the names in it too. Leaves out lists, which print nothing. `sign` precedes the path.
 */
function dataNames(slot: Slot, context: Context, sign: string, others: readonly Draft[]): Completion {
  const typed = slot.word.startsWith(sign) ? slot.word.slice(sign.length) : slot.word;
  const path = typed.split(".");
  const beginnings = path.length > 1 ? [] : others;
  if (context.data.state !== "known") return complete(slot, beginnings, context.data.state === "unknown");
  const count = most(slot) + 1;
  const inside = namesBelow({ path, typed: "", below: path.at(-1), count }, context.data, sign);
  const beside = namesBelow({ path: path.slice(0, -1), typed: path.at(-1) ?? "", count }, context.data, sign);
  return complete(slot, [
    ...beginnings,
    ...inside,
    ...beside.filter(({ text }) => inside.length === 0 || text !== sign + typed),
  ]);
}

interface NamesWanted {
  readonly path: readonly string[];
  readonly typed: string;
  /** Shown before each name, followed by a dot, in the list that the author sees. */
  readonly below?: string | undefined;
  /** Maximum number of names that are returned. */
  readonly count: number;
}

/** Returns nothing if the path does not lead to an object. */
function namesBelow({ path, typed, below, count }: NamesWanted, data: Context["data"], sign: string): readonly Draft[] {
  const found = path.length === 0 || data.state !== "known" ? data : findData(path, data);
  if (found.state !== "known" || !isObject(found.value)) return [];
  const object: JsonObject = found.value;
  const parent = sign + path.map((name) => `${name}.`).join("");
  const fits = (name: string): boolean => canBeWritten(name) && !/[.|=]/.test(name) && !Array.isArray(object[name]);
  return firstThat(
    fits,
    fitting(namesHolding(typed, object), typed, (name) => [name]),
    count,
  ).map((name): Draft => {
    const value = object[name] ?? null;
    const about = {
      label: below === undefined ? name : `${below}.${name}`,
      text: parent + name,
      filterText: parent + name,
    };
    if (isObject(value))
      return {
        ...about,
        kind: "object",
        detail: l10n.t({ message: "Object", comment: ["The kind of a value."] }),
        goesOn: "",
        holdsOthers: true,
      };
    return { ...about, kind: "data", detail: typeof value === "string" ? shorten(value, 80) : shortJson(value, 80) };
  });
}

/** How many names of one object are examined one by one for a loose match. */
const mostLoose = 2000;

/** If there are very many names, returns only those that contain what was typed. */
function namesHolding(word: string, object: JsonObject): readonly string[] {
  const names = namesIn(object);
  const typed = word.trim().toLowerCase();
  return names.length <= mostLoose || typed === "" ? names : names.filter((name) => name.toLowerCase().includes(typed));
}

function firstThat<Item>(isMeant: (item: Item) => boolean, items: readonly Item[], count: number): readonly Item[] {
  const found: Item[] = [];
  for (const item of items) {
    if (found.length >= count) break;
    if (isMeant(item)) found.push(item);
  }
  return found;
}

function complete(slot: Slot, drafts: readonly Draft[], incomplete = false): Completion {
  const items = drafts.slice(0, most(slot)).map((draft, index): CompletionItem => {
    const { label, kind, text = label, filterText = label, goesOn, ...about } = draft;
    const again = about.holdsOthers === true || (goesOn !== undefined && slot.next === "");
    const ending = again ? goesOn : slot.next === "" ? slot.close : "";
    return {
      start: slot.start,
      end: slot.end,
      label,
      kind,
      newText: slot.space + text + ending,
      filterText,
      sortText: String(index).padStart(4, "0"),
      again,
      ...about,
    };
  });
  return { items, incomplete: incomplete || drafts.length > most(slot) };
}

/** Whether a placeholder can hold the name: separators and brackets rule it out. */
function canBeWritten(name: string): boolean {
  return name !== "" && name === name.trim() && !/[:\r\n]|\[\[|\]\]/.test(name);
}

function startsWith(name: string, word: string): boolean {
  return name.toLowerCase().startsWith(word.toLowerCase());
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)].filter(canBeWritten).sort();
}
