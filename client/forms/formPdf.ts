/** The PDF of a form that is there already, as the panel shows it. Knows no `vscode`. */
import { environments } from "../../api/index.ts";
import type { Api } from "../../api/index.ts";
import { explained } from "../calls/answersModel.ts";

interface PdfForm {
  readonly smartformId: string;
  readonly formId: string;
  /** Under which the form was filed; any letter case, null for none. */
  readonly environment: string | null;
}

/**
 * With the attachments of the toolbar, as a customer gets it. `language` null asks for the Smartform's default. Rejects
 * with an error whose message is for people; what was no PDF, or not all of it, is never handed on.
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
