/**
 * Repairs everything that has one clear fix in the files of the workspace: the language server finds it, the author
 * says yes once.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { confirmFixAllRequest, fixAllCommand } from "../../../server/protocol.ts";
import type { ConfirmFixAllParams, ConfirmFixAllResult } from "../../../server/protocol.ts";
import { registerCommand } from "../../calls/commands.ts";
import { commands } from "../../identifiers.ts";
import { openLateProgress } from "../../window/lateProgress.ts";
import type { Services } from "../../services.ts";
import { fixAllQuestion } from "../textLibraryModel.ts";
import { window } from "../../window/window.ts";
import { keepForUndo } from "../../window/keepForUndo.ts";

export function registerFixAll({ log, server }: Services): vscode.Disposable {
  let found: (() => void) | undefined;

  async function fixAll(): Promise<void> {
    const stop = new AbortController();
    const progress = openLateProgress(l10n.t("Looking for what can be repaired"), { stop: () => stop.abort() });
    found = progress.close;
    try {
      await server.request("workspace/executeCommand", { command: fixAllCommand }, { signal: stop.signal });
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    } finally {
      progress.close();
    }
  }

  /** No progress stands beside the question. */
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
