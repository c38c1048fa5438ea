/**
 * Loads PDFs with pdf.js, the same way for every page: in a worker, without anything that a PDF could run or request.
 */
import * as pdfjs from "pdfjs-dist";
import { fill } from "./fill.ts";

/**
 * The data attributes of `page` say where the worker and pdf.js's tables are. The returned function takes ownership of
 * the bytes.
 */
export function readerIn(
  { dataset }: HTMLElement,
  { noReader }: { readonly noReader: string },
): (bytes: Uint8Array) => Promise<pdfjs.PDFDocumentLoadingTask> {
  const worker = startWorker();
  // Avoids an unhandled rejection; callers see the rejection when they await the worker.
  worker.catch(() => undefined);

  /**
   * The browser refuses a worker from another origin, so this fetches the worker's script and starts it from a blob.
   */
  async function startWorker(): Promise<pdfjs.PDFWorker> {
    const answer = await fetch(dataset["worker"] ?? "");
    if (!answer.ok) throw new Error(fill(noReader, answer.status));
    const address = URL.createObjectURL(new Blob([await answer.text()], { type: "text/javascript" }));
    return pdfjs.PDFWorker.create({ port: new Worker(address, { type: "module" }) });
  }

  return async (bytes) =>
    pdfjs.getDocument({
      data: bytes,
      worker: await worker,
      cMapUrl: dataset["cmaps"] ?? "",
      standardFontDataUrl: dataset["fonts"] ?? "",
      enableXfa: false,
      useWasm: false,
      isEvalSupported: false,
      stopAtErrors: false,
    });
}
