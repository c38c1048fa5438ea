/** Registers commands so that nothing fails in silence: what goes wrong is said to the user and written to the log. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { failureLine, isWarning } from "./failureModel.ts";
import { NoAuditClient, SignedOut } from "./connections/ownerModel.ts";
import { commands } from "./identifiers.ts";
import { withoutLostRow } from "./rowModel.ts";
import { window } from "./window.ts";

export type CommandId = (typeof commands)[keyof typeof commands];

/** Runs `action` for a command. Its arguments come from menus or from any other extension, so that they are checked before use. */
export function registerCommand(log: vscode.LogOutputChannel, id: CommandId, action: (...args: readonly unknown[]) => unknown): vscode.Disposable {
  return vscode.commands.registerCommand(id, async (...args: readonly unknown[]) => {
    try {
      await action(...withoutLostRow(args));
    } catch (error) {
      await showFailure(log, error);
    }
  });
}

/** Says what went wrong, with a way to the log. */
export async function showFailure(log: vscode.LogOutputChannel, error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  log.error(failureLine(error));
  const signIn = l10n.t("Sign In…");
  const addAudit = l10n.t("Sign In an Audit Client…");
  const remedies = error instanceof SignedOut ? [signIn] : error instanceof NoAuditClient ? [addAudit] : [];
  const choice = await (isWarning(error) ? window.showWarningMessage : window.showErrorMessage)(message, ...remedies, l10n.t("Show Log"));
  if (choice === signIn) await vscode.commands.executeCommand(commands.signIn);
  else if (choice === addAudit) await vscode.commands.executeCommand(commands.signInAudit);
  else if (choice !== undefined) log.show();
}
