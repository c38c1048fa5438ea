/**
 * A file on its way into the archive: what the person says of it, the request, and what became of it. Knows no
 * `vscode`.
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
import { sizeWords } from "../window/displayLanguage.ts";
import { quoted, visible } from "../../language/index.ts";
import { isPdf } from "./compareModel.ts";
import { countInWords, documentsOf, typeWords, versionInWords } from "../records/archiveDocumentModel.ts";
import type { ArchiveDocument } from "../records/archiveDocumentModel.ts";

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

/**
 * Where it goes: a document of its own, or the next version of one. The two are never mixed up: only a version carries
 * an id (T132).
 */
export type Target =
  | { readonly kind: "new"; readonly folder: ListedFolder }
  | { readonly kind: "version"; readonly document: ArchiveDocument };

export const documentTypes: readonly DocumentType[] = ["ordinary", "Smartform", "digitally signed"];

/** What a person reads of them. */
export const typeNames: Readonly<Record<DocumentType, string>> = {
  ordinary: l10n.t("ordinary"),
  Smartform: l10n.t("Smartform"),
  "digitally signed": l10n.t("digitally signed"),
};

/** `isPdf`: a name without its kind of file then becomes that of a PDF, as the title of a panel is. */
export function firstDraft(
  fileName: string,
  target: Target,
  { isPdf = true }: { readonly isPdf?: boolean } = {},
): Draft {
  const earlier = target.kind === "version" ? target.document.listed.type : 0;
  // The panel's title of a version: its name with the number behind it.
  const name = fileName.replace(/(\.pdf) \([^()]*\)$/i, "$1");
  return {
    fileName: !isPdf || /\.[A-Za-z0-9]{1,8}$/.test(name) ? name : `${name}.pdf`,
    type: documentTypes.find((type) => typeNumber(type) === earlier),
    search: {},
    callbackPayload: undefined,
  };
}

/** Why a file cannot be called so; undefined where it can. */
export function nameProblem(name: string): string | undefined {
  if (name.trim() === "") return l10n.t("Enter a file name.");
  if (/[\p{Cc}/\\]/u.test(name)) return l10n.t("A file name has no slashes and no control characters.");
  return /\.[\p{L}\p{M}\p{N}_-]+$/u.test(name)
    ? undefined
    : l10n.t("End it with the kind of file, such as .pdf: the archive asks for it.");
}

export interface DraftRow {
  readonly part: "fileName" | "type" | "callbackPayload" | SearchField;
  readonly title: string;
  readonly value: string;
}

/** What can be said of the file, and what is said so far; of a new version, what it keeps. */
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
      value: callbackPayload ?? l10n.t("none: no callback is called"),
    },
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

/**
 * The requests to try, one after the other: which id names the document of a new version is not documented. Only a
 * refusal leads to the next (T134).
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

/** A marker in the column that the person gave for it, where nothing else stands there. */
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

/** What is to be known before it is stored. */
export function uploadWords(bytes: number): string {
  const size = sizeWords(bytes);
  return bytes > largeUpload ? l10n.t("{0}: a large file, which takes a while", size) : size;
}

/** What is odd about the file, for who stores it all the same; undefined where nothing is. */
export function uploadAdvice(fileName: string, bytes: Uint8Array): string | undefined {
  return /\.pdf$/i.test(fileName) && !isPdf(bytes)
    ? l10n.t("its name ends in .pdf, and it does not begin as a PDF does")
    : undefined;
}

/** Whoever stores something should know who can read it (document 2, "Authentication"). */
export const readers = l10n.t(
  "Every API client of the company can find and read what is in the archive, whatever access groups its folder has. Leave out what nobody should find.",
);

/** What has this name, or a name or value that holds it. Rejects with ApiError. */
export async function namedLike(
  { call }: Api,
  environment: Environment,
  fileName: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<readonly ArchiveDocument[]> {
  const { documents } = await searchDocuments(call, { environment, searchQuery: fileName }, { most: Infinity, signal });
  return documentsOf(documents);
}

/** Where it lies, as the service says when it is asked again. */
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
          "{0} is stored as version {1}, says the service; {2} does not list it yet. Search for it before you store it again.",
          name,
          number,
          environment,
        )
      : l10n.t(
          "{0} is stored, says the service; {1} does not list it yet. Search for it before you store it again.",
          name,
          environment,
        );
  }
  const folder = found.listed.folderPath ?? found.listed.folderId;
  const place = folder ? l10n.t("{0}, folder {1}", environment, quoted(folder)) : environment;
  return isNumbered
    ? l10n.t(
        "{0} is stored as version {1} in {2}, and was read again there: {3}.",
        name,
        number,
        place,
        countInWords(found),
      )
    : l10n.t("{0} is stored in {1}, and was read again there: {2}.", name, place, countInWords(found));
}

/**
 * What is there after an answer was lost: by the marker where there is one, else by what was not there `before` and has
 * this name and these bytes. Rejects with ApiError.
 */
export async function lookForUpload(
  api: Api,
  { environment, bytes, draft: { fileName }, marker }: Sent,
  before: readonly ArchiveDocument[],
  { signal }: { readonly signal: AbortSignal },
): Promise<string> {
  const none = l10n.t(
    "Looked in {0}: nothing new of this name is listed. That is no proof, for it may still be on its way: search again before you store it once more.",
    environment,
  );
  if (marker !== undefined) {
    const [marked] = await findMarked(api.call, marker, { environment, signal });
    return marked === undefined
      ? none
      : l10n.t(
          "Looked in {0}: a document with the mark of this upload is there. It was stored; do not store it again.",
          environment,
        );
  }
  const known = new Set(before.flatMap(({ versions }) => versions.map(({ id }) => id)));
  const fresh = (await namedLike(api, environment, fileName, { signal }))
    .flatMap(({ versions }) => versions)
    .filter(({ id }) => !known.has(id))
    .slice(0, most);
  const same: string[] = [];
  await downloadVersions(api.call, fresh, {
    environment,
    signal,
    keep: async (version, file) => {
      if (Buffer.compare(file.bytes, bytes) === 0) same.push(versionInWords(version));
    },
  });
  if (same.length > 0)
    return l10n.t(
      "Looked in {0}: {1} of this name was not there before and has the same bytes. It was most likely stored; look before you store it again.",
      environment,
      same.join(l10n.t(" and ")),
    );
  return fresh.length === 0
    ? none
    : l10n.t(
        "Looked in {0}: something new of this name is there, with other bytes. Look at it before you store the file again.",
        environment,
      );
}

/** Files that are downloaded at most to find one upload. */
const most = 5;
