/**
 * Uploads to the archive: a new document, or a new version of one. Sending an upload twice stores it twice. Each upload
 * therefore carries a marker, by which the document is found if the answer is lost.
 */
import { randomUUID } from "node:crypto";
import * as l10n from "@vscode/l10n";
import type { AnswerOf, Request } from "../http/client.ts";
import type { Environment } from "../connection.ts";
import { isApiError } from "../error.ts";
import { placeOfFile } from "../http/payload.ts";
import type { SearchField } from "../operations/archive.ts";
import { searchDocuments } from "./search.ts";
import type { ArchiveSearch, ListedDocument } from "./search.ts";

export interface Upload {
  readonly environment: Environment;
  /** With its extension. */
  readonly fileName: string;
  /** Must not change before the call has ended. */
  readonly bytes: Uint8Array;
  readonly search?: Readonly<Partial<Record<SearchField, string>>>;
  /** 0 ordinary, 1 Smartform, 2 digitally signed; default 0. */
  readonly type?: 0 | 1 | 2;
  /** Triggers the company's callbacks, so an upload with a payload needs a ticket. */
  readonly callbackPayload?: string;
}

export type ArchiveFolder = { readonly folderId: string } | { readonly folderPath: string };

export type UploadRequest = Request<"archive.upload">;
export type Uploaded = AnswerOf<"archive.upload">;

/** Returns a request without an id. The service stores its file as a separate document, whatever is in the archive. */
export function uploadAsNew(upload: Upload, folder: ArchiveFolder): UploadRequest {
  return requestOf(upload, "folderId" in folder ? { folderId: folder.folderId } : { folderPath: folder.folderPath });
}

/**
 * Returns a request that always stores the next version of the document that `id` names. `earlier` is the version
 * before the new one. The request takes the folder from `earlier`, and also the type and the search columns that
 * `upload` does not name, because the service may clear what is left out.
 */
export function uploadAsVersion(upload: Upload, id: string, earlier?: ListedDocument): UploadRequest {
  if (id === "") throw new RangeError(l10n.t("A new version needs the id of its document."));
  const kept = Object.fromEntries(
    Object.entries(earlier ?? {}).filter(
      ([name, value]) => /^search([1-9]|10)$/.test(name) && typeof value === "string",
    ),
  );
  const type = earlier?.type;
  const folder = earlier?.folderId ? { folderId: earlier.folderId } : {};
  return requestOf(
    { ...(type === 0 || type === 1 || type === 2 ? { type } : {}), ...upload, search: { ...kept, ...upload.search } },
    { ...folder, id },
  );
}

function requestOf(
  { environment, fileName, bytes, search, type, callbackPayload }: Upload,
  where: Pick<UploadRequest["body"], "id" | "folderId" | "folderPath">,
): UploadRequest {
  const fileContent = placeOfFile();
  return {
    environment,
    body: {
      fileName,
      fileContent,
      ...search,
      ...(type === undefined ? {} : { type }),
      ...(callbackPayload === undefined ? {} : { callbackPayload }),
      ...where,
    },
    files: new Map([[fileContent, bytes]]),
  };
}

/**
 * In bytes. Above `largeUpload`, the user is told that the upload will take a while; above `largestUpload`, nothing
 * is sent. The service's limit is not documented.
 */
export const largeUpload = 10 * 1024 * 1024;
const largestUpload = 100 * 1024 * 1024;

/** Returns why a file of this size cannot be sent; undefined if it can. */
export function uploadProblem(
  bytes: number,
  { limit = largestUpload }: { readonly limit?: number } = {},
): string | undefined {
  if (bytes === 0) return l10n.t("The file is empty; an empty file is not sent to the archive.");
  return bytes > limit
    ? l10n.t(
        "The file is {0} MB; at most {1} MB can be sent to the archive from here. Make the file smaller, or store it in the application.",
        inMegabytes(bytes),
        inMegabytes(limit),
      )
    : undefined;
}

