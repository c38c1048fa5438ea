/** The parts of VS Code's extension context that code which keeps or writes data needs. */
import type * as vscode from "vscode";

export interface Host {
  readonly extension: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
}
