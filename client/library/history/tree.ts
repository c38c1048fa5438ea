/**
 * The History view: the versions of the text and language in the editor, newest first. It follows the editor unless it
 * is pinned.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { NotConnected } from "../../connections/connections.ts";
import { identityNamed } from "../../connections/connectionsModel.ts";
import { showFailure } from "../../calls/commands.ts";
import { commands, contexts, sideScheme, textScheme, views } from "../../identifiers.ts";
import { rowItem } from "../../window/rowItem.ts";
import type { Services } from "../../services.ts";
import { addressOf } from "../../connections/textAddress.ts";
import type { Histories } from "./histories.ts";
import { versionRow } from "./historyModel.ts";
import type { Version } from "../../../authoring/index.ts";

/** The text and language whose versions are shown. */
interface Subject {
  readonly identity: string;
  readonly textId: string;
  readonly language: string;
  readonly uri: vscode.Uri;
}

export interface VersionNode {
  readonly kind: "version";
  readonly subject: Subject;
  readonly version: Version;
  /** The previous version; undefined if none is kept. */
  readonly before: Version | undefined;
}

export interface HistoryTree extends vscode.Disposable {
  /** Resolves with the text that the view shows, or would show if it were open. */
  subject(): Promise<Subject | undefined>;
  /** Returns the versions, newest first. */
  nodes(subject: Subject): readonly VersionNode[];
  readonly selected: readonly VersionNode[];
  /** Shows the versions of this text until another text is opened; if the view is pinned, until it is unpinned. */
  show(uri: vscode.Uri): Promise<void>;
  pin(pinned: boolean): void;
}

export const format = (date: Date): string => date.toLocaleString();

export function createHistoryTree({ connections, log }: Services, histories: Histories): HistoryTree {
  const changed = new vscode.EventEmitter<undefined>();
  let uri: vscode.Uri | undefined;
  let pinned = false;

  async function subjectOf(given: vscode.Uri | undefined): Promise<Subject | undefined> {
    if (given === undefined || !vscode.workspace.isTrusted) return undefined;
    const { connection, textId, language } = addressOf(given);
    try {
      const { identity } = await connections.session({ name: connection });
      return { identity, textId, language, uri: given };
    } catch (error) {
      if (!(error instanceof NotConnected)) throw error;
      // Kept versions are available without a sign-in.
      const identity = identityNamed(connection, connections.profiles);
      return identity === undefined ? undefined : { identity, textId, language, uri: given };
    }
  }

  function nodesOf(subject: Subject): readonly VersionNode[] {
    const versions = histories.of(subject.identity).versions(subject.textId, subject.language);
    return versions.map((version, index) => ({ kind: "version", subject, version, before: versions[index + 1] }));
  }

  const provider: vscode.TreeDataProvider<VersionNode> = {
    onDidChangeTreeData: changed.event,
    getTreeItem: itemOf,
    async getChildren(node) {
      if (node !== undefined) return [];
      const subject = await subjectOf(uri);
      const nodes = subject === undefined ? [] : nodesOf(subject);
      void vscode.commands.executeCommand(
        "setContext",
        contexts.history,
        subject === undefined ? "none" : nodes.length === 0 ? "empty" : "ready",
      );
      return [...nodes];
    },
  };
  const view = vscode.window.createTreeView(views.history, { treeDataProvider: provider, canSelectMany: true });

  function follow(): void {
    const active = vscode.window.activeTextEditor?.document.uri;
    // A focused panel or an opened version does not count as another text.
    if (pinned || active === undefined || active.scheme === sideScheme) return;
    setUri(active.scheme === textScheme ? active : undefined);
  }

  function setUri(next: vscode.Uri | undefined): void {
    if (next?.toString() === uri?.toString()) return;
    uri = next;
    update();
  }

  function update(): void {
    view.description = [...(uri === undefined ? [] : [nameOf(uri)]), ...(pinned ? [l10n.t("pinned")] : [])].join(" · ");
    void vscode.commands.executeCommand("setContext", contexts.historyPinned, pinned);
    changed.fire(undefined);
  }

  let pending: NodeJS.Timeout | undefined;
  /** One save writes to the history several times, so updates are debounced. */
  function updateSoon(): void {
    if (!view.visible) return;
    pending ??= setTimeout(() => {
      pending = undefined;
      changed.fire(undefined);
    }, 100);
  }

  // Rows say how long ago each version was made.
  const everyMinute = setInterval(updateSoon, 60_000);
  follow();
  update();
  const owned = vscode.Disposable.from(
    changed,
    view,
    vscode.window.onDidChangeActiveTextEditor(follow),
    histories.onDidChange(updateSoon),
    connections.onDidChange(() => changed.fire(undefined)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => changed.fire(undefined)),
    // Another window may have written to the history.
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) updateSoon();
    }),
  );

  return {
    subject: () => subjectOf(uri),
    nodes: nodesOf,
    get selected() {
      return view.selection;
    },
    async show(next) {
      setUri(next);
      await vscode.commands
        .executeCommand(`${views.history}.focus`)
        .then(undefined, (error: unknown) => showFailure(log, error));
    },
    pin(next) {
      pinned = next;
      if (!pinned) follow();
      update();
    },
    dispose() {
      clearTimeout(pending);
      clearInterval(everyMinute);
      owned.dispose();
    },
  };
}

function itemOf(node: VersionNode): vscode.TreeItem {
  return rowItem({
    ...versionRow(node.version, node.before, format),
    command:
      node.before === undefined
        ? { command: commands.openVersion, title: l10n.t("Open Version"), arguments: [node] }
        : {
            command: commands.compareVersionWithBefore,
            title: l10n.t("Compare with the Previous Version"),
            arguments: [node],
          },
  });
}

/** Returns the last part of the path, as the tab shows it. */
export function nameOf(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf("/") + 1);
}
