/** Types of `pdfReader.mjs`. */
export function buildPdfReader(to: string, options?: { readonly fast?: boolean }): Promise<unknown>;
