/** The forms application: a form on screen, and its submission. For a browser, the form's id is enough to open it. */
import type { Call, Handler } from "../base/call.ts";
import { isObject } from "../../language/index.ts";
import type { JsonObject } from "../../language/index.ts";
import { Refusal } from "../base/refusal.ts";
import { prefixes } from "../base/route.ts";
import type { Access, Addressed, Route } from "../base/route.ts";
import { sameSecret } from "../base/secret.ts";
import { pageHeaders as headers, printScreen, readScreen } from "../print/index.ts";
import { anyForm } from "./form.ts";
import type { Form } from "./form.ts";
import { printedInputs, printOf } from "./print.ts";
import { submitForm } from "./submitForm.ts";

const path = `${prefixes.app}/dialog/{dialogId}/form/{formId}`;

const show: Handler = (call) => {
  const form = openForm(call);
  return {
    html: printScreen(printOf(call.state, form, { language: call.query.get("languageCode") ?? undefined }), {
      token: pageToken(call, form),
    }),
    headers,
  };
};

/** Only the page itself has the token, so that no other page can submit the form. */
const post: Handler = (call) => {
  const form = openForm(call);
  const posted = new URLSearchParams(new TextDecoder().decode(call.rawBody));
  if (!sameSecret(posted.get("token") ?? "", pageToken(call, form))) throw new Refusal("page-expired");
  submitForm(call, fillIn(call, form, readScreen(posted)));
  const { pathname, search } = new URL(
    `${call.origin}${prefixes.app}/dialog/${encodeURIComponent(form.smartform)}/form/${encodeURIComponent(form.id)}`,
  );
  return { status: 303, headers: { location: pathname + search } };
};

const access: Access = { kind: "page", knows: (call) => formOf(call) !== undefined };

export const screenRoutes: readonly Route[] = [
  { operation: "app.show", method: "GET", path, access, handle: show, environment: "none" },
  { operation: "app.submit", method: "POST", path, access, handle: post, environment: "none" },
];

/** For the Control API: submits the form as a person would, with or without answers. */
export const submitAsPerson: Handler = (call) => {
  const body = isObject(call.body) ? call.body : {};
  const form = fillIn(call, controlForm(call), { values: strings(body["values"]), inputs: strings(body["inputs"]) });
  const { submitted, step } = submitForm(call, form);
  return { json: { submitted, step } };
};

export function controlForm({ state, path: { formId } }: Call): Form {
  const form = anyForm(state, formId);
  if (!form) throw new Refusal("form-missing");
  return form;
}

function openForm(call: Call): Form {
  const form = formOf(call);
  if (form === undefined) throw new Refusal("form-missing");
  return form;
}

function formOf({ state, path: { dialogId, formId } }: Addressed): Form | undefined {
  const form = anyForm(state, formId);
  return form?.smartform === dialogId ? form : undefined;
}

function pageToken({ state }: Call, { id }: Form): string {
  return state.secret(`page:${id}`);
}

/** Accepts only what the form asks for: its fields and its editable texts. */
function fillIn(
  { state }: Call,
  form: Form,
  { values, inputs }: { readonly values: ReadonlyMap<string, string>; readonly inputs: ReadonlyMap<string, string> },
): Form {
  const fields = new Set(form.content.fields.map(({ name }) => name));
  const editable = printedInputs(state, form);
  const taken = (answers: ReadonlyMap<string, string>, asked: { has(name: string): boolean }) =>
    Object.fromEntries([...answers].filter(([name]) => asked.has(name)));
  return {
    ...form,
    record: {
      ...form.record,
      values: { ...form.record.values, ...taken(values, fields) },
      inputs: { ...form.record.inputs, ...taken(inputs, editable) },
    },
  };
}

function strings(value: JsonObject[string] | undefined): Map<string, string> {
  return new Map(isObject(value) ? Object.entries(value).map(([name, entry]) => [name, String(entry)]) : []);
}
