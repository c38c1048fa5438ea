/**
 * Returns facts about what is at an offset. They are plain text from the service or the author, and callers must escape
 * them when they show them.
 */
import type { Answer } from "../answer.ts";
import type { Folder, Json, JsonObject, Text } from "../catalog.ts";
import type { Context } from "../context.ts";
import { expand, formatOf } from "../expand.ts";
import type { Piece } from "../expand.ts";
import { folderById, folderReference, subfoldersOf } from "../folders.ts";
import { wordsOf } from "../html.ts";
import * as l10n from "../l10n.ts";
import { fieldNamed } from "../lookups/fields.ts";
import type { Range } from "../range.ts";
import { findData, isObject, namesIn, resolveAt } from "../resolve.ts";
import type { DataAnswer, InputResolution, LibraryResolution, Resolved } from "../resolve.ts";
import { shortJson } from "../shortJson.ts";
import type { DataPlaceholder, Format, Input, Syntax } from "../syntax.ts";
import { documentPath } from "../textName.ts";
import { chooseTranslation } from "../translation.ts";
import { textTarget } from "./definition.ts";
import { oneOrMany } from "../words/oneOrMany.ts";

export interface Hover extends Range {
  readonly title: string;
  /** What is shown in the place of the placeholder; null if that is not known. At most `previewLength` code units. */
  readonly preview: { readonly text: string; readonly format: Format } | null;
  readonly facts: readonly Fact[];
}

export interface Fact {
  readonly name: string;
  readonly value: string;
}

const previewLength = 1000;

/** Returns null if nothing is known. */
export function hover(syntax: Syntax, offset: number, context: Context): Hover | null {
  const at = resolveAt(syntax, offset, context);
  if (at === null) return null;
  const { placeholder, resolution } = at;
  if (resolution.kind === "library")
    return (
      hoverFolder(at, context) ?? hoverText(resolution, { start: placeholder.start, end: placeholder.end }, context)
    );
  if (resolution.kind === "data" && placeholder.kind === "data") return hoverData(placeholder, at, context);
  if (resolution.kind === "input" && placeholder.kind === "input")
    return hoverInput(syntax, placeholder, resolution, context);
  return null;
}

/**
 * Returns the first characters of a text as it is shown in this context; null if there is no content to show, or if it
 * is not known.
 */
export function firstWords(
  text: Text,
  context: Context,
  length: number,
): { readonly language: string; readonly text: string } | null {
  const chosen = chooseTranslation(context.catalog, text, context.language);
  if (chosen.state !== "known") return null;
  const { pieces } = expand(
    chosen.value.translation.content.slice(0, 2 * length),
    formatOf(text.contentType),
    { ...context, textId: text.id },
    { surface: "pdf", maxLength: 4 * length },
  );
  return { language: chosen.value.language, text: shorten(pieces.map(shown).join(""), length) };
}

export function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}

export function contentTypeName(contentType: number): string {
  return (
    [
      l10n.t({ message: "plain text", comment: ["A content type."] }),
      l10n.t({ message: "rich text", comment: ["A content type."] }),
      "HTML",
    ][contentType] ?? l10n.t("content type {0}", contentType)
  );
}

/** Returns the languages of a text, beginning with the one that is shown. */
export function languagesOf(text: Text, shownLanguage: string | undefined): readonly string[] {
  const languages = text.languages.state === "known" ? text.languages.value : [];
  return shownLanguage === undefined
    ? languages
    : [shownLanguage, ...languages.filter((language) => language !== shownLanguage)];
}

/** Returns what a piece prints; an unanswered input is shown by its name. */
export function shown(piece: Piece): string {
  return piece.kind === "input" ? piece.value || `[[ INPUT : ${piece.name} ]]` : piece.text;
}

function hoverText({ text }: LibraryResolution, range: Range, context: Context): Hover | null {
  if (text.state !== "known") return null;
  const { text: found, others } = text;
  const folder = folderById(context.catalog, found.folderId);
  const shownText = firstWords(found, context, previewLength);
  const file = textTarget(found, context)?.path;
  const inOthers = otherLanguages(found, shownText?.language, context);
  const facts: (Fact | false)[] = [
    {
      name: l10n.t("Text"),
      value: folder.state === "known" ? `${folderReference(folder.value)} : ${found.code}` : found.code,
    },
    folder.state === "known" && {
      name: l10n.t("Path"),
      value: `${pathOf(folder.value, context)} › ${found.name || found.code}`,
    },
    found.description !== "" && { name: l10n.t("Description"), value: shorten(found.description, 200) },
    text.matched === "subfolder" &&
      folder.state === "known" && {
        name: l10n.t("Found in"),
        value: l10n.t({ message: "subfolder {0}", args: [folder.value.name], comment: ["Where a text is found."] }),
      },
    usedBy(found, context),
    shownText !== null && {
      name: l10n.t("Language"),
      value:
        shownText.language === context.language || context.language === undefined
          ? shownText.language
          : l10n.t({
              message: "{0}: there is no {1}, and the API documents do not say what is shown instead",
              args: [shownText.language, context.language],
              comment: ["Languages."],
            }),
    },
    ...inOthers,
    found.languages.state === "known" &&
      found.languages.value.length !== inOthers.length + (shownText === null ? 0 : 1) && {
        name: l10n.t("Languages"),
        value: found.languages.value.join(", ") || l10n.t({ message: "none", comment: ["No language."] }),
      },
    shownText !== null && writtenBy(found, shownText.language, context),
    { name: l10n.t("Content type"), value: contentTypeName(found.contentType) },
    // A list of texts from the service may leave out whether a text is public, so "no" is shown only for a text that
    // was read with its contents.
    (found.isPublic || found.languages.state === "known") && {
      name: l10n.t("Public"),
      value: found.isPublic
        ? l10n.t("yes, people find it in the document composer")
        : l10n.t({ message: "no", comment: ["A text is not public."] }),
    },
    file != null && { name: l10n.t("File"), value: documentPath(file) },
    others.length > 0 && {
      name: l10n.t("Also matches"),
      value: oneOrMany(others.length, l10n.t("1 other text"), l10n.t("{0} other texts", others.length)),
    },
  ];
  return {
    ...range,
    title: found.name || found.code,
    preview: shownText && { text: shownText.text, format: formatOf(found.contentType) },
    facts: facts.filter((fact) => fact !== false),
  };
}

