/**
 * Plans in the window. Every change is shown before anything is sent, then carried out with progress and a cancel
 * button. The result is reported truthfully, and the plan can be continued or undone.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Api } from "../../../api/index.ts";
import { textNotification } from "../../../server/protocol.ts";
import type { ReferenceChange, ReferenceEditsResult, ReferringDocument, TextParams } from "../../../server/protocol.ts";
import type { Session } from "../../connections/session.ts";
import { ownerOf } from "../../connections/ownerModel.ts";
import type { Owner } from "../../connections/ownerModel.ts";
import { textScheme } from "../../identifiers.ts";
import { openLateProgress } from "../../window/lateProgress.ts";
import { visible } from "../../../language/index.ts";
import type { Services } from "../../services.ts";
import type { Library } from "../library.ts";
import type { LibraryTree } from "../tree/tree.ts";
import type { Sides } from "../../window/sides.ts";
import { tabsOf } from "../../window/tabs.ts";
import { addressOf } from "../../connections/textAddress.ts";
import type { TextFiles } from "../documents/fileSystem.ts";
import { window } from "../../window/window.ts";
import {
  canUndo,
  contentsOf,
  heldByPlan,
  isUnfinished,
  makePlan,
  openKeptPlans,
  planDocument,
  planReport,
  planSummary,
  runPlan,
  textKey,
} from "../../../authoring/index.ts";
import type {
  Held,
  KeptPlan,
  KeptPlans,
  LibraryPlan,
  LibraryText,
  References,
  Wish,
} from "../../../authoring/index.ts";
import { planChoices } from "./planChoicesModel.ts";
import { registerPlanReview } from "./planReview.ts";
import { ifShown } from "../../calls/answersModel.ts";
import { sameEnds } from "../../window/sameEnds.ts";
import { endable } from "../../window/endable.ts";

export interface Plans extends vscode.Disposable {
  /**
   * Makes a plan from the wishes, and from the references to the things that the wishes change. Carries out the plan in
   * the session's library. Asks the author first if there is more than one wish, if references had to be looked up, or
   * if `said` is given. `said`: further information for the author.
   */
  offer(
    session: Session,
    title: string,
    wishes: readonly Wish[],
    options?: { readonly said?: readonly string[] },
  ): Promise<void>;
  /** Offers to make edits that were already found in texts and files. */
  offerEdits(
    session: Session,
    title: string,
    found: ReferenceEditsResult,
    options: { readonly said: readonly string[] },
  ): Promise<void>;
  /**
   * Carries out a plan that the author has seen and confirmed. `owner`: the owner of the library that the plan's texts
   * were read from.
   */
  carryOut(plan: LibraryPlan, owner: Owner): Promise<void>;
}

interface PlanParts {
  readonly library: Library;
  readonly tree: LibraryTree;
  readonly files: TextFiles;
  readonly sides: Sides;
  /** By default, the plans of this computer. */
  readonly kept?: KeptPlans;
}

