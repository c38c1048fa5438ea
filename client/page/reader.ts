/**
 * Loads PDFs with pdf.js, the same way for every page: in a worker, without anything that a PDF could run or request.
 */
import * as pdfjs from "pdfjs-dist";
import { fill } from "./fill.ts";
import type { FileGiven, FileWanted } from "./readerFiles.ts";

/**
 * `want` requests a file of pdf.js from the extension. The returned function loads a PDF, takes ownership of the PDF's
 * bytes, and rejects with `noReader` if the extension cannot provide the worker.
 */
export function readerIn(
  want: (message: FileWanted) => void,
  { noReader }: { readonly noReader: string },
): (bytes: Uint8Array) => Promise<pdfjs.PDFDocumentLoadingTask> {
  const wanted = new Map<string, PromiseWithResolvers<Uint8Array>>();
  window.addEventListener("message", ({ data }: MessageEvent<FileGiven | { readonly type: "" }>) => {
    if (data.type !== "file") return;
    const waiting = wanted.get(data.name);
    wanted.delete(data.name);
    if ("problem" in data) waiting?.reject(new Error(fill(noReader, data.problem)));
    else waiting?.resolve(data.bytes);
  });

  async function file(name: string): Promise<Uint8Array> {
    const known = wanted.get(name);
    if (known !== undefined) return known.promise;
    const made = Promise.withResolvers<Uint8Array>();
    wanted.set(name, made);
    want({ type: "file", name });
    return made.promise;
  }

  class FromExtension {
    async fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
      return file(filename);
    }
  }

  const worker = startWorker();
  // Avoids an unhandled rejection; callers see the rejection when they await the worker.
  worker.catch(() => undefined);

  /** The browser refuses a worker from another origin, so this starts the worker from a blob. */
  async function startWorker(): Promise<pdfjs.PDFWorker> {
    const script = new Uint8Array(await file("pdf.worker.js"));
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    return pdfjs.PDFWorker.create({ port: new Worker(address) });
  }

  return async (bytes) =>
    pdfjs.getDocument({
      data: bytes,
      worker: await worker,
      BinaryDataFactory: FromExtension,
      useWorkerFetch: false,
      enableXfa: false,
      useWasm: false,
      isEvalSupported: false,
      stopAtErrors: false,
    });
}
