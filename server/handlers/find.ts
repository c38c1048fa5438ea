/**
 * Finds texts whose code, name or description contains the query, or whose code has the letters of the query in this
 * order. Also finds the places in the contents of any language that contain the words of the query.
 */
import { fitting } from "../../language/index.ts";
import type { Catalog, Text } from "../../language/index.ts";
import { inMeantLibrary } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { findRequest } from "../protocol.ts";
import type { FindParams, FindResult, FoundPlace, Meant } from "../protocol.ts";

export const onFind: Handler<FindParams & Meant, FindResult> = {
  method: findRequest,
  otherwise: () => ({ known: false, texts: [], places: [] }),
  /** An empty query finds nothing. */
  work: inMeantLibrary(({ query, limit }, { library }) => {
    const catalog = library().current;
    const known = catalog.languages().state === "known";
    const wanted = query.trim();
    if (wanted === "") return { known, texts: [], places: [] };
    const labelled = listOf(catalog.search(wanted, { limit }));
    // If enough texts contain the query literally, no others are searched: texts that merely have its letters in this
    // order would not be shown.
    const mayFit = known && labelled.length < limit ? allTexts(catalog) : labelled;
    const texts = [
      ...new Map(
        [...fitting(mayFit, wanted, ({ code }) => [code]).slice(0, limit), ...labelled].map((text) => [text.id, text]),
      ).values(),
    ];
    const words = wordsOf(wanted).map(({ word }) => word);
    // This search first returns the texts whose code, name or description contains the query. The doubled limit leaves
    // room for texts whose contents contain it.
    const held = words.length === 0 ? [] : listOf(catalog.search(wanted, { limit: 2 * limit, contents: true }));
    return {
      known,
      texts: texts.slice(0, limit),
      places: held.flatMap((text) => placesIn(text, words, catalog)).slice(0, limit),
    };
  }),
};

/**
 * Maximum number of places reported per text, one for each language; the author finds the others by opening the text.
 */
const placesOfText = 3;
/** Longest excerpt of a line, in UTF-16 code units. */
const longest = 160;

const listed = new WeakMap<Catalog, readonly Text[]>();

/** Returns all texts. The list is made once per snapshot of the catalog, however often the query changes. */
function allTexts(catalog: Catalog): readonly Text[] {
  const kept = listed.get(catalog);
  if (kept !== undefined) return kept;
  const texts = listOf(catalog.search("", { limit: Number.MAX_SAFE_INTEGER }));
  listed.set(catalog, texts);
  return texts;
}

function placesIn(text: Text, words: readonly string[], catalog: Catalog): readonly FoundPlace[] {
  if (text.languages.state !== "known") return [];
  const found: FoundPlace[] = [];
  for (const language of text.languages.value) {
    const translation = catalog.translation(text.id, language);
    if (translation.state !== "known") continue;
    const place = firstPlace(translation.value.content, words);
    if (place !== null) found.push({ text, language, ...place });
    if (found.length === placesOfText) break;
  }
  return found;
}

/**
 * Returns the first place where the words follow one another (the last one may be only the beginning of a word); null
 * if there is none.
 */
export function firstPlace(content: string, words: readonly string[]): Omit<FoundPlace, "text" | "language"> | null {
  const [last] = words.slice(-1);
  if (last === undefined) return null;
  const all = wordsOf(content);
  const at = all.findIndex((_, index) =>
    words.every((word, offset) => {
      const here = all[index + offset]?.word;
      return word === last && offset === words.length - 1 ? here?.startsWith(word) === true : here === word;
    }),
  );
  const [first, end] = [all[at], all[at + words.length - 1]];
  if (first === undefined || end === undefined) return null;
  const before = content.slice(0, first.start);
  const lineStart = before.lastIndexOf("\n") + 1;
  const lineEnd = (content.indexOf("\n", first.start) + 1 || content.length + 1) - 1;
  const stop = Math.min(end.end, lineEnd);
  const from = Math.max(lineStart, Math.min(first.start - 40, lineEnd - longest));
  const excerpt = content
    .slice(from, Math.min(lineEnd, from + longest))
    .replace(/\r$/, "")
    .toWellFormed();
  return {
    line: before.split("\n").length - 1,
    start: first.start - lineStart,
    end: stop - lineStart,
    excerpt: `${from > lineStart ? "…" : ""}${excerpt.trim()}${from + longest < lineEnd ? "…" : ""}`,
  };
}

/** Splits words as the index of contents does: letters and digits, without marks and in lower case. */
function wordsOf(text: string): readonly { readonly word: string; readonly start: number; readonly end: number }[] {
  return Array.from(text.matchAll(/[\p{L}\p{N}\p{M}]+/gu), ({ 0: found, index }) => ({
    word: found.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase(),
    start: index,
    end: index + found.length,
  }));
}

function listOf(answer: ReturnType<Catalog["search"]>): readonly Text[] {
  return answer.state === "known" ? answer.value : [];
}
