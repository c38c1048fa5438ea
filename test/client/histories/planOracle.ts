/**
 * Judges the records of plans. Each time a record is written, it must agree with the service. No window may work on a
 * forgotten plan, on a plan that another window works on, or from a record that the window has not shown to its author.
 */
import type { KeptPlan, KeptPlans, Outcome } from "../../../authoring/plans/keptPlans.ts";
import type { PlanStep } from "../../../authoring/plans/plan.ts";
import { planReport } from "../../../authoring/plans/runPlan.ts";
import { contentsOf, fieldsOf } from "../../../authoring/guard/writePlan.ts";
import type { Fields, LibraryText } from "../../../authoring/guard/writePlan.ts";
import type { Folder } from "../../../language/index.ts";
import { Wrong } from "./oracle.ts";
import type { Writer } from "./turns.ts";

export interface PlanWindow extends Writer {
  /** How many writes the service accepted since the step began. */
  writes: number;
}

/** The state of the plans of one computer. */
export interface PlanWork {
  /** The window that works on a plan, by the plan's id. */
  readonly running: Map<string, Writer>;
  readonly forgotten: Set<string>;
  /** The window that holds a lock, by the lock's path. */
  readonly held: Map<string, Writer>;
}

export const noPlanWork = (): PlanWork => ({ running: new Map(), forgotten: new Set(), held: new Map() });

/** Reads what a company's service holds. No window makes these calls. */
export interface Shelf {
  /** Resolves with null if the service shows no such text. */
  readonly text: (id: string) => Promise<LibraryText | null>;
  readonly folder: (id: string) => Promise<Pick<Folder, "name" | "code"> | undefined>;
}

interface Eyes {
  readonly window: PlanWindow;
  readonly work: PlanWork;
  readonly shelfOf: (owner: Pick<KeptPlan, "identity">) => Shelf;
  /** Marks a moment at which the window may be killed. */
  readonly moment: () => Promise<void>;
}

