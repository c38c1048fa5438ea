/** Nothing is called in Restricted Mode: an untrusted workspace must not control anything. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { NotConnected } from "./ownerModel.ts";

/** Throws NotConnected if the workspace is not trusted; the message says how to trust it. */
export function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new NotConnected(
    l10n.t(
      'This workspace is in Restricted Mode, so no service is called. To use a service, trust the workspace with the command "Workspaces: Manage Workspace Trust".',
    ),
  );
}
