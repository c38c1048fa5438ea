/** Compares two pages as small pictures, dot by dot: whether they differ, and where. */
import type { PDFPageProxy } from "pdfjs-dist";
import pixelmatch from "pixelmatch";

/**
 * Maximum number of dots in a small picture. Pages are drawn at 72 dots per inch, or at fewer if the picture would
 * otherwise exceed this maximum.
 */
const mostDots = 1_000_000;

/**
 * Tolerance from 0 (none) to 1 (everything is equal). Low, because the same program draws both pages with the same
 * fonts.
 */
const threshold = 0.05;

/** Colour of differences, on white. */
const colour: [number, number, number] = [190, 0, 150];

export interface PictureChanges {
  readonly isSame: boolean;
  /** Transparent where both pages agree. */
  readonly overlay: ImageData;
  /** Encloses all differences, in dots of the overlay; null if the pages agree, or differ only in size. */
  readonly frame: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  } | null;
  /** Dots of the overlay per point of the page. */
  readonly scale: number;
}

/** Rejects if a page cannot be drawn. */
export async function pictureChanges(left: PDFPageProxy, right: PDFPageProxy): Promise<PictureChanges> {
  const sizes = [left, right].map((page) => page.getViewport({ scale: 1 }));
  const [wide, high] = [Math.max(...sizes.map(({ width }) => width)), Math.max(...sizes.map(({ height }) => height))];
  const scale = Math.min(1, Math.sqrt(mostDots / (wide * high)));
  const [width, height] = [dots(wide * scale), dots(high * scale)];
  const ours = await draw(left, { scale, width, height });
  const theirs = await draw(right, { scale, width, height });
  const overlay = new ImageData(width, height);
  const count = pixelmatch(ours, theirs, overlay.data, width, height, {
    threshold,
    includeAA: true,
    diffMask: true,
    diffColor: colour,
  });
  const [one, other] = sizes;
  const isSameSize =
    Math.abs((one?.width ?? 0) - (other?.width ?? 0)) < 1 && Math.abs((one?.height ?? 0) - (other?.height ?? 0)) < 1;
  return { isSame: count === 0 && isSameSize, overlay, frame: frameOf(overlay), scale };
}

function dots(length: number): number {
  return Math.min(Math.max(Math.ceil(length), 1), mostDots);
}

async function draw(
  page: PDFPageProxy,
  { scale, width, height }: { readonly scale: number; readonly width: number; readonly height: number },
): Promise<Uint8ClampedArray> {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("The page has no canvas.");
  [canvas.width, canvas.height] = [width, height];
  try {
    context.fillStyle = "#fff";
    context.fillRect(0, 0, width, height);
    await page.render({ canvas: null, canvasContext: context, viewport: page.getViewport({ scale }) }).promise;
    return context.getImageData(0, 0, width, height).data;
  } finally {
    canvas.width = canvas.height = 0;
  }
}

function frameOf({ data, width, height }: ImageData): PictureChanges["frame"] {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let at = 3, dot = 0; at < data.length; at += 4, dot += 1) {
    if (data[at] === 0) continue;
    const [x, y] = [dot % width, Math.floor(dot / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  return right < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 };
}