/** How many more languages are shown besides `shownLanguage`, and how much of each, in code units. */
const mostLanguages = 4;
const otherLength = 80;

function otherLanguages(text: Text, shownLanguage: string | undefined, context: Context): readonly Fact[] {
  const others = languagesOf(text, shownLanguage).filter((language) => language !== shownLanguage);
  return others.slice(0, mostLanguages).flatMap((language): readonly Fact[] => {
    const other = firstWords(text, { ...context, language }, 2 * otherLength);
    if (other?.language !== language) return [];
    const words = formatOf(text.contentType) === "plain" ? other.text : wordsOf(other.text);
    return [
      {
        name: l10n.t({ message: "In {0}", args: [language], comment: ["A language."] }),
        value: shorten(words.replace(/\s+/g, " ").trim(), otherLength) || empty(),
      },
    ];
  });
}

/** Returns false if the service names no author and no date. */
function writtenBy(text: Text, language: string, { catalog }: Context): Fact | false {
  const translation = catalog.translation(text.id, language);
  const { source, updatedAt = undefined } = translation.state === "known" ? translation.value : { source: undefined };
  const who =
    source === 1
      ? l10n.t({ message: "by a machine", comment: ["Who wrote it."] })
      : source === 0
        ? l10n.t({ message: "by a person", comment: ["Who wrote it."] })
        : null;
  const said = [who, updatedAt === undefined ? null : dayOf(updatedAt)].filter((one) => one !== null);
  if (said.length > 0) return { name: l10n.t("Written"), value: said.join(", ") };
  return text.updatedDate !== undefined && { name: l10n.t("Last change"), value: dayOf(text.updatedDate) };
}

/** Returns the day as the service wrote it; anything that is not a date is only shortened. */
function dayOf(date: string): string {
  return /^\d{4}-\d\d-\d\dT/.test(date) ? date.slice(0, 10) : shorten(date, 40);
}

function usedBy(text: Text, { catalog }: Context): Fact | false {
  const count = catalog.useCount(text.id);
  if (count.state !== "known") return false;
  return {
    name: l10n.t("Used by"),
    value:
      count.value === 0
        ? l10n.t({ message: "no other text", comment: ["What uses it."] })
        : oneOrMany(count.value, l10n.t("1 text"), l10n.t("{0} texts", count.value)),
  };
}

/** Returns the folder's name, with that of its parent in front: `Human resources › Onboarding`. */
function pathOf(folder: Folder, { catalog }: Context): string {
  const parent = folder.parentFolderId === null ? undefined : folderById(catalog, folder.parentFolderId);
  return parent?.state === "known" ? `${parent.value.name} › ${folder.name}` : folder.name;
}

/** Maximum number of texts that are counted. */
const mostCounted = 200;

/** Returns null if the offset is not on a folder, or if it is not certain which one is meant. */
function hoverFolder({ place, resolution }: Resolved, context: Context): Hover | null {
  if (place?.role !== "folder" || resolution.kind !== "library" || resolution.folder.state !== "known") return null;
  const {
    folders: [folder, ...others],
    matched,
  } = resolution.folder.value;
  if (folder === undefined || others.length > 0) return null;
  const texts = context.catalog.textsIn(folder.id, { limit: mostCounted + 1 });
  const subfolders = subfoldersOf(context.catalog, folder.id);
  const facts: (Fact | false)[] = [
    {
      name: l10n.t("Code"),
      value:
        folder.code || l10n.t("none: references use the folder's name instead, and renaming the folder breaks them"),
    },
    folder.parentFolderId !== null && { name: l10n.t("Path"), value: pathOf(folder, context) },
    matched === "case" && { name: l10n.t("Found by"), value: l10n.t("a code or name in another letter case") },
    texts.state === "known" && {
      name: l10n.t("Texts"),
      value: texts.value.length > mostCounted ? l10n.t("more than {0}", mostCounted) : String(texts.value.length),
    },
    subfolders.length > 0 && {
      name: l10n.t("Subfolders"),
      value: shorten(subfolders.map(({ name }) => name).join(", "), 200),
    },
  ];
  return {
    start: place.part.start,
    end: place.part.end,
    title: folder.name,
    preview: null,
    facts: facts.filter((fact) => fact !== false),
  };
}

