/**
 * Reads the pieces of text of a PDF with pdf.js, page by page. Runs in a worker thread, because the file comes from
 * somebody else.
 */
import { runInThisContext } from "node:vm";
import type * as pdfjs from "pdfjs-dist";
import { openPackedFiles } from "../../../disk/index.ts";
import type { PackedFiles } from "../../../disk/index.ts";

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

/** The path of the packed file that `scripts/pdfReader.mjs` writes. */
export interface PdfFiles {
  readonly packed: string;
}

interface Loaded {
  readonly library: typeof pdfjs;
  readonly files: PackedFiles;
}

let loaded: Promise<Loaded> | undefined;

async function load({ packed }: PdfFiles): Promise<Loaded> {
  const files = await openPackedFiles(packed);
  // pdf.js creates a drawing matrix while it loads. Node lacks the class for it; an empty class suffices, because
  // nothing is drawn here.
  Object.assign(globalThis, { DOMMatrix: class {}, ImageData: class {}, Path2D: class {} });
  // Each script puts its exports into a global variable: the library uses those of the worker, and this module uses
  // those of the library.
  for (const filename of ["pdf.worker.js", "pdfjs.js"])
    runInThisContext(Buffer.from(await contentOf(files, filename)).toString(), { filename });
  const { pdfjsLib } = globalThis as unknown as { readonly pdfjsLib: typeof pdfjs };
  return { library: pdfjsLib, files };
}

/** Rejects with the name if there is no file of this name. */
async function contentOf(files: PackedFiles, name: string): Promise<Uint8Array> {
  const content = await files.get(name);
  if (content === undefined) throw new Error(name);
  return content;
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
  reader: PdfFiles,
  { asDrawn }: { readonly asDrawn: boolean },
): Promise<readonly (readonly PdfPiece[])[]> {
  const { library, files } = await (loaded ??= load(reader));
  /**
   * Reads pdf.js's tables from the packed files, so that nothing is fetched. PDFs that do not embed their fonts need
   * these tables.
   */
  class FromPack {
    async fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
      return new Uint8Array(await contentOf(files, filename));
    }
  }
  const { getDocument, VerbosityLevel } = library;
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
    BinaryDataFactory: FromPack,
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
