/** Follows the connection that the workspace names in `smartform.json`, once the workspace is trusted. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { showFailure } from "../commands.ts";
import { commands } from "../identifiers.ts";
import type { Services } from "../services.ts";
import { window } from "../window.ts";
import { namedConnection } from "./namedConnectionModel.ts";

export function followWorkspace({ connections, log }: Services): vscode.Disposable {
  async function follow(): Promise<void> {
    if (!vscode.workspace.isTrusted) return;
    for (const folder of vscode.workspace.workspaceFolders ?? []) {
      const content = await read(vscode.Uri.joinPath(folder.uri, "smartform.json"));
      const named = namedConnection(content, connections.profiles);
      if (named.kind === "none") continue;
      if (named.kind === "use") return connections.suggest(named.name);
      const signIn = l10n.t("Sign In…");
      const text = l10n.t("smartform.json of {0} names the connection \"{1}\", which you do not have. Sign in to a service under that name, or work without it.", folder.name, named.name);
      if ((await window.showInformationMessage(text, signIn)) === signIn) await vscode.commands.executeCommand(commands.signIn);
      return;
    }
  }
  const start = (): void => void follow().catch((error: unknown) => showFailure(log, error));
  start();
  return vscode.Disposable.from(vscode.workspace.onDidGrantWorkspaceTrust(start));
}

/** Bytes: as much as the language server reads of it. */
const largest = 256 * 1024;

/** Empty where there is no such file, or where it is no regular file: a pipe is not waited for. */
async function read(file: vscode.Uri): Promise<string> {
  try {
    const { type, size } = await vscode.workspace.fs.stat(file);
    return (type & vscode.FileType.File) === 0 || size > largest ? "" : new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") return "";
    throw error;
  }
}
