/**
 * The editing sessions that the view lists: what is kept of them, the meaning of their status and time, and how they
 * end. Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { compareRetention, statusPortions, utcTime } from "../../api/index.ts";
import type { AnswerOf, Api, DocumentsEnvironment } from "../../api/index.ts";
import { grouped } from "../window/inDisplayLanguage.ts";
import { oneOrMany, visible } from "../../language/index.ts";
import type { KeptState } from "../window/keptState.ts";
import { inGroup } from "../connections/documentsPlaceModel.ts";
import type { At, Place } from "../connections/documentsPlaceModel.ts";
import { ifShown } from "../calls/answersModel.ts";

/** Never contains the start URL: anybody who has it can open the session (T159). */
const keptSession = z.object({
  /** Key of the place that the session came from. */
  place: z.string(),
  dxmlUID: z.string(),
  /**
   * The environment group that the session was started or found in; empty for none. Missing for sessions kept by
   * earlier versions and for sessions taken from a list.
   */
  environmentGroup: z.string().optional(),
  /** Name of the document; the session's id if the session was started elsewhere. */
  name: z.string(),
  metaFile: z.string().optional(),
  /** ISO time, by this computer's clock if the session was started here. Null if unknown. */
  started: z.string().nullable(),
  /** The time that the service last returned; null if the service returned none. */
  validTo: z.string().nullable(),
});
export type KeptSession = z.output<typeof keptSession>;

/** The largest number of sessions kept, for all places together; the sessions themselves stay on the service. */
export const mostKept = 500;

const key = "documents.sessions";

export class KeptSessions {
  readonly #store: KeptState;

  constructor(store: KeptState) {
    this.#store = store;
  }

  /** The sessions of a place, newest first. */
  of(place: string): readonly KeptSession[] {
    return this.#all().filter((session) => session.place === place);
  }

  /**
   * Updates known sessions in place and adds new ones in front, in the given order. If there is no room, drops the
   * oldest sessions. Resolves after writing, with the number of dropped sessions.
   */
  async put(...given: readonly KeptSession[]): Promise<number> {
    const nameOf = ({ place, dxmlUID }: KeptSession): string => JSON.stringify([place, dxmlUID]);
    // Drops every field that is not described above, whatever the caller's object holds.
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
    await this.#store.update(
      key,
      this.#all().filter((other) => other.place !== place || other.dxmlUID !== dxmlUID),
    );
  }

  #all(): readonly KeptSession[] {
    return z.array(keptSession).safeParse(this.#store.get(key)).data ?? [];
  }
}

/** `null`: the service has no status of the session. `undefined`: the service was not asked or did not say. */
export type Status = string | null | undefined;

/** The service's status of a session whose editing is finished. */
export const finished = "OK";

/**
 * Returns the place for calls about the session: with the session's own environment group, even if another group was
 * chosen since.
 */
export function placeOf(place: Place, { environmentGroup }: Pick<KeptSession, "environmentGroup">): Place {
  return environmentGroup === undefined
    ? place
    : { ...place, at: { environment: place.environment, ...inGroup(environmentGroup) } };
}

/**
 * Returns words for a documented status, and any other status as it came. `environmentGroup`: the group of the call
 * that returned the status.
 */
export function statusWords(status: Status, { environmentGroup }: { readonly environmentGroup?: string } = {}): string {
  if (status === undefined) return l10n.t("status not known");
  if (status === null && environmentGroup !== undefined)
    return l10n.t(
      "not known to the service in the environment group {0} (the session may be in another group, or perhaps this call does not accept a group)",
      visible(environmentGroup),
    );
  if (status === null) return l10n.t("not known to the service");
  if (status === "") return l10n.t("no status yet");
  return (
    { Draft: l10n.t("draft"), OK: l10n.t("finished"), Discarded: l10n.t("discarded"), Deleted: l10n.t("deleted") }[
      status
    ] ?? visible(status)
  );
}

