/**
 * After each line of a text, shows the version that the line came with. A command shows and hides these versions in all
 * editors of the window; the hover of a line has the details.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { registerCommand, showFailure } from "../../calls/commands.ts";
import { NotConnected } from "../../connections/connections.ts";
import { commands, textScheme } from "../../identifiers.ts";
import type { Services } from "../../services.ts";
import { addressOf } from "../../connections/textAddress.ts";
import type { TextFiles } from "../documents/fileSystem.ts";
import { contentIn } from "../documents/saveModel.ts";
import type { Histories } from "./histories.ts";
import { blameOf, originDetail, originWords, withUnsaved } from "./historyModel.ts";
import type { Blame } from "./historyModel.ts";
import { format } from "./tree.ts";

export function registerBlame(
  { connections, log }: Services,
  { histories, files }: { readonly histories: Histories; readonly files: TextFiles },
): vscode.Disposable {
  const decoration = vscode.window.createTextEditorDecorationType({
    after: { margin: "0 0 0 3em", color: new vscode.ThemeColor("editorCodeLens.foreground"), fontStyle: "italic" },
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedOpen,
  });
  let isOn = false;
  /**
   * The blame of the kept versions, by address. The editor's content is not part of it, so an edit costs only one
   * comparison.
   */
  const blames = new Map<string, Blame | undefined>();

  async function versionsBlame(uri: vscode.Uri): Promise<Blame | undefined> {
    const key = uri.toString();
    if (blames.has(key)) return blames.get(key);
    const { connection, textId, language } = addressOf(uri);
    const { identity } = await connections.session({ name: connection });
    const versions = histories.of(identity).versions(textId, language);
    // The buffer is derived from its base, so later readings are not in it.
    const base = files.knownOf(uri)?.base;
    const shown = base === undefined ? 0 : versions.findIndex(({ content }) => content === contentIn(base, language));
    const blame = blameOf(versions.slice(Math.max(shown, 0)));
    blames.set(key, blame);
    return blame;
  }

  async function show(editor: vscode.TextEditor): Promise<void> {
    const { document } = editor;
    if (document.uri.scheme !== textScheme) return;
    const blame = isOn ? await versionsBlame(document.uri) : undefined;
    if (blame === undefined) return editor.setDecorations(decoration, []);
    const { origins } = withUnsaved(blame, document.getText());
    editor.setDecorations(
      decoration,
      origins.slice(0, document.lineCount).map((origin, line) => {
        const hoverMessage = new vscode.MarkdownString();
        hoverMessage.appendText(originDetail(origin, format).join("\n"));
        return {
          range: document.lineAt(line).range,
          hoverMessage,
          renderOptions: { after: { contentText: originWords(origin, format) } },
        };
      }),
    );
  }

  function showAll(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      show(editor).catch((error: unknown) => {
        if (!(error instanceof NotConnected)) void showFailure(log, error);
      });
    }
  }

  let pending: NodeJS.Timeout | undefined;
  function showSoon(): void {
    if (!isOn) return;
    clearTimeout(pending);
    pending = setTimeout(showAll, 100);
  }
  function forgetAndShow(): void {
    blames.clear();
    showSoon();
  }

  const owned = vscode.Disposable.from(
    decoration,
    registerCommand(log, commands.toggleBlame, () => {
      if (!isOn && vscode.window.activeTextEditor?.document.uri.scheme !== textScheme)
        throw new Error(l10n.t("Open a text of the Text Library first. This command works on its lines."));
      isOn = !isOn;
      blames.clear();
      showAll();
    }),
    histories.onDidChange(forgetAndShow),
    vscode.window.onDidChangeVisibleTextEditors(forgetAndShow),
    vscode.workspace.onDidSaveTextDocument(forgetAndShow),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.scheme === textScheme) document.isDirty ? showSoon() : forgetAndShow();
    }),
  );
  return {
    dispose() {
      clearTimeout(pending);
      owned.dispose();
    },
  };
}
