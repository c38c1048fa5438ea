/**
 * The view of a field: its label and its answer, in any shape that a request may send (document 1, "Value shapes").
 * Screen and PDF draw the same views. Files and images are never included (document 1, "PDFs"): for an upload, only the
 * label is shown.
 */
import type { Field } from "../../language/index.ts";
import { isObject } from "../../language/index.ts";

export type FieldView = { readonly name: string; readonly label: string } & (
  | {
      readonly kind: "entry";
      readonly type: EntryType;
      readonly value: string;
      readonly earliest?: string;
      readonly latest?: string;
    }
  | { readonly kind: "choice"; readonly radio: boolean; readonly options: readonly Option[]; readonly chosen: string }
  | { readonly kind: "checkbox"; readonly checked: boolean }
  | { readonly kind: "rows"; readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | {
      readonly kind: "order";
      readonly rows: readonly string[];
      readonly totals: readonly (readonly [name: string, value: string])[];
    }
  | { readonly kind: "map"; readonly places: readonly Place[] }
  | { readonly kind: "upload" }
);

type EntryType = "text" | "textarea" | "number" | "date" | "email" | "tel";

export interface Option {
  readonly display: string;
  readonly value: string;
}

interface Place {
  readonly title: string;
  readonly address: string;
  /** `59.9139, 10.7522`, or empty. */
  readonly position: string;
}

type Values = ReadonlyMap<string, unknown>;

/**
 * `field` is undefined if the Smartform has no field of this name: repeated rows may be named after a variable instead.
 */
export function viewField(name: string, field: Field | undefined, values: Values): FieldView {
  const label = valueText(values.get(`${name}.label`)) || name;
  const type = (field?.type ?? "").toLowerCase();
  const value = values.get(name);

  if (/file|upload|image|picture|attachment/.test(type)) return { name, label, kind: "upload" };
  if (/order/.test(type) || (isObject(value) && Array.isArray(value["rows"])))
    return { name, label, ...viewOrder(value ?? values.get("orderTableValue")) };
  if (/map/.test(type) || isPlace(value))
    return { name, label, kind: "map", places: readPlaces(value ?? values.get("mapValues")) };
  const options = readOptions(values, name);
  if (options.length > 0 || /dropdown|drop-down|radio|select|choice/.test(type)) {
    return { name, label, kind: "choice", radio: type.includes("radio"), options, chosen: valueText(value) };
  }
  if (Array.isArray(value) || /rows|repeat|table/.test(type))
    return { name, label, ...viewRows(Array.isArray(value) ? value : []) };
  if (/check|bool/.test(type) || typeof value === "boolean")
    return { name, label, kind: "checkbox", checked: value === true || /^(true|1|yes|on)$/i.test(valueText(value)) };
  return { name, label, ...viewEntry(type, name, values) };
}

function viewEntry(type: string, name: string, values: Values) {
  const value = valueText(values.get(name));
  if (!type.includes("date")) return { kind: "entry", type: entryType(type), value } as const;
  const only = valueText(values.get(`${name}.specificDay`));
  const earliest = only || valueText(values.get(`${name}.minDate`));
  const latest = only || valueText(values.get(`${name}.maxDate`));
  return {
    kind: "entry",
    type: "date",
    value,
    ...(earliest === "" ? {} : { earliest }),
    ...(latest === "" ? {} : { latest }),
  } as const;
}

function entryType(type: string): EntryType {
  if (/area|memo|multiline|longtext/.test(type)) return "textarea";
  if (/number|integer|decimal|amount/.test(type)) return "number";
  if (/mail/.test(type)) return "email";
  if (/phone|^tel/.test(type)) return "tel";
  return "text";
}

/**
 * Returns the list of `{display, value}` that was sent under the plain name or under `<name>.options`; empty if neither
 * has a list.
 */
export function readOptions(values: Values, name: string): readonly Option[] {
  const list = values.get(`${name}.options`) ?? values.get(name);
  if (!Array.isArray(list) || !list.every((each) => isObject(each) && "display" in each && "value" in each)) return [];
  return (list as readonly Record<string, unknown>[]).map((each) => ({
    display: valueText(each["display"]),
    value: valueText(each["value"]),
  }));
}

/** Returns a plain value as text; empty for objects, lists and embedded files. */
function valueText(value: unknown): string {
  if (typeof value === "string") return /^data:[^,]{0,200};base64,/.test(value) ? "" : value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function viewRows(list: readonly unknown[]) {
  if (!list.some(isObject)) return { kind: "rows", columns: [], rows: list.map((each) => [valueText(each)]) } as const;
  const records = list.filter(isObject);
  const columns = [...new Set(records.flatMap((each) => Object.keys(each)))];
  return {
    kind: "rows",
    columns,
    rows: records.map((each) => columns.map((column) => valueText(each[column]))),
  } as const;
}

function viewOrder(value: unknown) {
  if (!isObject(value)) return { kind: "order", rows: [], totals: [] } as const;
  const rows = Array.isArray(value["rows"]) ? value["rows"].map(valueText) : [];
  const totals = [
    ["VAT", value["vat"]],
    ["Discount", value["discount"]],
    ["Sum", value["sum"]],
  ] as const;
  return {
    kind: "order",
    rows,
    totals: totals.map(([name, each]) => [name, valueText(each)] as const).filter(([, each]) => each !== ""),
  } as const;
}

function readPlaces(value: unknown): readonly Place[] {
  if (!isObject(value)) return [];
  const listed = Array.isArray(value["locations"]) ? value["locations"] : [];
  const all = listed.length > 0 ? listed : [value["centerLocation"]];
  return all.filter(isObject).map((each) => ({
    title: valueText(each["title"]),
    address: valueText(each["address"]),
    position: [each["latitude"], each["longitude"]]
      .map(valueText)
      .filter((part) => part !== "")
      .join(", "),
  }));
}

function isPlace(value: unknown): boolean {
  return isObject(value) && ("locations" in value || "centerLocation" in value);
}
