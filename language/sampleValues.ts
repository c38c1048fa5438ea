/**
 * Makes a create-form request for a Smartform, with a sample value for everything that the Smartform shows (document 1,
 * "Value shapes"). The request notifies nobody. Its notification block says so explicitly, because document 1 does not
 * say what happens if the block is missing.
 */
import type { Field, Json, JsonObject, Smartform } from "./catalog.ts";
import type { Context } from "./context.ts";
import { expand } from "./expand.ts";
import { fieldKind } from "./fieldKind.ts";
import { findData } from "./resolve.ts";

interface OpenObject {
  [name: string]: Json | OpenObject;
}

const sampleDate = "2026-01-15";
export const sampleOptions: Json = [
  { display: "First choice", value: "1" },
  { display: "Second choice", value: "2" },
];

/** Takes values from the data sample of the context if it has them. */
export function sampleFormRequest(smartform: Smartform, context: Context): JsonObject {
  const values = emptyObject();
  for (const field of smartform.fields.state === "known" ? smartform.fields.value : []) putField(values, field);
  const data = emptyObject();
  const nothing = { state: "known", value: {} } as const;
  const blocks = smartform.pages.state === "known" ? smartform.pages.value.flatMap((page) => page.blocks) : [];
  for (const block of blocks) {
    if (!("text" in block)) continue;
    const { pieces } = expand(
      block.text,
      block.format,
      { ...context, smartform: smartform.id, data: nothing },
      { surface: "pdf" },
    );
    for (const piece of pieces) {
      if (piece.kind === "missing" && piece.placeholder.kind === "data" && piece.why === "no-value") {
        putData(
          data,
          piece.placeholder.segments.map((segment) => segment.text),
          context,
        );
      }
      if (piece.kind === "input") putInput(values, data, piece, context);
    }
  }
  return {
    dialogDefinitionId: smartform.id,
    values: values,
    ...(Object.keys(data).length === 0 ? {} : { dataTableValue: data }),
    notification: { sendEmail: false, sendSms: false, participatingParties: [] },
  };
}

function putField(values: OpenObject, field: Field): void {
  const { name, type } = field;
  const kind = fieldKind(type);
  const sample = sampleForField(field);
  if (name === "" || sample === null) return;
  if (kind === "signature") values[`${name}.label`] = `Signature of ${name}`;
  else values[kind === "order" ? "orderTableValue" : kind === "map" ? "mapValues" : name] = sample;
}

/**
 * Returns a sample value for a field of this type; null if document 1 does not show how a request sends such a value.
 */
export function sampleForField({ name, type }: Pick<Field, "name" | "type">): Json {
  switch (fieldKind(type)) {
    case "upload":
      return null;
    case "order":
      return { vat: "25 %", discount: "0", sum: "100", rows: ["First row", "Second row"] };
    case "map":
      return sampleMap();
    case "choice":
      return sampleOptions;
    case "rows":
      return [{ column: "First row" }, { column: "Second row" }];
    default:
      return samplePlain(name, type);
  }
}

function putInput(
  values: OpenObject,
  data: OpenObject,
  input: { readonly name: string; readonly options: ReadonlyMap<string, string | null> },
  context: Context,
): void {
  const option = (name: string): string => input.options.get(name) ?? "";
  const source = option("source");
  if (source !== "") values[source] = sampleOptions;
  const byDefault = option("default");
  if (byDefault.startsWith("$")) return putData(data, byDefault.slice(1).split("."), context);
  if (byDefault === "")
    values[input.name] = option("type") === "select" ? "1" : samplePlain(input.name, option("type"));
}

/**
 * Puts the value into nested objects, one for each dot in its name. If one placeholder names a value and another names
 * a part of it, the part wins.
 */
function putData(data: OpenObject, path: readonly string[], context: Context): void {
  let object = data;
  for (const name of path.slice(0, -1)) {
    const next = Object.hasOwn(object, name) ? object[name] : undefined;
    object = isOpenObject(next) ? next : (object[name] = emptyObject());
  }
  const last = path.at(-1) ?? "";
  if (isOpenObject(object[last])) return;
  const known = findData(path, context.data);
  object[last] = known.state === "known" ? known.value : samplePlain(last, "");
}

/** Returns a sample for a plain value of a field or an input of this type. */
export function samplePlain(name: string, type: string): Json {
  switch (fieldKind(type)) {
    case "date":
      return sampleDate;
    case "number":
      return 1;
    case "checkbox":
      return true;
    case "mail":
      return "sample@example.com";
    case "phone":
      return "+46700000000";
    default:
      return `Sample ${name}`;
  }
}

function sampleMap(): Json {
  const place = { title: "Office", address: "Storgatan 1", latitude: 59.33, longitude: 18.07 };
  return { centerLocation: place, locations: [place] };
}

/** Without a prototype, so that `__proto__` is a name like any other. */
function emptyObject(): OpenObject {
  return Object.create(null) as OpenObject;
}

function isOpenObject(value: Json | OpenObject | undefined): value is OpenObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
