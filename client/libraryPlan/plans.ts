/** Plans in the window: what will change is shown before anything is sent, carried out with progress and cancel, reported truthfully, and can be carried on or taken back. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { isApiError, type Api } from "../../api/index.ts";
import { textNotification, type ReferringDocument, type TextParams } from "../../server/protocol.ts";
import { registerCommand, showFailure } from "../commands.ts";
import { withFileLock } from "../fileLock.ts";
import { commands } from "../identifiers.ts";
import { openLateProgress } from "../lateProgress.ts";
import type { Services } from "../services.ts";
import type { Library } from "../textLibrary/library.ts";
import type { LibraryTree } from "../textLibrary/tree.ts";
import type { Sides } from "../sides.ts";
import type { TextFiles } from "../textlib/fileSystem.ts";
import { tellUnreadable } from "../unreadable.ts";
import { window } from "../window.ts";
import { contentsOf, type LibraryText } from "../writePlan.ts";
import { heldByPlan, openKeptPlans, type KeptPlan } from "./keptPlansModel.ts";
import { hasReferences, makePlan, planDocument, planSummary, withoutReferences, type LibraryPlan, type References, type Wish } from "./planModel.ts";
import { isUnfinished, planReport, runPlan, takenBack, wasTouched } from "./runPlanModel.ts";

export interface Plans extends vscode.Disposable {
  /** Finds what refers to it, asks where that matters, and carries it out. `said`: what the author should read as well. */
  offer(title: string, wishes: readonly Wish[], options?: { readonly said?: readonly string[] }): Promise<void>;
  /** Carries out a plan that the author has seen and wants. `owner`: whose library its texts were read from. */
  carryOut(plan: LibraryPlan, owner: { readonly identity: string; readonly connection: string }): Promise<void>;
}

export interface PlanParts {
  readonly library: Library;
  readonly tree: LibraryTree;
  readonly files: TextFiles;
  readonly sides: Sides;
}

