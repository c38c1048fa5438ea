/** Downloads signed files and proofs of an order. Each file is saved whole, under a safe name. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { messageOf, oneOrMany } from "../../language/index.ts";
import { signedFilesOf } from "../../api/index.ts";
import type { File, OperationId, Request, SignedFile } from "../../api/index.ts";
import { carryOut } from "../calls/carryOut.ts";
import { registerCommand } from "../calls/commands.ts";
import { sizeWords } from "../window/inDisplayLanguage.ts";
import { commands } from "../identifiers.ts";
import { reading } from "../calls/reading.ts";
import { saveAs, saveFile } from "../window/saveFile.ts";
import type { Services } from "../services.ts";
import { window } from "../window/window.ts";
import { extensionOf, namesFor, signatureIds, whyNoSignedFiles } from "./downloadModel.ts";
import { orderName, signatoryName, statusOf } from "../records/signingOrderModel.ts";
import { readsNow } from "./orderCallsModel.ts";
import { readOrder } from "../records/signingOrdersModel.ts";
import { meantOrder, pickSignatory } from "./pickOrder.ts";
import type { Meant } from "./pickOrder.ts";
import type { SigningTree } from "./signingTree.ts";
import { agrees, ask } from "../window/agrees.ts";

type Download = Extract<
  OperationId,
  "signing.certifiedPdf" | "signing.pdfFromProvider" | "signing.allSignatureFiles" | "signing.signatureFile"
>;

export function registerDownloads(services: Services, tree: SigningTree): vscode.Disposable {
  const { connections, log } = services;

  /**
   * `what` names the download in the panel's title, in the error message if the service sends no file, and in the name
   * of a file that the service does not name.
   */
  async function download<Id extends Download>(
    found: Meant,
    operation: Id,
    request: Request<Id>,
    what: string,
  ): Promise<void> {
    const { session, order } = found;
    const name = orderName(order);
    const done = await carryOut<Id>({
      session,
      operation,
      request,
      lookUp: async (signal) => {
        const now = await readOrder(session.api, order.id, { signal });
        if (now !== undefined) tree.put(now, session);
        return readsNow(order, now);
      },
    });
    if (done === undefined) return;
    const files = signedFilesOf(done.answer as File);
    if (files === undefined)
      throw new Error(
        l10n.t("The service answered without a file, so there is nothing to save for {1} ({0}).", what, name),
      );
    const note = await statusNote(found);
    // A download can change the order, and the person has to know this even if nothing is saved.
    const saved = await save(files, `${order.packageName ?? order.id} ${what}`).catch((error: unknown) => {
      throw note === "" ? error : new Error(`${messageOf(error)} ${note}`, { cause: error });
    });
    if (saved === undefined) {
      if (note !== "") await window.showInformationMessage(`${l10n.t("Nothing was saved.")} ${note}`);
      return;
    }
    const show = l10n.t("Show PDF");
    const shown = files.find(({ bytes }) => extensionOf(bytes) === ".pdf");
    const words = [
      l10n.t("Saved {0}, {1}.", saved, sizeWords(files.reduce((sum, { bytes }) => sum + bytes.length, 0))),
      note,
    ]
      .filter((sentence) => sentence !== "")
      .join(" ");
    if (
      (await window.showInformationMessage(words, ...(shown === undefined ? [] : [show]))) !== show ||
      shown === undefined
    )
      return;
    await services.panels.show({
      key: `${operation} ${order.id} ${request.path ? Object.values(request.path).join(" ") : ""}`,
      title: `${name} · ${what}`,
      place: session.name,
      render: async () => shown.bytes,
    });
  }

  /**
   * The documents do not say whether fetching files changes an order, so the order is read again and a change is
   * reported.
   */
  async function statusNote({ session, order }: Meant): Promise<string> {
    const now = await reading(l10n.t("Reading the signing order again…"), (signal) =>
      readOrder(session.api, order.id, { signal }),
    ).catch((error: unknown) => {
      log.warn(`The order could not be read after the download: ${messageOf(error)}`);
      return undefined;
    });
    if (now === undefined) return l10n.t("The order could not be read again.");
    tree.put(now, session);
    return statusOf(now) === statusOf(order)
      ? ""
      : l10n.t("The order was {0}, and is now {1}.", statusOf(order), statusOf(now));
  }

  const signed =
    (operation: "signing.certifiedPdf" | "signing.pdfFromProvider", title: string) =>
    async (argument: unknown): Promise<void> => {
      const found = await meantOrder({ connections, tree }, argument, title);
      if (found === undefined) return;
      const { session, order } = found;
      tree.put(order, session);
      const problem = whyNoSignedFiles(order);
      if (problem !== undefined) throw new Error(problem);
      if (operation === "signing.pdfFromProvider" && !(await acceptsProvider(orderName(order)))) return;
      await download(found, operation, { path: { orderId: order.id } }, l10n.t("signed"));
    };

  async function proof(argument: unknown): Promise<void> {
    const title = l10n.t("Download Proof of One Signature");
    const found = await meantOrder({ connections, tree }, argument, title);
    if (found === undefined) return;
    const { order } = found;
    const signatory = found.signatory ?? (await pickSignatory(order.signatories ?? [], title));
    if (signatory === undefined && (order.signatories ?? []).length > 0) return;
    const ids = signatory === undefined ? [] : signatureIds(signatory);
    const who = signatory === undefined ? l10n.t("the signatory") : signatoryName(signatory);
    const id =
      ids.length === 0
        ? await typedId(who, signatory?.id ?? "")
        : ids.length === 1
          ? ids[0]
          : await window.showQuickPick(ids, {
              title,
              placeHolder: l10n.t("Signatures of {0}, one for every file", who),
            });
    if (id !== undefined && id !== "")
      await download(found, "signing.signatureFile", { path: { orderId: order.id, signatureId: id } }, l10n.t("proof"));
  }

  async function proofs(argument: unknown): Promise<void> {
    const found = await meantOrder({ connections, tree }, argument, l10n.t("Download Proofs of All Signatures"));
    if (found !== undefined)
      await download(found, "signing.allSignatureFiles", { path: { orderId: found.order.id } }, l10n.t("proofs"));
  }

  return vscode.Disposable.from(
    registerCommand(log, commands.downloadSigned, signed("signing.certifiedPdf", l10n.t("Download Signed Files"))),
    registerCommand(
      log,
      commands.downloadFromProvider,
      signed("signing.pdfFromProvider", l10n.t("Download Signed Files from the Signing Provider")),
    ),
    registerCommand(log, commands.downloadProof, proof),
    registerCommand(log, commands.downloadProofs, proofs),
  );
}

