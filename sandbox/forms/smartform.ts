/** A stored Smartform: the saved draft, and a separate copy for every environment to which it is deployed. */
import type { Environment } from "../../api/index.ts";
import { known } from "../../language/index.ts";
import type { Block, Field, Json, Smartform } from "../../language/index.ts";
import { Refusal } from "../base/refusal.ts";
import type { State } from "../base/state.ts";

/**
 * Sets a value of the data table if the condition holds. Dots in the value's name lead into nested objects. In a text,
 * `{{name}}` is replaced by a value of the data table.
 */
export interface Rule {
  readonly when?: { readonly name: string; readonly atLeast?: number; readonly equals?: Json };
  readonly set: string;
  readonly to: Json;
}

export interface SmartformParty {
  readonly id: string | null;
  readonly name: string | null;
  readonly defaultLanguage: string | null;
  /** Only if the Smartform's parties are a list of phone numbers. */
  readonly phoneNumber?: string;
}

/** The content of one version of a Smartform. */
export interface SmartformContent {
  readonly name: string;
  /** If true, lists of active Smartforms leave out the Smartform (S17). */
  readonly inactive?: true;
  readonly process?: string;
  readonly tags: readonly string[];
  readonly textLibraryFolder?: string;
  readonly defaultLanguage?: string;
  readonly fields: readonly Field[];
  readonly parties: readonly SmartformParty[];
  /** Empty for a single-step Smartform. */
  readonly steps: readonly { readonly name: string }[];
  readonly pages: readonly { readonly step?: number; readonly blocks: readonly Block[] }[];
  readonly rules?: readonly Rule[];
  /** The PDFs of the toolbar, made from their text on request. */
  readonly attachments?: readonly { readonly name: string; readonly text: string }[];
}

export interface Version {
  readonly id: string;
  readonly content: SmartformContent;
  /** null for the draft. */
  readonly versionKey: string | null;
}

export interface StoredSmartform {
  readonly id: string;
  readonly draft: SmartformContent;
  readonly deployed: ReadonlyMap<Environment, { readonly versionKey: string; readonly content: SmartformContent }>;
}

/** Adds the Smartform. If one with its id exists, replaces it, including its deployed versions. */
export function insertSmartform(state: State, company: string, { id, draft, deployed }: StoredSmartform): void {
  state.run(
    `INSERT INTO smartform VALUES (?, ?, (SELECT count(*) FROM smartform), ?) ON CONFLICT (id) DO UPDATE SET contentJson = excluded.contentJson`,
    id,
    company,
    JSON.stringify(draft),
  );
  state.run("DELETE FROM deployment WHERE smartform = ?", id);
  for (const [environment, { versionKey, content }] of deployed) {
    state.run("INSERT INTO deployment VALUES (?, ?, ?, ?)", id, environment, versionKey, JSON.stringify(content));
  }
}

/**
 * Returns the version that runs. Without an environment, it is the saved draft; with an environment, it is the version
 * deployed there (T59).
 */
export function runningVersion(
  state: State,
  { company, id, environment }: { company: string; id: string; environment: Environment | null },
): Version {
  const draft = state.one<{ readonly id: string; readonly company: string; readonly contentJson: string }>(
    "SELECT * FROM smartform WHERE id = ? AND company = ?",
    id,
    company,
  );
  if (!draft) throw new Refusal("smartform-missing");
  if (environment === null) return { id, content: JSON.parse(draft.contentJson) as SmartformContent, versionKey: null };
  const row = state.one<{ versionKey: string; contentJson: string }>(
    "SELECT * FROM deployment WHERE smartform = ? AND environment = ?",
    id,
    environment,
  );
  if (!row) throw new Refusal("not-deployed", environment);
  return { id, content: JSON.parse(row.contentJson) as SmartformContent, versionKey: row.versionKey };
}

/**
 * Returns every Smartform that runs in the environment, in the order of creation. Without an environment, returns all
 * drafts.
 */
export function runningVersions(
  state: State,
  { company, environment }: { company: string; environment: Environment | null },
): readonly Version[] {
  const rows =
    environment === null
      ? state.all<{ id: string; versionKey: null; contentJson: string }>(
          "SELECT id, NULL AS versionKey, contentJson FROM smartform WHERE company = ? ORDER BY position",
          company,
        )
      : state.all<{ id: string; versionKey: string; contentJson: string }>(
          "SELECT smartform.id, versionKey, deployment.contentJson FROM smartform JOIN deployment ON smartform = smartform.id WHERE company = ? AND environment = ? ORDER BY position",
          company,
          environment,
        );
  return rows.map(({ id, versionKey, contentJson }) => ({
    id,
    versionKey,
    content: JSON.parse(contentJson) as SmartformContent,
  }));
}

export function environmentsOf(state: State, id: string): readonly string[] {
  return state
    .all<{ environment: string }>("SELECT environment FROM deployment WHERE smartform = ? ORDER BY environment", id)
    .map(({ environment }) => environment);
}

/** Returns the Smartform in the shape that the language and the print room use. */
export function toLanguage(state: State, { id, content }: Pick<Version, "id" | "content">): Smartform {
  return {
    id,
    name: content.name,
    ...(content.process === undefined ? {} : { process: content.process }),
    tags: content.tags,
    textLibraryFolder: content.textLibraryFolder === undefined ? { state: "absent" } : known(content.textLibraryFolder),
    defaultLanguage: content.defaultLanguage === undefined ? { state: "absent" } : known(content.defaultLanguage),
    environments: known(environmentsOf(state, id)),
    fields: known(content.fields),
    parties: known(content.parties),
    steps: known(content.steps),
    pages: known(content.pages),
  };
}
