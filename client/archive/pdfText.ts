/**
 * Program of a worker thread: reads the text of the given PDF and posts the lines of every page. The PDF comes from
 * somebody else and may be malicious. Because it is read in a thread of its own, it cannot block the editor, and the
 * editor can end the thread.
 */
import { parentPort, workerData } from "node:worker_threads";
import { messageOf } from "../../language/index.ts";
import { readPdf } from "../panels/pdf/readPdf.ts";
import type { PdfTextAnswer, PdfTextTask } from "../panels/pdf/pdfTextModel.ts";
import { linesOf } from "./textLinesModel.ts";

const task = workerData as PdfTextTask;

void readPdf(task.bytes, task, { asDrawn: task.wants === "pieces" })
  .then(
    (pages): PdfTextAnswer => (task.wants === "pieces" ? { pieces: pages } : { pages: pages.map(linesOf) }),
    (error: unknown): PdfTextAnswer =>
      error instanceof Error && error.name === "PasswordException"
        ? { problem: "password" }
        : { problem: "unreadable", reason: messageOf(error) },
  )
  .then((answer) => parentPort?.postMessage(answer));
