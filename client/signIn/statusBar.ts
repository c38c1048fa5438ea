/** The status bar item: shows the service that every command in this window acts on. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { commands } from "../identifiers.ts";
import type { Connections } from "../connections/connections.ts";
import { hostNameOf, statusWords } from "../connections/connectionsModel.ts";

export function createStatusBar(connections: Connections): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("smartform.connection", vscode.StatusBarAlignment.Left, 50);
  item.name = l10n.t("Smartform Connection");
  item.command = commands.switchConnection;

  function show(): void {
    const { current, environment, profiles, standing, isTemporary } = connections;
    const profile = profiles.find(({ name }) => name === current);
    const words = statusWords(
      current === undefined
        ? undefined
        : {
            name: current,
            standing,
            isTemporary,
            ...(profile ? { host: hostNameOf(profile) } : {}),
            ...(environment ? { environment } : {}),
          },
      vscode.workspace.isTrusted,
    );
    item.text = words.text;
    item.tooltip = words.tooltip;
    item.accessibilityInformation = { label: words.label, role: "button" };
    item.backgroundColor = words.warns ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
  }

  show();
  item.show();
  return vscode.Disposable.from(
    item,
    connections.onDidChange(show),
    connections.onDidChangeStanding(show),
    vscode.workspace.onDidGrantWorkspaceTrust(show),
  );
}