/**
 * Reads the status of one session; `null` if the service shows this client no session of this id. Rejects with
 * ApiError.
 */
export async function readStatus(
  api: Api,
  at: At,
  dxmlUID: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<string | null> {
  return (await ifShown(api.call("documents.sessions.status", { ...at, path: { dxmlUID } }, { signal }))) ?? null;
}

/**
 * Reads the statuses of sessions, in portions that the service accepts. Leaves out a session if the answer says nothing
 * readable about it: the documents do not say how the answer names its fields, nor in which letter case it repeats the
 * ids. Rejects with ApiError.
 */
export async function readStatuses(
  api: Pick<Api, "call">,
  at: At,
  ids: readonly string[],
  { signal }: { readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, string | null>> {
  const found = new Map<string, string | null>();
  for (const portion of statusPortions(ids)) {
    const listed = await api.call("documents.sessions.statuses", { ...at, body: [...portion] }, { signal });
    for (const id of portion) {
      const Status = (
        listed.find(({ DxmlUID }) => DxmlUID === id) ??
        listed.find(({ DxmlUID }) => DxmlUID.toLowerCase() === id.toLowerCase())
      )?.Status;
      if (Status !== undefined) found.set(id, Status);
    }
  }
  return found;
}

/**
 * Reads the statuses of sessions in several environment groups. `problems`: why some statuses could not be read, one
 * entry for each group; the sessions of these groups are left out.
 */
export async function readStatusesIn(
  api: Pick<Api, "call">,
  place: Place,
  kept: readonly KeptSession[],
  { signal }: { readonly signal: AbortSignal },
): Promise<{
  readonly statuses: ReadonlyMap<string, string | null>;
  readonly problems: readonly { readonly error: unknown; readonly at: At }[];
}> {
  const groups = Map.groupBy(kept, (session) => placeOf(place, session).at.environmentGroup);
  const asked = [...groups].map(async ([environmentGroup, sessions]) => {
    const at = { environment: place.environment, ...inGroup(environmentGroup) };
    return readStatuses(
      api,
      at,
      sessions.map(({ dxmlUID }) => dxmlUID),
      { signal },
    ).then(
      (told) => ({ told }),
      (error: unknown) => ({ problem: { error, at } }),
    );
  });
  const read = await Promise.all(asked);
  return {
    statuses: new Map(read.flatMap((one) => ("told" in one ? [...one.told] : []))),
    problems: read.flatMap((one) => ("problem" in one ? [one.problem] : [])),
  };
}

/** Milliseconds by which the clocks of the service and this computer may differ. */
const clocks = 15 * 60_000;

/** Lists drafts that were started after `from`, or a little before it. Rejects with ApiError. */
export function readDrafts(
  api: Api,
  environment: DocumentsEnvironment,
  from: Date,
  { signal }: { readonly signal: AbortSignal },
): Promise<AnswerOf<"documents.sessions.list">> {
  return api.call(
    "documents.sessions.list",
    { environment, query: { status: ["Draft"], createdStart: new Date(from.getTime() - clocks).toISOString() } },
    { signal },
  );
}

/**
 * Returns the session as the service lists it. Once a session is started, only the list returns its date. Returns
 * undefined if the list does not show the session; this does not prove that the session is gone. A list without a
 * filter would contain all sessions (T157), so this function lists only the sessions that were started at about the
 * same time.
 */
export async function readListed(
  api: Api,
  environment: DocumentsEnvironment,
  { dxmlUID, started }: Pick<KeptSession, "dxmlUID" | "started">,
  { signal }: { readonly signal: AbortSignal },
): Promise<{ readonly validTo: string | null } | undefined> {
  if (started === null) return undefined;
  const at = Date.parse(started);
  const query = { createdStart: new Date(at - clocks).toISOString(), createdEnd: new Date(at + clocks).toISOString() };
  const listed = (await api.call("documents.sessions.list", { environment, query }, { signal })).find(
    ({ DxmlUID }) => DxmlUID === dxmlUID,
  );
  return listed && { validTo: listed.ValidTo ?? null };
}

const minute = 60_000;

export function timeLeft(validTo: string | null, now: number): string {
  const left = utcTime(validTo ?? "") - now;
  if (Number.isNaN(left)) return l10n.t("time left unknown");
  if (left <= 0) return l10n.t("no time left");
  return l10n.t("{0} left", durationWords(left));
}

/**
 * Uses days from 48 hours on, and hours from one hour on. Rounds down, so that nobody expects more time than there is,
 * but to at least one minute.
 */
function durationWords(milliseconds: number): string {
  const minutes = Math.max(1, Math.floor(milliseconds / minute));
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return l10n.t("{0} days", Math.floor(hours / 24));
  return hours >= 1
    ? oneOrMany(hours, l10n.t("1 hour"), l10n.t("{0} hours", hours))
    : oneOrMany(minutes, l10n.t("1 minute"), l10n.t("{0} minutes", minutes));
}

/** Shows the time left unless the session is already deleted. */
export function sessionWords(
  { validTo }: Pick<KeptSession, "validTo">,
  status: Status,
  now: number,
  at: { readonly environmentGroup?: string } = {},
): string {
  return status === "Deleted" ? statusWords(status) : `${statusWords(status, at)} · ${timeLeft(validTo, now)}`;
}

/** In the reader's time zone, with its name. */
export function localTime(milliseconds: number): string {
  return new Date(milliseconds).toLocaleString(undefined, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  });
}

export function startedWords({ started }: Pick<KeptSession, "started">): string {
  return started === null ? l10n.t("start not known") : l10n.t("started {0}", localTime(Date.parse(started)));
}

/** Says in words how long the session is kept. */
export function keptUntil(validTo: string | null): string {
  const at = utcTime(validTo ?? "");
  return Number.isNaN(at) ? l10n.t("until a date that the service did not give") : l10n.t("until {0}", localTime(at));
}

/** Parses `2026-11-30` or `2026-11-30 16:45` in the reader's time zone; undefined if the text is not a date. */
export function readLocalTime(text: string): number | undefined {
  const parts = /^\s*(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2}))?\s*$/
    .exec(text)
    ?.slice(1)
    .map((part) => Number(part ?? 0));
  if (parts === undefined) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minutes = 0] = parts;
  const date = new Date(year, month - 1, day, hour, minutes);
  return date.getMonth() === month - 1 && date.getDate() === day && hour < 24 && minutes < 60
    ? date.getTime()
    : undefined;
}

