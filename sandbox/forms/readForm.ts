/**
 * Reads forms back (document 1, "Form read back"). There are two shapes: neither is complete, and each has its
 * documented spellings (T53, T69).
 */
import type { Handler } from "../base/call.ts";
import { booleanQuery } from "../base/read.ts";
import type { Json } from "../../language/index.ts";
import { Refusal } from "../base/refusal.ts";
import type { State } from "../base/state.ts";
import { formsInProgress, visibleForm } from "./form.ts";
import type { Form } from "./form.ts";
import { printedInputs } from "./print.ts";

interface FileRow {
  readonly id: string;
  readonly property: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

export const readForm: Handler = ({ state, company, environment, path, query }) => {
  const form = visibleForm(state, { company, id: path["id"], environment });
  const omitFiles = booleanQuery(query, "omitImagesAndFiles", true);
  return {
    json: booleanQuery(query, "readableValues", false)
      ? readableShape(state, form, { omitFiles })
      : plainShape(state, form, { omitFiles }),
  };
};

export const propertyValue: Handler = ({ state, company, environment, path }) => {
  const form = visibleForm(state, { company, id: path["id"], environment });
  const value =
    answers(state, form, { omitFiles: false }).get(path["property"] ?? "") ?? toValue(form, path["property"] ?? "");
  if (value === undefined || value === null || value === "") throw new Refusal("no-value");
  return { json: { value } };
};

export const propertyFile: Handler = ({ state, company, environment, path }) => {
  const form = visibleForm(state, { company, id: path["id"], environment });
  const file = state.one<FileRow>(
    "SELECT * FROM file WHERE form = ? AND property = ? AND id = ?",
    form.id,
    path["property"] ?? "",
    path["fileId"] ?? "",
  );
  if (!file) throw new Refusal("file-missing");
  return { file: { type: "application/octet-stream", name: file.name, bytes: () => file.bytes } };
};

export const inProgress: Handler = ({ state, company, environment }) => {
  const forms = formsInProgress(state, { company, environment });
  if (state.choice("N8") === "other names")
    return { json: forms.map(({ id, smartform, step }) => ({ dialogValuesId: id, smartformId: smartform, step })) };
  return {
    json: forms.map((form) => ({
      id: form.id,
      dialogDefinitionId: form.smartform,
      name: form.content.name,
      currentStep: { order: form.step, name: form.content.steps[form.step]?.name ?? "" },
    })),
  };
};

/** The shape of the webhook, without answers to editable texts. */
export function plainShape(state: State, form: Form, options: { readonly omitFiles: boolean }) {
  const { record } = form;
  const fields = new Set(form.content.fields.map(({ name }) => name));
  const inputs = printedInputs(state, form);
  return {
    id: form.id,
    dialogDefinitionId: form.smartform,
    Values: [...answers(state, form, options)].map(([name, value]) => ({ name, value })),
    integrationValues: Object.fromEntries(
      Object.entries(record.values).filter(([name]) => !isOfField(fields, name) && !inputs.has(name)),
    ),
    DataTableValues: record.dataTable,
    ...metaData(form),
  };
}

function readableShape(state: State, form: Form, options: { readonly omitFiles: boolean }) {
  const values = new Map<string, unknown>(answers(state, form, options));
  values.set("inlineInputs", Object.fromEntries(printedInputs(state, form)));
  return {
    id: form.id,
    dialogDefinitionId: form.smartform,
    values: Object.fromEntries(values),
    datatablevalues: form.record.dataTable,
    ...metaData(form),
  };
}

function metaData({ record }: Form) {
  return record.externalMetaData === undefined ? {} : { ExternalMetaData: record.externalMetaData };
}

/**
 * Returns answers to fields by property name, in the order of the Smartform. Leaves out uploaded files and images
 * unless requested (T68).
 */
function answers(state: State, form: Form, { omitFiles }: { readonly omitFiles: boolean }): Map<string, Json> {
  const uploads = state.all<FileRow>("SELECT id, property, name FROM file WHERE form = ? ORDER BY rowid", form.id);
  const result = new Map<string, Json>();
  for (const { name, type } of form.content.fields) {
    const isUpload = /file|upload|image|picture/i.test(type);
    if (omitFiles && isUpload) continue;
    const files = uploads
      .filter(({ property }) => property === name)
      .map((file) => ({ fileId: file.id, name: file.name }));
    const value = files.length > 0 ? files : toValue(form, name);
    if (value !== undefined) result.set(name, value);
  }
  return result;
}

/** Returns the value under the field's own name. Values such as `due.minDate` and `city.options` are not answers. */
function toValue({ record }: Form, name: string): Json | undefined {
  return Object.hasOwn(record.values, name) ? record.values[name] : undefined;
}

/** `due.minDate` is a setting of the field `due`, and `city.options` of the field `city`. */
function isOfField(fields: ReadonlySet<string>, name: string): boolean {
  return fields.has(name) || fields.has(name.replace(/\.(label|minDate|maxDate|specificDay|options)$/, ""));
}
