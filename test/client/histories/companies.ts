/**
 * Windows that switch between two companies of the same service: between actions, while a button waits for a click, and
 * during calls. A connection's name may also switch to the other company. Every request is checked when it is sent:
 * nothing that belongs to one company may go to the other.
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { isApiError } from "../../../api/index.ts";
import type { Api } from "../../../api/index.ts";
import {
  goOnIn,
  NotConnected,
  OtherLibrary,
  ownerOf,
  sessionHere,
  sessionOf,
} from "../../../client/connections/ownerModel.ts";
import type { Owner, Ways } from "../../../client/connections/ownerModel.ts";
import { guardedWrite } from "../../../authoring/guard/guardedWrite.ts";
import type { WriteResult } from "../../../authoring/guard/guardedWrite.ts";
import { bringBackText, goneFrom } from "../../../authoring/history/bringBack.ts";
import { openJournal } from "../../../authoring/guard/journal.ts";
import type { DiskJournal, SaveEntry } from "../../../authoring/guard/journal.ts";
import { createKept, deleteText, recreation } from "../../../authoring/guard/libraryWrites.ts";
import type { NewText } from "../../../authoring/guard/libraryWrites.ts";
import { findUnfinished, meantBy } from "../../../client/library/documents/unfinished.ts";
import { withContent } from "../../../client/library/documents/saveModel.ts";
import { contentsOf } from "../../../authoring/guard/writePlan.ts";
import type { LibraryText } from "../../../authoring/guard/writePlan.ts";
import { grantTicket } from "../../sandbox/permits.ts";
import type { Company, Library } from "./library.ts";
import { Wrong } from "./oracle.ts";
import type { Figures } from "./oracle.ts";
import { below, oneOf, takeTurns } from "./turns.ts";
import type { Random, Turns, Writer } from "./turns.ts";
import { historyFolders } from "./window.ts";

interface Session {
  readonly identity: string;
  readonly name: string;
  readonly api: Api;
}

interface Stage {
  readonly library: Library;
  readonly random: Random;
  readonly turns: Turns;
  readonly figures: Figures;
  readonly folder: string;
  readonly windows: Window[];
  /** Each company's text ids in this history, including those of deleted texts. */
  readonly texts: ReadonlyMap<Company, string[]>;
  /** Returns a unique word for one company. Everything that contains the word belongs to that company. */
  word(company: Company): string;
}

/** A machine's settings: the company that each name leads to. */
type Names = Map<string, Company>;

interface Window extends Writer {
  readonly machine: string;
  readonly names: Names;
  /** Releases what the process holds, as the system does when a process ends. */
  readonly end: () => void;
  readonly journal: DiskJournal;
  readonly ways: Ways<Session>;
  /** Name of the connection in use. */
  current: string;
  /** How many calls are left before the window is killed. */
  calls: number;
  /** Buttons that can still be clicked. */
  readonly waiting: (() => Promise<void>)[];
}

let opened = 0;

export async function runCompanies(library: Library, random: Random, figures: Figures, seed: number): Promise<void> {
  const folder = await mkdtemp(historyFolders);
  let number = 0;
  const texts = new Map(library.companies.map((company) => [company, [] as string[]]));
  const stage: Stage = {
    library,
    random,
    turns: takeTurns(random),
    figures,
    folder,
    windows: [],
    texts,
    word: (company) => `${company.mark}${seed}x${(number += 1)}`,
  };
  try {
    for (const company of library.companies)
      for (let count = 2; count > 0; count -= 1)
        texts
          .get(company)
          ?.push((await company.api.call("textlibrary.texts.create", { body: bodyFor(stage, company) })).id);
    for (let index = 0; index < 3; index += 1) {
      const machine = `person ${random() < 0.4 && index > 0 ? index - 1 : index}`;
      await mkdir(join(folder, machine), { recursive: true });
      const window = openWindow(stage, machine, namesOn(stage, machine));
      stage.turns.start(() => stage.turns.next(window).then(() => author(stage, window)));
    }
    stage.turns.start(() => colleague(stage));
    await stage.turns.run();
    for (const company of library.companies) await lookEverywhere(stage, company);
  } finally {
    for (const window of stage.windows) window.end();
    for (const [company, ids] of texts) for (const id of ids) await company.remove(id);
    await rm(folder, { recursive: true, force: true });
  }
}

