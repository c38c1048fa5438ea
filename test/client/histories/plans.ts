/**
 * Windows that share their plans. One window begins a plan, which moves a text, or gives it another code and updates
 * the references to it. The window is killed in the middle, and another window resumes the plan or takes it back. Other
 * people write in the same texts at the same time. Each time a record is written, it is compared with the service.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { isApiError } from "../../../api/index.ts";
import type { Api } from "../../../api/index.ts";
import { guardedWrite } from "../../../authoring/guard/guardedWrite.ts";
import { heldByPlan, openKeptPlans } from "../../../authoring/plans/keptPlans.ts";
import type { KeptPlan, KeptPlans } from "../../../authoring/plans/keptPlans.ts";
import { codeWish, moveWish } from "../../../authoring/plans/plan.ts";
import type { LibraryPlan, PlanStep, WordsStep } from "../../../authoring/plans/plan.ts";
import { isUnfinished, runPlan, wasTouched } from "../../../authoring/plans/runPlan.ts";
import { contentsOf, linesOf } from "../../../authoring/guard/writePlan.ts";
import type { LibraryText } from "../../../authoring/guard/writePlan.ts";
import type { Company, Library } from "./library.ts";
import { Wrong } from "./oracle.ts";
import type { Figures } from "./oracle.ts";
import { noPlanWork, tryLock, watchPlans } from "./planOracle.ts";
import type { PlanWindow, PlanWork } from "./planOracle.ts";
import { below, oneOf, takeTurns } from "./turns.ts";
import type { Random, Turns, Writer } from "./turns.ts";
import { historyFolders, identity } from "./window.ts";

interface Stage {
  readonly library: Library;
  readonly company: Company;
  readonly random: Random;
  readonly turns: Turns;
  readonly figures: Figures;
  readonly folder: string;
  readonly texts: string[];
  /** Lines that other people wrote, by text. Nobody may remove them. */
  readonly theirs: Map<string, string[]>;
  readonly work: PlanWork;
  unique(): string;
}

interface Window extends PlanWindow {
  readonly kept: KeptPlans;
  readonly api: Api;
  /** How many moments are left before the window is killed. */
  moments: number;
}

let opened = 0;

export async function runPlans(library: Library, random: Random, figures: Figures, seed: number): Promise<void> {
  const folder = await mkdtemp(historyFolders);
  const [company] = library.companies as [Company];
  let number = 0;
  const stage: Stage = {
    library,
    company,
    random,
    turns: takeTurns(random),
    figures,
    folder,
    texts: [],
    theirs: new Map(),
    work: noPlanWork(),
    unique: () => `${company.mark}${seed}x${(number += 1)}`,
  };
  try {
    const code = `t-${stage.unique()}`;
    stage.texts.push(await newText(stage, code, [stage.unique()]));
    for (let count = 1 + below(random, 3); count > 0; count -= 1)
      stage.texts.push(
        await newText(stage, `t-${stage.unique()}`, [stage.unique(), referenceTo(code), stage.unique()]),
      );
    for (let count = 2 + below(random, 2); count > 0; count -= 1) start(stage);
    stage.turns.start(() => colleague(stage));
    await stage.turns.run();
    for (const [id, lines] of stage.theirs) {
      const now = await library.look(id);
      for (const line of lines)
        if (now !== null && !contentsOf(now).get("en")?.includes(line))
          throw new Wrong(`The line ${line} of a colleague is gone`);
    }
  } finally {
    for (const id of stage.texts) await company.remove(id);
    await rm(folder, { recursive: true, force: true });
  }
}

const referenceTo = (code: string): string => `[[ LIB : histories : ${code} ]]`;

async function newText({ company }: Stage, code: string, lines: readonly string[]): Promise<string> {
  const body = {
    folderId: company.folders[0] ?? "",
    code,
    name: code,
    contentType: 2,
    defaultLanguage: "en",
    translations: { en: { content: `${lines.join("\n")}\n` } },
  };
  return (await company.api.call("textlibrary.texts.create", { body })).id;
}

function start(stage: Stage): void {
  opened += 1;
  const { random, turns, company } = stage;
  const own: PlanWindow = { name: `window ${opened}`, isDead: false, writes: 0 };
  const window: Window = Object.assign(own, {
    moments: random() < 0.5 ? 1 + below(random, 25) : Infinity,
    kept: watchPlans(openKeptPlans(stage.folder, { tryLock: (path) => tryLock(stage.work.held, own, path) }), {
      window: own,
      work: stage.work,
      moment: () => moment(stage, window),
      shelfOf: () => ({ text: stage.library.look, folder: async () => undefined }),
    }),
    api: {
      ...company.api,
      call: (async (operation: string, request: unknown, options: unknown) => {
        await turns.next(window);
        await moment(stage, window);
        const answer = await company.raw(operation, request, options);
        if (!/\.(?:get|list|search)$/.test(operation)) window.writes += 1;
        await moment(stage, window);
        return answer;
      }) as Api["call"],
    },
  });
  turns.start(() => turns.next(window).then(() => author(stage, window)));
}

