/** What stands at an offset, in facts. Everything in it is plain text from the service or the author: whoever shows it must escape it. */
import type { Answer } from "../answer.ts";
import type { Folder, Json, JsonObject, Text } from "../catalog.ts";
import type { Context } from "../context.ts";
import { expand, formatOf } from "../expand.ts";
import type { Piece } from "../expand.ts";
import { wordsOf } from "../findings/html.ts";
import { fieldNamed } from "../findings/smartformFields.ts";
import { folderById, folderReference, subfoldersOf } from "../folders.ts";
import type { Range } from "../range.ts";
import { findData, isObject, resolveAt } from "../resolve.ts";
import type { DataAnswer, InputResolution, LibraryResolution, Resolved } from "../resolve.ts";
import type { DataPlaceholder, Format, Input, Syntax } from "../syntax.ts";
import { chooseTranslation } from "../translation.ts";
import { textTarget } from "./definition.ts";

export interface Hover extends Range {
  readonly title: string;
  /** What is shown in the place of the placeholder; null where nothing is known to be. At most `previewLength` code units. */
  readonly preview: { readonly text: string; readonly format: Format } | null;
  readonly facts: readonly Fact[];
}

export interface Fact {
  readonly name: string;
  readonly value: string;
}

export const previewLength = 1000;

/** null where nothing is known. */
export function hover(syntax: Syntax, offset: number, context: Context): Hover | null {
  const at = resolveAt(syntax, offset, context);
  if (at === null) return null;
  const { placeholder, resolution } = at;
  if (resolution.kind === "library") return hoverFolder(at, context) ?? hoverText(resolution, { start: placeholder.start, end: placeholder.end }, context);
  if (resolution.kind === "data" && placeholder.kind === "data") return hoverData(placeholder, at, context);
  if (resolution.kind === "input" && placeholder.kind === "input") return hoverInput(syntax, placeholder, resolution, context);
  return null;
}

/** The first characters of a text as it is shown in this context; null where it has none or nobody knows. */
export function preview(text: Text, context: Context, length: number): { readonly language: string; readonly text: string } | null {
  const chosen = chooseTranslation(context.catalog, text, context.language);
  if (chosen.state !== "known") return null;
  const { pieces } = expand(chosen.value.translation.content.slice(0, 2 * length), formatOf(text.contentType), { ...context, textId: text.id }, { surface: "pdf", maxLength: 4 * length });
  return { language: chosen.value.language, text: shorten(pieces.map(shown).join(""), length) };
}

export function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}

export function contentTypeName(contentType: number): string {
  return ["plain text", "rich text", "HTML"][contentType] ?? `content type ${contentType}`;
}

/** The language that is shown comes first. */
export function languagesOf(text: Text, shownLanguage: string | undefined): readonly string[] {
  const languages = text.languages.state === "known" ? text.languages.value : [];
  return shownLanguage === undefined ? languages : [shownLanguage, ...languages.filter((language) => language !== shownLanguage)];
}

function shown(piece: Piece): string {
  return piece.kind === "input" ? piece.value || `[[ INPUT : ${piece.name} ]]` : piece.text;
}

function hoverText({ text }: LibraryResolution, range: Range, context: Context): Hover | null {
  if (text.state !== "known") return null;
  const { text: found, others } = text;
  const folder = folderById(context.catalog, found.folderId);
  const shownText = preview(found, context, previewLength);
  const file = textTarget(found, context)?.path;
  const inOthers = otherLanguages(found, shownText?.language, context);
  const facts: (Fact | false)[] = [
    { name: "Text", value: folder.state === "known" ? `${folderReference(folder.value)} : ${found.code}` : found.code },
    folder.state === "known" && { name: "Path", value: `${pathOf(folder.value, context)} › ${found.name || found.code}` },
    found.description !== "" && { name: "Description", value: shorten(found.description, 200) },
    text.matched === "subfolder" && folder.state === "known" && { name: "Found in", value: `subfolder ${folder.value.name}` },
    usedBy(found, context),
    shownText !== null && { name: "Language", value: shownText.language === context.language || context.language === undefined ? shownText.language : `${shownText.language}, as there is no ${context.language}` },
    ...inOthers,
    found.languages.state === "known" && found.languages.value.length !== inOthers.length + (shownText === null ? 0 : 1) && { name: "Languages", value: found.languages.value.join(", ") || "none" },
    shownText !== null && writtenBy(found, shownText.language, context),
    { name: "Content type", value: contentTypeName(found.contentType) },
    // A list item says nothing of it: only a text that was read with its contents is known not to be public.
    (found.isPublic || found.languages.state === "known") && { name: "Public", value: found.isPublic ? "yes, people find it in the document composer" : "no" },
    file != null && { name: "File", value: file },
    others.length > 0 && { name: "Fits as well", value: `${others.length} other ${others.length === 1 ? "text" : "texts"}` },
  ];
  return {
    ...range,
    title: found.name || found.code,
    preview: shownText && { text: shownText.text, format: formatOf(found.contentType) },
    facts: facts.filter((fact) => fact !== false),
  };
}

