/**
 * Carries out or undoes a plan, step by step: the state is looked up before each step, so that a plan interrupted at
 * any moment can be run again. A step blocked by somebody else's change is refused, and what depends on it stays
 * unchanged. Does not use `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { messageOf } from "../../language/index.ts";
import { explain, isApiError } from "../../api/index.ts";
import type { Api } from "../../api/index.ts";
import type { Folder } from "../../language/index.ts";
import type { WriteResult } from "../guard/guardedWrite.ts";
import type { Warn } from "../../disk/index.ts";
import { updateFolder } from "../guard/libraryWrites.ts";
import { conflictWords } from "../words.ts";
import { contentsOf, fieldsOf, mergeLines } from "../guard/writePlan.ts";
import type { Change, Fields, LibraryText } from "../guard/writePlan.ts";
import type { Held, KeptPlan, KeptPlans, Outcome } from "./keptPlans.ts";
import { withEdits } from "./plan.ts";
import type { FileStep, FolderStep, PlanStep, TextStep, WordsStep } from "./plan.ts";
import { countOf } from "../countOf.ts";

export interface PlanPorts {
  readonly api: Api;
  readonly plans: Pick<KeptPlans, "write" | "hold">;
  /** The guarded write. */
  readonly save: (base: LibraryText, change: Change) => Promise<WriteResult>;
  readonly files: {
    /** Resolves with undefined if the file no longer exists. */
    readonly read: (uri: string) => Promise<string | undefined>;
    /** "edited": the file no longer contains `over`, and stays unchanged. */
    readonly write: (uri: string, content: string, over: string) => Promise<void | "edited">;
  };
  /** Called at each of the named moments of every step that is tried. */
  readonly step?: (index: number, moment: "journaled" | "carried-out" | "written-down") => void;
  /** Called with the reason when the plan stops because it could not be stored. */
  readonly warn?: Warn;
  /** Called before each step. */
  readonly progress?: (index: number, title: string) => void;
}

export interface RunOptions {
  /**
   * Undoes the steps that were carried out. A plan that is already being undone continues to be undone, even without
   * this option.
   */
  readonly back?: boolean;
  /** Cancels between two steps; what was done stays done. */
  readonly signal?: AbortSignal;
}

/**
 * Runs a plan that the author was shown. If another window has worked on the plan since, nothing is done. Rejects only
 * if the plan cannot be read.
 */
export function runPlan(
  shown: KeptPlan,
  ports: PlanPorts,
  { back = false, signal }: RunOptions = {},
): Promise<Held<KeptPlan>> {
  return ports.plans.hold(shown, (kept) => runSteps(back ? { ...kept, direction: "back" } : kept, ports, signal));
}

/**
 * Stores the plan before each step, and stops if that fails. `signal` cancels between two steps; what was done stays
 * done. The returned plan holds all outcomes, even one that could not be stored. When the plan is continued, the step
 * whose outcome was not stored is looked up.
 */
async function runSteps(kept: KeptPlan, ports: PlanPorts, signal: AbortSignal | undefined): Promise<KeptPlan> {
  const { step = () => {}, progress = () => {}, warn = () => {} } = ports;
  const { steps } = kept.plan;
  let now: KeptPlan = { ...kept, ended: false };
  const order = now.direction === "forward" ? [...steps.keys()] : [...steps.keys()].reverse();
  for (const index of order) {
    const each = steps[index];
    if (each === undefined || !isOpen(now, index) || waits(each, now)) continue;
    if (signal?.aborted) {
      await keep(now);
      return now;
    }
    progress(index, each.title);
    const before = now;
    if (!(await keep({ ...now, sending: index }))) return before;
    step(index, "journaled");
    const outcome = await carryOut(each, now, ports);
    step(index, "carried-out");
    if (!(await keep({ ...now, sending: null, outcomes: now.outcomes.with(index, outcome) }))) return now;
    step(index, "written-down");
  }
  await keep({
    ...now,
    ended: now.outcomes.every(
      (outcome) => outcome?.state !== "unknown" && (outcome !== null || now.direction === "back"),
    ),
  });
  return now;

  /** Stores the plan. Resolves with whether it is on the disk. */
  async function keep(next: KeptPlan): Promise<boolean> {
    now = next;
    try {
      await ports.plans.write(next);
      return true;
    } catch (error) {
      warn(messageOf(error));
      return false;
    }
  }
}

