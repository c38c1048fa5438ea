/** A file on its way into the archive: what the person says of it, the request, and what became of it. Knows no `vscode`. */
import {
  downloadVersions, findMarked, idsForNewVersion, largeUpload, markUpload, newMarker, searchDocuments, typeInWords, typeNumber, uploadAsNew, uploadAsVersion, type Api, type ArchiveFolder, type DocumentType, type Environment,
  type ListedFolder, type Marker, type SearchColumn, type SearchField, type Upload, type Uploaded, type UploadRequest,
} from "../../api/index.ts";
import { quoted, visible } from "../plainText.ts";
import { countInWords, documentsOf, versionInWords, type ArchiveDocument } from "./documentModel.ts";

/** What a person says of a file. */
export interface Draft {
  readonly fileName: string;
  /** Undefined for a new version of a document whose type is none of those that can be sent. */
  readonly type: DocumentType | undefined;
  /** Only what was entered here: a new version keeps the other values of the one before it. */
  readonly search: Readonly<Partial<Record<SearchField, string>>>;
  /** Handed to the company's callbacks; undefined where none is to be called. */
  readonly callbackPayload: string | undefined;
}

/** Where it goes: a document of its own, or the next version of one. The two are never mixed up: only a version carries an id (T132). */
export type Target = { readonly kind: "new"; readonly folder: ListedFolder } | { readonly kind: "version"; readonly document: ArchiveDocument };

export const documentTypes: readonly DocumentType[] = ["ordinary", "Smartform", "digitally signed"];

export function firstDraft(fileName: string, target: Target): Draft {
  const earlier = target.kind === "version" ? target.document.listed.type : 0;
  // The panel's title of a version: its name with the number behind it.
  const name = fileName.replace(/(\.pdf) \([^()]*\)$/i, "$1");
  return { fileName: /\.[A-Za-z0-9]{1,8}$/.test(name) ? name : `${name}.pdf`, type: documentTypes.find((type) => typeNumber(type) === earlier), search: {}, callbackPayload: undefined };
}

/** Why a file cannot be called so; undefined where it can. */
export function nameProblem(name: string): string | undefined {
  if (name.trim() === "") return "Enter a file name.";
  if (/[\p{Cc}/\\]/u.test(name)) return "A file name has no slashes and no control characters.";
  return /\.[A-Za-z0-9]{1,8}$/.test(name) ? undefined : "End it with the kind of file, such as .pdf: the archive asks for it.";
}

export interface DraftRow {
  readonly part: "fileName" | "type" | "callbackPayload" | SearchField;
  readonly title: string;
  readonly value: string;
}

/** What can be said of the file, and what is said so far; of a new version, what it keeps. */
export function draftRows({ fileName, type, search, callbackPayload }: Draft, target: Target, columns: readonly SearchColumn[]): readonly DraftRow[] {
  const listed = target.kind === "version" ? target.document.listed : undefined;
  const kept = (field: SearchField): string => (listed?.[field] ? `${visible(listed[field])} (kept)` : "");
  return [
    { part: "fileName", title: "File name", value: visible(fileName) },
    { part: "type", title: "Type", value: type ?? typeInWords(listed?.type) },
    ...columns.map(({ field, title, isSearchable }) => ({ part: field, title: `${title ?? field}${isSearchable === false ? " (not searchable)" : ""}`, value: search[field] === undefined ? kept(field) : visible(search[field]) })),
    { part: "callbackPayload", title: "Text for the company’s callbacks", value: callbackPayload ?? "none: no callback is called" },
  ];
}

export interface Sent {
  readonly environment: Environment;
  readonly bytes: Uint8Array;
  readonly draft: Draft;
  readonly target: Target;
  /** By which the upload is looked for where its answer is lost. */
  readonly marker: Marker | undefined;
}

