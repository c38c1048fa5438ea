/**
 * Reads a request file of the operation table as JSON. Also finds the places of the files and secrets that the request
 * file names, and of properties that the documents do not list.
 */
import type { JsonNode, JsonObjectNode, JsonProperty } from "./json.ts";
import type { OperationShape, RequestFile, Shape } from "./operations.ts";
import { lastOfEach, property, textOf } from "./request.ts";
import type { Request } from "./request.ts";

type Path = readonly (string | number)[];

/** `{ "file": "contract.pdf" }` in place of base64. */
export interface FilePlace {
  readonly kind: "file";
  readonly path: Path;
  readonly node: JsonObjectNode;
  /** Path of the file, as written; undefined if the value is not text. */
  readonly name: string | undefined;
  readonly isPdf: boolean;
}

/** `{ "secret": "name" }` in place of a password. */
export interface SecretPlace {
  readonly kind: "secret";
  readonly path: Path;
  readonly node: JsonObjectNode;
  readonly name: string | undefined;
}

/** A property that the documents do not list. */
export interface Unlisted {
  readonly node: JsonObjectNode;
  readonly property: JsonProperty;
  readonly shape: Shape;
  /** The path of the property, including its name. */
  readonly path: Path;
}

export interface OperationRequest {
  readonly request: Request;
  /**
   * null if a file of this kind cannot hold the operation that the file names, or if the file names no operation
   * although its kind has several.
   */
  readonly operation: OperationShape | null;
  /** The file as JSON, with text in place of files and secrets. */
  readonly value: unknown;
  readonly places: readonly (FilePlace | SecretPlace)[];
  readonly unlisted: readonly Unlisted[];
  /** Passwords that are written out. */
  readonly passwords: readonly JsonNode[];
  /** Addresses that the service will call; only values that are text and not empty. */
  readonly addresses: readonly JsonNode[];
  /**
   * Whether the file is nested deeper than anything that the documents describe. If it is, nothing is reported about
   * its content.
   */
  readonly isTooDeep: boolean;
}

/** Base64 in the place of a file; it satisfies every limit of the documents. */
const anyFile = "AAAA";
const deepest = 100;

/** Returns the operation that the file names; a file need not name it if its kind has only one. */
export function operationOfFile(
  request: Request,
  { operations }: Pick<RequestFile, "operations">,
): OperationShape | null {
  const written = property(request.root, "operation");
  if (written === undefined) return operations.length === 1 ? (operations[0] ?? null) : null;
  return operations.find(({ id }) => id === textOf(written.value)) ?? null;
}

/** `textFor` returns what is sent in the place of a file or a secret. */
export function readOperation(
  request: Request,
  file: Pick<RequestFile, "operations">,
  textFor: (place: FilePlace | SecretPlace) => string = () => anyFile,
): OperationRequest {
  const operation = operationOfFile(request, file);
  const places: (FilePlace | SecretPlace)[] = [];
  const unlisted: Unlisted[] = [];
  const passwords: JsonNode[] = [];
  const addresses: JsonNode[] = [];
  let isTooDeep = false;

  function reference(node: JsonObjectNode, shape: Shape, path: Path): string | undefined {
    const named = property(node, shape.contentEncoding === "base64" ? "file" : "secret");
    const isReference = shape.contentEncoding === "base64" || shape.format === "password";
    if (named === undefined || !isReference || (isUndescribed(shape) && !mayBeReference(node, named))) return undefined;
    const listed = { properties: { [named.name.text]: {} }, additionalProperties: false };
    for (const each of lastOfEach(node.properties))
      if (each !== named) unlisted.push({ node, property: each, shape: listed, path: [...path, each.name.text] });
    const name = textOf(named.value);
    const place: FilePlace | SecretPlace =
      shape.contentEncoding === "base64"
        ? { kind: "file", path, node, name, isPdf: shape.contentMediaType === "application/pdf" }
        : { kind: "secret", path, node, name };
    places.push(place);
    return textFor(place);
  }

  function valueOf(node: JsonNode | null, given: Shape | undefined, path: Path): unknown {
    const shape = given && plainShape(given);
    if (node === null) return undefined;
    if (path.length > deepest) {
      isTooDeep = true;
      return null;
    }
    if (node.kind === "plain") {
      if (shape?.format === "password" && textOf(node)) passwords.push(node);
      if (shape?.format === "uri" && textOf(node)) addresses.push(node);
      return node.value;
    }
    if (node.kind === "list")
      return node.items.map((item, index) => valueOf(item, shape && itemShape(shape), [...path, index]));
    const placed = shape && reference(node, shape, path);
    if (placed !== undefined) return placed;
    const object = Object.create(null) as Record<string, unknown>;
    for (const each of lastOfEach(node.properties)) {
      const { text: name } = each.name;
      const inner = shape && innerShape(shape, name);
      if (shape?.properties !== undefined && inner === undefined)
        unlisted.push({ node, property: each, shape, path: [...path, name] });
      const other = inner === undefined && shape ? inOtherCase(shape, name) : undefined;
      // If the property has its documented name, the schema refuses a secret that is not text. If the name is in
      // another letter case, no schema checks the property, so every value that is written out counts as a secret.
      if (other !== undefined && plainShape(other).format === "password" && isWrittenOut(each.value))
        passwords.push(each.value);
      else object[name] = valueOf(each.value, inner ?? other, [...path, name]);
    }
    const nameOfFile = shape && unnamedFile(node, shape);
    if (nameOfFile !== undefined) object[nameOfFile.property] = nameOfFile.name;
    return object;
  }

  const value = valueOf(request.root, operation?.shape, []);
  return { request, operation, value, places, unlisted, passwords, addresses, isTooDeep };
}

