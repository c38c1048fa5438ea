/**
 * What can be written at the cursor inside of a placeholder, closed or not. It reads the characters in front of the cursor, as a
 * half-typed placeholder has no syntax yet; what they name is looked up in the same way as everywhere.
 */
import type { Folder, JsonObject, Text } from "../catalog.ts";
import type { Context } from "../context.ts";
import { findFolders, folderById, folderReference, subfoldersOf } from "../folders.ts";
import { placeholderAt } from "../parse.ts";
import { isSpace } from "../placeholder.ts";
import type { Range } from "../range.ts";
import { contextFolder, findData, isObject } from "../resolve.ts";
import type { Input, Syntax } from "../syntax.ts";
import { beforeCursor } from "./beforeCursor.ts";
import { contentTypeName, languagesOf, preview, shorten } from "./hover.ts";

export type CompletionKind = "keyword" | "folder" | "text" | "input" | "option" | "value" | "data" | "object";

export interface CompletionItem extends Range {
  readonly label: string;
  readonly kind: CompletionKind;
  /** Replaces `start`..`end`. Brings the spaces and, in an unclosed placeholder, the brackets that are missing. */
  readonly newText: string;
  /** What the typed word is compared with. */
  readonly filterText: string;
  readonly sortText: string;
  /** Plain text from the service or the data sample. */
  readonly detail?: string;
  readonly documentation?: string;
  /** The placeholder is not whole with this item: ask for completion again behind it. */
  readonly again: boolean;
}

export interface Completion {
  readonly items: readonly CompletionItem[];
  /** There are more, or nobody knows: ask again after the next character. */
  readonly incomplete: boolean;
}

const most = 200;
const nothing: Completion = { items: [], incomplete: false };
const documentedTypes = ["date", "select"];
const documentedOptions = [["type", ""], ["default", "$"], ["source", ""]] as const;

/** Items at the offset, best first, at most 200 of them; none outside of brackets. */
export function completion(syntax: Syntax, offset: number, context: Context): Completion {
  const slot = findSlot(syntax, offset);
  if (slot === null) return nothing;
  const { before } = slot;
  const colon = before.indexOf(":");
  if (colon < 0) return first(slot, context);
  const keyword = before.slice(0, colon).trim();
  if (/^lib$/i.test(keyword)) return reference(slot, before.slice(colon + 1).split(":"), context);
  if (/^input$/i.test(keyword)) return input(slot, before.slice(colon + 1).split("|"), syntax, context);
  return nothing;
}

/** The part of a placeholder that the cursor stands in. */
interface Slot extends Range {
  /** From the opening brackets to the cursor. */
  readonly before: string;
  /** What was typed of the part, up to the cursor. */
  readonly word: string;
  /** The space that is missing between what is in front of the part and the part. */
  readonly space: "" | " ";
  /** The separator behind the part, or "" where the placeholder ends with it. */
  readonly next: string;
  /** What has to come behind the part when it is the last one. */
  readonly close: string;
}

