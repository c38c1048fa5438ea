/**
 * Document 2, Audit: events of one company. They are searched, read one by one and added, but never changed or removed.
 */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { Operation } from "../operation.ts";
import {
  answer,
  answerOfSome,
  documented,
  isObject,
  openMap,
  requiredValue,
  shownText,
  textOrNumber,
  textual,
  told,
  utcTime,
} from "./schema.ts";

/** Sources of events, by number. The labels are descriptive; an event may have a number that is not listed. */
export const auditSources: ReadonlyMap<number, string> = new Map([
  [1, "platform core"],
  [2, "forms"],
  [3, "digital signing"],
  [4, "document-file service"],
  [5, "archive viewer"],
  [6, "text library"],
  [7, "web editor"],
  [8, "identity server"],
  [9, "workflow"],
  [10, "tooling"],
  [11, "archive"],
  [12, "archive administration"],
  [13, "support"],
  [14, "vendor solution"],
  [15, "custom"],
  [16, "interaction administration"],
]);

export const auditLevels: ReadonlyMap<number, string> = new Map([
  [1, "Information"],
  [2, "Warning"],
  [3, "Error"],
]);

const auditEvent = answerOfSome({
  id: shownText,
  /** When the audit service received the event. The service does not return when the event happened. */
  createdDate: shownText,
  logName: shownText,
  source: told(z.number()),
  level: told(z.number()),
  user: told(textual),
  category: told(textual),
  gdpr: told(z.boolean()),
  description: told(openMap(z.unknown())),
});

const source = z.int().min(1).max(16);
const level = z.int().min(1).max(3);

/**
 * The service drops an event that has no description, or whose description has a `Company`; its answer looks as if the
 * event had been stored. What the service does with `Company` in another letter case is not documented.
 */
const description = z
  .custom<Record<string, unknown>>((value) => isObject(value) && !Object.hasOwn(value, "Company"), {
    error: () =>
      l10n.t(
        "expected a description that is an object and has no value named Company, because the service does not store an event with such a value",
      ),
  })
  .meta({ type: "object" });

/** A day, never a point in time: the service searches whole days, including the whole day of `dateTo`. */
const day = z.iso.date();

/** A field that is shown in addition to the event's name; the documents give no type for it. */
const shown = textOrNumber.nullish();

export const auditOperations = {
  // Without `take`, or with 0, the service returns everything and ignores `skip`. No maximum is documented.
  "audit.search": {
    get name() {
      return l10n.t("search the audit events");
    },
    service: "audit",
    method: "POST",
    path: "/api/Audit",
    environment: "none",
    effect: "read-by-post",
    retry: "free",
    request: documented({
      dateFrom: day,
      dateTo: day,
      level: level.nullish(),
      source: z.int().nullish(),
      /** Matches only the event's name. */
      search: textOrNumber.nullish(),
      skip: z.int().min(0).nullish(),
      take: z.int().min(0).nullish(),
    }),
    response: "json",
    schema: answer({
      eventLogs: z.array(auditEvent),
      totalRecords: z.int().min(0),
      searchTimeSeconds: told(z.number()),
    }),
    section: "2, Endpoints, Audit",
  },
  "audit.get": {
    get name() {
      return l10n.t("read the audit event");
    },
    service: "audit",
    method: "GET",
    path: "/api/Audit/{id}",
    environment: "none",
    effect: "read",
    retry: "free",
    response: "json",
    schema: auditEvent,
    section: "2, Endpoints, Audit",
  },
  // An event cannot be removed, and sending it twice makes two events.
  "audit.write": {
    get name() {
      return l10n.t("write the audit event");
    },
    service: "audit",
    method: "POST",
    path: "/api/EventLogAudit",
    environment: "none",
    effect: "destroy",
    retry: "never",
    scope: "api.audit",
    request: documented({
      customerId: requiredValue,
      logName: requiredValue,
      user: requiredValue,
      source,
      level,
      environmentId: shown,
      eventId: shown,
      opCode: shown,
      category: shown,
      keywords: shown,
      computer: shown,
      gdpr: z.boolean().nullish(),
      /** The service stores it, but never shows or returns it. */
      logDateUtc: utcTime.nullish(),
      description,
    }),
    response: "empty",
    section: "2, Endpoints, Audit",
  },
} as const satisfies Record<string, Operation>;