/**
 * Whether a step is still to be tried. In both directions, a step is tried if its outcome is unknown, or if it was
 * about to be carried out when the program ended: it may have taken effect.
 */
function isOpen({ direction, outcomes, sending }: KeptPlan, index: number): boolean {
  const outcome = outcomes[index];
  if (direction === "forward") return outcome === null || outcome?.state === "unknown";
  return outcome?.state === "done" || outcome?.state === "unknown" || (outcome === null && sending === index);
}

/** A step that updates references waits while it is unknown whether their target was changed. */
function waits(step: PlanStep, { outcomes }: KeptPlan): boolean {
  const edits =
    step.do === "words" ? step.languages.flatMap((each) => each.edits) : step.do === "file" ? step.edits : [];
  return edits.some(({ needs }) => outcomes[needs]?.state === "unknown");
}

async function carryOut(step: PlanStep, kept: KeptPlan, ports: PlanPorts): Promise<Outcome> {
  const back = kept.direction === "back";
  // Undoing needs the content of a document as the plan left it. That content has every edit whose required step was
  // done, even if that step has been undone since.
  const isDone = (index: number): boolean =>
    index < 0 || kept.outcomes[index]?.state === "done" || (back && kept.outcomes[index]?.state === "undone");
  const outcome = await carried(
    step.do === "folder"
      ? folder(step, { back }, ports)
      : step.do === "text"
        ? fields(step, { back }, ports)
        : step.do === "words"
          ? words(step, { back, isDone }, ports)
          : file(step, { back, isDone }, ports),
  );
  return back && outcome.state === "done" ? { state: "undone" } : outcome;
}

/**
 * If the work rejects, resolves with an unknown outcome. This includes a save that could not begin because of an error
 * on this computer's disk.
 */
async function carried(work: Promise<Outcome>): Promise<Outcome> {
  try {
    return await work;
  } catch (error) {
    return {
      state: "unknown",
      reason: l10n.t("It is not known whether the change was written. {0}", messageOf(error)),
    };
  }
}

interface Way {
  readonly back: boolean;
}

interface PartWay extends Way {
  readonly isDone: (step: number) => boolean;
}

async function folder({ folderId, before, after }: FolderStep, { back }: Way, { api }: PlanPorts): Promise<Outcome> {
  const [from, to] = back ? [after, before] : [before, after];
  let now: Folder | undefined;
  try {
    const found = (await api.call("textlibrary.folders.list", {})).find(({ id }) => id === folderId);
    now = found && {
      id: found.id,
      name: found.name,
      parentFolderId: found.parentFolderId ?? null,
      isDefault: found.isDefault ?? false,
      code: found.code ?? null,
    };
  } catch (error) {
    if (!isApiError(error)) throw error;
    return { state: "unknown", reason: l10n.t("The folders could not be read. {0}", explain(error)) };
  }
  if (now === undefined)
    return { state: "refused", reason: l10n.t("The service does not show this folder to this client any more.") };
  const code = now.code ?? "";
  if (now.name === to.name && code === to.code) return { state: "done" };
  if (now.name !== from.name || code !== from.code)
    return {
      state: "refused",
      reason: l10n.t(
        "Somebody else changed the folder: its name is {0} now, and its code is {1}. Nothing was written.",
        now.name,
        code === "" ? l10n.t({ message: "none", comment: ["The code of a folder."] }) : code,
      ),
    };
  const result = await updateFolder(api, now, {
    ...(to.name === from.name ? {} : { name: to.name }),
    ...(to.code === from.code ? {} : { code: to.code }),
  });
  if (result.state === "done") return { state: "done" };
  return { state: result.state === "failed" ? "refused" : "unknown", reason: explain(result.error) };
}

