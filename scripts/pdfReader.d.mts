/** Types of `pdfReader.mjs`. */
export function buildPdfReader(to: {
  readonly library: string;
  readonly packed: string;
  readonly fast?: boolean;
}): Promise<unknown>;