/**
 * Describes the value that a data placeholder names. If the offset is before the last dot, describes the object up to
 * there.
 */
function hoverData(
  { start, end, path, segments }: DataPlaceholder,
  { place }: Resolved,
  context: Context,
): Hover | null {
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
    facts: [
      ...facts,
      ...(field === undefined || !isWhole
        ? []
        : [
            {
              name: l10n.t("Field"),
              value: l10n.t(
                "the Smartform has a field of this name ({0}), but placeholders are filled from data, not from fields",
                field.type,
              ),
            },
          ]),
    ],
  };
}

/** Returns null if nothing is known. */
function dataFacts(answer: DataAnswer): readonly Fact[] | null {
  const said = describe(answer);
  if (said === null) return null;
  if (answer.state !== "known")
    return [
      { name: l10n.t("Data"), value: said },
      { name: l10n.t("Prints"), value: nothingPrinted() },
    ];
  const { value } = answer;
  const isPrinted = value !== null && typeof value !== "object";
  return [
    { name: l10n.t("Data"), value: said },
    { name: l10n.t("Type"), value: typeOf(value) },
    ...(value === null || value === ""
      ? [{ name: l10n.t("Prints"), value: nothingPrinted() }]
      : isPrinted
        ? []
        : [{ name: l10n.t("Prints"), value: l10n.t("not documented for an object or a list") }]),
  ];
}

const nothingPrinted = (): string => l10n.t("nothing on screen, and in the PDF perhaps the placeholder itself");

const empty = (): string => l10n.t({ message: "empty", comment: ["A value."] });

function typeOf(value: Json): string {
  if (Array.isArray(value)) return l10n.t("list of {0}", value.length);
  if (value !== null && isObject(value))
    return namesIn(value).length === 0
      ? l10n.t("empty object")
      : l10n.t("object with {0}", shorten(namesIn(value).slice(0, 200).join(", "), 200));
  if (value === null) return l10n.t({ message: "nothing", comment: ["The type of a value."] });
  return typeof value === "string"
    ? textType()
    : typeof value === "number"
      ? l10n.t({ message: "number", comment: ["The type of a value."] })
      : l10n.t({ message: "true or false", comment: ["The type of a value."] });
}

const textType = (): string => l10n.t({ message: "text", comment: ["The type of a value."] });

function hoverInput(
  syntax: Syntax,
  input: Input,
  { type, source, default: byDefault }: InputResolution,
  context: Context,
): Hover {
  const same = syntax.placeholders.filter(
    (other) => other.kind === "input" && other.name.text === input.name.text,
  ).length;
  const sample = byDefault?.data == null ? null : describe(byDefault.data);
  const field = fieldNamed(input.name.text, context);
  const facts: (Fact | false)[] = [
    { name: l10n.t("Type"), value: type?.text || textType() },
    source !== null && { name: l10n.t("Options from"), value: `${source.text}${choices(source.text, context.data)}` },
    byDefault !== null && {
      name: l10n.t("Default"),
      value: sample === null ? byDefault.written.text : `${byDefault.written.text}: ${sample}`,
    },
    same > 1 && {
      name: l10n.t("In this text"),
      value: l10n.t({ message: "{0} times", args: [same], comment: ["How often an input occurs in a text."] }),
    },
    field !== undefined && {
      name: l10n.t("Field"),
      value: l10n.t(
        "the Smartform has a field of this name ({0}): a value of that name fills the field, and never answers this input",
        field.type,
      ),
    },
  ];
  return {
    start: input.start,
    end: input.end,
    title: l10n.t("Input {0}", input.name.text).trim(),
    preview: null,
    facts: facts.filter((fact) => fact !== false),
  };
}

/** Returns `: a, b, c` if the sample contains a list of this name. */
function choices(name: string, data: Answer<JsonObject>): string {
  const found = findData(name.split("."), data);
  if (found.state !== "known" || !Array.isArray(found.value)) return "";
  const words = found.value
    .slice(0, 20)
    .map((one: Json) => (one !== null && isObject(one) ? wordOf(one["display"] ?? one["value"] ?? one) : wordOf(one)));
  return `: ${shorten(words.join(", "), 120)}`;
}

function wordOf(value: Json): string {
  return typeof value === "object" && value !== null ? shortJson(value, 120) : String(value);
}

/** Returns null if nothing is known. */
function describe(value: DataAnswer): string | null {
  switch (value.state) {
    case "known":
      return shorten(
        typeof value.value === "string"
          ? value.value || empty()
          : value.value === null
            ? empty()
            : shortJson(value.value, 200),
        200,
      );
    case "absent":
      return l10n.t("no value in the data sample");
    case "not-object":
      return l10n.t("no value: an earlier part of the path is a plain value");
    case "unknown":
      return null;
  }
}
