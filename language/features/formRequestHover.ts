/**
 * Describes what is at an offset of a create-form request: a value with its field and where it is printed, data with
 * the texts that print it.
 */
import type { Field, Smartform } from "../catalog.ts";
import type { Context } from "../context.ts";
import { suffixes } from "../fieldKind.ts";
import { findFolders, folderById, folderReference } from "../folders.ts";
import * as l10n from "../l10n.ts";
import { needsOfSmartform, printContext } from "../needs.ts";
import type { Printed } from "../needs.ts";
import type { Range } from "../range.ts";
import type { JsonProperty } from "../requests/json.ts";
import { requestProperties, valueShapes } from "../requests/properties.ts";
import type { DocumentedProperty } from "../requests/properties.ts";
import { dataTableOf, deployment, flatValues, placeAt, smartformOf, suffixed, textOf } from "../requests/request.ts";
import type { JsonPlace, Request } from "../requests/request.ts";
import { textTarget } from "./definition.ts";
import type { Definition, Target } from "./definition.ts";
import type { Fact, Hover } from "./hover.ts";
import { oneOrMany } from "../words/oneOrMany.ts";

/** What a place in a request refers to. */
interface Meaning extends Range {
  readonly title: string;
  readonly facts: readonly Fact[];
  readonly targets: readonly Target[];
  readonly places: readonly Printed[];
}

interface Asked {
  readonly request: Request;
  readonly context: Context;
  readonly place: JsonPlace;
  /** The innermost property. */
  readonly property: JsonProperty;
  readonly smartform: Smartform | undefined;
}

/** Returns null if nothing is known. */
export function formRequestHover(request: Request, offset: number, context: Context): Hover | null {
  const meaning = meaningAt(request, offset, context);
  return (
    meaning && {
      start: meaning.start,
      end: meaning.end,
      title: meaning.title,
      preview: null,
      facts: [...meaning.facts, ...printedBy(meaning.places, context)],
    }
  );
}

/**
 * Returns the field of a value, and the texts that print a value or data; null if nothing is named, or if what is named
 * is not known.
 */
export function formRequestDefinition(request: Request, offset: number, context: Context): Definition | null {
  const meaning = meaningAt(request, offset, context);
  if (meaning === null) return null;
  const texts = Map.groupBy(
    meaning.places.filter(({ textId }) => textId !== null),
    ({ textId }) => textId,
  );
  const printing = [...texts].flatMap(([textId, places]): readonly Target[] => {
    const text = context.catalog.text(textId ?? "");
    if (text.state !== "known") return [];
    const { language } = places.find((place) => place.language === text.value.defaultLanguage) ?? places[0]!;
    const target = textTarget(text.value, {
      catalog: context.catalog,
      data: context.data,
      ...(language === null ? {} : { language }),
    });
    return target === null ? [] : [target];
  });
  const targets = [...meaning.targets, ...printing];
  return targets.length === 0 ? null : { origin: { start: meaning.start, end: meaning.end }, targets };
}

function meaningAt(request: Request, offset: number, context: Context): Meaning | null {
  const place = placeAt(request, offset);
  const property = place.properties.at(-1);
  if (property === undefined || (!place.inName && place.value?.kind !== "plain")) return null;
  const answer = smartformOf(request, context.catalog);
  const asked: Asked = {
    request,
    context,
    place,
    property,
    smartform: answer.state === "known" ? answer.value : undefined,
  };
  const [top] = place.path;
  if (place.path.length > 1 && top === "values") return valueMeaning(asked);
  if (place.path.length > 1 && top === dataTableOf(request)?.name.text) return dataMeaning(asked);
  return documentedMeaning(asked);
}

