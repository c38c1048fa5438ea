/** The command that collects a problem report in an untitled document. Nothing is sent. */
import { readFile } from "node:fs/promises";
import { homedir, userInfo } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { registerCommand } from "../calls/commands.ts";
import { servicesOf } from "../connections/connectionsModel.ts";
import { commands, settings } from "../identifiers.ts";
import type { Services } from "../services.ts";
import { problemReport } from "./reportModel.ts";

/** `lines`: the log of this window, used if the log's file cannot be read. */
export function registerProblemReport(
  { log, extension, connections }: Services,
  lines: () => string,
): vscode.Disposable {
  async function report(): Promise<void> {
    const { current, environment, profiles } = connections;
    const profile = profiles.find(({ name }) => name === current);
    const configuration = vscode.workspace.getConfiguration();
    const isSet = (name: string): boolean => {
      const found = configuration.inspect(name);
      return (
        found !== undefined &&
        [found.globalValue, found.workspaceValue, found.workspaceFolderValue].some((value) => value !== undefined)
      );
    };
    const content = problemReport({
      extension: String((extension.extension.packageJSON as { readonly version?: unknown }).version),
      editor: vscode.version,
      node: process.version,
      system: `${process.platform} ${process.arch}`,
      remote: vscode.env.remoteName,
      window: vscode.env.uiKind === vscode.UIKind.Web ? "browser" : "desktop",
      trusted: vscode.workspace.isTrusted,
      connection: current === undefined ? "none" : profile === undefined ? "sandbox" : "service",
      services: servicesOf(profile ?? {}),
      environment,
      settings: Object.values(settings).filter(isSet),
      folders: [
        ...(vscode.workspace.workspaceFolders ?? []).flatMap(({ uri, name }) => [uri.fsPath, name]),
        homedir(),
        userInfo().username,
      ],
      names: profiles.flatMap(({ name, clientId }) => [name, clientId]),
      log: await readFile(join(extension.logUri.fsPath, "Smartform.log"), "utf8").catch(lines),
    });
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: "markdown", content }));
  }

  return registerCommand(log, commands.reportProblem, report);
}
