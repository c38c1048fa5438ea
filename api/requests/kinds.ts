/**
 * Which calls a request file can hold. Every operation with a body has one kind of request file, unless the editor has
 * a better place for the call (`betterPlaces`).
 */
import type { OperationId } from "../operations.ts";

/**
 * The operations of each kind of file, by the end of the file's name, as in `*.signing.json`. Statistics, and a few
 * reads that no view uses, are listed although they have no body.
 */
export const requestFileOperations = {
  forms: ["pdf.createForm", "pdf.submitForm", "pdf.render"],
  signing: ["signing.orders.create", "signing.orders.list", "signing.activities"],
  archive: ["archive.upload", "archive.search", "archive.rollback"],
  document: [
    "documents.sessions.create",
    "documents.sessions.createJson",
    "documents.pdf.create",
    "documents.pdf.createJson",
    "documents.pdf.createSimplex",
    "documents.pdf.createSimplexJson",
    "documents.pdf.preview",
    "documents.pdf.previewJson",
    "documents.mfdx.create",
    "documents.mfdx.createJson",
    "documents.mfdx.createSimplex",
    "documents.mfdx.createSimplexJson",
    "documents.html.create",
    "documents.html.createJson",
    "documents.xml.create",
    "documents.xml.createJson",
    "documents.pdf.fromDxml",
    "documents.pdf.fromDxmlSimplex",
    "documents.html.fromDxml",
    "documents.attachments.find",
    "documents.sessions.status",
    "documents.sessions.statuses",
    "documents.sessions.listDrafts",
    "documents.sessions.listFinished",
    "documents.dxml.retain",
    "documents.metaFiles.texts",
  ],
  store: ["store.create", "store.createJson", "store.createDxml", "store.search", "store.update", "store.updateMany"],
  distribution: [
    "distribution.sendOnce",
    "distribution.sendOnceJson",
    "distribution.send",
    "distribution.sendJson",
    "viewer.search",
    "viewer.upload",
    "viewer.patch",
  ],
  audit: ["audit.search", "audit.write"],
  statistics: ["statistics.analytics", "statistics.prometheus"],
} as const satisfies Record<string, readonly OperationId[]>;

type RequestFileKind = keyof typeof requestFileOperations;
export type RequestFileOperation = (typeof requestFileOperations)[RequestFileKind][number];

/** Operations that have a body but no request file, each with the place in the editor that replaces it. */
export const betterPlaces = {
  "forms.create": "a create-form request, `*.form.json`",
  "forms.deleteBulk": "the test forms, which are read before and after",
  "textlibrary.folders.create": "the Text Library view",
  "textlibrary.folders.update": "the Text Library view",
  "textlibrary.texts.create": "the Text Library view",
  "textlibrary.texts.update": "the text itself, whose save is guarded",
} as const satisfies Partial<Record<OperationId, string>>;

export function isRequestFileKind(name: string): name is RequestFileKind {
  return Object.hasOwn(requestFileOperations, name);
}

/** Whether a request file can hold the operation; false for an unknown id. */
export function isRequestFileOperation(id: string): id is RequestFileOperation {
  return Object.values<readonly string[]>(requestFileOperations).some((ids) => ids.includes(id));
}