export function registerPlans({ connections, server, log, extension }: Services, parts: PlanParts): Plans {
  const { library, tree, files, sides } = parts;
  const { kept = openKeptPlans(vscode.Uri.joinPath(extension.globalStorageUri, "plans").fsPath) } = parts;
  const reviews = registerPlanReview({ connections, log }, { kept, run });

  const offer: Plans["offer"] = async (session, title, wishes, { said = [] } = {}) => {
    // The references come from the window's catalog, so the window must show the session's library.
    await connections.here(ownerOf(session));
    const references = wishes.some(({ change }) => change !== undefined)
      ? await find(title, wishes, session)
      : undefined;
    if (references === null) return;
    const plan = makePlan(title, wishes, { references, said, unsaved: unsavedTexts(session) });
    const chosen = references === undefined && said.length === 0 && wishes.length === 1 ? plan : await ask(plan);
    if (chosen !== undefined) await carryOutHere(chosen, session);
  };

  const offerEdits: Plans["offerEdits"] = async (session, title, found, { said }) => {
    await connections.here(ownerOf(session));
    const texts = await readAll(found.documents, session.api, new AbortController().signal);
    const chosen = await ask(
      makePlan(title, [], { references: { found, texts }, said, unsaved: unsavedTexts(session) }),
    );
    if (chosen !== undefined) await carryOutHere(chosen, session);
  };

  /** Rejects if the window has switched to another library while the question was open. */
  async function carryOutHere(plan: LibraryPlan, session: Session): Promise<void> {
    await connections.here(ownerOf(session));
    await carryOut(plan, ownerOf(session));
  }

  /**
   * Returns the languages of texts in the session's library that are open with unsaved changes, as `<id> <language>`.
   */
  function unsavedTexts({ identity }: Session): ReadonlySet<string> {
    const unsaved = vscode.workspace.textDocuments.filter(
      ({ uri, isDirty }) =>
        uri.scheme === textScheme && isDirty && (files.knownOf(uri)?.owner?.identity ?? identity) === identity,
    );
    return new Set(unsaved.map(({ uri }) => addressOf(uri)).map(({ textId, language }) => textKey(textId, language)));
  }

  const carryOut: Plans["carryOut"] = async (plan, owner) => run(await kept.begin(plan, owner));

  /** Resolves with null if the author cancelled. */
  async function find(title: string, wishes: readonly Wish[], session: Session): Promise<References | null> {
    const { api, identity } = session;
    const changes = wishes.flatMap(({ change }) => change ?? []);
    const found = await endable(l10n.t("Looking for references: {0}", title), async (signal) => {
      const first = await referencesTo(session, changes, signal);
      const texts = await readAll(first.documents, api, signal);
      const newer = first.documents.flatMap(({ text, content }) =>
        text !== null && contentsOf(texts.get(text.id) ?? nothing).get(text.language) !== content ? [text.id] : [],
      );
      if (newer.length === 0) return { found: first, texts };
      // These texts differ from the catalog, so the catalog is updated, and the references are requested once more.
      for (const id of new Set(newer))
        server.notify(textNotification, {
          owner: identity,
          textId: id,
          text: texts.get(id) ?? null,
        } satisfies TextParams);
      return { found: await referencesTo(session, changes, signal), texts };
    });
    return found ?? null;
  }

  async function referencesTo(
    session: Session,
    changes: readonly ReferenceChange[],
    signal: AbortSignal,
  ): Promise<ReferenceEditsResult> {
    const found = await library.of(ownerOf(session)).referenceEdits({ changes }, { signal });
    await connections.here(ownerOf(session));
    return found;
  }

  /** Leaves out texts that the service no longer shows. */
  async function readAll(
    documents: readonly ReferringDocument[],
    api: Api,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, LibraryText>> {
    const texts = new Map<string, LibraryText>();
    for (const id of new Set(documents.flatMap(({ text }) => text?.id ?? []))) {
      const text = await ifShown(api.call("textlibrary.texts.get", { path: { id } }, { signal }));
      if (text !== undefined) texts.set(id, text);
    }
    return texts;
  }

  /** Resolves with the plan that the author chose; undefined if nothing is to happen. */
  async function ask(plan: LibraryPlan): Promise<LibraryPlan | undefined> {
    const choices = planChoices(plan),
      show = l10n.t("Show Plan…");
    // Enter presses the first button, which changes nothing.
    const choice = await window.showWarningMessage(
      `${visible(plan.title)}?`,
      { modal: true, detail: planSummary(plan) },
      show,
      ...choices.map(({ title }) => title),
    );
    if (choice !== show) return choices.find(({ title }) => title === choice)?.plan;
    const { uri } = await document(planDocument(plan));
    await vscode.window.showTextDocument(uri, { preview: true });
    try {
      // A list stays above the plan until it is answered; a message would be gone before the plan is read. Enter
      // chooses the first row.
      const cancel = { label: l10n.t("Cancel"), plan: undefined };
      const rows = [cancel, ...choices.map(({ title: label, plan: wanted }) => ({ label, plan: wanted }))];
      return (
        await window.showQuickPick(rows, { title: `${plan.title}?`, placeHolder: l10n.t("Nothing has changed yet.") })
      )?.plan;
    } finally {
      // The author has decided, so the document that shows the plan is closed.
      await vscode.window.tabGroups.close(tabsOf(uri));
    }
  }

  function document(content: string): Thenable<vscode.TextDocument> {
    return vscode.workspace.openTextDocument(
      sides.show(content, vscode.Uri.from({ scheme: "untitled", path: "/Plan.txt" })),
    );
  }

  /** `shown`: the plan as the author saw it. If another window has changed it since, nothing is done. */
  async function run(shown: KeptPlan, { back = false }: { readonly back?: boolean } = {}): Promise<void> {
    const session = await connections.session({ owner: shown });
    const stop = new AbortController();
    const isBack = back || shown.direction === "back";
    const progress = openLateProgress(isBack ? l10n.t("Undoing: {0}", shown.plan.title) : shown.plan.title, {
      stop: () => stop.abort(),
    });
    let held: Held<KeptPlan>;
    /** The plan as it was last written. Before the next run, what is on the disk is compared with this record. */
    let onDisk = shown;
    const plans = {
      hold: kept.hold,
      async write(next: KeptPlan) {
        await kept.write(next);
        onDisk = next;
      },
    };
    try {
      held = await runPlan(
        shown,
        {
          api: session.api,
          plans,
          files: editorFiles,
          save: (base, change) => files.save({ owner: shown, base, change, heldBy: heldByPlan }),
          warn(problem) {
            log.warn(problem);
            void window.showWarningMessage(problem);
          },
          progress: (index, title) =>
            progress.say(l10n.t("{0} of {1}: {2}", index + 1, shown.plan.steps.length, title)),
        },
        { back, signal: stop.signal },
      );
    } finally {
      progress.close();
      lookAgain();
    }
    await (held.state === "done" ? report(held.value, onDisk) : reviews.refuse(shown, held));
  }

  /** `onDisk`: the record of the plan, which lacks the outcome if the outcome could not be written. */
  async function report(ended: KeptPlan, onDisk: KeptPlan): Promise<void> {
    const { message, details } = planReport(ended);
    log.info(message);
    for (const line of details) log.warn(line);
    const undo = l10n.t("Undo"),
      show = l10n.t("Show What Was Not Done"),
      on = l10n.t("Carry On");
    const buttons = [
      ...(details.length === 0 ? [] : [show]),
      ...(isUnfinished(ended) ? [on] : []),
      ...(canUndo(ended) ? [undo] : []),
    ];
    const say = details.length === 0 ? window.showInformationMessage : window.showWarningMessage;
    const choice = await say(message, ...buttons);
    if (choice === show)
      await vscode.window.showTextDocument(await document([message, "", ...details].join("\n")), { preview: true });
    if (choice === on) await run(onDisk, { back: ended.direction === "back" });
    if (choice === undo) await run(onDisk, { back: true });
  }

  /** Reads the open texts and the library again, and updates the tree. */
  function lookAgain(): void {
    Promise.all([files.refresh(), library.refresh()]).then(
      () => tree.update(),
      (error: unknown) => log.warn(`The library was not read again: ${String(error)}`),
    );
    tree.update();
    reviews.update();
  }

  return { offer, offerEdits, carryOut, dispose: () => void reviews.dispose() };
}

const nothing: LibraryText = { id: "", folderId: "", code: "", contentType: 0 };

/**
 * Reads and writes files through the editor, whose content takes precedence over the disk. A file with unsaved changes
 * receives the new words and stays unsaved.
 */
const editorFiles = {
  async read(address: string): Promise<string | undefined> {
    try {
      return (await vscode.workspace.openTextDocument(vscode.Uri.parse(address, true))).getText();
    } catch (error) {
      const uri = vscode.Uri.parse(address, true);
      if (
        await vscode.workspace.fs.stat(uri).then(
          () => true,
          () => false,
        )
      )
        throw error;
      return undefined;
    }
  },
  async write(address: string, content: string, over: string): Promise<void | "edited"> {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(address, true));
    const { isDirty } = document;
    const before = document.getText();
    // Text typed since the file was read must not be overwritten.
    if (before !== over) return "edited";
    const { head: start, tail: end } = sameEnds(before, content);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(
      document.uri,
      new vscode.Range(document.positionAt(start), document.positionAt(before.length - end)),
      content.slice(start, content.length - end),
    );
    if (!(await vscode.workspace.applyEdit(edit))) throw new Error(l10n.t("The editor did not accept the change."));
    if (!isDirty && !(await document.save()))
      throw new Error(l10n.t("The file could not be saved. Its changes are in the open editor, but not on the disk."));
  },
};
