/** The extension's entry: builds the services and registers the features, nothing else. */
import * as vscode from "vscode";
import { registerCommand } from "./commands.ts";
import { createConnections } from "./connections/connections.ts";
import { registerConnectionCommands } from "./connections/signIn.ts";
import { createStatusBar } from "./connections/statusBar.ts";
import { commands, contexts, walkthrough } from "./identifiers.ts";
import { startLanguageServer } from "./languageServer.ts";
import { createLog, logCall } from "./outputChannel.ts";
import type { Services } from "./services.ts";

export function activate(extension: vscode.ExtensionContext): void {
  const log = createLog();
  const connections = createConnections(extension, log, (record) => logCall(log, record));
  const server = startLanguageServer(extension, log, connections);
  const services: Services = { extension, log, connections, server };

  extension.subscriptions.push(
    log, connections, server,
    createStatusBar(connections),
    connectionContext(services),
    registerConnectionCommands(services),
    registerCommand(log, commands.showLog, () => log.show()),
    registerCommand(log, commands.restartServer, () => server.restart()),
    registerCommand(log, commands.gettingStarted, () => vscode.commands.executeCommand("workbench.action.openWalkthrough", walkthrough, false)),
  );
}

/** VS Code disposes `subscriptions` by itself. */
export function deactivate(): void {}

/** Keeps the context key of the connection up to date. */
function connectionContext({ connections }: Services): vscode.Disposable {
  function update(): void {
    const { current } = connections;
    const kind = current === undefined ? "none" : current === "sandbox" ? "sandbox" : "service";
    void vscode.commands.executeCommand("setContext", contexts.connection, kind);
  }
  update();
  return connections.onDidChange(update);
}
