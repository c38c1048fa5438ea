/**
 * The visible letters of an expanded text, each with the piece that prints it and its place in the text of that piece.
 */
import { hiddenElements, readShown } from "../shownHtml.ts";
import type { Token } from "parse5";
import type { Answer } from "../answer.ts";
import type { JsonObject } from "../catalog.ts";
import { printedValue } from "../expand.ts";
import type { Piece } from "../expand.ts";
import { findData } from "../resolve.ts";
import { gap, newLetters } from "./letters.ts";
import type { Letters } from "./letters.ts";

/** What is known about the answers and the data of a filled form. */
export interface Answers {
  readonly data: Answer<JsonObject>;
  /** Answers to editable texts as they are printed; `unknown` if they were not read. */
  readonly inputs: Answer<ReadonlyMap<string, string>>;
  /** Answers to fields by property name, with their settings (`name.label`). */
  readonly fields: Answer<ReadonlyMap<string, string>>;
}

/** A text, or a field that a Smartform has between its texts. The parts are in the order of printing. */
export type PrintedPart = { readonly pieces: readonly Piece[] } | { readonly field: string };

/** Where a letter came from. */
export type Unit =
  | { readonly kind: "piece"; readonly part: number; readonly piece: Piece }
  | { readonly kind: "field"; readonly part: number; readonly field: string };

export interface PrintedLetters extends Letters {
  readonly units: readonly Unit[];
}

/** Linear in the pieces. What is not known becomes a gap. */
export function printedLetters(parts: readonly PrintedPart[], answers: Answers): PrintedLetters {
  const units: Unit[] = [];
  const letters = newLetters();
  const addUnit = (unit: Unit): number => units.push(unit) - 1;
  for (const [part, each] of parts.entries()) {
    if ("field" in each) putField(part, each.field);
    else putPieces(part, each.pieces);
  }
  return { ...letters.done(), units };

  function putField(part: number, field: string): void {
    const unit = addUnit({ kind: "field", part, field });
    const { fields } = answers;
    const label = fields.state === "known" ? fields.value.get(`${field}.label`) : undefined;
    const value = fields.state === "known" ? fields.value.get(field) : undefined;
    letters.add(label ?? field, unit, 0);
    if (value === undefined) letters.addGap(unit, 0);
    else letters.add(value, unit, 0);
  }

  function putPieces(part: number, pieces: readonly Piece[]): void {
    // Tags may begin in one piece and end in another: all pieces are read as one HTML text, and `from` says which unit
    // each code unit came from.
    const html: string[] = [];
    const from: number[] = [];
    const at: number[] = [];
    const put = (written: string, unit: number, offset: number): void => {
      html.push(written);
      for (let index = 0; index < written.length; index++) {
        from.push(unit);
        at.push(offset);
      }
    };
    for (const piece of pieces) {
      const unit = addUnit({ kind: "piece", part, piece });
      if (piece.kind === "literal") {
        const isPlain = piece.format === "plain";
        for (let index = 0; index < piece.text.length; index++) {
          const character = piece.text[index] === gap ? " " : (piece.text[index] ?? "");
          put(isPlain ? escaped(character) : character, unit, piece.origin.start + index);
        }
        continue;
      }
      const value = valueOf(piece, answers);
      if (value === null) put(gap, unit, piece.origin.start);
      else for (const character of value) put(escaped(character === gap ? " " : character), unit, piece.origin.start);
    }
    readHtml(html.join(""), (shown, start, offsets) => {
      for (let index = 0; index < shown.length;) {
        // Letters of one piece that follow one another are added together.
        const unit = from[offsets?.[index] ?? start + index] ?? 0;
        let end = index + 1;
        while (end < shown.length && from[offsets?.[end] ?? start + end] === unit) end++;
        const places = Array.from(
          { length: end - index },
          (_, one) => at[offsets?.[index + one] ?? start + index + one] ?? 0,
        );
        putShown(shown.slice(index, end), unit, places);
        index = end;
      }
    });
  }

  function putShown(shown: string, unit: number, places: readonly number[]): void {
    if (!shown.includes(gap)) return letters.add(shown, unit, places[0] ?? 0, places);
    letters.addGap(unit, places[0] ?? 0);
  }
}

/** Returns null if the value is not known. */
function valueOf(piece: Exclude<Piece, { readonly kind: "literal" }>, { data, inputs }: Answers): string | null {
  if (piece.kind === "data") return piece.text;
  if (piece.kind === "input") return inputs.state === "known" ? (inputs.value.get(piece.name) ?? null) : null;
  const { placeholder, why } = piece;
  if (why === "no-text" || why === "no-translation" || why === "cycle" || why === "not-understood") return piece.text;
  if (placeholder.kind === "data")
    return printedValue(
      findData(
        placeholder.segments.map(({ text }) => text),
        data,
      ),
    );
  return null;
}

function escaped(character: string): string {
  return character === "<" ? "&lt;" : character === "&" ? "&amp;" : character;
}

const dropped: ReadonlySet<string> = new Set(hiddenElements);

/**
 * Passes the text between the tags to `tell`, with its start and, if entities or line endings make the written text
 * longer, the place of each code unit.
 */
function readHtml(html: string, tell: (shown: string, start: number, offsets?: readonly number[]) => void): void {
  if (!/[<&\r\0]/.test(html)) return tell(html, 0);
  const characters = ({ chars, location }: Token.CharacterToken): void => {
    if (location === null) return;
    const { startOffset: start, endOffset: end } = location;
    if (end - start === chars.length) tell(chars, start);
    else tell(chars, start, placesOf(chars, html.slice(start, end), start));
  };
  readShown(html, dropped, { text: characters, whitespace: characters });
}

/** Returns the place in `written` of each code unit of `shown`. Entities and line endings make `written` longer. */
export function placesOf(shown: string, written: string, start: number): readonly number[] {
  const places: number[] = [];
  const entity = /&(?:#[xX][0-9a-fA-F]+|#\d+|[a-zA-Z][a-zA-Z0-9]*);?/y;
  let at = 0;
  for (let index = 0; index < shown.length; index++) {
    places.push(start + Math.min(at, written.length - 1));
    entity.lastIndex = at;
    const [found] = written[at] === "&" ? (entity.exec(written) ?? []) : [];
    if (found === undefined) at += written[at] === "\r" && written[at + 1] === "\n" ? 2 : 1;
    else if (/[\uD800-\uDBFF]/.test(shown[index] ?? "")) (places.push(start + at), index++, (at += found.length));
    else at += found.length;
  }
  return places;
}
