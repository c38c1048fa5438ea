/** Finds the objects of a request whose properties are documented, and what an undocumented name is meant to be. */
import * as l10n from "../l10n.ts";
import type { Range, TextEdit } from "../range.ts";
import type { JsonNode, JsonObjectNode, JsonProperty } from "../requests/json.ts";
import { optionProperties, requestProperties, valueShapes } from "../requests/properties.ts";
import type { DocumentedProperty } from "../requests/properties.ts";
import { lastOfEach, partiesOf, property, valueAt } from "../requests/request.ts";
import { nearest, newEffort, prepareWords } from "../words/spelling.ts";
import type { Words } from "../words/spelling.ts";
import type { CallRequestScope, FormRequestScope } from "./finding.ts";

/** An object and the names that the documents list for it. */
interface NamedObject {
  readonly node: JsonObjectNode;
  readonly properties: readonly { readonly name: string }[];
}

interface DocumentedObject extends NamedObject {
  readonly properties: readonly DocumentedProperty[];
  /** How messages name the object, for example `A party`. */
  readonly called: string;
}

export function* documentedObjects({
  request,
  values,
}: Pick<FormRequestScope, "request" | "values">): Generator<DocumentedObject, void, undefined> {
  if (request.root?.kind === "object")
    yield { node: request.root, properties: requestProperties, called: l10n.t("A request") };
  const notification = requestProperties.find(({ name }) => name === "notification")?.inside ?? [];
  const party = notification.find(({ name }) => name === "participatingParties")?.inside ?? [];
  const block = valueAt(request, "notification");
  if (block?.kind === "object")
    yield { node: block, properties: notification, called: l10n.t("The notification block") };
  for (const node of partiesOf(request))
    if (node.kind === "object") yield { node, properties: party, called: l10n.t("A party") };
  for (const value of values) {
    const shape = valueShapes.find(({ name }) => name === value.property.name.text);
    const node = value.property.value;
    if (shape?.inside === undefined || node?.kind !== "object") continue;
    yield { node, properties: shape.inside, called: `"${shape.name}"` };
    const locations = property(node, "locations")?.value;
    const place = shape.inside.find(({ name }) => name === "locations")?.inside;
    if (place === undefined || locations?.kind !== "list") continue;
    for (const item of locations.items)
      if (item.kind === "object") yield { node: item, properties: place, called: l10n.t("A place on the map") };
  }
}

/**
 * Returns the documented names that an undocumented name may be a misspelling of, without those that the object already
 * has.
 */
export function meant(name: string, { node, properties }: NamedObject): readonly string[] {
  const { byLowerCase, words } = prepared(properties);
  const isFree = (each: string): boolean => property(node, each) === undefined;
  const same = (byLowerCase.get(name.toLowerCase()) ?? []).filter(isFree);
  return same.length > 0 ? same : nearest(name, words, newEffort()).filter(isFree);
}

interface Prepared {
  readonly names: ReadonlySet<string>;
  readonly byLowerCase: ReadonlyMap<string, readonly string[]>;
  readonly words: Words;
}

const preparations = new WeakMap<NamedObject["properties"], Prepared>();

/** Prepared once for all objects with these names: a file may hold thousands of such objects. */
function prepared(properties: NamedObject["properties"]): Prepared {
  const kept = preparations.get(properties);
  if (kept !== undefined) return kept;
  const names = properties.map((each) => each.name);
  const made = {
    names: new Set(names),
    byLowerCase: Map.groupBy(names, (each) => each.toLowerCase()),
    words: prepareWords(names),
  };
  preparations.set(properties, made);
  return made;
}

/** Returns properties that the documents do not list, with the documented names that may be meant. */
export function undocumented(
  object: DocumentedObject,
): readonly { readonly name: string; readonly range: Range; readonly meant: readonly string[] }[] {
  const { names } = prepared(object.properties);
  return lastOfEach(object.node.properties)
    .filter(({ name }) => !names.has(name.text))
    .map(({ name }) => ({ name: name.text, range: name, meant: meant(name.text, object) }));
}

/** Computes something once for all fixes of a request, of which there may be a thousand. */
export function onceFor<Scope extends object, Result>(work: (scope: Scope) => Result): (scope: Scope) => Result {
  const results = new WeakMap<Scope, { readonly result: Result }>();
  return (scope) => {
    const known = results.get(scope) ?? { result: work(scope) };
    results.set(scope, known);
    return known.result;
  };
}

/**
 * Returns a function that finds an item of a list by its key, or the first item if several share the key; the list is
 * computed once for all fixes of a request.
 */
export function finder<Scope extends object, Each, Key>(
  all: (scope: Scope) => Iterable<Each>,
  keyOf: (each: Each) => Key,
): (scope: Scope, key: Key) => Each | undefined {
  const byKey = onceFor((scope: Scope) => {
    const found = new Map<Key, Each>();
    for (const each of all(scope)) if (!found.has(keyOf(each))) found.set(keyOf(each), each);
    return found;
  });
  return (scope, key) => byKey(scope).get(key);
}

/** Whether a list holds options as the documents show them: every item an object with `display` and `value`. */
export function isOptionList(node: JsonNode): boolean {
  return (
    node.kind === "list" &&
    node.items.length > 0 &&
    node.items.every((item) => optionProperties.every(({ name }) => property(item, name) !== undefined))
  );
}

/** Finds a property that the operation does not list, by the place of its name. */
export const unlistedAt = finder(
  ({ read }: CallRequestScope) => read.unlisted,
  ({ property }) => property.name.start,
);

/** Writes a property after those that the object has. */
export function addition({ start, properties }: JsonObjectNode, written: string): TextEdit {
  const last = properties.at(-1);
  const at = last?.end ?? start + 1;
  return { start: at, end: at, newText: last === undefined ? ` ${written} ` : `, ${written}` };
}

/** Removes a property from its object, with the comma that belongs to it. */
export function removal({ properties }: JsonObjectNode, property: JsonProperty): TextEdit {
  const index = placesOf(properties).get(property) ?? -1;
  const before = properties[index - 1];
  const after = properties[index + 1];
  const range = after
    ? { start: property.start, end: after.start }
    : { start: before?.end ?? property.start, end: property.end };
  return { ...range, newText: "" };
}

const placesOf = onceFor(
  (properties: readonly JsonProperty[]) => new Map(properties.map((each, index) => [each, index])),
);

/** Returns a name as JSON. */
export function inJson(name: string): string {
  return JSON.stringify(name);
}