async function acceptsProvider(name: string): Promise<boolean> {
  return agrees(l10n.t('Download the signed files of "{0}" as the signing provider holds them?', name), {
    detail: l10n.t(
      'This may change the order\'s status to "downloaded from the signing provider" for everybody. The API documents do not say what else follows from that. "Download Signed Files" is the usual way.',
    ),
    yes: l10n.t("Download from the Provider"),
  });
}

/** Asks for the id of a signature, because the documents do not promise it in any answer. */
async function typedId(who: string, value: string): Promise<string | undefined> {
  const typed = await window.showInputBox({
    title: l10n.t("Download Proof of One Signature"),
    value,
    prompt: l10n.t(
      'Id of the signature of {0}. The API documents do not say where to find it; it may be the signatory\'s own id. "Download Proofs of All Signatures" needs no id.',
      who,
    ),
    validateInput: (text) => (text.trim() === "" ? l10n.t("Enter the id.") : undefined),
  });
  return typed?.trim();
}

/**
 * Returns where the files were saved, in words; undefined if the person cancelled. Rejects with an error whose message
 * is for the user.
 */
async function save(files: readonly SignedFile[], otherwise: string): Promise<string | undefined> {
  const names = namesFor(files, otherwise);
  if (files.length === 1) {
    const extension = names[0]?.slice(names[0].lastIndexOf(".") + 1) ?? "pdf";
    const target = await saveAs(files[0]?.bytes ?? new Uint8Array(), {
      title: l10n.t("Save the file"),
      name: names[0] ?? "",
      filters: { [extension.toUpperCase()]: [extension] },
    });
    return target?.path.split("/").at(-1);
  }
  const chosen = await chosenFolder(names);
  if (chosen === undefined) return undefined;
  const { into, replaced } = chosen;
  for (const [index, { bytes }] of files.entries()) {
    const name = names[index] ?? "";
    try {
      await saveFile(vscode.Uri.joinPath(into, name), bytes, { overwrite: replaced.has(name) });
    } catch (error) {
      const before = l10n.t("{0} of {1} files were already saved.", index, files.length);
      throw new Error(`${messageOf(error)} ${before}`, { cause: error });
    }
  }
  return l10n.t("{0} files in {1}", files.length, into.path.split("/").at(-1) ?? into.fsPath);
}

const anotherFolder = (): string => l10n.t("Choose Another Folder…");

/** Resolves with true if the person wants to choose another folder, and with false if they cancel. */
async function choosesAgain(words: string, detail = ""): Promise<boolean> {
  return (await window.showWarningMessage(words, { modal: true, detail }, anotherFolder())) === anotherFolder();
}

/** Resolves with a folder for the files, and with the names of those files in it that the person agreed to replace. */
async function chosenFolder(
  names: readonly string[],
): Promise<{ readonly into: vscode.Uri; readonly replaced: ReadonlySet<string> } | undefined> {
  let folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  for (;;) {
    [folder] =
      (await vscode.window.showOpenDialog({
        title: l10n.t("Folder for {0} files", names.length),
        canSelectFolders: true,
        canSelectFiles: false,
        openLabel: l10n.t("Save Here"),
        ...(folder && { defaultUri: folder }),
      })) ?? [];
    if (folder === undefined) return undefined;
    let there: ReadonlyMap<string, vscode.FileType>;
    try {
      const entries = await vscode.workspace.fs.readDirectory(folder);
      there = new Map(entries.map(([name, type]) => [name.toLowerCase(), type]));
    } catch (error) {
      if (await choosesAgain(l10n.t("The files cannot be saved here: {0}", messageOf(error)))) continue;
      return undefined;
    }
    const typeOf = (name: string): vscode.FileType | undefined => there.get(name.toLowerCase());
    const taken = names.filter((name) => typeOf(name) !== undefined);
    if (taken.length === 0) return { into: folder, replaced: new Set() };
    const folders = taken.filter((name) => ((typeOf(name) ?? 0) & vscode.FileType.Directory) !== 0);
    if (folders.length > 0) {
      const words = l10n.t("The files cannot be saved here, because folders with these names already exist.");
      if (await choosesAgain(words, folders.join("\n"))) continue;
      return undefined;
    }
    const answer = await ask(
      oneOrMany(
        taken.length,
        l10n.t("A file with this name already exists."),
        l10n.t("{0} files with these names already exist.", taken.length),
      ),
      { detail: taken.join("\n"), instead: anotherFolder(), yes: l10n.t("Replace") },
    );
    if (answer !== "instead") return answer && { into: folder, replaced: new Set(taken) };
  }
}
