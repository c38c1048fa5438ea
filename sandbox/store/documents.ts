/** Stored documents: the DXML, the values of their folder's columns, and the pair of ids that identifies them. */
import type { Call } from "../base/call.ts";
import { Refusal } from "../base/refusal.ts";
import type { State } from "../base/state.ts";
import { readDxml, writeDxml } from "../documents/dxml.ts";
import type { ProducedDocument } from "../documents/dxml.ts";
import { templateOf } from "../documents/metaFiles.ts";
import { foldersOf } from "./folders.ts";
import type { Column } from "./folders.ts";
import { places } from "./schema.ts";

interface StoredIds {
  readonly jobId: number;
  readonly docId: number;
}

export interface StoredDocument extends StoredIds {
  readonly number: number;
  /** 1 if HTML was created when the document was stored. */
  readonly hasHtml: number;
}

export type ColumnValue = string | number | null;

type Where = Pick<Call, "state" | "company"> & { readonly documentsEnvironment: string | null };

/** Stores a document as a job of its own. Call it in a transaction. */
export function storeDocument({ state, company, documentsEnvironment }: Where, document: ProducedDocument): StoredIds {
  const { hasHtml } = templateOf(state, company, document);
  const jobId = (state.one<{ last: number | null }>("SELECT max(jobId) AS last FROM storedDocument")?.last ?? 0) + 1;
  const ids = { jobId, docId: 1 };
  insertStored(state, { company, environment: documentsEnvironment ?? "", document, hasHtml, ...ids, at: state.now() });
  return ids;
}

export function insertStored(
  state: State,
  {
    company,
    environment,
    document,
    hasHtml,
    jobId,
    docId,
    at,
  }: StoredIds & {
    readonly company: string;
    readonly environment: string;
    readonly document: ProducedDocument;
    readonly hasHtml: boolean;
    readonly at: number;
  },
): void {
  const values = new Map(document.values);
  const columns = foldersOf(state, company).find(({ metaFile }) => metaFile === document.metaFile)?.columns ?? [];
  const inPlaces = Array.from({ length: places }, (_, index): ColumnValue => {
    const column = columns.find(({ place }) => place === index + 1);
    const value = column && values.get(column.from);
    return column === undefined || value === undefined ? null : (readValue(column, value) ?? null);
  });
  state.run(
    `INSERT INTO storedDocument VALUES (NULL, ?, ?, ?, ?, ?, ?, ${inPlaces.map(() => "?").join(", ")})`,
    company,
    environment,
    jobId,
    docId,
    hasHtml ? 1 : 0,
    at,
    ...inPlaces,
  );
  state.run(
    "INSERT INTO storedDxml SELECT number, ? FROM storedDocument WHERE jobId = ? AND docId = ?",
    writeDxml(document),
    jobId,
    docId,
  );
}

/** Returns the value for the column; undefined if the column holds numbers and the value is not a number. */
export function readValue({ type }: Column, value: string | number | boolean): string | number | undefined {
  if (type === "text") return String(value);
  const number = typeof value === "string" && value.trim() === "" ? NaN : Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** Returns the company's document in the environment; undefined if there is none. */
export function findStored(
  { state, company, documentsEnvironment }: Where,
  ids: StoredIds | undefined,
): StoredDocument | undefined {
  if (!ids) return undefined;
  return state.one<StoredDocument>(
    "SELECT number, jobId, docId, hasHtml FROM storedDocument WHERE jobId = ? AND docId = ? AND company = ? AND environment = ?",
    ids.jobId,
    ids.docId,
    company,
    documentsEnvironment,
  );
}

export function documentOf(state: State, { number }: StoredDocument): ProducedDocument {
  const dxml = state.one<{ dxml: string }>("SELECT dxml FROM storedDxml WHERE document = ?", number)?.dxml;
  if (dxml === undefined) throw new Refusal("stored-missing");
  return readDxml(Buffer.from(dxml), "The stored document");
}

/**
 * Added to ids if a choice puts them above 2^53. Half of the integers above 2^53 have no exact floating-point number.
 */
const far = 2n ** 53n;

/** Returns the ids as shown in answers. */
export function shownIds(
  state: State,
  { jobId, docId }: StoredIds,
): { readonly JobId: unknown; readonly DocId: unknown } {
  const shown = (id: number) => (state.choice("D1") === "small" ? id : JSON.rawJSON(String(far + BigInt(id))));
  return { JobId: shown(jobId), DocId: shown(docId) };
}

/** Reads ids of any number of digits; returns undefined if they cannot be ids of the store. */
export function readIds(state: State, jobId: string | undefined, docId: string | undefined): StoredIds | undefined {
  const read = (digits = "") =>
    /^\d{1,19}$/.test(digits) ? Number(BigInt(digits) - (state.choice("D1") === "small" ? 0n : far)) : NaN;
  const ids = { jobId: read(jobId), docId: read(docId) };
  return Number.isSafeInteger(ids.jobId) && Number.isSafeInteger(ids.docId) ? ids : undefined;
}
