/**
 * Formats a request and the form made from it as two pages in the same order, so that a diff shows what the rules
 * changed. Does not import `vscode`.
 */
import { isObject } from "../../api/index.ts";
import { byName } from "../records/readBackModel.ts";
import type { BothShapes } from "../records/readBackModel.ts";
import type { CreateForm } from "../records/formRequestModel.ts";

/** Leaves out stored fields that were not sent and are empty: the service stores every field of the Smartform. */
export function sentAndStored(
  body: CreateForm,
  { plain }: Pick<BothShapes, "plain">,
): { readonly sent: string; readonly stored: string } {
  const kept = byName(plain.values);
  const sent = flattened(body.values, { kept, separator: body.propertyMergeString || "_" });
  const stored = new Map([...kept].filter(([name, value]) => sent.has(name) || !isNothing(value)));
  return {
    sent: page({
      values: Object.fromEntries(sent),
      dataTableValues: body.dataTableValue ?? body.dataTableValues ?? {},
    }),
    stored: page({ values: Object.fromEntries(stored), dataTableValues: plain.dataTableValues ?? {} }),
  };
}

/**
 * Flattens values to the names that the form has. A value stays whole if the form has its name; any other object is
 * split into its properties (document 1, "Value shapes").
 */
function flattened(
  values: Readonly<Record<string, unknown>>,
  { kept, separator }: { readonly kept: ReadonlyMap<string, unknown>; readonly separator: string },
): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  const open = Object.entries(values);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [name, value] = next;
    if (!isObject(value) || kept.has(name) || Object.keys(value).length === 0) found.set(name, value);
    else
      open.push(
        ...Object.entries(value).map(([inner, one]) => [`${name}${separator}${inner}`, one] as [string, unknown]),
      );
  }
  return found;
}

function isNothing(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === "" ||
    (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0)
  );
}

/** Sorts the names, so that both pages have the same order. */
function page(content: unknown): string {
  const ordered = (_: string, value: unknown): unknown =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  return `${JSON.stringify(content, ordered, 2)}\n`;
}
