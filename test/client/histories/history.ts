/** One history: some people in some windows, and a tool that knows no guard, write texts of one library, with faults, crashes and recoveries. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { grantTicket } from "../../sandbox/permits.ts";
import { ApiError, isApiError, type Api } from "../../../api/index.ts";
import { createSaved, guardedWrite, lookAgain, type WriteResult } from "../../../client/guardedWrite.ts";
import { openJournal, type Journal } from "../../../client/journal.ts";
import { deleteText } from "../../../client/libraryWrites.ts";
import { contentsOf, fieldsOf, linesOf, type Change, type Fields, type LibraryText } from "../../../client/writePlan.ts";
import { createOracle, Wrong, type Attempt, type Author, type Figures, type Oracle } from "./oracle.ts";
import type { Library } from "./library.ts";
import { below, oneOf, randomOf, takeTurns, type Random, type Turns, type Writer } from "./turns.ts";

const identity = "the library of the histories";
const faults = [{ kind: "reset-before" }, { kind: "reset-after" }, { kind: "truncate" }, { kind: "status", status: 500 }, { kind: "status", status: 503 }, { kind: "status", status: 409 }, { kind: "stall" }] as const;

interface Stage {
  readonly library: Library;
  readonly random: Random;
  readonly turns: Turns;
  readonly oracle: Oracle;
  readonly texts: readonly string[];
  readonly folder: string;
  readonly alive: Set<number>;
  readonly windows: Window[];
  readonly looks: (() => Promise<void>)[];
  /** A number for each line and value, so that none is like another. */
  unique(): string;
}

interface Window extends Writer, Author {
  readonly pid: number;
  readonly journal: Journal;
  readonly api: Api;
  readonly saved: ReturnType<typeof createSaved>;
  /** By text: what did not end well and was not tried again. */
  readonly left: Map<string, { readonly attempt: Attempt; readonly result: WriteResult }>;
  attempt: Attempt | undefined;
  puts: number;
  /** How many of its calls it has left before it is killed. */
  calls: number;
}

