/**
 * Rolls a document of the archive back to an earlier version, or deletes it. Reads the document again right before the
 * call. A rollback first keeps copies of the versions that it removes; a deletion first offers to keep copies.
 * Afterwards reports which versions are left.
 */
import { readFile } from "node:fs/promises";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { planRollback } from "../../api/index.ts";
import { carryOut } from "../calls/carryOut.ts";
import { CallFailed } from "../calls/carryOutModel.ts";
import { registerCommand } from "../calls/commands.ts";
import { commands } from "../identifiers.ts";
import { oneOrMany, quoted } from "../../language/index.ts";
import type { Services } from "../services.ts";
import { endable } from "../window/endable.ts";
import { window } from "../window/window.ts";
import { isPdf } from "./compareModel.ts";
import { areStillThere, asVersions, deleteWords, leftWords, rollbackWords } from "./destroyModel.ts";
import { isKnownByIdAlone, versionInWords } from "../records/archiveDocumentModel.ts";
import type { ArchiveDocument } from "../records/archiveDocumentModel.ts";
import type { ArchiveEnvironment, ArchivePlace } from "./environment.ts";
import { forgetCopies, keepCopies, listCopies } from "./keptCopies.ts";
import { documentFor, nodeFrom, pickVersion, placeOf, versionById } from "./pick.ts";
import type { DocumentNode } from "./pick.ts";
import { reading } from "../calls/reading.ts";
import { findDocument } from "../records/archiveSearchModel.ts";
import type { ArchiveTree } from "./tree.ts";