/** Returns why the date cannot be the end of a session; undefined if it can. */
export function retentionProblem(text: string, now: number): string | undefined {
  const at = readLocalTime(text);
  if (at === undefined) return l10n.t("Write a date as 2026-11-30, or with a time as 2026-11-30 16:45.");
  return at <= now
    ? l10n.t(
        "This time is in the past, so the session would be deleted at once. If that is what you want, delete the session instead.",
      )
    : undefined;
}

/** What a person should know before the date is changed (T151). `next` is an ISO time. */
export function retentionConsequences({
  validTo,
  next,
  now,
}: {
  readonly validTo: string | null;
  readonly next: string;
  readonly now: number;
}): readonly string[] {
  const then = l10n.t(
    "With the new date, the time left is {0}. On that date, the service deletes the session and what was written in it.",
    durationWords(utcTime(next) - now),
  );
  switch (compareRetention(validTo, next)) {
    case "earlier":
      return [
        l10n.t(
          "WARNING: The new date is EARLIER than the current one. The session is currently kept {0} ({1}), but would be deleted sooner with the new date.",
          keptUntil(validTo),
          timeLeft(validTo, now),
        ),
        then,
        l10n.t("A deleted session cannot be brought back."),
      ];
    case "same":
      return [l10n.t("The session already has this date."), then];
    case "later":
      return [l10n.t("The session is currently kept {0} ({1}).", keptUntil(validTo), timeLeft(validTo, now)), then];
    case "unknown":
      return [
        l10n.t("WARNING: The current retention date is not known, so the new date MAY BE EARLIER."),
        then,
        l10n.t("A deleted session cannot be brought back."),
      ];
  }
}

