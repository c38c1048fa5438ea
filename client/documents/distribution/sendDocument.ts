/**
 * Distributes a document: a document of a MetaFile with data that the person chooses, or the document of a request
 * file.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { distributionSentence } from "../../../api/index.ts";
import type { AnswerOf } from "../../../api/index.ts";
import { requestFileKind } from "../../../language/index.ts";
import { carryOut } from "../../calls/carryOut.ts";
import { reach, reachIn } from "../documents.ts";
import type { Documents, Reached } from "../documents.ts";
import { ownerOf } from "../../connections/ownerModel.ts";
import { askDocument } from "../metaFileCommands.ts";
import { askWish } from "../wish.ts";
import { dataCallOf } from "../wishModel.ts";
import { onePerKey } from "../../calls/onePerKey.ts";
import { commands } from "../../identifiers.ts";
import type { SendFile } from "../../sending/sendFile.ts";
import { sendRequest } from "../../sending/sendModel.ts";
import type { Carry } from "../../sending/sendModel.ts";
import { describedRow, workspaceFiles } from "../../window/pickFile.ts";
import { window } from "../../window/window.ts";
import type { DistributionOperation } from "../../sending/distributionModel.ts";
import { memoryOf } from "../../sending/memory.ts";
import { remembering } from "../../sending/memoryModel.ts";

/** Request files that can describe a document to distribute, with its data. */
const files = "**/*.{distribution,document}.json";

function noForm(): never {
  throw new Error(l10n.t("A distribution creates no form."));
}

/** Returns the command's action; its argument comes from the lens, the view's menu or any other extension. */
export function documentSender(documents: Documents, sendFile: SendFile): (argument: unknown) => Promise<void> {
  const once = onePerKey();

  async function sendWish(reached: Reached | undefined, argument: unknown): Promise<void> {
    const of = reached && (await askDocument(documents, reached, argument));
    if (reached === undefined || of === undefined) return;
    const {
      session,
      place: { environment, key },
    } = reached;
    const wish = await askWish(documents, reached, {
      ...of,
      action: l10n.t("Distribute the document"),
      userName: "optional",
      attachments: true,
    });
    if (wish?.data === undefined) return;
    const operation: DistributionOperation =
      wish.data.kind === "xml" ? "distribution.sendOnce" : "distribution.sendOnceJson";
    const stop = new AbortController();
    const carry: Carry = (asked) => carryOut({ session, signal: stop.signal, ...asked });
    const { services } = documents;
    await once(`${key} ${of.metaFile} ${of.document}`, async () => {
      const request = { environment, ...dataCallOf(wish) };
      const sent = await remembering(memoryOf(services, session), (ports) =>
        sendRequest(operation, request, {
          carry,
          api: session.api,
          signal: stop.signal,
          order: () => Promise.reject(new Error(l10n.t("A distribution creates no signing order."))),
          listForm: () => noForm(),
          ...ports,
        }),
      );
      if (sent === undefined) return;
      const choice = await window.showInformationMessage(
        distributionSentence(sent.answer as AnswerOf<"distribution.sendOnce">),
        l10n.t("Show Distributions"),
      );
      if (choice !== undefined) await vscode.commands.executeCommand(commands.showDistributions);
    });
  }

  async function sendOne(uri: vscode.Uri): Promise<void> {
    const owner = ownerOf(await documents.services.connections.session());
    await sendFile(await vscode.workspace.openTextDocument(uri), { distributes: true, owner });
  }

  async function pick(): Promise<void> {
    const { connections } = documents.services;
    const owner = ownerOf(await connections.session());
    const found = await workspaceFiles(files);
    const ofMetaFile = {
      icon: "file",
      label: l10n.t("A document of a MetaFile…"),
      description: l10n.t("with data that you choose"),
      file: undefined,
    };
    const items = await Promise.all(found.map(async (file) => ({ ...(await describedRow(file)), icon: "file-code" })));
    const picked =
      items.length === 0
        ? ofMetaFile
        : await window.showQuickPick([ofMetaFile, ...items], {
            title: l10n.t("Distribute"),
            placeHolder: l10n.t("What is distributed"),
          });
    if (picked === undefined) return;
    const session = await connections.here(owner);
    if (picked.file !== undefined)
      return sendFile(await vscode.workspace.openTextDocument(picked.file), { distributes: true, owner });
    await sendWish(await reachIn(documents, session), undefined);
  }

  return async (argument) => {
    const uri =
      argument instanceof vscode.Uri
        ? argument
        : argument === undefined
          ? vscode.window.activeTextEditor?.document.uri
          : undefined;
    if (uri !== undefined && isDocumentRequest(uri)) return sendOne(uri);
    if (typeof argument === "object" && argument !== null && "metaFile" in argument)
      return sendWish(await reach(documents, argument), argument);
    await pick();
  };
}

function isDocumentRequest({ path }: vscode.Uri): boolean {
  const kind = requestFileKind(path);
  return kind === "distribution" || kind === "document";
}
