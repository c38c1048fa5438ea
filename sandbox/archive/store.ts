/**
 * Stores documents in the archive, for uploads and for everything else in the sandbox that archives: signed orders,
 * forms.
 */
import type { Environment } from "../../api/index.ts";
import { eventSources } from "../base/event.ts";
import { recordEvent } from "../base/recordEvent.ts";
import { Refusal } from "../base/refusal.ts";
import { newId } from "../base/state.ts";
import type { State } from "../base/state.ts";
import { newestOf } from "./documents.ts";

export interface NewDocument {
  readonly company: string;
  readonly environment: Environment;
  /** A folder of the company; any other folder is refused with 400. */
  readonly folder: string;
  readonly fileName: string;
  readonly bytes: Uint8Array;
  /** 0 ordinary, 1 Smartform, 2 digitally signed; default 0. */
  readonly type?: 0 | 1 | 2;
  /** The values of `search1` to `search10`, in this order; missing ones are empty. */
  readonly search?: readonly (string | null)[];
  readonly smartform?: string;
  /** The form's id. */
  readonly dialog?: string;
  /** The id of a stored document's first version, if this is the next version of that document. */
  readonly root?: string;
}

/** The fields of the upload's answer. */
interface Stored {
  readonly storedDocumentId: string;
  readonly rootDocumentId: string;
  readonly version: number;
}

/**
 * Stores the document and records its audit event. Call it in a transaction. `user`: the id of the client that acts.
 */
export function storeDocument(
  state: State,
  document: NewDocument,
  { user }: { readonly user?: string | undefined } = {},
): Stored {
  const stored = insertDocument(state, document, {});
  const { company, environment, folder, fileName } = document;
  recordEvent(state, {
    company,
    environment,
    user,
    name: stored.version === 1 ? "DocumentArchived" : "DocumentVersionArchived",
    source: eventSources.archive,
    category: "Archive",
    description: { ...stored, folderId: folder },
    counted: { system: "Archive", template: templateOf(fileName), source: "API" },
  });
  return stored;
}

/**
 * Returns what statistics show as the `template` of an archived file: its extension, because the file's name may
 * contain a person's name.
 */
function templateOf(fileName: string): string {
  return /\.\w{1,10}$/.exec(fileName)?.[0].slice(1).toLowerCase() ?? "";
}

/** Call it in a transaction. */
export function insertDocument(
  state: State,
  document: NewDocument,
  { id = newId(), at = state.now() }: { readonly id?: string; readonly at?: number },
): Stored {
  const {
    company,
    environment,
    folder,
    fileName,
    bytes,
    type = 0,
    search = [],
    smartform = null,
    dialog = null,
    root = id,
  } = document;
  if (!state.one("SELECT 1 FROM archiveFolder WHERE company = ? AND id = ?", company, folder))
    throw new Refusal("archive-folder-missing");
  const version = (newestOf(state, root)?.version ?? 0) + 1;
  state.run(
    `INSERT INTO archiveDocument (
       id, root, version, company, environment, folder, fileName, searchJson, searchKey, smartform, dialog, type, createdAt
     ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    root,
    version,
    company,
    environment,
    folder,
    fileName,
    JSON.stringify(search),
    searchKeyOf(state, document),
    smartform,
    dialog,
    type,
    at,
  );
  state.run("INSERT INTO archiveFile VALUES (?, ?)", id, bytes);
  return { storedDocumentId: id, rootDocumentId: root, version };
}

/**
 * Returns the text that a search looks through, in lower case. Values are separated by a character that no query finds.
 */
function searchKeyOf(state: State, { company, fileName, search = [], smartform, dialog }: NewDocument): string {
  const searchable = state.all<{ position: number }>(
    "SELECT position FROM archiveColumn WHERE company = ? AND searchable = 1",
    company,
  );
  const values = [fileName, smartform, dialog, ...searchable.map(({ position }) => search[position - 1])];
  return values.map((value) => (value ?? "").toLowerCase().replaceAll(apart, " ")).join(apart);
}

export const apart = "\u0001";

/** Returns the company's archive folders, which signing offers for `archiveFolderId`. */
export function archiveFolders(
  state: State,
  company: string,
): readonly { readonly id: string; readonly path: string }[] {
  return state.all("SELECT id, path FROM archiveFolder WHERE company = ? ORDER BY path", company);
}