/** How many languages beside the one that is shown are shown as well, and how much of each. */
const mostLanguages = 4;
const otherLength = 80;

function otherLanguages(text: Text, shownLanguage: string | undefined, context: Context): readonly Fact[] {
  const others = languagesOf(text, shownLanguage).filter((language) => language !== shownLanguage);
  return others.slice(0, mostLanguages).flatMap((language): readonly Fact[] => {
    const other = preview(text, { ...context, language }, 2 * otherLength);
    if (other?.language !== language) return [];
    const words = formatOf(text.contentType) === "plain" ? other.text : wordsOf(other.text);
    return [{ name: `In ${language}`, value: shorten(words.replace(/\s+/g, " ").trim(), otherLength) || "empty" }];
  });
}

/** Where the service says neither who nor when, nothing is said. */
function writtenBy(text: Text, language: string, { catalog }: Context): Fact | false {
  const translation = catalog.translation(text.id, language);
  const { source, updatedAt = undefined } = translation.state === "known" ? translation.value : { source: undefined };
  const who = source === 1 ? "by a machine" : source === 0 ? "by a person" : null;
  const said = [who, updatedAt === undefined ? null : dayOf(updatedAt)].filter((one) => one !== null);
  if (said.length > 0) return { name: "Written", value: said.join(", ") };
  return text.updatedDate !== undefined && { name: "Last change", value: dayOf(text.updatedDate) };
}

/** The day as the service wrote it; what is no date is shown as it is. */
function dayOf(date: string): string {
  return /^\d{4}-\d\d-\d\dT/.test(date) ? date.slice(0, 10) : shorten(date, 40);
}

function usedBy(text: Text, { catalog }: Context): Fact | false {
  const count = catalog.useCount(text.id);
  if (count.state !== "known") return false;
  return { name: "Used by", value: count.value === 0 ? "no other text" : `${count.value} ${count.value === 1 ? "text" : "texts"}` };
}

/** `Human resources › Onboarding`. */
function pathOf(folder: Folder, { catalog }: Context): string {
  const parent = folder.parentFolderId === null ? undefined : folderById(catalog, folder.parentFolderId);
  return parent?.state === "known" ? `${parent.value.name} › ${folder.name}` : folder.name;
}

/** More texts than that are not counted. */
const mostCounted = 200;

/** null where the offset stands on no folder, or where it is not certain which one is meant. */
function hoverFolder({ place, resolution }: Resolved, context: Context): Hover | null {
  if (place?.role !== "folder" || resolution.kind !== "library" || resolution.folder.state !== "known") return null;
  const { folders: [folder, ...others], matched } = resolution.folder.value;
  if (folder === undefined || others.length > 0) return null;
  const texts = context.catalog.textsIn(folder.id, { limit: mostCounted + 1 });
  const subfolders = subfoldersOf(context.catalog, folder.id);
  const facts: (Fact | false)[] = [
    { name: "Code", value: folder.code || "none: references name it by its name, and a rename breaks them" },
    folder.parentFolderId !== null && { name: "Path", value: pathOf(folder, context) },
    matched === "case" && { name: "Found by", value: "a code or name in another letter case" },
    texts.state === "known" && { name: "Texts", value: texts.value.length > mostCounted ? `more than ${mostCounted}` : String(texts.value.length) },
    subfolders.length > 0 && { name: "Subfolders", value: shorten(subfolders.map(({ name }) => name).join(", "), 200) },
  ];
  return { start: place.part.start, end: place.part.end, title: folder.name, preview: null, facts: facts.filter((fact) => fact !== false) };
}

