/** The text of a PDF, page by page, read in a thread of its own. Knows no `vscode`. */
import { Worker } from "node:worker_threads";

export interface PdfTextTask {
  readonly bytes: Uint8Array;
  /** Folders of pdf.js's own tables. */
  readonly cmaps: string;
  readonly fonts: string;
}

/** Lines of each page, or why there are none. */
export type PdfTextAnswer = { readonly pages: readonly (readonly string[])[] } | { readonly problem: string };

/** Where the thread's program and pdf.js's tables lie. */
export interface PdfReader extends Omit<PdfTextTask, "bytes"> {
  readonly program: string;
}

/** Megabytes that reading one PDF may take. */
const memory = 1024;

/** Rejects with an error whose message is for people, also where the signal ends the reading. */
export async function pdfText({ program, cmaps, fonts }: PdfReader, bytes: Uint8Array, { signal }: { readonly signal: AbortSignal }): Promise<readonly (readonly string[])[]> {
  signal.throwIfAborted();
  const worker = new Worker(program, { workerData: { bytes, cmaps, fonts } satisfies PdfTextTask, resourceLimits: { maxOldGenerationSizeMb: memory }, stdout: true, stderr: true });
  const { promise, resolve, reject } = Promise.withResolvers<PdfTextAnswer>();
  const stop = (): void => reject(new Error("Reading the text of the PDF was stopped."));
  signal.addEventListener("abort", stop);
  worker.once("message", resolve);
  worker.once("error", reject);
  worker.once("exit", (code) => reject(new Error(`The reader of PDFs ended by itself (${code}).`)));
  try {
    const answer = await promise;
    if ("problem" in answer) throw new Error(answer.problem);
    return answer.pages;
  } finally {
    signal.removeEventListener("abort", stop);
    await worker.terminate();
  }
}
