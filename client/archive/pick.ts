/**
 * Determines which document or version a command works on: the clicked or selected row, else one that the person picks
 * from the search results.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandId } from "../calls/commands.ts";
import type { Services } from "../services.ts";
import { isKnownByIdAlone, nodeById, rowOf, shownNode, versionInWords } from "../records/archiveDocumentModel.ts";
import type { DocumentNode, StoredVersion, VersionNode } from "../records/archiveDocumentModel.ts";
import type { ArchiveEnvironment, ArchivePlace } from "./environment.ts";
import { commands } from "../identifiers.ts";
import { window } from "../window/window.ts";
import type { ArchiveTree } from "./tree.ts";

export type { DocumentNode, VersionNode };

export function nodeFrom(tree: ArchiveTree, argument: unknown): DocumentNode | VersionNode | undefined {
  return shownNode(tree.documents, argument);
}

/** Returns the versions of a multiple selection, which menus pass to a command as its second argument. */
export function versionsFrom(tree: ArchiveTree, argument: unknown): readonly VersionNode[] {
  return (Array.isArray(argument) ? (argument as readonly unknown[]) : []).flatMap((each) => {
    const node = nodeFrom(tree, each);
    return node?.kind === "version" ? [node] : [];
  });
}

/** `byId`: the command that asks for the id of a document. If given, the person can choose it instead of a document. */
export async function documentFor(
  tree: ArchiveTree,
  argument: unknown,
  title: string,
  byId?: CommandId,
): Promise<DocumentNode | undefined> {
  const node = nodeFrom(tree, argument);
  if (node !== undefined) return { kind: "document", place: node.place, document: node.document };
  const { documents } = tree;
  if (documents.length === 0) {
    const search = l10n.t("Search the Archive…");
    const typed = l10n.t("By Its Id…");
    const answer = await window.showInformationMessage(
      l10n.t("There is no document to choose from: search the archive first."),
      search,
      ...(byId === undefined ? [] : [typed]),
    );
    if (answer === search) await vscode.commands.executeCommand(commands.searchArchive);
    if (answer === typed && byId !== undefined) await vscode.commands.executeCommand(byId);
    return undefined;
  }
  const items = documents.map((each) => {
    const { label, description } = rowOf(each);
    return { label, description, node: each };
  });
  const other = { icon: "edit", label: l10n.t("Another document, by its id…"), description: "", node: undefined };
  const picked = await window.showQuickPick(byId === undefined ? items : [...items, other], {
    title: `${title} (${documents[0]?.place.environment})`,
    placeHolder: l10n.t("Document"),
    matchOnDescription: true,
  });
  if (picked === other && byId !== undefined) await vscode.commands.executeCommand(byId);
  return picked?.node;
}

export async function versionFor(
  tree: ArchiveTree,
  argument: unknown,
  title: string,
  byId?: CommandId,
): Promise<VersionNode | undefined> {
  const given = nodeFrom(tree, argument);
  if (given?.kind === "version") return given;
  const node = await documentFor(tree, argument, title, byId);
  return node && pickVersion(node, node.document.versions, title);
}

/** Asks for the id of a document or a version, and returns the version; undefined if the person cancels. */
export async function versionById(
  tree: ArchiveTree,
  environment: ArchiveEnvironment,
  title: string,
): Promise<VersionNode | undefined> {
  const at = await environment.place();
  if (at === undefined) return undefined;
  const typed = await window.showInputBox({
    title: `${title} (${at.place.environment})`,
    prompt: l10n.t(
      "Id of a document or of one of its versions, as the service or another system gave it. It is looked up only in the chosen environment.",
    ),
    validateInput: (text) => (text.trim() === "" ? l10n.t("Enter the id.") : undefined),
  });
  return typed === undefined ? undefined : nodeById(tree.documents, at.place, typed.trim());
}

/** Returns the only version, or the one that the person picks. */
export async function pickVersion(
  { place, document }: DocumentNode,
  versions: readonly StoredVersion[],
  title: string,
): Promise<VersionNode | undefined> {
  const choices = versions.map((version) => ({ kind: "version", place, document, version }) as const);
  if (choices.length < 2) return choices[0];
  const items = choices.map((node) => {
    const { label, description } = rowOf(node);
    return { label, description, node };
  });
  return (
    await window.showQuickPick(items, {
      title: `${title} (${place.environment})`,
      placeHolder: l10n.t("Version of {0}", document.fileName),
    })
  )?.node;
}

/**
 * Returns a session for the library that owns the node's document, even if the window has since switched to another
 * library. Rejects with NotConnected.
 */
export async function placeOf({ connections }: Services, { place }: DocumentNode | VersionNode): Promise<ArchivePlace> {
  return { session: await connections.session({ owner: place }), place };
}

/** `version 2 of "Report.pdf"` as the title of an editor. */
export function titleOf({ document, version }: VersionNode): string {
  if (isKnownByIdAlone(document)) return version.fileName;
  return `${version.fileName || document.fileName} (${versionInWords(version)})`;
}
