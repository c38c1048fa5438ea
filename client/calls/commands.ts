/** Registers commands so that nothing fails silently: each error is shown to the user and written to the log. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { messageOf } from "../../language/index.ts";
import { failureLine, isLack, isWarning, remedyOf } from "./failureModel.ts";
import { SignedOut } from "../connections/ownerModel.ts";
import { commands } from "../identifiers.ts";
import { withoutLostRow } from "../window/rowModel.ts";
import { window } from "../window/window.ts";

export type CommandId = (typeof commands)[keyof typeof commands];

/** Runs `action` for a command. The arguments come from menus or any other extension, so the action must check them. */
export function registerCommand(
  log: vscode.LogOutputChannel,
  id: CommandId,
  action: (...args: readonly unknown[]) => unknown,
): vscode.Disposable {
  return vscode.commands.registerCommand(id, async (...args: readonly unknown[]) => {
    try {
      await action(...withoutLostRow(args));
    } catch (error) {
      await showFailure(log, error);
    }
  });
}

/**
 * Shows what went wrong, with a button for the log. If the connection lacks something, shows this as information, with
 * a button to add it.
 */
export async function showFailure(log: vscode.LogOutputChannel, error: unknown): Promise<void> {
  const message = messageOf(error);
  const remedy = remedyOf(error),
    words =
      remedy &&
      {
        signIn: l10n.t("Sign In…"),
        signInAudit: l10n.t("Sign In an Audit Client…"),
        addServices: l10n.t("Add Archive, Signing and More to the Connection…"),
      }[remedy];
  if (isLack(error)) log.info(failureLine(error));
  else log.error(failureLine(error));
  const show = isLack(error)
    ? window.showInformationMessage
    : isWarning(error)
      ? window.showWarningMessage
      : window.showErrorMessage;
  const choice = await show(
    message,
    ...(words === undefined ? [] : [words]),
    ...(isLack(error) ? [] : [l10n.t("Show Log")]),
  );
  if (choice === undefined) return;
  if (remedy !== undefined && choice === words)
    await vscode.commands.executeCommand(commands[remedy], ...(error instanceof SignedOut ? [error.connection] : []));
  else log.show();
}
