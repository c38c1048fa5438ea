/**
 * A setting as the user wrote it, or this computer has it: of everything that decides who is called, a workspace has no
 * say.
 */
import * as vscode from "vscode";

/**
 * VS Code keeps a workspace from settings of scope `machine` by itself; what it was made to pass on all the same is not
 * looked at here.
 */
export function userSetting<T>(name: string, otherwise: T): T {
  return vscode.workspace.getConfiguration().inspect<T>(name)?.globalValue ?? otherwise;
}
