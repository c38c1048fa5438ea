/**
 * Compares two PDFs and shows their pages in rows. Pages near the view are drawn first; then the text of all pages is
 * compared, then the pictures of pages whose words agree. Only one task runs at a time.
 */
import type { PDFDocumentProxy } from "pdfjs-dist";
import type { CompareWords, SideName } from "../messages.ts";
import { pairPages, sideToRead } from "../pagesModel.ts";
import type { Pair } from "../pagesModel.ts";
import {
  differenceSentence,
  differencesOf,
  differs,
  isAlone,
  isPictureUnknown,
  sentenceOf,
  summaryOf,
} from "../summaryModel.ts";
import type { Difference, Progress, Row } from "../summaryModel.ts";
import { changesOf, wordsOf } from "../wordsModel.ts";
import type { Word } from "../wordsModel.ts";
import { fill } from "../../../page/fill.ts";
import { createPageView, sizeOf, textOptions } from "./pageView.ts";
import type { PageView, Sized } from "./pageView.ts";
import { pictureChanges } from "./pictures.ts";

/** Maximum number of pages of each PDF that are compared. */
export const mostPages = 5000;

const sides = ["left", "right"] as const;

/** Size of a page that could not be read: upright A4. */
const unknownSize: Sized = { width: 595, height: 842, unit: 1 };

interface ReadPage {
  readonly size: Sized;
  /** null if the page could not be read. */
  readonly words: readonly Word[] | null;
}

interface ShownRow {
  readonly element: HTMLElement;
  readonly views: Readonly<Record<SideName, PageView | null>>;
  isNear: boolean;
  /** Scale at which its pages are drawn; null if they are not drawn. */
  drawnAt: number | null;
  hasPicture: boolean;
}

/** The pages on which differing dots are shown. */
export type Pictures = "agree" | "all" | "none";

interface Told {
  readonly summary: (text: string) => void;
  readonly place: (text: string) => void;
  /** null when nothing is in progress. */
  readonly progress: (done: { readonly value: number; readonly max: number } | null) => void;
}

export interface ComparisonView {
  step(by: 1 | -1): void;
  /** Width of the widest page, in points. */
  readonly widest: number;
  /** Draws the pages again at this scale, in CSS pixels per point. */
  setScale(scale: number): void;
  setPictures(pictures: Pictures): void;
  stop(): void;
  dispose(): void;
}

