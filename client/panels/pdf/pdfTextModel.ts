/** Reads the text of a PDF, page by page, in a worker thread. Does not import `vscode`. */
import { Worker } from "node:worker_threads";
import * as l10n from "@vscode/l10n";
import type { PdfPiece, PdfFiles } from "./readPdf.ts";

export interface PdfTextTask extends PdfFiles {
  readonly bytes: Uint8Array;
  readonly wants: "lines" | "pieces";
}

/** A code, not a sentence: the worker thread has no translations. */
type Problem = { readonly problem: "password" } | { readonly problem: "unreadable"; readonly reason: string };

/** Lines or pieces per page, or why there are none. */
export type PdfTextAnswer =
  { readonly pages: readonly (readonly string[])[] } | { readonly pieces: readonly (readonly PdfPiece[])[] } | Problem;

/** Paths of the worker thread's program, and of the packed files of pdf.js that it uses. */
export interface PdfReader extends PdfFiles {
  readonly program: string;
}

/** Megabytes of heap for reading one PDF. */
const memory = 1024;

/** Rejects with an error whose message is for the user, even if the signal cancels the reading. */
export async function pdfText(
  reader: PdfReader,
  bytes: Uint8Array,
  options: { readonly signal: AbortSignal },
): Promise<readonly (readonly string[])[]> {
  const answer = await read(reader, bytes, { ...options, wants: "lines" });
  return "pages" in answer ? answer.pages : [];
}

/** Returns the pieces of text of each page, with their positions, in drawing order. Rejects as `pdfText` does. */
export async function pdfPieces(
  reader: PdfReader,
  bytes: Uint8Array,
  options: { readonly signal: AbortSignal },
): Promise<readonly (readonly PdfPiece[])[]> {
  const answer = await read(reader, bytes, { ...options, wants: "pieces" });
  return "pieces" in answer ? answer.pieces : [];
}

async function read(
  { program, packed }: PdfReader,
  bytes: Uint8Array,
  { signal, wants }: { readonly signal: AbortSignal; readonly wants: PdfTextTask["wants"] },
): Promise<PdfTextAnswer> {
  signal.throwIfAborted();
  const worker = new Worker(program, {
    workerData: { bytes, packed, wants } satisfies PdfTextTask,
    resourceLimits: { maxOldGenerationSizeMb: memory },
    stdout: true,
    stderr: true,
  });
  const { promise, resolve, reject } = Promise.withResolvers<PdfTextAnswer>();
  const stop = (): void => reject(new Error(l10n.t("Reading the text of the PDF was stopped.")));
  signal.addEventListener("abort", stop);
  worker.once("message", resolve);
  worker.once("error", reject);
  worker.once("exit", (code) => reject(new Error(l10n.t("The PDF reader stopped unexpectedly ({0}).", code))));
  try {
    const answer = await promise;
    if ("problem" in answer)
      throw new Error(
        answer.problem === "password"
          ? l10n.t("it is protected by a password")
          : l10n.t("it cannot be read as a PDF ({0})", answer.reason),
      );
    return answer;
  } finally {
    signal.removeEventListener("abort", stop);
    await worker.terminate();
  }
}
