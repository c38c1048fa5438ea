/**
 * Offers what can be written at the cursor of a request file of the operation table: names, values with their limits,
 * and whole requests.
 */
import * as l10n from "../l10n.ts";
import { innerShape, itemShape, operationOfFile, plainShape } from "../requests/operationRequest.ts";
import { emptyJson, skeletonOf } from "../requests/operationSkeleton.ts";
import type { OperationShape, RequestFile, Shape } from "../requests/operations.ts";
import { placeAt } from "../requests/request.ts";
import type { JsonPlace, Request } from "../requests/request.ts";
import type { Completion } from "./completion.ts";
import { completeValue, noCompletion, toCompletion, wordAt } from "./jsonCompletion.ts";
import type { Draft } from "./jsonCompletion.ts";

/** Returns items at the offset, best first. */
export function callRequestCompletion(request: Request, offset: number, file: RequestFile): Completion {
  if (request.root === null)
    return toCompletion({ drafts: file.operations.map(wholeRequest) }, { start: offset, end: offset }, request, {
      isName: false,
    });
  const place = placeAt(request, offset);
  const operation = operationOfFile(request, file);
  if (place.inValue)
    return completeValue(request, offset, place, () => ({ drafts: valuesFor(place, operation, file) }));
  if (place.container?.kind !== "object") return noCompletion;
  const written = place.inName ? place.properties.at(-1) : undefined;
  const range = written === undefined ? { start: offset, end: offset } : wordAt(request, written.name, offset);
  return toCompletion({ drafts: namesFor(place, operation, file) }, range, request, { isName: true });
}

function wholeRequest(operation: OperationShape): Draft {
  return {
    label: operation.id,
    kind: "snippet",
    json: skeletonOf(operation).trimEnd(),
    detail: operation.name,
    documentation: l10n.t("API document {0}", operation.section),
  };
}

/** Offers names that the object does not have yet. */
function namesFor(
  { container, inName, properties, path }: JsonPlace,
  operation: OperationShape | null,
  file: RequestFile,
): readonly Draft[] {
  const own = inName ? properties.at(-1) : undefined;
  const given = new Set(
    container?.kind === "object"
      ? container.properties.filter((each) => each !== own).map(({ name }) => name.text)
      : [],
  );
  const around = inName ? path.slice(0, -1) : path;
  return namesIn(around, operation, file).filter(({ label }) => !given.has(label));
}

function namesIn(path: readonly string[], operation: OperationShape | null, file: RequestFile): readonly Draft[] {
  if (operation === null)
    return path.length > 0
      ? []
      : [
          {
            label: "operation",
            kind: "option",
            detail: required(),
            documentation: l10n.t("One of {0}.", file.operations.map(({ id }) => id).join(", ")),
          },
        ];
  const shape = shapeAt(operation.shape, path);
  if (shape?.contentEncoding === "base64")
    return [
      {
        label: "file",
        kind: "option",
        documentation: l10n.t("Path of a file of the workspace, relative to the folder of this request."),
      },
    ];
  if (shape?.format === "password")
    return [
      {
        label: "secret",
        kind: "option",
        value: '"password"',
        documentation: l10n.t("The name under which the password is kept in the secret storage."),
      },
    ];
  const needed = new Set(shape?.required);
  return Object.entries(shape?.properties ?? {}).map(([label, inner]): Draft => ({
    label,
    kind: "option",
    value: label === "operation" ? JSON.stringify(operation.id) : emptyJson(inner),
    detail: limitsOf(inner, { isRequired: needed.has(label) }),
    ...(inner.description === undefined ? {} : { documentation: inner.description }),
  }));
}

function valuesFor(
  { path }: JsonPlace,
  operation: OperationShape | null,
  { operations }: RequestFile,
): readonly Draft[] {
  if (path.length === 1 && path[0] === "operation")
    return operations.map(({ id, name, section }) => ({
      label: id,
      kind: "value",
      detail: name,
      documentation: l10n.t("API document {0}", section),
    }));
  const shape = operation === null ? undefined : shapeAt(operation.shape, path);
  if (shape === undefined) return [];
  const plain = plainShape(shape);
  if (plain.contentEncoding === "base64" || plain.format === "password")
    return [
      {
        label: plain.format === "password" ? "secret" : "file",
        kind: "object",
        json: emptyJson(plain),
        detail: limitsOf(plain, { isRequired: false }),
      },
    ];
  const values =
    plain.const !== undefined ? [plain.const] : plain.type === "boolean" ? [true, false] : (plain.enum ?? []);
  if (values.length > 0)
    return values.map((value) => ({
      label: typeof value === "string" && value !== "" ? value : JSON.stringify(value),
      kind: "value",
      json: JSON.stringify(value),
    }));
  const types = [plain.type].flat();
  if (types.includes("boolean"))
    return [true, false].map((value) => ({ label: String(value), kind: "value", json: String(value) }));
  return types.includes("object") || types.includes("array")
    ? [
        {
          label: types.includes("array") ? "[ ]" : "{ }",
          kind: "object",
          json: emptyJson(plain),
          detail: limitsOf(plain, { isRequired: false }),
        },
      ]
    : [];
}