export function registerPlans({ connections, server, log, extension }: Services, { library, tree, files, sides }: PlanParts): Plans {
  const storage = (name: string): string => vscode.Uri.joinPath(extension.globalStorageUri, name).fsPath;
  const kept = openKeptPlans(storage("plans"));
  /** Ids of the plans that this window is at work on. */
  const running = new Set<string>();

  async function offer(title: string, wishes: readonly Wish[], { said = [] }: { readonly said?: readonly string[] } = {}): Promise<void> {
    const { identity, name, api } = await connections.session();
    const references = wishes.some(({ change }) => change !== undefined) ? await find(title, wishes, api) : undefined;
    if (references === null) return;
    const plan = makePlan(title, wishes, { references, said });
    const chosen = references === undefined && said.length === 0 && wishes.length === 1 ? plan : await ask(plan);
    if (chosen === undefined) return;
    await run(await kept.begin(chosen, { identity, connection: name }));
  }

  const carryOut: Plans["carryOut"] = async (plan, owner) => run(await kept.begin(plan, owner));

  /** null where the author gave up. */
  async function find(title: string, wishes: readonly Wish[], api: Api): Promise<References | null> {
    const stop = new AbortController();
    const progress = openLateProgress(l10n.t("Looking for what refers to it: {0}", title), { stop: () => stop.abort() });
    const changes = wishes.flatMap(({ change }) => change ?? []);
    try {
      const first = await library.referenceEdits({ changes }, { signal: stop.signal });
      const texts = await readAll(first.documents, api, stop.signal);
      const newer = first.documents.flatMap(({ text, content }) => (text !== null && contentsOf(texts.get(text.id) ?? nothing).get(text.language) !== content ? [text.id] : []));
      if (newer.length === 0) return { found: first, texts };
      // The catalog was behind the service: it is told, and asked once more.
      for (const id of new Set(newer)) await server.notify(textNotification, { textId: id, text: texts.get(id) ?? null } satisfies TextParams);
      return { found: await library.referenceEdits({ changes }, { signal: stop.signal }), texts };
    } catch (error) {
      if (stop.signal.aborted) return null;
      throw error;
    } finally {
      progress.close();
    }
  }

  /** Those that the service does not show any more are left out. */
  async function readAll(documents: readonly ReferringDocument[], api: Api, signal: AbortSignal): Promise<ReadonlyMap<string, LibraryText>> {
    const texts = new Map<string, LibraryText>();
    for (const id of new Set(documents.flatMap(({ text }) => text?.id ?? []))) {
      try {
        texts.set(id, await api.call("textlibrary.texts.get", { path: { id } }, { signal }));
      } catch (error) {
        if (!isApiError(error) || error.code !== "not-found") throw error;
      }
    }
    return texts;
  }

  /** The plan as the author wants it; undefined where nothing is to happen. */
  async function ask(plan: LibraryPlan): Promise<LibraryPlan | undefined> {
    const all = hasReferences(plan) ? l10n.t("Change It and the References") : l10n.t("Change It"), alone = l10n.t("Leave References Alone"), show = l10n.t("Show the Whole Plan");
    const buttons = [all, ...(hasReferences(plan) ? [alone] : [])];
    const decide = (choice: string | undefined): LibraryPlan | undefined => (choice === all ? plan : choice === alone ? withoutReferences(plan) : undefined);
    // The first button is that of Enter: it changes nothing.
    const choice = await window.showWarningMessage(`${plan.title}?`, { modal: true, detail: planSummary(plan) }, l10n.t("Do Nothing"), ...buttons, show);
    if (choice !== show) return decide(choice);
    const { uri } = await document(planDocument(plan));
    await vscode.window.showTextDocument(uri, { preview: true });
    try {
      // Beside the plan, not before it.
      return decide(await window.showInformationMessage(l10n.t("{0}? Nothing has happened yet.", plan.title), ...buttons, l10n.t("Discard the Plan")));
    } finally {
      // It says what has not happened yet, which is over now.
      await vscode.window.tabGroups.close(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString())));
    }
  }

  function document(content: string): Thenable<vscode.TextDocument> {
    return vscode.workspace.openTextDocument(sides.show(content, vscode.Uri.from({ scheme: "untitled", path: "/Plan.txt" })));
  }

  async function run(plan: KeptPlan): Promise<void> {
    const session = await connections.session({ name: plan.connection });
    if (session.identity !== plan.identity) throw new Error(l10n.t("The plan belongs to another library than the one that {0} leads to now. Nothing was changed.", plan.connection));
    const stop = new AbortController();
    const progress = openLateProgress(plan.direction === "forward" ? plan.plan.title : l10n.t("Taking back: {0}", plan.plan.title), { stop: () => stop.abort() });
    running.add(plan.id);
    let ended: KeptPlan;
    try {
      ended = await withFileLock(vscode.Uri.joinPath(vscode.Uri.file(storage("locks")), `plan-${plan.id}.sqlite`).fsPath, () => runPlan(plan, {
        api: session.api, plans: kept, files: editorFiles,
        save: (base, change) => files.save({ connection: plan.connection, base, change, heldBy: heldByPlan }),
        progress: (index, title) => progress.say(l10n.t("{0} of {1}: {2}", index + 1, plan.plan.steps.length, title)),
      }, { signal: stop.signal }), { signal: stop.signal });
    } finally {
      progress.close();
      running.delete(plan.id);
      lookAgain();
    }
    await report(ended);
  }

  async function report(ended: KeptPlan): Promise<void> {
    const { message, details, whole } = planReport(ended);
    log.info(message);
    for (const line of details) log.warn(line);
    const back = l10n.t("Take It Back"), show = l10n.t("Show What Was Not Done"), on = l10n.t("Carry On");
    const buttons = [...(whole ? [] : [show]), ...(isUnfinished(ended) ? [on] : []), ...(ended.direction === "forward" && wasTouched(ended) ? [back] : [])];
    const say = whole ? window.showInformationMessage : window.showWarningMessage;
    const choice = await say(message, ...buttons);
    if (choice === show) await vscode.window.showTextDocument(await document([message, "", ...details].join("\n")), { preview: true });
    if (choice === on) await run(ended);
    if (choice === back) await run(takenBack(ended));
  }

  /** Open documents that the author did not change are read again, and the tree shows what is there. */
  function lookAgain(): void {
    Promise.all([files.refresh(), library.refresh({})]).then(() => tree.update(), (error: unknown) => log.warn(`The library was not read again: ${String(error)}`));
    tree.update();
  }

  async function keptOf(identity: string): Promise<readonly KeptPlan[]> {
    const { plans, unreadable } = await kept.list(identity);
    tellUnreadable(log, unreadable, (paths) => l10n.t("A plan of the Text Library cannot be read any more, so that it can be neither carried on nor taken back. It is left at {0}.", paths));
    return plans;
  }

  async function review(): Promise<void> {
    const { identity } = await connections.session();
    const plans = await keptOf(identity);
    const others = plans.filter(({ id }) => !running.has(id));
    if (others.length === 0) {
      await window.showInformationMessage(l10n.t("There are no plans to carry on or to take back."));
      return;
    }
    const picked = await window.showQuickPick(others.map((plan) => ({ label: plan.plan.title, description: new Date(plan.at).toLocaleString(), detail: planReport(plan).message, plan })), { title: l10n.t("Plans of the Text Library") });
    if (picked !== undefined) await decide(picked.plan);
  }

  async function decide(plan: KeptPlan): Promise<void> {
    const on = plan.direction === "forward" ? l10n.t("Carry On") : l10n.t("Go On Taking It Back"), back = l10n.t("Take It Back"), forget = l10n.t("Forget the Plan");
    const { message, details } = planReport(plan);
    const buttons = [...(isUnfinished(plan) ? [on] : []), ...(plan.direction === "forward" && wasTouched(plan) ? [back] : []), forget];
    const choice = await window.showWarningMessage(plan.plan.title, { modal: true, detail: [message, ...details.slice(0, 20), "", l10n.t("Each step looks first at what is there by now. Forgetting changes nothing on the service.")].join("\n") }, ...buttons);
    if (choice === on) await run(plan);
    if (choice === back) await run(takenBack(plan));
    if (choice === forget) await kept.remove(plan.id);
  }

  /** Offered once in a window for each library. */
  const offered = new Set<string>();

  async function offerUnfinished(): Promise<void> {
    if (connections.current === undefined || !vscode.workspace.isTrusted) return;
    const { identity } = await connections.session();
    if (offered.has(identity)) return;
    offered.add(identity);
    const open = (await keptOf(identity)).filter((plan) => isUnfinished(plan) && !running.has(plan.id));
    const [first] = open;
    if (first === undefined) return;
    const choice = await window.showWarningMessage(open.length === 1 ? l10n.t("{0}: this plan did not come to its end.", first.plan.title) : l10n.t("{0} plans of the Text Library did not come to their end.", open.length), l10n.t("Review"));
    if (choice !== undefined) await (open.length === 1 ? decide(first) : review());
  }

  const offerOrSay = (): void => void offerUnfinished().catch((error: unknown) => showFailure(log, error));
  offerOrSay();
  const owned = vscode.Disposable.from(registerCommand(log, commands.reviewPlans, review), connections.onDidChange(offerOrSay), vscode.workspace.onDidGrantWorkspaceTrust(offerOrSay));
  return { offer, carryOut, dispose: () => void owned.dispose() };
}

const nothing: LibraryText = { id: "", folderId: "", code: "", contentType: 0 };

/** Files through the editor: what it holds of them goes first. A file with unsaved changes gets the new words and stays unsaved. */
const editorFiles = {
  async read(address: string): Promise<string | undefined> {
    try {
      return (await vscode.workspace.openTextDocument(vscode.Uri.parse(address, true))).getText();
    } catch (error) {
      const uri = vscode.Uri.parse(address, true);
      if (await vscode.workspace.fs.stat(uri).then(() => true, () => false)) throw error;
      return undefined;
    }
  },
  async write(address: string, content: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(address, true));
    const { isDirty } = document;
    const before = document.getText();
    const [start, end] = sameEnds(before, content);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(document.positionAt(start), document.positionAt(before.length - end)), content.slice(start, content.length - end));
    if (!await vscode.workspace.applyEdit(edit)) throw new Error(l10n.t("The editor did not take the change."));
    if (!isDirty && !await document.save()) throw new Error(l10n.t("The file could not be saved: it is open with its changes."));
  },
};

/** How many code units both begin and end with, without counting one twice. */
function sameEnds(one: string, other: string): readonly [number, number] {
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  return [start, end];
}
