/**
 * Reads the pieces of text of a PDF with pdf.js, page by page. Runs in a worker thread, because the file comes from
 * somebody else.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import "pdfjs-dist/legacy/build/pdf.worker.mjs";

/** A piece as the PDF places it: an item of pdf.js's text layer. */
export interface PdfPiece {
  readonly text: string;
  /** In points, from the lower left corner of the page. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Height of the piece's letters; 0 if the PDF does not say. */
  readonly height: number;
  readonly isTurned: boolean;
}

/** Folders of pdf.js's tables. */
export interface PdfTables {
  readonly cmaps: string;
  readonly fonts: string;
}

/** Stands in for pdf.js's canvas and filter factories, because nothing is drawn. */
class NoDrawing {
  destroy(): void {}
}

/**
 * Returns the items of the pdf.js text layer in its order, empty ones included, because the panel refers to them by
 * index. `asDrawn`: keeps ligatures and the like as they are in the PDF; the text layer does so too.
 */
export async function readPdf(
  bytes: Uint8Array,
  tables: PdfTables,
  { asDrawn }: { readonly asDrawn: boolean },
): Promise<readonly (readonly PdfPiece[])[]> {
  /** Reads tables for fonts of other scripts from disk, so that nothing is fetched. */
  class FromDisk {
    async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
      return readFile(join(kind === "cMapUrl" ? tables.cmaps : tables.fonts, filename));
    }
  }
  // pdf.js creates a drawing matrix while it loads. Node has no such class, and nothing is drawn here.
  Object.assign(globalThis, { DOMMatrix: class {}, ImageData: class {}, Path2D: class {} });
  const { getDocument, VerbosityLevel } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const options = {
    data: bytes,
    useSystemFonts: false,
    disableFontFace: true,
    isEvalSupported: false,
    useWasm: false,
    useWorkerFetch: false,
    enableXfa: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    verbosity: VerbosityLevel.ERRORS,
    BinaryDataFactory: FromDisk,
    CanvasFactory: NoDrawing,
    FilterFactory: NoDrawing,
  };
  const loading = getDocument(options);
  try {
    const document = await loading.promise;
    const pages: (readonly PdfPiece[])[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent({ includeMarkedContent: true, disableNormalization: asDrawn });
      pages.push(
        items.flatMap((item) => {
          if (!("str" in item)) return [];
          const [a = 1, b = 0, , , x = 0, y = 0] = item.transform as readonly number[];
          return [
            { text: item.str, x, y, width: item.width, height: item.height, isTurned: Math.abs(b) > Math.abs(a) / 10 },
          ];
        }),
      );
      page.cleanup();
    }
    return pages;
  } finally {
    await loading.destroy();
  }
}