/** Returns the shape under these names; `[]` means an item of a list. */
export function shapeAt(root: Shape, path: readonly string[]): Shape | undefined {
  let shape: Shape | undefined = root;
  for (const step of path) {
    const plain: Shape | undefined = shape && plainShape(shape);
    shape = plain && (step === "[]" ? itemShape(plain) : innerShape(plain, step));
  }
  return shape && plainShape(shape);
}

const required = (): string => l10n.t({ message: "required", comment: ["A property."] });

function typeWords(type: string): string {
  switch (type) {
    case "string":
      return l10n.t({ message: "text", comment: ["The type of a value."] });
    case "integer":
      return l10n.t({ message: "whole number", comment: ["The type of a value."] });
    case "number":
      return l10n.t({ message: "number", comment: ["The type of a value."] });
    case "boolean":
      return l10n.t({ message: "true or false", comment: ["The type of a value."] });
    case "array":
      return l10n.t({ message: "list", comment: ["The type of a value."] });
    case "object":
      return l10n.t({ message: "object", comment: ["The type of a value."] });
    default:
      return "";
  }
}

function kindWords(shape: Shape, kinds: readonly string[]): string {
  if (shape.contentEncoding === "base64")
    return shape.contentMediaType === "application/pdf"
      ? "PDF"
      : l10n.t({ message: "file", comment: ["The type of a value."] });
  if (shape.format === "password") return l10n.t({ message: "password", comment: ["The type of a value."] });
  return kinds.length === 0 ? "" : kinds.reduce((before, kind) => l10n.t("{0} or {1}", before, kind));
}

/** Returns what the documents say of a value, in a few words: "required, text, 1 to 256 characters". */
export function limitsOf(given: Shape, { isRequired }: { readonly isRequired: boolean }): string {
  const shape = plainShape(given);
  const kinds = [shape.type ?? shape.anyOf?.map(({ type }) => type) ?? []]
    .flat(2)
    .filter((type) => type !== undefined && type !== "null")
    .map((type) => typeWords(type ?? ""));
  const isList = shape.type === "array";
  const range = isList
    ? rangeWords(shape.minItems, shape.maxItems, "items")
    : shape.type === "string" && shape.contentEncoding === undefined
      ? rangeWords(shape.minLength, shape.maxLength, "characters")
      : rangeWords(shape.minimum, shape.maximum, "number");
  const kind = kindWords(shape, [...new Set(kinds)]);
  const choices =
    shape.enum === undefined
      ? ""
      : l10n.t({ message: "one of {0}", args: [shape.enum.map(String).join(", ")], comment: ["A value."] });
  return [isRequired ? required() : "", kind, choices, range].filter((word) => word !== "").join(", ");
}

/** A limit that is only the largest or smallest safe integer of JavaScript is not shown. */
function rangeWords(least: number | undefined, most: number | undefined, unit: Unit): string {
  const [from, to] = [
    least === undefined || Math.abs(least) === Number.MAX_SAFE_INTEGER ? undefined : least,
    most === Number.MAX_SAFE_INTEGER ? undefined : most,
  ];
  if (to !== undefined) return from === undefined ? upTo(to, unit) : between(from, to, unit);
  if (from === undefined || from === 0) return "";
  return from === 1 && unit !== "number"
    ? l10n.t({ message: "not empty", comment: ["A text or a list."] })
    : atLeast(from, unit);
}

type Unit = "items" | "characters" | "number";

function upTo(most: number, unit: Unit): string {
  switch (unit) {
    case "items":
      return l10n.t("up to {0} items", most);
    case "characters":
      return l10n.t("up to {0} characters", most);
    case "number":
      return l10n.t({ message: "up to {0}", args: [most], comment: ["A number."] });
  }
}

function between(least: number, most: number, unit: Unit): string {
  switch (unit) {
    case "items":
      return l10n.t("{0} to {1} items", least, most);
    case "characters":
      return l10n.t("{0} to {1} characters", least, most);
    case "number":
      return l10n.t({ message: "{0} to {1}", args: [least, most], comment: ["A number."] });
  }
}

function atLeast(least: number, unit: Unit): string {
  switch (unit) {
    case "items":
      return l10n.t("at least {0} items", least);
    case "characters":
      return l10n.t("at least {0} characters", least);
    case "number":
      return l10n.t({ message: "at least {0}", args: [least], comment: ["A number."] });
  }
}
