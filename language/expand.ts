/**
 * The effective text: included texts are expanded, data is filled in, and a missing language falls back to the default
 * one. Hover, preview, sandbox and cycle check all read this one answer, so that they cannot disagree about what a
 * placeholder prints.
 */
import type { Json, Text } from "./catalog.ts";
import type { Context } from "./context.ts";
import { parse } from "./parse.ts";
import { resolve } from "./resolve.ts";
import type { DataAnswer, LibraryResolution, Resolution } from "./resolve.ts";
import type { DataPlaceholder, Format, Input, LibraryReference, Placeholder, Syntax } from "./syntax.ts";
import { chooseTranslation } from "./translation.ts";

/**
 * Where the text is shown. The screen fills in a placeholder only if the placeholder has its spaces, and shows nothing
 * if the value is missing. The PDF fills in a placeholder with or without its spaces, and may print the placeholder
 * itself if the value is missing (document 1, "dataTableValue and externalMetaData"); this code assumes that it does.
 */
export type Surface = "screen" | "pdf";

/**
 * Where a piece was written: in the text that was expanded (`textId` null) or in an included library text. `start` and
 * `end` are UTF-16 offsets in that text.
 */
export interface Origin {
  readonly textId: string | null;
  readonly language: string | null;
  readonly start: number;
  readonly end: number;
  /**
   * The placeholder that included this text, with its position in the text that contains the placeholder. Absent if the
   * piece was written in the text that was expanded.
   */
  readonly within?: Origin;
}

export type Piece = {
  readonly origin: Origin;
  /** How `text` is written. A data value is always plain, whatever surrounds it. */
  readonly format: Format;
} & (
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "data"; readonly text: string; readonly path: string }
  | {
      readonly kind: "input";
      readonly name: string;
      readonly value: string;
      readonly options: ReadonlyMap<string, string | null>;
    }
  /**
   * A placeholder that could not be filled in. `text` is what this surface shows: nothing, or the placeholder as
   * written.
   */
  | { readonly kind: "missing"; readonly text: string; readonly placeholder: Placeholder; readonly why: MissingReason }
);

/** `unknown` means that the catalog or the data sample does not tell whether the placeholder can be filled in. */
type MissingReason =
  "no-value" | "no-space" | "no-text" | "no-translation" | "cycle" | "too-deep" | "not-understood" | "unknown";

export interface ExpandOptions {
  readonly surface: Surface;
  /** Answers to inputs, by input name; an answer takes precedence over the input's default. */
  readonly inputs?: ReadonlyMap<string, string>;
  /**
   * Length at which to stop and append one `too-deep` piece, in UTF-16 code units; 0 or absent means the default of
   * 1,000,000.
   */
  readonly maxLength?: number;
  /**
   * Whether a reference may use the name of a folder that has a code. Document 1 does not say; "only-without-code" is
   * the default because it fills in only references that are certain in either case.
   */
  readonly folderNames?: "only-without-code" | "always";
}

interface Expansion {
  readonly pieces: readonly Piece[];
  /** Ids of the included library texts, each once, in order of first use. */
  readonly included: readonly string[];
  /**
   * Ids along the first include cycle that was found. The first and the last id are equal. Empty if there is no cycle.
   */
  readonly cycle: readonly string[];
}

/** Maximum depth of texts that include other texts. A longer chain without a cycle is not expanded further. */
const maxDepth = 64;
const defaultMaxLength = 1_000_000;

interface Source {
  readonly content: string;
  readonly format: Format;
  /** Absent until the content is expanded, so that content that does not fit is never parsed. */
  syntax?: Syntax;
  readonly textId: string | null;
  readonly language: string | null;
}

/**
 * Returns the pieces of a text in order. Never throws. The time is linear in the length of the result. Stops at
 * `maxLength`, because texts may include others many times over; every placeholder counts as at least one code unit.
 * Fills in only references that are certain: their codes are in the right letter case, only one text matches, and a
 * folder that has a code is not given by its name (unless `folderNames` is "always").
 */
