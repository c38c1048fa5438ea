/**
 * Finishes a PDF whose own pages are already laid out: appends pages of other PDFs, embeds files, and sets the printing
 * preference.
 */
import { Duplex, PDFDocument } from "@cantoo/pdf-lib";

interface Finish {
  /**
   * The files whose pages follow the document's own, in order. `pages` counts from 1 and includes both ends; if it is
   * empty, all pages are appended. Numbers of pages that the file does not have are ignored.
   */
  readonly append?: readonly {
    readonly bytes: Uint8Array;
    readonly pages?: readonly { readonly start: number; readonly end: number }[];
  }[];
  readonly embed?: readonly { readonly name: string; readonly type: string; readonly bytes: Uint8Array }[];
  /** Makes viewers offer one-sided printing. */
  readonly oneSided?: boolean;
  /** The date of the embedded files. */
  readonly at: Date;
}

/**
 * Keeps ids and metadata. If an appended file is not a readable PDF, `unreadable` receives its index in `append` and
 * returns the error to throw.
 */
export async function finishPdf(
  pdf: Uint8Array,
  { append = [], embed = [], oneSided = false, at }: Finish,
  unreadable: (index: number, cause: unknown) => Error,
): Promise<Uint8Array> {
  if (append.length === 0 && embed.length === 0 && !oneSided) return pdf;
  const whole = await PDFDocument.load(pdf, { updateMetadata: false });
  for (const [index, { bytes, pages = [] }] of append.entries()) {
    const other = await PDFDocument.load(bytes, { updateMetadata: false }).catch((cause: unknown) => {
      throw unreadable(index, cause);
    });
    const wanted = other
      .getPageIndices()
      .filter((page) => pages.length === 0 || pages.some(({ start, end }) => page + 1 >= start && page + 1 <= end));
    for (const page of await whole.copyPages(other, wanted)) whole.addPage(page);
  }
  for (const { name, type, bytes } of embed)
    await whole.attach(bytes, name, { mimeType: type, creationDate: at, modificationDate: at });
  if (oneSided) whole.catalog.getOrCreateViewerPreferences().setDuplex(Duplex.Simplex);
  return whole.save();
}
