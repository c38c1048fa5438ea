/**
 * A form as stored by the service, read in both shapes, because each shape lacks something (document 1, "Form read
 * back"). Does not import `vscode`.
 */
import { environments, isObject } from "../../api/index.ts";
import type { AnswerOf, Api, Environment } from "../../api/index.ts";
import { markerName } from "./formRequestModel.ts";
import { ifShown } from "../calls/answersModel.ts";

/**
 * A form that can be read: its id, and the environment under which the service keeps it. The letter case of the
 * environment does not matter.
 */
export interface FiledForm {
  readonly formId: string;
  /** Null if the request named no environment: then the Smartform's saved draft ran. */
  readonly environment: string | null;
}

type Form = AnswerOf<"forms.read">;

export interface BothShapes {
  /** Raw values by property, as in the webhook; without answers to editable texts. Uploaded files are given by id. */
  readonly plain: Form;
  /** Answers as printed, including those to editable texts. */
  readonly readable: Form;
}

export interface Upload {
  readonly fileId: string;
  /** Display text, never a path. */
  readonly name: string;
}

/** One property of a form, as the tree shows it. */
export interface FormValue {
  readonly property: string;
  /**
   * One line: the answer as printed, or the raw value if there is no printed answer. For uploads, the names of the
   * files.
   */
  readonly shown: string | undefined;
  readonly files: readonly Upload[];
}

type Options = { readonly signal?: AbortSignal };

export function placeOf({ environment }: FiledForm): { readonly environment?: Environment } {
  const named = environments.find((name) => name.toLowerCase() === environment?.toLowerCase());
  return named === undefined ? {} : { environment: named };
}

/**
 * Reads both shapes with the ids of uploaded files, which the service omits by default (T68, T69). Rejects with
 * ApiError.
 */
export async function readBoth(api: Api, form: FiledForm, options: Options = {}): Promise<BothShapes> {
  const request = { path: { id: form.formId }, ...placeOf(form) };
  const [plain, readable] = await Promise.all(
    [false, true].map((readableValues) =>
      api.call("forms.read", { ...request, query: { readableValues, omitImagesAndFiles: false } }, options),
    ),
  );
  return { plain: plain as Form, readable: readable as Form };
}

/**
 * Returns what both shapes say about each property, by name. The shape of an item is not documented: values of unknown
 * shapes are shown unchanged.
 */
export function valuesOf({ plain, readable }: BothShapes): readonly FormValue[] {
  const raw = byName(plain.values);
  const printed = byName(readable.values);
  return [...new Set([...raw.keys(), ...printed.keys()])].map((property) => {
    const files = uploadsIn(raw.get(property));
    const text = printed.get(property) ?? raw.get(property);
    return {
      property,
      shown:
        files.length > 0 ? files.map(({ name }) => name).join(", ") : text === undefined ? undefined : oneLine(text),
      files,
    };
  });
}

/** Reads a list of `{ name, value }`, or a map. */
export function byName(values: unknown): Map<string, unknown> {
  if (!Array.isArray(values)) return new Map(isObject(values) ? Object.entries(values) : []);
  return new Map(
    (values as unknown[])
      .filter(isObject)
      .flatMap(({ name, value }) => (typeof name === "string" ? [[name, value] as const] : [])),
  );
}

function uploadsIn(value: unknown): readonly Upload[] {
  return (Array.isArray(value) ? (value as unknown[]) : [value])
    .filter(isObject)
    .flatMap(({ fileId, name }) =>
      typeof fileId === "string" ? [{ fileId, name: typeof name === "string" ? name : fileId }] : [],
    );
}

function oneLine(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/**
 * Resolves with the value as stored by the service; undefined if the property has no value, which the service reports
 * in the same way as a missing form (T74). Rejects with ApiError.
 */
export async function readValue(
  api: Api,
  form: FiledForm,
  property: string,
  options: Options = {},
): Promise<{ readonly value: unknown } | undefined> {
  const answer = await ifShown(
    api.call("forms.propertyValue", { path: { id: form.formId, property }, ...placeOf(form) }, options),
  );
  return answer && { value: answer.value };
}

/** Returns the mark of a test form, created here or elsewhere; undefined if the form has none. */
export function markOf({ externalMetaData }: Form): string | undefined {
  const mark = isObject(externalMetaData) ? externalMetaData[markerName] : undefined;
  return typeof mark === "string" ? mark : undefined;
}
