/**
 * What people do at windows with two companies: they change texts and folders by plans, resume plans, take plans back,
 * forget plans, type and save. Between any two actions, and while a question is open, they may switch to the other
 * company, or their settings may change.
 */
import { isApiError } from "../../../api/index.ts";
import { commands } from "../../../client/identifiers.ts";
import { bulkOf } from "../../../authoring/plans/bulk.ts";
import type { KeptPlan } from "../../../authoring/plans/keptPlans.ts";
import { codeWish, folderWish, moveWish } from "../../../authoring/plans/plan.ts";
import type { Wish } from "../../../authoring/plans/plan.ts";
import { replacePlan } from "../../../authoring/plans/replace.ts";
import type * as AddressModule from "../../../client/connections/textAddress.ts";
import { contentsOf } from "../../../authoring/guard/writePlan.ts";
import type { LibraryText } from "../../../authoring/guard/writePlan.ts";
import { must, NotConnected, open, OtherLibrary, ownerOf } from "./companyWindow.ts";
import type { Asked, Machine, Opened, People, Session, Stage, Window } from "./companyWindow.ts";
import { firmOf, folderIds, shelfOf, textIds } from "./firm.ts";
import type { Firm } from "./firm.ts";
import { FileSystemError, inManyWindows, TextDocumentSaveReason } from "./manyWindows.ts";
import type { Question, TypedDocument } from "./manyWindows.ts";
import { below, oneOf } from "./turns.ts";

const { uriOf } = await inManyWindows<typeof AddressModule>("client/connections/textAddress.ts");

export const people: People = { work, answer };

async function work(stage: Stage, window: Window): Promise<void> {
  const { random, turns } = stage;
  for (let rounds = 3 + below(random, 3); rounds > 0; rounds -= 1) {
    for (let idle = below(random, 3); idle > 0; idle -= 1) await turns.next(window);
    const kind = random();
    const next = kind < 0.15 ? turn : kind < 0.45 ? begin : kind < 0.7 ? review : kind < 0.92 ? saveOne : reload;
    await window.opened.editor.run(() => quietly(stage, window, () => next(stage, window)));
    [window.asked, window.about] = [undefined, undefined];
  }
}

/** Runs the work. Ignores errors of the service, and judges the refusals that a person reads. */
async function quietly(stage: Stage, window: Window, next: () => Promise<void>): Promise<void> {
  try {
    await next();
  } catch (error) {
    if (error instanceof OtherLibrary || error instanceof NotConnected) judgeRefusal(stage, window, error.message);
    else if (!isApiError(error)) throw error;
  }
}

const refusals = [
  /^This belongs to another service or client, because the connection (.+) has been changed\. Nothing was done\. /,
  /^This belongs to (.+), and this window is connected to .+\. Nothing was done\. /,
  /the connection (.+) used before\. No connection uses them now\. Nothing was done\. /,
];

/** If work was refused because of its company, checks that the message names the right connection. */
function judgeRefusal(stage: Stage, window: Window, words: string): void {
  const owner = refusals.map((refusal) => refusal.exec(words)?.[1]).find((name) => name !== undefined);
  if (owner === undefined) return;
  stage.figures.refused += 1;
  must(owner === window.about, `${window.name} is told "${words}" of what is of ${window.about}`);
}

/** Switches to another connection, gives a name to another company, or renames a connection. */
async function turn({ random, figures }: Stage, window: Window): Promise<void> {
  const {
    machine: { names },
    current,
  } = window;
  const [one, other] = [...names.keys()] as [string, string];
  const first = names.get(one);
  const kind = random();
  if (kind < 0.1) exchange(window.machine);
  else if (kind < 0.2 && first !== undefined) {
    names.delete(one);
    names.set(`${one}-again`, first);
    if (current === one) window.current = `${one}-again`;
  } else window.current = current === one ? other : one;
  figures.switched += 1;
}

