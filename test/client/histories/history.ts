/** One history: some people in some windows, and a tool that knows no guard, write texts of one library, with faults, crashes and recoveries. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { grantTicket } from "../../sandbox/permits.ts";
import { ApiError, isApiError, type Api } from "../../../api/index.ts";
import { createLooks, guardedWrite, lookAgain, type Looks, type WriteResult } from "../../../client/guardedWrite.ts";
import { isGone, openJournal, type Journal } from "../../../client/journal.ts";
import { deleteText } from "../../../client/libraryWrites.ts";
import { newerReading, restoreLineEnds } from "../../../client/textlib/saveModel.ts";
import { findUnfinished } from "../../../client/textlib/unfinished.ts";
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
  readonly looks: Looks;
  /** Entries of its own in the journal: its buffers hold them. */
  readonly entries: Set<string>;
  /** By text and part: what did not end well and was not tried again. */
  readonly left: Map<string, { readonly attempt: Attempt; readonly result: WriteResult }>;
  attempt: Attempt | undefined;
  puts: number;
  /** The service said yes to the write of this save. */
  accepted: boolean;
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
    const text = await library.newText(unique, random);
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

/** `pid`: the system gives numbers of processes that are gone to new ones. */
function openWindow(stage: Stage, machine: string, { mayDie, pid = 1_000_000 + opened }: { readonly mayDie: boolean; readonly pid?: number }): Window {
  opened += 1;
  stage.alive.add(pid);
  const journal = openJournal(join(stage.folder, machine), { pid, isAlive: (other) => stage.alive.has(other) });
  const entries = new Set<string>();
  const window: Window = {
    name: `window ${opened} of ${machine}`, machine, isGuarded: true, isDead: false, pid, looks: createLooks(), entries, left: new Map(), attempt: undefined, puts: 0, accepted: false, calls: mayDie ? 1 + below(stage.random, 12) : Infinity,
    journal: {
      ...journal,
      async write(entry) {
        const id = await journal.write(entry);
        entries.add(id);
        return id;
      },
    },
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
  // Some writes are under way for long, while others read and write.
  if (random() < 0.1) for (let held = 3 + below(random, 8); held > 0; held -= 1) await turns.next(window);
  const fault = operation === "textlibrary.texts.update" && random() < 0.2 ? oneOf(random, faults) : undefined;
  if (fault !== undefined && fault.kind !== "stall") await library.control("POST", "/faults", { ...fault, path: `/Integrations/textlibrary/texts/${id}`, times: 1 });
  if (window.attempt !== undefined) oracle.sent(window, window.attempt, window);
  window.puts += 1;
  // No time is waited for, because it is not the same on every machine.
  if (fault?.kind === "stall") {
    if (dies) return crash(stage, window);
    throw new ApiError("timeout", "textlibrary.texts.update", "unknown", "The service did not answer in time.");
  }
  try {
    const answer = await library.raw(operation, request, options);
    window.accepted = true;
    return answer;
  } catch (error) {
    if (isApiError(error) && error.outcome === "done") window.accepted = true;
    throw error;
  } finally {
    const now = await library.look(id);
    if (library.differs(now, oracle.now(id))) oracle.written(window, id, now, window.attempt);
    if (dies) await crash(stage, window);
  }
}

/** Kills the window and opens another one, which takes up what the journal offers. */
async function crash(stage: Stage, window: Window): Promise<never> {
  stage.alive.delete(window.pid);
  const heir = openWindow(stage, window.machine, { mayDie: stage.random() < 0.2, ...(stage.random() < 0.3 ? { pid: window.pid } : {}) });
  const { attempt } = window;
  const { entries } = await heir.journal.open(identity);
  const own = entries.find((entry) => window.entries.has(entry.id) && entry.kind === "save" && attempt !== undefined && entry.textId === attempt.textId && isLike(entry.change, attempt.change));
  if (own?.kind === "save" && own.state === "intent" && window.puts > 0) throw new Wrong(`${window.name} was killed, and its journal says of what it sent that nothing was sent`);
  const isKept = attempt === undefined || entries.some((entry) => entry.kind === "save" && entry.textId === attempt.textId && [...attempt.change.translations ?? []].every(([language, content]) => entry.change.translations?.get(language) === content));
  const held = attempt === undefined ? undefined : stage.oracle.now(attempt.textId);
  const isThere = held !== undefined && held !== null && [...attempt?.change.translations ?? []].every(([language, content]) => linesOf(content).every((line) => (contentsOf(held).get(language.toLowerCase()) ?? "").includes(line.trimEnd())));
  if (!isKept && !isThere) throw new Wrong(`${window.name} was killed, and what it was saving is neither in the journal nor on the service`);
  stage.turns.start(() => recover(stage, heir));
  return stage.turns.die(window);
}

/** A window at its start: what killed ones left and the service has is closed, and its author says yes to the rest. */
async function recover(stage: Stage, window: Window): Promise<void> {
  const { open, done, unreadable } = await findUnfinished({ api: window.api, journal: window.journal, identity });
  if (unreadable.length > 0) throw new Wrong(`A journal entry cannot be read: ${unreadable.join(", ")}`);
  for (const { entry, text } of done) {
    if (entry.kind !== "save") continue;
    stage.oracle.closed(window, entry, text);
    lookLater(stage, window, { base: entry.base, result: { state: "unchanged", before: entry.base, text } });
  }
  for (const entry of open) {
    if (entry.kind !== "save") continue;
    const result = await save(stage, window, { textId: entry.textId, base: entry.base, change: entry.change });
    if (result.state === "saved" || result.state === "unchanged") await window.journal.clear(entry.id);
  }
}

/** `from`: the base that the editor takes, where it is another reading than the author's. */
async function save(stage: Stage, window: Window, attempt: Attempt, { from = attempt.base }: { readonly from?: LibraryText } = {}): Promise<WriteResult> {
  const begun = stage.oracle.count(attempt.textId);
  const result = await guardedWrite({ identity, connection: "sandbox", base: from, change: attempt.change }, {
    api: window.api, journal: window.journal,
    lock: (key, work) => stage.turns.lock(window, `${window.machine} ${key}`, () => {
      [window.attempt, window.puts, window.accepted] = [attempt, 0, false];
      return work();
    }),
  });
  const { puts } = window;
  window.attempt = undefined;
  stage.oracle.judge(window, attempt, { result, puts, begun });
  const part = partOf(attempt);
  window.left.delete(part);
  if (result.state !== "saved" && result.state !== "unchanged" && result.state !== "invalid") {
    window.left.set(part, { attempt, result });
    await mustBeKept(stage, window, attempt, result);
  }
  lookLater(stage, window, { base: from, result });
  return result;
}

function lookLater({ looks, library, oracle }: Stage, window: Window, { base, result }: { readonly base: LibraryText; readonly result: WriteResult }): void {
  if (!window.looks.after(base, result)) return;
  looks.push(async () => {
    const saves = window.looks.take(base.id);
    if (saves.length === 0) return;
    if ((await lookAgain(base.id, saves, { api: library.api })).state !== "kept") oracle.told(window, base.id);
  });
}

function partOf({ textId, change }: Attempt): string {
  return JSON.stringify([textId, Object.keys(change.fields ?? {}).sort(), [...change.translations?.keys() ?? []].map((language) => language.toLowerCase()).sort()]);
}

function isLike(one: Change, other: Change): boolean {
  return JSON.stringify([one.fields ?? {}, [...one.translations ?? []]]) === JSON.stringify([other.fields ?? {}, [...other.translations ?? []]]);
}

async function mustBeKept({ folder }: Stage, { name, machine }: Window, { textId, change }: Attempt, { state }: WriteResult): Promise<void> {
  const { entries } = await openJournal(join(folder, machine), { pid: 0, isAlive: () => false }).open(identity);
  if (!entries.some((entry) => entry.kind === "save" && entry.textId === textId && isLike(entry.change, change))) throw new Wrong(`${name} was told "${state}", and its journal does not hold what it wrote`);
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
    const first = await reloaded(stage, window, base);
    let attempt: Attempt = { textId, base: first.shown, change: changeOf(stage, first.shown) };
    let { from } = first;
    for (let tries = 0; tries < 3; tries += 1) {
      const result = await save(stage, window, attempt, { from });
      if (result.state === "saved" && random() < 0.15) await undo(stage, window, { attempt, now: result.text });
      if (result.state === "saved" || result.state === "unchanged" || result.state === "orphaned" || result.state === "invalid" || random() < 0.3) break;
      // Both sides were seen: the author writes theirs and the own lines together, or gives up and begins anew.
      if (result.state === "conflict" || result.state === "overwritten") {
        attempt = { textId, base: result.theirs, change: random() < 0.7 ? together(stage, attempt, result.theirs) : changeOf(stage, result.theirs) };
        from = attempt.base;
      }
    }
    await mustNotBeOffered(window);
  }
}

