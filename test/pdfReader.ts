/**
 * The reader of PDFs for tests that run from the sources. It needs no build of the project: each test process builds a
 * reader of its own.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PdfReader } from "../client/panels/pdf/pdfTextModel.ts";
import { buildPdfReader } from "../scripts/pdfReader.mjs";
import { root } from "../scripts/root.mjs";

const folder = mkdtempSync(join(tmpdir(), "smartform-reader-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

export const pdfReader: PdfReader = {
  program: join(root, "client/archive/pdfText.ts"),
  packed: join(folder, "pdfReader.br"),
};
await buildPdfReader(pdfReader.packed, { fast: true });
