/**
 * Commands for a version of a text: compare, open, copy, and put it into the editor again. Nothing is written here: the
 * author saves.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { registerCommand } from "../../calls/commands.ts";
import { commands, sideScheme, textScheme } from "../../identifiers.ts";
import type { Services } from "../../services.ts";
import { asNode } from "../givenModel.ts";
import { uriOf } from "../../connections/textAddress.ts";
import type { Sides } from "../../window/sides.ts";
import type { TextFiles } from "../documents/fileSystem.ts";
import { isShown } from "../documents/saveModel.ts";
import { window } from "../../window/window.ts";
import { versionRow, whenWords } from "./historyModel.ts";
import { format, nameOf } from "./tree.ts";
import type { HistoryTree, VersionNode } from "./tree.ts";
import { sessionFor } from "../../connections/ownerModel.ts";

export function registerVersionCommands(
  { connections, log }: Services,
  { tree, files, sides }: { readonly tree: HistoryTree; readonly files: TextFiles; readonly sides: Sides },
): vscode.Disposable {
  /** Resolves with the version that was clicked or is selected, else one that the person picks. */
  async function versionFor(argument: unknown, title: string): Promise<VersionNode | undefined> {
    const known = await knownNodes();
    // Arguments may come from any extension: only a version number is taken from them.
    const node =
      known.find(({ version }) => version.number === numberIn(argument)) ??
      (argument === undefined && tree.selected.length === 1 ? tree.selected[0] : undefined);
    return node ?? pickVersion(known, title);
  }

  async function knownNodes(): Promise<readonly VersionNode[]> {
    const subject = await tree.subject();
    if (subject === undefined)
      throw new Error(l10n.t("Open a text of the Text Library first. This command works on its versions."));
    return tree.nodes(subject);
  }

  async function pickVersion(nodes: readonly VersionNode[], title: string): Promise<VersionNode | undefined> {
    if (nodes.length === 0) throw new Error(l10n.t("No version of this text is kept here yet."));
    return (
      await window.showQuickPick(
        nodes.map((node) => {
          const { label, description, icon } = versionRow(node.version, node.before, format);
          return { label, description, detail: whenWords(node.version, format), icon, node };
        }),
        { title, matchOnDescription: true },
      )
    )?.node;
  }

  /** Returns an address that shows the version, named by its time. */
  function sideOf({ subject: { uri }, version }: VersionNode): vscode.Uri {
    const name = nameOf(uri);
    const dot = name.lastIndexOf(".");
    const time = whenWords(version, format).replaceAll(/[\\/:]/g, ".");
    return sides.show(
      version.content,
      vscode.Uri.from({ scheme: sideScheme, path: `/${name.slice(0, dot)} ${time}${name.slice(dot)}` }),
    );
  }

  const diff = (left: vscode.Uri, right: vscode.Uri, title: string): Thenable<unknown> =>
    vscode.commands.executeCommand("vscode.diff", left, right, title, { preview: true });

  async function compareWithCurrent(node: VersionNode): Promise<void> {
    await diff(
      sideOf(node),
      node.subject.uri,
      l10n.t("{0}: {1} ↔ now", nameOf(node.subject.uri), whenWords(node.version, format)),
    );
  }

  async function compareWithBefore(node: VersionNode): Promise<void> {
    const { subject, version, before } = node;
    if (before === undefined)
      return void (await window.showInformationMessage(l10n.t("No version before this one is kept here.")));
    await diff(
      sideOf({ ...node, version: before }),
      sideOf(node),
      `${nameOf(subject.uri)}: ${whenWords(before, format)} ↔ ${whenWords(version, format)}`,
    );
  }

  async function compareTwo(argument: unknown, selected: unknown): Promise<void> {
    const known = await knownNodes();
    const numbers = (Array.isArray(selected) ? (selected as unknown[]) : [...tree.selected]).map(numberIn);
    let pair: readonly VersionNode[] = known.filter(({ version }) => numbers.includes(version.number));
    if (pair.length > 2) throw new Error(l10n.t("Select two versions: more cannot be compared at once."));
    if (pair.length < 2) {
      const one = await versionFor(argument, l10n.t("Compare which version?"));
      const other =
        one &&
        (await pickVersion(
          known.filter(({ version }) => version.number !== one.version.number),
          l10n.t("Which version do you want to compare with the version of {0}?", whenWords(one.version, format)),
        ));
      if (one === undefined || other === undefined) return;
      pair = known.filter(
        (node) =>
          node === one || node === other || [one.version.number, other.version.number].includes(node.version.number),
      );
    }
    const [newer, older] = pair;
    if (newer === undefined || older === undefined) return;
    await diff(
      sideOf(older),
      sideOf(newer),
      `${nameOf(newer.subject.uri)}: ${whenWords(older.version, format)} ↔ ${whenWords(newer.version, format)}`,
    );
  }

  async function open(node: VersionNode): Promise<void> {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(sideOf(node)), { preview: true });
  }

  /**
   * Puts the version into the editor as one edit, which Undo reverts. The live text changes only when the author saves,
   * through the guarded write.
   */
  async function restore({ subject, version }: VersionNode): Promise<void> {
    const document = await openText(subject.uri);
    await vscode.window.showTextDocument(document, { preview: false });
    const when = whenWords(version, format);
    if (files.knownOf(subject.uri)?.isGone === true) return offerToBringBack();
    if (isShown(version.content, document.getText()))
      return void (await window.showInformationMessage(l10n.t("The editor already shows the version of {0}.", when)));
    const wasDirty = document.isDirty;
    files.restoring(document, version.content);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(
      subject.uri,
      new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length)),
      version.content.replace(/^\uFEFF/, ""),
    );
    if (!(await vscode.workspace.applyEdit(edit)))
      throw new Error(
        l10n.t("The version was not put into the editor: the editor refused the edit. Nothing was changed."),
      );
    const choice = await window.showInformationMessage(
      wasDirty
        ? l10n.t(
            "The version of {0} is in the editor and not saved. Undo brings back your own unsaved changes; saving makes this version live for the whole company.",
            when,
          )
        : l10n.t(
            "The version of {0} is in the editor and not saved. Undo takes it back; saving makes it live for the whole company.",
            when,
          ),
      l10n.t("Save"),
    );
    if (choice !== undefined) await files.saveDocument(document);
  }

  /** The text is gone, so the editor cannot save a version of it. */
  async function offerToBringBack(): Promise<void> {
    const choice = await window.showInformationMessage(
      l10n.t("The service no longer shows this text, so the version was not put into the editor."),
      l10n.t("Bring Back a Deleted Text or Folder…"),
    );
    if (choice !== undefined) await vscode.commands.executeCommand(commands.restoreText);
  }

  async function openText(uri: vscode.Uri): Promise<vscode.TextDocument> {
    try {
      return await vscode.workspace.openTextDocument(uri);
    } catch (error) {
      if (!(error instanceof vscode.FileSystemError) || error.code !== "FileNotFound") throw error;
      throw new Error(
        l10n.t('The service no longer shows this text. "Bring Back a Deleted Text or Folder" creates it again.'),
        { cause: error },
      );
    }
  }

  async function showHistory(argument: unknown): Promise<void> {
    const node = asNode(argument);
    const active = vscode.window.activeTextEditor?.document.uri;
    if (node?.kind === "language")
      return tree.show(uriOf({ connection: (await sessionFor(connections, node)).name, ...node }));
    if (active?.scheme !== textScheme)
      throw new Error(l10n.t("Open a text of the Text Library first, or choose a language of a text in the tree."));
    await tree.show(active);
  }

  const onVersion = (
    id: (typeof commands)[keyof typeof commands],
    title: string,
    action: (node: VersionNode) => Promise<void>,
  ): vscode.Disposable =>
    registerCommand(log, id, async (argument) => {
      const node = await versionFor(argument, title);
      if (node !== undefined) await action(node);
    });

  return vscode.Disposable.from(
    registerCommand(log, commands.showHistory, showHistory),
    registerCommand(log, commands.pinHistory, () => tree.pin(true)),
    registerCommand(log, commands.unpinHistory, () => tree.pin(false)),
    onVersion(
      commands.compareVersionWithCurrent,
      l10n.t("Which version do you want to compare with what the editor shows?"),
      compareWithCurrent,
    ),
    onVersion(
      commands.compareVersionWithBefore,
      l10n.t("Compare which version with the one before?"),
      compareWithBefore,
    ),
    registerCommand(log, commands.compareVersions, compareTwo),
    onVersion(commands.openVersion, l10n.t("Open which version?"), open),
    onVersion(commands.restoreVersion, l10n.t("Put which version into the editor?"), restore),
    onVersion(commands.copyVersion, l10n.t("Copy which version?"), async ({ version }) => {
      await vscode.env.clipboard.writeText(version.content);
      window.setStatusBarMessage(l10n.t("The version is copied."), 5000);
    }),
  );
}

function numberIn(argument: unknown): number | undefined {
  if (typeof argument !== "object" || argument === null || !("version" in argument)) return undefined;
  const { version } = argument;
  return typeof version === "object" && version !== null && "number" in version && typeof version.number === "number"
    ? version.number
    : undefined;
}