/** Wraps a window's plans with the checks. */
export function watchPlans(kept: KeptPlans, { window, work, shelfOf, moment }: Eyes): KeptPlans {
  const { running, forgotten } = work;
  const onDisk = async ({ id, identity }: KeptPlan): Promise<KeptPlan | undefined> =>
    (await kept.list(identity)).plans.find((each) => each.id === id);

  const must = (isSo: boolean, words: string): void => {
    if (isSo) return;
    throw new Wrong(`${window.name} ${words}`);
  };

  return {
    ...kept,
    async list(identity) {
      const listed = await kept.list(identity);
      const other = listed.plans.find((plan) => plan.identity !== identity);
      must(other === undefined, `is shown "${other?.plan.title}", a plan of another library`);
      return listed;
    },
    hold: (shown, carryOut) =>
      kept.hold(shown, async (now) => {
        const {
          id,
          plan: { title },
        } = shown;
        must(running.get(id)?.isDead !== false, `works on "${title}", which ${running.get(id)?.name} works on`);
        must(!forgotten.has(id), `works on "${title}", which was forgotten`);
        const disk = await onDisk(shown);
        const isShown = disk !== undefined && progressOf(disk) === progressOf(shown);
        must(isShown, `works on "${title}" by a record that its author was not shown`);
        running.set(id, window);
        try {
          return await carryOut(now);
        } finally {
          running.delete(id);
        }
      }),
    async remove(id) {
      await kept.remove(id);
      forgotten.add(id);
    },
    /**
     * Checks that the new record keeps what the record on disk says, and that its new content is true. Then writes it.
     */
    async write(next) {
      const before = await onDisk(next);
      const shelf = shelfOf(next);
      for (const [index, step] of next.plan.steps.entries()) {
        const [was, is] = [before?.outcomes[index] ?? null, next.outcomes[index] ?? null];
        const isKnown = next.direction === "back" || was?.state !== "done" || is?.state === "done";
        must(isKnown, `forgets that "${step.title}" was done`);
        const isAgain = was?.state === "undone" && is?.state === "done";
        must(!isAgain, `says again of "${step.title}" that it is done, which was taken back`);
        const isNew = JSON.stringify(was) !== JSON.stringify(is);
        if (is !== null && isNew) await mustBeTrue(shelf, { step, state: is.state, kept: next });
      }
      if (next.ended && planReport(next).whole) await mustBeWhole(shelf, next);
      await moment();
      await kept.write(next);
      if (next.sending !== null) window.writes = 0;
      await moment();
    },
  };

  async function mustBeTrue(shelf: Shelf, { step, state, kept: { outcomes } }: Said): Promise<void> {
    must(state !== "refused" || window.writes === 0, `says that "${step.title}" was refused, and the service took it`);
    if (state !== "done" && state !== "undone") return;
    const isIn = (await isInEffect(shelf, step)) ?? false;
    must(isIn === (state === "done"), `says that "${step.title}" is ${state}, and it is not`);
    const isAlone = state === "done" && needsOf(step).some((index) => outcomes[index]?.state !== "done");
    must(!isAlone, "changed references to what was not changed");
  }

  /**
   * Checks that a plan that is reported as complete has all of its steps done or taken back, even if a killed window
   * could not record that.
   */
  async function mustBeWhole(shelf: Shelf, { plan, direction, outcomes }: KeptPlan): Promise<void> {
    for (const [index, step] of plan.steps.entries()) {
      const state = outcomes[index]?.state;
      // The presence of a change without a unique word proves nothing: another plan may have made the same change after
      // this plan was taken back.
      const isOwn = step.do !== "text" || step.fields.code !== undefined;
      const isUndone =
        direction === "forward" || state === "refused" || !isOwn || (await isInEffect(shelf, step)) !== true;
      must(isUndone, `was told that "${plan.title}" is taken back, and "${step.title}" is in effect`);
      const isDone = direction === "back" || state === "done";
      must(isDone, `was told that "${plan.title}" is done, and "${step.title}" is not`);
    }
  }
}

interface Said {
  readonly step: PlanStep;
  readonly state: Outcome["state"];
  readonly kept: KeptPlan;
}

function progressOf({ direction, outcomes, sending, ended }: KeptPlan): string {
  return JSON.stringify([direction, outcomes, sending, ended]);
}

/** Returns the indexes of the steps that must be done before the references in this step are changed. */
function needsOf(step: PlanStep): readonly number[] {
  if (step.do !== "words") return [];
  return step.languages.flatMap(({ edits }) => edits.map(({ needs }) => needs)).filter((index) => index >= 0);
}

/**
 * Resolves with whether the service has the change of a step; undefined if its text or folder does not exist, or if the
 * step does not concern the service.
 */
async function isInEffect(shelf: Shelf, step: PlanStep): Promise<boolean | undefined> {
  if (step.do === "file") return undefined;
  if (step.do === "folder") {
    const folder = await shelf.folder(step.folderId);
    return folder && folder.name === step.after.name && (folder.code ?? "") === step.after.code;
  }
  const now = await shelf.text(step.base.id);
  if (now === null) return undefined;
  if (step.do === "words") {
    return step.languages.every(({ language, edits }) =>
      edits.every(({ newText }) => contentsOf(now).get(language)?.includes(newText) === true),
    );
  }
  const fields = fieldsOf(now);
  return Object.entries(step.fields).every(([field, value]) => fields[field as keyof Fields] === value);
}

/** Treats the locks of a killed window as released, as the system does. */
export function tryLock(held: Map<string, Writer>, window: Writer, path: string): Disposable | undefined {
  const holder = held.get(path);
  if (holder !== undefined && !holder.isDead) return undefined;
  held.set(path, window);
  return {
    [Symbol.dispose]() {
      if (held.get(path) === window) held.delete(path);
    },
  };
}
