/** Document 3, Distribution and the connected viewer archive. */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { Operation } from "../operation.ts";
import { callbackFields, dataCall } from "./dataCall.ts";
import { answer, anyJson, documented, idText, isObject, textOrNumber, textual, told } from "./schema.ts";
import { storeId } from "./store.ts";

/** `Id`: a value that goes with the request through distribution. */
const sendCall = documented({ ...dataCall.shape, Id: textOrNumber.nullish() }, callbackFields);

/** A GUID of the caller's choice: the service does not distribute the same document with the same GUID twice. */
const sendOnceCall = documented({ ...sendCall.shape, ExternalCorrelationId: z.guid() }, callbackFields);

const distribution = {
  /** The id of this distribution. */
  CorrelationId: idText,
  /** The `Id` of the request. */
  Id: told(textual),
  /** How the document is distributed. */
  Distribution: told(textual),
  /** Set if the document was loaded into the document store. */
  JobId: told(storeId),
  DocId: told(storeId),
};

/** The logic of the MetaFile decides who receives a document; no call reveals it beforehand. */
function receivers({ body }: { readonly body?: unknown }): readonly string[] {
  const named = (field: string) => {
    const value = isObject(body) ? body[field] : undefined;
    return typeof value === "string" || typeof value === "number" ? String(value) : "?";
  };
  return [
    l10n.t("everyone whom the logic of MetaFile {0} chooses for document {1}", named("MetaFile"), named("Document")),
  ];
}

const distribute = {
  service: "documents",
  environment: "prefix",
  effect: "reaches-people",
  receivers,
  response: "json",
  nothing: null,
  nothingStatus: 204,
  section: "3, Endpoints, Distribution",
} as const;
const once = {
  ...distribute,
  method: "PUT",
  retry: "after-reading",
  request: sendOnceCall,
  schema: answer({ ...distribution, ExternalCorrelationId: told(textual), RequestState: told(textual) }),
} as const;
const viewer = {
  service: "documents",
  environment: "prefix",
  section: "3, Endpoints, Connected viewer archive",
} as const;
/** Any JSON, because the shape of an upload is not documented: the whole value, or any value in it, may be a file. */
const anyUpload = anyJson.meta({ contentEncoding: "base64" });

export const distributionOperations = {
  // Making the call twice distributes the document twice.
  "distribution.send": {
    get name() {
      return l10n.t("distribute the document");
    },
    method: "POST",
    path: "/distribute/send",
    retry: "never",
    request: sendCall,
    schema: answer(distribution),
    ...distribute,
  },
  "distribution.sendJson": {
    get name() {
      return l10n.t("distribute the document from JSON");
    },
    method: "POST",
    path: "/distribute/send/jsondata",
    retry: "never",
    request: sendCall,
    schema: answer(distribution),
    ...distribute,
  },
  "distribution.sendOnce": {
    get name() {
      return l10n.t("distribute the document once");
    },
    path: "/distribute/idempotent/send",
    ...once,
  },
  // The documents spell the path with `idempotentsend` as one word, unlike the path of `distribution.sendOnce`.
  "distribution.sendOnceJson": {
    get name() {
      return l10n.t("distribute the document once from JSON");
    },
    path: "/distribute/idempotentsend/jsondata",
    ...once,
  },
  "distribution.setNotificationReady": {
    get name() {
      return l10n.t("mark the notification of the distribution as ready");
    },
    service: "documents",
    method: "PUT",
    path: "/distribute/setconotificationready/{correlationId}",
    environment: "prefix",
    effect: "reaches-people",
    receivers: () => [l10n.t("everyone whom the distribution notifies")],
    retry: "never",
    response: "empty",
    section: "3, Endpoints, Distribution",
  },
  "viewer.schemas": {
    get name() {
      return l10n.t("list the schemas of the viewer archive");
    },
    method: "GET",
    path: "/archive/schemas",
    effect: "read",
    retry: "free",
    response: "json",
    schema: anyJson,
    nothing: null,
    ...viewer,
  },
  "viewer.search": {
    get name() {
      return l10n.t("search the viewer archive");
    },
    method: "POST",
    path: "/archive/search/{schema}/{userId}",
    effect: "read-by-post",
    retry: "free",
    request: anyJson,
    response: "json",
    schema: anyJson,
    nothing: null,
    ...viewer,
  },
  "viewer.download": {
    get name() {
      return l10n.t("download the document from the viewer archive");
    },
    method: "GET",
    path: "/archive/download/{schema}/{userId}/{documentId}",
    effect: "read",
    retry: "free",
    response: "file",
    ...viewer,
  },
  "viewer.upload": {
    get name() {
      return l10n.t("upload the document to the viewer archive");
    },
    method: "POST",
    path: "/archive/upload/{schema}/{userId}",
    effect: "write",
    retry: "never",
    request: anyUpload,
    response: "json",
    schema: anyJson,
    nothing: null,
    ...viewer,
  },
  "viewer.patch": {
    get name() {
      return l10n.t("change the metadata in the viewer archive");
    },
    method: "PATCH",
    path: "/archive/patch/{schema}/{userId}/{partitionKey}/{id}",
    effect: "write",
    retry: "after-reading",
    // A JSON Patch (RFC 6902). The service refuses changes to the fields by which it tells documents apart.
    request: z
      .array(
        documented({
          op: z.enum(["add", "remove", "replace", "move", "copy", "test"]),
          path: z.string().regex(/^(\/.*)?$/s),
          from: z.string().optional(),
          value: anyJson.optional(),
        }),
      )
      .min(1),
    sends: "application/json-patch+json",
    response: "json",
    schema: anyJson,
    nothing: null,
    ...viewer,
  },
} as const satisfies Record<string, Operation>;
