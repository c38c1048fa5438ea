/** The letters of a PDF in the order of its pages, without what is repeated on every page. */
import { newLetters } from "./letters.ts";
import type { Letters } from "./letters.ts";

/** A piece of text as a PDF places it: a word, a line, or a part of one. */
export interface PdfItem {
  readonly text: string;
  /** In points, from the lower left corner of the page. */
  readonly x: number;
  readonly y: number;
  /** Rotated, as in a stamp across the page. */
  readonly isTurned?: boolean;
}

interface PdfLetters extends Letters {
  /** Has one entry for each unit of the letters: its page, counted from 0, and its item on that page. */
  readonly items: readonly { readonly page: number; readonly item: number }[];
}

/** A range of letters on one page. `offset` counts UTF-16 code units in the item's text. */
export interface PdfRange {
  readonly page: number;
  readonly start: { readonly item: number; readonly offset: number };
  /** Exclusive. */
  readonly end: { readonly item: number; readonly offset: number };
}

export function pdfLetters(pages: readonly (readonly PdfItem[])[]): PdfLetters {
  const isFurniture = furnitureOf(pages);
  const letters = newLetters();
  const items: { readonly page: number; readonly item: number }[] = [];
  for (const [page, all] of pages.entries()) {
    for (const [item, each] of all.entries()) {
      if (each.isTurned === true || isFurniture(page, each)) continue;
      letters.add(each.text, items.push({ page, item }) - 1, 0);
    }
  }
  return { ...letters.done(), items };
}

/**
 * Returns the letters of a range; null if it contains none that can be compared (head and foot of the pages are left
 * out).
 */
export function lettersIn(
  { items, unit, offset }: PdfLetters,
  { page, start, end }: PdfRange,
): { readonly start: number; readonly end: number } | null {
  let first = -1;
  let last = -1;
  for (let at = 0; at < unit.length; at++) {
    const place = items[unit[at]!]!;
    if (place.page !== page) continue;
    const isAfterStart = place.item > start.item || (place.item === start.item && offset[at]! >= start.offset);
    const isBeforeEnd = place.item < end.item || (place.item === end.item && offset[at]! < end.offset);
    if (!isAfterStart || !isBeforeEnd) continue;
    if (first < 0) first = at;
    last = at;
  }
  return first < 0 ? null : { start: first, end: last + 1 };
}

/** Returns the places of letters, one range for each page. */
export function rangesOf(
  { items, unit, offset }: PdfLetters,
  { start, end }: { readonly start: number; readonly end: number },
): readonly PdfRange[] {
  const ranges: PdfRange[] = [];
  for (let at = start; at < end; at++) {
    const { page, item } = items[unit[at]!]!;
    const last = ranges.at(-1);
    const stop = { item, offset: offset[at]! + 1 };
    if (last?.page === page) ranges[ranges.length - 1] = { ...last, end: stop };
    else ranges.push({ page, start: { item, offset: offset[at]! }, end: stop });
  }
  return ranges;
}

/**
 * Returns a function that says whether an item belongs to a head or foot: the item is in one of the two highest or two
 * lowest lines of its page, and another page has the same text there at the same height. Numbers in the text may
 * differ. A head or foot would interrupt a text that continues on the next page.
 */
function furnitureOf(pages: readonly (readonly PdfItem[])[]): (page: number, item: PdfItem) => boolean {
  const key = ({ text, y }: PdfItem): string => `${Math.round(y)} ${text.replace(/\d+/g, "#").trim()}`;
  const outer = pages.map((items) => {
    const heights = [...new Set(items.filter(({ text }) => text.trim() !== "").map(({ y }) => Math.round(y)))].sort(
      (left, right) => left - right,
    );
    return new Set([...heights.slice(0, 2), ...heights.slice(-2)]);
  });
  const seen = new Map<string, Set<number>>();
  for (const [page, items] of pages.entries()) {
    for (const item of items) {
      if (!outer[page]?.has(Math.round(item.y))) continue;
      const where = seen.get(key(item)) ?? new Set();
      seen.set(key(item), where.add(page));
    }
  }
  return (page, item) => (outer[page]?.has(Math.round(item.y)) ?? false) && (seen.get(key(item))?.size ?? 0) > 1;
}