/** Before anything is typed, the editor may load the text again, which somebody else changed: what it shows then is where the author begins. */
async function reloaded({ random }: Stage, window: Window, base: LibraryText): Promise<{ readonly shown: LibraryText; readonly from: LibraryText }> {
  const shown = random() < 0.2 ? await readOrNothing(window.api, base.id) : undefined;
  if (shown === undefined) return { shown: base, from: base };
  const language = oneOf(random, [...contentsOf(shown).keys()]);
  return { shown, from: newerReading({ readings: [shown, base], base }, { language, shown: contentsOf(shown).get(language) ?? "" }) ?? base };
}

/** The author takes a saved language back to how it was. */
async function undo(stage: Stage, window: Window, { attempt: { textId, base, change }, now }: { readonly attempt: Attempt; readonly now: LibraryText }): Promise<void> {
  const language = [...change.translations?.keys() ?? []].find((key) => contentsOf(base).has(key.toLowerCase()))?.toLowerCase();
  if (language === undefined) return;
  const before = contentsOf(base).get(language) ?? "";
  const from = newerReading({ readings: [now, base], base: now }, { language, shown: before }) ?? now;
  await save(stage, window, { textId, base: now, change: { translations: new Map([[language, before]]) } }, { from });
}

/** What a window holds itself is not offered to it as what a killed one left. */
async function mustNotBeOffered({ name, journal, entries: own }: Window): Promise<void> {
  for (const entry of (await journal.open(identity)).entries) if (!isGone(entry) && own.has(entry.id)) throw new Wrong(`${name} was offered what it holds itself`);
}

