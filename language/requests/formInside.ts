/**
 * The create-form request inside of a request file, if the call of the file makes a form. The request is the `body` of
 * the file, with the environment that the file names beside the body.
 */
import type { JsonObjectNode } from "./json.ts";
import { property, textOf, valueAt } from "./request.ts";
import type { Request } from "./request.ts";

/** Calls that make a form; the first notifies nobody, even if it lists people (document 1, "PDFs"). */
export const silentCall = "pdf.createForm";
const calls: ReadonlySet<string> = new Set([silentCall, "pdf.submitForm"]);

export interface FormInside {
  readonly operation: string;
  /** Has the text of the file, so that its places are those of the file. */
  readonly request: Request;
}

const kept = new WeakMap<Request, FormInside | null>();

/** Returns null if the call makes no form, or if its body is still to be written. */
export function formInside(request: Request): FormInside | null {
  const known = kept.get(request);
  if (known !== undefined) return known;
  const found = read(request);
  kept.set(request, found);
  return found;
}

function read(request: Request): FormInside | null {
  const operation = textOf(valueAt(request, "operation")) ?? "";
  const body = valueAt(request, "body");
  if (!calls.has(operation) || body?.kind !== "object") return null;
  const environment = property(request.root, "environment");
  // A fix adds a property after the last one of the object, and the last one must be in the body itself. Therefore the
  // environment is added only if the body has properties, and it is put in front of them.
  const isBeside =
    environment !== undefined && body.properties.length > 0 && property(body, "environment") === undefined;
  const root: JsonObjectNode = isBeside ? { ...body, properties: [environment, ...body.properties] } : body;
  return { operation, request: { ...request, root, problems: [] } };
}