function inMegabytes(bytes: number): string {
  return (Math.ceil(bytes / 1024 / 102.4) / 10).toString();
}

export interface Marker {
  /** Must be searchable and otherwise unused in the company's archive. */
  readonly field: SearchField;
  readonly text: string;
}

/** Returns a unique marker. */
export function newMarker(field: SearchField): Marker {
  return { field, text: `upload-${randomUUID()}` };
}

/** Puts the marker into its search column. Throws RangeError if that column already holds something else. */
export function markUpload(upload: Upload, { field, text }: Marker): Upload {
  if ((upload.search?.[field] ?? "") !== "")
    throw new RangeError(
      l10n.t(
        "{0} already holds a value. Choose another search column for the mark by which the upload can be found again.",
        field,
      ),
    );
  return { ...upload, search: { ...upload.search, [field]: text } };
}

/**
 * Resolves with the documents that carry the marker. An empty result does not prove that nothing was stored: the column
 * might not be searchable, the list may be cut, and the upload may still be in transit.
 */
export async function findMarked(
  call: ArchiveSearch,
  { field, text }: Marker,
  { environment, signal }: { readonly environment: Environment; readonly signal?: AbortSignal },
): Promise<readonly ListedDocument[]> {
  const { documents } = await searchDocuments(call, { environment, searchQuery: text }, { signal });
  return documents.filter((document) => document[field] === text);
}

type UploadCall = ArchiveSearch &
  ((
    operation: "archive.upload",
    request: UploadRequest,
    options?: { readonly signal?: AbortSignal },
  ) => Promise<Uploaded>);

/**
 * Sends the upload once. If the answer is lost, looks for the document by its marker and never sends the upload again.
 * `looked` is true if this search found the document. Rejects with ApiError; its `outcome` is still unknown if nothing
 * was found or the search failed.
 */
export async function storeMarked(
  call: UploadCall,
  request: UploadRequest,
  { marker, signal }: { readonly marker: Marker; readonly signal?: AbortSignal },
): Promise<{ readonly storedDocumentId: string; readonly looked: boolean }> {
  try {
    const { storedDocumentId } = await call("archive.upload", request, { signal });
    return { storedDocumentId, looked: false };
  } catch (error) {
    if (!isApiError(error) || error.outcome !== "unknown" || error.code === "cancelled") throw error;
    // If the search fails too, only the first failure is reported.
    const [document] = await findMarked(call, marker, { environment: request.environment, signal }).catch((): never => {
      throw error;
    });
    if (document === undefined) throw error;
    return { storedDocumentId: document.id, looked: true };
  }
}

/**
 * Returns the ids to try, in this order, for the next version of a document, because it is not documented which id the
 * service expects.
 */
export function idsForNewVersion({
  storedDocumentId,
  rootDocumentId,
}: {
  readonly storedDocumentId: string;
  readonly rootDocumentId?: string | null | undefined;
}): readonly string[] {
  return [...new Set([storedDocumentId, ...(rootDocumentId ? [rootDocumentId] : [])])];
}

/**
 * Stores the next version under the first id that the service accepts. The next id is tried only after a refusal, which
 * stored nothing. Use it only for uploads without callbacks: an upload with callbacks reaches people, so a person must
 * confirm it for each id.
 */
export async function storeVersion(
  call: UploadCall,
  requestFor: (id: string) => UploadRequest,
  { ids, marker, signal }: { readonly ids: readonly string[]; readonly marker: Marker; readonly signal?: AbortSignal },
): Promise<{ readonly storedDocumentId: string; readonly looked: boolean }> {
  const [id, ...others] = ids;
  if (id === undefined) throw new RangeError(l10n.t("A new version needs the id of its document."));
  try {
    return await storeMarked(call, requestFor(id), { marker, signal });
  } catch (error) {
    const refused = isApiError(error) && (error.code === "not-found" || error.code === "bad-request");
    if (!refused || others.length === 0) throw error;
    return storeVersion(call, requestFor, { ids: others, marker, signal });
  }
}
