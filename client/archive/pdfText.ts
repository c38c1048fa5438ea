/**
 * A program of its own thread: reads the text of the PDF that it is given, and posts the lines of every page. A PDF is somebody else's file:
 * however it is made, the editor goes on, and can end this thread.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import "pdfjs-dist/legacy/build/pdf.worker.mjs";
import type { PdfTextAnswer, PdfTextTask } from "./pdfTextModel.ts";
import { linesOf } from "./textLinesModel.ts";

const task = workerData as PdfTextTask;

/** Tables for fonts of other scripts; nothing is fetched. */
class FromDisk {
  async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    return readFile(join(kind === "cMapUrl" ? task.cmaps : task.fonts, filename));
  }
}

/** Nothing is drawn. */
class NoDrawing {
  destroy(): void {}
}

async function pagesOf(bytes: Uint8Array): Promise<readonly (readonly string[])[]> {
  // pdf.js makes a matrix for drawing while it loads; here nothing is drawn, and Node has no such class.
  Object.assign(globalThis, { DOMMatrix: class {}, ImageData: class {}, Path2D: class {} });
  const { getDocument, VerbosityLevel } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const options = {
    data: bytes, useSystemFonts: false, disableFontFace: true, isEvalSupported: false, useWasm: false, useWorkerFetch: false, enableXfa: false,
    isOffscreenCanvasSupported: false, isImageDecoderSupported: false, verbosity: VerbosityLevel.ERRORS,
    BinaryDataFactory: FromDisk, CanvasFactory: NoDrawing, FilterFactory: NoDrawing,
  };
  const loading = getDocument(options);
  try {
    const document = await loading.promise;
    const pages: (readonly string[])[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      pages.push(linesOf(items.flatMap((item) => {
        if (!("str" in item)) return [];
        const [, , , , x, y] = item.transform as readonly number[];
        return [{ text: item.str, x: x ?? 0, y: y ?? 0, width: item.width, height: item.height }];
      })));
      page.cleanup();
    }
    return pages;
  } finally {
    await loading.destroy();
  }
}

void pagesOf(task.bytes).then(
  (pages): PdfTextAnswer => ({ pages }),
  (error: unknown): PdfTextAnswer => ({ problem: error instanceof Error && error.name === "PasswordException" ? "it is protected by a password" : `it cannot be read as a PDF (${error instanceof Error ? error.message : String(error)})` }),
).then((answer) => parentPort?.postMessage(answer));
