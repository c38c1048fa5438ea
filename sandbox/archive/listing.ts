/** The lists of the archive: search columns and folders, and the documents that a search finds. */
import { searchFields } from "../../api/index.ts";
import type { Handler } from "../base/call.ts";
import { field, objectBody, stringField, textOrNumberField } from "../base/read.ts";
import type { JsonObject } from "../../language/index.ts";
import { Refusal } from "../base/refusal.ts";
import type { State } from "../base/state.ts";
import { writeTime } from "../base/time.ts";
import { versionsOf } from "./documents.ts";
import type { DocumentRow } from "./documents.ts";
import { apart, archiveFolders } from "./store.ts";

/** `colunms` is the documents' spelling (T131). Access groups of folders do not limit clients (T97). */
export const listColumns: Handler = ({ state, company }) => {
  const columns = state.all<{ position: number; title: string; searchable: number }>(
    "SELECT position, title, searchable FROM archiveColumn WHERE company = ? ORDER BY position",
    company,
  );
  return {
    json: {
      [state.choice("T131")]: columns.map(({ position, title, searchable }) => ({
        name: searchFields[position - 1],
        title,
        searchable: searchable === 1,
      })),
      folders: archiveFolders(state, company).map(({ id, path }) => ({ id, name: path.split("/").at(-1), path })),
    },
  };
};

/** Newest first. Ignores fields that the API documents do not list (T140). */
export const listDocuments: Handler = ({ state, company, environment, body }) => {
  const request = objectBody(body ?? {});
  const query = (textOrNumberField(request, "searchQuery") ?? "").toLowerCase();
  const folders = foldersOf(request);
  const from = timeOf(request, "createdFrom");
  const to = timeOf(request, "createdTo");
  if (query.includes(apart)) return { json: [] };
  const rows = state.all<DocumentRow & { readonly folderPath: string }>(
    `SELECT archiveDocument.*, archiveFolder.path AS folderPath FROM archiveDocument
       JOIN archiveFolder ON archiveFolder.id = folder
     WHERE archiveDocument.company = ? AND environment = ? AND createdAt >= ? AND createdAt <= ?
       AND instr(searchKey, ?) > 0
       AND (? IS NULL OR folder IN (SELECT value FROM json_each(?)))
       AND (? = 'one for every version' OR NOT EXISTS (SELECT 1 FROM archiveDocument AS newer
         WHERE newer.root = archiveDocument.root AND newer.version > archiveDocument.version))
     ORDER BY createdAt DESC, number DESC LIMIT ?`,
    company,
    environment,
    from ?? Number.MIN_SAFE_INTEGER,
    to ?? Number.MAX_SAFE_INTEGER,
    query,
    folders,
    folders,
    state.choice("R3"),
    state.choice("N20") === "the first 100" ? 100 : -1,
  );
  return { json: rows.map((row) => listed(state, row)) };
};

function listed(state: State, row: DocumentRow & { readonly folderPath: string }) {
  const search = JSON.parse(row.searchJson) as readonly (string | null)[];
  return {
    id: row.id,
    fileName: row.fileName,
    version: row.version,
    documentVersions: versionsJson(state, row.root),
    folderId: row.folder,
    folderPath: row.folderPath,
    ...Object.fromEntries(searchFields.map((name, index) => [name, search[index] ?? null])),
    smartformId: row.smartform,
    dialogId: row.dialog,
    type: row.type,
    createdDate: writeTime(state, row.createdAt),
  };
}

function versionsJson(state: State, root: string): unknown {
  const versions = versionsOf(state, root);
  switch (state.choice("R4")) {
    case "their number":
      return versions.length;
    case "their ids":
      return versions.map(({ id }) => id);
    default:
      return versions.map(({ id, version, fileName, createdAt }) => ({
        id,
        version,
        fileName,
        createdDate: writeTime(state, createdAt),
      }));
  }
}

/** Returns the ids of the folders as JSON for SQLite; null if no folder is named. */
function foldersOf(request: JsonObject): string | null {
  const folders = field(request, "foldersIds") ?? [];
  if (!Array.isArray(folders) || folders.some((each) => typeof each !== "string" && typeof each !== "number"))
    throw new Refusal("bad-field", "foldersIds must be a list of ids");
  return folders.length === 0 ? null : JSON.stringify(folders.map(String));
}

/**
 * Returns milliseconds. A time without a zone is in UTC. A date without a time means the beginning of that day. In
 * `createdTo`, it means the end of that day.
 */
function timeOf(request: JsonObject, name: "createdFrom" | "createdTo"): number | undefined {
  const written = stringField(request, name);
  if (written === undefined || written === "") return undefined;
  const parts = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?$/.exec(written);
  const [, clock, zone] = parts ?? [];
  const time = parts ? Date.parse(clock === undefined || zone !== undefined ? written : `${written}Z`) : NaN;
  if (Number.isNaN(time)) throw new Refusal("bad-field", `${name} must be a time`);
  return clock === undefined && name === "createdTo" ? time + 86_400_000 - 1 : time;
}
