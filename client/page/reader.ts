/**
 * pdf.js as every page of ours reads a PDF with it: in a worker of its own, without what a PDF could run or ask for.
 */
import * as pdfjs from "pdfjs-dist";
import { fill } from "./fill.ts";

/** `page` says by its data where the worker and pdf.js's tables lie. The bytes are taken over. */
export function readerIn(
  { dataset }: HTMLElement,
  { noReader }: { readonly noReader: string },
): (bytes: Uint8Array) => Promise<pdfjs.PDFDocumentLoadingTask> {
  const worker = startWorker();
  // Who reads a PDF hears of it.
  worker.catch(() => undefined);

  /**
   * A worker from another origin is refused by the browser, so the worker's text is fetched and started from a blob.
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
