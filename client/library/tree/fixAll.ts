/**
 * Repairs all findings that have one clear fix, in the files of the workspace. The language server finds them, and the
 * author confirms once.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { confirmFixAllRequest, fixAllCommand } from "../../../server/protocol.ts";
import type { ConfirmFixAllParams, ConfirmFixAllResult } from "../../../server/protocol.ts";
import { registerCommand } from "../../calls/commands.ts";
import { commands } from "../../identifiers.ts";
import type { Services } from "../../services.ts";
import { fixAllQuestion } from "../textLibraryModel.ts";
import { window } from "../../window/window.ts";
import { keepForUndo } from "../../window/keepForUndo.ts";
import { endable } from "../../window/endable.ts";

export function registerFixAll({ log, server }: Services): vscode.Disposable {
  let found: (() => void) | undefined;

  async function fixAll(): Promise<void> {
    await endable(l10n.t("Looking for what can be repaired"), (signal, { close }) => {
      found = close;
      return server.request("workspace/executeCommand", { command: fixAllCommand }, { signal });
    });
  }

  /** Hides the progress, then asks. */
  async function confirm(params: ConfirmFixAllParams): Promise<ConfirmFixAllResult> {
    found?.();
    const saves = vscode.workspace.getConfiguration("files.refactoring").get("autoSave", true);
    const { message, detail, choices } = fixAllQuestion(params, { saves });
    const choice = await window.showWarningMessage(
      message,
      { modal: true, detail },
      ...choices.map(({ title }) => title),
    );
    const result = choices.find(({ title }) => title === choice)?.result ?? null;
    if (result === "all") await keepForUndo(params.uris);
    return result;
  }

  return vscode.Disposable.from(
    server.onRequest(confirmFixAllRequest, confirm),
    registerCommand(log, commands.fixAllInWorkspace, fixAll),
  );
}
