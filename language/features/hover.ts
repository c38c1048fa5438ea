/** What stands at an offset, in facts. Everything in it is plain text from the service or the author: whoever shows it must escape it. */
import type { Text } from "../catalog.ts";
import type { Context } from "../context.ts";
import { expand, formatOf } from "../expand.ts";
import type { Piece } from "../expand.ts";
import { folderById, folderReference } from "../folders.ts";
import type { Range } from "../range.ts";
import { resolveAt } from "../resolve.ts";
import type { DataAnswer, InputResolution, LibraryResolution } from "../resolve.ts";
import type { Format, Input, Syntax } from "../syntax.ts";
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
  const { start, end } = placeholder;
  if (resolution.kind === "library") return hoverText(resolution, { start, end }, context);
  if (resolution.kind === "data" && placeholder.kind === "data") return hoverData(placeholder.path.text, resolution.value, { start, end });
  if (resolution.kind === "input" && placeholder.kind === "input") return hoverInput(syntax, placeholder, resolution);
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
  const path = textTarget(found, context)?.path;
  const facts: (Fact | false)[] = [
    { name: "Text", value: folder.state === "known" ? `${folderReference(folder.value)} : ${found.code}` : found.code },
    found.description !== "" && { name: "Description", value: shorten(found.description, 200) },
    text.matched === "subfolder" && folder.state === "known" && { name: "Found in", value: `subfolder ${folder.value.name}` },
    { name: "Content type", value: contentTypeName(found.contentType) },
    shownText !== null && { name: "Language", value: shownText.language === context.language || context.language === undefined ? shownText.language : `${shownText.language}, as there is no ${context.language}` },
    found.languages.state === "known" && { name: "Languages", value: found.languages.value.join(", ") || "none" },
    path != null && { name: "File", value: path },
    others.length > 0 && { name: "Fits as well", value: `${others.length} other ${others.length === 1 ? "text" : "texts"}` },
  ];
  return {
    ...range,
    title: found.name || found.code,
    preview: shownText && { text: shownText.text, format: formatOf(found.contentType) },
    facts: facts.filter((fact) => fact !== false),
  };
}

function hoverData(path: string, value: DataAnswer, range: Range): Hover | null {
  const said = describe(value);
  return said === null ? null : { ...range, title: path, preview: null, facts: [{ name: "Data", value: said }] };
}

function hoverInput(syntax: Syntax, input: Input, { type, source, default: byDefault }: InputResolution): Hover {
  const same = syntax.placeholders.filter((other) => other.kind === "input" && other.name.text === input.name.text).length;
  const sample = byDefault?.data == null ? null : describe(byDefault.data);
  const facts: (Fact | false)[] = [
    { name: "Type", value: type?.text || "text" },
    source !== null && { name: "Options from", value: source.text },
    byDefault !== null && { name: "Default", value: sample === null ? byDefault.written.text : `${byDefault.written.text}: ${sample}` },
    same > 1 && { name: "In this text", value: `${same} times` },
  ];
  return { start: input.start, end: input.end, title: `Input ${input.name.text}`.trim(), preview: null, facts: facts.filter((fact) => fact !== false) };
}

/** null where nobody knows. */
function describe(value: DataAnswer): string | null {
  switch (value.state) {
    case "known":
      return shorten(typeof value.value === "string" ? value.value || "empty" : JSON.stringify(value.value), 200);
    case "absent":
      return "no value in the data sample";
    case "not-object":
      return "no value: the path goes through a plain value";
    case "unknown":
      return null;
  }
}
