/**
 * The guarded write: the only way in which a text is changed. The service has no version guard and clears
 * what a PUT leaves out, so that every save is journaled, merged with what the service holds at that moment, and read
 * back. Nothing is sent twice blindly. `docs/guarded-write.md` says what this promises and what it cannot.
 */
import { isApiError } from "../../api/index.ts";
import type { Api, ApiError } from "../../api/index.ts";
import { closeEntry } from "./journal.ts";
import type { Journal } from "./journal.ts";
import type { Warn } from "../../disk/index.ts";
import { contentsOf, fieldsOf, isPartLost, planWrite, withChange } from "./writePlan.ts";
import type { Change, Conflict, LibraryText, Plan } from "./writePlan.ts";

export interface WriteRequest {
  /** Binds the journal: see `identityOf`. */
  readonly identity: string;
  /** Name of the connection, for people. */
  readonly connection: string;
  /** The text as the author knew it when the editing began. */
  readonly base: LibraryText;
  readonly change: Change;
}

type WriteStep = "journaled" | "read" | "planned" | "sending" | "sent" | "lost" | "read-back" | "cleared";

export interface WritePorts {
  readonly api: Api;
  readonly journal: Journal;
  /** Runs the work while no other save of the same text is at work, in any window of this user. */
  readonly lock: <T>(key: string, work: () => Promise<T>, options: { readonly signal?: AbortSignal }) => Promise<T>;
  /** Told after each step, for the log. */
  readonly step?: (step: WriteStep) => void;
  readonly warn?: Warn;
}

export type WriteResult =
  /**
   * The service holds what was meant. `text` is its own reading, other people's changes included; `before` the text
   * without what was meant.
   */
  | { readonly state: "saved"; readonly text: LibraryText; readonly before: LibraryText; readonly meant: Change }
  /** It was there already: nothing was sent. `before` is what the author's change began with. */
  | { readonly state: "unchanged"; readonly text: LibraryText; readonly before: LibraryText }
  /**
   * Somebody else changed the same. Nothing was written, unless there is an `error`: then a request was sent, and
   * nobody knows what became of it.
   */
  | {
      readonly state: "conflict";
      readonly conflicts: readonly Conflict[];
      readonly theirs: LibraryText;
      readonly error?: ApiError;
    }
  /** It was written, and when it was read back something else was there: somebody wrote at the same moment. */
  | { readonly state: "overwritten"; readonly theirs: LibraryText }
  /** The service accepted it but could not be asked whether it is there. */
  | { readonly state: "unverified"; readonly error: ApiError }
  /** Nothing is known: the request may have taken effect. The journal keeps it. */
  | { readonly state: "unknown"; readonly error: ApiError }
  /** The text is not there any more, or not visible to this client (T34). */
  | { readonly state: "orphaned"; readonly error: ApiError }
  /** The service refused, or could not be reached before anything was sent: nothing happened. */
  | { readonly state: "failed"; readonly error: ApiError }
  /** The change itself cannot be sent: nothing happened. */
  | { readonly state: "invalid"; readonly reason: string };

/**
 * Rejects only where the journal cannot be written; nothing was sent then. `signal` ends the waiting until the write
 * itself begins.
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
   * From here on nothing is cancelled: half a save would leave the author without an answer. `again`: the answer to the
   * first request was lost.
   */
  async function send({ body, expected }: Writing, { over, meant, again = false }: Meant): Promise<WriteResult> {
    const refusal = await put(base.id, body, ports);
    step(refusal === undefined ? "sent" : "lost");
    // Of the first request nothing is known, whatever became of the second: it may even arrive later.
    if (refusal?.outcome === "none" && again) return { state: "unknown", error: refusal };
    if (refusal?.outcome === "none")
      return { state: refusal.code === "not-found" ? "orphaned" : "failed", error: refusal };

    const after = await read(base.id, ports, undefined);
    if (isApiError(after)) {
      if (refusal === undefined) return { state: "unverified", error: after };
      return { state: "unknown", error: refusal };
    }
    step("read-back");
    // Others may have written right behind, in other languages, fields and lines: what was meant has to be in there,
    // not to be all there is.
    const left = planWrite({ base: over, theirs: after, change: meant });
    if (left.state === "unchanged")
      return isPartLost({ base, change, expected, after })
        ? { state: "overwritten", theirs: after }
        : { state: "saved", text: after, before: over, meant };
    if (refusal === undefined || refusal.outcome === "done") return { state: "overwritten", theirs: after };
    // The answer was lost, and what is missing does not meet what is there: it may be sent once more, over the reading
    // of this moment.
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
  /** What was saved is there, whatever others added. */
  | { readonly state: "kept"; readonly text: LibraryText }
  | { readonly state: "changed"; readonly theirs: LibraryText }
  /** The text is not there any more, or not visible to this client. */
  | { readonly state: "gone" }
  | { readonly state: "unknown"; readonly error: ApiError };

/** What a save left behind, for a look at it some seconds later. */
export interface Saved {
  /** What the author's changes began with, and what they were to make of it. */
  readonly before: LibraryText;
  readonly text: LibraryText;
}

/** Of one library. */
export interface Looks {
  /** Told of every save. Whether there is something to look for some seconds later. */
  after(base: LibraryText, result: WriteResult): boolean;
  /** The look is made now: what to look for in the text. */
  take(textId: string): readonly Saved[];
}

/**
 * Remembers what to look for. One look is for all saves of a text that follow each other closely: what an earlier one
 * wrote is looked for as the last one left it, unless that one showed that somebody had taken it away in between. A
 * save that was written in part, or perhaps, belongs to the next one of the same text that is read back well.
 */
export function createLooks(): Looks {
  const waiting = new Map<string, readonly Saved[]>();
  const uncertain = new Map<string, LibraryText>();
  return {
    after(base, result) {
      if (result.state === "saved" || result.state === "unchanged") {
        const now = result.state === "saved" ? result.before : result.text;
        // Not what was read back: an earlier save may have been overwritten by then.
        const text = result.state === "saved" ? withChange(result.before, result.meant) : result.text;
        const earlier = (waiting.get(base.id) ?? []).map((saved) => (isKept(saved, now) ? { ...saved, text } : saved));
        // Both: what an uncertain save began with may be what this one has put back.
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
 * Looks at saves of one text some seconds later. Somebody who had read before them and wrote after they were read back
 * has overwritten them without knowing, and only a look after that can tell.
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

/** A reading straight from the service. Its failure is an answer, not an exception. */
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

/** undefined where the service accepted it. */
async function put(id: string, body: Writing["body"], { api }: WritePorts): Promise<ApiError | undefined> {
  try {
    await api.call("textlibrary.texts.update", { path: { id }, body });
    return undefined;
  } catch (error) {
    if (isApiError(error)) return error;
    throw error;
  }
}
