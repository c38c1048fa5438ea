/** Reads PDFs with poppler and qpdf. If one is missing, the test fails and says so. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Returns the text of a PDF. Spaces and line breaks become single spaces. */
export function textOf(pdf: Uint8Array): string {
  return run("pdftotext", pdf, (file) => [file, "-"]).replace(/\s+/g, " ");
}

export function infoOf(pdf: Uint8Array): string {
  return run("pdfinfo", pdf, (file) => [file]);
}

/** Checks a PDF with qpdf. Throws an error with qpdf's message if the PDF is not valid. */
export function checkPdf(pdf: Uint8Array): void {
  run("qpdf", pdf, (file) => ["--check", file]);
}

export function fontsOf(pdf: Uint8Array): string {
  return run("pdffonts", pdf, (file) => [file]);
}

/** Returns the whole document as JSON, to inspect its objects. */
export function objectsOf(pdf: Uint8Array): string {
  return run("qpdf", pdf, (file) => ["--json", "--json-stream-data=none", file]);
}

function run(tool: string, pdf: Uint8Array, args: (file: string) => readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "smartform-pdf-"));
  try {
    const file = join(folder, "form.pdf");
    writeFileSync(file, pdf);
    const { error, status, stdout, stderr } = spawnSync(tool, args(file), { encoding: "utf8", maxBuffer: 1 << 26 });
    if (error !== undefined)
      throw new Error(`${tool} is needed for this test. On Debian: apt-get install qpdf poppler-utils.`, {
        cause: error,
      });
    if (status !== 0) throw new Error(`${tool} refused the PDF (exit ${status}): ${stderr}${stdout}`);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
