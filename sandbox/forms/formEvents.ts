/** Events of forms, for audit and statistics. */
import type { Call } from "../base/call.ts";
import { eventSources } from "../base/event.ts";
import { recordEvent } from "../base/recordEvent.ts";
import type { Form } from "./form.ts";

/** Every form is counted, even a test form: only its `source` distinguishes it from other forms (T61). */
export function recordFormEvent(
  { state, clientId }: Pick<Call, "state" | "clientId">,
  name: "FormCreated" | "FormStepCompleted" | "FormSubmitted" | "PdfCreated" | "FormDeleted",
  form: Form,
): void {
  recordEvent(state, {
    company: form.company,
    name,
    source: eventSources.forms,
    user: clientId,
    environment: form.environment,
    description: { smartform: form.content.name, smartformId: form.smartform, formId: form.id },
    counted: { system: "Forms", template: form.content.name, source: form.record.source },
  });
}
