/**
 * Finds out which text printed the selected words of a PDF, and says how certain the answer is. Also finds where a
 * range of a text is printed in the PDF. Gives no answer rather than a wrong one: an answer is certain only if the
 * form's own pages, the surrounding words and the search in the other direction all agree.
 */
import type { Origin, Piece } from "../expand.ts";
import * as l10n from "../l10n.ts";
import type { Letters } from "./letters.ts";
import { matches, windowOf } from "./matches.ts";
import type { Match, Selection } from "./matches.ts";
import type { PrintedLetters, Unit } from "./printedLetters.ts";

/** A text that may have printed the words. */
export interface Source {
  /** The Smartform's own pages, or a library text, wherever it is included. */
  readonly of:
    { readonly kind: "form" } | { readonly kind: "text"; readonly textId: string; readonly language: string };
  readonly letters: PrintedLetters;
}

/** A place in a text. */
export interface TextPlace {
  /** null for a place in a block of the Smartform itself. */
  readonly textId: string | null;
  readonly language: string | null;
  readonly start: number;
  readonly end: number;
}

/** What printed the words, and the placeholders through which the form includes it. */
export interface PrintedPlace {
  readonly what:
    | {
        readonly kind: "text" | "data" | "input" | "placeholder";
        readonly name: string | null;
        readonly place: TextPlace;
      }
    | { readonly kind: "field"; readonly name: string };
  /** The placeholders that include the printing text, from the outermost text inward. Empty if no text includes it. */
  readonly chain: readonly TextPlace[];
  /** Index of the printed part in the form's pages, or 0 in a library text. */
  readonly part: number;
  /** Whether the Smartform's pages are known to print the words. */
  readonly inForm: boolean;
  /** How many letters in and around the selection agree, minus a cost for what disagrees. */
  readonly agreeing: number;
}

export type PrintedBy =
  | { readonly sure: "sure" | "likely"; readonly place: PrintedPlace; readonly why: string }
  /** Places that match almost equally well, so that none can be chosen; the best match first. */
  | { readonly sure: "several"; readonly places: readonly PrintedPlace[]; readonly why: string }
  | { readonly sure: "declines"; readonly why: string };

/** A candidate whose score is lower than the best by at least this much does not compete. */
const margin = 8;
const fewest = { sure: 14, likely: 10, outside: 24, outsideGap: 60 } as const;
/**
 * Candidates for the same place in a text differ in where that text is printed, or in the texts that include it. One is
 * left out if its score is lower than the best by at least this much.
 */
const fewestAround = 16;
/** How many answers are offered to choose from. */
const mostOffered = 12;
/**
 * At most this many places in the texts are tried. Each has the words of the selection. A place is right if a search of
 * the PDF for the words at this place finds the selection.
 */
const mostTried = 6;

interface Candidate {
  readonly source: Source;
  readonly match: Match;
}

/** Returns what printed the selected letters of a PDF. */
export function printedBy(pdf: Letters, selection: Selection, sources: readonly Source[]): PrintedBy {
  if (selection.end <= selection.start)
    return declines(
      l10n.t("The selection has no letters, so the text that printed it cannot be found. Select some words."),
    );
  const window = windowOf(pdf, selection);
  const found: Candidate[] = [];
  for (const source of sources) {
    const all = matches(window, source.letters);
    if (all === null) return declines(l10n.t("The words are repeated too often to tell one place from another."));
    for (const match of all) if (match.firm) found.push({ source, match });
  }
  found.sort((left, right) => right.match.score - left.match.score || right.match.equal - left.match.equal);
  const ofForm = found.filter(({ source }) => source.of.kind === "form");
  const [best] =
    ofForm[0] !== undefined && ofForm[0].match.score + margin >= (found[0]?.match.score ?? 0) ? ofForm : found;
  if (best === undefined)
    return declines(
      l10n.t(
        "No known text prints these words here. They may be an answer, or come from an unknown version of a text.",
      ),
    );
  const inForm = best.source.of.kind === "form";
  if (best.match.score < (inForm ? fewest.likely : best.match.equal > 0 ? fewest.outside : fewest.outsideGap))
    return declines(l10n.t("Too few letters match a text, so it is not clear which text printed the selection."));
  if (best.match.equal > 0 && best.match.equal < (inForm ? 2 : 4) && best.match.equal < selection.end - selection.start)
    return declines(
      l10n.t(
        "Most of the selected characters match no text. Perhaps a person filled them in, or they come from an unknown version of a text.",
      ),
    );
  // If the form's pages print the words, other texts with the same words do not compete.
  const isEnough = ({ match }: Candidate): boolean =>
    match.score > best.match.score - margin && match.score >= (inForm ? fewest.likely : fewest.outside);
  const rivals = (inForm ? ofForm : found).filter(
    (other) => other !== best && isEnough(other) && !isSamePlace(best, other),
  );
  if (rivals.length > 0) {
    const places = distinct([best, ...rivals].map((each) => placeOf(each, selection)));
    if (places.length === 1)
      return {
        sure: "likely",
        place: places[0]!,
        why: l10n.t(
          "The text prints these words in more than one place, so it is not certain which place you selected.",
        ),
      };
    if (places.length > mostOffered)
      return declines(l10n.t("Too many texts print these words, so it is not clear which text printed the selection."));
    return {
      sure: "several",
      places,
      why: l10n.t(
        "These texts print the same words, and the words around the selection do not show which text printed the selection.",
      ),
    };
  }
  // If the form prints a text twice, the right place is the one whose search in the PDF leads back to the selection.
  const same = found.filter(
    (other) =>
      other === best ||
      (other.source.of.kind === best.source.of.kind &&
        other.match.score > best.match.score - fewestAround &&
        isSamePlace(best, other)),
  );
  const ways = (inForm ? same : same.toSorted((left, right) => chainOf(left).length - chainOf(right).length))
    .slice(0, mostTried)
    .map((other) => ({ other, back: wayBack(pdf, other) }));
  const { other: chosen, back } = ways.find((way) => way.back === "here") ??
    ways.find((way) => way.back === "more") ?? { other: best, back: "elsewhere" };
  const place = placeOf(chosen, selection);
  if (back === "elsewhere")
    return declines(
      l10n.t("The text with these words is printed elsewhere in the PDF. Here, the words may be an answer or a value."),
    );
  const { score } = best.match;
  if (!inForm)
    return {
      sure: "likely",
      place,
      why: l10n.t(
        "{0} letters in and around the selection match, but it is not known what the Smartform itself prints.",
        score,
      ),
    };
  const isWhole = best.match.equal === selection.end - selection.start || (best.match.equal === 0 && !best.match.open);
  if (back === "more" || !isWhole || best.match.open || best.match.score < fewest.sure)
    return {
      sure: "likely",
      place,
      why: l10n.t(
        "{0} letters in and around the selection match. This is not certain: the letters are too few, or part of the selection does not match, or the letters match in other places too.",
        score,
      ),
    };
  return {
    sure: "sure",
    place,
    why: l10n.t(
      "{0} letters in and around the selection match what the Smartform prints here, and they match no other place in the Smartform.",
      score,
    ),
  };
}

