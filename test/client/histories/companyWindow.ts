/**
 * A window that runs the client's plans, documents and permits, and may switch between two companies. Every request
 * that it sends is checked: the request belongs to the company that receives it, and a person asked for its changes in
 * that company.
 */
import { join } from "node:path";
import type { Api } from "../../../api/index.ts";
import type * as OwnerModule from "../../../client/connections/ownerModel.ts";
import { openJournal } from "../../../authoring/guard/journal.ts";
import { openKeptPlans } from "../../../authoring/plans/keptPlans.ts";
import type { KeptPlan, KeptPlans } from "../../../authoring/plans/keptPlans.ts";
import type { PlanStep } from "../../../authoring/plans/plan.ts";
import type * as PlansModule from "../../../client/library/plans/plans.ts";
import { openCopies } from "../../../client/library/documents/copies.ts";
import type { SaveConflict } from "../../../client/library/documents/failedSaves.ts";
import type * as FilesModule from "../../../client/library/documents/fileSystem.ts";
import type * as PermitsModule from "../../../client/library/documents/savePermits.ts";
import type { ReferenceChange, ReferenceEditsResult, ReferringDocument } from "../../../server/protocol.ts";
import { firmOf, shelfOf, textIds, translated } from "./firm.ts";
import type { Firm } from "./firm.ts";
import type { Library } from "./library.ts";
import { Editor, inManyWindows, Uri } from "./manyWindows.ts";
import type { Question } from "./manyWindows.ts";
import { Wrong } from "./oracle.ts";
import type { Figures } from "./oracle.ts";
import { tryLock, watchPlans } from "./planOracle.ts";
import type { PlanWindow, PlanWork } from "./planOracle.ts";
import type { Theme } from "./theme.ts";
import { below, oneOf } from "./turns.ts";
import type { Random, Turns } from "./turns.ts";

const { registerPlans } = await inManyWindows<typeof PlansModule>("client/library/plans/plans.ts");
const { createTextFiles } = await inManyWindows<typeof FilesModule>("client/library/documents/fileSystem.ts");
const { createSavePermits } = await inManyWindows<typeof PermitsModule>("client/library/documents/savePermits.ts");
export const { NotConnected, OtherLibrary, ownerOf, sessionHere, sessionOf } = await inManyWindows<typeof OwnerModule>(
  "client/connections/ownerModel.ts",
);

type Owner = OwnerModule.Owner;

export interface Session {
  readonly identity: string;
  readonly name: string;
  readonly host: string;
  readonly api: Api;
}

export interface Stage {
  readonly library: Library;
  readonly theme: Theme;
  readonly random: Random;
  readonly turns: Turns;
  readonly figures: Figures;
  readonly folder: string;
  readonly firms: readonly Firm[];
  readonly work: PlanWork;
  readonly windows: Window[];
  /** The writes that windows and colleagues sent: client id and path. */
  readonly sent: Set<string>;
  readonly people: People;
  /** Returns a unique word for one company. Everything that contains the word belongs to that company. */
  word(firm: Firm): string;
}

/** The people at the windows. */
export interface People {
  readonly work: (stage: Stage, window: Window) => Promise<void>;
  readonly answer: (stage: Stage, window: Window, question: Question) => Promise<string | undefined>;
}

/** One person's computer: its settings say which company each name leads to. */
export interface Machine {
  readonly path: string;
  readonly names: Map<string, Firm>;
}

/** What the person asked for. */
export interface Asked {
  readonly firm: Firm;
  /** Ids of the texts and folders to change; undefined until the plan lists them. */
  ids: ReadonlySet<string> | undefined;
}

