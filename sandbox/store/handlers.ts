/** The calls of the document store except its search (document 3, "Document store"). */
import type { OperationId } from "../../api/index.ts";
import type { Call, Handler, Reply } from "../base/call.ts";
import { mapField, objectBody, requiredField, textOrNumberField } from "../base/read.ts";
import { Refusal } from "../base/refusal.ts";
import type { State } from "../base/state.ts";
import type { ProducedDocument } from "../documents/dxml.ts";
import { takeTurn } from "../documents/limits.ts";
import { sentDxml } from "../documents/outputs.ts";
import { produce, readDataCall } from "../documents/produce.ts";
import { recordDocument } from "../documents/record.ts";
import { outputReply } from "../documents/render.ts";
import type { OutputFormat } from "../documents/render.ts";
import { documentOf, findStored, readIds, readValue, shownIds, storeDocument } from "./documents.ts";
import type { ColumnValue, StoredDocument } from "./documents.ts";
import { columnNamed, columnsOf, foldersOf } from "./folders.ts";
import { readFilter, searchStore } from "./search.ts";

/** The only calls of the store with a rate limit (document 3, "Limits"; T144). */
const create =
  (data: "xml" | "json"): Handler =>
  (call) => {
    const document = produce(call.state, call.company, readDataCall(call, { data }));
    takeTurn(call);
    return document === undefined ? { status: 204 } : store(call, document);
  };

const createDxml: Handler = (call) => {
  const request = objectBody(call.body);
  for (const name of ["MetaFile", "Document"]) requiredField(request, name, "data-call-required", textOrNumberField);
  return store(call, sentDxml(call));
};

function store(call: Call, document: ProducedDocument): Reply {
  const ids = storeDocument(call, document);
  recordDocument(call, { name: "DocumentStored", document, facts: factsOf(ids) });
  return { json: shownIds(call.state, ids) };
}

const folder: Handler = ({ state, company, path }) => {
  const found = foldersOf(state, company).find(({ name }) => name === path["folderName"]);
  if (!found) throw new Refusal("store-folder-missing", path["folderName"]);
  const columns = found.columns.map(({ name, displayName, type }) =>
    state.choice("D10") === "names" ? name : { Name: name, DisplayName: displayName, Type: type },
  );
  return { json: { Name: found.name, Columns: columns } };
};

const output =
  (format: OutputFormat): Handler =>
  (call) => {
    const stored = findStored(call, idsInPath(call));
    if (!stored) throw new Refusal("stored-missing");
    if (format === "html" && stored.hasHtml === 0) throw new Refusal("stored-html-missing");
    const document = documentOf(call.state, stored);
    recordDocument(call, { name: "StoredDocumentFetched", document, facts: factsOf(stored) });
    return outputReply(call.state, call.company, document, format);
  };

const update: Handler = (call) => {
  const { state, rawBody } = call;
  const changes = readChanges(call);
  const [jobId, docId] = [digitsOf(rawBody, "JobId"), digitsOf(rawBody, "DocId")];
  if (jobId === undefined || docId === undefined) throw new Refusal("store-ids-required");
  const stored = findStored(call, readIds(state, jobId, docId));
  if (!stored) return nothingDone(state);
  state.run(`UPDATE storedDocument SET ${changes.sql} WHERE number = ?`, ...changes.values, stored.number);
  recordDocument(call, { name: "StoredDocumentChanged", facts: factsOf(stored) });
  return count(state, 1);
};

/** Updates every matching document of the company in the environment (T152). */
const updateMany: Handler = (call) => {
  const { state, company, documentsEnvironment } = call;
  const changes = readChanges(call);
  const filter = readFilter(state, columnsOf(state, company), objectBody(call.body));
  if (!filter && state.choice("T152") === "400") throw new Refusal("filter-missing");
  const changed = state.run(
    `UPDATE storedDocument SET ${changes.sql} WHERE company = ? AND environment = ? AND (${filter?.sql ?? "TRUE"})`,
    ...changes.values,
    company,
    documentsEnvironment,
    ...(filter?.values ?? []),
  );
  if (changed > 0) recordDocument(call, { name: "StoredDocumentsChanged", facts: { Rows: String(changed) } });
  return count(state, changed);
};

const remove: Handler = (call) => {
  const stored = findStored(call, idsInPath(call));
  if (!stored) return nothingDone(call.state);
  call.state.run("DELETE FROM storedDocument WHERE number = ?", stored.number);
  recordDocument(call, { name: "StoredDocumentDeleted", facts: factsOf(stored) });
  return count(call.state, 1);
};

export const storeHandlers = {
  "store.create": create("xml"),
  "store.createJson": create("json"),
  "store.createDxml": createDxml,
  "store.folder": folder,
  "store.search": searchStore,
  "store.pdf": output("pdf"),
  "store.pdfSimplex": output("pdf-simplex"),
  "store.html": output("html"),
  "store.mfdx": output("mfdx"),
  "store.mfdxSimplex": output("mfdx-simplex"),
  "store.update": update,
  "store.updateMany": updateMany,
  "store.delete": remove,
} as const satisfies Partial<Record<OperationId, Handler>>;

/** Returns `UpdateColumns` as SQL. */
function readChanges({ state, company, body }: Call): {
  readonly sql: string;
  readonly values: readonly ColumnValue[];
} {
  const changes = Object.entries(mapField(objectBody(body), "UpdateColumns") ?? {});
  if (changes.length === 0) throw new Refusal("changes-missing");
  const columns = columnsOf(state, company);
  const read = changes.map(([name, value]) => {
    const column = columnNamed(columns, "name", name);
    if (typeof value === "object" && value !== null)
      throw new Refusal("bad-field", `${name} cannot hold a list or an object`);
    const held = value === null ? null : readValue(column, value);
    if (held === undefined) throw new Refusal("bad-field", `${name} can hold only numbers`);
    return { sql: `c${column.place} = ?`, value: held };
  });
  return { sql: read.map(({ sql }) => sql).join(", "), values: read.map(({ value }) => value) };
}

/** Answers with only the number of rows, not wrapped in an object (T153, D8). */
function count(state: State, rows: number): Reply {
  switch (state.choice("D8")) {
    case "in quotes":
      return { json: String(rows) };
    case "as text":
      return { text: String(rows), headers: { "content-type": "text/plain; charset=utf-8" } };
    default:
      return { json: rows };
  }
}

function nothingDone(state: State): Reply {
  if (state.choice("D9") === "404") throw new Refusal("stored-missing");
  return count(state, 0);
}

function idsInPath({ state, path }: Call) {
  return readIds(state, path["jobid"], path["docid"]);
}

/**
 * Returns the digits of a number in the body as sent, because JavaScript would round numbers beyond 2^53. Returns
 * undefined if the value is not a whole number.
 */
function digitsOf(body: Uint8Array, name: string): string | undefined {
  const read: unknown = JSON.parse(
    new TextDecoder().decode(body),
    (_key, value: unknown, context?: { readonly source?: string }) =>
      typeof value === "number" ? { digits: context?.source } : value,
  );
  const value: unknown = typeof read === "object" && read !== null ? Reflect.get(read, name) : undefined;
  const digits: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "digits") : undefined;
  return typeof digits === "string" && /^\d+$/.test(digits) ? digits : undefined;
}

function factsOf({ jobId, docId }: Pick<StoredDocument, "jobId" | "docId">): Readonly<Record<string, string>> {
  return { JobId: String(jobId), DocId: String(docId) };
}
