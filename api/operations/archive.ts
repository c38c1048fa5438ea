/** Document 2, Archive: documents with versions. */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { Effect, Operation } from "../operation.ts";
import {
  answer,
  answerOfSome,
  bareCount,
  base64Text,
  documented,
  idText,
  isObject,
  readable,
  required,
  requiredValue,
  spelledAs,
  textOrNumber,
  textual,
  told,
} from "./schema.ts";

export const searchFields = [
  "search1",
  "search2",
  "search3",
  "search4",
  "search5",
  "search6",
  "search7",
  "search8",
  "search9",
  "search10",
] as const;
export type SearchField = (typeof searchFields)[number];

type PerSearchField<Value> = Record<SearchField, Value>;

function perSearchField<Value>(value: Value): PerSearchField<Value> {
  return Object.fromEntries(searchFields.map((name) => [name, value])) as PerSearchField<Value>;
}

const uploadRequest = documented({
  /** With its extension. */
  fileName: required,
  fileContent: base64Text,
  folderId: requiredValue.nullish(),
  folderPath: requiredValue.nullish(),
  ...perSearchField(textOrNumber.nullish()),
  /** 0 ordinary, 1 Smartform, 2 digitally signed; names are not accepted. */
  type: z.literal([0, 1, 2]).nullish(),
  /** The id of a stored document: the file becomes its next version. */
  id: requiredValue.nullish(),
  callbackPayload: z.string().nullish(),
});

/** The company decides which callbacks are enabled; no call returns them. */
const callbacks = (): string => l10n.t("the archive callbacks that are enabled for the company");

function triggersCallbacks({ body }: { readonly body?: unknown }): boolean {
  const { callbackPayload } = spelledAs(["callbackPayload"], body);
  return callbackPayload !== undefined && callbackPayload !== null;
}

/** An item may be a document or one version of it; the content of `documentVersions` is not documented. */
const listed = answer({
  id: idText,
  fileName: told(textual),
  version: told(bareCount),
  documentVersions: z.unknown().optional(),
  folderId: told(textual),
  folderPath: told(textual),
  ...perSearchField(told(textual)),
  smartformId: told(textual),
  dialogId: told(textual),
  type: told(z.number()),
});

/** The documents spell it `colunms`, which may be corrected one day. */
const columns = z.preprocess(
  (value) => {
    if (!isObject(value)) return value;
    const named = (name: string) => Object.entries(value).find(([key]) => key.toLowerCase() === name)?.[1];
    return named("colunms") === undefined && named("columns") !== undefined
      ? { ...value, colunms: named("columns") }
      : value;
  },
  // The shapes of a column and of a folder are not documented.
  answerOfSome({ colunms: z.array(z.unknown()).catch([]), folders: told(z.array(z.unknown())) }),
);

export const archiveOperations = {
  "archive.columns": {
    get name() {
      return l10n.t("list the archive's search columns and folders");
    },
    service: "archive",
    method: "GET",
    path: "/Archive/GetCompanyMetaDataColumns",
    environment: "behind-first",
    effect: "read",
    retry: "free",
    response: "json",
    schema: columns,
    section: "2, Endpoints, Archive",
  },
  // Making the call twice stores the file twice. With `id`, the call adds a version to the document with this id;
  // without `id`, it creates a new document.
  "archive.upload": {
    get name() {
      return l10n.t("store the document in the archive");
    },
    service: "archive",
    method: "POST",
    path: "/Archive/",
    environment: "behind-first",
    effect: (request): Effect => (triggersCallbacks(request) ? "reaches-people" : "write"),
    receivers: (request) => (triggersCallbacks(request) ? [callbacks()] : []),
    retry: "after-reading",
    request: uploadRequest,
    response: "json",
    schema: answer({
      /** The id of the stored version. */
      storedDocumentId: idText,
      /** The id of the first version. */
      rootDocumentId: told(textual),
      version: told(bareCount),
    }),
    section: "2, Endpoints, Archive",
  },
  // The maximum number of results is not documented: a list is never known to be complete.
  "archive.search": {
    get name() {
      return l10n.t("search the archive");
    },
    service: "archive",
    method: "POST",
    path: "/Archive/GetAllDocuments",
    environment: "behind-first",
    effect: "read-by-post",
    retry: "free",
    request: documented({
      /**
       * The service looks for this text anywhere in the searchable columns, the file name, the Smartform's id and the
       * dialog's id, ignoring letter case.
       */
      searchQuery: textOrNumber.nullish(),
      /** The format is not documented. */
      createdFrom: required.nullish(),
      createdTo: required.nullish(),
      /** It is not documented whether an empty list means all folders or none. */
      foldersIds: z.array(requiredValue).nullish(),
    }),
    response: "json",
    schema: readable(listed),
    section: "2, Endpoints, Archive",
  },
  "archive.download": {
    get name() {
      return l10n.t("download the document");
    },
    service: "archive",
    method: "GET",
    path: "/Archive/{fileId}",
    environment: "behind-first",
    effect: "read",
    retry: "free",
    response: "file",
    section: "2, Endpoints, Archive",
  },
  // Removes every newer version for good.
  "archive.rollback": {
    get name() {
      return l10n.t("return the document to an earlier version");
    },
    service: "archive",
    method: "POST",
    path: "/Archive/Rollback",
    environment: "behind-first",
    effect: "destroy",
    retry: "never",
    request: documented({ sourceFileVersionId: requiredValue, targetFileId: requiredValue }),
    response: "empty",
    section: "2, Endpoints, Archive",
  },
  // It is not documented whether the call removes one version or all versions.
  "archive.delete": {
    get name() {
      return l10n.t("delete the document from the archive");
    },
    service: "archive",
    method: "DELETE",
    path: "/Archive/{fileId}",
    environment: "behind-first",
    effect: "destroy",
    retry: "never",
    response: "empty",
    section: "2, Endpoints, Archive",
  },
} as const satisfies Record<string, Operation>;
