/**
 * The guarded write: the only way in which this extension changes a text. The service has no version guard and clears what a PUT leaves
 * out, so that every save is journaled, merged with what the service holds at that moment, and read back. Nothing is sent twice blindly.
 * `docs/guarded-write.md` says what this promises and what it cannot.
 */
import { isApiError, type Api, type ApiError } from "../api/index.ts";
import type { Journal } from "./journal.ts";
import { contentsOf, fieldsOf, isAsIntended, isSameText, planWrite, type Change, type Conflict, type Intended, type LibraryText } from "./writePlan.ts";

export interface WriteRequest {
  /** Binds the journal: see `identityOf`. */
  readonly identity: string;
  /** Name of the connection, for people. */
  readonly connection: string;
  /** The text as the author knew it when the editing began. */
  readonly base: LibraryText;
  readonly change: Change;
}

export type WriteStep = "journaled" | "read" | "planned" | "sending" | "sent" | "lost" | "read-back" | "cleared";

export interface WritePorts {
  readonly api: Api;
  readonly journal: Journal;
  /** Runs the work while no other save of the same text is at work, in any window of this user. */
  readonly lock: <T>(key: string, work: () => Promise<T>, options: { readonly signal?: AbortSignal }) => Promise<T>;
  /** Told after each step, for the log. */
  readonly step?: (step: WriteStep) => void;
}

export type WriteResult =
  /** The service holds what was meant. `text` is its own reading, other people's changes included. */
  | { readonly state: "saved"; readonly text: LibraryText }
  /** It was there already: nothing was sent. */
  | { readonly state: "unchanged"; readonly text: LibraryText }
  /** Nothing was written: somebody else changed the same. */
  | { readonly state: "conflict"; readonly conflicts: readonly Conflict[]; readonly theirs: LibraryText }
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

/** Rejects only where the journal cannot be written; nothing was sent then. `signal` ends the waiting until the write itself begins. */
export function guardedWrite(request: WriteRequest, ports: WritePorts, options: { readonly signal?: AbortSignal } = {}): Promise<WriteResult> {
  return ports.lock(`${request.identity} ${request.base.id}`, () => write(request, ports, options), options);
}

async function write({ identity, connection, base, change }: WriteRequest, ports: WritePorts, { signal }: { readonly signal?: AbortSignal }): Promise<WriteResult> {
  const { journal, step = () => {} } = ports;
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
    return { state: "unchanged", text: fresh };
  }
  if (plan.state === "conflict") return { ...plan, theirs: fresh };
  if (plan.state === "invalid") {
    await finish();
    return plan;
  }

  await journal.write({ ...intent, state: "sending" });
  step("sending");
  const sent = await send({ before: fresh, body: plan.body, intended: plan.intended });
  if (sent.state === "saved") await finish();
  return sent;

  async function finish(): Promise<void> {
    await journal.clear(entry);
    step("cleared");
  }

  /** From here on nothing is cancelled: half a save would leave the author without an answer. */
  async function send({ before, body, intended, again = false }: Sending): Promise<WriteResult> {
    const refusal = await put(base.id, body, ports);
    step(refusal === undefined ? "sent" : "lost");
    if (refusal?.outcome === "none") return { state: refusal.code === "not-found" ? "orphaned" : "failed", error: refusal };

    const after = await read(base.id, ports, undefined);
    if (isApiError(after)) {
      if (refusal === undefined) return { state: "unverified", error: after };
      return { state: "unknown", error: refusal };
    }
    step("read-back");
    if (isAsIntended(after, intended)) return { state: "saved", text: after };
    if (refusal === undefined || refusal.outcome === "done") return { state: "overwritten", theirs: after };
    // The answer was lost. The text is untouched: the request did not arrive, and the same one may be sent once more.
    if (isSameText(after, before)) return again ? { state: "unknown", error: refusal } : send({ before: after, body, intended, again: true });
    return { state: "conflict", conflicts: differences(before, intended, after), theirs: after };
  }
}

interface Sending {
  readonly before: LibraryText;
  readonly body: Extract<ReturnType<typeof planWrite>, { state: "write" }>["body"];
  readonly intended: Intended;
  readonly again?: boolean;
}

/** What is there instead of what was meant. */
function differences(before: LibraryText, { fields, translations }: Intended, theirs: LibraryText): readonly Conflict[] {
  const [old, now] = [fieldsOf(before), fieldsOf(theirs)];
  const [oldContents, contents] = [contentsOf(before), contentsOf(theirs)];
  const conflicts: Conflict[] = [];
  for (const field of Object.keys(fields) as (keyof typeof fields)[]) {
    if (fields[field] !== now[field]) conflicts.push({ kind: "field", field, base: String(old[field]), mine: String(fields[field]), theirs: String(now[field]) });
  }
  for (const [language, mine] of translations) {
    const content = contents.get(language) ?? null;
    if (content !== mine) conflicts.push({ kind: "language", language, base: oldContents.get(language) ?? null, mine, theirs: content });
  }
  return conflicts;
}

/** A reading straight from the service. Its failure is an answer, not an exception. */
async function read(id: string, { api }: WritePorts, signal: AbortSignal | undefined): Promise<LibraryText | ApiError> {
  try {
    return await api.call("textlibrary.texts.get", { path: { id } }, signal ? { signal } : {});
  } catch (error) {
    if (isApiError(error)) return error;
    throw error;
  }
}

/** undefined where the service accepted it. */
async function put(id: string, body: Sending["body"], { api }: WritePorts): Promise<ApiError | undefined> {
  try {
    await api.call("textlibrary.texts.update", { path: { id }, body });
    return undefined;
  } catch (error) {
    if (isApiError(error)) return error;
    throw error;
  }
}
