/**
 * The audit table: its columns and fields, the body of its search, and a reading that keeps its place while new events
 * arrive. Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { auditLevels, auditSources, daysAround } from "../../api/index.ts";
import type { AuditCall, AuditEvent, BodyOf } from "../../api/index.ts";
import { inWords } from "../calls/failureModel.ts";
import { userText } from "../records/auditUserModel.ts";
import type { OwnClient } from "../records/auditUserModel.ts";
import type { Field } from "../panels/table/messages.ts";
import type { Column, Filter, Reading } from "../panels/table/source.ts";

/** Returns the name of a source or level. If the documents do not list it, returns its number as text. */
function named(names: ReadonlyMap<number, string>, number: number | null | undefined): string {
  return number === null || number === undefined ? "" : (names.get(number) ?? String(number));
}

/**
 * Shows the time in the reader's own time zone. A time without a zone is shown as received, because its zone is
 * unknown.
 */
export function receivedText(createdDate: string, timeZone: string): string {
  const at = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(createdDate) ? Date.parse(createdDate) : Number.NaN;
  if (Number.isNaN(at)) return l10n.t("{0} (no time zone given)", createdDate);
  // The Swedish locale formats dates as ISO does.
  return new Date(at).toLocaleString("sv", { timeZone });
}

function descriptionText({ description }: AuditEvent): string {
  return description ? JSON.stringify(description) : "";
}

/** Returns a function that gives each row a key: the id of its event, or a number if the id cannot be read. */
export function rowKeys(): (event: AuditEvent) => string {
  const numbers = new WeakMap<AuditEvent, string>();
  let last = 0;
  return (event) => {
    if (event.id !== "") return event.id;
    const key = numbers.get(event) ?? `#${(last += 1)}`;
    numbers.set(event, key);
    return key;
  };
}

/** Returns the id of an event, for use in a call. Throws an error for the user if the id could not be read. */
export function toldId({ id }: Pick<AuditEvent, "id">): string {
  if (id === "")
    throw new Error(l10n.t("The service gave no readable id for this event, so nothing can be done with it."));
  return id;
}

/** A cell shows at most this many characters of a description; the opened event shows all of them. */
const longest = 300;

/** `clients`: the clients of the connection, which the User column marks with "(this connection)". */
export function auditColumns(timeZone: string, clients: readonly OwnClient[]): readonly Column<AuditEvent>[] {
  return [
    // The service does not say when an event happened, so no column claims to show that time (T106).
    {
      key: "received",
      title: l10n.t("Received ({0})", timeZone),
      width: 170,
      text: ({ createdDate }) => receivedText(createdDate, timeZone),
    },
    { key: "logName", title: l10n.t("Event"), width: 170, text: ({ logName }) => logName },
    {
      key: "user",
      title: l10n.t("User"),
      width: 185,
      text: ({ user }) => userText(user, clients),
      // Includes the id, so that people can copy it and filter by it.
      whole: ({ user }) => [...new Set([userText(user, clients), user ?? ""])].join(" "),
    },
    { key: "category", title: l10n.t("Category"), width: 100, text: ({ category }) => category ?? "" },
    {
      key: "description",
      title: l10n.t("Description"),
      width: 260,
      text: (event) => descriptionText(event).slice(0, longest),
      whole: descriptionText,
    },
    { key: "level", title: l10n.t("Level"), width: 100, text: ({ level }) => named(auditLevels, level) },
    { key: "source", title: l10n.t("Source"), width: 120, text: ({ source }) => named(auditSources, source) },
    {
      key: "gdpr",
      title: l10n.t("Personal data"),
      width: 105,
      text: ({ gdpr }) => (gdpr === true ? l10n.t("yes") : gdpr === false ? l10n.t("no") : ""),
    },
    { key: "id", title: l10n.t("Id"), width: 280, text: ({ id }) => id },
  ];
}

const anyOf = (names: ReadonlyMap<number, string>): readonly { readonly value: string; readonly label: string }[] => [
  { value: "", label: l10n.t("Any") },
  ...[...names].map(([number, name]) => ({ value: String(number), label: name })),
];

