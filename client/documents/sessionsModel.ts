/** Editing sessions that were started from here: what is kept of them, what their status and their time mean, and their end. Knows no `vscode`. */
import * as z from "zod";
import { compareRetention, statusPortions, utcTime, type AnswerOf, type Api, type DocumentsEnvironment } from "../../api/index.ts";
import { visible } from "../plainText.ts";
import type { Store } from "../forms/testForms.ts";

/** Never its start URL: whoever has that opens the session (T159). */
const keptSession = z.object({
  /** Of the place that it came from. */
  place: z.string(),
  dxmlUID: z.string(),
  /** Of the document; the id where it was started elsewhere. */
  name: z.string(),
  metaFile: z.string().optional(),
  /** ISO time; by this computer's clock where it was started here. Null where nobody told. */
  started: z.string().nullable(),
  /** As the service said last; null where it did not. */
  validTo: z.string().nullable(),
});
export type KeptSession = z.output<typeof keptSession>;

/** Of all places together; the sessions themselves stay on the service. */
export const mostKept = 500;

const key = "documents.sessions";

export class KeptSessions {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Those of a place, newest first. */
  of(place: string): readonly KeptSession[] {
    return this.#all().filter((session) => session.place === place);
  }

  /** What is kept already stays in its place, and new ones come first, in their order. Resolves with how many there is no room for, the oldest, when it is written. */
  async put(...given: readonly KeptSession[]): Promise<number> {
    const nameOf = ({ place, dxmlUID }: KeptSession): string => JSON.stringify([place, dxmlUID]);
    // No field passes that is not described above, whatever the caller's object holds.
    const put = new Map(given.map((session) => [nameOf(session), keptSession.parse(session)]));
    const known = this.#all().map((session) => {
      const name = nameOf(session);
      const now = put.get(name) ?? session;
      put.delete(name);
      return now;
    });
    const all = [...put.values(), ...known];
    await this.#store.update(key, all.slice(0, mostKept));
    return Math.max(0, all.length - mostKept);
  }

  async forget({ place, dxmlUID }: Pick<KeptSession, "place" | "dxmlUID">): Promise<void> {
    await this.#store.update(key, this.#all().filter((other) => other.place !== place || other.dxmlUID !== dxmlUID));
  }

  #all(): readonly KeptSession[] {
    const read = z.array(keptSession).safeParse(this.#store.get(key));
    return read.success ? read.data : [];
  }
}

/** `null`: the service knows no status of it. `undefined`: it was not asked, or did not answer. */
export type Status = string | null | undefined;

/** The documented statuses in words; any other one is shown as it came. */
export function statusWords(status: Status): string {
  if (status === undefined) return "status not known";
  if (status === null) return "not known to the service";
  if (status === "") return "no status yet";
  return { Draft: "draft", OK: "finished", Discarded: "discarded", Deleted: "deleted" }[status] ?? visible(status);
}

/** Of each session, asked for in portions that the service takes. Rejects with ApiError. */
export async function readStatuses(api: Api, environment: DocumentsEnvironment, ids: readonly string[], { signal }: { readonly signal: AbortSignal }): Promise<ReadonlyMap<string, string | null>> {
  const found = new Map<string, string | null>();
  for (const portion of statusPortions(ids)) {
    for (const { DxmlUID, Status } of await api.call("documents.sessions.statuses", { environment, body: [...portion] }, { signal })) found.set(DxmlUID, Status ?? null);
  }
  return found;
}

/** Milliseconds by which the clocks of the service and of this computer may differ. */
const clocks = 15 * 60_000;

/** Drafts that were started at that time or a little before. Rejects with ApiError. */
export function readDrafts(api: Api, environment: DocumentsEnvironment, from: Date, { signal }: { readonly signal: AbortSignal }): Promise<AnswerOf<"documents.sessions.list">> {
  return api.call("documents.sessions.list", { environment, query: { status: ["Draft"], createdStart: new Date(from.getTime() - clocks).toISOString() } }, { signal });
}

/**
 * The session as the service lists it, which is the one place that tells its date again; undefined where the list does not show it, which
 * proves nothing. A list without a filter would be one of all sessions (T157): it is asked for the time around the start.
 */
export async function readListed(api: Api, environment: DocumentsEnvironment, { dxmlUID, started }: Pick<KeptSession, "dxmlUID" | "started">, { signal }: { readonly signal: AbortSignal }): Promise<{ readonly validTo: string | null } | undefined> {
  if (started === null) return undefined;
  const at = Date.parse(started);
  const query = { createdStart: new Date(at - clocks).toISOString(), createdEnd: new Date(at + clocks).toISOString() };
  const listed = (await api.call("documents.sessions.list", { environment, query }, { signal })).find(({ DxmlUID }) => DxmlUID === dxmlUID);
  return listed && { validTo: listed.ValidTo ?? null };
}

const minute = 60_000;

/** In the largest unit that says at least one, rounded down: nobody should think that there is more. */
export function timeLeft(validTo: string | null, now: number): string {
  const left = utcTime(validTo ?? "") - now;
  if (Number.isNaN(left)) return "time left unknown";
  if (left <= 0) return "its time is up";
  const [count, unit] = left >= 48 * 60 * minute ? [left / (24 * 60 * minute), "day"] : left >= 60 * minute ? [left / (60 * minute), "hour"] : [Math.max(1, left / minute), "minute"];
  const whole = Math.floor(count);
  return `${whole} ${unit}${whole === 1 ? "" : "s"} left`;
}

