/**
 * Looks up which text printed some words of a form's PDF, and compares the answer with the texts that the printer
 * reports.
 */
import {
  known,
  lettersIn,
  lettersOf,
  mayMatch,
  pdfLetters,
  printedBy,
  printedLetters,
  unknown,
  windowOf,
} from "../../language/index.ts";
import type { Answers, Piece, PrintedBy, PrintedPlace, Source } from "../../language/index.ts";
import { readPdf } from "../../client/panels/pdf/readPdf.ts";
import type { PdfPiece } from "../../client/panels/pdf/readPdf.ts";
import { printedInput, printTraced } from "../../sandbox/print/index.ts";
import type { TracedPdf } from "../../sandbox/print/index.ts";
import { printed } from "../../server/handlers/printed.ts";
import { contents } from "../../server/handlers/contents.ts";
import { companyOf, randomOf } from "./corpus.ts";
import type { Company } from "./corpus.ts";
import { pdfReader } from "../pdfReader.ts";

/** What is known about the form: everything, everything but its values, or nothing. */
export type Knowledge = "form and values" | "form" | "nothing";
export const knowledges: readonly Knowledge[] = ["form and values", "form", "nothing"];

export type Verdict = "sure" | "likely" | "several" | "declined" | "declined, rightly" | "wrong" | "confidently wrong";
export type Score = Map<Verdict, number>;

export interface Miss {
  readonly seed: number;
  readonly knowledge: Knowledge;
  readonly verdict: Verdict;
  readonly words: string;
  readonly truth: string;
  readonly answer: string;
}

interface Rect {
  readonly page: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
  readonly piece: Piece;
  readonly block: number;
}

export async function scoreOf(
  seed: number,
  {
    questions,
    miss,
    company = companyOf(seed),
  }: { readonly questions: number; readonly miss: (miss: Miss) => void; readonly company?: Company },
): Promise<ReadonlyMap<Knowledge, Score>> {
  const traced = await printTraced(company.print);
  const pages = await readPdf(new Uint8Array(traced.pdf), pdfReader, { asDrawn: true });
  const rects = await rectsOf(traced);
  const pdf = pdfLetters(pages);
  const random = randomOf(seed ^ 0x5eed);
  const scores = new Map<Knowledge, Score>(knowledges.map((knowledge) => [knowledge, new Map()]));
  const form = new Map(
    knowledges.map((knowledge) => [knowledge, knowledge === "nothing" ? [] : formSources(company, knowledge)]),
  );
  for (let question = 0; question < questions; question++) {
    const asked = ask(pages, random);
    if (asked === null) continue;
    const selection = lettersIn(pdf, asked.range);
    const truth = truthOf(asked.words, rects);
    for (const knowledge of knowledges) {
      const sources = [...(form.get(knowledge) ?? [])];
      if (selection !== null && knowledge === "nothing") sources.push(...librarySources(company, pdf, selection));
      const answer: PrintedBy =
        selection === null ? { sure: "declines", why: "no letters" } : printedBy(pdf, selection, sources);
      const verdict = judge(answer, truth, knowledge);
      const score = scores.get(knowledge)!;
      score.set(verdict, (score.get(verdict) ?? 0) + 1);
      miss({
        seed,
        knowledge,
        verdict,
        words: asked.words.map(({ word }) => word).join(" "),
        truth: truth.map(described).join(", "),
        answer: JSON.stringify(answer),
      });
    }
  }
  return scores;
}

export function formSources({ catalog, print, language }: Company, knowledge: Knowledge): readonly Source[] {
  const { form } = printed(catalog, { smartformId: "s", folder: null, language, textIds: [] });
  if (form?.parts == null) return [];
  return [{ of: { kind: "form" }, letters: printedLetters(form.parts, answersOf(print, knowledge)) }];
}

function answersOf(print: Company["print"], knowledge: Knowledge): Answers {
  if (knowledge !== "form and values") return { data: unknown, inputs: unknown, fields: unknown };
  const read = new Map<string, string>();
  for (const [name, value] of print.inputs)
    read.set(
      name,
      printedInput(
        value,
        new Map(name === "when" ? [["format", "dd.MM.yyyy"]] : name === "day" ? [["source", "day_list"]] : []),
        print.values,
      ),
    );
  return {
    data: print.context.data,
    inputs: known(read),
    fields: known(
      new Map(
        [...print.values].flatMap(([name, value]) => (typeof value === "string" ? [[name, value] as const] : [])),
      ),
    ),
  };
}

function librarySources(
  { catalog, language }: Company,
  pdf: ReturnType<typeof pdfLetters>,
  selection: { readonly start: number; readonly end: number },
): readonly Source[] {
  const window = windowOf(pdf, selection);
  const hits = contents(catalog, { after: 0, limit: 10_000, language }).texts.filter(({ content }) =>
    mayMatch(window, lettersOf(content)),
  );
  const { texts } = printed(catalog, {
    smartformId: null,
    folder: null,
    language,
    textIds: hits.map(({ textId }) => textId),
  });
  const nothing = { data: unknown, inputs: unknown, fields: unknown };
  return texts.map(({ textId, language, pieces }) => ({
    of: { kind: "text", textId, language },
    letters: printedLetters([{ pieces }], nothing),
  }));
}