interface Draft {
  readonly label: string;
  readonly kind: CompletionKind;
  /** What is written, without the spaces and brackets around it. */
  readonly text?: string;
  readonly filterText?: string;
  readonly detail?: string;
  readonly documentation?: string;
  /** Written behind it where nothing follows yet; the placeholder goes on then. */
  readonly goesOn?: string;
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

/** Behind the opening brackets: a keyword or data. */
function first(slot: Slot, context: Context): Completion {
  const keywords: readonly Draft[] = [
    { label: "LIB", kind: "keyword", detail: "A text of the Text Library", goesOn: " : " },
    { label: "INPUT", kind: "keyword", detail: "A text that the person can edit", goesOn: " : " },
  ];
  const offered = slot.next === "" ? keywords.filter((keyword) => startsWith(keyword.label, slot.word)) : keywords;
  return dataNames(slot, context, "", offered);
}

function reference(slot: Slot, parts: readonly string[], context: Context): Completion {
  if (parts.length > 2) return nothing;
  const [folderPart = ""] = parts;
  if (parts.length === 2) {
    const folders = findFolders(context.catalog, folderPart.trim());
    return folders.state === "known" ? texts(slot, folders.value.folders, [], context) : { ...nothing, incomplete: folders.state === "unknown" };
  }
  const folders = context.catalog.folders();
  if (folders.state === "unknown") return { ...nothing, incomplete: true };
  const fitting = (folders.state === "known" ? folders.value : []).filter((folder) => canBeWritten(folderReference(folder)) && holds(`${folder.code ?? ""} ${folder.name}`, slot.word));
  const folderDrafts = [...new Map(fitting.map((folder) => [folderReference(folder), folderDraft(folder)])).values()];
  const short = slot.next === "" ? contextFolder(context) : null;
  return texts(slot, short?.state === "known" ? short.value.folders : [], folderDrafts, context);
}

function folderDraft(folder: Folder): Draft {
  const label = folderReference(folder);
  return { label, kind: "folder", filterText: `${label} ${folder.name}`, detail: folder.code ? folder.name : "Folder without a code", goesOn: " : " };
}

/** Texts of the folders, then those of their subfolders, then those that hold the word elsewhere in their code or name. */
function texts(slot: Slot, folders: readonly Folder[], drafts: readonly Draft[], context: Context): Completion {
  const { catalog } = context;
  const places = [...folders, ...folders.flatMap((folder) => subfoldersOf(catalog, folder.id))];
  const found = new Map<string, Text>();
  let incomplete = false;
  const limit = most + 1;
  const take = (answer: ReturnType<typeof catalog.textsIn>): void => {
    if (answer.state === "unknown") incomplete = true;
    for (const text of answer.state === "known" ? answer.value : []) found.set(text.id, text);
  };
  for (const folder of places) {
    if (found.size >= limit) break;
    take(catalog.textsIn(folder.id, { prefix: slot.word, limit }));
  }
  if (slot.word !== "" && places.length > 0 && found.size < limit) take(catalog.search(slot.word, { limit, folderIds: places.map((folder) => folder.id) }));
  const own = new Set(folders.map((folder) => folder.id));
  const textDrafts = [...found.values()].filter((text) => canBeWritten(text.code)).slice(0, most).map((text) => textDraft(text, own.has(text.folderId), context));
  return complete(slot, [...drafts, ...textDrafts], incomplete || found.size > most);
}

function textDraft(text: Text, isOwn: boolean, context: Context): Draft {
  const seen = preview(text, context, 80);
  const folder = isOwn ? null : folderById(context.catalog, text.folderId);
  const about = [text.name, folder?.state === "known" ? `in ${folder.value.name}` : "", contentTypeName(text.contentType), languagesOf(text, seen?.language).join(", ")];
  return {
    label: text.code,
    kind: "text",
    filterText: `${text.code} ${text.name}`,
    ...(seen === null ? {} : { detail: seen.text.replace(/\s+/g, " ").trim() }),
    documentation: about.filter((one) => one !== "").join(" · "),
  };
}

function input(slot: Slot, parts: readonly string[], syntax: Syntax, context: Context): Completion {
  const inputs = syntax.placeholders.filter((placeholder) => placeholder.kind === "input");
  const part = parts.at(-1) ?? "";
  if (parts.length === 1) return complete(slot, unique(inputs.map((one) => one.name.text)).map((label) => ({ label, kind: "input", detail: "Input of this text" })));
  const equals = part.indexOf("=");
  if (equals >= 0) return optionValue(slot, part.slice(0, equals).trim(), inputs, context);
  const used = new Set(parts.slice(1, -1).map((option) => option.split("=")[0]?.trim()));
  const free = documentedOptions.filter(([name]) => !used.has(name));
  return complete(slot, free.map(([label, sign]) => ({ label, kind: "option", goesOn: `=${sign}` })));
}

function optionValue(slot: Slot, option: string, inputs: readonly Input[], context: Context): Completion {
  if (option === "default") return dataNames(slot, context, "$", []);
  if (option === "type") return complete(slot, documentedTypes.map((label) => ({ label, kind: "value" })));
  if (option !== "source") return nothing;
  const sources = inputs.flatMap((one) => one.options).filter(({ name, value }) => name.text === "source" && value !== null && value.start !== slot.start);
  return complete(slot, unique(sources.map(({ value }) => value?.text ?? "")).map((label) => ({ label, kind: "value", detail: "Used in this text" })));
}

/** The names of the object that the path up to its last dot leads to, lists left out: they print nothing. `sign` stands in front of the path. */
function dataNames(slot: Slot, context: Context, sign: string, others: readonly Draft[]): Completion {
  const typed = slot.word.startsWith(sign) ? slot.word.slice(sign.length) : slot.word;
  const path = typed.split(".");
  const found = context.data.state === "known" ? findData(path.slice(0, -1), context.data) : context.data;
  if (found.state !== "known" || !isObject(found.value)) return complete(slot, path.length > 1 ? [] : others, context.data.state === "unknown");
  const object: JsonObject = found.value;
  const parent = sign + path.slice(0, -1).map((name) => `${name}.`).join("");
  const fits = (name: string): boolean => canBeWritten(name) && !/[.|=]/.test(name) && !Array.isArray(object[name]) && holds(name, path.at(-1) ?? "");
  const names = Object.keys(object).filter(fits);
  const drafts = names.map((name): Draft => {
    const value = object[name] ?? null;
    const about = { label: name, text: parent + name, filterText: parent + name };
    if (isObject(value)) return { ...about, kind: "object", detail: "Object", goesOn: "." };
    return { ...about, kind: "data", detail: shorten(typeof value === "string" ? value : JSON.stringify(value), 80) };
  });
  return complete(slot, [...(path.length > 1 ? [] : others), ...drafts]);
}

function complete(slot: Slot, drafts: readonly Draft[], incomplete = false): Completion {
  const items = drafts.slice(0, most).map((draft, index): CompletionItem => {
    const { label, kind, text = label, filterText = label, goesOn, ...about } = draft;
    const again = goesOn === "." || (goesOn !== undefined && slot.next === "");
    const ending = again ? goesOn : slot.next === "" ? slot.close : "";
    return { start: slot.start, end: slot.end, label, kind, newText: slot.space + text + ending, filterText, sortText: String(index).padStart(4, "0"), again, ...about };
  });
  return { items, incomplete: incomplete || drafts.length > most };
}

/** A name that holds a separator or brackets cannot stand in a placeholder. */
function canBeWritten(name: string): boolean {
  return name !== "" && name === name.trim() && !/[:\r\n]|\[\[|\]\]/.test(name);
}

function startsWith(name: string, word: string): boolean {
  return name.toLowerCase().startsWith(word.toLowerCase());
}

function holds(name: string, word: string): boolean {
  return name.toLowerCase().includes(word.trim().toLowerCase());
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)].filter(canBeWritten).sort();
}
