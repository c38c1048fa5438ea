/**
 * A create-form request file (`*.form.json`) with the place of everything in it (document 1, "Create-form request"). It
 * is read however broken it is; if an object has two properties of one name, the last one counts, as for every reader
 * of JSON.
 */
import { absent, known, unknown } from "../answer.ts";
import type { Answer } from "../answer.ts";
import type { Catalog, Field, Smartform } from "../catalog.ts";
import { fieldKind } from "../fieldKind.ts";
import type { Range } from "../range.ts";
import { readJson } from "./json.ts";
import type { JsonNode, JsonObjectNode, JsonProperty, JsonReading } from "./json.ts";

export interface Request extends JsonReading {
  readonly text: string;
}

/** Looks only at the name of the file. The language mode that an editor chooses for the file does not matter. */
export function isRequestFile(name: string): boolean {
  return /\.form\.json$/i.test(name);
}

export function parseRequest(text: string): Request {
  return { text, ...readJson(text) };
}

export function property(node: JsonNode | null | undefined, name: string): JsonProperty | undefined {
  if (node?.kind !== "object") return undefined;
  return node.properties.length <= few
    ? node.properties.findLast((each) => each.name.text === name)
    : byName(node).get(name);
}

/** Up to this many properties, a search is faster than an index. */
const few = 16;
const named = new WeakMap<JsonNode, ReadonlyMap<string, JsonProperty>>();

function byName(node: JsonObjectNode): ReadonlyMap<string, JsonProperty> {
  const kept = named.get(node) ?? new Map(node.properties.map((each) => [each.name.text, each]));
  named.set(node, kept);
  return kept;
}

/** Returns the value under these names, from the root inward; null if there is none. */
export function valueAt(request: Request, ...names: readonly string[]): JsonNode | null {
  let node = request.root;
  for (const name of names) node = property(node, name)?.value ?? null;
  return node;
}

/** Returns the value at the path, or the innermost one around it that exists; null for an empty file. */
export function nodeAround(request: Request, path: readonly (string | number)[]): JsonNode | null {
  let node = request.root;
  for (const step of path) {
    const inner =
      typeof step === "number" ? (node?.kind === "list" ? node.items[step] : undefined) : property(node, step)?.value;
    if (inner == null) break;
    node = inner;
  }
  return node;
}

export function textOf(node: JsonNode | null | undefined): string | undefined {
  return node?.kind === "plain" && typeof node.value === "string" ? node.value : undefined;
}

export function isPlain(node: JsonNode | null | undefined, value: null | boolean): boolean {
  return node?.kind === "plain" && node.value === value;
}

/** Returns the property with the data table, which has two spellings (document 1, "Create-form request"). */
export function dataTableOf(request: Request): JsonProperty | undefined {
  return property(request.root, "dataTableValue") ?? property(request.root, "dataTableValues");
}

export function partiesOf(request: Request): readonly JsonNode[] {
  const list = valueAt(request, "notification", "participatingParties");
  return list?.kind === "list" ? list.items : [];
}

/** Returns the id of the Smartform that the request names; undefined if it names none. */
export function requestedSmartform(request: Request): string | undefined {
  return textOf(valueAt(request, "dialogDefinitionId")) || undefined;
}

/**
 * Returns the Smartform that the request names; unknown if it names none. If the request also names an environment,
 * returns the version that runs there (document 1, "Versioning").
 */
export function smartformOf(request: Request, catalog: Catalog): Answer<Smartform> {
  const id = requestedSmartform(request);
  const saved = id === undefined ? unknown : catalog.smartform(id);
  const environment = textOf(valueAt(request, "environment"))?.toLowerCase();
  const version =
    saved.state === "known"
      ? saved.value.deployed?.find((each) => each.environment.toLowerCase() === environment)
      : undefined;
  if (saved.state !== "known" || version === undefined) return saved;
  return known({
    ...saved.value,
    fields: known(version.fields),
    parties: version.parties,
    steps: unknown,
    pages: unknown,
  });
}

/**
 * Whether the Smartform has a single step: then only the first of the parties is used (document 1, "Limits"). undefined
 * if its steps are not known.
 */
