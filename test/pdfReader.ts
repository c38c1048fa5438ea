/** The reader of PDFs for tests that run from the sources; a build is not needed. Each process makes its own. */
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
