/** Which document or version a command means: the one that was clicked or is selected, else one that the person picks from what was found. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Services } from "../services.ts";
import { rowOf, shownNode, versionInWords, type DocumentNode, type StoredVersion, type VersionNode } from "./documentModel.ts";
import type { ArchivePlace } from "./environment.ts";
import { commands } from "../identifiers.ts";
import { window } from "../window.ts";
import type { ArchiveTree } from "./tree.ts";

export type { DocumentNode, VersionNode };

export function nodeFrom(tree: ArchiveTree, argument: unknown): DocumentNode | VersionNode | undefined {
  return shownNode(tree.documents, argument);
}

/** Several are selected: what menus hand to a command as its second argument. */
export function versionsFrom(tree: ArchiveTree, argument: unknown): readonly VersionNode[] {
  return (Array.isArray(argument) ? argument as readonly unknown[] : []).flatMap((each) => {
    const node = nodeFrom(tree, each);
    return node?.kind === "version" ? [node] : [];
  });
}

export async function documentFor(tree: ArchiveTree, argument: unknown, title: string): Promise<DocumentNode | undefined> {
  const node = nodeFrom(tree, argument);
  if (node !== undefined) return { kind: "document", place: node.place, document: node.document };
  const { documents } = tree;
  if (documents.length === 0) {
    const search = l10n.t("Search the Archive…");
    const answer = await window.showInformationMessage(l10n.t("There is no document to choose from: search the archive first."), search);
    if (answer === search) await vscode.commands.executeCommand(commands.searchArchive);
    return undefined;
  }
  const items = documents.map((each) => {
    const { label, description } = rowOf(each);
    return { label, description, node: each };
  });
  return (await window.showQuickPick(items, { title: `${title} (${documents[0]?.place.environment})`, placeHolder: l10n.t("Document"), matchOnDescription: true }))?.node;
}

export async function versionFor(tree: ArchiveTree, argument: unknown, title: string): Promise<VersionNode | undefined> {
  const given = nodeFrom(tree, argument);
  if (given?.kind === "version") return given;
  const node = await documentFor(tree, argument, title);
  return node && pickVersion(node, node.document.versions, title);
}

/** The only one there is, or the one that the person picks. */
export async function pickVersion({ place, document }: DocumentNode, versions: readonly StoredVersion[], title: string): Promise<VersionNode | undefined> {
  const choices = versions.map((version) => ({ kind: "version", place, document, version }) as const);
  if (choices.length < 2) return choices[0];
  const items = choices.map((node) => {
    const { label, description } = rowOf(node);
    return { label, description, node };
  });
  return (await window.showQuickPick(items, { title: `${title} (${place.environment})`, placeHolder: l10n.t("Version of {0}", document.fileName) }))?.node;
}

/** The way to where the node's document lies, whatever the window has turned to since. Rejects with NotConnected. */
export async function placeOf({ connections }: Services, { place }: DocumentNode | VersionNode): Promise<ArchivePlace> {
  return { session: await connections.session({ owner: place }), place };
}

/** `version 2 of "Report.pdf"` as a title of an editor. */
export function titleOf({ document, version }: VersionNode): string {
  return `${version.fileName || document.fileName} (${versionInWords(version)})`;
}
