/**
 * Audit events as callers need them: all of a range, page by page; what was received when; and whether a written one is
 * there.
 */
import { isDeepStrictEqual } from "node:util";
import type { AnswerOf, BodyOf, Request } from "./http/client.ts";

type Found = AnswerOf<"audit.search">;
type Written = BodyOf<"audit.write">;

export type AuditEvent = Found["eventLogs"][number];

/** The search, however it reaches the service. */
export type AuditCall = (
  operation: "audit.search",
  request: Request<"audit.search">,
  options: { readonly signal?: AbortSignal },
) => Promise<Found>;

interface AuditPage {
  /** Newest first, as far as the service keeps to it. */
  readonly events: readonly AuditEvent[];
  /** Events so far, these included. */
  readonly read: number;
  /** As the service said with the first page; what came later is not in it. */
  readonly total: number;
}

/**
 * Yields every event that was there when the first page was read, a page at a time, and holds no more than two pages.
 * New events come in front and push the others back: what the total grew by is stepped over. Returns whether something
 * else moved, so that events may have been missed. Whoever wants all events of a day asks for days up to
 * `lastFinishedDay`. Rejects with ApiError.
 */
export async function* readAuditEvents(
  call: AuditCall,
  filter: Omit<BodyOf<"audit.search">, "skip" | "take">,
  { take = 500, signal }: { readonly take?: number; readonly signal?: AbortSignal } = {},
): AsyncGenerator<AuditPage, { readonly moved: boolean }, void> {
  let [total, newest, left, read] = [0, 0, 0, 0];
  let moved = false;
  let before = new Set<string>();
  for (let page = 0; ; page += 1) {
    const { eventLogs, totalRecords } = await call(
      "audit.search",
      { body: { ...filter, skip: newest - left, take } },
      { signal },
    );
    if (page === 0) total = newest = left = totalRecords;
    // The place counted from the oldest event stays, since no event is ever removed.
    const pushed = totalRecords - newest;
    newest = totalRecords;
    const due = eventLogs.slice(Math.max(0, pushed), Math.max(0, pushed) + left);
    // One whose id cannot be read is not the same as another one of those.
    const events = due.filter(({ id }) => id === "" || !before.has(id));
    // Where events vanished, the place is behind what was read already, and something comes twice.
    moved ||= events.length < due.length || (eventLogs.length === 0 && left > 0);
    left = Math.min(left - due.length, newest);
    read += events.length;
    if (events.length > 0) yield { events, read, total };
    if (left <= 0 || eventLogs.length === 0) return { moved };
    if (due.length > 0) before = new Set(due.map(({ id }) => id));
  }
}

const hour = 3_600_000;

/**
 * The last day, `YYYY-MM-DD`, that is over in every time zone: which zone's days the service counts is not documented.
 */
export function lastFinishedDay(now: Date): string {
  return dayOf(now.getTime() - 36 * hour);
}

/** Moments, both inclusive. */
interface Between {
  readonly from: Date;
  readonly to: Date;
}

/**
 * The days to ask for where moments are wanted: the service knows whole days alone, so that a day more on either side
 * is asked for.
 */
export function daysAround({ from, to }: Between): { readonly dateFrom: string; readonly dateTo: string } {
  return { dateFrom: dayOf(from.getTime() - 24 * hour), dateTo: dayOf(to.getTime() + 24 * hour) };
}

/**
 * Whether the service received the event in that time. `unknown` where the time cannot be read, or has no zone and is
 * too near to an end.
 */
export function receivedWithin(
  { createdDate }: Pick<AuditEvent, "createdDate">,
  { from, to }: Between,
): "inside" | "outside" | "unknown" {
  const saysZone = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(createdDate);
  const at = Date.parse(saysZone ? createdDate : `${createdDate}Z`);
  if (Number.isNaN(at)) return "unknown";
  // Zones reach from 14 hours before UTC to 12 hours behind it.
  const [earliest, latest] = saysZone ? [at, at] : [at - 14 * hour, at + 12 * hour];
  if (latest < from.getTime() || earliest > to.getTime()) return "outside";
  return earliest >= from.getTime() && latest <= to.getTime() ? "inside" : "unknown";
}

/**
 * The event with a first value of its own, which says nothing and is found again: the service changes the first value
 * that it gets, and gives no id to what was written. `marker` is used once and is not empty.
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
      /** Names of values that came back otherwise than any company's name explains. */ readonly altered: readonly string[];
    }
  /** The service accepted it and does not show it: nobody knows whether it was stored. */
  | { readonly state: "not-verified" };

/**
 * Looks for an event that was sent with this marker. What writes events may not read them, so that the call is another
 * client's. Looks at the newest thousand of that name; rejects with ApiError.
 */
export async function verifyWritten(
  call: AuditCall,
  sent: Written,
  { marker, now, signal }: { readonly marker: string; readonly now: Date; readonly signal?: AbortSignal },
): Promise<Verified> {
  // The clocks of the two may differ by a day.
  const filter = {
    ...daysAround({ from: new Date(now.getTime() - 24 * hour), to: new Date(now.getTime() + 24 * hour) }),
    search: sent.logName,
  };
  for await (const { events, read } of readAuditEvents(call, filter, { take: 200, signal })) {
    const event = events.find(({ description }) =>
      Object.values(description ?? {}).some((value) => typeof value === "string" && value.endsWith(marker)),
    );
    if (event) return { state: "stored", event, altered: alteredValues(sent.description, event.description ?? {}) };
    if (read >= 1000) break;
  }
  return { state: "not-verified" };
}

/** The company's name stands in front of one value, which may have become a text by that. */
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

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
