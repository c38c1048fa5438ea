/** What VS Code gives the extension, as everything that keeps or writes something needs it. */
import type * as vscode from "vscode";

export interface Host {
  readonly extension: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
}