/** In front of the last dot, the object that the name leads through. */
function hoverData({ start, end, path, segments }: DataPlaceholder, { place }: Resolved, context: Context): Hover | null {
  const last = place?.role === "segment" ? place.segment : segments.length - 1;
  const names = segments.slice(0, last + 1).map((segment) => segment.text);
  const isWhole = last === segments.length - 1;
  const facts = dataFacts(findData(names, context.data));
  const field = fieldNamed(path.text, context);
  if (facts === null) return null;
  const range = place === null || isWhole ? { start, end } : { start: place.part.start, end: place.part.end };
  return {
    ...range,
    title: isWhole ? path.text : names.join("."),
    preview: null,
    facts: [...facts, ...(field === undefined || !isWhole ? [] : [{ name: "Field", value: `the Smartform has a field of this name (${field.type}); placeholders are filled from data` }])],
  };
}

/** null where nobody knows. */
function dataFacts(answer: DataAnswer): readonly Fact[] | null {
  const said = describe(answer);
  if (said === null) return null;
  if (answer.state !== "known") return [{ name: "Data", value: said }, { name: "Prints", value: nothingPrinted }];
  const { value } = answer;
  const isPrinted = value !== null && typeof value !== "object";
  return [
    { name: "Data", value: said },
    { name: "Type", value: typeOf(value) },
    ...(value === null || value === "" ? [{ name: "Prints", value: nothingPrinted }] : isPrinted ? [] : [{ name: "Prints", value: "not documented for an object or a list" }]),
  ];
}

const nothingPrinted = "nothing on screen, and in the PDF perhaps the placeholder itself";

function typeOf(value: Json): string {
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (value !== null && isObject(value)) return `object with ${shorten(Object.keys(value).join(", ") || "nothing in it", 200)}`;
  return value === null ? "nothing" : typeof value === "string" ? "text" : typeof value === "number" ? "number" : "true or false";
}

function hoverInput(syntax: Syntax, input: Input, { type, source, default: byDefault }: InputResolution, context: Context): Hover {
  const same = syntax.placeholders.filter((other) => other.kind === "input" && other.name.text === input.name.text).length;
  const sample = byDefault?.data == null ? null : describe(byDefault.data);
  const field = fieldNamed(input.name.text, context);
  const facts: (Fact | false)[] = [
    { name: "Type", value: type?.text || "text" },
    source !== null && { name: "Options from", value: `${source.text}${choices(source.text, context.data)}` },
    byDefault !== null && { name: "Default", value: sample === null ? byDefault.written.text : `${byDefault.written.text}: ${sample}` },
    same > 1 && { name: "In this text", value: `${same} times` },
    field !== undefined && { name: "Field", value: `the Smartform has a field of this name (${field.type}), and one value fills both` },
  ];
  return { start: input.start, end: input.end, title: `Input ${input.name.text}`.trim(), preview: null, facts: facts.filter((fact) => fact !== false) };
}

/** `: a, b, c` where the sample holds a list of this name. */
function choices(name: string, data: Answer<JsonObject>): string {
  const found = findData(name.split("."), data);
  if (found.state !== "known" || !Array.isArray(found.value)) return "";
  const words = found.value.slice(0, 20).map((one: Json) => (one !== null && isObject(one) ? String(one["display"] ?? one["value"] ?? JSON.stringify(one)) : String(one)));
  return `: ${shorten(words.join(", "), 120)}`;
}

/** null where nobody knows. */
function describe(value: DataAnswer): string | null {
  switch (value.state) {
    case "known":
      return shorten(typeof value.value === "string" ? value.value || "empty" : value.value === null ? "empty" : JSON.stringify(value.value), 200);
    case "absent":
      return "no value in the data sample";
    case "not-object":
      return "no value: the path goes through a plain value";
    case "unknown":
      return null;
  }
}