export interface Window extends PlanWindow {
  readonly machine: Machine;
  /** New on each reload of the window. */
  opened: Opened;
  /** Name of the connection in use. */
  current: string;
  /** How many moments are left before the window is killed. */
  moments: number;
  asked: Asked | undefined;
  /** The name of the connection that the current work belongs to. */
  about: string | undefined;
  /** Plans that the window has read from disk, by id. */
  readonly listed: Map<string, KeptPlan>;
  /**
   * The plan that the window shows. Before the window showed this plan, it checked whether any window was working on
   * the plan.
   */
  looked: KeptPlan | undefined;
  /** The company whose service responded last. */
  heard: Firm | undefined;
}

export interface Opened {
  readonly editor: Editor;
  readonly session: () => Promise<Session>;
  readonly plans: PlansModule.Plans;
  readonly files: FilesModule.TextFiles;
  readonly conflicts: Map<string, SaveConflict>;
  /** The company whose words are typed into a document, by the document's address. */
  readonly origins: Map<string, Firm>;
  /** Releases what the window holds, as the system does when a process ends. */
  readonly end: () => void;
}

export function must(isSo: boolean, words: string): void {
  if (!isSo) throw new Wrong(words);
}

let windows = 0;

export function start(stage: Stage, machine: Machine): void {
  windows += 1;
  const { random, turns } = stage;
  const own: PlanWindow = { name: `window ${windows}`, isDead: false, writes: 0 };
  const window = Object.assign(own, {
    machine,
    current: oneOf(random, [...machine.names.keys()]),
    moments: random() < 0.4 ? 1 + below(random, 40) : Infinity,
    asked: undefined,
    about: undefined,
    listed: new Map(),
    looked: undefined,
    heard: undefined,
  }) as unknown as Window;
  window.opened = open(stage, window);
  stage.windows.push(window);
  turns.start(() => turns.next(window).then(() => stage.people.work(stage, window)));
}

/** Marks a moment at which a window may be killed. If it is killed, another window is opened. */
async function moment(stage: Stage, window: Window): Promise<void> {
  if (stage.random() < 0.02) window.opened.editor.stop?.();
  window.moments -= 1;
  if (window.moments > 0) return;
  if (!window.isDead) {
    window.opened.end();
    start(stage, window.machine);
  }
  await stage.turns.die(window);
}

/** Sets up the client in a window that has loaded. */
export function open(stage: Stage, window: Window): Opened {
  const { random, turns, work } = stage;
  const { path, names } = window.machine;
  const journal = openJournal(join(path, "journal"));
  const copies = openCopies(join(path, "copies"), window.name, { longestEnd: 0 });
  const conflicts = new Map<string, SaveConflict>();
  const editor = new Editor({
    answer: (question) => stage.people.answer(stage, window, question),
    // No other window writes between a read and its write.
    lock: (_, inside) => turns.lock(window, "texts", inside),
  });
  let isOpen = false,
    isBehind = false;
  const connections = connectionsOf(stage, window, () => isOpen);
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const services = { connections, server: { notify() {} }, log, extension: { globalStorageUri: Uri.file(path) } };
  const failed = {
    during: async (_: unknown, save: () => Promise<unknown>) => void (await save()),
    setConflict: (uri: unknown, conflict: SaveConflict) => void conflicts.set(String(uri), conflict),
    setOrphan() {},
  };
  const kept = openKeptPlans(join(path, "plans"), { tryLock: (lock) => tryLock(work.held, window, lock) });
  const watched = watchPlans(kept, {
    window,
    work,
    moment: () => moment(stage, window),
    shelfOf: ({ identity }) => shelfOf(firmOf(stage.firms, identity)),
  });
  // The catalog belongs to the current connection, and is out of date for a while. Unlike the server's own catalog,
  // this one does not name its owner, so it is trusted less.
  const catalog = {
    async referenceEdits({ changes }: Asking) {
      const found = await referenceEdits(names.get(window.current), changes);
      if (random() < 0.2) isBehind = !isBehind;
      const documents = found.documents.map((each) => (isBehind ? { ...each, content: `${each.content}older` } : each));
      return { ...found, documents };
    },
  };
  const library = { refresh: async () => undefined, of: () => catalog };

  return editor.run(() => {
    const permits = createSavePermits(log as unknown as Parameters<typeof createSavePermits>[0]);
    const files = createTextFiles(
      services as unknown as Parameters<typeof createTextFiles>[0],
      { journal, copies, failed, permits } as unknown as Parameters<typeof createTextFiles>[1],
    );
    const sides = { show: () => Uri.file(path) };
    const besides = { ...files, refresh: () => turns.beside(() => files.refresh()) };
    const parts = { library, tree: { update() {} }, files: besides, sides, kept: askedFor(window, watched) };
    const plans = registerPlans(
      services as unknown as Parameters<typeof registerPlans>[0],
      parts as unknown as Parameters<typeof registerPlans>[1],
    );
    isOpen = true;
    return {
      editor,
      session: () => connections.session(),
      plans,
      files,
      conflicts,
      origins: new Map<string, Firm>(),
      end() {
        isOpen = false;
        for (const part of [plans, files, permits]) part.dispose();
        journal[Symbol.dispose]();
        copies[Symbol.dispose]();
      },
    };
  });
}