/** Theirs, with as much below it as the author had added and misses: in other words, so that every line has one place. */
function together({ unique }: Stage, { base, change }: Attempt, theirs: LibraryText): Change {
  const translations = new Map<string, string>();
  for (const [language, mine] of change.translations ?? []) {
    const [before, there] = [base, theirs].map((text) => contentsOf(text).get(language.toLowerCase()) ?? "") as [string, string];
    const known = new Set([...linesOf(before), ...linesOf(there)].map((line) => line.trimEnd()));
    const lines = linesOf(mine).map((line) => line.trimEnd()).filter((line) => !known.has(line)).map(unique);
    translations.set(language, lines.length === 0 ? there : `${there}${there === "" || there.endsWith("\n") ? "" : "\n"}${lines.join("\n")}\n`);
  }
  return { ...change, translations };
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

/** One or two languages, or a field, or both; with what the author leaves as it is passed along now and then. */
function changeOf(stage: Stage, base: LibraryText): Change {
  const { random, unique } = stage;
  const contents = contentsOf(base);
  const translations = new Map<string, string>();
  if (random() < 0.85) {
    for (let count = random() < 0.7 ? 1 : 2; count > 0; count -= 1) {
      const language = random() < 0.08 ? oneOf(random, ["fi", "sv-SE"]) : oneOf(random, ["en", "en", "sv"]);
      const before = contents.get(language.toLowerCase()) ?? "";
      translations.set(language, restoreLineEnds(before, asEdited(edited(stage, before))));
    }
    if (random() < 0.01) translations.set(oneOf(random, [...translations.keys()]).toUpperCase(), unique());
    if (random() < 0.15) for (const [language, content] of contents) if (![...translations.keys()].some((key) => key.toLowerCase() === language)) translations.set(language, content);
  }
  return { translations, ...(translations.size === 0 || random() < 0.15 ? { fields: { ...(random() < 0.3 ? fieldsOf(base) : {}), ...fieldOf(stage, base) } } : {}) };
}

/** An editor has one kind of line end in a document: the first one's. */
function asEdited(content: string): string {
  return content.replaceAll(/\r?\n/g, /^[^\n]*\r\n/.test(content) ? "\r\n" : "\n");
}

/** Lines keep their own ends. */
function edited({ random, unique }: Stage, content: string): string {
  const isOpen = !content.endsWith("\n"), end = /\r?\n/.exec(content)?.[0] ?? "\n";
  const lines = linesOf(content).map((line) => line.endsWith("\n") ? line : line + end);
  for (let edits = 1 + below(random, 2); edits > 0; edits -= 1) {
    const at = below(random, lines.length + 1), kind = random();
    if (kind < 0.6 && at < lines.length) lines[at] = unique() + (lines[at]?.slice(lines[at].trimEnd().length) ?? end);
    else if (kind < 0.75 && at < lines.length && lines.length > 2) lines.splice(at, 1);
    else lines.splice(at, 0, unique() + end);
  }
  const whole = lines.join("");
  return isOpen ? whole.trimEnd() : whole;
}

function fieldOf({ random, unique, library }: Stage, base: LibraryText): Partial<Fields> {
  const now = fieldsOf(base);
  const language = now.defaultLanguage === "en" ? "sv" : "en";
  return oneOf<Partial<Fields>>(random, [
    { name: unique() }, { name: unique() }, { description: unique() }, { isPublic: !now.isPublic }, { defaultLanguage: random() < 0.5 ? language : language.toUpperCase() },
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
