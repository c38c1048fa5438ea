/**
 * A file to be stored in the archive: what the person enters, the request, and how the outcome is determined. Does not
 * import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import {
  downloadVersions,
  findMarked,
  idsForNewVersion,
  largeUpload,
  markUpload,
  newMarker,
  searchDocuments,
  typeNumber,
  uploadAsNew,
  uploadAsVersion,
} from "../../api/index.ts";
import type {
  Api,
  ArchiveFolder,
  DocumentType,
  Environment,
  ListedFolder,
  Marker,
  SearchColumn,
  SearchField,
  Upload,
  Uploaded,
  UploadRequest,
} from "../../api/index.ts";
import { sizeWords } from "../window/inDisplayLanguage.ts";
import { quoted, visible } from "../../language/index.ts";
import { isPdf } from "./compareModel.ts";
import { countInWords, documentsOf, typeWords, versionInWords } from "../records/archiveDocumentModel.ts";
import type { ArchiveDocument } from "../records/archiveDocumentModel.ts";

/** What a person enters about a file. */
export interface Draft {
  readonly fileName: string;
  /** Undefined for a new version of a document whose type cannot be sent. */
  readonly type: DocumentType | undefined;
  /** Only what was entered here; a new version keeps the other values of the previous one. */
  readonly search: Readonly<Partial<Record<SearchField, string>>>;
  /** Passed to the company's callbacks; undefined if none is to be called. */
  readonly callbackPayload: string | undefined;
}

/**
 * Where the file goes: a new document, or the next version of a document. The two must never be mixed up: only the
 * request for a version carries an id (T132).
 */
export type Target =
  | { readonly kind: "new"; readonly folder: ListedFolder }
  | { readonly kind: "version"; readonly document: ArchiveDocument };

export const documentTypes: readonly DocumentType[] = ["ordinary", "Smartform", "digitally signed"];

/** Names of the document types for the user. */
export const typeNames: Readonly<Record<DocumentType, string>> = {
  ordinary: l10n.t("ordinary"),
  Smartform: l10n.t("Smartform"),
  "digitally signed": l10n.t("digitally signed"),
};

/** `isPdf`: a name without an extension gets `.pdf`, because the title of a panel has no extension. */
export function firstDraft(
  fileName: string,
  target: Target,
  { isPdf = true }: { readonly isPdf?: boolean } = {},
): Draft {
  const earlier = target.kind === "version" ? target.document.listed.type : 0;
  // In the title of a panel that shows a version, the version follows the file name. The version is removed here.
  const name = fileName.replace(/(\.pdf) \([^()]*\)$/i, "$1");
  return {
    fileName: !isPdf || /\.[A-Za-z0-9]{1,8}$/.test(name) ? name : `${name}.pdf`,
    type: documentTypes.find((type) => typeNumber(type) === earlier),
    search: {},
    callbackPayload: undefined,
  };
}

/** Returns why a file cannot have this name; undefined if it can. */
export function nameProblem(name: string): string | undefined {
  if (name.trim() === "") return l10n.t("Enter a file name.");
  if (/[\p{Cc}/\\]/u.test(name)) return l10n.t("A file name cannot contain slashes or control characters.");
  return /\.[\p{L}\p{M}\p{N}_-]+$/u.test(name)
    ? undefined
    : l10n.t("End the name with the file type, such as .pdf: the archive requires it.");
}

export interface DraftRow {
  readonly part: "fileName" | "type" | "callbackPayload" | SearchField;
  readonly title: string;
  readonly value: string;
}

/**
 * The rows of the dialog: each setting of the file with its current value and, for a new version, the values that the
 * version keeps.
 */
export function draftRows(
  { fileName, type, search, callbackPayload }: Draft,
  target: Target,
  columns: readonly SearchColumn[],
): readonly DraftRow[] {
  const listed = target.kind === "version" ? target.document.listed : undefined;
  const kept = (field: SearchField): string => (listed?.[field] ? l10n.t("{0} (kept)", visible(listed[field])) : "");
  return [
    { part: "fileName", title: l10n.t("File name"), value: visible(fileName) },
    { part: "type", title: l10n.t("Type"), value: type === undefined ? typeWords(listed?.type) : typeNames[type] },
    ...columns.map(({ field, title, isSearchable }) => ({
      part: field,
      title: isSearchable === false ? l10n.t("{0} (not searchable)", title ?? field) : (title ?? field),
      value: search[field] === undefined ? kept(field) : visible(search[field]),
    })),
    {
      part: "callbackPayload",
      title: l10n.t("Text for the company’s callbacks"),
      value: callbackPayload ?? l10n.t("none"),
    },
  ];
}

export interface Sent {
  readonly environment: Environment;
  readonly bytes: Uint8Array;
  readonly draft: Draft;
  readonly target: Target;
  /** Used to find the upload if its answer is lost. */
  readonly marker: Marker | undefined;
}

/**
 * Returns the requests to try, in their order. There may be several, because the API documents do not say which of a
 * document's ids a new version must name. The next request is sent only if the service refused the one before (T134).
 */
export function requestsOf({
  environment,
  bytes,
  draft: { fileName, type, search, callbackPayload },
  target,
  marker,
}: Sent): readonly UploadRequest[] {
  const plain: Upload = {
    environment,
    fileName,
    bytes,
    search,
    ...(type && { type: typeNumber(type) }),
    ...(callbackPayload !== undefined && { callbackPayload }),
  };
  const upload = marker ? markUpload(plain, marker) : plain;
  if (target.kind === "new") return [uploadAsNew(upload, folderOf(target.folder))];
  const { listed, versions } = target.document;
  const first = versions.find(({ version }) => version === 1);
  return idsForNewVersion({ storedDocumentId: versions[0]?.id ?? listed.id, rootDocumentId: first?.id }).map((id) =>
    uploadAsVersion(upload, id, listed),
  );
}

