/**
 * Offers what can be written at the cursor of a create-form request: documented properties, names of values and data
 * that the Smartform has, and what a value may be. Names include their quotes and, if there is no colon yet, a colon
 * with the beginning of a value.
 */
import type { Field, Json, Smartform } from "../catalog.ts";
import type { Context } from "../context.ts";
import { fieldKind, suffixesOf } from "../fieldKind.ts";
import type { Suffix } from "../fieldKind.ts";
import { folderReference } from "../folders.ts";
import * as l10n from "../l10n.ts";
import { needsOfSmartform, printContext } from "../needs.ts";
import type { Needs } from "../needs.ts";
import type { JsonNode } from "../requests/json.ts";
import { environmentNames, optionProperties, requestProperties, valueShapes } from "../requests/properties.ts";
import type { DocumentedProperty } from "../requests/properties.ts";
import { dataTableOf, flatValues, placeAt, property, separatorOf, smartformOf } from "../requests/request.ts";
import type { JsonPlace, Request } from "../requests/request.ts";
import { findData, isObject } from "../resolve.ts";
import { sampleForField, sampleOptions, samplePlain } from "../sampleValues.ts";
import type { Completion } from "./completion.ts";
import { shorten } from "./hover.ts";
import { completeValue, noCompletion, toCompletion, wordAt } from "./jsonCompletion.ts";
import type { Draft, Offer } from "./jsonCompletion.ts";
import { oneOrMany } from "../words/oneOrMany.ts";

interface Asked {
  readonly request: Request;
  readonly context: Context;
  readonly place: JsonPlace;
  /** Names that lead from the root to the cursor; if the cursor is in a name, to the object around that name. */
  readonly path: readonly string[];
  readonly smartform: Smartform | undefined;
  /** What the Smartform needs from a request, in any of its languages. */
  readonly needs: Needs | undefined;
}

const silence = '{ "sendEmail": false, "sendSms": false, "participatingParties": [] }';

/** Returns items at the offset, best first, at most 200 of them. */
export function formRequestCompletion(request: Request, offset: number, context: Context): Completion {
  const place = placeAt(request, offset);
  const written = place.properties.at(-1);
  const answer = smartformOf(request, context.catalog);
  const smartform = answer.state === "known" ? answer.value : undefined;
  const needs = smartform && needsOfSmartform(smartform, printContext(request, context));
  const path = place.inName ? place.path.slice(0, -1) : place.path;
  const asked: Asked = { request, context, place, path, smartform, needs };
  if (place.inValue) return completeValue(request, offset, place, () => valuesFor(asked));
  if (place.container?.kind !== "object") return noCompletion;
  const range = place.inName && written ? wordAt(request, written.name, offset) : { start: offset, end: offset };
  return toCompletion(namesFor(asked), range, request, { isName: true });
}

/** Offers names that are not in the object yet. */
function namesFor(asked: Asked): Offer {
  const { container, inName, properties } = asked.place;
  const own = inName ? properties.at(-1) : undefined;
  const given = new Set(
    container?.kind === "object"
      ? container.properties.filter((each) => each !== own).map(({ name }) => name.text)
      : [],
  );
  const offer = namesIn(asked);
  return { ...offer, drafts: offer.drafts.filter(({ label }) => !given.has(label)) };
}

function namesIn(asked: Asked): Offer {
  const documented = documentedAt(asked.path);
  if (documented !== null) return { drafts: documented.map(propertyDraft) };
  const [top] = asked.path;
  if (top === "values") return asked.path.includes("[]") ? optionNames(asked) : valueNames(asked);
  return top === dataTableOf(asked.request)?.name.text ? dataNames(asked) : { drafts: [] };
}

/** Returns the documented properties of the object at the path; null if the documents list none. */
function documentedAt(path: readonly string[]): readonly DocumentedProperty[] | null {
  const shape = path.findLastIndex((name) => valueShapes.some((each) => each.name === name));
  const isShape = path[0] === "values" && shape > 0;
  let properties = isShape ? valueShapes : requestProperties;
  for (const name of (isShape ? path.slice(shape) : path).filter((each) => each !== "[]")) {
    const inside = properties.find((each) => each.name === name)?.inside;
    if (inside === undefined) return null;
    properties = inside;
  }
  return properties;
}