/** Gives each name to the other company. */
function exchange({ names }: Machine): void {
  const [[one, first], [other, second]] = [...names] as [[string, Firm], [string, Firm]];
  names.set(one, second).set(other, first);
}

/** Answers after a while, in which the window may switch to the other company. */
async function answer(stage: Stage, window: Window, question: Question): Promise<string | undefined> {
  const { random, turns } = stage;
  const { words, choices } = question;
  const { looked } = window;
  for (let idle = below(random, 4); idle > 0; idle -= 1) await turns.next(window);
  if (random() < 0.3) await turn(stage, window);
  if (choices.includes("Show Log")) {
    judgeRefusal(stage, window, words);
    return undefined;
  }
  if (choices.includes("Show Plan…")) {
    mustBeOfOne(stage, window, question);
    return random() < 0.15 ? giveUp(window) : random() < 0.2 ? choices[0] : oneOf(random, choices.slice(1));
  }
  if (words === "Plans of the Text Library" && random() < 0.6) return choices[0];
  if (choices[0] === "Cancel") return random() < 0.2 ? giveUp(window) : oneOf(random, choices.slice(1));
  if (choices.includes("Forget the Plan")) return decide(stage, window, { ...question, plan: looked });
  if (choices.includes("Keep in the Editor")) {
    const { active } = window.opened.editor;
    window.asked = random() < 0.5 || active === undefined ? undefined : askedOf(window, active);
    return window.asked === undefined ? "Keep in the Editor" : "Save";
  }
  return choices.length === 0 || random() < 0.3 ? undefined : oneOf(random, choices);
}

/** Dismisses a question, and withdraws what the person asked for. */
function giveUp(window: Window): undefined {
  window.asked = undefined;
}

/** Checks that everything that is shown about a plan belongs to the plan's company. */
function mustBeOfOne(stage: Stage, { name, asked, opened }: Window, { words, detail }: Question): void {
  const {
    editor: { documents },
    origins,
    files,
  } = opened;
  // If the window has not read which library a document comes from, the document may belong to either company.
  const mayBeOf = (uri: TypedDocument["uri"]): boolean =>
    origins.get(uri.toString()) === asked?.firm || files.knownOf(uri)?.owner === undefined;
  const isOpen = documents.some(({ uri, isDirty }) => isDirty && mayBeOf(uri));
  const isTrue = isOpen || !detail.includes("Open with unsaved changes");
  must(isTrue, `${name} is told of unsaved changes in ${asked?.firm.company.mark}, and there are none`);
  const own = asked?.firm.company.mark;
  const shown = JSON.stringify([words, detail]);
  const other = stage.firms.map(({ company: { mark } }) => mark).find((mark) => mark !== own && shown.includes(mark));
  must(other === undefined, `${name} is asked about a change of ${own} with what is of ${other}: ${shown}`);
}

interface Decision extends Question {
  readonly plan: KeptPlan | undefined;
}

/** Decides about a plan. Checks that the question names the library in which the plan would continue. */
function decide(stage: Stage, window: Window, { words, detail, choices, plan }: Decision): string | undefined {
  if (plan?.plan.title !== words) throw new Error(`Nobody looked at the plan ${words}.`);
  const isTold = detail.includes(`the library of ${plan.connection}.`);
  must(isTold, `${window.name} is asked about "${words}", and not told of which library it is: ${detail}`);
  const choice = stage.random() < 0.2 ? "Forget the Plan" : oneOf(stage.random, choices.slice(0, -1));
  window.asked = choice === "Copy Details" ? undefined : { firm: firmOf(stage.firms, plan.identity), ids: undefined };
  return choice;
}

async function current(stage: Stage, window: Window): Promise<{ readonly session: Session; readonly firm: Firm }> {
  const session = await window.opened.session();
  window.about = session.name;
  return { session, firm: firmOf(stage.firms, session.identity) };
}

