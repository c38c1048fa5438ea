/**
 * Builds the data contract of a Smartform or a text, as a JSON schema (draft 7): what a create-form request has to
 * supply so that everything that is printed is filled in. For a Smartform it is the schema of the whole request.
 */
import type { Field, Json, Smartform, Text } from "./catalog.ts";
import type { Context } from "./context.ts";
import { fieldKind, suffixesOf } from "./fieldKind.ts";
import { folderById, folderReference } from "./folders.ts";
import * as l10n from "./l10n.ts";
import { needsOf } from "./needs.ts";
import type { DataNeed, Needs, NeedsOf, Printed } from "./needs.ts";
import { environmentNames, requestProperties, valueShapes } from "./requests/properties.ts";
import type { DocumentedProperty } from "./requests/properties.ts";
import { said } from "./words/sentences.ts";

/** A JSON schema, with the few keywords of draft 7 that a contract needs. */
export interface Schema {
  readonly $schema?: string;
  readonly $comment?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: Json;
  readonly pattern?: string;
  readonly examples?: readonly Json[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  /** Has no prototype, because any name is allowed. */
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
}

export interface Contract {
  readonly schema: Schema;
  /** Whether everything that is printed is known. If not, a name that is missing here may still be needed. */
  readonly complete: boolean;
}

interface ContractOptions {
  /** Limits the contract to what is printed in this language; if absent, every language counts. */
  readonly language?: string;
}

const draft7 = "http://json-schema.org/draft-07/schema#";
const single: Schema = { type: ["string", "number", "boolean"] };
/** Names nested deeper than this are left out: nobody writes them. */
const maxDepth = 32;

/** Returns the schema of a create-form request for this Smartform. */
export function formSchema(smartform: Smartform, context: Context, options: ContractOptions = {}): Contract {
  const printing = { ...context, smartform: smartform.id };
  const needs = needsOf({ smartform }, printing, options);
  const complete = needs.complete && smartform.fields.state === "known";
  const data = dataSchema(needs, context);
  const entries: Entry[] = requestProperties
    .filter(({ name }) => name !== "dataTableValues")
    .map((documented) => {
      const { name, about, required = false } = documented;
      const description = about();
      if (name === "dialogDefinitionId") return { name, schema: { const: smartform.id, description }, required };
      if (name === "values")
        return { name, schema: { ...valuesSchema(needs, smartform, context), description }, required };
      if (name === "environment") return { name, schema: { ...environmentSchema(smartform), description }, required };
      if (name === "dataTableValue") return { name, schema: { ...data, description }, required: hasRequired(data) };
      return { name, schema: documentedSchema(documented), required };
    });
  return { schema: { $schema: draft7, title: smartform.name, ...comment(complete), ...objectOf(entries) }, complete };
}

/** Returns what a text, of the library or of a file, takes from `values` and from the data table. */
export function textSchema(
  root: Exclude<NeedsOf, { readonly smartform: Smartform }>,
  title: string,
  context: Context,
  options: ContractOptions = {},
): Contract {
  const needs = needsOf(root, context, options);
  const values = valuesSchema(needs, undefined, context);
  const data = dataSchema(needs, context);
  const entries = [
    { name: "values", schema: values, required: hasRequired(values) },
    { name: "dataTableValue", schema: data, required: hasRequired(data) },
  ];
  return {
    schema: { $schema: draft7, title, ...comment(needs.complete), ...objectOf(entries) },
    complete: needs.complete,
  };
}

/** Returns `folder : text`, as references and people write it; only the code of the text if the folder is not known. */
export function textTitle(text: Text, { catalog }: Pick<Context, "catalog">): string {
  const folder = folderById(catalog, text.folderId);
  return folder.state === "known" ? `${folderReference(folder.value)} : ${text.code}` : text.code;
}

interface Entry {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

/**
 * Whether the schema comes from a contract that knew everything that is printed. This also works for a contract that
 * was saved in a file: `$comment` is saved with it.
 */
export function knowsEverything({ $comment }: Schema): boolean {
  return $comment === undefined;
}

function comment(complete: boolean): Schema {
  return complete
    ? {}
    : { $comment: l10n.t("Part of the printed content is not known, so more values may be needed.") };
}

/** If two entries have the same name, the first counts. */
function objectOf(entries: readonly Entry[]): Schema {
  const properties = Object.create(null) as Record<string, Schema>;
  const required: string[] = [];
  for (const entry of entries) {
    if (Object.hasOwn(properties, entry.name)) continue;
    properties[entry.name] = entry.schema;
    if (entry.required) required.push(entry.name);
  }
  return { type: "object", properties, ...(required.length === 0 ? {} : { required }) };
}

function hasRequired({ required = [] }: Schema): boolean {
  return required.length > 0;
}

/** Requires what a placeholder prints, but not what is only the default of an input. */
function dataSchema({ data }: Needs, context: Context): Schema {
  const needs = [...data.values()].filter(({ path }) => path.length <= maxDepth && !path.includes(""));
  return levelOf(needs, 0, context);
}

/**
 * If one placeholder prints a value and another a part of it, only the part counts: the value is then an object, and an
 * object prints nothing.
 */
function levelOf(needs: readonly DataNeed[], depth: number, context: Context): Schema {
  const entries = [...Map.groupBy(needs, ({ path }) => path[depth] ?? "")].map(([name, group]): Entry => {
    const inner = group.filter(({ path }) => path.length > depth + 1);
    const required = (inner.length > 0 ? inner : group).some(({ printed }) => printed);
    return {
      name,
      required,
      schema:
        inner.length > 0
          ? levelOf(inner, depth + 1, context)
          : {
              ...single,
              description: printedBy(
                group.flatMap(({ places }) => places),
                context,
              ),
            },
    };
  });
  return objectOf(entries);
}

/** A select needs its list of options, because nobody can choose without it; everything else may stay empty. */
function valuesSchema(needs: Needs, smartform: Smartform | undefined, context: Context): Schema {
  const fields = smartform?.fields.state === "known" ? smartform.fields.value.filter(({ name }) => name !== "") : [];
  return objectOf([
    ...fields.flatMap(fieldEntries),
    ...[...needs.inputs.values()].map(({ name, places }) => ({
      name,
      required: false,
      schema: { ...single, description: said(l10n.t("Answers an input."), printedBy(places, context)) },
    })),
    ...[...needs.sources].map(([name, places]) => ({
      name,
      required: true,
      schema: { type: "array", description: said(l10n.t("Options to choose from."), printedBy(places, context)) },
    })),
  ]);
}

function fieldEntries(field: Field): readonly Entry[] {
  const { name, type } = field;
  const kind = fieldKind(type);
  const description = l10n.t("Field of the type {0}.", type);
  const shape = kind === "order" ? valueShapes[0] : kind === "map" ? valueShapes[1] : undefined;
  const own =
    shape === undefined
      ? { name, schema: { ...fieldSchema(field), description }, required: false }
      : { name: shape.name, schema: documentedSchema(shape), required: false };
  const set =
    kind === "unknown"
      ? []
      : suffixesOf(kind).map((suffix) => ({
          name: `${name}.${suffix}`,
          schema: suffix === "options" ? options : { type: "string" },
          required: false,
        }));
  return [own, ...set];
}

const options: Schema = {
  type: "array",
  items: objectOf([
    { name: "display", schema: { type: ["string", "number", "boolean"] }, required: true },
    { name: "value", schema: { type: ["string", "number", "boolean"] }, required: true },
  ]),
};

function fieldSchema({ type }: Field): Schema {
  switch (fieldKind(type)) {
    case "choice":
      return { anyOf: [single, options] };
    case "rows":
      return { type: "array", items: { type: "object" } };
    case "number":
      return { type: ["number", "string"] };
    case "checkbox":
      return { type: ["boolean", "string", "number"] };
    case "date":
    case "mail":
    case "phone":
      return { type: "string" };
    case "text":
      return single;
    // It is not documented how values of other kinds of fields are sent.
    default:
      return {};
  }
}

/** Allows any letter case. Allows every environment if it is not known where the Smartform is deployed. */
function environmentSchema({ environments }: Smartform): Schema {
  const names =
    environments.state === "known"
      ? environmentNames.filter((name) => environments.value.some((each) => each.toLowerCase() === name.toLowerCase()))
      : environmentNames;
  const anyCase = names.map((name) =>
    [...name].map((letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`).join(""),
  );
  return { type: "string", pattern: names.length === 0 ? "^(?!)" : `^(?:${anyCase.join("|")})$`, examples: names };
}

function documentedSchema({ shape, about, inside }: DocumentedProperty): Schema {
  const description = about();
  const entries = (inside ?? []).map((each) => ({ name: each.name, schema: documentedSchema(each), required: false }));
  switch (shape) {
    case "text":
      return { type: ["string", "null"], description };
    case "boolean":
      return { type: ["boolean", "null"], description };
    case "plain":
      return { ...single, description };
    case "map":
      return { type: ["object", "null"], description };
    case "object":
      return { ...objectOf(entries), description };
    case "list":
      return { type: "array", items: objectOf(entries), description };
    case "texts":
      return { type: "array", items: { type: "string" }, description };
    case "any":
      return { description };
  }
}

function printedBy(places: readonly Printed[], context: Context): string {
  const titles = [...new Set(places.map(({ textId }) => textId))].map((textId) => {
    const text = textId === null ? null : context.catalog.text(textId);
    return text?.state === "known" ? textTitle(text.value, context) : null;
  });
  const named = titles.filter((title) => title !== null);
  if (named.length === 0) return l10n.t({ message: "Printed.", comment: ["A value."] });
  const first = named.slice(0, 3).join(", ");
  return titles.length > 3
    ? l10n.t("Printed by {0} and {1} more.", first, titles.length - 3)
    : l10n.t("Printed by {0}.", first);
}
