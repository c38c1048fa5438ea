/** The pages of a form as screen and PDF draw them: texts expanded for their surface, fields with their answers. */
import { expand } from "../../language/index.ts";
import type { Block, Field, Piece, Surface } from "../../language/index.ts";
import { readOptions, viewField } from "./fields.ts";
import type { FieldView, Option } from "./fields.ts";
import type { Print } from "./print.ts";
import { cleanText, inputMark, plainToHtml, readRichText } from "./richText.ts";
import type { RichNode } from "./richText.ts";

export interface PageView {
  /** The index of the page's step; absent on a single-step form. */
  readonly step?: number;
  readonly blocks: readonly BlockView[];
}

export type BlockView =
  | { readonly kind: "text"; readonly nodes: readonly RichNode[]; readonly inputs: readonly InputView[] }
  | { readonly kind: "field"; readonly field: FieldView };

/** An editable text. */
export interface InputView {
  readonly name: string;
  /** The word after `type=`, in lower case; `text` if there is none. */
  readonly type: string;
  readonly value: string;
  /** The value as people read it: a select's display text, a date in its format. */
  readonly printed: string;
  /** Only for a select. */
  readonly options: readonly Option[];
}

/**
 * Replaces `readRichText` for the pieces of one block, to record where each piece is printed. May cut literal pieces.
 * Calls `toHtml` only once per input, because each call adds an input to the block.
 */
export type Trace = (block: Block, pieces: readonly Piece[], toHtml: (piece: Piece) => string) => readonly RichNode[];

/** Returns every page, in order. A Smartform without a description of its pages shows its fields in a column. */
export function viewPages(print: Print, surface: Surface, trace?: Trace): readonly PageView[] {
  const { pages, fields } = print.smartform;
  const known = fields.state === "known" ? fields.value : [];
  const byName = new Map(known.map((field) => [field.name, field]));
  if (pages.state !== "known" || pages.value.length === 0)
    return [{ blocks: known.map((field) => viewBlock({ field: field.name }, byName, print, surface, trace)) }];
  return pages.value.map((page) => ({
    ...(page.step === undefined ? {} : { step: page.step }),
    blocks: page.blocks.map((block) => viewBlock(block, byName, print, surface, trace)),
  }));
}

export function stepNames(print: Print): readonly string[] {
  const { steps } = print.smartform;
  return steps.state === "known" ? steps.value.map((step) => step.name) : [];
}

/** Returns the printed language in lower case; undefined if neither the caller nor the Smartform names one. */
export function languageOf({ context, smartform }: Print): string | undefined {
  return (
    context.language ??
    (smartform.defaultLanguage.state === "known" ? smartform.defaultLanguage.value.toLowerCase() : undefined)
  );
}

/**
 * Returns the answer to an editable text as it is printed. A form that is read back with `readableValues` has the same
 * answer (document 1, "Form read back").
 */
export function printedInput(
  value: string,
  options: ReadonlyMap<string, string | null>,
  values: ReadonlyMap<string, unknown>,
): string {
  const chosen = inputOptions(options, values).find((option) => option.value === value);
  if (chosen !== undefined) return chosen.display;
  const format = options.get("format");
  return format ? formatDate(value, format) : value;
}

function inputOptions(
  options: ReadonlyMap<string, string | null>,
  values: ReadonlyMap<string, unknown>,
): readonly Option[] {
  const source = options.get("source");
  return source ? readOptions(values, source) : [];
}

/** Formats `2026-01-31` with a format such as `dd.MM.yyyy`; returns anything else unchanged. */
function formatDate(value: string, format: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:T|$)/.exec(value) ?? [];
  if (year === undefined || month === undefined || day === undefined) return value;
  return format.replace(
    /yyyy|yy|MM|M|dd|d/g,
    (part) =>
      ({ yyyy: year, yy: year.slice(2), MM: month, M: String(Number(month)), dd: day, d: String(Number(day)) })[part] ??
      part,
  );
}

function viewBlock(
  block: Block,
  fields: ReadonlyMap<string, Field>,
  print: Print,
  surface: Surface,
  trace: Trace | undefined,
): BlockView {
  if ("field" in block) return { kind: "field", field: viewField(block.field, fields.get(block.field), print.values) };
  const { pieces } = expand(block.text, block.format, print.context, { surface, inputs: print.inputs });
  const inputs: InputView[] = [];
  const toHtml = (piece: Piece): string => pieceHtml(piece, inputs, print.values);
  return { kind: "text", nodes: trace?.(block, pieces, toHtml) ?? readRichText(pieces.map(toHtml).join("")), inputs };
}

/**
 * Every piece keeps the markup of its own format: data stays plain within HTML, and HTML stays HTML within a plain
 * text.
 */
function pieceHtml(piece: Piece, inputs: InputView[], values: ReadonlyMap<string, unknown>): string {
  if (piece.kind === "input") {
    const { name, value, options } = piece;
    const type = (options.get("type") ?? "text").toLowerCase();
    inputs.push({
      name,
      value,
      type,
      printed: printedInput(value, options, values),
      options: type === "select" ? inputOptions(options, values) : [],
    });
    return inputMark(inputs.length - 1);
  }
  return piece.format === "plain" ? plainToHtml(piece.text) : cleanText(piece.text);
}