export function isSingleStep(smartform: Answer<Smartform>): boolean | undefined {
  return smartform.state === "known" && smartform.value.steps.state === "known"
    ? smartform.value.steps.value.length <= 1
    : undefined;
}

/** A value with the name that it has when nested values are flattened (document 1, "Value shapes"). */
export interface FlatValue {
  readonly name: string;
  /** From `values` inward. */
  readonly path: readonly JsonProperty[];
  /** The last property of `path`, which holds the value. */
  readonly property: JsonProperty;
}

/** Deeper values are ignored, so that the time stays linear in the text. */
const maxDepth = 32;

/**
 * UTF-16 code units. Longer joined names are ignored too: one long name would be repeated in the names of all values
 * inside it.
 */
export const longestName = 500;

export function separatorOf(request: Request): string {
  return textOf(valueAt(request, "propertyMergeString")) || "_";
}

/**
 * Returns values in the order of the request. Objects are flattened, except order tables, maps, uploads and signatures.
 */
export function flatValues(request: Request, smartform: Answer<Smartform>): readonly FlatValue[] {
  const separator = separatorOf(request);
  const kinds = new Map(
    (smartform.state === "known" && smartform.value.fields.state === "known" ? smartform.value.fields.value : []).map(
      (field) => [field.name, fieldKind(field.type)],
    ),
  );
  const flat: FlatValue[] = [];
  const visit = (node: JsonNode, before: string, path: readonly JsonProperty[]): void => {
    if (path.length >= maxDepth || node.kind !== "object") return;
    for (const inner of lastOfEach(node.properties)) {
      if (before.length + inner.name.text.length > longestName) continue;
      const name = before + inner.name.text;
      const innerPath = [...path, inner];
      const kind = kinds.get(name);
      const whole =
        isShapeName(inner.name.text) || kind === "upload" || kind === "order" || kind === "map" || kind === "signature";
      if (inner.value?.kind === "object" && !whole) visit(inner.value, name + separator, innerPath);
      else flat.push({ name, path: innerPath, property: inner });
    }
  };
  const values = valueAt(request, "values");
  if (values !== null) visit(values, "", []);
  return flat;
}

/**
 * A value with the same name as an earlier value, such as the second one in `{ a: { b: 1 }, a_b: 2 }`: flattened, the
 * first one is named `a_b` too.
 */
export interface ValueCollision {
  readonly value: FlatValue;
  /** The first value of this name. */
  readonly before: FlatValue;
}

/** Returns collisions in the order of the request. Which of the values counts is not documented. */
export function valueCollisions(values: readonly FlatValue[]): readonly ValueCollision[] {
  const first = new Map<string, FlatValue>();
  return values.flatMap((value): readonly ValueCollision[] => {
    const before = first.get(value.name);
    if (before === undefined) first.set(value.name, value);
    return before === undefined ? [] : [{ value, before }];
  });
}

/** Whether a value of this name has a shape of its own, however deeply it is nested. */
export function isShapeName(name: string): boolean {
  return name === "orderTableValue" || name === "mapValues";
}

export function lastOfEach(properties: readonly JsonProperty[]): readonly JsonProperty[] {
  const last = new Map(properties.map((each) => [each.name.text, each]));
  return last.size === properties.length ? properties : properties.filter((each) => last.get(each.name.text) === each);
}

interface Suffixed {
  readonly field: Field;
  /** What follows the first dot after the field's name. */
  readonly suffix: string;
}

/**
 * How many dots a field's name may contain to be recognized at the beginning of a name. No field's name has that many
 * dots; without a limit, a name with many dots would need one look-up for each dot.
 */
const mostDots = 10;

/**
 * Splits a name such as `start.minDate` into a field and a suffix. If the name begins with the names of several fields,
 * takes the longest. Null if the whole name is that of a field, or if it begins with no field's name.
 */
export function suffixed(name: string, fields: ReadonlyMap<string, Field>): Suffixed | null {
  if (fields.has(name)) return null;
  const dots: number[] = [];
  for (let dot = name.indexOf(".", 1); dot > 0 && dots.length <= mostDots; dot = name.indexOf(".", dot + 1))
    dots.push(dot);
  for (const dot of dots.reverse()) {
    const field = fields.get(name.slice(0, dot));
    if (field !== undefined) return { field, suffix: name.slice(dot + 1) };
  }
  return null;
}