/**
 * Returns where the letters of a text are in the PDF, best first: empty if they are not found, several if they are
 * printed more than once.
 */
export function printedAt(pdf: Letters, source: Source, at: Selection): readonly Selection[] {
  const window = windowOf(source.letters, at);
  const found = matches(window, pdf) ?? [];
  const best = found[0]?.score ?? 0;
  if (best < fewest.likely) return [];
  const places: Selection[] = [];
  for (const match of found) {
    if (match.score <= best - margin || match.equal === 0) continue;
    const run = match.runs.find(({ a, length }) => match.a >= a && match.a < a + length);
    if (run === undefined || places.some(({ start, end }) => match.b < end && match.b + match.equal > start)) continue;
    places.push({ start: match.b, end: endIn(match, at) });
  }
  return places;
}

/**
 * Finds a range of a text in the letters of a source. Returns one selection for each time that the source prints the
 * range.
 */
export function lettersFrom({ letters, of }: Source, wanted: TextPlace): readonly Selection[] {
  const found: Selection[] = [];
  let last: { start: number; end: number } | null = null;
  for (let at = 0; at < letters.text.length; at++) {
    const unit = letters.units[letters.unit[at]!]!;
    const isHere = unit.kind === "piece" && isWithin(unit, letters.offset[at]!, wanted, of);
    if (!isHere) last = null;
    else if (last === null) found.push((last = { start: at, end: at + 1 }));
    else last.end = at + 1;
  }
  return found;
}

function isWithin(
  { piece }: Extract<Unit, { readonly kind: "piece" }>,
  offset: number,
  wanted: TextPlace,
  of: Source["of"],
): boolean {
  const here = textPlace(piece.origin, of);
  if (here.textId !== wanted.textId || (wanted.language !== null && here.language !== wanted.language)) return false;
  if (piece.kind === "literal") return offset >= wanted.start && offset < wanted.end;
  return here.start < wanted.end && wanted.start < here.end;
}

/**
 * Returns the place in the other letters where the match ends: the end of its equal letters or of one of its runs,
 * whichever is furthest. Each run is cut at the end of the selection.
 */
function endIn(match: Match, at: Selection): number {
  let end = match.b + match.equal;
  for (const { a, b, length } of match.runs)
    if (a < at.end && b + Math.min(length, at.end - a) > end) end = b + Math.min(length, at.end - a);
  return end;
}

/**
 * Searches the PDF for the candidate's place in its text. `here`: the selection is clearly the best match in the PDF.
 * `elsewhere`: another place is a better match. `more`: no place is clearly the best.
 */