interface Word {
  readonly word: string;
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

/** Returns up to fourteen successive words, from at most four items of a page. */
function ask(pages: readonly (readonly PdfPiece[])[], random: () => number) {
  const page = Math.floor(random() * pages.length);
  const items = pages[page] ?? [];
  const filled = items.flatMap((item, index) => (item.text.trim() === "" || item.isTurned ? [] : [index]));
  const first = filled[Math.floor(random() * filled.length)];
  if (first === undefined) return null;
  const words = items
    .slice(first, first + 4)
    .flatMap((item, index) => wordsOf(item).map((each) => ({ ...each, item: first + index, page })));
  const from = Math.floor(random() * wordsOf(items[first]!).length);
  const asked = words.slice(from, from + 1 + Math.floor(random() ** 2 * 14));
  const [start, end] = [asked[0], asked.at(-1)];
  if (start === undefined || end === undefined) return null;
  return {
    words: asked,
    range: {
      page,
      start: { item: start.item, offset: start.offset },
      end: { item: end.item, offset: end.offset + end.word.length },
    },
  };
}

function wordsOf(item: PdfPiece): readonly (Omit<Word, "page"> & { readonly offset: number })[] {
  return [...item.text.matchAll(/\S+/g)].map((found) => ({
    word: found[0],
    offset: found.index,
    x: item.x + (item.width * (found.index + found[0].length / 2)) / item.text.length,
    y: item.y + item.height / 4,
  }));
}

async function rectsOf({ pdf, blocks }: TracedPdf): Promise<readonly Rect[]> {
  const { getDocument, VerbosityLevel } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: VerbosityLevel.ERRORS });
  const document = await loading.promise;
  const rects: Rect[] = [];
  for (let page = 1; page <= document.numPages; page++) {
    for (const { rect, unsafeUrl } of (await (await document.getPage(page)).getAnnotations()) as readonly {
      readonly rect: readonly number[];
      readonly unsafeUrl?: string;
    }[]) {
      const [, block = 0, piece = 0] = (/^printed:(\d+)\/(\d+)$/.exec(unsafeUrl ?? "") ?? []).map(Number);
      const [left = 0, bottom = 0, right = 0, top = 0] = rect;
      const said = blocks[block]?.pieces[piece];
      if (unsafeUrl?.startsWith("printed:") === true && said !== undefined)
        rects.push({ page: page - 1, left, bottom, right, top, piece: said, block });
    }
  }
  await loading.destroy();
  return rects;
}

/** Returns for each word the piece that printed it; null if no text printed it. */
function truthOf(words: readonly Word[], rects: readonly Rect[]): readonly (Rect | null)[] {
  return words.map(({ word, page, x, y }) => {
    const said = lettersOf(word);
    const near = rects.filter(
      (rect) =>
        rect.page === page && rect.bottom - 1 <= y && rect.top + 1 >= y && rect.left - 14 <= x && rect.right + 14 >= x,
    );
    const away = (rect: Rect): number =>
      Math.max(0, rect.left - x, x - rect.right) + Math.abs((rect.left + rect.right) / 2 - x) / 100;
    const saying = near.filter(({ piece }) => piece.kind !== "literal" || shares(lettersOf(visibleOf(piece)), said));
    // Prefers a piece that is exactly the word, because a piece beside it may share some of the word's letters.
    const isWhole = ({ piece }: Rect): number => Number(lettersOf(visibleOf(piece)) === said);
    const [best] = (saying.length > 0 ? saying : near.filter((rect) => away(rect) < 1)).toSorted(
      (left, right) => isWhole(right) - isWhole(left) || away(left) - away(right),
    );
    return best ?? null;
  });
}

function shares(one: string, other: string): boolean {
  return one !== "" && other !== "" && (one.includes(other) || other.includes(one));
}

function visibleOf(piece: Piece): string {
  return "text" in piece
    ? piece.text
        .replace(/<[^>]*>|^[^<>]*>|<[^>]*$/g, "")
        .replace(/&nbsp;/g, " ")
        .replace(/&amp;/g, "&")
        .replace(/&ouml;/g, "ö")
    : "";
}

function judge(answer: PrintedBy, truth: readonly (Rect | null)[], knowledge: Knowledge): Verdict {
  // If nothing is known about the form, the Smartform's own words are unknown. No answer about them is then expected.
  const answerable = truth.filter(
    (each) => each !== null && (knowledge !== "nothing" || each.piece.origin.textId !== null),
  );
  if (answer.sure === "declines") return answerable.length === 0 ? "declined, rightly" : "declined";
  if (answer.sure === "several") return answer.places.some((place) => isTrue(place, truth)) ? "several" : "wrong";
  if (isTrue(answer.place, truth)) return answer.sure;
  return answer.sure === "sure" ? "confidently wrong" : "wrong";
}

function isTrue({ what, chain }: PrintedPlace, truth: readonly (Rect | null)[]): boolean {
  if (what.kind === "field") return truth.includes(null);
  return truth.some((each) => {
    if (each === null) return false;
    const { kind, origin } = each.piece;
    const { place } = what;
    if (place.textId !== origin.textId) return false;
    const isHere =
      kind === "literal" ? place.start < origin.end && origin.start < place.end : place.start === origin.start;
    const outer = chain.at(-1);
    return isHere && (outer === undefined || outer.textId !== null ? true : origin.within !== undefined);
  });
}

function described(rect: Rect | null): string {
  if (rect === null) return "no text";
  const { kind, origin } = rect.piece;
  return `${kind} ${origin.textId ?? "form"} ${origin.language} ${origin.start}–${origin.end}`;
}
