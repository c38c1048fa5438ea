/**
 * Submits a form: a multi-step one advances by one step, and is submitted with its last step (document 1, "States and
 * transitions").
 */
import type { Call } from "../base/call.ts";
import { Refusal } from "../base/refusal.ts";
import { updateForm } from "./form.ts";
import type { Form } from "./form.ts";
import { recordFormEvent } from "./formEvents.ts";
import { callWebhooks } from "./webhooks.ts";

export function submitForm(call: Pick<Call, "state" | "send" | "clientId">, form: Form): Form {
  if (form.submitted) throw new Refusal("already-submitted");
  const isLast = form.step + 1 >= form.content.steps.length;
  const after: Form = { ...form, submitted: isLast, step: isLast ? form.step : form.step + 1 };
  updateForm(call.state, after);
  recordFormEvent(call, isLast ? "FormSubmitted" : "FormStepCompleted", after);
  if (after.submitted) callWebhooks(call, after);
  return after;
}
