/** Nothing is called in Restricted Mode: a workspace that nobody trusts decides about nothing. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { NotConnected } from "./ownerModel.ts";

/** Throws NotConnected where the workspace is not trusted, with the way to trust it. */
export function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new NotConnected(
    l10n.t(
      'This workspace is in Restricted Mode, so no service is called. Trust the workspace first (command "Workspaces: Manage Workspace Trust").',
    ),
  );
}
