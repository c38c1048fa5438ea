/** The PDF of an existing form, as the panel shows it. Does not import `vscode`. */
import { environments } from "../../api/index.ts";
import type { Api } from "../../api/index.ts";
import { explained } from "../calls/answersModel.ts";

/** Keys of the panels that show a form's PDF: as a customer gets it, or without attachments. */
export const pdfKeys = (formId: string): { readonly whole: string; readonly bare: string } => ({
  whole: formId,
  bare: `${formId}:bare`,
});

interface PdfForm {
  readonly smartformId: string;
  readonly formId: string;
  /** The environment that the form is filed under, in any letter case; null for none. */
  readonly environment: string | null;
}

/**
 * Returns the PDF as a customer gets it, with the attachments of the Smartform's toolbar. `language` null asks for the
 * Smartform's default. Rejects with an error whose message is for the user; an answer that is incomplete or not a PDF
 * is never passed on.
 */
export async function formPdf(
  api: Api,
  form: PdfForm,
  { language, signal }: { readonly language: string | null; readonly signal: AbortSignal },
): Promise<Uint8Array> {
  const environment = environments.find((name) => name.toLowerCase() === form.environment?.toLowerCase());
  const request = {
    path: { dialogDefinitionId: form.smartformId, dialogValuesId: form.formId },
    ...(environment && { environment }),
    ...(language !== null && { query: { languageCode: language } }),
  };
  return (await explained(api.call("pdf.existing", request, { signal }), request)).bytes;
}
