/**
 * The work that tests may kill: each operation that writes to the library, as the client carries it out, and the start
 * of a window.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { grantTicket } from "../../../api/grant.ts";
import { isApiError } from "../../../api/index.ts";
import type { Api } from "../../../api/index.ts";
import { withFileLock } from "../../../disk/fileLock.ts";
import { guardedWrite } from "../../../authoring/guard/guardedWrite.ts";
import type { WritePorts, WriteResult } from "../../../authoring/guard/guardedWrite.ts";
import { bringBackText, goneFrom } from "../../../authoring/history/bringBack.ts";
import { openHistory } from "../../../authoring/history/history.ts";
import type { History } from "../../../authoring/history/history.ts";
import { recording } from "../../../authoring/history/recording.ts";
import { openJournal } from "../../../authoring/guard/journal.ts";
import type { OwnJournal } from "../../../authoring/guard/journal.ts";
import { heldByPlan, openKeptPlans } from "../../../authoring/plans/keptPlans.ts";
import type { KeptPlan, KeptPlans } from "../../../authoring/plans/keptPlans.ts";
import type { LibraryPlan } from "../../../authoring/plans/plan.ts";
import { isUnfinished, runPlan, wasTouched } from "../../../authoring/plans/runPlan.ts";
import type { PlanPorts, RunOptions } from "../../../authoring/plans/runPlan.ts";
import { createKept, deleteText, recreation } from "../../../authoring/guard/libraryWrites.ts";
import { openCopies } from "../../../client/library/documents/copies.ts";
import type { Copies } from "../../../client/library/documents/copies.ts";
import { findUnfinished } from "../../../client/library/documents/unfinished.ts";
import type { Change, LibraryText } from "../../../authoring/guard/writePlan.ts";
import { withSteps } from "./steps.ts";

export const identity = "the library of the kills";
const connection = "sandbox";

/** What the work of a window needs. All of the window's files on disk are in one folder. */
export interface Place {
  readonly api: Api;
  readonly journal: OwnJournal;
  readonly copies: Copies;
  readonly plans: KeptPlans;
  readonly lock: WritePorts["lock"];
  /** Undefined if the work runs in the process of the test, because a call of SQLite cannot be suspended there. */
  readonly history: History | undefined;
  /** Grants a ticket, on behalf of a person. */
  readonly grant: typeof grantTicket;
}

/**
 * Opens what the work of a window needs, in this folder. `isKilled`: the process ends together with the work, and calls
 * of SQLite are therefore steps too. `tell` receives the problems that the history reports.
 */
export function placeIn(
  folder: string,
  api: Api,
  {
    isKilled,
    grant,
    tell,
  }: Pick<Place, "grant"> & { readonly isKilled: boolean; readonly tell?: (problem: string) => void },
): Place {
  const history = isKilled ? historyIn(folder, tell) : undefined;
  return {
    api: history === undefined ? withSteps(api) : recording(withSteps(api), history).api,
    journal: openJournal(join(folder, "journal"), isKilled ? {} : { isAlive: () => false }),
    copies: openCopies(join(folder, "copies"), "window"),
    plans: openKeptPlans(join(folder, "plans"), isKilled ? {} : { tryLock: () => ({ [Symbol.dispose]() {} }) }),
    lock: isKilled
      ? (_, work, options) => withFileLock(join(folder, "locks", "text.sqlite"), work, options)
      : (_, work) => work(),
    history,
    grant,
  };
}

export function historyIn(folder: string, tell = refuse): History {
  return openHistory({
    folder: join(folder, "history"),
    identity,
    limits: () => ({ bytes: 1_000_000_000, keepGoneDays: 90 }),
    tell,
  });
}

function refuse(problem: string): void {
  throw new Error(problem);
}

/**
 * What an operation works on: the text as it was read before, another folder, and for a plan the documents that refer
 * to the text.
 */
export interface Subject {
  readonly text: LibraryText;
  readonly otherFolder: string;
  readonly home: { readonly id: string; readonly name: string; readonly code: string };
  readonly letter: LibraryText;
  /** Path of a file that refers to the text. */
  readonly file: string;
}

type Operation = (place: Place, subject: Subject) => Promise<unknown>;

/** Returns the path of the open document. The path stays the same, even if an operation moves the text. */
const pathOf = (textId: string): string => `/${textId}/en`;

export const written = "what was typed\nin two lines";

const save: Operation = async (place, { text }) => {
  const result = await saved(place, text, { translations: new Map([["en", written]]) });
  if ("text" in result)
    await place.copies.set({ identity, textId: text.id, language: "en", path: pathOf(text.id) }, result.text);
  return result;
};

const move: Operation = (place, { text, otherFolder }) => saved(place, text, { fields: { folderId: otherFolder } });

function saved(place: Place, base: LibraryText, change: Change): Promise<WriteResult> {
  return guardedWrite({ identity, connection, base, change }, place);
}

const create: Operation = ({ api, journal }, { text }) =>
  createKept(api, journal, { identity, connection, body: { ...recreation(text), code: `${text.code}-new` } });

