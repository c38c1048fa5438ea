/** Repairs everything that has one clear fix in the files of the workspace: the language server finds it, the author says yes once. */
import * as vscode from "vscode";
import { confirmFixAllRequest, fixAllCommand, type ConfirmFixAllParams, type ConfirmFixAllResult } from "../../server/protocol.ts";
import { registerCommand } from "../commands.ts";
import { commands } from "../identifiers.ts";
import type { Services } from "../services.ts";
import { fixAllQuestion } from "../textLibraryModel.ts";
import { keepForUndo } from "./renameOffer.ts";

/** Milliseconds. Work that is over by then shows no progress. */
const brief = 500;

export function registerFixAll({ log, server }: Services): vscode.Disposable {
  let found: (() => void) | undefined;

  async function fixAll(): Promise<void> {
    const stop = new AbortController();
    const { promise: looking, resolve } = Promise.withResolvers<void>();
    found = resolve;
    const timer = setTimeout(() => void vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: "Looking for what can be repaired", cancellable: true }, (_, token) => {
      token.onCancellationRequested(() => stop.abort());
      return looking;
    }), brief);
    void looking.then(() => clearTimeout(timer));
    try {
      await server.request("workspace/executeCommand", { command: fixAllCommand }, { signal: stop.signal });
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    } finally {
      resolve();
    }
  }

  /** No progress stands beside the question. */
  async function confirm(params: ConfirmFixAllParams): Promise<ConfirmFixAllResult> {
    found?.();
    const saves = vscode.workspace.getConfiguration("files.refactoring").get("autoSave", true);
    const { message, detail, choices } = fixAllQuestion(params, { saves });
    const choice = await vscode.window.showWarningMessage(message, { modal: true, detail }, ...choices.map(({ title }) => title));
    const result = choices.find(({ title }) => title === choice)?.result ?? null;
    if (result === "all") await keepForUndo(params.uris);
    return result;
  }

  return vscode.Disposable.from(server.onRequest(confirmFixAllRequest, confirm), registerCommand(log, commands.fixAllInWorkspace, fixAll));
}
