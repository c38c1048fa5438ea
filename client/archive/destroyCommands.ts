/** Returns a document of the archive to an earlier version, or deletes it: read again just before, with copies of what goes, and a report of what is left. */
import { readFile } from "node:fs/promises";
import * as vscode from "vscode";
import { planRollback } from "../../api/index.ts";
import { carryOut } from "../carryOut.ts";
import { CallFailed } from "../carryOutModel.ts";
import { registerCommand } from "../commands.ts";
import { commands } from "../identifiers.ts";
import type { Services } from "../services.ts";
import { quoted } from "../plainText.ts";
import { window } from "../window.ts";
import { isPdf } from "./compareModel.ts";
import { asVersions, deleteWords, leftWords, rollbackWords } from "./destroyModel.ts";
import { versionInWords, type ArchiveDocument } from "./documentModel.ts";
import type { ArchivePlace } from "./environment.ts";
import { forgetCopies, keepCopies, listCopies } from "./keptCopies.ts";
import { documentFor, nodeFrom, pickVersion, placeOf, type DocumentNode } from "./pick.ts";
import { reading } from "../reading.ts";
import { findDocument } from "./searchModel.ts";
import type { ArchiveTree } from "./tree.ts";

export function registerArchiveDestroying(services: Services, { tree }: { readonly tree: ArchiveTree }): vscode.Disposable {
  const { log, panels, extension: { globalStorageUri } } = services;
  const root = vscode.Uri.joinPath(globalStorageUri, "archive-copies").fsPath;

  /** As it is now: what was listed may be minutes old. */
  async function readAgain({ session, place }: ArchivePlace, { document }: DocumentNode): Promise<ArchiveDocument | undefined> {
    const now = await reading("Reading the document again…", async (signal) => ({ document: await findDocument(session.api.call, place.environment, document, { signal }) }));
    if (now !== undefined && now.document === undefined) throw new Error(`${place.environment} does not show ${quoted(document.fileName)} any more. Search for it again; nothing was removed.`);
    return now?.document;
  }

  async function rollBack(argument: unknown): Promise<void> {
    const node = nodeFrom(tree, argument) ?? await documentFor(tree, argument, "Return to an earlier version");
    if (node === undefined) return;
    const chosen = node.kind === "version" ? node : await pickVersion(node, node.document.versions.slice(1), "Return to an earlier version");
    if (chosen === undefined) return void await window.showInformationMessage(`No earlier version of ${quoted(node.document.fileName)} is known to return to.`);
    const at = await placeOf(services, chosen);
    const document = await readAgain(at, { ...chosen, kind: "document" });
    if (document === undefined) return;
    const ids = { from: document.versions[0]?.id ?? "", backTo: chosen.version.id };
    const plans = (["newest", "first"] as const).map((names) => planRollback(asVersions(document), { ...ids, names }));
    const [first] = plans;
    if (first === undefined || "problem" in first) throw new Error(first?.problem);
    const going = document.versions.filter(({ id }) => first.removes.some((each) => each.id === id));
    const kept = await reading(`Keeping copies of what a rollback removes (${at.place.environment})…`, (signal) => keepCopies(at.session.api.call, going, root, { place: at.place, at: new Date(), signal }));
    if (kept === undefined) return;
    let isKept = false;
    try {
      const { place: { environment }, session } = at;
      for (const [index, plan] of plans.entries()) {
        if ("problem" in plan) continue;
        const isLast = index === plans.length - 1;
        try {
          const done = await orRefresh(carryOut({
            session, operation: "archive.rollback", request: { environment, ...plan.request },
            dialog: {
              ...rollbackWords(document, plan, { copies: kept.folder }), yes: "Return to It",
              ...(index > 0 && { question: `The service refused the id of the newest version. Ask again with that of the first, to return ${quoted(document.fileName)} to ${versionInWords(plan.backTo)}?` }),
            },
            lookUp: async (signal) => (await leftWords(session.api.call, document, environment, { signal })).sentence,
          }));
          isKept = done !== undefined;
          if (done !== undefined) await report(at, document, `Copies of what was removed are in ${kept.folder}; “Show Copies of Removed Versions…” opens and deletes them.`);
          return;
        } catch (error) {
          const isRefused = error instanceof CallFailed && error.outcome === "none";
          isKept = !isRefused;
          if (!isRefused || error.cause.code !== "bad-request" || isLast) throw error;
        }
      }
    } finally {
      if (!isKept) await forgetCopies(kept.folder);
    }
  }

  async function remove(argument: unknown): Promise<void> {
    const node = await documentFor(tree, argument, "Delete from the archive");
    if (node === undefined) return;
    const at = await placeOf(services, node);
    const { session, place: { environment } } = at;
    const document = await readAgain(at, node);
    if (document === undefined) return;
    const keep = "Keep Copies…", without = "Without Copies";
    const count = document.versions.length === 1 ? "its version" : `its ${document.versions.length} known versions`;
    const answer = await window.showInformationMessage(`Keep copies of ${quoted(document.fileName)} before it is deleted from ${environment}?`, {
      modal: true, detail: `“${keep}” asks for a folder and downloads ${count} into it. Nothing is deleted before you are asked about exactly that.`,
    }, keep, without);
    if (answer === undefined) return;
    let copies: string | undefined;
    if (answer === keep) {
      const [folder] = await vscode.window.showOpenDialog({ title: "Folder for the copies", canSelectFolders: true, canSelectFiles: false, openLabel: "Keep Copies Here" }) ?? [];
      if (folder === undefined) return;
      const kept = await reading("Keeping copies…", (signal) => keepCopies(session.api.call, document.versions, folder.fsPath, { place: at.place, at: new Date(), signal }));
      if (kept === undefined) return;
      copies = kept.folder;
    }
    const done = await orRefresh(carryOut({
      session, operation: "archive.delete", request: { environment, path: { fileId: document.versions[0]?.id ?? document.listed.id } }, dialog: { ...deleteWords(document, { copies }), yes: "Delete" },
      lookUp: async (signal) => (await leftWords(session.api.call, document, environment, { signal })).sentence,
    }));
    if (done !== undefined) await report(at, document, copies === undefined ? "" : `Copies are in ${copies}.`);
  }

  /** Where nobody knows what happened, the view shows what is there. */
  async function orRefresh<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof CallFailed && error.outcome === "unknown") await tree.refresh();
      throw error;
    }
  }

  async function report({ session, place: { environment } }: ArchivePlace, document: ArchiveDocument, more: string): Promise<void> {
    const looked = await reading("Looking what is left…", (signal) => leftWords(session.api.call, document, environment, { signal }));
    const sentence = looked?.sentence ?? `The service said yes; what is left of ${quoted(document.fileName)} in ${environment} was not looked at.`;
    // With a button, a message shows all of its words.
    const message = window.showInformationMessage([sentence, more].filter((part) => part !== "").join(" "), "OK");
    await tree.refresh();
    await message;
  }

  async function showCopies(): Promise<void> {
    const copies = await listCopies(root);
    if (copies.length === 0) return void await window.showInformationMessage("No copies of removed versions are kept on this computer.");
    const all = { icon: "trash", label: "Delete all of these copies", description: "", copy: undefined };
    const picked = await window.showQuickPick([...copies.map((copy) => ({ label: copy.name, description: copy.when, copy })), all], { title: "Copies of removed versions", placeHolder: root, matchOnDescription: true });
    if (picked === undefined) return;
    const { copy } = picked;
    if (copy === undefined) {
      const yes = "Delete the Copies";
      const answer = await window.showWarningMessage(`Delete ${copies.length === 1 ? "the copy" : `all ${copies.length} copies`} on this computer?`, { modal: true, detail: `They are in ${root}. The archive is not touched. They cannot be brought back.` }, yes);
      if (answer === yes) await forgetCopies(root);
      return;
    }
    const bytes = await readFile(copy.path);
    if (isPdf(bytes)) return panels.show({ key: `copy ${copy.path}`, title: copy.name, render: async () => new Uint8Array(await readFile(copy.path)) });
    await vscode.commands.executeCommand("vscode.open", vscode.Uri.file(copy.path));
  }

  return vscode.Disposable.from(
    registerCommand(log, commands.rollBackArchived, rollBack),
    registerCommand(log, commands.deleteArchived, remove),
    registerCommand(log, commands.showArchiveCopies, showCopies),
  );
}