const named = new WeakMap<Stage, Map<string, Names>>();

/** Windows of one person share their settings. */
function namesOn(stage: Stage, machine: string): Names {
  const all = named.get(stage) ?? new Map<string, Names>();
  named.set(stage, all);
  const names = all.get(machine) ?? new Map(stage.library.companies.map((company) => [`to ${company.mark}`, company]));
  all.set(machine, names);
  return names;
}

function openWindow(stage: Stage, machine: string, names: Names): Window {
  opened += 1;
  const { random, turns } = stage;
  const journal = openJournal(join(stage.folder, machine));
  const sessionNamed = async (name: string): Promise<Session> => {
    // The secret store is slow, and the settings may change while it works.
    if (random() < 0.3) await turns.next(window);
    if (random() < 0.02) exchange(names);
    const company = names.get(name);
    if (company === undefined) throw new NotConnected(`There is no connection named ${name}.`);
    return {
      identity: company.identity,
      name,
      api: {
        ...company.api,
        call: ((operation: string, request: Called, options: unknown) =>
          call(stage, { window, company }, { operation, request, options })) as Api["call"],
      },
    };
  };
  const window: Window = {
    name: `window ${opened} of ${machine}`,
    machine,
    names,
    end: () => journal[Symbol.dispose](),
    isDead: false,
    waiting: [],
    current: oneOf(random, [...names.keys()]),
    calls: random() < 0.3 ? 1 + below(random, 20) : Infinity,
    journal,
    ways: {
      current: () => sessionNamed(window.current),
      namesOf: (identity) => [...names].filter(([, company]) => company.identity === identity).map(([name]) => name),
      named: sessionNamed,
    },
  };
  stage.windows.push(window);
  return window;
}

interface Called {
  readonly path?: { readonly id?: string };
  readonly body?: unknown;
}

/** Makes a call to a company, and checks that everything in the call belongs to that company. */
async function call(
  stage: Stage,
  { window, company }: { readonly window: Window; readonly company: Company },
  { operation, request, options }: { readonly operation: string; readonly request: Called; readonly options: unknown },
): Promise<unknown> {
  const { library, random, turns, texts } = stage;
  await turns.next(window);
  const sent = JSON.stringify(request);
  for (const other of library.companies) {
    if (other === company) continue;
    if (
      sent.includes(other.mark) ||
      texts.get(other)?.some((id) => sent.includes(id)) === true ||
      other.folders.some((id) => sent.includes(id))
    )
      throw new Wrong(`${window.name} called ${operation} of ${company.mark} with what is of ${other.mark}: ${sent}`);
  }
  window.calls -= 1;
  const isWrite = !/\.(?:get|list|search)$/.test(operation);
  const dies = window.calls <= 0;
  if (dies && random() < 0.5) return crash(stage, window);
  if (isWrite && random() < 0.15)
    await library.control("POST", "/faults", {
      kind: oneOf(random, ["reset-before", "reset-after"]),
      path: `/Integrations/textlibrary/texts${request.path?.id === undefined ? "" : `/${request.path.id}`}`,
      times: 1,
    });
  const sending = company.raw(operation, request, options);
  await Promise.allSettled([sending]);
  if (operation === "textlibrary.texts.create") await noteNew(stage, company);
  const answer = await sending;
  return dies ? crash(stage, window) : answer;
}

/** Records the texts that this history created, whatever the responses were. */
async function noteNew({ texts }: Stage, company: Company): Promise<void> {
  const known = texts.get(company) ?? [];
  for (const { id } of await company.list()) if (!known.includes(id)) known.push(id);
}