/** The requests to try, one after the other: which id names the document of a new version is not documented. Only a refusal leads to the next (T134). */
export function requestsOf({ environment, bytes, draft: { fileName, type, search, callbackPayload }, target, marker }: Sent): readonly UploadRequest[] {
  const plain: Upload = { environment, fileName, bytes, search, ...(type && { type: typeNumber(type) }), ...(callbackPayload !== undefined && { callbackPayload }) };
  const upload = marker ? markUpload(plain, marker) : plain;
  if (target.kind === "new") return [uploadAsNew(upload, folderOf(target.folder))];
  const { listed, versions } = target.document;
  const first = versions.find(({ version }) => version === 1);
  return idsForNewVersion({ storedDocumentId: versions[0]?.id ?? listed.id, rootDocumentId: first?.id }).map((id) => uploadAsVersion(upload, id, listed));
}

function folderOf({ folderId, folderPath }: ListedFolder): ArchiveFolder {
  if (folderId !== undefined) return { folderId };
  if (folderPath !== undefined) return { folderPath };
  throw new Error("The folder has neither an id nor a path.");
}

/** A marker in the column that the person gave for it, where nothing else stands there. */
export function markerFor(field: SearchField | undefined, { search }: Draft, columns: readonly SearchColumn[]): Marker | undefined {
  if (field === undefined || (search[field] ?? "") !== "" || columns.find((column) => column.field === field)?.isSearchable === false) return undefined;
  return newMarker(field);
}

/** What is to be known before it is stored. */
export function sizeWords(bytes: number): string {
  const size = bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  return bytes > largeUpload ? `${size}: a large file, which takes a while` : size;
}

/** Whoever stores something should know who can read it (document 2, "Authentication"). */
export const readers = "Every API client of the company can find and read what is in the archive, whatever access groups its folder has. Leave out what nobody should find.";

/** What has this name, or a name or value that holds it. Rejects with ApiError. */
export async function namedLike({ call }: Api, environment: Environment, fileName: string, { signal }: { readonly signal: AbortSignal }): Promise<readonly ArchiveDocument[]> {
  const { documents } = await searchDocuments(call, { environment, searchQuery: fileName }, { most: Infinity, signal });
  return documentsOf(documents);
}

/** Where it lies, as the service says when it is asked again. */
export function storedWords({ draft: { fileName }, environment }: Sent, { storedDocumentId, version }: Uploaded, found: ArchiveDocument | undefined): string {
  const number = version ?? found?.versions.find(({ id }) => id === storedDocumentId)?.version;
  const what = `${quoted(fileName)} is stored${number === undefined || number === null ? "" : ` as version ${number}`}`;
  if (found === undefined) return `${what}, says the service; ${environment} does not list it yet. Search for it before you store it again.`;
  const folder = found.listed.folderPath ?? found.listed.folderId;
  return `${what} in ${environment}${folder ? `, folder ${quoted(folder)}` : ""}, and was read again there: ${countInWords(found)}.`;
}

/**
 * What is there after an answer was lost: by the marker where there is one, else by what was not there `before` and has this name and these
 * bytes. Rejects with ApiError.
 */
export async function lookForUpload(api: Api, { environment, bytes, draft: { fileName }, marker }: Sent, before: readonly ArchiveDocument[], { signal }: { readonly signal: AbortSignal }): Promise<string> {
  const none = `Looked in ${environment}: nothing new of this name is listed. That is no proof, for it may still be on its way: search again before you store it once more.`;
  if (marker !== undefined) {
    const [marked] = await findMarked(api.call, marker, { environment, signal });
    return marked === undefined ? none : `Looked in ${environment}: a document with the mark of this upload is there. It was stored; do not store it again.`;
  }
  const known = new Set(before.flatMap(({ versions }) => versions.map(({ id }) => id)));
  const fresh = (await namedLike(api, environment, fileName, { signal })).flatMap(({ versions }) => versions).filter(({ id }) => !known.has(id)).slice(0, most);
  const same: string[] = [];
  await downloadVersions(api.call, fresh, {
    environment, signal, keep: async (version, file) => {
      if (Buffer.compare(file.bytes, bytes) === 0) same.push(versionInWords(version));
    },
  });
  if (same.length > 0) return `Looked in ${environment}: ${same.join(" and ")} of this name was not there before and has the same bytes. It was most likely stored; look before you store it again.`;
  return fresh.length === 0 ? none : `Looked in ${environment}: something new of this name is there, with other bytes. Look at it before you store the file again.`;
}

/** Files that are downloaded at most to find one upload. */
const most = 5;
