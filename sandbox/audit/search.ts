/** Searches and reads the audit events of one company by whole days, newest first (document 2, "Endpoints, Audit"). */
import type { Handler } from "../base/call.ts";
import { field, objectBody, stringField, textOrNumberField } from "../base/read.ts";
import type { JsonObject } from "../../language/index.ts";
import { Refusal } from "../base/refusal.ts";
import type { State } from "../base/state.ts";
import { writeTime } from "../base/time.ts";
import type { AuditRecord } from "./store.ts";

interface EventRow {
  readonly number: number;
  readonly id: string;
  readonly logName: string;
  readonly source: number;
  readonly level: number;
  readonly createdAt: number;
  readonly recordJson: string;
}

/** The search as SQL conditions and their values. */
interface Matching {
  readonly conditions: string;
  readonly values: readonly (string | number)[];
  /** Only events that were received before this time match. `conditions` does not contain this limit. */
  readonly before: number;
}

const columns = "auditEvent.number, auditEvent.id, auditName.name AS logName, source, level, createdAt, recordJson";
const chunk = 1000;

/** If `take` is absent or 0, everything is returned and `skip` is ignored (T101). */
export const searchEvents: Handler = ({ state, company, body }) => {
  const started = performance.now();
  const request = objectBody(body);
  const take = countField(request, "take") ?? 0;
  const skip = take === 0 ? 0 : (countField(request, "skip") ?? 0);
  const matching = readMatching(state, company, request);
  const totalRecords =
    state.one<{ count: number }>(
      `SELECT count(*) AS count FROM auditEvent WHERE ${matching.conditions} AND createdAt < ?`,
      ...matching.values,
      matching.before,
    )?.count ?? 0;
  return {
    list: {
      name: "eventLogs",
      items: eventsOf(state, matching, { skip, take: take === 0 ? totalRecords : take }),
      rest: { totalRecords, searchTimeSeconds: Math.round(performance.now() - started) / 1000 },
    },
  };
};

/** An id that is unknown or belongs to another company is answered with 400, not 404 (T105). */
export const readEvent: Handler = ({ state, company, path }) => {
  const row = state.one<EventRow>(
    `SELECT ${columns} FROM auditEvent JOIN auditName ON auditName.number = nameNumber WHERE id = ? AND company = ?`,
    path["id"] ?? "",
    company,
  );
  if (!row) throw new Refusal("audit-missing");
  return { json: eventJson(state, row) };
};

/**
 * Reads a thousand rows at a time, because all events of a company may be too many for memory. Events that are added
 * after the answer has begun are not in the answer.
 */
function* eventsOf(
  state: State,
  { conditions, values, before }: Matching,
  { skip, take }: { readonly skip: number; readonly take: number },
) {
  let after: Pick<EventRow, "createdAt" | "number"> = { createdAt: before, number: 0 };
  for (let [left, offset] = [take, skip]; left > 0; left -= chunk, offset = 0) {
    const rows = state.all<EventRow>(
      `SELECT ${columns} FROM (
        SELECT number AS found FROM auditEvent WHERE ${conditions} AND createdAt <= ?
          AND (createdAt, number) < (?, ?) ORDER BY createdAt DESC, number DESC LIMIT ? OFFSET ?
      ) JOIN auditEvent ON auditEvent.number = found JOIN auditName ON auditName.number = nameNumber
        ORDER BY createdAt DESC, auditEvent.number DESC`,
      // `createdAt <= ?` follows from the comparison of the pairs, and is written out so that the search of the index
      // can start at that time.
      ...values,
      after.createdAt,
      after.createdAt,
      after.number,
      Math.min(left, chunk),
      offset,
    );
    for (const row of rows) yield eventJson(state, row);
    const last = rows.at(-1);
    if (!last || rows.length < chunk) return;
    after = last;
  }
}

/** Omits `logDateUtc`, and fields that are shown only outside the API (T106). */
function eventJson(state: State, { id, createdAt, logName, source, level, recordJson }: EventRow) {
  const { user, category, gdpr, description } = JSON.parse(recordJson) as AuditRecord;
  return { id, createdDate: writeTime(state, createdAt), logName, source, level, user, category, gdpr, description };
}

function readMatching(state: State, company: string, request: JsonObject): Matching {
  const conditions = ["company = ?", "createdAt >= ?", "auditEvent.number <= ?"];
  const newest = state.one<{ number: number | null }>("SELECT max(number) AS number FROM auditEvent")?.number ?? 0;
  const values: (string | number)[] = [company, startOfDay(state, request, "dateFrom"), newest];
  const before = startOfDay(state, request, "dateTo") + 24 * 3_600_000;
  for (const [name, highest] of [
    ["level", 3],
    ["source", 16],
  ] as const) {
    const value = countField(request, name);
    if (value === undefined) continue;
    if ((value < 1 || value > highest) && state.choice("N53") === "400") throw new Refusal("audit-value", name);
    conditions.push(`${name} = ?`);
    values.push(value);
  }
  // A search looks only at the event's name (T104).
  const search = (textOrNumberField(request, "search") ?? "").toLowerCase();
  if (search !== "") {
    conditions.push("nameNumber IN (SELECT number FROM auditName WHERE instr(nameKey, ?) > 0)");
    values.push(search);
  }
  return { conditions: conditions.join(" AND "), values, before };
}

/** Returns the start of the day. A time of day in the field is ignored (T103, A2, A6). */
function startOfDay(state: State, request: JsonObject, name: string): number {
  const written = stringField(request, name);
  if (written === undefined || written === "") throw new Refusal("audit-dates", name);
  const day = /^(\d{4}-\d{2}-\d{2})(T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?$/.exec(written)?.[1] ?? "";
  const start = Date.parse(`${day}T00:00:00.000Z`);
  if (Number.isNaN(start) || !new Date(start).toISOString().startsWith(day)) throw new Refusal("audit-value", name);
  return state.choice("A2") === "UTC+2" ? start - 2 * 3_600_000 : start;
}

/** Returns undefined if the field is absent or null. */
function countField(request: JsonObject, name: string): number | undefined {
  const value = field(request, name);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) throw new Refusal("audit-value", name);
  return value;
}