/** Begins to change a text, a folder, several texts, or words in several texts, from the rows that the window shows. */
async function begin(stage: Stage, window: Window): Promise<void> {
  const { random, figures } = stage;
  const { plans } = window.opened;
  const { session, firm } = await current(stage, window);
  const texts: LibraryText[] = [];
  for (const id of textIds) texts.push(await session.api.call("textlibrary.texts.get", { path: { id } }));
  const [home] = texts as [LibraryText];
  const folders = (await shelfOf(firm).folders()).filter(({ id }) => folderIds.includes(id));
  window.asked = { firm, ids: undefined };
  figures.plans += 1;
  // Lists and boxes stay open for a while before the plan is made.
  if (random() < 0.3) await turn(stage, window);
  const offer = (title: string, wishes: readonly Wish[]): Promise<void> =>
    plans.offer(session as unknown as Parameters<Opened["plans"]["offer"]>[0], title, wishes);
  const one = (wish: Wish): Promise<void> => offer(wish.step.title, [wish]);
  const kind = random();
  if (kind < 0.4) return one(codeWish(home, `t-${stage.word(firm)}`));
  if (kind < 0.55) return one(folderWish(oneOf(random, folders), { name: stage.word(firm) }));
  if (kind < 0.7) {
    const from = folders.find(({ id }) => id === home.folderId)?.name ?? "";
    return one(
      moveWish(home, {
        from,
        to: oneOf(
          random,
          folders.filter(({ id }) => id !== home.folderId),
        ),
      }),
    );
  }
  if (kind < 0.85) {
    const { title, wishes } = bulkOf(texts, { isPublic: random() < 0.5 });
    return wishes.length === 0 ? undefined : offer(title, wishes);
  }
  const find = /^\w+$/m.exec(contentsOf(oneOf(random, texts)).get("en") ?? "")?.[0];
  if (find === undefined) return;
  const plan = replacePlan(texts, { find, by: stage.word(firm), matchCase: true, wholeWords: true, inside: false });
  if (plan.steps.length > 0) await plans.carryOut(plan, ownerOf(session));
}

/** Opens the list of plans, from which one is resumed, taken back or forgotten. */
async function review(_: Stage, { opened: { editor } }: Window): Promise<void> {
  await editor.commands.get(commands.reviewPlans)?.();
}

function askedOf({ opened: { origins } }: Window, { uri }: TypedDocument): Asked | undefined {
  const firm = origins.get(uri.toString());
  return firm && { firm, ids: new Set([uri.query]) };
}

/** Opens a text, edits and saves it; in between, the window may switch to the other company or reload. */
async function saveOne(stage: Stage, window: Window): Promise<void> {
  const { random, theme } = stage;
  const uri = await typeIn(stage, window);
  if (uri === undefined) return;
  if (random() < 0.3) await turn(stage, window);
  if (random() < 0.1 + theme.repointed / 2) await reload(stage, window);
  await window.opened.editor.run(async () => {
    const {
      conflicts,
      editor: { documents },
    } = window.opened;
    const document = documents.find((each) => each.uri.toString() === uri.toString());
    if (document === undefined) return;
    await save(stage, window, document);
    if (conflicts.has(uri.toString()) && random() < 0.8) await save(stage, window, document);
  });
}

/**
 * Types words without saving, or keeps unsaved words from before; resolves with undefined if the text does not open.
 */
async function typeIn(stage: Stage, window: Window): Promise<TypedDocument["uri"] | undefined> {
  const { random } = stage;
  const { editor, origins } = window.opened;
  const left = editor.documents.find(({ isDirty }) => isDirty);
  if (left !== undefined && random() < 0.6) return left.uri;
  const { session } = await current(stage, window);
  const text = await session.api.call("textlibrary.texts.get", { path: { id: oneOf(random, textIds) } });
  const uri = uriOf({ connection: session.name, folder: { code: null, name: "Letters" }, text, language: "en" });
  const isOpen = await isTaken(async () => {
    const document = await editor.open(uri);
    if (!origins.has(uri.toString()) && window.heard !== undefined) origins.set(uri.toString(), window.heard);
    await document.refresh();
    const firm = origins.get(uri.toString());
    if (!document.isDirty && firm !== undefined) document.type(`${document.getText()}${stage.word(firm)}\n`);
  });
  return isOpen ? uri : undefined;
}

