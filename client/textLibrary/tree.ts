/** The Text Library view: folders, subfolders, texts and their languages, from the catalog of the language server. */
import * as vscode from "vscode";
import { isApiError } from "../../api/index.ts";
import type { Text } from "../../language/index.ts";
import { catalogNotification, type CatalogParams } from "../../server/protocol.ts";
import { showFailure } from "../commands.ts";
import { NotConnected } from "../connections/connections.ts";
import { commands, contexts, views } from "../identifiers.ts";
import { rowItem } from "../rowItem.ts";
import type { Services } from "../services.ts";
import { childFolders, languageNodes, libraryState, rowOf, viewDescription, type Node } from "../textLibraryModel.ts";
import { uriOf } from "../textlib/address.ts";
import type { LibraryText } from "../writePlan.ts";
import type { Library } from "./library.ts";

export interface LibraryTree extends vscode.Disposable {
  readonly selected: Node | undefined;
  /** Looks again after a change. */
  update(): void;
}

export function createLibraryTree({ connections, server, log }: Services, library: Library): LibraryTree {
  const changed = new vscode.EventEmitter<Node | undefined>();
  let status: CatalogParams | undefined;
  let known = false;
  /** What expanded texts were read as, until the catalog knows a newer one: the tree looks again often while the library is read. */
  const readings = new Map<string, { readonly updatedDate: string | undefined; readonly text: LibraryText }>();

  async function roots(): Promise<Node[]> {
    if (connections.current === undefined || !vscode.workspace.isTrusted) return [];
    try {
      await connections.session();
    } catch (error) {
      if (!(error instanceof NotConnected)) throw error;
      setContext(contexts.library, "signedOut");
      return [];
    }
    const result = await library.folders();
    known = result.known;
    setContext(contexts.library, libraryState(known, result.folders.length, status));
    return childFolders(result.folders, null).map((folder) => ({ kind: "folder", folder }));
  }

  async function childrenOf(node: Node): Promise<Node[]> {
    if (node.kind === "language") return [];
    if (node.kind === "text") return languagesOf(node);
    const { folder } = node;
    const [{ folders }, { texts }] = await Promise.all([library.folders(), library.texts({ folderId: folder.id })]);
    return [
      ...childFolders(folders, folder.id).map((subfolder) => ({ kind: "folder", folder: subfolder }) as const),
      ...texts.map((text) => ({ kind: "text", folder, text }) as const),
    ];
  }

  /** Read from the service, which knows what a machine translated; from the catalog where the service cannot be reached. */
  async function languagesOf({ folder, text }: Extract<Node, { kind: "text" }>): Promise<Node[]> {
    const kept = readings.get(text.id);
    if (kept !== undefined && kept.updatedDate === text.updatedDate) return [...languageNodes(folder, text, kept.text)];
    try {
      const { api } = await connections.session();
      const fresh = await api.call("textlibrary.texts.get", { path: { id: text.id } });
      readings.set(text.id, { updatedDate: text.updatedDate, text: fresh });
      return [...languageNodes(folder, text, fresh)];
    } catch (error) {
      if (!isApiError(error)) throw error;
      log.warn(`The languages of ${text.code} are shown as last read: ${error.message}`);
      const languages = text.languages.state === "known" ? text.languages.value : [];
      return languages.map((language) => ({ kind: "language", folder, text, language, source: null }));
    }
  }

  const provider: vscode.TreeDataProvider<Node> = {
    onDidChangeTreeData: changed.event,
    getTreeItem: (node) => itemOf(node, connections.current ?? ""),
    getChildren: (node) => node === undefined ? roots() : childrenOf(node),
  };

  const view = vscode.window.createTreeView(views.textLibrary, { treeDataProvider: provider, showCollapseAll: true });

  function showStatus(): void {
    view.description = connections.current === undefined ? "" : viewDescription(connections.current, status, (date) => date.toLocaleTimeString());
    // A message hides the buttons of a welcome view, so that it says itself what to do.
    view.message = status?.problem === undefined ? undefined : `${status.problem} Refresh, above, tries again.`;
    if (status?.problem !== undefined && !known) setContext(contexts.library, "offline");
  }

  let pending: NodeJS.Timeout | undefined;
  /** A reading reports hundreds of pages: the tree looks again a few times a second at most. */
  function updateSoon(): void {
    pending ??= setTimeout(() => {
      pending = undefined;
      changed.fire(undefined);
    }, 300);
  }

  function report(params: CatalogParams): void {
    status = params;
    showStatus();
    updateSoon();
  }

  const owned = vscode.Disposable.from(
    changed, view,
    server.onNotification<CatalogParams>(catalogNotification, report),
    connections.onDidChange(() => {
      status = undefined;
      known = false;
      readings.clear();
      setContext(contexts.library, "loading");
      showStatus();
      changed.fire(undefined);
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => changed.fire(undefined)),
    view.onDidChangeSelection(({ selection }) => setContext(contexts.selected, selection[0]?.kind ?? "")),
  );
  setContext(contexts.library, "loading");
  showStatus();

  return {
    get selected() { return view.selection[0]; },
    update: () => changed.fire(undefined),
    dispose() {
      clearTimeout(pending);
      owned.dispose();
    },
  };

  function setContext(key: string, value: unknown): void {
    vscode.commands.executeCommand("setContext", key, value).then(undefined, (error: unknown) => showFailure(log, error));
  }
}

function itemOf(node: Node, connection: string): vscode.TreeItem {
  const item = rowItem(rowOf(node));
  if (node.kind === "language") {
    item.command = { command: commands.openText, title: "Open Text", arguments: [node] };
    item.resourceUri = uriOf({ connection, folder: node.folder, text: node.text, language: node.language });
  }
  return item;
}

/** The language that opens when a text is opened without one. */
export function firstLanguage(text: Text): string | undefined {
  return text.defaultLanguage ?? (text.languages.state === "known" ? text.languages.value[0] : undefined);
}