export const auditFields: readonly Field[] = [
  { key: "dateFrom", label: l10n.t("First day"), kind: "date", hint: l10n.t("Whole days") },
  { key: "dateTo", label: l10n.t("Last day"), kind: "date", hint: l10n.t("Whole days, including this one") },
  { key: "level", label: l10n.t("Level"), kind: "select", options: anyOf(auditLevels) },
  { key: "source", label: l10n.t("Source"), kind: "select", options: anyOf(auditSources) },
  {
    key: "search",
    label: l10n.t("Event name"),
    kind: "text",
    hint: l10n.t("The service searches only names; press Enter to search"),
  },
  { key: "user", label: l10n.t("User (in the events read so far)"), kind: "text", within: "read" },
  { key: "category", label: l10n.t("Category (in the events read so far)"), kind: "text", within: "read" },
  { key: "description", label: l10n.t("Description (in the events read so far)"), kind: "text", within: "read" },
  {
    key: "gdpr",
    label: l10n.t("Personal data (in the events read so far)"),
    kind: "select",
    within: "read",
    options: [
      { value: "", label: l10n.t("Any") },
      { value: "yes", label: l10n.t("yes") },
      { value: "no", label: l10n.t("no") },
    ],
  },
];

export const auditNote = l10n.t(
  "“Received” is when the audit service received the event. The service does not say when the event happened. The time zone in which the service’s days begin is not documented.",
);
export const auditEmpty = l10n.t(
  "No event matches. Choose other days. The service searches only the names of events. To look for users, categories or descriptions, leave the name empty and use the fields below, which filter the events read so far.",
);

/** The last week, plus a day at the end because the next day may already have begun for the service. */
export function lastWeek(now: Date): Filter {
  return new Map(Object.entries(daysAround({ from: new Date(now.getTime() - 6 * 86_400_000), to: now })));
}

/** Throws an error for the user if the days are missing or in the wrong order. */
export function searchBody(filter: Filter): Omit<BodyOf<"audit.search">, "skip" | "take"> {
  const dateFrom = filter.get("dateFrom") ?? "",
    dateTo = filter.get("dateTo") ?? "";
  if (dateFrom === "" || dateTo === "")
    throw new Error(l10n.t("Choose both days: the service searches only between two days."));
  if (dateFrom > dateTo)
    throw new Error(
      l10n.t("The first day, {0}, is after the last one, {1}. Choose them the other way round.", dateFrom, dateTo),
    );
  const level = filter.get("level"),
    source = filter.get("source"),
    search = filter.get("search");
  return {
    dateFrom,
    dateTo,
    ...(level !== undefined && { level: Number(level) }),
    ...(source !== undefined && { source: Number(source) }),
    ...(search !== undefined && { search }),
  };
}

/** The maximum number of requests for one page: whenever new events have shifted it, it is requested again. */
const mostTurns = 5;

/**
 * Reads pages of the events that existed when the first page was read. New events are listed first and shift the others
 * back (T102), so offsets are counted from the event that was newest then. Rejects with an error for the user.
 */
export function auditReading(call: AuditCall, filter: Filter): Reading<AuditEvent> {
  const body = searchBody(filter);
  let first: number | undefined;
  let pushed = 0;

  async function search(skip: number, take: number, signal: AbortSignal): Promise<Awaited<ReturnType<AuditCall>>> {
    try {
      return await call("audit.search", { body: { ...body, skip, take } }, { signal });
    } catch (error) {
      throw inWords(error);
    }
  }

  /** Reads as many events as one answer contains, starting at the offset `from`. */
  async function some(from: number, count: number, signal: AbortSignal): Promise<readonly AuditEvent[]> {
    for (let turn = 0; turn < mostTurns; turn += 1) {
      const skipped = pushed;
      const { eventLogs, totalRecords } = await search(from + skipped, count, signal);
      first ??= totalRecords;
      // The service counts fewer events than before: some events have vanished, although no call removes events.
      // Counting starts again from the service's number.
      if (totalRecords < first) [first, pushed] = [totalRecords, 0];
      else pushed = totalRecords - first;
      if (pushed <= skipped) return eventLogs;
    }
    throw new Error(
      l10n.t("New events come in faster than this page can be read. Try again, or choose days that are over."),
    );
  }

  return {
    async page(from, count, signal) {
      const rows: AuditEvent[] = [];
      do {
        const more = await some(from + rows.length, count - rows.length, signal);
        rows.push(...more);
        if (more.length === 0) break;
      } while (rows.length < count && from + rows.length < (first ?? 0));
      const total = first ?? 0;
      return { rows, total, end: rows.length === 0 || from + rows.length >= total };
    },
    async look(signal) {
      const { totalRecords } = await search(0, 1, signal);
      return first === undefined ? 0 : Math.max(0, totalRecords - first);
    },
  };
}