function wayBack(pdf: Letters, { source, match }: Candidate): "here" | "elsewhere" | "more" {
  const near = match.runs.reduce((best, run) => (distance(run, match.a) < distance(best, match.a) ? run : best));
  const isInRun = match.equal > 0 && distance(near, match.a) === 0;
  const first = isInRun ? match.b : near.a >= match.a ? near.b : Math.max(near.b, near.b + near.length - 12);
  const length = isInRun ? match.equal : Math.min(12, near.length);
  const there = matches(windowOf(source.letters, { start: first, end: first + length }), pdf) ?? [];
  const shift = near.a - near.b;
  const isHere = (other: Match): boolean => other.equal > 0 && other.b - other.a === shift;
  const here = there.find(isHere);
  const others = there.filter((other) => other.equal > 0 && !isHere(other));
  const rival = others[0]?.score ?? 0;
  if (here === undefined) return rival > match.score - margin ? "elsewhere" : "more";
  return rival > here.score + margin ? "elsewhere" : rival > here.score - margin ? "more" : "here";
}

function distance({ a, length }: { readonly a: number; readonly length: number }, at: number): number {
  return at < a ? a - at : Math.max(0, at - a - length + 1);
}

/**
 * Whether two candidates find the same letter at the same place of the same text, whichever text includes that text.
 */
function isSamePlace(one: Candidate, other: Candidate): boolean {
  const at = Math.max(one.match.a, other.match.a);
  const [first, second] = [one, other].map((each) => placeAt(each, at) ?? placeAt(each, each.match.a));
  return first !== undefined && second !== undefined && first !== null && second !== null && first === second;
}

function placeAt({ source, match }: Candidate, at: number): string | null {
  const run = match.runs.find(({ a, length }) => at >= a && at < a + length);
  const b = run === undefined ? (match.equal === 0 ? match.b : -1) : run.b + at - run.a;
  if (b < 0) return null;
  const unit = source.letters.units[source.letters.unit[b]!]!;
  if (unit.kind === "field") return `field ${unit.field}`;
  const { textId, language } = textPlace(unit.piece.origin, source.of);
  return `${textId ?? `block ${unit.part}`} ${language} ${source.letters.offset[b]}`;
}

/** Returns the piece that prints the selection; if several do, the one that prints most of it. */
function placeOf(candidate: Candidate, selection: Selection): PrintedPlace {
  const {
    source: { letters, of },
    match,
  } = candidate;
  const { first, last } = mostPrinted(
    letters,
    match.b,
    match.b + Math.max(1, Math.min(match.equal, selection.end - match.a)),
  );
  const unit = letters.units[letters.unit[first]!]!;
  const shared = { part: unit.part, inForm: of.kind === "form", agreeing: match.score, chain: chainAt(unit, of) };
  if (unit.kind === "field") return { what: { kind: "field", name: unit.field }, ...shared };
  const { piece } = unit;
  const whole = textPlace(piece.origin, of);
  if (piece.kind !== "literal")
    return { what: { kind: kindOf(piece), name: pieceName(piece), place: whole }, ...shared };
  return {
    what: {
      kind: "text",
      name: null,
      place: { ...whole, start: letters.offset[first]!, end: letters.offset[last]! + 1 },
    },
    ...shared,
  };
}

/** Returns the longest stretch of letters that come from one unit. */
function mostPrinted({ unit }: Letters, start: number, end: number): { readonly first: number; readonly last: number } {
  let best = { first: start, last: start };
  for (let first = start; first < end;) {
    let last = first;
    while (last + 1 < end && unit[last + 1] === unit[first]) last++;
    if (last - first > best.last - best.first) best = { first, last };
    first = last + 1;
  }
  return best;
}

function chainOf({ source: { letters, of }, match }: Candidate): readonly TextPlace[] {
  return chainAt(letters.units[letters.unit[match.b]!]!, of);
}

function chainAt(unit: Unit, of: Source["of"]): readonly TextPlace[] {
  const chain: TextPlace[] = [];
  if (unit.kind === "piece")
    for (let { within } = unit.piece.origin; within !== undefined; { within } = within)
      chain.unshift(textPlace(within, of));
  return chain;
}

function kindOf(piece: Piece): "data" | "input" | "placeholder" {
  if (piece.kind === "data" || (piece.kind === "missing" && piece.placeholder.kind === "data")) return "data";
  return piece.kind === "input" || (piece.kind === "missing" && piece.placeholder.kind === "input")
    ? "input"
    : "placeholder";
}

function pieceName(piece: Piece): string | null {
  if (piece.kind === "data") return piece.path;
  if (piece.kind === "input") return piece.name;
  if (piece.kind !== "missing") return null;
  const { placeholder } = piece;
  return placeholder.kind === "data"
    ? placeholder.path.text
    : placeholder.kind === "input"
      ? placeholder.name.text
      : null;
}

function textPlace({ textId, language, start, end }: Origin, of: Source["of"]): TextPlace {
  if (textId === null && of.kind === "text") return { textId: of.textId, language: of.language, start, end };
  return { textId, language: textId === null ? null : language, start, end };
}

function distinct(places: readonly PrintedPlace[]): readonly PrintedPlace[] {
  const byKey = new Map<string, PrintedPlace>();
  for (const place of places) {
    const { what } = place;
    const key =
      what.kind === "field"
        ? `field ${what.name}`
        : `${what.place.textId ?? `block ${place.part}`} ${what.place.language} ${what.place.start}`;
    if (!byKey.has(key)) byKey.set(key, place);
  }
  return [...byKey.values()];
}

function declines(why: string): PrintedBy {
  return { sure: "declines", why };
}
