/** What the print room needs to show a form, and the editable texts of a form. */
import { expand, known } from "../../language/index.ts";
import type { Context } from "../../language/index.ts";
import type { State } from "../base/state.ts";
import { printedInput, printPdf } from "../print/index.ts";
import type { Print } from "../print/index.ts";
import { companyCatalog } from "./catalog.ts";
import { toMap } from "./form.ts";
import type { Form } from "./form.ts";
import { toLanguage } from "./smartform.ts";
import type { SmartformContent } from "./smartform.ts";

/** `language`: the one that the caller requests; if absent, the Smartform's default language. */
export function printOf(state: State, form: Form, { language }: { readonly language?: string } = {}): Print {
  const values = toMap<unknown>(form.record.values);
  return {
    smartform: toLanguage(state, { id: form.smartform, content: form.content }),
    formId: form.id,
    context: contextOf(state, form, language),
    values,
    inputs: answersOf(form),
    submitted: form.submitted,
    createdAt: new Date(form.createdAt),
    ...(form.content.steps.length === 0 ? {} : { step: form.step }),
  };
}

/** Prints the attachments of the toolbar, which are stored as text, and resolves with their PDFs. */
export async function printAttachments(state: State, form: Form): Promise<Uint8Array[]> {
  const bytes: Uint8Array[] = [];
  for (const { name, text } of form.content.attachments ?? []) {
    const content: SmartformContent = {
      name,
      tags: [],
      fields: [],
      parties: [],
      steps: [],
      pages: [{ blocks: [{ text, format: "html" }] }],
    };
    const { attachments: _, ...print } = printOf(state, { ...form, content });
    bytes.push(await printPdf(print));
  }
  return bytes;
}

/**
 * Returns the answers to editable texts by name, as printed: a date in its format, a select as its display text
 * (document 1, "Form read back").
 */
export function printedInputs(state: State, form: Form): ReadonlyMap<string, string> {
  const { context, values, inputs } = printOf(state, form);
  const printed = new Map<string, string>();
  for (const block of form.content.pages.flatMap((page) => page.blocks)) {
    if (!("text" in block)) continue;
    for (const piece of expand(block.text, block.format, context, { surface: "pdf", inputs }).pieces) {
      if (piece.kind === "input" && !printed.has(piece.name))
        printed.set(piece.name, printedInput(piece.value, piece.options, values));
    }
  }
  return printed;
}

/**
 * A value whose name matches no field answers the editable text of that name; an answer that a person entered later
 * overrides it.
 */
function answersOf({ record, content }: Form): Map<string, string> {
  const fields = new Set(content.fields.map(({ name }) => name));
  const answers = new Map<string, string>();
  for (const [name, value] of Object.entries(record.values)) {
    if (!fields.has(name) && value !== null && typeof value !== "object") answers.set(name, String(value));
  }
  for (const [name, value] of Object.entries(record.inputs)) answers.set(name, value);
  return answers;
}

function contextOf(state: State, form: Form, language: string | undefined): Context {
  const spoken = (language || form.content.defaultLanguage)?.toLowerCase();
  const folder = form.record.textLibraryFolder ?? form.content.textLibraryFolder;
  return {
    catalog: companyCatalog(state, form.company),
    smartform: form.smartform,
    data: known(form.record.dataTable),
    ...(spoken === undefined ? {} : { language: spoken }),
    ...(folder === undefined ? {} : { folder }),
  };
}
