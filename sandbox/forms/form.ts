/** A stored form, and who may see it. */
import type { Environment } from "../../api/index.ts";
import type { JsonObject } from "../../language/index.ts";
import { Refusal } from "../base/refusal.ts";
import type { State } from "../base/state.ts";
import type { SmartformContent } from "./smartform.ts";

/** A party that a create request listed. ssn and birthDate are stored only as hashes (document 1, "Party fields"). */
export interface FormParty {
  readonly id?: string;
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly nationality?: string;
  readonly languageCode?: string;
  readonly ssnHash?: string;
  readonly birthDateHash?: string;
}

export interface FormRecord {
  readonly source: string;
  /** The values by property name. Nested names are flattened. Names that match no field are included. */
  readonly values: JsonObject;
  /** The answers to editable texts that a person gave on screen. */
  readonly inputs: Readonly<Record<string, string>>;
  /** The data table to which the rules were applied. */
  readonly dataTable: JsonObject;
  readonly externalMetaData?: JsonObject;
  readonly textLibraryFolder?: string;
  readonly sendEmail: boolean;
  readonly sendSms: boolean;
  readonly parties: readonly FormParty[];
}

export interface Form {
  readonly id: string;
  readonly company: string;
  readonly smartform: string;
  /** null if no environment was named. */
  readonly environment: Environment | null;
  /** Created before environments were recorded. */
  readonly legacy: boolean;
  readonly versionKey: string | null;
  /** The version of the Smartform that ran. */
  readonly content: SmartformContent;
  readonly record: FormRecord;
  /** The index of the form's current step, from 0. */
  readonly step: number;
  readonly submitted: boolean;
  readonly createdAt: number;
}

interface FormRow {
  readonly id: string;
  readonly company: string;
  readonly smartform: string;
  readonly environment: Environment | null;
  readonly legacy: number;
  readonly versionKey: string | null;
  readonly contentJson: string;
  readonly recordJson: string;
  readonly step: number;
  readonly submitted: number;
  readonly createdAt: number;
}

export function insertForm(state: State, form: Form): void {
  state.run(
    "INSERT INTO form VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)",
    form.id,
    form.company,
    form.smartform,
    form.environment,
    Number(form.legacy),
    form.versionKey,
    JSON.stringify(form.content),
    JSON.stringify(form.record),
    form.step,
    Number(form.submitted),
    form.createdAt,
  );
}

export function updateForm(state: State, { id, record, step, submitted }: Form): void {
  state.run(
    "UPDATE form SET recordJson = ?, step = ?, submitted = ? WHERE id = ?",
    JSON.stringify(record),
    step,
    Number(submitted),
    id,
  );
}

/**
 * Refuses in the same way if the form is missing, if it belongs to another company, or if the path names another
 * environment (T71).
 */
export function visibleForm(state: State, sought: Sought): Form {
  const form = findForm(state, sought);
  if (!form) throw new Refusal("form-missing");
  return form;
}

interface Sought {
  readonly company: string;
  readonly id: string | undefined;
  readonly environment: Environment | null;
}

/** Like `visibleForm`, but returns undefined instead of refusing. */
export function findForm(state: State, { company, id, environment }: Sought): Form | undefined {
  const form = anyForm(state, id);
  return form?.company === company && isFiledUnder(state, form, environment) ? form : undefined;
}

/** Returns a form of any company by its id alone, for the forms application and the control API. */
export function anyForm(state: State, id: string | undefined): Form | undefined {
  removeDeleted(state);
  const row = state.one<FormRow>("SELECT * FROM form WHERE id = ?", id ?? "");
  return row && readRow(row);
}

export function formsInProgress(
  state: State,
  { company, environment }: { company: string; environment: Environment | null },
): readonly Form[] {
  removeDeleted(state);
  return state
    .all<FormRow>("SELECT * FROM form WHERE company = ? AND submitted = 0 ORDER BY createdAt, id", company)
    .map(readRow)
    .filter((form) => form.content.steps.length > 0 && isFiledUnder(state, form, environment));
}

/**
 * Legacy forms belong to every environment (T72). Forms created without an environment belong to every environment or
 * to no environment, depending on choice S12.
 */
function isFiledUnder(state: State, { environment, legacy }: Form, asked: Environment | null): boolean {
  if (asked === null || legacy) return true;
  return environment === null ? state.choice("S12") === "found" : environment === asked;
}

/** Removes the forms that a bulk delete marked, once they are due (T75). */
function removeDeleted(state: State): void {
  state.run("DELETE FROM form WHERE deleteAt <= ?", state.now());
}

function readRow({ contentJson, recordJson, legacy, submitted, ...row }: FormRow): Form {
  return {
    ...row,
    legacy: legacy === 1,
    submitted: submitted === 1,
    content: JSON.parse(contentJson) as SmartformContent,
    record: JSON.parse(recordJson) as FormRecord,
  };
}

/** Returns the own properties of the record as a map, including one named `__proto__`. */
export function toMap<Value>(record: Readonly<Record<string, Value>>): Map<string, Value> {
  return new Map(Object.entries(record));
}