function propertyDraft({ name, shape, about, required }: DocumentedProperty): Draft {
  const empty: Readonly<Record<DocumentedProperty["shape"], string>> = {
    text: '""',
    plain: '""',
    boolean: "false",
    map: "{}",
    object: "{}",
    list: "[]",
    texts: "[]",
    any: "{}",
  };
  return {
    label: name,
    kind: "option",
    value: name === "notification" ? silence : empty[shape],
    documentation: about(),
    ...(required ? { detail: l10n.t({ message: "required", comment: ["A property."] }) } : {}),
  };
}

/**
 * Offers the properties of an option, if the list around it belongs to a field, or is a list of options that an input
 * takes.
 */
function optionNames({ path, smartform, needs }: Asked): Offer {
  const name = path[1] ?? "";
  const field = fieldsOf(smartform).find((each) => each.name === name);
  const isOptions =
    name.endsWith(".options") ||
    (field !== undefined && fieldKind(field.type) === "choice") ||
    needs?.sources.has(name) === true;
  return { drafts: isOptions && path.length === 3 ? optionProperties.map(propertyDraft) : [] };
}

/**
 * Offers the names of fields, of their settings, of inputs and of option lists. In an object inside `values`, the
 * object's own name is the first part of each full name, so only the rest is offered.
 */
function valueNames({ request, smartform, needs, path, place }: Asked): Offer {
  const separator = separatorOf(request);
  const before = path
    .slice(1)
    .map((name) => name + separator)
    .join("");
  const own = place.inName ? place.properties.at(-1) : undefined;
  const given = new Set(
    smartform === undefined
      ? []
      : flatValues(request, { state: "known", value: smartform })
          .filter((value) => value.property !== own)
          .map(({ name }) => name),
  );
  const fields = fieldsOf(smartform);
  const drafts: Draft[] = [
    ...fields.flatMap(fieldDrafts),
    ...[...(needs?.inputs.values() ?? [])].map((input): Draft => ({
      label: input.name,
      kind: "input",
      detail: [l10n.t({ message: "input", comment: ["The kind of a name."] }), input.type]
        .filter((each) => each !== "")
        .join(", "),
      value: JSON.stringify(input.type === "select" ? "1" : samplePlain(input.name, input.type)),
    })),
    ...[...(needs?.sources.keys() ?? [])].map((label): Draft => ({
      label,
      kind: "data",
      detail: l10n.t({ message: "option list", comment: ["The kind of a name."] }),
      value: JSON.stringify(sampleOptions),
    })),
    ...fields.flatMap((field) => suffixDrafts(field)),
  ];
  const fitting = [...new Map(drafts.map((draft) => [draft.label, draft])).values()].filter(
    ({ label }) => !given.has(label) && label.startsWith(before) && label.length > before.length,
  );
  return {
    drafts: fitting.map((draft) => ({ ...draft, label: draft.label.slice(before.length) })),
    incomplete: smartform === undefined || smartform.fields.state === "unknown",
  };
}

function fieldsOf(smartform: Smartform | undefined): readonly Field[] {
  return smartform?.fields.state === "known" ? smartform.fields.value.filter(({ name }) => name !== "") : [];
}

/** Order tables and maps are filled under names that are always the same (document 1, "Value shapes"). */
function fieldDrafts({ name, type }: Field): readonly Draft[] {
  const kind = fieldKind(type);
  const shape = kind === "order" ? "orderTableValue" : kind === "map" ? "mapValues" : null;
  if (shape !== null)
    return [
      {
        label: shape,
        kind: "input",
        detail: l10n.t({ message: "fills {0} ({1})", args: [name, type], comment: ["A field and its type."] }),
        value: JSON.stringify(sampleForField({ name, type })),
      },
    ];
  return kind === "signature"
    ? []
    : [{ label: name, kind: "input", detail: type, value: JSON.stringify(sampleForField({ name, type }) ?? "") }];
}

