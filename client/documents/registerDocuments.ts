/**
 * Registers the document editor: its view, its environment, its commands. It asks the service nothing until the view is
 * visible.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { documentsEnvironments } from "../../api/index.ts";
import { registerCommand } from "../calls/commands.ts";
import { commands, contexts, views } from "../identifiers.ts";
import type { Services } from "../services.ts";
import type { Sides } from "../window/sides.ts";
import { window } from "../window/window.ts";
import type { Documents } from "./documents.ts";
import { Editors } from "../records/editorsModel.ts";
import { registerMetaFileCommands } from "./metaFileCommands.ts";
import { KeptMetaFiles } from "./metaFilesModel.ts";
import { identityNamed } from "../connections/connectionsModel.ts";
import { Choices, placeWords } from "../connections/documentsPlaceModel.ts";
import type { Owner } from "../connections/ownerModel.ts";
import { registerSessionCommands } from "./sessionCommands.ts";
import { KeptSessions } from "./sessionsModel.ts";
import { askGroup, groupOfConnection, groupShown } from "./wish.ts";
import { DocumentsTree } from "./tree.ts";
import type { Root } from "./tree.ts";

/** The returned object gives other commands the same environment and the same MetaFiles. */
export function registerDocuments(services: Services, sides: Sides): Documents & vscode.Disposable {
  const { connections, extension, log } = services;
  const documents: Documents = {
    services,
    sides,
    choices: new Choices(extension.workspaceState),
    sessions: new KeptSessions(extension.globalState),
    metaFiles: new KeptMetaFiles(extension.globalState),
    editors: new Editors(),
    refresh: () => tree.refresh(),
    chooseEnvironment,
  };
  const tree = new DocumentsTree(documents, show);
  const view = vscode.window.createTreeView(views.documents, { treeDataProvider: tree, showCollapseAll: true });

  function show({ state, words, place }: Root): void {
    view.description = place === undefined ? "" : placeWords(place);
    // If there is no address, the view's welcome content says so and has a button to add one. A message would hide the
    // welcome content.
    view.message = state === "offline" ? words : undefined;
    void vscode.commands.executeCommand("setContext", contexts.documents, state);
  }

  async function chooseEnvironment(owner: Owner): Promise<void> {
    const chosen = documents.choices.of(owner).environment;
    const grouped = groupOfConnection(documents, owner);
    const items = documentsEnvironments.map((environment) => ({
      label: environment === "Production" ? "PRODUCTION" : environment,
      description: environment === chosen ? l10n.t("now") : "",
      environment,
    }));
    // The group is offered before any list is read from the service, because a misspelt group makes every list fail.
    const group = {
      icon: "group-by-ref-type",
      label: l10n.t("Environment group"),
      description: groupShown(grouped),
      environment: undefined,
    };
    const picked = await window.showQuickPick([...items, group], {
      title: l10n.t("Environment of the document editor for {0}", owner.connection),
      placeHolder: l10n.t("The document editor has environments of its own; this choice is for this workspace"),
    });
    if (picked === undefined) return;
    if (picked.environment === undefined) {
      if ((await askGroup(grouped)) !== undefined) await chooseEnvironment(owner);
      return;
    }
    await documents.choices.put(owner, { environment: picked.environment });
    tree.refresh();
  }

  const owned = vscode.Disposable.from(
    tree,
    view,
    connections.onDidChange(() => tree.refresh()),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused && view.visible && documents.editors.comeBack()) tree.refresh();
    }),
    registerCommand(log, commands.chooseDocumentsEnvironment, async () => {
      const { current: connection, profiles } = connections;
      if (connection === undefined) return;
      // The command works before the sign-in too. The settings do not list the sandbox, so its identity comes from the
      // session.
      const identity = identityNamed(connection, profiles) ?? (await connections.session()).identity;
      await chooseEnvironment({ identity, connection });
    }),
    registerCommand(log, commands.refreshDocuments, () => tree.refresh()),
    registerSessionCommands(documents),
    registerMetaFileCommands(documents),
  );
  return {
    ...documents,
    dispose() {
      owned.dispose();
    },
  };
}
