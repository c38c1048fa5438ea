/**
 * What is done to a PDF once its own pages are laid out: pages of others behind them, files in it, and how it wants to
 * be printed.
 */
import { Duplex, PDFDocument } from "@cantoo/pdf-lib";

interface Finish {
  /**
   * Behind the document's own pages, in order. `pages`: from 1, both ends included; all where it is empty. Pages that
   * are not there are left out.
   */
  readonly append?: readonly {
    readonly bytes: Uint8Array;
    readonly pages?: readonly { readonly start: number; readonly end: number }[];
  }[];
  readonly embed?: readonly { readonly name: string; readonly type: string; readonly bytes: Uint8Array }[];
  /** Viewers then offer to print on one side of the paper. */
  readonly oneSided?: boolean;
  /** The date of what is embedded. */
  readonly at: Date;
}

/**
 * Ids and metadata stay as they are. `unreadable` makes the error for what cannot be read as a PDF, by its place in
 * `append`.
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
