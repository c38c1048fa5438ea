/** Ranges in the text layer of the PDF's pages: the selection, the clicked word, and marks over requested ranges. */
import type { PDFViewer } from "pdfjs-dist/web/pdf_viewer.mjs";
import type { PdfRange } from "../../../../language/index.ts";

/**
 * Returns the elements of the text layer, one per item of the page's text, and the element of the page; undefined while
 * the page is not drawn.
 */
function itemsOf(
  viewer: PDFViewer,
  pageNumber: number,
): { readonly items: readonly HTMLElement[]; readonly page: HTMLElement } | undefined {
  const view = viewer.getPageView(pageNumber - 1) as
    | {
        readonly div: HTMLElement;
        readonly textLayer: { readonly highlighter: { readonly textDivs: readonly Node[] | null } | null } | null;
      }
    | undefined;
  const items = view?.textLayer?.highlighter?.textDivs?.filter((node) => node instanceof HTMLElement);
  return view === undefined || items === undefined ? undefined : { items, page: view.div };
}

/** Returns the part of the selection on the page where the selection begins; null if nothing is selected. */
export function rangeOf(viewer: PDFViewer, selection: Selection | null): PdfRange | null {
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const pageNumber = pageOf(range.startContainer) ?? pageOf(range.endContainer);
  const found = pageNumber === undefined ? undefined : itemsOf(viewer, pageNumber);
  if (pageNumber === undefined || found === undefined) return null;
  let start: PdfRange["start"] | undefined;
  let end: PdfRange["end"] | undefined;
  for (const [item, element] of found.items.entries()) {
    if (!range.intersectsNode(element)) continue;
    const from = element.contains(range.startContainer)
      ? lettersBefore(element, range.startContainer, range.startOffset)
      : 0;
    const to = element.contains(range.endContainer)
      ? lettersBefore(element, range.endContainer, range.endOffset)
      : (element.textContent ?? "").length;
    if (to <= from) continue;
    start ??= { item, offset: from };
    end = { item, offset: to };
  }
  return start === undefined || end === undefined ? null : { page: pageNumber - 1, start, end };
}

/** Returns the word under the pointer; null if there is none. */
export function wordAt(viewer: PDFViewer, { clientX, clientY }: MouseEvent): PdfRange | null {
  const caret = document.caretPositionFromPoint(clientX, clientY);
  const pageNumber = caret === null ? undefined : pageOf(caret.offsetNode);
  const found = pageNumber === undefined ? undefined : itemsOf(viewer, pageNumber);
  if (caret === null || pageNumber === undefined || found === undefined) return null;
  const item = found.items.findIndex((element) => element.contains(caret.offsetNode));
  const element = found.items[item];
  if (element === undefined) return null;
  const text = element.textContent ?? "";
  let start = lettersBefore(element, caret.offsetNode, caret.offset);
  let end = start;
  while (start > 0 && /\S/.test(text[start - 1] ?? "")) start--;
  while (end < text.length && /\S/.test(text[end] ?? "")) end++;
  return start === end ? null : { page: pageNumber - 1, start: { item, offset: start }, end: { item, offset: end } };
}

/** Marks that keep their position on the page when it is drawn at another size. */
export function marksOf(viewer: PDFViewer): {
  show(ranges: readonly PdfRange[]): void;
  draw(pageNumber: number): void;
  clear(): void;
} {
  let shown: readonly PdfRange[] = [];
  let goThere = false;

  function draw(pageNumber: number): void {
    const found = itemsOf(viewer, pageNumber);
    if (found === undefined) return;
    for (const old of found.page.querySelectorAll(".printed-mark")) old.remove();
    const around = found.page.getBoundingClientRect();
    for (const { page, start, end } of shown) {
      if (page !== pageNumber - 1) continue;
      for (const [item, element] of found.items.entries()) {
        if (item < start.item || item > end.item) continue;
        const range = document.createRange();
        const from = placeIn(element, item === start.item ? start.offset : 0);
        const to = placeIn(element, item === end.item ? end.offset : Infinity);
        if (from === null || to === null) continue;
        range.setStart(...from);
        range.setEnd(...to);
        for (const { left, top, width, height } of range.getClientRects()) {
          const mark = document.createElement("div");
          mark.className = "printed-mark";
          mark.style.left = `${(100 * (left - around.left)) / around.width}%`;
          mark.style.top = `${(100 * (top - around.top)) / around.height}%`;
          mark.style.width = `${(100 * width) / around.width}%`;
          mark.style.height = `${(100 * height) / around.height}%`;
          found.page.append(mark);
        }
      }
    }
    const [first] = shown;
    if (!goThere || first?.page !== pageNumber - 1) return;
    const mark = found.page.querySelector(".printed-mark");
    if (mark === null) return;
    goThere = false;
    mark.scrollIntoView({ block: "center" });
  }

  function drawAll(): void {
    for (let number = 1; number <= viewer.pagesCount; number++) draw(number);
  }
  return {
    draw,
    show(ranges) {
      shown = ranges;
      goThere = true;
      const [first] = ranges;
      if (first !== undefined && first.page < viewer.pagesCount) viewer.currentPageNumber = first.page + 1;
      drawAll();
    },
    clear() {
      shown = [];
      drawAll();
    },
  };
}

function pageOf(node: Node): number | undefined {
  const element = node instanceof Element ? node : node.parentElement;
  const number = Number(element?.closest<HTMLElement>(".page")?.dataset["pageNumber"]);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}

/** Returns how many UTF-16 code units of the element's text come before a DOM position in the element. */
function lettersBefore(element: HTMLElement, node: Node, offset: number): number {
  const range = document.createRange();
  range.setStart(element, 0);
  range.setEnd(node, offset);
  return range.toString().length;
}

/** Returns the DOM position after `offset` code units of the element's text; null if it has no text. */
function placeIn(element: HTMLElement, offset: number): [node: Node, offset: number] | null {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let rest = offset;
  let last: Node | null = null;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { length } = node.textContent ?? "";
    if (rest <= length) return [node, rest];
    rest -= length;
    last = node;
  }
  return last === null ? null : [last, (last.textContent ?? "").length];
}