const aboutSuffix: Readonly<Record<Suffix, () => string>> = {
  label: () => l10n.t("Changes the label of the field."),
  options: () => l10n.t("The options of the field."),
  minDate: () => l10n.t("The first date that is allowed."),
  maxDate: () => l10n.t("The last date that is allowed."),
  specificDay: () => l10n.t("The only date that is allowed."),
};

function suffixDrafts({ name, type }: Field): readonly Draft[] {
  const kind = fieldKind(type);
  return kind === "unknown"
    ? []
    : suffixesOf(kind).map((suffix) => ({
        label: `${name}.${suffix}`,
        kind: "option",
        detail: type,
        documentation: aboutSuffix[suffix](),
        value: JSON.stringify(
          suffix === "options" ? sampleOptions : suffix === "label" ? name : samplePlain(name, "date"),
        ),
      }));
}

/**
 * Offers the names in this object that the Smartform's texts use. If not all texts are known, also offers the names
 * that the data sample has in this object.
 */
function dataNames({ path, needs, context }: Asked): Offer {
  const before = path.slice(1);
  const drafts = new Map<string, Draft>();
  for (const { path: names, places } of needs?.data.values() ?? []) {
    const label = names[before.length];
    if (label === undefined || label === "" || !before.every((name, index) => names[index] === name)) continue;
    const isInner = names.length > before.length + 1;
    if (drafts.get(label)?.kind === "object") continue;
    const uses = oneOrMany(places.length, l10n.t("printed in 1 place"), l10n.t("printed in {0} places", places.length));
    drafts.set(
      label,
      isInner
        ? {
            label,
            kind: "object",
            detail: l10n.t({ message: "object", comment: ["The type of a value."] }),
            value: "{}",
          }
        : { label, kind: "data", detail: uses, value: JSON.stringify(sampleData(names, context)) },
    );
  }
  const isWhole = needs?.complete === true;
  const sample = isWhole ? undefined : findData(before, context.data);
  for (const [label, value] of sample?.state === "known" && isObject(sample.value)
    ? Object.entries(sample.value)
    : []) {
    if (label !== "" && !drafts.has(label))
      drafts.set(label, {
        label,
        kind: isObject(value) ? "object" : "data",
        detail: l10n.t({ message: "in the data sample", comment: ["Where a name is found."] }),
        value: isObject(value) ? "{}" : Array.isArray(value) ? "[]" : JSON.stringify(value),
      });
  }
  return { drafts: [...drafts.values()], incomplete: !isWhole };
}

function sampleData(path: readonly string[], { data }: Context): Json {
  const known = findData(path, data);
  return known.state === "known" && !isObject(known.value) ? known.value : samplePlain(path.at(-1) ?? "", "");
}

function valuesFor(asked: Asked): Offer {
  const { path, context, smartform } = asked;
  const name = path.at(-1) ?? "";
  const at = path.join("/");
  if (at === "dialogDefinitionId") return smartforms(context);
  if (at === "environment") return { drafts: environments(smartform).map((label) => ({ label, kind: "value" })) };
  if (at === "textLibraryFolder") return folders(context);
  if (at === "notification")
    return { drafts: [{ label: "nobody", kind: "value", json: silence, documentation: l10n.t("Notifies nobody.") }] };
  if (at === "notification/participatingParties/[]")
    return { drafts: parties(asked).map((draft) => ({ ...draft, json: `{ "id": ${JSON.stringify(draft.label)} }` })) };
  if (at === "notification/participatingParties/[]/id") return { drafts: parties(asked) };
  if (at === "notification/participatingParties/[]/languageCode") return languages(context);
  const documented = documentedAt(path.slice(0, -1))?.find((each) => each.name === name);
  if (documented?.shape === "boolean") return { drafts: booleans };
  if (path[0] === "values") return { drafts: valueSamples(asked) };
  if (path[0] === dataTableOf(asked.request)?.name.text && path.length > 1 && !path.includes("[]")) {
    const json = JSON.stringify(sampleData(path.slice(1), context));
    return { drafts: [{ label: shorten(json, 60), kind: "value", json, detail: "sample" }] };
  }
  return { drafts: [] };
}