function valueMeaning({ request, context, place, property, smartform }: Asked): Meaning | null {
  const shape = place.path.findLast((name) => valueShapes.some((each) => each.name === name));
  const flat = flatValues(request, smartformOf(request, context.catalog)).find((value) =>
    place.properties.includes(value.property),
  );
  if (flat === undefined) return null;
  if (shape !== undefined)
    return documented(
      property,
      valueShapes.flatMap(everything).find(({ name }) => name === property.name.text),
    );
  if (flat.property !== property || smartform === undefined) return null;
  const fields = smartform.fields.state === "known" ? smartform.fields.value : [];
  const byName = new Map(fields.map((field) => [field.name, field]));
  const behind = suffixed(flat.name, byName);
  const field = byName.get(flat.name) ?? behind?.field;
  const needs = needsOfSmartform(smartform, printContext(request, context));
  const input = needs.inputs.get(flat.name);
  const source = needs.sources.get(flat.name);
  if (field === undefined && input === undefined && source === undefined) return null;
  const facts: readonly (Fact | false)[] = [
    field !== undefined && { name: l10n.t("Field"), value: `${field.name}, ${field.type}` },
    behind !== null &&
      suffixes.some((each) => each === behind.suffix) && { name: l10n.t("Sets"), value: `.${behind.suffix}` },
    flat.path.length > 1 && { name: l10n.t("Fills"), value: flat.name },
    field !== undefined && { name: l10n.t("Shown on"), value: pagesOf(smartform, field) },
    input !== undefined && {
      name: l10n.t("Input"),
      value: input.type || l10n.t({ message: "text", comment: ["The type of a value."] }),
    },
    input !== undefined && input.source !== "" && { name: l10n.t("Options from"), value: input.source },
    source !== undefined && {
      name: l10n.t("Options for"),
      value: oneOrMany(source.length, l10n.t("1 input"), l10n.t("{0} inputs", source.length)),
    },
  ];
  return {
    ...rangeOf(property),
    title: flat.name,
    facts: facts.filter((fact) => fact !== false && fact.value !== "") as readonly Fact[],
    targets: field === undefined ? [] : [{ kind: "field", smartform: smartform.id, fieldId: field.id }],
    places: [...(input?.places ?? []), ...(source ?? [])],
  };
}

/** Returns "" if the pages are not known, or do not show the field. */
function pagesOf({ pages, steps }: Smartform, field: Pick<Field, "name">): string {
  if (pages.state !== "known") return "";
  const shown = pages.value.flatMap((page, index) =>
    page.blocks.some((block) => "field" in block && block.field === field.name) ? [{ page, index }] : [],
  );
  return shown
    .map(({ page: { step }, index }) =>
      step !== undefined && steps.state === "known"
        ? (steps.value[step]?.name ?? l10n.t("step {0}", step + 1))
        : l10n.t("page {0}", index + 1),
    )
    .join(", ");
}

function dataMeaning({ request, context, place, property, smartform }: Asked): Meaning | null {
  if (smartform === undefined || place.path.includes("[]")) return null;
  const path = place.path.slice(1);
  const needs = needsOfSmartform(smartform, printContext(request, context));
  const printed = [...needs.data.values()].filter((need) => path.every((name, index) => need.path[index] === name));
  if (printed.length === 0) return null;
  const inside = printed.filter((need) => need.path.length > path.length).map((need) => need.path.join("."));
  return {
    ...rangeOf(property),
    title: path.join("."),
    targets: [],
    places: printed.flatMap(({ places }) => places),
    facts: inside.length === 0 ? [] : [{ name: l10n.t("Placeholders"), value: firstOf(inside, 10) }],
  };
}

