/**
 * Plans that can be continued or undone: offered when a window starts, counted in the status bar, listed by "Review
 * Plans…".
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { registerCommand, showFailure } from "../../calls/commands.ts";
import { ownerOf } from "../../connections/ownerModel.ts";
import { commands } from "../../identifiers.ts";
import { oneOrMany, visible } from "../../../language/index.ts";
import { copyDetails, copyTitle } from "../../window/agrees.ts";
import { plainText } from "../../window/plainText.ts";
import type { Services } from "../../services.ts";
import { tellUnreadable } from "../../window/unreadable.ts";
import { window } from "../../window/window.ts";
import type { Held, KeptPlan, KeptPlans } from "../../../authoring/index.ts";
import { canUndo, isUnfinished, planReport } from "../../../authoring/index.ts";

interface PlanReview extends vscode.Disposable {
  /** Reports why nothing was done with a plan, and how to continue. */
  refuse(shown: KeptPlan, held: Exclude<Held<unknown>, { readonly state: "done" }>): Promise<void>;
  /** Counts the plans again. */
  update(): void;
}

interface ReviewParts {
  readonly kept: KeptPlans;
  /** Continues or undoes a plan, and reports what was done. */
  readonly run: (shown: KeptPlan, options?: { readonly back?: boolean }) => Promise<void>;
}

/** Milliseconds for which the status bar shows a finished plan. */
const day = 24 * 60 * 60 * 1000;

