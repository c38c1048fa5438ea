/**
 * Windows that share their plans: one begins to rename a text with everything that refers to it, or to move it, is killed in the middle, and another one carries
 * it on or takes it back, while other people write in the same texts. What the record says is compared with the service each time it is written.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { isApiError, type Api } from "../../../api/index.ts";
import { guardedWrite } from "../../../client/guardedWrite.ts";
import { heldByPlan, openKeptPlans, type KeptPlan, type KeptPlans, type Outcome } from "../../../client/libraryPlan/keptPlansModel.ts";
import { codeWish, moveWish, type LibraryPlan, type PlanStep, type WordsStep } from "../../../client/libraryPlan/planModel.ts";
import { isUnfinished, planReport, runPlan, wasTouched } from "../../../client/libraryPlan/runPlanModel.ts";
import { contentsOf, fieldsOf, linesOf, type Fields, type LibraryText } from "../../../client/writePlan.ts";
import type { Company, Library } from "./library.ts";
import { Wrong, type Figures } from "./oracle.ts";
import { below, oneOf, takeTurns, type Random, type Turns, type Writer } from "./turns.ts";
import { historyFolders, identity } from "./window.ts";

interface Stage {
  readonly library: Library;
  readonly company: Company;
  readonly random: Random;
  readonly turns: Turns;
  readonly figures: Figures;
  readonly folder: string;
  readonly texts: string[];
  /** Lines that other people wrote, by text: nobody takes one away. */
  readonly theirs: Map<string, string[]>;
  /** Who works on which plan, by the path of its lock. */
  readonly held: Map<string, Window>;
  unique(): string;
}

interface Window extends Writer {
  readonly kept: KeptPlans;
  readonly api: Api;
  /** How many moments it has left before it is killed. */
  moments: number;
  /** Writes that the service took since the step began. */
  writes: number;
}

let opened = 0;

export async function runPlans(library: Library, random: Random, figures: Figures, seed: number): Promise<void> {
  const folder = await mkdtemp(historyFolders);
  const [company] = library.companies as [Company];
  let number = 0;
  const stage: Stage = { library, company, random, turns: takeTurns(random), figures, folder, texts: [], theirs: new Map(), held: new Map(), unique: () => `${company.mark}${seed}x${number += 1}` };
  try {
    const code = `t-${stage.unique()}`;
    stage.texts.push(await newText(stage, code, [stage.unique()]));
    for (let count = 1 + below(random, 3); count > 0; count -= 1) stage.texts.push(await newText(stage, `t-${stage.unique()}`, [stage.unique(), referenceTo(code), stage.unique()]));
    for (let count = 2 + below(random, 2); count > 0; count -= 1) start(stage);
    stage.turns.start(() => colleague(stage));
    await stage.turns.run();
    for (const [id, lines] of stage.theirs) {
      const now = await library.look(id);
      for (const line of lines) if (now !== null && !contentsOf(now).get("en")?.includes(line)) throw new Wrong(`The line ${line} of a colleague is gone`);
    }
  } finally {
    for (const id of stage.texts) await company.remove(id);
    await rm(folder, { recursive: true, force: true });
  }
}

const referenceTo = (code: string): string => `[[ LIB : histories : ${code} ]]`;

async function newText({ company }: Stage, code: string, lines: readonly string[]): Promise<string> {
  const body = { folderId: company.folders[0] ?? "", code, name: code, contentType: 2, defaultLanguage: "en", translations: { en: { content: `${lines.join("\n")}\n` } } };
  return (await company.api.call("textlibrary.texts.create", { body })).id;
}

function start(stage: Stage): void {
  opened += 1;
  const { random, turns, company } = stage;
  const window: Window = {
    name: `window ${opened}`, isDead: false, kept: openKeptPlans(stage.folder, { tryLock: (path) => tryLock(stage, window, path) }), moments: random() < 0.5 ? 1 + below(random, 25) : Infinity, writes: 0,
    api: { ...company.api, call: (async (operation: string, request: unknown, options: unknown) => {
      await turns.next(window);
      await moment(stage, window);
      const answer = await company.raw(operation, request, options);
      if (!/\.(?:get|list|search)$/.test(operation)) window.writes += 1;
      await moment(stage, window);
      return answer;
    }) as Api["call"] },
  };
  turns.start(() => turns.next(window).then(() => author(stage, window)));
}