function documentedMeaning(asked: Asked): Meaning | null {
  const { place, property, smartform, context } = asked;
  let list = requestProperties;
  let found: DocumentedProperty | undefined;
  for (const name of place.path.filter((each) => each !== "[]")) {
    found = list.find((each) => each.name === name);
    list = found?.inside ?? [];
  }
  const meaning = documented(property, found);
  if (meaning === null) return null;
  const value = textOf(property.value);
  const at = place.path.join("/");
  if (at === "dialogDefinitionId" && smartform !== undefined)
    return {
      ...meaning,
      title: smartform.name,
      facts: [...meaning.facts, ...smartformFacts(smartform)],
      targets: [{ kind: "smartform", smartform: smartform.id }],
    };
  if (at === "environment" && value !== undefined && smartform !== undefined) {
    const answer = deployment(value, { state: "known", value: smartform });
    return answer.state === "unknown"
      ? meaning
      : {
          ...meaning,
          facts: [
            ...meaning.facts,
            {
              name: l10n.t("Deployed there"),
              value:
                answer.state === "known"
                  ? l10n.t({ message: "yes", comment: ["A Smartform is deployed there."] })
                  : l10n.t({ message: "no", comment: ["A Smartform is not deployed there."] }),
            },
          ],
        };
  }
  if (at === "textLibraryFolder" && value !== undefined) {
    const folders = findFolders(context.catalog, value);
    return folders.state === "known"
      ? {
          ...meaning,
          facts: [
            ...meaning.facts,
            { name: l10n.t("Folder"), value: folders.value.folders.map((folder) => folder.name).join(", ") },
          ],
        }
      : meaning;
  }
  if (at === "notification/participatingParties/[]/id" && value !== undefined && smartform?.parties.state === "known") {
    const matches = smartform.parties.value.filter(
      ({ id, name }) => id === value || name?.toLowerCase() === value.toLowerCase(),
    );
    return {
      ...meaning,
      facts: [
        ...meaning.facts,
        ...matches.map(({ id, name, defaultLanguage }): Fact => ({
          name: l10n.t("Party"),
          value: [name, id, defaultLanguage].filter((each) => each !== null).join(", "),
        })),
      ],
    };
  }
  return meaning;
}

function smartformFacts({ id, process, fields, environments, parties }: Smartform): readonly Fact[] {
  const facts: readonly (Fact | false)[] = [
    { name: l10n.t("Id"), value: id },
    process !== undefined && { name: l10n.t("Process"), value: process },
    environments.state === "known" && {
      name: l10n.t("Deployed to"),
      value:
        environments.value.join(", ") ||
        l10n.t({ message: "no environment", comment: ["Where a Smartform is deployed."] }),
    },
    fields.state === "known" && {
      name: l10n.t("Fields"),
      value:
        firstOf(
          fields.value.map(({ name }) => name),
          10,
        ) || l10n.t({ message: "none", comment: ["No fields."] }),
    },
    parties.state === "known" && {
      name: l10n.t("Parties"),
      value:
        firstOf(
          parties.value.map(
            ({ id: party, name, phoneNumber }) =>
              name ??
              party ??
              phoneNumber ??
              l10n.t({ message: "a phone number", comment: ["A party that has no other name."] }),
          ),
          10,
        ) || l10n.t({ message: "none", comment: ["No parties."] }),
    },
  ];
  return facts.filter((fact) => fact !== false);
}

function documented(property: JsonProperty, found: DocumentedProperty | undefined): Meaning | null {
  return found === undefined
    ? null
    : {
        ...rangeOf(property),
        title: found.name,
        facts: [{ name: l10n.t("Meaning"), value: found.about() }],
        targets: [],
        places: [],
      };
}

function everything(property: DocumentedProperty): readonly DocumentedProperty[] {
  return [property, ...(property.inside ?? []).flatMap(everything)];
}

function rangeOf({ name }: JsonProperty): Range {
  return { start: name.start, end: name.end };
}

function printedBy(places: readonly Printed[], { catalog }: Context): readonly Fact[] {
  const names = places.map(({ textId }) => {
    if (textId === null) return l10n.t({ message: "the Smartform itself", comment: ['After "Printed by".'] });
    const text = catalog.text(textId);
    if (text.state !== "known") return textId;
    const folder = folderById(catalog, text.value.folderId);
    return folder.state === "known" ? `${folderReference(folder.value)} : ${text.value.code}` : text.value.code;
  });
  return names.length === 0 ? [] : [{ name: l10n.t("Printed by"), value: firstOf([...new Set(names)], 10) }];
}

function firstOf(names: readonly string[], count: number): string {
  return names.length <= count
    ? names.join(", ")
    : l10n.t({
        message: "{0} and {1} more",
        args: [names.slice(0, count).join(", "), names.length - count],
        comment: ["Names."],
      });
}