/** What the request says under a dotted name of the data table. */
export type DataEntry =
  | { readonly state: "found"; readonly property: JsonProperty }
  /**
   * `last` is the innermost property that exists; undefined if there is no data table. `depth` counts the names that
   * exist.
   */
  | { readonly state: "missing"; readonly last: JsonProperty | undefined; readonly depth: number }
  /** The path goes through a list or a broken value, so it is not known whether the data table has the name. */
  | { readonly state: "unknown" };

export function dataEntry(request: Request, path: readonly string[]): DataEntry {
  let last = dataTableOf(request);
  for (const [depth, name] of path.entries()) {
    const node: JsonNode | null | undefined = last?.value;
    if (
      last !== undefined &&
      (node == null || node.kind === "list" || (node.kind === "plain" && node.value === undefined))
    )
      return { state: "unknown" };
    const next = property(node, name);
    // The documents do not say whether a name may itself contain dots.
    if (next === undefined)
      return property(node, path.slice(depth).join(".")) === undefined
        ? { state: "missing", last, depth }
        : { state: "unknown" };
    last = next;
  }
  if (last === undefined || last.value === null) return { state: "unknown" };
  return isPlain(last.value, null)
    ? { state: "missing", last, depth: path.length }
    : { state: "found", property: last };
}

/** What is at an offset. */
export interface JsonPlace {
  /** The properties around the offset, outermost first. */
  readonly properties: readonly JsonProperty[];
  /** The names of `properties`, with `[]` for every list between them. */
  readonly path: readonly string[];
  /** The innermost object or list around the offset; null outside of everything. */
  readonly container: JsonNode | null;
  /** Whether the offset is in the name of the last property. */
  readonly inName: boolean;
  /** Whether a value belongs here: in the last property, or in a list. */
  readonly inValue: boolean;
  /** The value that the offset touches. */
  readonly value: JsonNode | null;
}

export function placeAt(request: Request, offset: number): JsonPlace {
  const path: string[] = [];
  const properties: JsonProperty[] = [];
  let container: JsonNode | null = null;
  let inValue = false;
  let node: JsonNode | null = request.root;
  while (
    node !== null &&
    node.kind !== "plain" &&
    node.start < offset &&
    (offset < node.end || !isEnded(request, node))
  ) {
    container = node;
    if (node.kind === "list") {
      path.push("[]");
      inValue = true;
      node = node.items.findLast((item) => touches(request, item, offset)) ?? null;
      continue;
    }
    const at: JsonProperty | undefined = node.properties.findLast(
      (each) => touches(request, each, offset) || isAwaited(request, each, offset),
    );
    inValue = false;
    node = null;
    if (at === undefined) break;
    path.push(at.name.text);
    properties.push(at);
    if (touches(request, at.name, offset)) return { path, properties, container, inName: true, inValue, value: null };
    node = at.value;
    inValue = true;
  }
  return { path, properties, container, inName: false, inValue, value: node };
}

/** Whether the value is closed; if not, it continues to the end of the text. */
function isEnded({ text }: Request, { start, end, kind }: JsonNode): boolean {
  return end > start + 1 && text.charAt(end - 1) === (kind === "object" ? "}" : "]");
}

function touches(request: Request, part: JsonNode | JsonProperty | Range, offset: number): boolean {
  if (part.start > offset) return false;
  if (offset <= part.end) return true;
  const node = "name" in part ? part.value : "kind" in part ? part : null;
  return node !== null && node.kind !== "plain" && !isEnded(request, node);
}

/** Whether the offset is after the colon of a property whose value is still to be written. */
function isAwaited({ text }: Request, { name, value }: JsonProperty, offset: number): boolean {
  return value === null && name.end < offset && /^\s*:\s*$/.test(text.slice(name.end, offset));
}

/** Returns the environment as the Smartform spells it; absent if the Smartform is not deployed to this environment. */
export function deployment(environment: string, smartform: Answer<Smartform>): Answer<string> {
  if (smartform.state !== "known" || smartform.value.environments.state !== "known") return unknown;
  const found = smartform.value.environments.value.find((each) => each.toLowerCase() === environment.toLowerCase());
  return found === undefined ? absent : known(found);
}
