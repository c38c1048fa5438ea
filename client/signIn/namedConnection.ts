/** Uses the connection that the workspace names in `smartform.json`, once the workspace is trusted. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { largestSettings } from "../../language/index.ts";
import { showFailure } from "../calls/commands.ts";
import { commands } from "../identifiers.ts";
import { readFile } from "../window/readFile.ts";
import type { Services } from "../services.ts";
import { window } from "../window/window.ts";
import { namedConnection } from "./namedConnectionModel.ts";

export function followWorkspace({ connections, log }: Services): vscode.Disposable {
  async function follow(): Promise<void> {
    if (!vscode.workspace.isTrusted) return;
    for (const folder of vscode.workspace.workspaceFolders ?? []) {
      const content = await read(folder.uri, log);
      const named = namedConnection(content, connections.profiles);
      if (named.kind === "none") continue;
      if (named.kind === "use") return connections.suggest(named.name);
      const text = l10n.t(
        'smartform.json of {0} asks for the connection "{1}", which you do not have. Sign in to a service and give the connection this name, or work without it.',
        folder.name,
        named.name,
      );
      if ((await window.showInformationMessage(text, l10n.t("Sign In…"))) !== undefined)
        await vscode.commands.executeCommand(commands.signIn);
      return;
    }
  }
  const start = (): void => void follow().catch((error: unknown) => showFailure(log, error));
  start();
  return vscode.Disposable.from(vscode.workspace.onDidGrantWorkspaceTrust(start));
}

/** Returns the content of the file; empty if the file does not exist or cannot be read. */
async function read(folder: vscode.Uri, log: vscode.LogOutputChannel): Promise<string> {
  const file = vscode.Uri.joinPath(folder, "smartform.json");
  const bytes = await readFile(file, { largest: largestSettings, root: folder }).catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "FileNotFound" ? "" : (code ?? message);
  });
  if (typeof bytes !== "string") return new TextDecoder().decode(bytes);
  if (bytes !== "") log.warn(`No connection is taken from ${file.toString()} (${bytes})`);
  return "";
}