/** Rejects with `Wrong` where something was lost, untrue or in the way. */
export async function runHistory(library: Library, seed: number, figures: Figures): Promise<void> {
  const random = randomOf(seed);
  const folder = await mkdtemp(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "smartform-history-"));
  let number = 0;
  const unique = (): string => `${seed}-${number += 1}`;
  const oracle = createOracle(figures);
  const texts: string[] = [];
  for (let count = random() < 0.7 ? 1 : 2; count > 0; count -= 1) {
    const text = await library.newText(unique);
    oracle.born(text);
    texts.push(text.id);
  }
  const stage: Stage = { library, random, turns: takeTurns(random), oracle, texts, folder, unique, alive: new Set(), windows: [], looks: [] };
  try {
    const count = 2 + below(random, 7);
    for (let index = 0; index < count; index += 1) {
      const window = openWindow(stage, `person ${random() < 0.3 && index > 0 ? index - 1 : index}`, { mayDie: random() < 0.15 });
      stage.turns.start(() => author(stage, window));
    }
    const tool: Writer & Author = { name: "tool", machine: "elsewhere", isGuarded: false, isDead: false };
    stage.turns.start(() => foreign(stage, tool));
    await stage.turns.run();
    for (const look of stage.looks) stage.turns.start(look);
    await stage.turns.run();
    oracle.end();
    for (const window of stage.windows) for (const { attempt, result } of window.isDead ? [] : window.left.values()) await mustBeKept(stage, window, attempt, result);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

let opened = 0;

function openWindow(stage: Stage, machine: string, { mayDie }: { readonly mayDie: boolean }): Window {
  opened += 1;
  const pid = 1_000_000 + opened;
  stage.alive.add(pid);
  const window: Window = {
    name: `window ${opened} of ${machine}`, machine, isGuarded: true, isDead: false, pid, saved: createSaved(), left: new Map(), attempt: undefined, puts: 0, calls: mayDie ? 1 + below(stage.random, 12) : Infinity,
    journal: openJournal(join(stage.folder, machine), { pid, isAlive: (other) => stage.alive.has(other) }),
    api: { ...stage.library.api, call: ((operation: string, request: Called, options: unknown) => call(stage, window, { operation, request, options })) as Api["call"] },
  };
  stage.windows.push(window);
  return window;
}

interface Called {
  readonly path?: { readonly id?: string };
}

interface Call {
  readonly operation: string;
  readonly request: Called;
  readonly options: unknown;
}

/** A call of a window, when it is its turn; the oracle sees what it did. */
async function call(stage: Stage, window: Window, { operation, request, options }: Call): Promise<unknown> {
  const { library, oracle, random, turns } = stage;
  const id = request.path?.id ?? "";
  await turns.next(window);
  window.calls -= 1;
  const dies = window.calls <= 0;
  if (dies && random() < 0.5) return crash(stage, window);
  if (operation === "textlibrary.texts.get") {
    if (random() < 0.02) throw new ApiError("unreachable", operation, "none", "The service could not be reached.");
    oracle.read(window, id);
    const answer = library.raw(operation, request, options);
    return dies ? answer.catch(() => {}).then(() => crash(stage, window)) : answer;
  }
  const fault = operation === "textlibrary.texts.update" && random() < 0.2 ? oneOf(random, faults) : undefined;
  if (fault !== undefined) await library.control("POST", "/faults", { ...fault, path: `/Integrations/textlibrary/texts/${id}`, times: 1 });
  window.puts += 1;
  try {
    return await library.raw(operation, request, fault?.kind === "stall" ? { signal: AbortSignal.timeout(10) } : options);
  } finally {
    const now = await library.look(id);
    if (library.differs(now, oracle.now(id))) oracle.written(window, id, now, window.attempt);
    if (dies) await crash(stage, window);
  }
}

/** Kills the window and opens another one, which takes up what the journal offers. */
async function crash(stage: Stage, window: Window): Promise<never> {
  stage.alive.delete(window.pid);
  const heir = openWindow(stage, window.machine, { mayDie: stage.random() < 0.2 });
  const { attempt } = window;
  const { entries } = await heir.journal.open(identity);
  const isKept = attempt === undefined || entries.some((entry) => entry.kind === "save" && entry.textId === attempt.textId && [...attempt.change.translations ?? []].every(([language, content]) => entry.change.translations?.get(language) === content));
  const held = attempt === undefined ? undefined : stage.oracle.now(attempt.textId);
  const isThere = held !== undefined && held !== null && [...attempt?.change.translations ?? []].every(([language, content]) => linesOf(content).every((line) => (contentsOf(held).get(language.toLowerCase()) ?? "").includes(line.trimEnd())));
  if (!isKept && !isThere) throw new Wrong(`${window.name} was killed, and what it was saving is neither in the journal nor on the service`);
  stage.turns.start(() => recover(stage, heir));
  return stage.turns.die(window);
}

async function recover(stage: Stage, window: Window): Promise<void> {
  const { entries, unreadable } = await window.journal.open(identity);
  if (unreadable.length > 0) throw new Wrong(`A journal entry cannot be read: ${unreadable.join(", ")}`);
  for (const entry of entries) {
    if (entry.kind !== "save") continue;
    const result = await save(stage, window, { textId: entry.textId, base: entry.base, change: entry.change });
    if (result.state === "saved" || result.state === "unchanged") await window.journal.clear(entry.id);
  }
}

async function save(stage: Stage, window: Window, attempt: Attempt): Promise<WriteResult> {
  window.attempt = attempt;
  window.puts = 0;
  const begun = stage.oracle.count(attempt.textId);
  const result = await guardedWrite({ identity, connection: "sandbox", base: attempt.base, change: attempt.change }, {
    api: window.api, journal: window.journal, lock: (key, work) => stage.turns.lock(window, `${window.machine} ${key}`, work),
  });
  window.attempt = undefined;
  stage.oracle.judge(window, attempt, { result, puts: window.puts, begun });
  window.left.delete(attempt.textId);
  if (result.state !== "saved" && result.state !== "unchanged" && result.state !== "invalid") {
    window.left.set(attempt.textId, { attempt, result });
    await mustBeKept(stage, window, attempt, result);
  }
  const saved = window.saved(attempt.base, result);
  if (saved !== undefined) stage.looks.push(async () => {
    const look = await lookAgain(saved, { api: stage.library.api });
    if (look.state !== "kept") stage.oracle.told(window, attempt.textId);
  });
  return result;
}

async function mustBeKept({ folder }: Stage, { name, machine }: Window, { textId, change }: Attempt, { state }: WriteResult): Promise<void> {
  const { entries } = await openJournal(join(folder, machine), { pid: 0, isAlive: () => false }).open(identity);
  const wanted = JSON.stringify([...change.translations ?? []]);
  if (!entries.some((entry) => entry.kind === "save" && entry.textId === textId && JSON.stringify([...entry.change.translations ?? []]) === wanted)) throw new Wrong(`${name} was told "${state}", and its journal does not hold what it wrote`);
}

async function author(stage: Stage, window: Window): Promise<void> {
  const { random } = stage;
  await mkdir(join(stage.folder, window.machine), { recursive: true });
  for (let rounds = 1 + below(random, 3); rounds > 0; rounds -= 1) {
    const textId = oneOf(random, stage.texts);
    const base = await readOrNothing(window.api, textId);
    if (base === undefined) continue;
    if (random() < 0.02) {
      await removeText(window, base);
      continue;
    }
    for (let idle = below(random, 4); idle > 0; idle -= 1) await stage.turns.next(window);
    let attempt: Attempt = { textId, base, change: changeOf(stage, base) };
    for (let tries = 0; tries < 3; tries += 1) {
      const result = await save(stage, window, attempt);
      if (result.state === "saved" || result.state === "unchanged" || result.state === "orphaned" || random() < 0.3) break;
      // Both sides were seen: the author writes theirs and the own lines together.
      if (result.state === "conflict" || result.state === "overwritten") attempt = { textId, base: result.theirs, change: changeOf(stage, result.theirs) };
    }
  }
}

async function removeText(window: Window, text: LibraryText): Promise<void> {
  const ticket = grantTicket({ connection: window.api.connection, operation: "textlibrary.texts.delete", receivers: [], path: { id: text.id } });
  await deleteText(window.api, window.journal, { identity, connection: "sandbox", text, ticket }).catch((error: unknown) => {
    if (!isApiError(error)) throw error;
  });
}

async function readOrNothing(api: Api, id: string): Promise<LibraryText | undefined> {
  try {
    return await api.call("textlibrary.texts.get", { path: { id } });
  } catch (error) {
    if (isApiError(error)) return undefined;
    throw error;
  }
}

/** One or two languages, or a field, or both. */
function changeOf(stage: Stage, base: LibraryText): Change {
  const { random } = stage;
  const contents = contentsOf(base);
  const translations = new Map<string, string>();
  if (random() < 0.85) {
    for (let count = random() < 0.7 ? 1 : 2; count > 0; count -= 1) {
      const language = random() < 0.08 ? oneOf(random, ["fi", "sv-SE"]) : oneOf(random, ["en", "en", "sv"]);
      translations.set(language, edited(stage, contents.get(language.toLowerCase()) ?? ""));
    }
  }
  return { translations, ...(translations.size === 0 || random() < 0.15 ? { fields: fieldOf(stage, base) } : {}) };
}

function edited({ random, unique }: Stage, content: string): string {
  const isOpen = !content.endsWith("\n");
  const lines = linesOf(content).map((line) => line.trimEnd());
  for (let edits = 1 + below(random, 2); edits > 0; edits -= 1) {
    const at = below(random, lines.length + 1), kind = random();
    if (kind < 0.6 && at < lines.length) lines[at] = unique();
    else if (kind < 0.75 && at < lines.length && lines.length > 2) lines.splice(at, 1);
    else lines.splice(at, 0, unique());
  }
  return lines.join("\n") + (isOpen ? "" : "\n");
}

function fieldOf({ random, unique, library }: Stage, base: LibraryText): Partial<Fields> {
  const now = fieldsOf(base);
  return oneOf<Partial<Fields>>(random, [
    { name: unique() }, { name: unique() }, { description: unique() }, { isPublic: !now.isPublic }, { defaultLanguage: now.defaultLanguage === "en" ? "sv" : "en" },
    { folderId: oneOf(random, library.folders) }, { code: `t-${unique()}` }, { contentType: (now.contentType + 1) % 3 },
  ]);
}

/** Another tool: reads when it likes, and writes what it likes; what it leaves out is cleared. */
async function foreign(stage: Stage, tool: Writer & Author): Promise<void> {
  const { random, turns, oracle, library, unique } = stage;
  for (let writes = below(random, 4); writes > 0; writes -= 1) {
    for (let idle = below(random, 8); idle > 0; idle -= 1) await turns.next(tool);
    const id = oneOf(random, stage.texts);
    const read = await library.look(id);
    if (read === null) continue;
    if (random() < 0.5) await turns.next(tool);
    const { id: _, createdDate: __, updatedDate: ___, translations: ____, ...fields } = read;
    const language = oneOf(random, ["en", "sv"]);
    const translations = { [language]: { content: edited(stage, contentsOf(read).get(language) ?? "") } };
    const { folderId, code, contentType } = read;
    const body = oneOf<Record<string, unknown>>(random, [
      { folderId, code, contentType }, { folderId, code, contentType, translations }, { ...fields, translations }, { ...fields, translations }, { ...fields, reviewer: unique() },
      { ...fields, folderId: oneOf(random, library.folders) }, { ...fields, isPublic: false }, { ...fields, name: unique(), translations },
    ]);
    const gone = random() < 0.04;
    await library.foreign(id, gone ? undefined : body);
    const now = await library.look(id);
    if (library.differs(now, oracle.now(id))) oracle.written(tool, id, now, undefined);
  }
}