/** Whoever is killed gives its locks back, as the system does it. */
function tryLock({ held }: Stage, window: Window, path: string): Disposable | undefined {
  const holder = held.get(path);
  if (holder !== undefined && !holder.isDead) return undefined;
  held.set(path, window);
  return {
    [Symbol.dispose]() {
      if (held.get(path) === window) held.delete(path);
    },
  };
}

/** A window may be killed at each of them; another one is opened then. */
async function moment(stage: Stage, window: Window): Promise<void> {
  window.moments -= 1;
  if (window.moments > 0) return;
  start(stage);
  await stage.turns.die(window);
}

async function author(stage: Stage, window: Window): Promise<void> {
  const { random, turns } = stage;
  for (let rounds = 2 + below(random, 2); rounds > 0; rounds -= 1) {
    const shown = (await window.kept.list(identity)).plans.find((plan) => isUnfinished(plan) || (wasTouched(plan) && random() < 0.4));
    // The question stands for a while.
    for (let idle = below(random, 4); idle > 0; idle -= 1) await turns.next(window);
    if (shown === undefined) await begin(stage, window);
    else await run(stage, window, shown, { isBack: shown.direction === "back" || (wasTouched(shown) && random() < 0.5) });
  }
}

async function begin(stage: Stage, window: Window): Promise<void> {
  const { random, company, texts } = stage;
  const [home = "", ...others] = texts;
  const base = await readOrNothing(window.api, home);
  if (base === undefined) return;
  const to = { id: company.folders.find((id) => id !== base.folderId) ?? base.folderId, name: "Another", parentFolderId: null, isDefault: false, code: null };
  const { step } = random() < 0.75 ? codeWish(base, `t-${stage.unique()}`) : moveWish(base, { from: "One", to });
  const words: WordsStep[] = [];
  for (const id of step.do === "text" && step.fields.code !== undefined ? others : []) {
    const text = await readOrNothing(window.api, id);
    const content = contentsOf(text ?? base).get("en") ?? "", at = content.indexOf(base.code);
    if (text === undefined || at < 0) continue;
    words.push({ do: "words", title: `References in ${text.code}`, base: text, languages: [{ language: "en", content, edits: [{ start: at, end: at + base.code.length, newText: codeOf(step) ?? "", needs: 0 }] }] });
  }
  const plan: LibraryPlan = { title: step.title, steps: [step, ...words], said: [] };
  await run(stage, window, await window.kept.begin(plan, { identity, connection: "sandbox" }), { isBack: false });
}

async function run(stage: Stage, window: Window, shown: KeptPlan, { isBack }: { readonly isBack: boolean }): Promise<void> {
  const held = await runPlan(shown, {
    api: window.api, files: { read: async () => undefined, write: async () => {} },
    plans: { hold: window.kept.hold, write: (next) => write(stage, window, next) },
    step: () => void (window.writes = 0),
    save: (base, change) => guardedWrite({ identity, connection: "sandbox", base, change }, { api: window.api, journal: heldByPlan, lock: (_, work) => stage.turns.lock(window, base.id, work) }),
  }, { back: isBack });
  if (held.state !== "done") return;
  stage.figures.plans += 1;
  if (planReport(held.value).whole) await mustBeWhole(stage, window, held.value);
}

/** Nothing that the record on the disk knows is forgotten, and what it says now is so. */
async function write(stage: Stage, window: Window, next: KeptPlan): Promise<void> {
  const before = (await window.kept.list(identity)).plans.find(({ id }) => id === next.id);
  for (const [index, step] of next.plan.steps.entries()) {
    const [was, is] = [before?.outcomes[index] ?? null, next.outcomes[index] ?? null];
    if (was?.state === "done" && is?.state !== "done" && next.direction === "forward") throw new Wrong(`${window.name} forgets that "${step.title}" was done`);
    if (was?.state === "undone" && is?.state === "done") throw new Wrong(`${window.name} says again of "${step.title}" that it is done, which was taken back`);
    if (is !== null && JSON.stringify(was) !== JSON.stringify(is)) await mustBeTrue(stage, window, { step, outcome: is, kept: next });
  }
  await moment(stage, window);
  await window.kept.write(next);
  await moment(stage, window);
}

