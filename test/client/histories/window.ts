/**
 * A window of a history: what happens to its calls, how it saves, how it is killed, and how another window resumes its
 * journal.
 */
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApiError, isApiError } from "../../../api/index.ts";
import type { Api } from "../../../api/index.ts";
import { createLooks, guardedWrite, lookAgain } from "../../../authoring/guard/guardedWrite.ts";
import type { Looks, WriteResult } from "../../../authoring/guard/guardedWrite.ts";
import { openJournal } from "../../../authoring/guard/journal.ts";
import type { DiskJournal, Entry, OwnJournal } from "../../../authoring/guard/journal.ts";
import type { NewText } from "../../../authoring/guard/libraryWrites.ts";
import { findUnfinished } from "../../../client/library/documents/unfinished.ts";
import { contentsOf, linesOf } from "../../../authoring/guard/writePlan.ts";
import type { Change, LibraryText } from "../../../authoring/guard/writePlan.ts";
import type { Library } from "./library.ts";
import type { Making, MakingOracle } from "./makingOracle.ts";
import { partOf, Wrong } from "./oracle.ts";
import type { Attempt, Author, Oracle } from "./oracle.ts";
import type { Theme } from "./theme.ts";
import { below, oneOf } from "./turns.ts";
import type { Random, Turns, Writer } from "./turns.ts";

export const identity = "the library of the histories";
export const historyFolders = join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "smartform-history-");
const faults = [
  { kind: "reset-before" },
  { kind: "reset-after" },
  { kind: "truncate" },
  { kind: "status", status: 500 },
  { kind: "status", status: 503 },
  { kind: "status", status: 409 },
  { kind: "stall" },
  { kind: "stall" },
] as const;

export interface Stage {
  readonly library: Library;
  readonly random: Random;
  readonly turns: Turns;
  readonly oracle: Oracle;
  readonly makingOracle: MakingOracle;
  /** Ids of the texts that all windows edit. */
  readonly texts: string[];
  readonly folder: string;
  readonly windows: Window[];
  readonly looks: (() => Promise<void>)[];
  /** The recent saves of all authors. Another author may want the same change. */
  readonly wishes: Attempt[];
  readonly theme: Theme;
  /** Texts that authors recently created or tried to create. */
  readonly bodies: NewText[];
  /** Returns a new number at each call, so that all lines and values differ. */
  unique(): string;
}

export interface Window extends Writer, Author {
  readonly journal: DiskJournal;
  /** Ends the window's process, which releases the window's locks. */
  readonly end: () => void;
  readonly api: Api;
  readonly looks: Looks;
  /** The ids of the window's own entries in the journal. The window's buffers hold the content of these entries. */
  readonly entries: Set<string>;
  /** Resolves with the entries that the journal offers to this window. */
  everything(): ReturnType<DiskJournal["open"]>;
  own(): Promise<readonly Entry[]>;
  /** Failed saves that were not retried, by text and part. */
  readonly left: Map<string, { readonly attempt: Attempt; readonly result: WriteResult }>;
  attempt: Attempt | undefined;
  making: Making | undefined;
  puts: number;
  /** The service accepted the write of this save. */
  accepted: boolean;
  /** How many calls are left before the window is killed. */
  calls: number;
}

let opened = 0;