async function fields({ base, fields: wanted }: TextStep, { back }: Way, { save }: PlanPorts): Promise<Outcome> {
  const old = fieldsOf(base);
  const before = Object.fromEntries(
    Object.keys(wanted).map((field) => [field, old[field as keyof Fields]]),
  ) as Partial<Fields>;
  return toOutcome(await save(back ? { ...base, ...wanted } : base, { fields: back ? before : wanted }));
}

async function words({ base, languages }: WordsStep, { back, isDone }: PartWay, { save }: PlanPorts): Promise<Outcome> {
  const after = languages.map(({ language, content, edits }) => [language, withEdits(content, edits, isDone)] as const);
  const changed = after.filter(([language, content]) => contentsOf(base).get(language) !== content);
  if (changed.length === 0)
    return {
      state: "refused",
      reason: l10n.t("These references point to something that was not changed, so they stay as they are."),
    };
  if (!back) return toOutcome(await save(base, { translations: new Map(changed) }));
  const translations = Object.create(null) as NonNullable<LibraryText["translations"]>;
  for (const [language, translation] of Object.entries(base.translations ?? {}))
    translations[language.toLowerCase()] = translation;
  for (const [language, content] of changed) translations[language] = { ...translations[language], content };
  return toOutcome(
    await save(
      { ...base, translations },
      { translations: new Map(changed.map(([language]) => [language, contentsOf(base).get(language) ?? ""])) },
    ),
  );
}

async function file(
  { uri, content, edits }: FileStep,
  { back, isDone }: PartWay,
  { files }: PlanPorts,
): Promise<Outcome> {
  const changed = withEdits(content, edits, isDone);
  if (changed === content)
    return {
      state: "refused",
      reason: l10n.t("These references point to something that was not changed, so they stay as they are."),
    };
  const [from, to] = back ? [changed, content] : [content, changed];
  try {
    const now = await files.read(uri);
    if (now === undefined) return { state: "refused", reason: l10n.t("The file is not there any more.") };
    if (now === to) return { state: "done" };
    const merged = now === from ? to : mergeLines({ base: from, theirs: now, mine: to });
    if (merged === undefined)
      return {
        state: "refused",
        reason: l10n.t(
          "The lines that this step changes have been edited since the plan was made, so the step did not change the file.",
        ),
      };
    if (merged !== now && (await files.write(uri, merged, now)) === "edited")
      return {
        state: "refused",
        reason: l10n.t("The file was edited just as this step was about to write it, so the step did not change it."),
      };
    return { state: "done" };
  } catch (error) {
    return {
      state: "unknown",
      reason: l10n.t("It is not known whether the file was written. {0}", messageOf(error)),
    };
  }
}

function toOutcome(result: WriteResult): Outcome {
  switch (result.state) {
    case "saved":
    case "unchanged":
      return { state: "done" };
    case "conflict":
      return result.error !== undefined
        ? {
            state: "unknown",
            reason: l10n.t(
              "Somebody else changed {0}, and it is not known whether this step's own change was written. {1}",
              conflictWords(result.conflicts),
              result.error.message,
            ),
          }
        : {
            state: "refused",
            reason: l10n.t("Somebody else also changed {0}, so nothing was written.", conflictWords(result.conflicts)),
          };
    case "overwritten":
      return {
        state: "refused",
        reason: l10n.t("The change was written, but somebody else overwrote it at the same moment."),
      };
    case "unverified":
      return {
        state: "unknown",
        reason: l10n.t(
          "The service accepted the change, but it was not possible to check whether the change is there. {0}",
          result.error.message,
        ),
      };
    case "unknown":
      return {
        state: "unknown",
        reason: l10n.t("It is not known whether the change was written. {0}", result.error.message),
      };
    case "orphaned":
    case "failed":
      return { state: "refused", reason: explain(result.error) };
    case "invalid":
      return { state: "refused", reason: result.reason };
  }
}