async function mustBeTrue({ library }: Stage, window: Window, { step, outcome, kept }: { readonly step: PlanStep; readonly outcome: Outcome; readonly kept: KeptPlan }): Promise<void> {
  if (outcome.state === "refused" && window.writes > 0) throw new Wrong(`${window.name} says that "${step.title}" was refused, and the service took it`);
  if (outcome.state !== "done" && outcome.state !== "undone") return;
  const now = step.do === "text" || step.do === "words" ? await library.look(step.base.id) : null;
  const isIn = now !== null && isInEffect(step, now);
  if (outcome.state === "done" ? !isIn : isIn) throw new Wrong(`${window.name} says that "${step.title}" is ${outcome.state}, and it is not`);
  if (step.do === "words" && outcome.state === "done" && kept.outcomes[0]?.state !== "done") throw new Wrong(`${window.name} changed references to what was not changed`);
}

/** A plan that is told as whole has all of its steps done, or taken back: also those of which a killed window could not say so. */
async function mustBeWhole({ library }: Stage, window: Window, { plan, direction, outcomes }: KeptPlan): Promise<void> {
  for (const [index, step] of plan.steps.entries()) {
    if (step.do !== "text" && step.do !== "words") continue;
    const now = await library.look(step.base.id);
    // Others may have been in the way of a step, and that is told: of a whole plan nobody was.
    if (now === null || (direction === "back" && outcomes[index]?.state === "refused")) continue;
    if (direction === "back" && isInEffect(step, now)) throw new Wrong(`${window.name} was told that "${plan.title}" is taken back, and "${step.title}" is in effect`);
    if (direction === "forward" && outcomes[index]?.state !== "done") throw new Wrong(`${window.name} was told that "${plan.title}" is done, and "${step.title}" is not`);
  }
}

function isInEffect(step: PlanStep, now: LibraryText): boolean {
  if (step.do === "text") return Object.entries(step.fields).every(([field, value]) => fieldsOf(now)[field as keyof Fields] === value);
  return step.do === "words" && step.languages.every(({ language, edits }) => edits.every(({ newText }) => contentsOf(now).get(language)?.includes(newText) === true));
}

const codeOf = (step: PlanStep): string | undefined => step.do === "text" ? step.fields.code : undefined;

async function readOrNothing(api: Api, id: string): Promise<LibraryText | undefined> {
  try {
    return await api.call("textlibrary.texts.get", { path: { id } });
  } catch (error) {
    if (isApiError(error)) return undefined;
    throw error;
  }
}

/** Somebody else adds lines, writes over a reference, or gives the text another name; never between a reading of ours and its write. */
async function colleague(stage: Stage): Promise<void> {
  const { random, turns, library, theirs } = stage;
  const other: Writer = { name: "a colleague", isDead: false };
  for (let writes = below(random, 10); writes > 0; writes -= 1) {
    for (let idle = below(random, 10); idle > 0; idle -= 1) await turns.next(other);
    const id = oneOf(random, stage.texts);
    await turns.lock(other, id, async () => {
      const read = await library.look(id);
      if (read === null) return;
      const { id: _, createdDate: __, updatedDate: ___, ...fields } = read;
      const line = stage.unique(), lines = linesOf(contentsOf(read).get("en") ?? "");
      const at = random() < 0.25 ? lines.findIndex((each) => each.includes("[[")) : -1;
      const content = at < 0 ? `${lines.join("")}${line}\n` : lines.with(at, `${line}\n`).join("");
      await library.foreign(id, random() < 0.1 ? { ...fields, code: `t-${line}` } : { ...fields, translations: { en: { content } } });
      const after = await library.look(id);
      if (after !== null && contentsOf(after).get("en")?.includes(line)) theirs.set(id, [...theirs.get(id) ?? [], line]);
    });
  }
}