/** Saves with the Save key, or as VS Code or another extension does without being asked. */
async function save(stage: Stage, window: Window, document: TypedDocument): Promise<void> {
  const { random, figures } = stage;
  const {
    opened: { editor, origins, files, conflicts },
  } = window;
  const key = document.uri.toString(),
    firm = origins.get(key) as Firm;
  const conflict = conflicts.get(key);
  if (conflict !== undefined) {
    // The author has seen both sides of the conflict, and adds to the other side's words.
    conflicts.delete(key);
    if (!(await isTaken(() => files.acceptSeen(document.uri, conflict.theirs)))) return;
    document.type(`${contentsOf(conflict.theirs).get("en") ?? ""}${stage.word(firm)}\n`);
  }
  editor.active = document;
  const kind = random();
  if (kind < 0.7 || conflict !== undefined) {
    window.asked = askedOf(window, document);
    await editor.commands.get(commands.saveText)?.();
  } else {
    const { AfterDelay, Manual } = TextDocumentSaveReason;
    await document.save(kind < 0.85 ? AfterDelay : kind < 0.9 ? Manual : undefined);
  }
  window.asked = undefined;
  if (document.refused !== undefined) mustNameIt(stage, window, document);
  if (document.isDirty) return;
  figures.saves += 1;
  const now = await shelfOf(firm).text(document.uri.query);
  const last = document.getText().trimEnd().split("\n").at(-1) ?? "";
  const isThere = now === null || contentsOf(now).get("en")?.includes(last) === true;
  must(isThere, `${window.name} was told that "${last}" is saved, and ${firm.company.mark} does not hold it`);
}

/**
 * If a document was not saved because its connection leads elsewhere, checks that the message names that connection.
 */
function mustNameIt(stage: Stage, { name }: Window, { uri: { authority }, refused }: TypedDocument): void {
  const message = refused?.message ?? "";
  if (!message.includes("no longer leads to the service and client")) return;
  stage.figures.refused += 1;
  must(message.includes(` ${authority} `), `${name} is told of a text of ${authority}: ${message}`);
}

/** Runs the work; resolves with whether the file system accepted it. */
async function isTaken(next: () => Promise<unknown>): Promise<boolean> {
  try {
    await next();
    return true;
  } catch (error) {
    if (error instanceof FileSystemError) return false;
    throw error;
  }
}

/** Reloads the window, with its unsaved documents. */
async function reload(stage: Stage, window: Window): Promise<void> {
  const {
    random,
    theme: { repointed },
  } = stage;
  const {
    machine: { names },
    opened: {
      editor: { documents },
      origins,
      end,
    },
  } = window;
  const originOf = ({ uri }: TypedDocument): Firm | undefined => origins.get(uri.toString());
  const isThere = (each: TypedDocument): boolean => names.get(each.uri.authority) === originOf(each);
  const unsaved = documents.filter((each) => each.isDirty && (repointed > 0 || isThere(each)));
  end();
  if (random() < repointed) exchange(window.machine);
  const opened = open(stage, window);
  window.opened = opened;
  await opened.editor.run(async () => {
    for (const each of unsaved) opened.origins.set(each.uri.toString(), originOf(each) as Firm);
    const reopened = await Promise.all(unsaved.map((each) => opened.editor.open(each.uri, each.getText())));
    // The first check of a window finds out to which company a text belongs. Before that check, the settings may name
    // another company.
    const isLooked = repointed === 0 || random() < 0.5;
    if (!isLooked) return;
    const looked = reopened as unknown as Parameters<Opened["files"]["look"]>[0];
    await stage.turns.together(() => opened.files.look(looked, { isDue: () => true }));
  });
}
