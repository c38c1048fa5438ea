/** The fields of the Smartform that a text belongs to. */
import type { Field } from "../catalog.ts";
import type { Context } from "../context.ts";

/** Returns the field of this name; undefined if there is none, or if the Smartform or its fields are not known. */
export function fieldNamed(name: string, context: Context): Field | undefined {
  if (context.smartform === undefined) return undefined;
  const smartform = context.catalog.smartform(context.smartform);
  if (smartform.state !== "known" || smartform.value.fields.state !== "known") return undefined;
  return smartform.value.fields.value.find((field) => field.name === name);
}
