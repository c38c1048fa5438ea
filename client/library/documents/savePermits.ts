/**
 * Lets a library text be written only if a person asked for it at that moment, unless the user's setting permits all
 * saves. The commands here save the documents that the person asked them to save. Other saves reach the file system
 * too: without that setting, saves from a menu, another extension or a refactoring need a confirmation, and auto saves
 * are refused, whatever VS Code's settings are.
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
  /** Saves the document for a person who has just asked for it. Resolves with whether VS Code saved it. */
  save(document: vscode.TextDocument): Promise<boolean>;
  /** Resolves if the document may be written, otherwise rejects with an error whose message is for the person. */
  admit(uri: vscode.Uri): Promise<void>;
}

/** If the Save key's command gets this argument, it saves nothing. */
const rehearsal = "rehearsal";

/**
 * Milliseconds to wait for more saves. Saves that start together, such as those of "Save All", are confirmed in one
 * question.
 */
const together = 100;

/**
 * Maximum milliseconds between VS Code's announcement and the write. Save participants may change the text in this
 * time.
 */
const longestSave = 60_000;

export function createSavePermits(log: vscode.LogOutputChannel): SavePermits {
  /**
   * One permit for each save that this extension is making. A permit allows one write: if another program writes the
   * document in the meantime, the person did not ask for that write.
   */
  const permits = new Set<{ readonly key: string }>();
  /**
   * What VS Code announced for the next write of a document, by the document's address. VS Code does not report a save
   * that ends before it writes. An announcement must not apply to a later write, so it is forgotten when the document
   * is closed, or after the longest time that a save can take.
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
   * Asks about all waiting saves, until none is left. Enter presses the first button, which saves nothing, because the
   * question may appear while the author types.
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
      // Saves each document directly: VS Code's own command saves the editor that is active when it runs, which may be
      // another one by then.
      for (const document of unsaved) await document.save();
      if (unsaved.length === 0) await vscode.commands.executeCommand("workbench.action.files.save");
    });
  }

  /**
   * Records whether the active tab shows a text: the Save key then saves it even while a panel or a view has the focus.
   */
  function showFront(): void {
    const isInFront = urisOf(vscode.window.tabGroups.activeTabGroup.activeTab?.input).some(
      ({ scheme }) => scheme === textScheme,
    );
    void vscode.commands.executeCommand("setContext", contexts.textInFront, isInFront);
  }
  showFront();

  /**
   * Runs the Save key's command once without saving. Before a key runs a command for the first time, VS Code waits for
   * every extension host, and the author may be in another editor by then. After this run, the Save key saves the
   * editor that was active when it was pressed.
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
 * Returns what the Save key saves in a tab. For a comparison this is the right side, as in VS Code, even if the left
 * side is unsaved.
 */
function urisOf(input: unknown): readonly vscode.Uri[] {
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) return [input.uri];
  if (input instanceof vscode.TabInputTextDiff) return [input.modified];
  return vscode.window.activeTextEditor === undefined ? [] : [vscode.window.activeTextEditor.document.uri];
}