/**
 * Returns what is known of a step's outcome. A step that was begun and has no stored outcome may have been carried out.
 */
function knownOf({ outcomes, sending }: KeptPlan, index: number): Outcome | null {
  return sending === index
    ? {
        state: "unknown",
        reason: l10n.t(
          "The step was begun, but its result was not recorded. It is not known whether it was carried out.",
        ),
      }
    : (outcomes[index] ?? null);
}

/**
 * Reports what was done. Names every step that is not done, or not undone, and gives the reason if the step was refused
 * or its outcome is unknown. Also says what the author has to do elsewhere.
 */
export function planReport(kept: KeptPlan): {
  readonly message: string;
  readonly details: readonly string[];
  readonly whole: boolean;
} {
  const { plan, direction, ended } = kept;
  const wanted = direction === "forward" ? "done" : "undone";
  const tried = plan.steps
    .map((step, index) => ({ step, outcome: knownOf(kept, index) }))
    .filter(({ outcome }) => direction === "forward" || outcome !== null);
  const of = (state: string): number => tried.filter(({ outcome }) => (outcome?.state ?? "open") === state).length;
  const details = tried.flatMap(({ step, outcome }) => {
    if (outcome === null) return [l10n.t("Not tried: {0}.", step.title)];
    if (outcome.state === "done" && direction === "back") return [l10n.t("Not undone: {0}.", step.title)];
    return outcome.state === "refused" || outcome.state === "unknown"
      ? [`${outcome.state === "refused" ? l10n.t("Refused") : l10n.t("Unknown")}: ${step.title}. ${outcome.reason}`]
      : [];
  });
  const whole = ended && details.length === 0;
  const parts = [
    countOf(of(wanted), direction === "forward" ? "stepDone" : "stepUndone"),
    ...(direction === "forward" || of("done") === 0 ? [] : [l10n.t("{0} not undone", of("done"))]),
    ...(of("refused") === 0 ? [] : [l10n.t("{0} refused", of("refused"))]),
    ...(of("unknown") === 0 ? [] : [l10n.t("{0} unknown", of("unknown"))]),
    ...(of("open") === 0 ? [] : [l10n.t("{0} not tried", of("open"))]),
  ];
  const done = whole
    ? wholeWords(plan, direction, countOf(of(wanted), "change"))
    : `${plan.title}: ${parts.join(", ")}.`;
  const elsewhere = direction === "forward" && of("done") > 0 ? (plan.elsewhere ?? []) : [];
  return { message: [done, ...elsewhere].join(" "), details: [...elsewhere, ...details], whole };
}

function wholeWords(
  { title, steps: [first] }: KeptPlan["plan"],
  direction: KeptPlan["direction"],
  changes: string,
): string {
  if (direction === "back") return l10n.t("Undone: {0} ({1}).", title, changes);
  if (first?.do === "text" && first.fields.code !== undefined)
    return l10n.t("Renamed {0} to {1} ({2}).", first.base.code, first.fields.code, changes);
  return l10n.t("{0}: done ({1}).", title, changes);
}

/** Whether steps are left to try. */
export function isUnfinished(kept: KeptPlan): boolean {
  return !kept.ended;
}

/** Whether a step may have changed something that could be undone. */
export function wasTouched({ outcomes, sending }: KeptPlan): boolean {
  return sending !== null || outcomes.some((outcome) => outcome?.state === "done" || outcome?.state === "unknown");
}

/** Whether the author can undo the plan. */
export function canUndo(kept: KeptPlan): boolean {
  return kept.direction === "forward" && wasTouched(kept);
}
