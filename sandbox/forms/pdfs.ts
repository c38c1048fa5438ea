/**
 * The four PDF calls (document 1, "PDFs"), which do four different things (T62). None of them prints files uploaded
 * into fields (T64).
 */
import type { Call, Handler, Reply } from "../base/call.ts";
import { objectBody, requiredField, textOrNumberField } from "../base/read.ts";
import { Refusal } from "../base/refusal.ts";
import { printPdf } from "../print/index.ts";
import { makeForm } from "./createForm.ts";
import { visibleForm } from "./form.ts";
import type { Form } from "./form.ts";
import { recordFormEvent } from "./formEvents.ts";
import { notify } from "./notify.ts";
import { printAttachments, printOf } from "./print.ts";
import { submitForm } from "./submitForm.ts";

/** Creates a form, and keeps it; notifies nobody even if parties are listed (T40). */
export const createPdf: Handler = (call) => pdf(call, makeForm(call), { language: languageOf(call) });

/**
 * A multi-step form completes one step and stays in progress (T65). The listed parties are notified if the form is
 * submitted. With choice S11 on `yes`, they are also notified of a completed step.
 */
export const submitPdf: Handler = (call) => {
  const form = submitForm(call, makeForm(call));
  if (form.submitted || call.state.choice("S11") === "yes") notify(call, form);
  return pdf(call, form, { language: languageOf(call) });
};

export const existingPdf: Handler = (call) => {
  const { state, company, environment, path } = call;
  const form = ofSmartform(
    visibleForm(state, { company, id: path["dialogValuesId"], environment }),
    path["dialogDefinitionId"],
  );
  return pdf(call, form, { language: languageOf(call), attachments: true });
};

/** Prints the form without attachments, and always in the default language (T62, T63). */
export const renderPdf: Handler = (call) => {
  const { state, company, environment, body } = call;
  const request = objectBody(body);
  const smartform = requiredField(request, "smartformId", "pdf-required", textOrNumberField);
  const id = requiredField(request, "smartformValueId", "pdf-required", textOrNumberField);
  return pdf(call, ofSmartform(visibleForm(state, { company, id, environment }), smartform), {});
};

function pdf(
  call: Call,
  form: Form,
  { language, attachments = false }: { readonly language?: string; readonly attachments?: boolean },
): Reply {
  const { state } = call;
  recordFormEvent(call, "PdfCreated", form);
  const bytes = async () => {
    const print = printOf(state, form, language === undefined ? {} : { language });
    return printPdf(attachments ? { ...print, attachments: await printAttachments(state, form) } : print);
  };
  return { file: { type: "application/pdf", name: `${form.content.name}.pdf`, bytes } };
}

function ofSmartform(form: Form, smartform: string | undefined): Form {
  if (form.smartform !== smartform) throw new Refusal("other-smartform");
  return form;
}

function languageOf({ query }: Call): string | undefined {
  return query.get("languageCode") || undefined;
}