/** Time left counts only for what can still be lost. */
export function sessionWords({ validTo }: Pick<KeptSession, "validTo">, status: Status, now: number): string {
  return status === "Deleted" ? statusWords(status) : `${statusWords(status)} · ${timeLeft(validTo, now)}`;
}

/** In the reader's own zone, which is named. */
export function localTime(milliseconds: number): string {
  return new Date(milliseconds).toLocaleString(undefined, { year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", timeZoneName: "short" });
}

export function startedWords({ started }: Pick<KeptSession, "started">): string {
  return started === null ? "start not known" : `started ${localTime(Date.parse(started))}`;
}

/** Until when it is kept, in words. */
export function keptUntil(validTo: string | null): string {
  const at = utcTime(validTo ?? "");
  return Number.isNaN(at) ? "until a date that the service did not tell" : `until ${localTime(at)}`;
}

/** `2026-11-30` or `2026-11-30 16:45`, in the reader's zone; undefined for what is no date. */
export function readLocalTime(text: string): number | undefined {
  const parts = /^\s*(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2}))?\s*$/.exec(text)?.slice(1).map((part) => Number(part ?? 0));
  if (parts === undefined) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minutes = 0] = parts;
  const date = new Date(year, month - 1, day, hour, minutes);
  return date.getMonth() === month - 1 && date.getDate() === day && hour < 24 && minutes < 60 ? date.getTime() : undefined;
}

/** Why the date cannot be the end of a session; undefined where it can. */
export function retentionProblem(text: string, now: number): string | undefined {
  const at = readLocalTime(text);
  if (at === undefined) return "Write a date as 2026-11-30, or with a time as 2026-11-30 16:45.";
  return at <= now ? "That time is over: the session would be deleted at once. Delete it instead, if you mean that." : undefined;
}

/** What a person should know before the date is changed (T151). `next` is an ISO time. */
export function retentionConsequences({ validTo, next, now }: { readonly validTo: string | null; readonly next: string; readonly now: number }): readonly string[] {
  const then = `Then ${timeLeft(next, now).replace(/ left$/, "")} are left. At that date the session is deleted, and what was written in it with it.`;
  switch (compareRetention(validTo, next)) {
    case "earlier":
      return [`WARNING: this is EARLIER than now. The session is kept ${keptUntil(validTo)} (${timeLeft(validTo, now)}), and would be deleted sooner.`, then, "Nothing brings a deleted session back."];
    case "same":
      return ["That is the date that it has already.", then];
    case "later":
      return [`Now it is kept ${keptUntil(validTo)} (${timeLeft(validTo, now)}).`, then];
    case "unknown":
      return ["WARNING: until when it is kept now is not known here, so that this date MAY BE EARLIER.", then, "Nothing brings a deleted session back."];
  }
}

/** What a person should know before the session ends here: what its status says is not to be done lightly. */
export function discardConsequences(status: Status): readonly string[] {
  return [
    status === "OK" ? "Its editing is FINISHED: discarding takes that back." : "What was written in it is not to be used any more.",
    "Whoever started it may have named an address that is called then; the service does not tell which, and a call cannot be taken back.",
    "The documents name no way back from Discarded.",
  ];
}

/** After a start whose answer was lost: what the service lists, of which nothing says whose it is. */
export function draftsWords(drafts: readonly { readonly DxmlUID: string }[]): string {
  if (drafts.length === 0) return "The service lists no draft of the last quarter of an hour.";
  return `Of the last quarter of an hour the service lists ${drafts.length} draft${drafts.length === 1 ? "" : "s"}, and does not tell whose: ${drafts.slice(0, 5).map(({ DxmlUID }) => visible(DxmlUID)).join(", ")}${drafts.length > 5 ? ", and more" : ""}. `
    + "Find Editing Sessions adds one to the view; its editor cannot be opened without the answer that was lost.";
}

/** Sessions as the service lists them, newest first; what it does not tell is null. A list may be of all sessions that there are. */
export function foundSessions(listed: AnswerOf<"documents.sessions.list">): readonly (Pick<KeptSession, "dxmlUID" | "started" | "validTo"> & { readonly status: Status })[] {
  const ages = listed.map(({ DxmlUID, Status, Created, ValidTo }) => {
    const at = utcTime(Created ?? "");
    return { at: Number.isNaN(at) ? -Infinity : at, found: { dxmlUID: DxmlUID, status: Status ?? null, started: Number.isNaN(at) ? null : new Date(at).toISOString(), validTo: ValidTo ?? null } };
  });
  return ages.sort((left, right) => (left.at < right.at ? 1 : left.at > right.at ? -1 : 0)).map(({ found }) => found);
}

/** Where the view has no room for all. */
export function tooManyWords(left: number): string {
  return `The view keeps ${mostKept} sessions: ${left.toLocaleString("en")} older ${left === 1 ? "one is" : "ones are"} not in it. The service has them still.`;
}
