/** Reads a setting from the user or this computer only: a workspace must never influence which service is called. */
import * as vscode from "vscode";

/** VS Code itself blocks workspace values for settings of scope `machine`; any that get through are ignored here. */
export function userSetting<T>(name: string, otherwise: T): T {
  return vscode.workspace.getConfiguration().inspect<T>(name)?.globalValue ?? otherwise;
}