export function registerPlanReview(
  { connections, log }: Pick<Services, "connections" | "log">,
  { kept, run }: ReviewParts,
): PlanReview {
  interface Listed {
    readonly plan: KeptPlan;
    readonly isRunning: boolean;
  }

  /** Resolves with the plans that can be continued or undone, and those that a window is working on; newest first. */
  async function listed(identity: string): Promise<readonly Listed[]> {
    const { plans, unreadable } = await kept.list(identity);
    tellUnreadable(log, unreadable, (paths) =>
      l10n.t(
        "A plan of the Text Library can no longer be read, so you can neither carry on with it nor undo it. It stays at {0}.",
        paths,
      ),
    );
    const all = plans.map((plan) => ({ plan, isRunning: kept.isRunning(plan.id) }));
    return all.filter(({ plan, isRunning }) => isRunning || isUnfinished(plan) || canUndo(plan));
  }

  async function review(identity: string): Promise<void> {
    const plans = await listed(identity);
    if (plans.length === 0)
      return void (await window.showInformationMessage(l10n.t("There is no plan to carry on with or undo.")));
    const items = plans.map(({ plan, isRunning }) => ({
      label: plan.plan.title,
      description: new Date(plan.at).toLocaleString(),
      plan,
      detail: isRunning ? l10n.t("A window is working on this plan now.") : planReport(plan).message,
    }));
    const title = l10n.t("Plans of the Text Library");
    const picked = await window.showQuickPick(items, { title, matchOnDetail: true });
    if (picked !== undefined) await decide(picked.plan);
  }

  async function decide(plan: KeptPlan): Promise<void> {
    if (kept.isRunning(plan.id)) return refuse(plan, { state: "running" });
    const on = plan.direction === "forward" ? l10n.t("Carry On") : l10n.t("Carry On Undoing");
    const undo = l10n.t("Undo"),
      forget = l10n.t("Forget the Plan");
    const { message, details } = planReport(plan);
    const buttons = [copyTitle(), ...(isUnfinished(plan) ? [on] : []), ...(canUndo(plan) ? [undo] : []), forget];
    const live = l10n.t("Each step is live for everyone who uses the library of {0}.", plan.connection);
    const what = l10n.t(
      "Steps that conflict with someone else's edits are skipped and listed. Forgetting the plan changes nothing on the service.",
    );
    const words = (lines: readonly string[]): string => [message, ...lines, "", live, what].map(visible).join("\n");
    const title = visible(plan.plan.title);
    const choice = await window.showWarningMessage(
      title,
      { modal: true, detail: words(details.slice(0, 20)) },
      ...buttons,
    );
    if (choice === copyTitle()) return copyDetails(title, words(details));
    if (choice === on) await run(plan);
    if (choice === undo) await run(plan, { back: true });
    if (choice !== forget) return;
    const held = await kept.hold(plan, ({ id }) => kept.remove(id));
    update();
    if (held.state !== "done") await refuse(plan, held);
  }

  const refuse: PlanReview["refuse"] = async ({ identity, plan: { title } }, held) => {
    const say = async (words: string, button: string, next: () => Promise<void>): Promise<void> => {
      if ((await window.showWarningMessage(words, button)) === button) await next();
    };
    switch (held.state) {
      case "running": {
        const words = l10n.t("{0}: a window is working on this plan now, so nothing was done.", title);
        return say(words, l10n.t("Look Again"), () => review(identity));
      }
      case "changed": {
        const words = l10n.t(
          "{0}: this plan has changed since it was shown, so nothing was done. Look at it as it is now, and decide again.",
          title,
        );
        return say(words, l10n.t("Show It Now"), () => decide(held.now));
      }
      case "gone":
        await window.showWarningMessage(
          l10n.t("{0}: this plan was forgotten in another window. Nothing was done.", title),
        );
    }
  };

  /** The plans of each library are offered once per window. */
  const offered = new Set<string>();

  async function offerUnfinished(): Promise<void> {
    if (connections.current === undefined || !vscode.workspace.isTrusted) return;
    const { identity } = await connections.session();
    if (offered.has(identity)) return;
    offered.add(identity);
    const open = (await listed(identity))
      .filter(({ plan, isRunning }) => isUnfinished(plan) && !isRunning)
      .map(({ plan }) => plan);
    const [first] = open;
    if (first === undefined) return;
    const words = oneOrMany(
      open.length,
      l10n.t("{0}: this plan is unfinished.", first.plan.title),
      l10n.t("{0} plans of the Text Library are unfinished.", open.length),
    );
    if ((await window.showWarningMessage(words, l10n.t("Review"))) !== undefined)
      await (open.length === 1 ? decide(first) : review(identity));
  }

  const bar = vscode.window.createStatusBarItem("smartform.plans", vscode.StatusBarAlignment.Left);
  bar.name = l10n.t("Plans of the Text Library");
  bar.command = commands.reviewPlans;

  /**
   * Counts unfinished plans. Also counts recently finished plans, because the message about a finished plan soon
   * disappears.
   */
  async function count(): Promise<void> {
    if (connections.current === undefined || !vscode.workspace.isTrusted) return bar.hide();
    const owner = ownerOf(await connections.session());
    const plans = await listed(owner.identity);
    // After a switch, the plans of the new library are counted instead.
    if (!connections.isCurrent(owner)) return;
    const isOpen = ({ plan, isRunning }: Listed): boolean => isRunning || isUnfinished(plan);
    const shown = plans.filter((each) => isOpen(each) || Date.now() - Date.parse(each.plan.at) < day);
    if (shown.length === 0) return bar.hide();
    const open = shown.filter(isOpen).length,
      ended = shown.length;
    bar.text =
      open > 0
        ? `$(warning) ${oneOrMany(open, l10n.t("1 unfinished plan"), l10n.t("{0} unfinished plans", open))}`
        : `$(discard) ${oneOrMany(ended, l10n.t("1 plan to undo"), l10n.t("{0} plans to undo", ended))}`;
    const newest = shown.slice(0, 5).map(({ plan }) => plainText(planReport(plan).message));
    bar.tooltip = [l10n.t("Review the plans of the Text Library"), ...newest].join("\n");
    bar.show();
  }

  const update = (): void =>
    void count().catch((error: unknown) => {
      bar.hide();
      log.warn(`The plans were not counted: ${String(error)}`);
    });
  const start = (): void => {
    update();
    offerUnfinished().catch((error: unknown) => showFailure(log, error));
  };
  start();
  const owned = vscode.Disposable.from(
    bar,
    registerCommand(log, commands.reviewPlans, async () => review((await connections.session()).identity)),
    connections.onDidChange(start),
    vscode.workspace.onDidGrantWorkspaceTrust(start),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) update();
    }),
  );
  return { refuse, update, dispose: () => void owned.dispose() };
}