const booleans: readonly Draft[] = [
  { label: "true", kind: "value", json: "true" },
  { label: "false", kind: "value", json: "false" },
];

function valueSamples({ request, smartform, needs, place }: Asked): readonly Draft[] {
  if (smartform === undefined) return [];
  const own = place.properties.at(-1);
  const flat = flatValues(request, { state: "known", value: smartform }).find(({ property: each }) => each === own);
  if (flat === undefined || place.container?.kind === "list") return [];
  const fields = fieldsOf(smartform);
  const field = fields.find(({ name }) => name === flat.name);
  if (field && fieldKind(field.type) === "checkbox") return booleans;
  const input = needs?.inputs.get(flat.name);
  if (input !== undefined && input.source !== "") return optionValues(request, input.source);
  const draft = fields
    .flatMap((each) => [...fieldDrafts(each), ...suffixDrafts(each)])
    .find(({ label }) => label === flat.name);
  const options = field === undefined ? [] : optionValues(request, `${field.name}.options`);
  const json = draft?.value;
  return [
    ...options,
    ...(json === undefined
      ? []
      : [{ label: shorten(json, 60), kind: "value", json, detail: draft?.detail ?? "" } as const]),
  ];
}

/** Offers the values of an option list in the request. */
function optionValues(request: Request, name: string): readonly Draft[] {
  const list: JsonNode | null | undefined = property(property(request.root, "values")?.value, name)?.value;
  if (list?.kind !== "list") return [];
  return list.items.flatMap((item): readonly Draft[] => {
    const value = property(item, "value")?.value;
    const display = property(item, "display")?.value;
    if (value?.kind !== "plain" || value.value === undefined) return [];
    return [
      {
        label: String(value.value),
        kind: "value",
        json: JSON.stringify(value.value),
        ...(display?.kind === "plain" ? { detail: String(display.value) } : {}),
      },
    ];
  });
}

export function smartforms({ catalog }: Context): Offer {
  const answer = catalog.smartforms();
  if (answer.state !== "known") return { drafts: [], incomplete: answer.state === "unknown" };
  return {
    drafts: answer.value.map(({ id, name, process }) => ({
      label: id,
      kind: "value",
      detail: name,
      ...(process === undefined ? {} : { documentation: process }),
    })),
  };
}

/**
 * Returns the environments to which the Smartform is deployed, in the canonical spelling; all four if that is not
 * known.
 */
function environments(smartform: Smartform | undefined): readonly string[] {
  if (smartform?.environments.state !== "known") return environmentNames;
  const deployed = new Set(smartform.environments.value.map((each) => each.toLowerCase()));
  return environmentNames.filter((each) => deployed.has(each.toLowerCase()));
}

export function folders({ catalog }: Context): Offer {
  const answer = catalog.folders();
  if (answer.state !== "known") return { drafts: [], incomplete: answer.state === "unknown" };
  const each = new Map(answer.value.map((folder) => [folderReference(folder), folder]));
  return { drafts: [...each].map(([label, { name }]) => ({ label, kind: "folder", detail: name })) };
}

/** Offers parties by name, which people can read, and by id. */
function parties({ smartform }: Asked): readonly Draft[] {
  const known = smartform?.parties.state === "known" ? smartform.parties.value : [];
  return [
    ...known.flatMap(({ id, name }): readonly Draft[] =>
      name === null ? [] : [{ label: name, kind: "value", detail: id ?? "" }],
    ),
    ...known.flatMap(({ id, name }): readonly Draft[] =>
      id === null ? [] : [{ label: id, kind: "value", detail: name ?? "" }],
    ),
  ];
}

export function languages({ catalog }: Context): Offer {
  const answer = catalog.languages();
  return { drafts: answer.state === "known" ? answer.value.map((label) => ({ label, kind: "value" })) : [] };
}
