/** One page of one side: an element of the page's size, drawn while it is near the view and cleared when it leaves. */
import * as pdfjs from "pdfjs-dist";
import type { SideName } from "../messages.ts";
import { placesOf } from "../wordsModel.ts";
import type { Change, Word } from "../wordsModel.ts";
import type { PictureChanges } from "./pictures.ts";

/** Maximum canvas pixels per page, as in pdf.js's own viewer; larger pages are less sharp. */
const mostDots = 2 ** 25;

/** Maximum height as a multiple of the width; longer pages are cut. */
const highest = 20;

/** Options for reading text, the same for comparing and for the text layer, so that the items match. */
export const textOptions = { includeMarkedContent: false, disableNormalization: true } as const;

export interface PageView {
  readonly element: HTMLElement;
  readonly isDrawn: boolean;
  /** `scale`: CSS pixels per point. Rejects if the page cannot be drawn. */
  draw(options: {
    readonly scale: number;
    readonly words: readonly Word[];
    readonly changes: readonly Change[];
  }): Promise<void>;
  showPicture(changes: PictureChanges | null): void;
  release(): void;
}

export interface Sized {
  /** In points. */
  readonly width: number;
  readonly height: number;
  readonly unit: number;
}

export function sizeOf(page: pdfjs.PDFPageProxy): Sized {
  const { width, height } = page.getViewport({ scale: 1 });
  return { width, height: Math.min(height, highest * width), unit: page.userUnit };
}

export function createPageView(
  pdf: pdfjs.PDFDocumentProxy,
  { number, side, size }: { readonly number: number; readonly side: SideName; readonly size: Sized },
): PageView {
  const element = document.createElement("div");
  element.className = "page";
  element.style.setProperty("--wide", String(size.width));
  element.style.setProperty("--high", String(size.height));
  element.style.setProperty("--unit", String(size.unit));
  let canvas: HTMLCanvasElement | null = null;
  let text: HTMLElement | null = null;
  let overlay: readonly HTMLElement[] = [];
  let turn = 0;

  async function draw({ scale, words, changes }: Parameters<PageView["draw"]>[0]): Promise<void> {
    const mine = ++turn;
    const page = await pdf.getPage(number);
    const sharp = Math.min(scale * devicePixelRatio, Math.sqrt(mostDots / (size.width * size.height)));
    const viewport = page.getViewport({ scale: sharp });
    const drawn = document.createElement("canvas");
    drawn.setAttribute("aria-hidden", "true");
    [drawn.width, drawn.height] = [
      Math.max(Math.floor(size.width * sharp), 1),
      Math.max(Math.floor(size.height * sharp), 1),
    ];
    await page.render({ canvas: drawn, viewport }).promise;
    const layer = document.createElement("div");
    layer.className = "textLayer";
    const textLayer = new pdfjs.TextLayer({
      textContentSource: await page.getTextContent(textOptions),
      container: layer,
      viewport: page.getViewport({ scale }),
    });
    await textLayer.render();
    if (mine !== turn) return;
    forget();
    [canvas, text] = [drawn, layer];
    element.prepend(drawn, layer);
    drawMarks(textLayer.textDivs, { words, changes });
  }

  function drawMarks(
    items: readonly HTMLElement[],
    { words, changes }: { readonly words: readonly Word[]; readonly changes: readonly Change[] },
  ): void {
    const around = element.getBoundingClientRect();
    for (const [index, change] of changes.entries()) {
      for (const { item, start, end } of placesOf(words, change[side])) {
        const node = items[item]?.firstChild;
        if (!(node instanceof Text)) continue;
        const range = document.createRange();
        range.setStart(node, Math.min(start, node.length));
        range.setEnd(node, Math.min(end, node.length));
        for (const { left, top, width, height } of range.getClientRects()) {
          const mark = box(
            side === "left" ? "mark removed" : "mark added",
            { left: left - around.left, top: top - around.top, width, height },
            { width: around.width, height: around.height },
          );
          mark.dataset["change"] = String(index);
        }
      }
    }
  }

  /** Positions in percent, so that the box keeps its place when the page is shown at another size. */
  function box(
    name: string,
    {
      left,
      top,
      width,
      height,
    }: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
    whole: { readonly width: number; readonly height: number },
  ): HTMLElement {
    const made = document.createElement("div");
    made.className = name;
    made.setAttribute("aria-hidden", "true");
    Object.assign(made.style, {
      left: `${(100 * left) / whole.width}%`,
      top: `${(100 * top) / whole.height}%`,
      width: `${(100 * width) / whole.width}%`,
      height: `${(100 * height) / whole.height}%`,
    });
    element.append(made);
    return made;
  }

  function showPicture(changes: PictureChanges | null): void {
    for (const old of overlay) old.remove();
    overlay = [];
    if (changes === null) return;
    const shown = document.createElement("canvas");
    shown.className = "picture";
    shown.setAttribute("aria-hidden", "true");
    [shown.width, shown.height] = [changes.overlay.width, changes.overlay.height];
    shown.getContext("2d")?.putImageData(changes.overlay, 0, 0);
    const whole = { width: size.width * changes.scale, height: size.height * changes.scale };
    Object.assign(shown.style, {
      width: `${(100 * shown.width) / whole.width}%`,
      height: `${(100 * shown.height) / whole.height}%`,
    });
    element.append(shown);
    overlay = [shown, ...(changes.frame === null ? [] : [box("frame", changes.frame, whole)])];
  }

  function forget(): void {
    if (canvas !== null) canvas.width = canvas.height = 0;
    canvas?.remove();
    text?.remove();
    [canvas, text] = [null, null];
    for (const mark of element.querySelectorAll(".mark")) mark.remove();
  }

  return {
    element,
    draw,
    showPicture,
    get isDrawn() {
      return canvas !== null;
    },
    release() {
      turn += 1;
      forget();
      showPicture(null);
    },
  };
}
