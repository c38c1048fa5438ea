/**
 * The guarded write: the only way to change a text. The service has no version guard and clears what a PUT leaves out,
 * so every save is journaled, merged with the service's current text, and read back. Nothing is resent blindly.
 * `docs/guarded-write.md` says what the guarded write promises, and what it cannot promise.
 */
import { isApiError } from "../../api/index.ts";
import type { Api, ApiError } from "../../api/index.ts";
import { closeEntry } from "./journal.ts";
import type { Journal } from "./journal.ts";
import type { Warn } from "../../disk/index.ts";
import { contentsOf, fieldsOf, isPartLost, planWrite, withChange } from "./writePlan.ts";
import type { Change, Conflict, LibraryText, Plan } from "./writePlan.ts";

export interface WriteRequest {
  /** Binds the journal's entries to one company's library: see `identityOf`. */
  readonly identity: string;
  /** Name of the connection, for the user. */
  readonly connection: string;
  /** The text as it was when the author began to edit. */
  readonly base: LibraryText;
  readonly change: Change;
}

type WriteStep = "journaled" | "read" | "planned" | "sending" | "sent" | "lost" | "read-back" | "cleared";

export interface WritePorts {
  readonly api: Api;
  readonly journal: Journal;
  /** Runs the work while no other save of the same text runs, in any window of this user. */
  readonly lock: <T>(key: string, work: () => Promise<T>, options: { readonly signal?: AbortSignal }) => Promise<T>;
  /** Called after each step, for the log. */
  readonly step?: (step: WriteStep) => void;
  readonly warn?: Warn;
}

export type WriteResult =
  /**
   * The service holds the change. `text` is the service's text, including other people's changes; `before` is the text
   * without the change.
   */
  | { readonly state: "saved"; readonly text: LibraryText; readonly before: LibraryText; readonly meant: Change }
  /** The service already had the change: nothing was sent. `before` is the text that the author began with. */
  | { readonly state: "unchanged"; readonly text: LibraryText; readonly before: LibraryText }
  /**
   * Somebody else changed the same part. Without an `error`, nothing was written. With an `error`, a request was sent,
   * and its outcome is unknown.
   */
  | {
      readonly state: "conflict";
      readonly conflicts: readonly Conflict[];
      readonly theirs: LibraryText;
      readonly error?: ApiError;
    }
  /** The change was written, but the read-back differs: somebody else wrote at the same moment. */
  | { readonly state: "overwritten"; readonly theirs: LibraryText }
  /** The service accepted the change, but the read-back failed. */
  | { readonly state: "unverified"; readonly error: ApiError }
  /** The outcome is unknown: the request may have taken effect. The journal keeps the entry. */
  | { readonly state: "unknown"; readonly error: ApiError }
  /** The text no longer exists, or is not visible to this client (T34). */
  | { readonly state: "orphaned"; readonly error: ApiError }
  /** The service refused the save, or the save failed before the change was sent: the text is unchanged. */
  | { readonly state: "failed"; readonly error: ApiError }
  /** The change itself cannot be sent: the text is unchanged. */
  | { readonly state: "invalid"; readonly reason: string };

/**
 * Saves a change of a text. Rejects only if the journal cannot be written; in that case, nothing was sent. `signal` can
 * cancel the save until the write itself begins.
 */
export function guardedWrite(
  request: WriteRequest,
  ports: WritePorts,
  options: { readonly signal?: AbortSignal } = {},
): Promise<WriteResult> {
  return ports.lock(`${request.identity} ${request.base.id}`, () => write(request, ports, options), options);
}

async function write(
  { identity, connection, base, change }: WriteRequest,
  ports: WritePorts,
  { signal }: { readonly signal?: AbortSignal },
): Promise<WriteResult> {
  const { journal, step = () => {}, warn } = ports;
  const intent = { kind: "save", identity, connection, textId: base.id, title: base.code, base, change } as const;
  const entry = await journal.write({ ...intent, state: "intent" });
  step("journaled");

  const fresh = await read(base.id, ports, signal);
  if (isApiError(fresh)) return { state: fresh.code === "not-found" ? "orphaned" : "failed", error: fresh };
  step("read");

  const plan = planWrite({ base, theirs: fresh, change });
  step("planned");
  if (plan.state === "unchanged") {
    await finish();
    return { state: "unchanged", text: fresh, before: base };
  }
  if (plan.state === "conflict") return { ...plan, theirs: fresh };
  if (plan.state === "invalid") {
    await finish();
    return plan;
  }

  await journal.write({ ...intent, state: "sending" });
  step("sending");
  const sent = await send(plan, plan);
  if (sent.state === "saved") await finish();
  return sent;

  async function finish(): Promise<void> {
    if (await closeEntry(journal, entry, warn)) step("cleared");
  }

  /**
   * Cannot be cancelled: if it stopped halfway, the author would not learn the outcome. `again` means that the answer
   * to the first request was lost.
   */
  async function send({ body, expected }: Writing, { over, meant, again = false }: Meant): Promise<WriteResult> {
    const refusal = await put(base.id, body, ports);
    step(refusal === undefined ? "sent" : "lost");
    // A refusal of the second request proves nothing about the first, which may even arrive later.
    if (refusal?.outcome === "none" && again) return { state: "unknown", error: refusal };
    if (refusal?.outcome === "none")
      return { state: refusal.code === "not-found" ? "orphaned" : "failed", error: refusal };

    const after = await read(base.id, ports, undefined);
    if (isApiError(after)) {
      if (refusal === undefined) return { state: "unverified", error: after };
      return { state: "unknown", error: refusal };
    }
    step("read-back");
    // Others may have written since, in other languages, fields and lines: the text must contain the change, and may
    // contain other changes too.
    const left = planWrite({ base: over, theirs: after, change: meant });
    if (left.state === "unchanged")
      return isPartLost({ base, change, expected, after })
        ? { state: "overwritten", theirs: after }
        : { state: "saved", text: after, before: over, meant };
    if (refusal === undefined || refusal.outcome === "done") return { state: "overwritten", theirs: after };
    // The answer was lost. The missing part of the change conflicts with nothing: send it once more, over the current
    // text.
    if (left.state === "write")
      return again ? { state: "unknown", error: refusal } : send({ ...left, expected }, { over, meant, again: true });
    return {
      state: "conflict",
      conflicts: left.state === "conflict" ? left.conflicts : [],
      theirs: after,
      error: refusal,
    };
  }
}

