/** Document 3, Sessions: editing sessions, attachments and lookups. */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { Operation } from "../operation.ts";
import { sessionDataCall } from "./dataCall.ts";
import {
  answer,
  anyJson,
  anyTime,
  documented,
  idText,
  isObject,
  readable,
  required,
  textOrNumber,
  textual,
  told,
  utcDateTime,
} from "./schema.ts";

const session = answer({
  DxmlUID: idText,
  /** Anybody who has this URL can open the editor. */
  StartURL: told(textual),
  /** When the session is deleted, in UTC. */
  ValidTo: told(textual),
  /** A credential, present only if the company requires one. It is appended to the start URL as `?jwt=`. */
  JWT: told(textual),
});

/** A string with or without quotes; null or an empty body is read as the empty string. */
const bareText = z.preprocess(
  (value) => (value === null ? "" : typeof value === "string" ? value.trim() : value),
  z.string(),
);

/**
 * A session's id: alone, or in an object with more fields. The documents do not show which of the two it is, or the
 * name of the property.
 */
const idNames: readonly string[] = ["dxmluid", "dxmlid", "id", "uid"];

function idIn(value: unknown): unknown {
  if (!isObject(value)) return value;
  const byName = new Map(Object.entries(value).map(([name, entry]) => [name.toLowerCase(), entry]));
  return idNames.map((name) => byName.get(name)).find((entry) => entry !== undefined && entry !== null);
}

const sessionId = z.preprocess(idIn, idText);

/** A session in a list, of which only the id is certain. */
const listed = z.preprocess(
  (value) => ({ ...(isObject(value) ? value : {}), DxmlUID: idIn(value) }),
  answer({
    DxmlUID: idText,
    Status: told(textual),
    Created: told(textual),
    Modified: told(textual),
    ValidTo: told(textual),
  }),
);

/** A list of ids with their status, or a map from id to status. */
const statuses = z.preprocess(
  (value) =>
    isObject(value) && Object.values(value).every((Status) => typeof Status === "string" || Status === null)
      ? Object.entries(value).map(([DxmlUID, Status]) => ({ DxmlUID, Status }))
      : value,
  readable(listed),
);

const window = {
  effect: "read",
  retry: "free",
  response: "json",
  schema: readable(sessionId),
  section: "3, Endpoints, Sessions",
} as const;

/**
 * A keyword, or a web document of a MetaFile. The answer holds only the name of each, or an object with the name and
 * more fields.
 */
const named = z.union([textual, answer({ Name: told(textual), Document: told(textual), Keyword: told(textual) })]);

