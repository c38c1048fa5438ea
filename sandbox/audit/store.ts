/** Stored audit events. They are added and read, and never changed or removed. */
import type { JsonObject } from "../../language/index.ts";
import { newId } from "../base/state.ts";
import type { State } from "../base/state.ts";

export interface AuditRecord {
  readonly user: string;
  readonly category: string;
  readonly gdpr: boolean;
  readonly description: JsonObject;
  readonly environmentId?: string;
  readonly eventId?: string | number;
  readonly opCode?: string;
  readonly keywords?: string;
  readonly computer?: string;
  /** The time of the event as sent: stored, but neither shown nor returned (T106). */
  readonly logDateUtc?: string;
}

export interface NewAuditEvent {
  readonly company: string;
  readonly logName: string;
  readonly source: number;
  readonly level: number;
  /** The time at which the audit service received the event. */
  readonly createdAt: number;
  readonly record: AuditRecord;
}

/** Stores each name only once, so that a search by name reads few rows however many events there are. */
export function insertAuditEvent(
  state: State,
  { company, logName, source, level, createdAt, record }: NewAuditEvent,
): void {
  state.run(
    "INSERT INTO auditName (name, nameKey) VALUES (?, ?) ON CONFLICT DO NOTHING",
    logName,
    logName.toLowerCase(),
  );
  state.run(
    "INSERT INTO auditEvent (id, company, nameNumber, source, level, createdAt, recordJson) VALUES (?, ?, (SELECT number FROM auditName WHERE name = ?), ?, ?, ?, ?)",
    newId(),
    company,
    logName,
    source,
    level,
    createdAt,
    JSON.stringify(record),
  );
}
