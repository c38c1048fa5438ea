/** What can be written at the cursor of a request file of the operation table: names, values with their limits, and whole requests. */
import { innerShape, operationOfFile, plainShape } from "../requests/operationRequest.ts";
import type { OperationShape, RequestFile, Shape } from "../requests/operations.ts";
import { placeAt, type JsonPlace, type Request } from "../requests/request.ts";
import type { Completion } from "./completion.ts";
import { completeValue, noCompletion, toCompletion, wordAt, type Draft } from "./jsonCompletion.ts";
import { emptyJson, skeletonOf } from "../requests/operationSkeleton.ts";

/** Items at the offset, best first. */
export function operationCompletion(request: Request, offset: number, file: RequestFile): Completion {
  if (request.root === null) return toCompletion({ drafts: file.operations.map(wholeRequest) }, { start: offset, end: offset }, request, { isName: false });
  const place = placeAt(request, offset);
  const operation = operationOfFile(request, file);
  if (place.inValue) return completeValue(request, offset, place, () => ({ drafts: valuesFor(place, operation, file) }));
  if (place.container?.kind !== "object") return noCompletion;
  const written = place.inName ? place.properties.at(-1) : undefined;
  const range = written === undefined ? { start: offset, end: offset } : wordAt(request, written.name, offset);
  return toCompletion({ drafts: namesFor(place, operation, file) }, range, request, { isName: true });
}

function wholeRequest(operation: OperationShape): Draft {
  return { label: operation.id, kind: "snippet", json: skeletonOf(operation).trimEnd(), detail: operation.name, documentation: `Document ${operation.section}` };
}

/** Names that the object does not have yet. */
function namesFor({ container, inName, properties, path }: JsonPlace, operation: OperationShape | null, file: RequestFile): readonly Draft[] {
  const own = inName ? properties.at(-1) : undefined;
  const given = new Set(container?.kind === "object" ? container.properties.filter((each) => each !== own).map(({ name }) => name.text) : []);
  const around = inName ? path.slice(0, -1) : path;
  return namesIn(around, operation, file).filter(({ label }) => !given.has(label));
}

function namesIn(path: readonly string[], operation: OperationShape | null, file: RequestFile): readonly Draft[] {
  if (operation === null) return path.length > 0 ? [] : [{ label: "operation", kind: "option", detail: "required", documentation: `One of ${file.operations.map(({ id }) => id).join(", ")}.` }];
  const shape = shapeAt(operation.shape, path);
  if (shape?.contentEncoding === "base64") return [{ label: "file", kind: "option", documentation: "A file of the workspace, by its path from the folder of this request." }];
  if (shape?.format === "password") return [{ label: "secret", kind: "option", value: '"password"', documentation: "The name under which the password is kept in the secret storage." }];
  const needed = new Set(shape?.required);
  return Object.entries(shape?.properties ?? {}).map(([label, inner]): Draft => ({
    label, kind: "option", value: label === "operation" ? JSON.stringify(operation.id) : emptyJson(inner), detail: limitsOf(inner, { isRequired: needed.has(label) }),
    ...(inner.description === undefined ? {} : { documentation: inner.description }),
  }));
}

function valuesFor({ path }: JsonPlace, operation: OperationShape | null, { operations }: RequestFile): readonly Draft[] {
  if (path.length === 1 && path[0] === "operation") return operations.map(({ id, name, section }) => ({ label: id, kind: "value", detail: name, documentation: `Document ${section}` }));
  const shape = operation === null ? undefined : shapeAt(operation.shape, path);
  if (shape === undefined) return [];
  const plain = plainShape(shape);
  if (plain.contentEncoding === "base64" || plain.format === "password") return [{ label: plain.format === "password" ? "secret" : "file", kind: "object", json: emptyJson(plain), detail: limitsOf(plain, { isRequired: false }) }];
  const values = plain.const !== undefined ? [plain.const] : plain.type === "boolean" ? [true, false] : plain.enum ?? [];
  if (values.length > 0) return values.map((value) => ({ label: typeof value === "string" && value !== "" ? value : JSON.stringify(value), kind: "value", json: JSON.stringify(value) }));
  const types = [plain.type].flat();
  if (types.includes("boolean")) return [true, false].map((value) => ({ label: String(value), kind: "value", json: String(value) }));
  return types.includes("object") || types.includes("array") ? [{ label: types.includes("array") ? "[ ]" : "{ }", kind: "object", json: emptyJson(plain), detail: limitsOf(plain, { isRequired: false }) }] : [];
}

/** The shape under these names; `[]` stands for an item of a list. */
export function shapeAt(root: Shape, path: readonly string[]): Shape | undefined {
  let shape: Shape | undefined = root;
  for (const step of path) {
    const plain: Shape | undefined = shape && plainShape(shape);
    shape = plain && (step === "[]" ? plain.items : innerShape(plain, step));
  }
  return shape && plainShape(shape);
}

const types: Readonly<Record<string, string>> = { string: "text", integer: "whole number", number: "number", boolean: "true or false", array: "list", object: "object", null: "null" };

/** What the documents say of a value, in a few words: "required, text, 1 to 256 characters". */
export function limitsOf(given: Shape, { isRequired }: { readonly isRequired: boolean }): string {
  const shape = plainShape(given);
  const kinds = [shape.type ?? shape.anyOf?.map(({ type }) => type) ?? []].flat(2).filter((type) => type !== undefined && type !== "null").map((type) => types[type ?? ""] ?? "");
  const isList = shape.type === "array";
  const range = isList ? rangeWords(shape.minItems, shape.maxItems, "items") : shape.type === "string" && shape.contentEncoding === undefined ? rangeWords(shape.minLength, shape.maxLength, "characters") : rangeWords(shape.minimum, shape.maximum, "");
  const kind = shape.contentEncoding === "base64" ? (shape.contentMediaType === "application/pdf" ? "PDF" : "file") : shape.format === "password" ? "password" : [...new Set(kinds)].join(" or ");
  const choices = shape.enum === undefined ? "" : `one of ${shape.enum.map(String).join(", ")}`;
  return [isRequired ? "required" : "", kind, choices, range].filter((word) => word !== "").join(", ");
}

/** Limits of JSON itself are none. */
function rangeWords(least: number | undefined, most: number | undefined, unit: string): string {
  const [from, to] = [least === undefined || Math.abs(least) === Number.MAX_SAFE_INTEGER ? undefined : least, most === Number.MAX_SAFE_INTEGER ? undefined : most];
  const things = unit === "" ? "" : ` ${unit}`;
  if (to !== undefined) return from === undefined ? `up to ${to}${things}` : `${from} to ${to}${things}`;
  if (from === undefined || from === 0) return "";
  return from === 1 && unit !== "" ? "not empty" : `at least ${from}${things}`;
}
