/**
 * Reads all audit events of a range, page by page. Checks whether the service received an event within a range of time,
 * and whether it stored an event that a client sent.
 */
import { isDeepStrictEqual } from "node:util";
import type { AnswerOf, BodyOf, Request } from "./http/client.ts";

type Found = AnswerOf<"audit.search">;
type Written = BodyOf<"audit.write">;

export type AuditEvent = Found["eventLogs"][number];

/** The caller's function that makes the search. */
export type AuditCall = (
  operation: "audit.search",
  request: Request<"audit.search">,
  options: { readonly signal?: AbortSignal },
) => Promise<Found>;

interface AuditPage {
  /** Newest first, as far as the service sorts them. */
  readonly events: readonly AuditEvent[];
  /** How many events have been read so far, including these. */
  readonly read: number;
  /** The service's count on the first page; later events are not counted. */
  readonly total: number;
}

/** The reading gives up after this many answers in a row without a further event. */
const mostInVain = 10;

/**
 * Yields every event that existed when the first page was read, a page at a time, and keeps no more than two pages in
 * memory. The service lists new events first. If n events are added during the reading, the next answer begins with n
 * events that were already read: these are skipped. Yields once for each answer, even an answer without a further
 * event, and ends after `mostCalls` answers. The returned `moved` is true if events may have been missed: the list
 * changed in another way, or its end was not reached. To get all events of a day, ask only for days up to
 * `lastFinishedDay`. Rejects with ApiError.
 */
export async function* readAuditEvents(
  call: AuditCall,
  filter: Omit<BodyOf<"audit.search">, "skip" | "take">,
  {
    take = 500,
    mostCalls = 10_000,
    signal,
  }: { readonly take?: number; readonly mostCalls?: number; readonly signal?: AbortSignal } = {},
): AsyncGenerator<AuditPage, { readonly moved: boolean }, void> {
  let [total, newest, left, read, inVain] = [0, 0, 0, 0, 0];
  let moved = false;
  let before = new Set<string>();
  for (let page = 0; page < mostCalls; page += 1) {
    const { eventLogs, totalRecords } = await call(
      "audit.search",
      { body: { ...filter, skip: newest - left, take } },
      { signal },
    );
    if (page === 0) total = newest = left = totalRecords;
    // Positions count from the oldest event and stay valid, since events are never removed.
    const pushed = totalRecords - newest;
    newest = totalRecords;
    const due = eventLogs.slice(Math.max(0, pushed), Math.max(0, pushed) + left);
    // Two events without a readable id are not taken for the same one.
    const events = due.filter(({ id }) => id === "" || !before.has(id));
    // If events vanish nevertheless, the position lags behind, and the service returns some events a second time.
    moved ||= events.length < due.length || (eventLogs.length === 0 && left > 0);
    left = Math.min(left - due.length, newest);
    read += events.length;
    yield { events, read, total };
    if (left <= 0 || eventLogs.length === 0) return { moved };
    inVain = events.length > 0 ? 0 : inVain + 1;
    if (inVain === mostInVain) break;
    if (due.length > 0) before = new Set(due.map(({ id }) => id));
  }
  return { moved: true };
}

const hour = 3_600_000;

/**
 * Returns the last day, `YYYY-MM-DD`, that is over in every time zone: it is not documented which zone's days the
 * service uses.
 */
export function lastFinishedDay(now: Date): string {
  return dayOf(now.getTime() - 36 * hour);
}

/** Points in time, both inclusive. */
interface Between {
  readonly from: Date;
  readonly to: Date;
}

/**
 * Returns the days to search for a range of moments: the service searches whole days only, so one more day is added on
 * either side.
 */
export function daysAround({ from, to }: Between): { readonly dateFrom: string; readonly dateTo: string } {
  return { dateFrom: dayOf(from.getTime() - 24 * hour), dateTo: dayOf(to.getTime() + 24 * hour) };
}