const remove: Operation = ({ api, journal, grant }, { text }) =>
  deleteText(api, journal, {
    identity,
    connection,
    text,
    ticket: grant({
      connection: api.connection,
      operation: "textlibrary.texts.delete",
      receivers: [],
      path: { id: text.id },
    }),
  });

const restore: Operation = async ({ api, journal, history }, { text }) => {
  const gone = goneFrom((await journal.open(identity)).entries, history?.allGone() ?? []).texts.find(
    (each) => each.text.id === text.id,
  );
  return (
    gone &&
    bringBackText(gone.text, {
      api,
      journal,
      identity,
      create: (body) => createKept(api, journal, { identity, connection, body }),
      adopt: (formerId, newId) => history?.adopt(formerId, newId),
    })
  );
};

const plan: Operation = async (place, subject) => {
  const kept = await place.plans.begin(codesPlan(subject), { identity, connection });
  return ran(kept, place);
};

/**
 * Takes back the plans that have or may have changed something, and finishes taking back those that are only partly
 * taken back.
 */
const takeBack: Operation = async (place) => {
  let last: KeptPlan | undefined;
  for (const kept of (await place.plans.list(identity)).plans) {
    if (kept.direction === "forward" ? wasTouched(kept) : isUnfinished(kept))
      last = await ran(kept, place, { back: true });
  }
  return last;
};

export const operations = { save, move, create, delete: remove, restore, plan, takeBack } satisfies Record<
  string,
  Operation
>;
export type OperationName = keyof typeof operations;
/** The operations, and what a new window does: "recover" resumes unfinished work, "rollBack" takes plans back. */
export type Work = OperationName | "recover" | "rollBack";

export function run(work: Work, place: Place, subject: Subject): Promise<unknown> {
  if (work === "rollBack") return takeBack(place, subject);
  return work === "recover" ? recover(place, subject) : operations[work](place, subject);
}

/** Starts a window in which the author accepts everything that it offers, and opens the text again. */
async function recover(place: Place, { text: { id } }: Subject): Promise<void> {
  const { open, unreadable } = await findUnfinished({ ...place, identity });
  if (unreadable.length > 0) throw new Error(`A journal entry is half there: ${unreadable.join(", ")}`);
  for (const entry of open) {
    if (entry.kind === "create") {
      await createKept(place.api, place.journal, { identity, connection, body: entry.body });
      await place.journal.clear(entry.id);
      continue;
    }
    const result = await saved(place, entry.base, entry.change);
    if (result.state === "saved" || result.state === "unchanged") await place.journal.clear(entry.id);
  }
  const kept = await place.plans.list(identity);
  if (kept.unreadable.length > 0) throw new Error(`A plan is half there: ${kept.unreadable.join(", ")}`);
  for (const each of kept.plans) if (isUnfinished(each)) await ran(each, place);
  const text = await place.api.call("textlibrary.texts.get", { path: { id } }).catch((error: unknown) => {
    if (isApiError(error) && error.code === "not-found") return undefined;
    throw error;
  });
  if (text !== undefined) await place.copies.set({ identity, textId: id, language: "en", path: pathOf(id) }, text);
}

/** Runs a plan. Throws if the plan is locked: the killed window must have released its lock. */
async function ran(kept: KeptPlan, place: Place, options: RunOptions = {}): Promise<KeptPlan> {
  const held = await runPlan(kept, planPorts(place), options);
  if (held.state !== "done") throw new Error(`The plan was not run: ${held.state}`);
  return held.value;
}

function planPorts(place: Place): PlanPorts {
  return {
    api: place.api,
    plans: place.plans,
    save: (base, change) => guardedWrite({ identity, connection, base, change }, { ...place, journal: heldByPlan }),
    files: {
      read: (uri) => readFile(fileURLToPath(uri), "utf8"),
      write: (uri, content) => writeFile(fileURLToPath(uri), content),
    },
  };
}

export const newCode = ({ code }: { readonly code: string }): string => `${code}-renamed`;

/**
 * Returns a plan that gives other codes to a folder and to a text in it, and updates the references in another text and
 * in a file.
 */
function codesPlan({ text, home, letter, file }: Subject): LibraryPlan {
  const old = referenceTo(home.code, text.code),
    now = referenceTo(newCode(home), newCode(text));
  const edits = [{ start: 0, end: old.length, newText: now, needs: 1 }];
  return {
    title: "New codes",
    said: [],
    steps: [
      {
        do: "folder",
        title: "folder",
        folderId: home.id,
        before: home,
        after: { name: home.name, code: newCode(home) },
      },
      { do: "text", title: "text", base: text, fields: { code: newCode(text) } },
      {
        do: "words",
        title: "words",
        base: letter,
        languages: ["en", "sv"].map((language) => ({ language, content: old, edits })),
      },
      { do: "file", title: "file", uri: pathToFileURL(file).href, content: old, edits },
    ],
  };
}

export const referenceTo = (folder: string, text: string): string => `[[ LIB : ${folder} : ${text} ]]`;
