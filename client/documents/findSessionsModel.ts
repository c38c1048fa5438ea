/**
 * The filters by which the service lists editing sessions: status, time of start and time of change. Does not import
 * `vscode`.
 */
import * as l10n from "@vscode/l10n";
import type { Request } from "../../api/index.ts";
import { localTime, readLocalTime, statusWords } from "./sessionsModel.ts";

export type SessionQuery = NonNullable<Request<"documents.sessions.list">["query"]>;

export const statuses = ["Draft", "OK", "Discarded", "Deleted"] as const;

/** Names of the time filters, as the service has them. */
export const times = ["createdStart", "createdEnd", "modifiedStart", "modifiedEnd"] as const;

const day = 24 * 60 * 60_000;
const minute = 60_000;

/**
 * Turns answers, by key, into a query; an empty answer filters nothing. A day or a minute at the end of a range is
 * included as a whole, in the reader's time zone.
 */
export function sessionQuery(answers: ReadonlyMap<string, string>): SessionQuery {
  const chosen = statuses.filter((status) => answers.get("status")?.split(" ").includes(status));
  const entries = times.flatMap((name) => {
    const text = answers.get(name)?.trim() ?? "";
    const at = readLocalTime(text);
    if (at === undefined) return [];
    const length = text.includes(":") ? minute : day;
    return [[name, new Date(name.endsWith("End") ? at + length - 1 : at).toISOString()] as const];
  });
  return { ...(chosen.length > 0 && { status: chosen }), ...Object.fromEntries(entries) };
}

/** Returns why the text cannot be a limit; undefined if it can, or if it is empty. */
export function timeProblem(text: string): string | undefined {
  return text.trim() === "" || readLocalTime(text) !== undefined
    ? undefined
    : l10n.t("Write a date as 2026-11-30, or with a time as 2026-11-30 16:45.");
}

/** Returns whether the query filters anything. Without a filter, the service lists every session. */
export function isWholeFilter(query: SessionQuery): boolean {
  return Object.keys(query).length > 0;
}

export function withoutFilter(): string {
  return l10n.t("Choose a status or a time: without a filter the service lists every session.");
}

/** Returns the filter in words, for the list and for an empty result. */
export function filterWords({ status, createdStart, createdEnd, modifiedStart, modifiedEnd }: SessionQuery): string {
  const at = (time: string): string => localTime(Date.parse(time));
  return [
    ...(status === undefined ? [] : [status.map((one) => statusWords(one)).join(l10n.t(" or "))]),
    ...(createdStart === undefined ? [] : [l10n.t("started from {0}", at(createdStart))]),
    ...(createdEnd === undefined ? [] : [l10n.t("started on or before {0}", at(createdEnd))]),
    ...(modifiedStart === undefined ? [] : [l10n.t("changed from {0}", at(modifiedStart))]),
    ...(modifiedEnd === undefined ? [] : [l10n.t("changed on or before {0}", at(modifiedEnd))]),
  ].join(", ");
}
