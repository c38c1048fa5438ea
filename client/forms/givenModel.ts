/** What a command about test forms was given: a row of the view, or anything at all from anybody. Knows no `vscode`. */
import * as z from "zod";
import type { MadeForm } from "./createTestForm.ts";
import type { Upload } from "./readBackModel.ts";
import { testForm } from "./testForms.ts";

const made = testForm.extend({ formId: z.string().min(1) });
const madeRow = z.object({ kind: z.enum(["form", "value", "file"]), form: made });
const valueRow = z.object({ kind: z.literal("value"), form: made, value: z.object({ property: z.string().min(1) }) });
const fileRow = z.object({ kind: z.literal("file"), form: made, property: z.string().min(1), file: z.object({ fileId: z.string().min(1), name: z.string() }) });
const keptRow = z.object({ kind: z.enum(["form", "lost"]), form: z.object({ marker: z.string() }) });
const stepRow = z.object({ kind: z.literal("step"), form: z.object({ id: z.string() }) });

/** The form that was made, of its own row or of one below it. */
export function testFormOf(argument: unknown): MadeForm | undefined {
  return madeRow.safeParse(argument).data?.form;
}

export function formValueOf(argument: unknown): { readonly form: MadeForm; readonly property: string } | undefined {
  const { data } = valueRow.safeParse(argument);
  return data && { form: data.form, property: data.value.property };
}

export function formFileOf(argument: unknown): { readonly form: MadeForm; readonly property: string; readonly file: Upload } | undefined {
  return fileRow.safeParse(argument).data;
}

/** Of a form that was made or may have been: what it is kept under. */
export function markerOf(argument: unknown): string | undefined {
  return keptRow.safeParse(argument).data?.form.marker;
}

/** Of a form that was made, or of one in progress. */
export function formIdOf(argument: unknown): string | undefined {
  return testFormOf(argument)?.formId ?? stepRow.safeParse(argument).data?.form.id;
}