function folderOf({ folderId, folderPath }: ListedFolder): ArchiveFolder {
  if (folderId !== undefined) return { folderId };
  if (folderPath !== undefined) return { folderPath };
  throw new Error(l10n.t("The folder has neither an id nor a path."));
}

/**
 * Returns a marker in the column that the person chose for it; undefined if they chose none, or if the column already
 * holds a value or cannot be searched.
 */
export function markerFor(
  field: SearchField | undefined,
  { search }: Draft,
  columns: readonly SearchColumn[],
): Marker | undefined {
  if (
    field === undefined ||
    (search[field] ?? "") !== "" ||
    columns.find((column) => column.field === field)?.isSearchable === false
  )
    return undefined;
  return newMarker(field);
}

/** The size, with a warning for a large file. */
export function uploadWords(bytes: number): string {
  const size = sizeWords(bytes);
  return bytes > largeUpload ? l10n.t("{0}: a large file, which takes a while", size) : size;
}

/** A warning about the file, which can still be stored; undefined if there is nothing to warn about. */
export function uploadAdvice(fileName: string, bytes: Uint8Array): string | undefined {
  return /\.pdf$/i.test(fileName) && !isPdf(bytes)
    ? l10n.t("its name ends in .pdf, but its content does not begin like that of a PDF")
    : undefined;
}

/** Shown before anything is stored: the person should know who can read the file (document 2, "Authentication"). */
export const readers = l10n.t(
  "Every API client of the company can find and read everything in the archive: the access groups of folders do not limit this. Leave out what nobody should find.",
);

/**
 * Finds documents that contain this file name in their own file name or in a searchable column. Rejects with ApiError.
 */
export async function namedLike(
  { call }: Api,
  environment: Environment,
  fileName: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<readonly ArchiveDocument[]> {
  const { documents } = await searchDocuments(call, { environment, searchQuery: fileName }, { most: Infinity, signal });
  return documentsOf(documents);
}

/** Says where the document is, as read again from the service. */
export function storedWords(
  { draft: { fileName }, environment }: Sent,
  { storedDocumentId, version }: Uploaded,
  found: ArchiveDocument | undefined,
): string {
  const number = version ?? found?.versions.find(({ id }) => id === storedDocumentId)?.version;
  const name = quoted(fileName);
  const isNumbered = number !== undefined && number !== null;
  if (found === undefined) {
    return isNumbered
      ? l10n.t(
          "The service says that {0} is stored as version {1}, but {2} does not list it yet. Search for it before you store it again.",
          name,
          number,
          environment,
        )
      : l10n.t(
          "The service says that {0} is stored, but {1} does not list it yet. Search for it before you store it again.",
          name,
          environment,
        );
  }
  const folder = found.listed.folderPath ?? found.listed.folderId;
  const place = folder ? l10n.t("{0}, folder {1}", environment, quoted(folder)) : environment;
  return isNumbered
    ? l10n.t(
        "{0} is stored as version {1} in {2}. The archive was read again and shows it ({3}).",
        name,
        number,
        place,
        countInWords(found),
      )
    : l10n.t("{0} is stored in {1}. The archive was read again and shows it ({2}).", name, place, countInWords(found));
}

/**
 * Looks for the upload after its answer was lost: for a document with the marker or, if there is no marker, for a
 * version that has this name and these bytes and is not in `before`. Rejects with ApiError.
 */
export async function lookForUpload(
  api: Api,
  { environment, bytes, draft: { fileName }, marker }: Sent,
  before: readonly ArchiveDocument[],
  { signal }: { readonly signal: AbortSignal },
): Promise<string> {
  const none = l10n.t(
    "The archive in {0} does not list this upload. That proves nothing, because the file may still be on its way. Search again before you store it once more.",
    environment,
  );
  if (marker !== undefined) {
    const [marked] = await findMarked(api.call, marker, { environment, signal });
    return marked === undefined
      ? none
      : l10n.t(
          "The archive in {0} has a document with the mark of this upload, so the file was stored. Do not store it again.",
          environment,
        );
  }
  const known = new Set(before.flatMap(({ versions }) => versions.map(({ id }) => id)));
  const fresh = (await namedLike(api, environment, fileName, { signal }))
    .flatMap(({ versions }) => versions)
    .filter(({ id }) => !known.has(id));
  const same: string[] = [];
  const { failed } = await downloadVersions(api.call, fresh.slice(0, most), {
    environment,
    signal,
    keep: async (version, file) => {
      if (Buffer.compare(file.bytes, bytes) === 0) same.push(versionInWords(version));
    },
  });
  if (same.length > 0)
    return l10n.t(
      "The archive in {0} has something new with this name and the same bytes: {1}. The file was most likely stored, so look there before you store it again.",
      environment,
      same.join(l10n.t(" and ")),
    );
  if (fresh.length === 0) return none;
  return failed.length > 0 || fresh.length > most
    ? l10n.t(
        "The archive in {0} has something new with this name, and not all of it could be compared with your file. Look at it before you store the file again.",
        environment,
      )
    : l10n.t(
        "The archive in {0} has something new with this name, but with other bytes. Look at it before you store the file again.",
        environment,
      );
}

/** The most files that are downloaded to find one upload. */
const most = 5;