type Writing = Extract<Plan, { readonly state: "write" }>;

interface Meant extends Pick<Writing, "over" | "meant"> {
  readonly again?: boolean;
}

export type Look =
  /** The text still contains the saved change, whatever others have added. */
  | { readonly state: "kept"; readonly text: LibraryText }
  | { readonly state: "changed"; readonly theirs: LibraryText }
  /** The text no longer exists, or is not visible to this client. */
  | { readonly state: "gone" }
  | { readonly state: "unknown"; readonly error: ApiError };

/** A record of a save, for checking the save some seconds later. */
export interface Saved {
  /** The text before the author's changes, and the text that they should produce. */
  readonly before: LibraryText;
  readonly text: LibraryText;
}

/** The pending checks of one library. */
export interface Looks {
  /** Call it after every save. Returns whether there is something to check some seconds later. */
  after(base: LibraryText, result: WriteResult): boolean;
  /** Returns the saves of the text that are to be checked, and forgets them. Call it when you check them. */
  take(textId: string): readonly Saved[];
}

/**
 * Remembers what to check after saves. One check covers all saves of a text that follow each other closely. The check
 * expects the text that the last save produced. If an earlier save's change was already gone when the last save began,
 * the check expects that change as well, and so detects the loss. An uncertain save, for example one that ended in a
 * conflict, is checked together with the next successful save of the same text.
 */
export function createLooks(): Looks {
  const waiting = new Map<string, readonly Saved[]>();
  const uncertain = new Map<string, LibraryText>();
  return {
    after(base, result) {
      if (result.state === "saved" || result.state === "unchanged") {
        const now = result.state === "saved" ? result.before : result.text;
        // Does not use the text that was read back: before the read-back, somebody may have overwritten an earlier
        // save.
        const text = result.state === "saved" ? withChange(result.before, result.meant) : result.text;
        const earlier = (waiting.get(base.id) ?? []).map((saved) => (isKept(saved, now) ? { ...saved, text } : saved));
        // After an uncertain save, the check looks for two changes: from the text before the current save to the new
        // text, and from the text before the uncertain save to the new text. The second alone is not enough: it is
        // empty if the current save restored the text from before the uncertain save.
        const befores = [result.before, ...(uncertain.has(base.id) ? [uncertain.get(base.id) ?? base] : [])];
        waiting.set(base.id, [...earlier, ...befores.map((before) => ({ before, text }))]);
        uncertain.delete(base.id);
        return true;
      }
      if (!uncertain.has(base.id) && result.state !== "failed" && result.state !== "invalid")
        uncertain.set(base.id, base);
      return false;
    },
    take(textId) {
      const saved = waiting.get(textId) ?? [];
      waiting.delete(textId);
      return saved;
    },
  };
}

/**
 * Checks saves of one text some seconds later. Somebody may have read the text before a save and written it after the
 * save's read-back. Such a write overwrites the save, and only a later check can detect this.
 */
export async function lookAgain(
  textId: string,
  saves: readonly Saved[],
  { api }: Pick<WritePorts, "api">,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<Look> {
  const now = await read(textId, { api }, signal);
  if (isApiError(now)) return now.code === "not-found" ? { state: "gone" } : { state: "unknown", error: now };
  return saves.every((saved) => isKept(saved, now)) ? { state: "kept", text: now } : { state: "changed", theirs: now };
}

function isKept({ before, text }: Saved, now: LibraryText): boolean {
  return (
    planWrite({ base: before, theirs: now, change: { fields: fieldsOf(text), translations: contentsOf(text) } })
      .state === "unchanged"
  );
}

/** Reads the text from the service. Returns an ApiError instead of throwing it. */
async function read(
  id: string,
  { api }: Pick<WritePorts, "api">,
  signal: AbortSignal | undefined,
): Promise<LibraryText | ApiError> {
  try {
    return await api.call("textlibrary.texts.get", { path: { id } }, signal ? { signal } : {});
  } catch (error) {
    if (isApiError(error)) return error;
    throw error;
  }
}

/** Resolves with undefined if the service accepted the request. */
async function put(id: string, body: Writing["body"], { api }: WritePorts): Promise<ApiError | undefined> {
  try {
    await api.call("textlibrary.texts.update", { path: { id }, body });
    return undefined;
  } catch (error) {
    if (isApiError(error)) return error;
    throw error;
  }
}
