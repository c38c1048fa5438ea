/** What VS Code gives the extension, for everything that keeps or writes data. */
import type * as vscode from "vscode";

export interface Host {
  readonly extension: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
}