/** Marks a moment at which a window may be killed. If it is killed, another window is opened. */
async function moment(stage: Stage, window: Window): Promise<void> {
  window.moments -= 1;
  if (window.moments > 0) return;
  start(stage);
  await stage.turns.die(window);
}

async function author(stage: Stage, window: Window): Promise<void> {
  const { random, turns } = stage;
  for (let rounds = 2 + below(random, 2); rounds > 0; rounds -= 1) {
    const shown = (await window.kept.list(identity)).plans.find(
      (plan) => isUnfinished(plan) || (wasTouched(plan) && random() < 0.4),
    );
    // The question stays open for a while.
    for (let idle = below(random, 4); idle > 0; idle -= 1) await turns.next(window);
    if (shown === undefined) await begin(stage, window);
    else
      await run(stage, window, shown, { isBack: shown.direction === "back" || (wasTouched(shown) && random() < 0.5) });
  }
}

async function begin(stage: Stage, window: Window): Promise<void> {
  const { random, company, texts } = stage;
  const [home = "", ...others] = texts;
  const base = await readOrNothing(window.api, home);
  if (base === undefined) return;
  const to = {
    id: company.folders.find((id) => id !== base.folderId) ?? base.folderId,
    name: "Another",
    parentFolderId: null,
    isDefault: false,
    code: null,
  };
  const { step } = random() < 0.75 ? codeWish(base, `t-${stage.unique()}`) : moveWish(base, { from: "One", to });
  const words: WordsStep[] = [];
  for (const id of step.do === "text" && step.fields.code !== undefined ? others : []) {
    const text = await readOrNothing(window.api, id);
    const content = contentsOf(text ?? base).get("en") ?? "",
      at = content.indexOf(base.code);
    if (text === undefined || at < 0) continue;
    words.push({
      do: "words",
      title: `References in ${text.code}`,
      base: text,
      languages: [
        {
          language: "en",
          content,
          edits: [{ start: at, end: at + base.code.length, newText: codeOf(step) ?? "", needs: 0 }],
        },
      ],
    });
  }
  const plan: LibraryPlan = { title: step.title, steps: [step, ...words], said: [] };
  await run(stage, window, await window.kept.begin(plan, { identity, connection: "sandbox" }), { isBack: false });
}

async function run(
  stage: Stage,
  window: Window,
  shown: KeptPlan,
  { isBack }: { readonly isBack: boolean },
): Promise<void> {
  const held = await runPlan(
    shown,
    {
      api: window.api,
      files: { read: async () => undefined, write: async () => {} },
      plans: window.kept,
      save: (base, change) =>
        guardedWrite(
          { identity, connection: "sandbox", base, change },
          { api: window.api, journal: heldByPlan, lock: (_, work) => stage.turns.lock(window, base.id, work) },
        ),
    },
    { back: isBack },
  );
  if (held.state === "done") stage.figures.plans += 1;
}

const codeOf = (step: PlanStep): string | undefined => (step.do === "text" ? step.fields.code : undefined);

async function readOrNothing(api: Api, id: string): Promise<LibraryText | undefined> {
  try {
    return await api.call("textlibrary.texts.get", { path: { id } });
  } catch (error) {
    if (isApiError(error)) return undefined;
    throw error;
  }
}

/**
 * Acts as somebody else: adds lines, overwrites a reference, or renames the text. Never does so between a guarded read
 * and its write.
 */
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
      const line = stage.unique(),
        lines = linesOf(contentsOf(read).get("en") ?? "");
      const at = random() < 0.25 ? lines.findIndex((each) => each.includes("[[")) : -1;
      const content = at < 0 ? `${lines.join("")}${line}\n` : lines.with(at, `${line}\n`).join("");
      await library.foreign(
        id,
        random() < 0.1 ? { ...fields, code: `t-${line}` } : { ...fields, translations: { en: { content } } },
      );
      const after = await library.look(id);
      if (after !== null && contentsOf(after).get("en")?.includes(line))
        theirs.set(id, [...(theirs.get(id) ?? []), line]);
    });
  }
}
