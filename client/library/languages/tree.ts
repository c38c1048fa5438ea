/**
 * The Languages view: each language and folder with its counts, and the texts that wait. It requests data only while it
 * is visible.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { catalogNotification, languageProgressNotification } from "../../../server/protocol.ts";
import type { CatalogParams, LanguageProgressResult, WorkKind } from "../../../server/protocol.ts";
import { showFailure } from "../../calls/commands.ts";
import { NotConnected, OtherLibrary, owned, ownerInUse } from "../../connections/ownerModel.ts";
import type { Owned, Owner } from "../../connections/ownerModel.ts";
import { commands, contexts, views } from "../../identifiers.ts";
import { rowItem } from "../../window/rowItem.ts";
import { createRowsView } from "../../window/rowsView.ts";
import type { Services } from "../../services.ts";
import { libraryState } from "../textLibraryModel.ts";
import type { Library, LibraryOf } from "../library.ts";
import { languageRows, progressIn, progressRow, rowsOfLanguage, workRows } from "./progressModel.ts";
import type { ProgressNode } from "./progressModel.ts";
import { endable } from "../../window/endable.ts";

interface LanguagesTree extends vscode.Disposable {
  selected(): Promise<Owned<ProgressNode> | undefined>;
  /** Reads the progress again after a change. */
  update(): void;
}

/** How many texts of a worklist the view shows; the worklist itself may have more. */
const shown = 200;

const nothing: LanguageProgressResult = { known: false, languages: [], folders: [] };

export function createLanguagesTree({ connections, server, log }: Services, library: Library): LanguagesTree {
  const changed = new vscode.EventEmitter<undefined>();
  let last: (LanguageProgressResult & { readonly of: Owner | undefined }) | undefined;
  let isOld = false;
  let status: CatalogParams | undefined;

  function look(of: Owner): Promise<LanguageProgressResult | undefined> {
    return endable(l10n.t("Looking at the languages of every text"), (signal) => library.of(of).progress({ signal }));
  }

  async function roots(): Promise<readonly Owned<ProgressNode>[]> {
    if (connections.current === undefined || !vscode.workspace.isTrusted) return [];
    isOld = false;
    if (!connections.services.includes("forms")) {
      last = undefined;
      void vscode.commands.executeCommand("setContext", contexts.languages, "noForms");
      return [];
    }
    const of = await ownerInUse(connections);
    const found = of === undefined ? nothing : await look(of);
    last = found && { ...found, of };
    void vscode.commands.executeCommand("setContext", contexts.languages, stateOf(found, of));
    view.message =
      found !== undefined && !found.known && found.languages.length > 0
        ? l10n.t("The Text Library is not completely read yet. The counts cover only what has been read so far.")
        : undefined;
    return found === undefined ? [] : owned(languageRows(found), of);
  }

  function stateOf(found: LanguageProgressResult | undefined, of: Owner | undefined): string {
    if (found === undefined) return "ended";
    if (of === undefined) return "signedOut";
    return found.languages.length > 0 ? "ready" : libraryState(found.known, 0, status);
  }

  async function childrenOf(node: Owned<ProgressNode>): Promise<readonly ProgressNode[]> {
    // The view's data may no longer belong to the row's library.
    if (last === undefined || node.owner === undefined || last.of?.identity !== node.owner.identity) return [];
    const asked = library.of(node.owner);
    switch (node.kind) {
      case "languageProgress":
        return rowsOfLanguage(last, node.language, (await asked.folders()).folders);
      case "folderProgress": {
        const counted = last.folders.find(({ folderId }) => folderId === node.folder.id);
        return counted === undefined ? [] : workRows(progressIn(counted, node.language), node.language, node.folder);
      }
      case "work":
        return textsOf(asked, node.language, node.work, node.folder?.id);
      case "workText":
      case "moreWork":
        return [];
    }
  }

  async function textsOf(
    asked: LibraryOf,
    language: string,
    work: WorkKind,
    folderId: string | undefined,
  ): Promise<readonly ProgressNode[]> {
    const [{ folders }, { total, texts }] = await Promise.all([
      asked.folders(),
      asked.worklist(
        { language, kind: work, folderIds: folderId === undefined ? null : [folderId], limit: shown },
        { signal: new AbortController().signal },
      ),
    ]);
    const byId = new Map(folders.map((folder) => [folder.id, folder]));
    const scope = folderId ?? "";
    const rows = texts.flatMap((text): readonly ProgressNode[] => {
      const folder = byId.get(text.folderId);
      return folder === undefined ? [] : [{ kind: "workText", language, work, scope, folder, text }];
    });
    return total > rows.length
      ? [...rows, { kind: "moreWork", language, work, scope, count: total - rows.length }]
      : rows;
  }

  const provider: vscode.TreeDataProvider<Owned<ProgressNode>> = {
    onDidChangeTreeData: changed.event,
    getTreeItem: itemOf,
    async getChildren(node) {
      try {
        return node === undefined ? [...(await roots())] : owned(await childrenOf(node), node.owner);
      } catch (error) {
        // The window has switched to another library, for which the view is read again.
        if (error instanceof OtherLibrary) return [];
        // If there is no session, refreshes the whole view, which then says so.
        if (error instanceof NotConnected) {
          if (node !== undefined) changed.fire(undefined);
          return [];
        }
        throw error;
      }
    },
  };
  const rows = createRowsView(views.languages, { treeDataProvider: provider, showCollapseAll: true });
  const { view } = rows;

  let pending: NodeJS.Timeout | undefined;
  /** A hidden view is updated when it becomes visible. */
  function updateSoon(): void {
    isOld = true;
    if (!view.visible) return;
    pending ??= setTimeout(() => {
      pending = undefined;
      changed.fire(undefined);
    }, 500);
  }

  function update(): void {
    void vscode.commands
      .executeCommand("setContext", contexts.languages, "loading")
      .then(undefined, (error: unknown) => showFailure(log, error));
    changed.fire(undefined);
  }

  const disposables = vscode.Disposable.from(
    changed,
    rows,
    server.onNotification(languageProgressNotification, updateSoon),
    // Even if the end of a reading changes no count, the counts may now be complete.
    server.onNotification(catalogNotification, (now: CatalogParams) => {
      status = now;
      updateSoon();
    }),
    connections.onDidChange(() => {
      status = undefined;
      update();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(update),
    view.onDidChangeVisibility(({ visible }) => {
      if (visible && isOld) changed.fire(undefined);
    }),
  );
  void vscode.commands.executeCommand("setContext", contexts.languages, "loading");

  return {
    selected: async () => (await rows.selection())[0],
    update,
    dispose() {
      clearTimeout(pending);
      disposables.dispose();
    },
  };
}

function itemOf(node: ProgressNode): vscode.TreeItem {
  return rowItem({
    ...progressRow(node),
    ...(node.kind === "workText" && {
      command: {
        command: commands.openTranslation,
        title: l10n.t("Open Beside the Default Language"),
        arguments: [node],
      },
    }),
  });
}
