/** The parts of VS Code's extension context that are needed by code that keeps or writes data. */
import type * as vscode from "vscode";

export interface Host {
  readonly extension: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
}