export function openWindow(stage: Stage, machine: string, { mayDie }: { readonly mayDie: boolean }): Window {
  opened += 1;
  const journal: OwnJournal = openJournal(join(stage.folder, machine));
  const entries = new Set<string>();
  const window: Window = {
    name: `window ${opened} of ${machine}`,
    machine,
    isGuarded: true,
    isDead: false,
    end: () => journal[Symbol.dispose](),
    looks: createLooks(),
    entries,
    left: new Map(),
    attempt: undefined,
    making: undefined,
    everything: () => journal.open(identity),
    own: async () => (await journaled(stage, machine)).filter(({ id }) => entries.has(id)),
    puts: 0,
    accepted: false,
    calls: mayDie ? 1 + below(stage.random, 12) : Infinity,
    journal: {
      ...journal,
      async write(entry) {
        const id = await journal.write(entry);
        entries.add(id);
        return id;
      },
    },
    api: {
      ...stage.library.api,
      call: ((operation: string, request: Called, options: unknown) =>
        call(stage, window, { operation, request, options })) as Api["call"],
    },
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

const addresses: Readonly<Record<string, string>> = {
  texts: "/Integrations/textlibrary/texts",
  folders: "/Integrations/textlibrary/folders",
};

/** Makes a call of a window when it is the window's turn. The oracles record the effect. */
async function call(stage: Stage, window: Window, { operation, request, options }: Call): Promise<unknown> {
  const { library, oracle, makingOracle, random, turns, theme } = stage;
  const id = request.path?.id ?? "";
  await turns.next(window);
  window.calls -= 1;
  const dies = window.calls <= 0;
  if (dies && random() < 0.5) return crash(stage, window);
  const isReading = /\.(?:get|list|search)$/.test(operation);
  // Some calls take a long time; meanwhile, other windows read and write.
  if (random() < (isReading ? theme.slow : theme.held))
    for (let held = 3 + below(random, 8); held > 0; held -= 1) await turns.next(window);
  if (isReading) {
    if (random() < theme.unreadable) {
      if (window.making !== undefined) window.making.isInDoubt = true;
      throw new ApiError("unreachable", "textlibrary.texts.get", "none", "The service could not be reached.");
    }
    if (operation === "textlibrary.texts.get") oracle.read(window, id);
    if (window.making !== undefined && operation === "textlibrary.folders.list") makingOracle.listed(window.making);
    const { making } = window;
    if (making !== undefined && operation === "textlibrary.search") makingOracle.searched(making);
    const answer = library.raw(operation, request, options).catch((error: unknown) => {
      // A text that the search found may have been deleted before it could be read.
      if (making?.body !== undefined) making.isInDoubt = true;
      throw error;
    });
    return dies ? answer.catch(() => {}).then(() => crash(stage, window)) : answer;
  }
  const fault = random() < theme.faults ? oneOf(random, faults) : undefined;
  const address = addresses[operation.split(".")[1] ?? ""] ?? "";
  if (fault !== undefined && fault.kind !== "stall")
    await library.control("POST", "/faults", { ...fault, path: id === "" ? address : `${address}/${id}`, times: 1 });
  if (window.attempt !== undefined) oracle.sent(window, window.attempt, window);
  window.puts += 1;
  const { attempt, making } = window;
  making?.sent.push(oracle.reading(window, id));
  // The test simulates the delay, because the length of a real one differs between machines.
  if (fault?.kind === "stall") {
    if (random() < 0.7) turns.start(() => arriveLate(stage, window, { operation, request, options }));
    if (dies) return crash(stage, window);
    throw new ApiError("timeout", "textlibrary.texts.update", "unknown", "The service did not answer in time.");
  }
  try {
    const answer = await library.raw(operation, request, options);
    window.accepted = true;
    return answer;
  } catch (error) {
    if (isApiError(error) && error.outcome === "done") window.accepted = true;
    if (making !== undefined && isApiError(error) && error.outcome === "none") making.isRefused = true;
    throw error;
  } finally {
    if (making !== undefined) await makingOracle.written(window, making);
    else await seeText(stage, window, id, { attempt });
    if (dies) await crash(stage, window);
  }
}

/**
 * Delivers a request that the network held back, after its window gave up on it. The request is judged by what the
 * window had read when it sent the request.
 */
async function arriveLate(stage: Stage, window: Window, { operation, request, options }: Call): Promise<void> {
  const { library, oracle, makingOracle, random, turns } = stage;
  const id = request.path?.id ?? "";
  const { attempt, making } = window;
  const read = oracle.reading(window, id);
  const network: Writer = { name: `the network of ${window.name}`, isDead: false };
  for (let held = 1 + below(random, 12); held > 0; held -= 1) await turns.next(network);
  await library.raw(operation, request, options).catch((error: unknown) => {
    if (!isApiError(error)) throw error;
  });
  if (making !== undefined) await makingOracle.written(window, making);
  else await seeText(stage, window, id, { attempt, late: read });
}

export async function seeText(
  { library, oracle }: Stage,
  author: Author,
  id: string,
  how: { readonly attempt?: Attempt | undefined; readonly late?: number } = {},
): Promise<void> {
  const now = await library.look(id);
  if (library.differs(now, oracle.now(id))) oracle.written(author, id, now, how);
}

/** Kills the window and opens another one, which resumes what the journal offers. */
async function crash(stage: Stage, window: Window): Promise<never> {
  window.end();
  const heir = openWindow(stage, window.machine, { mayDie: stage.random() < 0.2 });
  const { attempt, making } = window;
  const { entries } = await heir.journal.open(identity);
  const own = entries.find(
    (entry) =>
      window.entries.has(entry.id) &&
      entry.kind === "save" &&
      attempt !== undefined &&
      entry.textId === attempt.textId &&
      isLike(entry.change, attempt.change),
  );
  if (own?.kind === "save" && own.state === "intent" && window.puts > 0)
    throw new Wrong(`${window.name} was killed, and its journal says of what it sent that nothing was sent`);
  const isKept =
    attempt === undefined ||
    entries.some(
      (entry) =>
        entry.kind === "save" &&
        entry.textId === attempt.textId &&
        [...(attempt.change.translations ?? [])].every(
          ([language, content]) => entry.change.translations?.get(language) === content,
        ),
    );
  const held = attempt === undefined ? undefined : stage.oracle.now(attempt.textId);
  const isThere =
    held !== undefined &&
    held !== null &&
    [...(attempt?.change.translations ?? [])].every(([language, content]) =>
      linesOf(content).every((line) => (contentsOf(held).get(language.toLowerCase()) ?? "").includes(line.trimEnd())),
    );
  if (!isKept && !isThere)
    throw new Wrong(`${window.name} was killed, and what it was saving is neither in the journal nor on the service`);
  if (making !== undefined) stage.makingOracle.killed(window, making, entries);
  stage.turns.start(() => recover(stage, heir));
  return stage.turns.die(window);
}

/**
 * Starts a window. Entries of killed windows are closed if the service has their content; the author agrees to save the
 * others.
 */
async function recover(stage: Stage, window: Window): Promise<void> {
  const { open, done, unreadable } = await findUnfinished({ api: window.api, journal: window.journal, identity });
  if (unreadable.length > 0) throw new Wrong(`A journal entry cannot be read: ${unreadable.join(", ")}`);
  for (const { entry, text } of done) {
    if (entry.kind === "create") {
      stage.makingOracle.closed(window, entry.body, text);
      continue;
    }
    stage.oracle.closed(window, entry, text);
    lookLater(stage, window, { base: entry.base, result: { state: "unchanged", before: entry.base, text } });
  }
  for (const entry of open) {
    if (entry.kind !== "save") continue;
    const result = await save(stage, window, { textId: entry.textId, base: entry.base, change: entry.change });
    if (result.state === "saved" || result.state === "unchanged") await window.journal.clear(entry.id);
  }
}

/** Saves a text. `from`: the editor's base, if it is older than the author's base. */
export async function save(
  stage: Stage,
  window: Window,
  wanted: Attempt,
  { from = wanted.base }: { readonly from?: LibraryText } = {},
): Promise<WriteResult> {
  // The same change may be saved again. Each save gets its own copy of the attempt, so that each save is judged
  // separately.
  const attempt: Attempt = { ...wanted };
  const begun = stage.oracle.count(attempt.textId);
  stage.wishes.push(attempt);
  const result = await guardedWrite(
    { identity, connection: "sandbox", base: from, change: attempt.change },
    {
      api: window.api,
      journal: window.journal,
      lock: (key, work) =>
        stage.turns.lock(window, `${window.machine} ${key}`, () => {
          [window.attempt, window.puts, window.accepted] = [attempt, 0, false];
          return work();
        }),
    },
  );
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

function lookLater(
  { looks, library, oracle }: Stage,
  window: Window,
  { base, result }: { readonly base: LibraryText; readonly result: WriteResult },
): void {
  if (!window.looks.after(base, result)) return;
  looks.push(async () => {
    const saves = window.looks.take(base.id);
    if (saves.length === 0) return;
    if ((await lookAgain(base.id, saves, { api: library.api })).state !== "kept") oracle.told(window, base.id);
  });
}

function isLike(one: Change, other: Change): boolean {
  return (
    JSON.stringify([one.fields ?? {}, [...(one.translations ?? [])]]) ===
    JSON.stringify([other.fields ?? {}, [...(other.translations ?? [])]])
  );
}

/** Returns everything in the journal of a machine, as if all of its processes had ended. */
export async function journaled({ folder }: Pick<Stage, "folder">, machine: string): Promise<readonly Entry[]> {
  return (await openJournal(join(folder, machine), { isAlive: () => false }).open(identity)).entries;
}

export async function mustBeKept(
  stage: Stage,
  { name, machine }: Window,
  { textId, change }: Attempt,
  { state }: WriteResult,
): Promise<void> {
  const entries = await journaled(stage, machine);
  if (!entries.some((entry) => entry.kind === "save" && entry.textId === textId && isLike(entry.change, change)))
    throw new Wrong(`${name} was told "${state}", and its journal does not hold what it wrote`);
}