async function crash(stage: Stage, window: Window): Promise<never> {
  window.end();
  const heir = openWindow(stage, window.machine, window.names);
  stage.turns.start(() => stage.turns.next(heir).then(() => recover(stage, heir)));
  return stage.turns.die(window);
}

async function author(stage: Stage, window: Window): Promise<void> {
  const { random } = stage;
  for (let rounds = 4 + below(random, 4); rounds > 0; rounds -= 1) {
    for (let idle = below(random, 3); idle > 0; idle -= 1) await stage.turns.next(window);
    const kind = random();
    await quietly(async () => {
      if (kind < 0.2) await turn(stage, window);
      else if (kind < 0.45) await deleteOne(stage, window);
      else if (kind < 0.7) await saveOne(stage, window);
      else if (kind < 0.8) await createOne(stage, window);
      else if (kind < 0.85) await recover(stage, window);
      else await press(stage, window);
    });
  }
  while (window.waiting.length > 0) await quietly(() => press(stage, window));
}

/** Runs the work. Ignores errors of the service, and refusals that a person reads. */
async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof OtherLibrary || error instanceof NotConnected || isApiError(error))) throw error;
  }
}

/**
 * Switches to another connection. Now and then the settings change instead: a name is given to another company, or a
 * connection gets another name.
 */
async function turn({ random, figures }: Stage, window: Window): Promise<void> {
  const { names } = window;
  const [one, other] = [...names.keys()] as [string, string];
  const first = names.get(one);
  const kind = random();
  if (kind < 0.15) exchange(names);
  else if (kind < 0.3 && first !== undefined) {
    names.delete(one);
    names.set(`${one} again`, first);
    if (window.current === one) window.current = `${one} again`;
  } else window.current = window.current === one ? other : one;
  figures.switched += 1;
}

/** Gives each name to the other company. */
function exchange(names: Names): void {
  const [[one, first], [other, second]] = [...names] as [[string, Company], [string, Company]];
  names.set(one, second).set(other, first);
}

async function press(stage: Stage, window: Window): Promise<void> {
  const [button] = window.waiting.splice(below(stage.random, window.waiting.length), 1);
  await button?.();
}

/**
 * Continues work as the client does, with the session of the work's owner. If necessary, the person first switches back
 * to the owner's library.
 */
async function inLibraryOf(
  stage: Stage,
  window: Window,
  owner: Owner,
  work: (session: Session) => Promise<void>,
): Promise<void> {
  const { ways } = window;
  await goOnIn(
    owner,
    {
      here: (whose) => sessionHere(ways, whose),
      session: (options) => sessionFor(window, options.owner),
      async ask() {
        stage.figures.refused += 1;
        // The author may switch to another connection again before answering.
        if (stage.random() < 0.2) await turn(stage, window);
        return stage.random() < 0.7;
      },
      use: async (name) => void (window.current = name),
    },
    async (session) => {
      if (session.identity !== owner.identity)
        throw new Wrong(`${window.name} goes on in ${session.name} with what is of ${owner.connection}`);
      await work(session);
    },
  );
}

/** Resolves with the owner's session. A `NotConnected` error is wrong if some name led to the owner the whole time. */
async function sessionFor({ name, names, ways }: Window, owner: Owner): Promise<Session> {
  const before = JSON.stringify([...names].map(([key, { mark }]) => [key, mark]));
  try {
    return await sessionOf(ways, owner);
  } catch (error) {
    const isTrue =
      before !== JSON.stringify([...names].map(([key, { mark }]) => [key, mark])) ||
      ways.namesOf(owner.identity).length === 0;
    if (error instanceof NotConnected && !isTrue)
      throw new Wrong(`${name} was told "${error.message}", and a connection leads there`);
    throw error;
  }
}

/** Returns the id of a random text of the session's company, in place of a person who picks a text in the tree. */
function textOf(stage: Stage, { identity }: Session): string {
  const company = stage.library.companies.find((each) => each.identity === identity);
  return oneOf(stage.random, stage.texts.get(company as Company) ?? []);
}