export function registerArchiveDestroying(
  services: Services,
  { tree, environment: where }: { readonly tree: ArchiveTree; readonly environment: ArchiveEnvironment },
): vscode.Disposable {
  const {
    log,
    panels,
    extension: { globalStorageUri },
  } = services;
  const root = vscode.Uri.joinPath(globalStorageUri, "archive-copies").fsPath;

  /**
   * Reads the document's current state: the listed state may be minutes old. A document known only by its id is in no
   * list and is returned unchanged.
   */
  async function readAgain(
    { session, place }: ArchivePlace,
    { document }: DocumentNode,
  ): Promise<ArchiveDocument | undefined> {
    if (isKnownByIdAlone(document)) return document;
    const now = await reading(l10n.t("Reading the document again…"), async (signal) => ({
      document: await findDocument(session.api.call, place.environment, document, { signal }),
    }));
    if (now !== undefined && now.document === undefined)
      throw new Error(
        l10n.t(
          "The archive in {0} no longer shows {1}. Nothing was removed. Search for the document again.",
          place.environment,
          quoted(document.fileName),
        ),
      );
    return now?.document;
  }

  async function rollBack(argument: unknown): Promise<void> {
    const node =
      nodeFrom(tree, argument) ?? (await documentFor(tree, argument, l10n.t("Return to an earlier version")));
    if (node === undefined) return;
    const chosen =
      node.kind === "version"
        ? node
        : await pickVersion(node, node.document.versions.slice(1), l10n.t("Return to an earlier version"));
    if (chosen === undefined)
      return void (await window.showInformationMessage(
        l10n.t("No earlier version of {0} is known, so there is nothing to return to.", quoted(node.document.fileName)),
      ));
    const at = await placeOf(services, chosen);
    const document = await readAgain(at, { ...chosen, kind: "document" });
    if (document === undefined) return;
    const ids = { from: document.versions[0]?.id ?? "", backTo: chosen.version.id };
    const plans = (["newest", "first"] as const).map((names) => planRollback(asVersions(document), { ...ids, names }));
    const [first] = plans;
    if (first === undefined || "problem" in first) throw new Error(first?.problem);
    const going = document.versions.filter(({ id }) => first.removes.some((each) => each.id === id));
    const kept = await reading(
      l10n.t("Saving copies of the versions that will be removed ({0})…", at.place.environment),
      (signal) =>
        keepCopies(at.session.api.call, going, root, { place: at.place, at: new Date(), signal, isOwn: true }),
    );
    if (kept === undefined) return;
    const {
      place: { environment },
      session,
    } = at;
    /**
     * Whether the copies may be all that is left of the versions, and so must be kept. Undefined after a refusal,
     * because a refusal does not say what was removed.
     */
    let isNeeded: boolean | undefined = false;
    try {
      for (const [index, plan] of plans.entries()) {
        if ("problem" in plan) continue;
        const isLast = index === plans.length - 1;
        try {
          const done = await orRefresh(
            carryOut({
              session,
              operation: "archive.rollback",
              request: { environment, ...plan.request },
              dialog: {
                ...rollbackWords(document, plan, { copies: kept.folder }),
                yes: l10n.t("Return to the Earlier Version"),
                ...(index > 0 && {
                  question: l10n.t(
                    "The service refused to return {0} to {1} when the request gave the id of the newest version. Do you want to try again with the id of the first version?",
                    quoted(document.fileName),
                    versionInWords(plan.backTo),
                  ),
                }),
              },
              lookUp: async (signal) => (await leftWords(session.api.call, document, environment, { signal })).sentence,
            }),
          );
          if (done !== undefined) {
            isNeeded = true;
            await report(
              at,
              document,
              l10n.t(
                "Copies of the removed versions are in {0}. To open or delete the copies, use “Show Copies of Removed Versions…”.",
                kept.folder,
              ),
            );
          }
          return;
        } catch (error) {
          const isRefused = error instanceof CallFailed && error.outcome === "none";
          isNeeded = isRefused ? undefined : true;
          if (!isRefused || error.cause.code !== "bad-request" || isLast) throw error;
        }
      }
    } finally {
      const isUnneeded =
        isNeeded === false ||
        (isNeeded === undefined &&
          (await endable(l10n.t("Checking which versions are left…"), (signal) =>
            areStillThere(session.api.call, going, { environment, signal }),
          )));
      if (isUnneeded === true) await forgetCopies(kept.folder);
    }
  }

  async function remove(node: DocumentNode): Promise<void> {
    const at = await placeOf(services, node);
    const {
      session,
      place: { environment },
    } = at;
    const document = await readAgain(at, node);
    if (document === undefined) return;
    const keep = l10n.t("Keep Copies…"),
      without = l10n.t("Without Copies");
    const { length } = document.versions;
    const answer = await window.showInformationMessage(
      l10n.t("{0} will be deleted from {1}. Keep copies?", quoted(document.fileName), environment),
      {
        modal: true,
        detail: oneOrMany(
          length,
          l10n.t(
            "“{0}” asks for a folder and downloads the known version of the document into it. Nothing is deleted until you confirm the deletion.",
            keep,
          ),
          l10n.t(
            "“{0}” asks for a folder and downloads the {1} known versions of the document into it. Nothing is deleted until you confirm the deletion.",
            keep,
            length,
          ),
        ),
      },
      keep,
      without,
    );
    if (answer === undefined) return;
    let copies: string | undefined;
    if (answer === keep) {
      const [folder] =
        (await vscode.window.showOpenDialog({
          title: l10n.t("Folder for the copies"),
          canSelectFolders: true,
          canSelectFiles: false,
          openLabel: l10n.t("Keep Copies Here"),
        })) ?? [];
      if (folder === undefined) return;
      const kept = await reading(l10n.t("Keeping copies…"), (signal) =>
        keepCopies(session.api.call, document.versions, folder.fsPath, {
          place: at.place,
          at: new Date(),
          signal,
          isOwn: false,
        }),
      );
      if (kept === undefined) return;
      copies = kept.folder;
    }
    const done = await orRefresh(
      carryOut({
        session,
        operation: "archive.delete",
        request: { environment, path: { fileId: document.versions[0]?.id ?? document.listed.id } },
        dialog: { ...deleteWords(document, { copies }), yes: l10n.t("Delete") },
        lookUp: async (signal) => (await leftWords(session.api.call, document, environment, { signal })).sentence,
      }),
    );
    if (done !== undefined)
      await report(at, document, copies === undefined ? "" : l10n.t("Copies are in {0}.", copies));
  }

  /** Refreshes the view if the outcome of `work` is unknown, so that the view shows what the service has. */
  async function orRefresh<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof CallFailed && error.outcome === "unknown") await tree.refresh();
      throw error;
    }
  }

  async function report(
    { session, place: { environment } }: ArchivePlace,
    document: ArchiveDocument,
    more: string,
  ): Promise<void> {
    const looked = await reading(l10n.t("Checking which versions are left…"), (signal) =>
      leftWords(session.api.call, document, environment, { signal }),
    );
    const sentence =
      looked?.sentence ??
      l10n.t(
        "The service accepted the request. You cancelled the check, so it is not known which versions of {0} are still in {1}.",
        quoted(document.fileName),
        environment,
      );
    // A notification with a button shows its whole text.
    const message = window.showInformationMessage(
      [sentence, more].filter((part) => part !== "").join(" "),
      l10n.t({ message: "OK", comment: ["A button that closes a message."] }),
    );
    await tree.refresh();
    await message;
  }

  async function showCopies(): Promise<void> {
    const copies = await listCopies(root);
    if (copies.length === 0)
      return void (await window.showInformationMessage(
        l10n.t("No copies of removed versions are kept on this computer."),
      ));
    const all = { icon: "trash", label: l10n.t("Delete all of these copies"), description: "", copy: undefined };
    const picked = await window.showQuickPick(
      [...copies.map((copy) => ({ label: copy.name, description: copy.when, copy })), all],
      { title: l10n.t("Copies of removed versions"), placeHolder: root, matchOnDescription: true },
    );
    if (picked === undefined) return;
    const { copy } = picked;
    if (copy === undefined) {
      const answer = await window.showWarningMessage(
        oneOrMany(
          copies.length,
          l10n.t("Delete the copy on this computer?"),
          l10n.t("Delete all {0} copies on this computer?", copies.length),
        ),
        {
          modal: true,
          detail: l10n.t(
            "The copies are in {0}. The archive is not touched. Deleted copies cannot be brought back.",
            root,
          ),
        },
        l10n.t("Delete the Copies"),
      );
      if (answer !== undefined) await forgetCopies(root);
      return;
    }
    const bytes = await readFile(copy.path);
    if (isPdf(bytes))
      return panels.show({
        key: `copy ${copy.path}`,
        title: copy.name,
        render: async () => new Uint8Array(await readFile(copy.path)),
      });
    await vscode.commands.executeCommand("vscode.open", vscode.Uri.file(copy.path));
  }

  return vscode.Disposable.from(
    registerCommand(log, commands.rollBackArchived, rollBack),
    registerCommand(log, commands.deleteArchived, async (argument) => {
      const node = await documentFor(tree, argument, l10n.t("Delete from the archive"), commands.deleteArchivedById);
      if (node !== undefined) await remove(node);
    }),
    registerCommand(log, commands.deleteArchivedById, async () => {
      const node = await versionById(tree, where, l10n.t("Delete from the archive"));
      if (node !== undefined) await remove({ kind: "document", place: node.place, document: node.document });
    }),
    registerCommand(log, commands.showArchiveCopies, showCopies),
  );
}