/**
 * Whether the service received the event between `from` and `to`. `unknown` if the event's time cannot be read, or if
 * it has no zone and is too close to `from` or `to`.
 */
export function receivedWithin(
  { createdDate }: Pick<AuditEvent, "createdDate">,
  { from, to }: Between,
): "inside" | "outside" | "unknown" {
  const saysZone = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(createdDate);
  const at = Date.parse(saysZone ? createdDate : `${createdDate}Z`);
  if (Number.isNaN(at)) return "unknown";
  // Zones range from UTC+14 to UTC-12.
  const [earliest, latest] = saysZone ? [at, at] : [at - 14 * hour, at + 12 * hour];
  if (latest < from.getTime() || earliest > to.getTime()) return "outside";
  return earliest >= from.getTime() && latest <= to.getTime() ? "inside" : "unknown";
}

/**
 * Returns the event with a marker added as its first value. The service returns no id when it stores an event, so the
 * marker is needed to find the event again. The service puts the company's name in front of the first value, which is
 * now the marker: the event's own values stay unchanged. `marker` must be unique and not empty.
 */
export function withMarker(event: Written, marker: string): Written {
  let name = "Marker";
  while (Object.hasOwn(event.description, name)) name += "_";
  return { ...event, description: { [name]: marker, ...event.description } };
}

export type Verified =
  | {
      readonly state: "stored";
      readonly event: AuditEvent;
      /** Names of the values that the service changed. Leaves out a value that only got the company's name in front. */
      readonly altered: readonly string[];
    }
  /** The service accepted the event but does not show it: whether it was stored is unknown. */
  | { readonly state: "not-verified" };

/**
 * Looks for an event that was sent with this marker. A client that writes events is usually not allowed to read them,
 * so `call` belongs to another client. Searches the newest thousand events of the same name, in at most 20 answers.
 * Rejects with ApiError.
 */
export async function verifyWritten(
  call: AuditCall,
  sent: Written,
  { marker, now, signal }: { readonly marker: string; readonly now: Date; readonly signal?: AbortSignal },
): Promise<Verified> {
  // The clocks of client and service may differ by a day.
  const filter = {
    ...daysAround({ from: new Date(now.getTime() - 24 * hour), to: new Date(now.getTime() + 24 * hour) }),
    search: sent.logName,
  };
  for await (const { events, read } of readAuditEvents(call, filter, { take: 200, mostCalls: 20, signal })) {
    const event = events.find(({ description }) =>
      Object.values(description ?? {}).some((value) => typeof value === "string" && value.endsWith(marker)),
    );
    if (event) return { state: "stored", event, altered: alteredValues(sent.description, event.description ?? {}) };
    if (read >= 1000) break;
  }
  return { state: "not-verified" };
}

/**
 * Returns the names of altered values. One change is expected and left out: the service puts the company's name in
 * front of a value, which may turn that value into a string.
 */
function alteredValues(
  sent: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, unknown>>,
): readonly string[] {
  const plain = JSON.parse(JSON.stringify(sent)) as Record<string, unknown>;
  const differing = Object.entries(plain).filter(
    ([name, value]) =>
      !Object.hasOwn(stored, name) || !isDeepStrictEqual(JSON.parse(JSON.stringify(stored[name])), value),
  );
  const prefixed = differing.find(([name, value]) => {
    const now = Object.hasOwn(stored, name) ? stored[name] : undefined;
    return typeof now === "string" && now.endsWith(typeof value === "string" ? value : JSON.stringify(value));
  });
  return differing.filter((each) => each !== prefixed).map(([name]) => name);
}

const firstDay = Date.parse("0001-01-01");
const lastDay = Date.parse("9999-12-31");

/** Returns the day. Before year 1, it returns the first day of year 1; after year 9999, the last day of year 9999. */
function dayOf(milliseconds: number): string {
  return new Date(Math.min(Math.max(milliseconds, firstDay), lastDay)).toISOString().slice(0, 10);
}