async function deleteOne(stage: Stage, window: Window): Promise<void> {
  const session = await window.ways.current();
  const id = textOf(stage, session);
  const base = await session.api.call("textlibrary.texts.get", { path: { id } });
  // The question stays open for a while.
  if (stage.random() < 0.3) await turn(stage, window);
  const ticket = grantTicket({
    connection: session.api.connection,
    operation: "textlibrary.texts.delete",
    receivers: [],
    path: { id },
  });
  const text = await deleteText(session.api, window.journal, {
    identity: session.identity,
    connection: session.name,
    text: base,
    ticket,
  });
  const owner = ownerOf(session);
  stage.figures.deleted += 1;
  window.waiting.push(() => inLibraryOf(stage, window, owner, (now) => bringBack(stage, window, now, text)));
}

async function bringBack(stage: Stage, window: Window, session: Session, text: LibraryText): Promise<void> {
  const { api, identity } = session;
  const result = await bringBackText(text, {
    api,
    journal: window.journal,
    identity,
    create: (body) => create(stage, window, session, body),
    adopt: () => {},
  });
  if (result.state === "back" || result.state === "here") {
    stage.figures.broughtBack += 1;
    await isIn(stage, session, result.text, `${window.name} was told that a text is back`);
  }
}

/**
 * Creates a text as the client does: first checks that the window still shows the library in which the folder and the
 * code were chosen.
 */
async function create(stage: Stage, window: Window, session: Session, body: NewText): ReturnType<typeof createKept> {
  const { api, identity, name } = await sessionHere(window.ways, ownerOf(session));
  const result = await createKept(api, window.journal, { identity, connection: name, body });
  if (result.state === "created") {
    stage.figures.created += 1;
    await isIn(stage, session, result.value, `${window.name} was told that a text was created`);
  }
  return result;
}

async function createOne(stage: Stage, window: Window): Promise<void> {
  const session = await window.ways.current();
  const body = bodyFor(stage, companyOf(stage, session));
  if (stage.random() < 0.3) await turn(stage, window);
  await create(stage, window, session, body);
}

/**
 * Opens a document, edits and saves it. The document's address contains the name of the connection; when it is saved,
 * that name may lead elsewhere.
 */
async function saveOne(stage: Stage, window: Window): Promise<void> {
  const session = await window.ways.current();
  const base = await session.api.call("textlibrary.texts.get", { path: { id: textOf(stage, session) } });
  const content = `${contentsOf(base).get("en") ?? ""}${stage.word(companyOf(stage, session))}\n`;
  if (stage.random() < 0.3) await turn(stage, window);
  const owner = ownerOf(session);
  await settle(
    stage,
    window,
    owner,
    { base, content },
    await save(stage, window, owner, { base, change: { translations: new Map([["en", content]]) } }),
  );
}

async function settle(
  stage: Stage,
  window: Window,
  owner: Owner,
  { base, content }: { readonly base: LibraryText; readonly content: string },
  result: WriteResult,
): Promise<void> {
  if (result.state === "orphaned") {
    const lost = withContent(base, "en", content);
    window.waiting.push(() =>
      inLibraryOf(stage, window, owner, async (session) => void (await asNew(stage, window, session, lost))),
    );
  }
  if (result.state === "conflict" || result.state === "overwritten" || result.state === "unknown") {
    window.waiting.push(async () => {
      const again =
        "theirs" in result
          ? { base: result.theirs, content: `${contentsOf(result.theirs).get("en") ?? ""}${content}` }
          : { base, content };
      await settle(
        stage,
        window,
        owner,
        again,
        await save(stage, window, owner, {
          base: again.base,
          change: { translations: new Map([["en", again.content]]) },
        }),
      );
    });
  }
}

