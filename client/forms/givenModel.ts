/**
 * Reads the argument of a command about forms: a row of the view, or anything that any caller passed. Does not import
 * `vscode`.
 */
import * as z from "zod";
import { reachedForm } from "../records/reachedModel.ts";
import type { ReachedForm } from "../records/reachedModel.ts";
import type { Upload } from "../records/readBackModel.ts";

/** The row of a form, or one below it. */
const formRow = z.object({ kind: z.enum(["form", "opened", "step", "value", "file"]), form: reachedForm });
const valueRow = z.object({
  kind: z.literal("value"),
  form: reachedForm,
  value: z.object({ property: z.string().min(1) }),
});
const fileRow = z.object({
  kind: z.literal("file"),
  form: reachedForm,
  property: z.string().min(1),
  file: z.object({ fileId: z.string().min(1), name: z.string() }),
});
const keptRow = z.object({ kind: z.enum(["form", "lost"]), form: z.object({ marker: z.string() }) });
const openedRow = z.object({ kind: z.literal("opened"), form: reachedForm.extend({ marker: z.null() }) });

/** Returns the form, from its own row or one below it. */
export function formOf(argument: unknown): ReachedForm | undefined {
  return formRow.safeParse(argument).data?.form;
}

export function formValueOf(argument: unknown): { readonly form: ReachedForm; readonly property: string } | undefined {
  const { data } = valueRow.safeParse(argument);
  return data && { form: data.form, property: data.value.property };
}

export function formFileOf(
  argument: unknown,
): { readonly form: ReachedForm; readonly property: string; readonly file: Upload } | undefined {
  return fileRow.safeParse(argument).data;
}

/** Returns the marker of a form that was made, or may have been. */
export function markerOf(argument: unknown): string | undefined {
  return keptRow.safeParse(argument).data?.form.marker;
}

/** Returns a form that was opened by its id. */
export function openedFormOf(argument: unknown): ReachedForm | undefined {
  return openedRow.safeParse(argument).data?.form;
}