interface Asking {
  readonly changes: readonly ReferenceChange[];
}

interface WindowConnections {
  readonly current: string | undefined;
  session(options?: { readonly owner: Owner } | { readonly name: string }): Promise<Session>;
}

function connectionsOf(stage: Stage, window: Window, isOpen: () => boolean): WindowConnections {
  const { random, turns } = stage;
  const { names } = window.machine;

  async function named(name: string): Promise<Session> {
    const firm = names.get(name);
    if (firm === undefined) throw new NotConnected(`There is no connection named ${name}.`);
    const send = (operation: string, request: Called, options: unknown): Promise<unknown> =>
      turns.call(() => call(stage, { window, firm }, { operation, request, options }));
    const { identity, company } = firm;
    return { name, identity, host: company.mark, api: { ...company.api, call: send as Api["call"] } };
  }
  const ways: OwnerModule.Ways<Session> = {
    current: () => named(window.current),
    named,
    namesOf: (identity) => [...names].filter(([, firm]) => firm.identity === identity).map(([name]) => name),
  };
  /**
   * Delays work as a slow secret store does. Questions that are asked beside the window's work do not wait here,
   * because they do not take turns.
   */
  const wait = async (): Promise<void> => (random() < 0.2 ? turns.next(window) : undefined);

  const connections = {
    // A real window offers unfinished work when it opens. Here a window opens without a connection, so people must look
    // for this work themselves.
    get current() {
      return isOpen() ? window.current : undefined;
    },
    onDidChange: () => ({ dispose() {} }),
    profiles: [],
    async session(options?: { readonly owner: Owner } | { readonly name: string }) {
      if (options === undefined) return ways.current();
      if ("name" in options) return named(options.name);
      await wait();
      return sessionOf(ways, options.owner);
    },
    async here(owner: Owner) {
      await wait();
      return sessionHere(ways, owner);
    },
  };
  return connections;
}

/** Wraps a window's plans with a check: a person at that window must have requested each run. */
function askedFor(window: Window, kept: KeptPlans): KeptPlans {
  function mustBeAsked({ plan, identity, connection }: Pick<KeptPlan, "plan" | "identity" | "connection">): void {
    const { title, steps } = plan;
    const { asked } = window;
    const where = `and a person asked for it ${asked === undefined ? "nowhere" : `in ${asked.firm.company.mark}`}`;
    const isAsked = asked?.firm.identity === identity;
    must(isAsked, `${window.name} begins "${title}" in what ${connection} led to, ${where}`);
    window.about = connection;
    if (asked !== undefined) asked.ids = new Set(steps.map(idOf));
  }
  return {
    ...kept,
    async begin(plan, owner) {
      mustBeAsked({ plan, ...owner });
      return kept.begin(plan, owner);
    },
    async list(identity) {
      const listed = await kept.list(identity);
      for (const plan of listed.plans) window.listed.set(plan.id, plan);
      return listed;
    },
    isRunning(id) {
      window.looked = window.listed.get(id);
      return kept.isRunning(id);
    },
    hold(shown, work) {
      mustBeAsked(shown);
      return kept.hold(shown, work);
    },
  };
}