export function compare(
  pdfs: Readonly<Record<SideName, PDFDocumentProxy>>,
  {
    container,
    list,
    words,
    tell,
    scale: first,
    pictures: firstPictures,
  }: {
    readonly container: HTMLElement;
    readonly list: HTMLElement;
    readonly words: CompareWords;
    readonly tell: Told;
    readonly scale: (widest: number) => number;
    readonly pictures: Pictures;
  },
): ComparisonView {
  const pages: Readonly<Record<SideName, ReadPage[]>> = { left: [], right: [] };
  const counts = { left: Math.min(pdfs.left.numPages, mostPages), right: Math.min(pdfs.right.numPages, mostPages) };
  /** Paired by page number until all text is read. */
  let rows: Row[] = Array.from({ length: Math.max(counts.left, counts.right) }, (_, page) => ({
    pair: { left: page < counts.left ? page : null, right: page < counts.right ? page : null },
    words: null,
    picture: "unknown",
  }));
  let shown: readonly ShownRow[] = [];
  let progress: Progress = "text";
  let differences: readonly Difference[] = [];
  let current = -1;
  let widest = unknownSize.width;
  let scale = 0;
  let pictures = firstPictures;
  let isOver = false;
  let isWorking = false;
  /** The row to scroll to once its pages are drawn. */
  let wanted: number | null = null;

  const watching = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const row = shown[Number((target as HTMLElement).dataset["row"])];
        if (row === undefined) continue;
        row.isNear = isIntersecting;
        if (!isIntersecting) release(row);
      }
      void work();
    },
    { root: container, rootMargin: "300px 0px" },
  );

  function release(row: ShownRow): void {
    for (const side of sides) row.views[side]?.release();
    row.drawnAt = null;
    row.hasPicture = false;
  }

  /** Returns the next task; undefined if there is none. */
  function next(): (() => Promise<void>) | undefined {
    const index = shown.findIndex((row) => row.isNear && row.drawnAt !== scale);
    if (index !== -1) return () => drawRow(index);
    const bare = shown.findIndex((row, at) => row.isNear && !row.hasPicture && wantsPicture(at));
    if (bare !== -1) return () => showPicture(bare);
    if (progress === "text") {
      const side = sideToRead({ left: pages.left.length, right: pages.right.length }, counts);
      return side === undefined ? pairAll : () => readPage(side);
    }
    if (progress === "pictures") {
      const unknown = rows.findIndex(isPictureUnknown);
      return unknown === -1 ? finish : () => comparePictures(unknown);
    }
    return undefined;
  }

  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    try {
      for (let task = next(); task !== undefined && !isOver; task = next()) await task();
    } finally {
      isWorking = false;
    }
  }

  /** Reads the next page of this PDF. */
  async function readPage(side: SideName): Promise<void> {
    const number = pages[side].length + 1;
    let read: ReadPage = { size: unknownSize, words: null };
    try {
      const page = await pdfs[side].getPage(number);
      const size = sizeOf(page);
      if (!(size.width > 0 && size.height > 0 && Number.isFinite(size.width))) throw new Error("The page has no size.");
      read = { size, words: null };
      const { items } = await page.getTextContent(textOptions);
      read = { size, words: wordsOf(items.filter((item) => "str" in item)) };
      page.cleanup();
    } catch {
      // A page that cannot be read stays unknown, and its row says so.
    }
    if (isOver) return;
    pages[side].push(read);
    widest = Math.max(widest, read.size.width);
    if (progress === "text")
      tell.progress({ value: pages.left.length + pages.right.length, max: counts.left + counts.right });
    if (shown.length === 0 && pages.left.length > 0 && pages.right.length > 0) showRows();
  }

  const textsOf = (side: SideName, page: number | null): readonly string[] =>
    page === null ? [] : (pages[side][page]?.words ?? []).map(({ text }) => text);

  async function pairAll(): Promise<void> {
    const [left, right] = sides.map((side) => pages[side].map((_, page) => textsOf(side, page)));
    const found: Row[] = [];
    for (const pair of pairPages(left ?? [], right ?? [])) {
      found.push({ pair, words: changesIn(pair), picture: "unknown" });
      if (found.length % 20 === 0) await new Promise((resolve) => setTimeout(resolve));
      if (isOver || progress !== "text") return;
    }
    const seen = rows[shown.findIndex(({ isNear }) => isNear)]?.pair.left ?? 0;
    rows = found;
    widest = Math.max(1, ...sides.flatMap((side) => pages[side].map(({ size }) => size.width)));
    progress = "pictures";
    differences = differencesOf(rows);
    showRows();
    if (seen > 0) bring(shown[rows.findIndex(({ pair }) => pair.left === seen)]?.element, "start");
    say();
  }

  function changesIn({ left, right }: Pair): Row["words"] {
    if (left === null || right === null) return { changes: [], isExact: true };
    if (pages.left[left]?.words === null || pages.right[right]?.words === null) return null;
    return changesOf(textsOf("left", left), textsOf("right", right));
  }

  function showRows(): void {
    watching.disconnect();
    for (const row of shown) release(row);
    scale = first(widest);
    container.style.setProperty("--scale", String(scale));
    shown = rows.map((row, index) => {
      const element = document.createElement("section");
      element.className = "row";
      element.dataset["row"] = String(index);
      const caption = document.createElement("h3");
      caption.id = `row-${index}`;
      element.setAttribute("aria-labelledby", caption.id);
      const views = { left: viewOf("left", row.pair.left), right: viewOf("right", row.pair.right) };
      element.append(
        caption,
        ...sides.map((side) => {
          const cell = document.createElement("div");
          cell.className = `cell ${side}`;
          const view = views[side];
          if (view !== null) cell.append(view.element);
          return cell;
        }),
      );
      return { element, views, isNear: false, drawnAt: null, hasPicture: false };
    });
    for (const index of rows.keys()) captionRow(index);
    list.replaceChildren(...shown.map(({ element }) => element));
    for (const { element } of shown) watching.observe(element);
  }

  function viewOf(side: SideName, page: number | null): PageView | null {
    return page === null
      ? null
      : createPageView(pdfs[side], {
          number: page + 1,
          side,
          size: (pages[side][page] ?? pages[side][0])?.size ?? unknownSize,
        });
  }

  function captionRow(index: number): void {
    const [row, element] = [rows[index], shown[index]?.element];
    const caption = element?.querySelector("h3");
    if (row === undefined || element === undefined || !caption) return;
    const isKnown = progress !== "text";
    caption.textContent = isKnown ? sentenceOf(row, words) : fill(words.page, index + 1);
    element.classList.toggle("differs", isKnown && differs(row));
    element.classList.toggle("alone", isKnown && isAlone(row));
  }

  async function drawRow(index: number): Promise<void> {
    const [row, view] = [rows[index], shown[index]];
    if (row === undefined || view === undefined) return;
    const at = scale;
    view.hasPicture = false;
    for (const side of sides) {
      const page = row.pair[side];
      // A page that cannot be drawn stays empty; its row and its compared words are still there.
      if (page !== null)
        await view.views[side]
          ?.draw({ scale: at, words: pages[side][page]?.words ?? [], changes: row.words?.changes ?? [] })
          .catch(() => undefined);
    }
    if (!view.isNear) return release(view);
    view.drawnAt = at;
    markCurrent();
    if (wanted === index && !wantsPicture(index)) arrive(index);
  }

  function wantsPicture(index: number): boolean {
    const row = rows[index];
    if (row === undefined || pictures === "none" || isAlone(row)) return false;
    return pictures === "all" || row.picture === "differs";
  }

  async function showPicture(index: number): Promise<void> {
    const view = shown[index];
    if (view === undefined) return;
    const changes = await changesOfPictures(index);
    if (!view.isNear) return;
    view.hasPicture = true;
    if (changes !== null) for (const side of sides) view.views[side]?.showPicture(changes);
    if (wanted === index) arrive(index);
  }

  /** Resolves with null if a page cannot be drawn or has no partner. */
  async function changesOfPictures(index: number) {
    const { left, right } = rows[index]?.pair ?? {};
    if (left == null || right == null) return null;
    try {
      const both = [await pdfs.left.getPage(left + 1), await pdfs.right.getPage(right + 1)] as const;
      const changes = await pictureChanges(...both);
      if (shown[index]?.isNear !== true) for (const page of both) page.cleanup();
      return changes;
    } catch {
      return null;
    }
  }

  async function comparePictures(index: number): Promise<void> {
    const row = rows[index];
    if (row === undefined) return;
    const changes = await changesOfPictures(index);
    if (isOver) return;
    rows[index] = changes === null ? { ...row, words: null } : { ...row, picture: changes.isSame ? "same" : "differs" };
    captionRow(index);
    if (rows[index].picture === "differs") renumber();
    const max = rows.filter(({ words: changed }) => changed?.changes.length === 0).length;
    if (progress === "pictures") tell.progress({ value: max - rows.filter(isPictureUnknown).length, max });
  }

  /**
   * Recomputes the differences, so that a difference that was found later gets its place in the order. The current
   * difference stays the current one.
   */
  function renumber(): void {
    const stood = differences[current];
    differences = differencesOf(rows);
    current =
      stood === undefined
        ? -1
        : differences.findIndex(({ row, change }) => row === stood.row && change === stood.change);
  }

  async function finish(): Promise<void> {
    progress = "done";
    say();
  }

  function say(): void {
    const isWordless = sides.every((side) =>
      pages[side].every(({ words: known }) => known !== null && known.length === 0),
    );
    tell.summary(summaryOf({ rows, progress, isWordless }, words));
    if (progress !== "text" && progress !== "pictures") tell.progress(null);
  }

  function step(by: 1 | -1): void {
    if (differences.length === 0)
      return tell.place(progress === "text" || progress === "pictures" ? words.noneYet : words.noDifferences);
    current =
      current === -1
        ? by === 1
          ? 0
          : differences.length - 1
        : (current + by + differences.length) % differences.length;
    const difference = differences[current];
    const row = difference && rows[difference.row];
    if (difference === undefined || row === undefined) return;
    const texts = { left: textsOf("left", row.pair.left), right: textsOf("right", row.pair.right) };
    tell.place(
      differenceSentence({ row, change: difference.change }, { at: current + 1, of: differences.length, texts, words }),
    );
    wanted = difference.row;
    markCurrent();
    const view = shown[difference.row];
    if (view?.drawnAt === scale && (view.hasPicture || !wantsPicture(difference.row))) arrive(difference.row);
    else bring(view?.element, "start");
  }

  function markCurrent(): void {
    const { row, change } = differences[current] ?? {};
    const place = row === undefined || !change ? -1 : rows[row]?.words?.changes.indexOf(change);
    for (const [index, { element, isNear }] of shown.entries()) {
      element.classList.toggle("current", row === index);
      if (isNear)
        for (const mark of element.querySelectorAll<HTMLElement>(".mark"))
          mark.classList.toggle("current", row === index && mark.dataset["change"] === String(place));
    }
  }

  function arrive(index: number): void {
    const row = shown[index]?.element;
    const place = row?.querySelector(".mark.current") ?? row?.querySelector(".frame");
    if (place) bring(place, "center");
    else bring(row, "start");
    wanted = null;
  }

  /** Scrolls only the pages of the PDFs; `scrollIntoView` would also scroll the frames around the webview. */
  function bring(element: Element | null | undefined, to: "start" | "center"): void {
    if (!element) return;
    const [around, { top, left, width, height }] = [container.getBoundingClientRect(), element.getBoundingClientRect()];
    const heads = list.offsetTop;
    container.scrollTop += top - around.top - (to === "start" ? heads : (around.height - height) / 2);
    if (to === "center" && (left < around.left || left + width > around.right))
      container.scrollLeft += left - around.left - (around.width - width) / 2;
  }

  tell.summary(words.readingText);
  void work();
  return {
    step,
    get widest() {
      return widest;
    },
    setScale(wish) {
      scale = wish;
      container.style.setProperty("--scale", String(wish));
      void work();
    },
    setPictures(wish) {
      pictures = wish;
      for (const row of shown) {
        row.hasPicture = false;
        for (const side of sides) row.views[side]?.showPicture(null);
      }
      void work();
    },
    stop() {
      if (progress === "text") progress = "textEnded";
      else if (progress === "pictures") progress = "picturesEnded";
      say();
    },
    dispose() {
      isOver = true;
      watching.disconnect();
      for (const row of shown) release(row);
      list.replaceChildren();
    },
  };
}
