/** The objects of a request whose properties the documents list, and what is meant by a name that they do not list. */
import * as l10n from "../l10n.ts";
import type { Range, TextEdit } from "../range.ts";
import type { JsonNode, JsonObjectNode, JsonProperty } from "../requests/json.ts";
import { optionProperties, requestProperties, valueShapes, type DocumentedProperty } from "../requests/properties.ts";
import { lastOfEach, partiesOf, property, valueAt } from "../requests/request.ts";
import type { RequestScope } from "./finding.ts";
import { nearest, newEffort, prepareWords } from "./spelling.ts";

/** An object and the names that the documents list for it. */
export interface NamedObject {
  readonly node: JsonObjectNode;
  readonly properties: readonly { readonly name: string }[];
}

export interface DocumentedObject extends NamedObject {
  readonly properties: readonly DocumentedProperty[];
  /** For people: `A party`. */
  readonly called: string;
}

export function* documentedObjects({ request, values }: Pick<RequestScope, "request" | "values">): Generator<DocumentedObject, void, undefined> {
  if (request.root?.kind === "object") yield { node: request.root, properties: requestProperties, called: l10n.t("A request") };
  const notification = requestProperties.find(({ name }) => name === "notification")?.inside ?? [];
  const party = notification.find(({ name }) => name === "participatingParties")?.inside ?? [];
  const block = valueAt(request, "notification");
  if (block?.kind === "object") yield { node: block, properties: notification, called: l10n.t("The notification block") };
  for (const node of partiesOf(request)) if (node.kind === "object") yield { node, properties: party, called: l10n.t("A party") };
  for (const value of values) {
    const shape = valueShapes.find(({ name }) => name === value.property.name.text);
    const node = value.property.value;
    if (shape?.inside === undefined || node?.kind !== "object") continue;
    yield { node, properties: shape.inside, called: `"${shape.name}"` };
    const locations = property(node, "locations")?.value;
    const place = shape.inside.find(({ name }) => name === "locations")?.inside;
    if (place === undefined || locations?.kind !== "list") continue;
    for (const item of locations.items) if (item.kind === "object") yield { node: item, properties: place, called: l10n.t("A place on the map") };
  }
}

/** Documented names that may be meant by one that is not documented, and are not there yet. */
export function meant(name: string, { node, properties }: NamedObject): readonly string[] {
  const free = properties.map((each) => each.name).filter((each) => property(node, each) === undefined);
  const same = free.filter((each) => each.toLowerCase() === name.toLowerCase());
  return same.length > 0 ? same : nearest(name, prepareWords(free), newEffort());
}

/** Properties that the documents do not list, with the documented names that may be meant. */
export function undocumented(object: DocumentedObject): readonly { readonly name: string; readonly range: Range; readonly meant: readonly string[] }[] {
  const names = new Set(object.properties.map(({ name }) => name));
  return lastOfEach(object.node.properties).filter(({ name }) => !names.has(name.text)).map(({ name }) => ({ name: name.text, range: name, meant: meant(name.text, object) }));
}

/** Whether a list holds options as the documents show them: every item an object with `display` and `value`. */
export function isOptionList(node: JsonNode): boolean {
  return node.kind === "list" && node.items.length > 0 && node.items.every((item) => optionProperties.every(({ name }) => property(item, name) !== undefined));
}

/** Takes a property out of its object, with the comma that belongs to it. */
export function removal({ properties }: JsonObjectNode, property: JsonProperty): TextEdit {
  const index = properties.indexOf(property);
  const before = properties[index - 1];
  const after = properties[index + 1];
  const range = after ? { start: property.start, end: after.start } : { start: before?.end ?? property.start, end: property.end };
  return { ...range, newText: "" };
}

/** A name in JSON. */
export function quoted(name: string): string {
  return JSON.stringify(name);
}