const idOf = (step: PlanStep): string =>
  step.do === "folder" ? step.folderId : step.do === "file" ? "" : step.base.id;

interface Called {
  readonly path?: { readonly id?: string };
}

interface Call {
  readonly operation: string;
  readonly request: Called;
  readonly options: unknown;
}

interface Way {
  readonly window: Window;
  readonly firm: Firm;
}

/**
 * Makes a call to a company. Checks that everything in the call belongs to that company, and that a person asked for
 * the call's changes in that company.
 */
async function call(stage: Stage, { window, firm }: Way, { operation, request, options }: Call): Promise<unknown> {
  const { random, turns, library, firms, sent } = stage;
  const { company } = firm;
  await turns.next(window);
  await moment(stage, window);
  const json = JSON.stringify(request);
  const other = firms.find((each) => each !== firm && json.includes(each.company.mark))?.company.mark;
  const where = `${operation} of ${company.mark}`;
  must(other === undefined, `${window.name} called ${where} with what is of ${other}: ${json}`);
  const isWrite = !/\.(?:get|list|search)$/.test(operation);
  const own = translated(firm, request, "service");
  if (isWrite) {
    const { asked } = window;
    const id = request.path?.id ?? "";
    const isAsked = asked?.firm === firm && asked.ids?.has(id) === true;
    must(isAsked, `${window.name} changed ${id} of ${company.mark}, and nobody asked for it there`);
    const path = `/Integrations/textlibrary/${operation.split(".")[1]}/${own.path?.id}`;
    sent.add(`${company.api.connection.clientId} ${path}`);
    const kind = oneOf(random, ["reset-before", "reset-after"]);
    if (random() < 0.05) await library.control("POST", "/faults", { kind, path, times: 1 });
  }
  const answered: unknown = await company.raw(operation, own, options);
  if (isWrite) window.writes += 1;
  window.heard = firm;
  await moment(stage, window);
  return translated(firm, answered, "history");
}

/** Returns the edits that the changes require in all references in the company's texts. */
async function referenceEdits(firm: Firm | undefined, changes: Asking["changes"]): Promise<ReferenceEditsResult> {
  const none = { known: true, uncertain: 0, left: 0, smartforms: [] };
  if (firm === undefined) return { ...none, documents: [] };
  const shelf = shelfOf(firm);
  const folders = await shelf.folders();
  const texts = (await Promise.all(textIds.map(shelf.text))).filter((text) => text !== null);
  const documents = texts.flatMap(({ id, code, translations }): readonly ReferringDocument[] => {
    const content = translations?.["en"]?.content ?? "";
    const edits = [...content.matchAll(/\[\[ LIB : (.+?) : (.+?) \]\]/g)].flatMap((match) => {
      const [reference, folderName = "", textCode = ""] = match;
      const isMeant = ({ of }: ReferenceChange): boolean =>
        "textId" in of
          ? of.textId === texts.find((each) => each.code === textCode)?.id
          : of.folderId === folders.find(({ name }) => name === folderName)?.id;
      const change = changes.findIndex(isMeant);
      const wanted = changes[change];
      if (wanted === undefined) return [];
      const place =
        "folderId" in wanted
          ? folders.find((each) => each.id === wanted.folderId)?.name
          : "folderId" in wanted.of
            ? wanted.name
            : folderName;
      const newCode = "textId" in wanted.of && "name" in wanted ? wanted.name : textCode;
      const newText = `[[ LIB : ${place} : ${newCode} ]]`;
      return [{ start: match.index, end: match.index + reference.length, newText, change }];
    });
    return edits.length === 0 ? [] : [{ uri: null, text: { id, code, language: "en" }, content, edits }];
  });
  return { ...none, documents };
}
