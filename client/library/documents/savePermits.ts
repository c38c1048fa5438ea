/**
 * Lets a library text be written only where a person asked for it in that moment. The commands here save what they are
 * asked to; every other save that reaches the file system is asked about (a menu, another extension, a refactoring) or
 * refused (auto save), whatever VS Code's settings are.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { parseTextPath } from "../../../language/index.ts";
import { registerCommand } from "../../calls/commands.ts";
import { commands, contexts, settings, textScheme } from "../../identifiers.ts";
import { userSetting } from "../../window/userSetting.ts";
import { window } from "../../window/window.ts";
import { nameOf } from "./failedSaves.ts";
import { judgeWrite, question, refusalWords, unansweredWords } from "./permitModel.ts";
import type { WriteReason } from "./permitModel.ts";

export interface SavePermits extends vscode.Disposable {
  /** Saves the document for a person who just asked for it. Resolves with whether VS Code saved it. */
  save(document: vscode.TextDocument): Promise<boolean>;
  /** Resolves where the document may be written, and rejects with what to tell the person where not. */
  admit(uri: vscode.Uri): Promise<void>;
}

/** Given to the Save key's command to have it run once without saving. */
const rehearsal = "rehearsal";

/** Milliseconds. Saves that begin together, as those of "Save All", are asked about in one question. */
const together = 100;

/** Milliseconds that VS Code may take from its announcement to the write: what changes texts on save comes between. */
const longestSave = 60_000;

export function createSavePermits(log: vscode.LogOutputChannel): SavePermits {
  /**
   * Of our own saves that are under way, each for one write: what somebody else writes meanwhile is not what the person
   * asked for.
   */
  const permits = new Set<{ readonly key: string }>();
  /**
   * What VS Code announced of the next write of a document, by its address. Nobody tells of a save that ended before it
   * wrote: then it is forgotten with the document, or after the time that a save takes, and stands for no later write.
   */
  const announced = new Map<string, { readonly reason: WriteReason; readonly forget: NodeJS.Timeout }>();
  let waiting: { readonly uri: vscode.Uri; readonly answer: (yes: boolean) => void }[] = [];
  let isAsking = false;

  async function during<T>(uris: readonly vscode.Uri[], work: () => Thenable<T>): Promise<T> {
    const own = uris.filter(({ scheme }) => scheme === textScheme).map((uri) => ({ key: uri.toString() }));
    for (const permit of own) permits.add(permit);
    try {
      return await work();
    } finally {
      for (const permit of own) permits.delete(permit);
    }
  }

  function usePermit(key: string): boolean {
    const permit = [...permits].find((each) => each.key === key);
    return permit !== undefined && permits.delete(permit);
  }

  function announce(uri: vscode.Uri, reason: WriteReason): void {
    take(uri);
    announced.set(uri.toString(), { reason, forget: setTimeout(() => take(uri), longestSave) });
  }

  function take(uri: vscode.Uri): WriteReason | undefined {
    const key = uri.toString();
    const found = announced.get(key);
    clearTimeout(found?.forget);
    announced.delete(key);
    return found?.reason;
  }

  async function admit(uri: vscode.Uri): Promise<void> {
    const reason = take(uri) ?? "unsaid";
    const judgement = judgeWrite({
      reason,
      isPermitted: usePermit(uri.toString()),
      permitsAutomatic: userSetting(settings.automaticSaves, false),
    });
    if (judgement === "write") return;
    log.info(
      `A save of ${nameOf(uri)} that nobody asked for here (${reason}): ${judgement === "ask" ? "the author is asked" : "refused"}`,
    );
    if (judgement === "refuse") throw vscode.FileSystemError.Unavailable(refusalWords());
    const { promise, resolve } = Promise.withResolvers<boolean>();
    waiting.push({ uri, answer: resolve });
    if (!isAsking) setTimeout(() => void ask(), together);
    isAsking = true;
    if (!(await promise)) throw vscode.FileSystemError.Unavailable(unansweredWords());
  }

  /**
   * Asks about everything that waits, until nothing waits. The first button is that of Enter: it saves nothing, for the
   * question may come while the author types.
   */
  async function ask(): Promise<void> {
    const save = l10n.t("Save");
    while (waiting.length > 0) {
      const asked = waiting;
      waiting = [];
      let choice: string | undefined;
      try {
        const uris = [...new Map(asked.map(({ uri }) => [uri.toString(), uri])).values()];
        const { message, detail } = question(
          uris.map((uri) => ({
            name: nameOf(uri),
            folder: parseTextPath(uri.path)?.folder ?? "",
            connection: uri.authority,
          })),
        );
        choice = await window.showWarningMessage(message, { modal: true, detail }, l10n.t("Keep in the Editor"), save);
      } catch (error) {
        log.warn(`The question whether to save could not be asked, so nothing is saved: ${String(error)}`);
      }
      for (const { answer } of asked) answer(choice === save);
    }
    isAsking = false;
  }

  async function saveActive(): Promise<void> {
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    const uris = urisOf(input);
    const unsaved = vscode.workspace.textDocuments.filter(
      ({ uri, isDirty }) =>
        isDirty && uri.scheme === textScheme && uris.some((each) => each.toString() === uri.toString()),
    );
    await during(uris, async () => {
      // By the document: VS Code saves what is in front once it carries out its own command, and that may be another
      // editor by then.
      for (const document of unsaved) await document.save();
      if (unsaved.length === 0) await vscode.commands.executeCommand("workbench.action.files.save");
    });
  }

  /** The Save key saves the active editor also while a panel or a view has the focus. */
  function showFront(): void {
    const isInFront = urisOf(vscode.window.tabGroups.activeTabGroup.activeTab?.input).some(
      ({ scheme }) => scheme === textScheme,
    );
    void vscode.commands.executeCommand("setContext", contexts.textInFront, isInFront);
  }
  showFront();

  /**
   * The first time that a key runs a command, VS Code first waits for every extension host, and an author may be in
   * another editor by then. It waits here instead, so that the Save key saves what was in front when it was pressed.
   */
  async function rehearse(): Promise<void> {
    await vscode.commands.executeCommand("runCommands", {
      commands: [{ command: commands.saveText, args: rehearsal }],
    });
  }

  const owned = vscode.Disposable.from(
    vscode.window.tabGroups.onDidChangeTabs(showFront),
    vscode.window.tabGroups.onDidChangeTabGroups(showFront),
    registerCommand(log, commands.saveText, (argument) => (argument === rehearsal ? undefined : saveActive())),
    vscode.workspace.onWillSaveTextDocument(({ document: { uri }, reason }) => {
      if (uri.scheme === textScheme)
        announce(uri, reason === vscode.TextDocumentSaveReason.Manual ? "manual" : "automatic");
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => void take(uri)),
  );

  void rehearse();

  return {
    save: (document) => during([document.uri], () => document.save()),
    admit,
    dispose() {
      owned.dispose();
      for (const { forget } of announced.values()) clearTimeout(forget);
    },
  };
}

/**
 * What the Save key saves in a tab: of a comparison the right side, as VS Code does, whatever is unsaved on the left.
 */
function urisOf(input: unknown): readonly vscode.Uri[] {
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) return [input.uri];
  if (input instanceof vscode.TabInputTextDiff) return [input.modified];
  return vscode.window.activeTextEditor === undefined ? [] : [vscode.window.activeTextEditor.document.uri];
}