/**
 * What a person should know before the session is discarded; a session whose editing is finished gets a stronger
 * warning.
 */
export function discardConsequences(status: Status): readonly string[] {
  return [
    status === finished
      ? l10n.t("Editing of this session is FINISHED. If you discard the session, it no longer counts as finished.")
      : l10n.t("Once you discard the session, nobody should use what was written in it."),
    l10n.t(
      "The person who started the session may have given an address that the service calls if the session is discarded. The service does not show this address, and you cannot take back the call.",
    ),
    l10n.t("The API documents describe no way back from Discarded."),
  ];
}

/**
 * Returns words for the drafts that the service lists after a start whose answer was lost. The drafts do not say who
 * started them.
 */
export function draftsWords(drafts: readonly { readonly DxmlUID: string }[]): string {
  if (drafts.length === 0) return l10n.t("The service lists no draft from the last quarter of an hour.");
  const named = drafts
    .slice(0, 5)
    .map(({ DxmlUID }) => visible(DxmlUID))
    .join(", ");
  const names = drafts.length > 5 ? l10n.t("{0}, and more", named) : named;
  const found = oneOrMany(
    drafts.length,
    l10n.t(
      "The service lists 1 draft from the last quarter of an hour: {0}. It does not say whose draft this is.",
      names,
    ),
    l10n.t(
      "The service lists {0} drafts from the last quarter of an hour: {1}. It does not say whose drafts these are.",
      drafts.length,
      names,
    ),
  );
  return `${found} ${l10n.t("“Find Editing Sessions…” adds a draft to the view, but you cannot open the draft in the editor: its start URL was only in the answer that was lost.")}`;
}

interface FoundSession extends Pick<KeptSession, "dxmlUID" | "started" | "validTo"> {
  readonly status: Status;
  /** ISO time; null if the service does not say. */
  readonly changed: string | null;
}

/**
 * Returns the sessions that the service lists, newest first, with null for values that the service does not return. The
 * list may hold every session that exists.
 */
export function foundSessions(listed: AnswerOf<"documents.sessions.list">): readonly FoundSession[] {
  const isoOf = (time: number): string | null => (Number.isNaN(time) ? null : new Date(time).toISOString());
  const ages = listed.map(({ DxmlUID, Status, Created, Modified, ValidTo }) => {
    const at = utcTime(Created ?? "");
    return {
      at: Number.isNaN(at) ? -Infinity : at,
      found: {
        dxmlUID: DxmlUID,
        status: Status,
        started: isoOf(at),
        changed: isoOf(utcTime(Modified ?? "")),
        validTo: ValidTo ?? null,
      },
    };
  });
  return ages.sort((left, right) => (left.at < right.at ? 1 : left.at > right.at ? -1 : 0)).map(({ found }) => found);
}

/** Says when the session was started and, if known, when it was changed. */
export function foundWords({ started, changed }: Pick<FoundSession, "started" | "changed">): string {
  return [
    startedWords({ started }),
    ...(changed === null ? [] : [l10n.t("changed {0}", localTime(Date.parse(changed)))]),
  ].join(" · ");
}

/** Shown when the view has no room for all sessions. */
export function tooManyWords(left: number): string {
  return oneOrMany(
    left,
    l10n.t("The view keeps {0} sessions and leaves out 1 older session, which the service still has.", mostKept),
    l10n.t(
      "The view keeps {0} sessions and leaves out {1} older sessions, which the service still has.",
      mostKept,
      grouped(left),
    ),
  );
}
