/** Prints a sheet of facts on the sandbox's paper, and joins PDFs. */
import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";
import type { Content } from "pdfmake/interfaces";
import { printPaper } from "./pdf.ts";
import { cleanText } from "./richText.ts";

interface Sheet {
  readonly title: string;
  readonly subject: string;
  readonly created: Date;
  /** Groups of facts, each with a label and a value. */
  readonly groups: readonly (readonly (readonly [label: string, value: string])[])[];
}

export function printSheet({ title, subject, created, groups }: Sheet): Promise<Uint8Array> {
  const content = groups.map((facts): Content => ({
    margin: [0, 0, 0, 14],
    stack: facts.flatMap(([label, value]): Content[] => [
      { text: cleanText(label), style: "label", margin: [0, 0, 0, 1] },
      { text: cleanText(value) || " ", margin: [0, 0, 0, 5] },
    ]),
  }));
  return printPaper({ title: cleanText(title), subject: cleanText(subject), created, content });
}

/**
 * Resolves with a PDF of the pages of `first`, with `note` (English letters only) at their foot, followed by the pages
 * of `second`. Resolves with undefined if `first` is not a PDF that can be changed.
 */
export async function appendSheet(
  first: Uint8Array,
  second: Uint8Array,
  { note }: { readonly note: string },
): Promise<Uint8Array | undefined> {
  try {
    const whole = await PDFDocument.load(first, { updateMetadata: false });
    const font = await whole.embedFont(StandardFonts.Helvetica);
    for (const page of whole.getPages()) page.drawText(note, { x: 12, y: 6, size: 7, font });
    if (whole.getPageCount() === 0) return undefined;
    await copyPages(whole, second);
    return await whole.save();
  } catch {
    // The PDF is encrypted or damaged, which the PDF package may notice while it reads, draws or writes.
    return undefined;
  }
}

/**
 * Resolves with one PDF of all pages. No date is added, so the same parts give the same bytes. Rejects if a part cannot
 * be read.
 */
export async function joinPdfs(parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const [first, ...others] = parts;
  if (first !== undefined && others.length === 0) return first;
  const whole = await PDFDocument.create({ updateMetadata: false });
  for (const part of parts) await copyPages(whole, part);
  return whole.save();
}

/** Attaches a file to the PDF, and resolves with the new PDF. */
export async function attachFile(
  pdf: Uint8Array,
  file: { readonly name: string; readonly bytes: Uint8Array },
): Promise<Uint8Array> {
  const whole = await PDFDocument.load(pdf, { updateMetadata: false });
  await whole.attach(file.bytes, file.name, { mimeType: "application/octet-stream" });
  return whole.save();
}

async function copyPages(whole: PDFDocument, part: Uint8Array): Promise<void> {
  const read = await PDFDocument.load(part, { updateMetadata: false });
  for (const page of await whole.copyPages(read, read.getPageIndices())) whole.addPage(page);
}