export const sessionsOperations = {
  "documents.sessions.create": {
    get name() {
      return l10n.t("start the editing session");
    },
    service: "documents",
    method: "POST",
    path: "/dxml/create",
    environment: "prefix",
    effect: "write",
    retry: "never",
    request: sessionDataCall,
    response: "json",
    schema: session,
    nothing: null,
    nothingStatus: 204,
    section: "3, Endpoints, Sessions",
  },
  "documents.sessions.createJson": {
    get name() {
      return l10n.t("start the editing session from JSON");
    },
    service: "documents",
    method: "POST",
    path: "/dxml/create/jsondata",
    environment: "prefix",
    effect: "write",
    retry: "never",
    request: sessionDataCall,
    response: "json",
    schema: session,
    nothing: null,
    nothingStatus: 204,
    section: "3, Endpoints, Sessions",
  },
  "documents.attachments.find": {
    get name() {
      return l10n.t("find attachments");
    },
    service: "documents",
    method: "POST",
    path: "/attachments",
    environment: "prefix",
    effect: "read-by-post",
    retry: "free",
    request: documented({
      Top: z.int().min(0),
      Id: textOrNumber.nullish(),
      Name: textOrNumber.nullish(),
      Description: textOrNumber.nullish(),
      Group: textOrNumber.nullish(),
    }),
    response: "json",
    schema: readable(
      answer({
        Id: told(z.union([z.string(), z.number()])),
        Name: told(textual),
        Group: told(textual),
        Description: told(textual),
        MetaLogic: z.unknown().optional(),
        DocumentName: told(textual),
        SaveTime: told(textual),
        UserID: told(z.union([z.string(), z.number()])),
      }),
    ),
    section: "3, Endpoints, Sessions",
  },
  // Draft, OK, Discarded or Deleted, or any value that the service may add. An empty answer means that there is no
  // status.
  "documents.sessions.status": {
    get name() {
      return l10n.t("read the session's status");
    },
    service: "documents",
    method: "GET",
    path: "/status/{dxmlUID}",
    environment: "prefix",
    effect: "read",
    retry: "free",
    response: "bare",
    schema: bareText,
    nothing: "",
    section: "3, Endpoints, Sessions",
  },
  "documents.sessions.statuses": {
    get name() {
      return l10n.t("read the status of the sessions");
    },
    service: "documents",
    method: "POST",
    path: "/status",
    environment: "prefix",
    effect: "read-by-post",
    retry: "free",
    request: z.array(required).min(1).max(50),
    response: "json",
    schema: statuses,
    section: "3, Endpoints, Sessions",
  },
  // Without a filter the service lists every session, so a filter is always required.
  "documents.sessions.list": {
    get name() {
      return l10n.t("list the sessions");
    },
    service: "documents",
    method: "GET",
    path: "/status",
    environment: "prefix",
    effect: "read",
    retry: "free",
    query: z
      .strictObject({
        status: z
          .array(z.enum(["Draft", "OK", "Discarded", "Deleted"]))
          .min(1)
          .optional(),
        createdStart: anyTime.optional(),
        createdEnd: anyTime.optional(),
        modifiedStart: anyTime.optional(),
        modifiedEnd: anyTime.optional(),
      })
      .refine((filter) => Object.values(filter).some((value) => value !== undefined), {
        error: () => l10n.t("expected a status or a time, because the service lists every session if you give neither"),
      }),
    response: "json",
    schema: readable(listed),
    section: "3, Endpoints, Sessions",
  },
  "documents.sessions.listDrafts": {
    get name() {
      return l10n.t("list the drafts of the period");
    },
    service: "documents",
    method: "GET",
    path: "/status/draft/{startUtcTime}/{endUtcTime}",
    environment: "prefix",
    ...window,
  },
  "documents.sessions.listFinished": {
    get name() {
      return l10n.t("list the finished sessions of the period");
    },
    service: "documents",
    method: "GET",
    path: "/status/ok/{startUtcTime}/{endUtcTime}",
    environment: "prefix",
    ...window,
  },
  // Discarding the session calls the callback address if one was named when the session was started; the request does
  // not show whether one was.
  "documents.sessions.discard": {
    get name() {
      return l10n.t("discard the session");
    },
    service: "documents",
    method: "PUT",
    path: "/status/discard/{dxmlUID}",
    environment: "prefix",
    effect: "reaches-people",
    receivers: () => [l10n.t("the callback address that was given when the session was started, if any")],
    retry: "never",
    response: "empty",
    section: "3, Endpoints, Sessions; States and transitions",
  },
  "documents.dxml.get": {
    get name() {
      return l10n.t("download the DXML");
    },
    service: "documents",
    method: "GET",
    path: "/dxml/{dxmlUID}",
    environment: "prefix",
    effect: "read",
    retry: "free",
    response: "file",
    section: "3, Endpoints, Sessions",
  },
  "documents.dxml.delete": {
    get name() {
      return l10n.t("delete the DXML");
    },
    service: "documents",
    method: "DELETE",
    path: "/dxml/{dxmlUID}",
    environment: "prefix",
    effect: "destroy",
    retry: "never",
    response: "empty",
    section: "3, Endpoints, Sessions",
  },
  // An earlier date ends the session earlier and deletes its work; the request does not show the previous date.
  "documents.dxml.retain": {
    get name() {
      return l10n.t("change the session's retention date");
    },
    service: "documents",
    method: "PUT",
    path: "/dxml/{dxmlUID}",
    environment: "prefix",
    effect: "destroy",
    retry: "never",
    request: utcDateTime,
    response: "empty",
    section: "3, Endpoints, Sessions",
  },
  // Empty if JWT authentication is off.
  "documents.sessions.jwt": {
    get name() {
      return l10n.t("get a new JWT for the session");
    },
    service: "documents",
    method: "GET",
    path: "/dxml/jwt/{startParameter}",
    environment: "prefix",
    effect: "maybe-changes",
    retry: "never",
    response: "bare",
    schema: z.preprocess(
      (value) => (isObject(value) ? Object.entries(value).find(([name]) => name.toLowerCase() === "jwt")?.[1] : value),
      required,
    ),
    nothing: null,
    nothingStatus: 204,
    section: "3, Endpoints, Sessions",
  },
  "documents.metaFiles.keywords": {
    get name() {
      return l10n.t("list the keywords of the MetaFile's texts");
    },
    service: "documents",
    method: "GET",
    path: "/textkeywords/{metaFile}",
    environment: "prefix",
    effect: "read",
    retry: "free",
    response: "json",
    schema: readable(named),
    section: "3, Endpoints, Lookups",
  },
  // The shape of the filter is not documented: any JSON passes. Without a filter an empty object is sent.
  "documents.metaFiles.texts": {
    get name() {
      return l10n.t("list the texts of the MetaFile");
    },
    service: "documents",
    method: "POST",
    path: "/texts/{metaFile}",
    environment: "prefix",
    effect: "read-by-post",
    retry: "free",
    request: anyJson.default({}),
    response: "json",
    schema: readable(
      answer({
        Id: told(z.union([z.string(), z.number()])),
        Name: told(textual),
        Text: told(textual),
        Description: told(textual),
        FolderPath: told(textual),
        Keywords: told(readable(named)),
      }),
    ),
    section: "3, Endpoints, Lookups",
  },
  "documents.metaFiles.onlineDocuments": {
    get name() {
      return l10n.t("list the online documents of the MetaFile");
    },
    service: "documents",
    method: "GET",
    path: "/onlinedocuments/{metaFile}",
    environment: "prefix",
    effect: "read",
    retry: "free",
    response: "json",
    schema: readable(named),
    section: "3, Endpoints, Lookups",
  },
  "documents.engine.info": {
    get name() {
      return l10n.t("read information about the document engine");
    },
    service: "documents",
    method: "GET",
    path: "/getinfo",
    environment: "prefix",
    effect: "read",
    retry: "free",
    response: "bare",
    schema: z.unknown(),
    section: "3, Endpoints, Lookups",
  },
  "documents.engine.version": {
    get name() {
      return l10n.t("read the version of the document engine");
    },
    service: "documents",
    method: "GET",
    path: "/version",
    environment: "prefix",
    effect: "read",
    retry: "free",
    response: "bare",
    schema: z.preprocess(
      (value) => (typeof value === "number" ? String(value) : value),
      z.union([bareText, answer({ Version: textual }).transform(({ Version }) => Version)]),
    ),
    section: "3, Endpoints, Lookups",
  },
} as const satisfies Record<string, Operation>;