/** Returns the shape of a property; undefined if it is not listed. `name` is whatever the author wrote. */
export function innerShape(shape: Shape, name: string): Shape | undefined {
  const { properties, additionalProperties } = shape;
  if (isUndescribed(shape)) return shape;
  if (properties !== undefined && Object.hasOwn(properties, name)) return properties[name];
  return typeof additionalProperties === "object" && !isAnything(additionalProperties)
    ? additionalProperties
    : undefined;
}

const byLowerCase = new WeakMap<object, ReadonlyMap<string, Shape>>();

/** Whether a secret is written out: its value is not null, not an empty text, and not the name of a secret. */
function isWrittenOut(node: JsonNode | null): node is JsonNode {
  if (
    node === null ||
    (node.kind === "plain" && (node.value === null || node.value === undefined || node.value === ""))
  )
    return false;
  return node.kind !== "object" || property(node, "secret") === undefined;
}

/**
 * Returns the shape of the listed property whose name differs from this one in letter case only. The API documents do
 * not say whether the service reads a name in another letter case. A property that holds a secret, a file or an address
 * is therefore recognized in any letter case.
 */
function inOtherCase({ properties = {} }: Shape, name: string): Shape | undefined {
  const listed =
    byLowerCase.get(properties) ??
    new Map(Object.entries(properties).map(([each, shape]) => [each.toLowerCase(), shape]));
  byLowerCase.set(properties, listed);
  return listed.get(name.toLowerCase());
}

export function itemShape(shape: Shape): Shape | undefined {
  return isUndescribed(shape) ? shape : shape.items;
}

/** Whether this is the shape of a body that the documents do not show. A file may be anywhere in such a body. */
function isUndescribed({ contentEncoding, type }: Shape): boolean {
  return contentEncoding === "base64" && type === undefined;
}

/** In a body that the documents do not show, a property named `file` or `secret` may belong to the service. */
function mayBeReference({ properties }: JsonObjectNode, { value }: JsonProperty): boolean {
  return properties.length === 1 && (value === null || textOf(value) !== undefined);
}

/** Returns the shape without the null that it may allow as an alternative. */
export function plainShape(shape: Shape): Shape {
  const others = shape.anyOf?.filter(({ type }) => type !== "null") ?? [];
  return others.length === 1 && others[0] !== undefined
    ? { ...others[0], ...(shape.description === undefined ? {} : { description: shape.description }) }
    : shape;
}

/**
 * Whether the shape allows every value. A property that only such a shape allows counts as not listed: the documents do
 * not say what happens to the property, and nobody writes it on purpose.
 */
export function isAnything(shape: boolean | Shape | undefined): boolean {
  return typeof shape === "object" && Object.keys(shape).length === 0;
}

/**
 * Returns a name for a file that the author did not name. The documents require a name, so the last part of the file's
 * path is used.
 */
function unnamedFile(
  node: JsonObjectNode,
  { required = [], properties = {} }: Shape,
): { readonly property: string; readonly name: string } | undefined {
  const wanted = required.find(
    (name) => (name === "name" || name === "fileName") && property(node, name) === undefined,
  );
  const content =
    wanted === undefined
      ? undefined
      : Object.keys(properties).find((name) => properties[name]?.contentEncoding === "base64");
  const file = content === undefined ? undefined : property(property(node, content)?.value, "file");
  // While the path is still to be written, any name will do: only the missing path is reported.
  const name = textOf(file?.value)?.split("/").at(-1) || "file";
  return wanted === undefined || file === undefined ? undefined : { property: wanted, name };
}