export function expand(text: string, format: Format, context: Context, options: ExpandOptions): Expansion {
  const { catalog } = context;
  const maxLength = options.maxLength || defaultMaxLength;
  const pieces: Piece[] = [];
  const included = new Set<string>();
  const sources = new Map<string, Source>();
  const resolutions = new Map<Placeholder, Resolution>();
  /** Ids of the texts that contain the current place, outermost first. */
  const chain: string[] = context.textId === undefined ? [] : [context.textId];
  /** The placeholder that included the text at the current place. */
  let within: Origin | undefined;
  let cycle: readonly string[] = [];
  let length = 0;
  let full = false;

  function put(source: Source): void {
    const syntax = (source.syntax ??= parse(source.content, source.format));
    let at = 0;
    for (const placeholder of syntax.placeholders) {
      putLiteral(source, at, placeholder.start);
      putPlaceholder(source, placeholder);
      if (full) return;
      at = placeholder.end;
    }
    putLiteral(source, at, source.content.length);
  }

  function putLiteral(source: Source, start: number, end: number): void {
    if (start === end) return;
    length += end - start;
    pieces.push({
      kind: "literal",
      text: source.content.slice(start, end),
      format: source.format,
      origin: originOf(source, { start, end }),
    });
  }

  function putPlaceholder(source: Source, placeholder: Placeholder): void {
    length += 1;
    const why = fits("") ? notFilledIn(placeholder, options.surface) : "too-deep";
    if (why !== null) return putMissing(source, placeholder, why);
    let resolution = resolutions.get(placeholder);
    if (resolution === undefined) resolutions.set(placeholder, (resolution = resolve(placeholder, context)));
    if (placeholder.kind === "library" && resolution.kind === "library")
      return putText(source, placeholder, resolution);
    if (placeholder.kind === "data" && resolution.kind === "data")
      return putData(source, placeholder, resolution.value);
    if (placeholder.kind === "input" && resolution.kind === "input")
      return putInput(source, placeholder, resolution.default);
  }

  function putText(from: Source, placeholder: LibraryReference, resolution: LibraryResolution): void {
    const found = textToFill(resolution, options);
    if (typeof found === "string") return putMissing(from, placeholder, found);
    const again = chain.indexOf(found.id);
    if (again >= 0) {
      if (cycle.length === 0) cycle = [...chain.slice(again), found.id];
      return putMissing(from, placeholder, "cycle");
    }
    if (chain.length >= maxDepth) return putMissing(from, placeholder, "too-deep");
    const source = sources.get(found.id) ?? readText(found);
    if (typeof source === "string") return putMissing(from, placeholder, source);
    if (!fits(source.content)) return putMissing(from, placeholder, "too-deep");
    sources.set(found.id, source);
    included.add(found.id);
    chain.push(found.id);
    const outer = within;
    within = originOf(from, placeholder);
    put(source);
    within = outer;
    chain.pop();
  }

  function readText(text: Text): Source | MissingReason {
    const chosen = chooseTranslation(catalog, text, context.language);
    if (chosen.state !== "known") return chosen.state === "unknown" ? "unknown" : "no-translation";
    const { language, translation } = chosen.value;
    return { content: translation.content, format: formatOf(text.contentType), textId: text.id, language };
  }

  function putData(source: Source, placeholder: DataPlaceholder, answer: DataAnswer): void {
    const text = printedValue(answer);
    if (text === null) return putMissing(source, placeholder, answer.state === "unknown" ? "unknown" : "no-value");
    if (!fits(text)) return putMissing(source, placeholder, "too-deep");
    length += text.length;
    pieces.push({
      kind: "data",
      text,
      path: placeholder.path.text,
      format: "plain",
      origin: originOf(source, placeholder),
    });
  }

  function putInput(
    source: Source,
    placeholder: Input,
    byDefault: { readonly written: { readonly text: string }; readonly data: DataAnswer | null } | null,
  ): void {
    const name = placeholder.name.text;
    const value =
      options.inputs?.get(name) ??
      (byDefault === null
        ? ""
        : byDefault.data === null
          ? byDefault.written.text
          : (printedValue(byDefault.data) ?? ""));
    if (!fits(value)) return putMissing(source, placeholder, "too-deep");
    length += value.length;
    const inputOptions = new Map(placeholder.options.map((option) => [option.name.text, option.value?.text ?? null]));
    pieces.push({
      kind: "input",
      name,
      value,
      options: inputOptions,
      format: "plain",
      origin: originOf(source, placeholder),
    });
  }

  function putMissing(source: Source, placeholder: Placeholder, why: MissingReason): void {
    const shown = options.surface === "pdf" || why === "no-space" || why === "not-understood";
    const text = shown ? source.content.slice(placeholder.start, placeholder.end) : "";
    length += text.length;
    pieces.push({
      kind: "missing",
      text,
      placeholder,
      why,
      format: source.format,
      origin: originOf(source, placeholder),
    });
  }

  /** Content that does not fit ends the expansion: what follows would be in the wrong place. */
  function fits(text: string): boolean {
    if (length + text.length > maxLength) full = true;
    return !full;
  }

  function originOf(source: Source, { start, end }: { readonly start: number; readonly end: number }): Origin {
    return { textId: source.textId, language: source.language, start, end, ...(within && { within }) };
  }

  put({ content: text, format, textId: null, language: context.language ?? null });
  return { pieces, included: [...included], cycle };
}

/** Returns how a text of this content type is written. An unknown type is read as plain text, which does no harm. */
export function formatOf(contentType: number): Format {
  return contentType === 1 ? "rich" : contentType === 2 ? "html" : "plain";
}

/** Returns why the spelling of a placeholder keeps it from being filled in; null if the spelling allows it. */
export function notFilledIn(placeholder: Placeholder, surface: Surface): MissingReason | null {
  if (placeholder.kind === "invalid" || placeholder.markup.length > 0) return "not-understood";
  if (placeholder.kind === "library" && (placeholder.malformed !== null || placeholder.keyword.text !== "LIB"))
    return "not-understood";
  if (placeholder.kind === "input" && (placeholder.name.text === "" || placeholder.keyword.text !== "INPUT"))
    return "not-understood";
  return surface === "screen" && !(placeholder.spaceBefore && placeholder.spaceAfter) ? "no-space" : null;
}

/** Returns the text that certainly fills in the reference, or why there is none. */
export function textToFill(
  { folder, text }: LibraryResolution,
  options: Pick<ExpandOptions, "folderNames">,
): Text | MissingReason {
  if (folder.state === "unknown" || text.state === "unknown") return "unknown";
  if (folder.state !== "known" || text.state !== "known") return "no-text";
  const { matched } = folder.value;
  const folderCounts =
    matched === "code" || matched === "name" || (matched === "name-despite-code" && options.folderNames === "always");
  return folderCounts && text.matched !== "case" && text.others.length === 0 ? text.text : "no-text";
}

/**
 * Returns null if there is nothing to print: no value, or an object or a list, which document 1 gives no way to print.
 */
export function printedValue(answer: DataAnswer): string | null {
  if (answer.state !== "known") return null;
  const value: Json = answer.value;
  return value === null || typeof value === "object" ? null : String(value);
}