async function save(
  stage: Stage,
  window: Window,
  owner: Owner,
  { base, change }: Pick<SaveEntry, "base" | "change">,
): Promise<WriteResult> {
  const session = await sessionFor(window, owner);
  const result = await guardedWrite(
    { identity: session.identity, connection: session.name, base, change },
    {
      api: session.api,
      journal: window.journal,
      lock: (key, work) => stage.turns.lock(window, `${window.machine} ${key}`, work),
    },
  );
  if (result.state === "saved" || result.state === "unchanged") {
    stage.figures.saves += 1;
    await isIn(stage, session, result.text, `${window.name} was told that a text is saved`);
  }
  return result;
}

async function asNew(stage: Stage, window: Window, session: Session, lost: LibraryText): Promise<boolean> {
  if (stage.random() < 0.2) await turn(stage, window);
  const company = companyOf(stage, session);
  return (
    (
      await create(stage, window, session, {
        ...recreation(lost),
        folderId: oneOf(stage.random, company.folders),
        code: `t-${stage.word(company)}`,
      })
    ).state === "created"
  );
}

/**
 * Acts as a window does at its start or after a switch: offers the unfinished work that killed windows left in the
 * current library. Between two offers, the author may switch to another connection.
 */
async function recover(stage: Stage, window: Window): Promise<void> {
  await quietly(async () => {
    const session = await window.ways.current();
    const { open, gone } = await findUnfinished({
      api: session.api,
      journal: window.journal,
      identity: session.identity,
    });
    for (const entry of open) {
      if (stage.random() < 0.3) await turn(stage, window);
      if (entry.kind !== "save") continue;
      let isSettled = false;
      if (gone.has(entry.id))
        await quietly(() =>
          inLibraryOf(
            stage,
            window,
            entry,
            async (now) => void (isSettled = await asNew(stage, window, now, meantBy(entry))),
          ),
        );
      else
        await quietly(
          async () =>
            void (isSettled = ["saved", "unchanged"].includes((await save(stage, window, entry, entry)).state)),
        );
      if (isSettled) await window.journal.clear(entry.id);
    }
    const listed = goneFrom((await window.journal.open(session.identity)).entries, []).texts[0];
    if (listed !== undefined)
      window.waiting.push(() =>
        inLibraryOf(stage, window, ownerOf(session), (now) => bringBack(stage, window, now, listed.text)),
      );
  });
}

/** Checks that the reported success happened in the session's company. */
async function isIn(stage: Stage, session: Session, { id }: LibraryText, said: string): Promise<void> {
  const company = companyOf(stage, session);
  await noteNew(stage, company);
  if (stage.texts.get(company)?.includes(id) !== true) throw new Wrong(`${said}, and ${company.mark} never had it`);
}

function companyOf({ library }: Stage, { identity }: Session): Company {
  const company = library.companies.find((each) => each.identity === identity);
  if (company === undefined) throw new Error("The session is of no company.");
  return company;
}

function bodyFor(stage: Stage, company: Company): NewText & { readonly code: string } {
  return {
    folderId: oneOf(stage.random, company.folders),
    code: `t-${stage.word(company)}`,
    name: stage.word(company),
    contentType: 2,
    defaultLanguage: "en",
    translations: { en: { content: `${stage.word(company)}\n` } },
  };
}

/** Acts as somebody else who deletes and changes texts in both companies. */
async function colleague(stage: Stage): Promise<void> {
  const { random, turns, texts } = stage;
  const other: Writer = { name: "a colleague", isDead: false };
  for (let writes = below(random, 8); writes > 0; writes -= 1) {
    for (let idle = below(random, 8); idle > 0; idle -= 1) await turns.next(other);
    const company = oneOf(random, stage.library.companies);
    const id = oneOf(random, texts.get(company) ?? []);
    if (random() < 0.4) await company.remove(id);
    else await company.rewrite(id, `${stage.word(company)}\n`);
  }
}

/** Checks at the end that the service holds no word of one company in the library of another. */
async function lookEverywhere({ library }: Stage, company: Company): Promise<void> {
  for (const text of await company.list())
    for (const { mark } of library.companies)
      if (mark !== company.mark && JSON.stringify(text).includes(mark))
        throw new Wrong(`${company.mark} holds a text with words of ${mark}: ${JSON.stringify(text)}`);
}
