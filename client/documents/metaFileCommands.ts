/** Commands on MetaFiles: name one, copy its texts and keywords, find attachments, make an output of a document. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { isApiError, isObject } from "../../api/index.ts";
import { carryOut } from "../calls/carryOut.ts";
import { registerCommand } from "../calls/commands.ts";
import { fileWord } from "../window/fileName.ts";
import { commands } from "../identifiers.ts";
import { window } from "../window/window.ts";
import { reach } from "./documents.ts";
import type { Documents, Reached } from "./documents.ts";
import { attachmentPage, documentsOf, textPage, textsOf } from "./metaFilesModel.ts";
import type { MetaFileText } from "./metaFilesModel.ts";
import { makeOutput, showText } from "./outputs.ts";
import { reading } from "../calls/reading.ts";

/** Maximum number of attachments that one search asks for. */
const top = 200;

export function registerMetaFileCommands(documents: Documents): vscode.Disposable {
  const {
    services: { log },
    metaFiles,
    sides,
  } = documents;

  const reached =
    (act: (reached: Reached, argument: unknown) => Promise<void>) =>
    async (argument: unknown): Promise<void> => {
      const found = await reach(documents, argument);
      if (found !== undefined) await act(found, argument);
    };

  async function findAttachments({ session, place }: Reached): Promise<void> {
    const asked = await window.showInputBox({
      title: l10n.t("Find attachments"),
      prompt: l10n.t("Part of the attachment's name; leave it empty for all"),
    });
    if (asked === undefined) return;
    const body = { Top: top, ...(asked.trim() !== "" && { Name: asked.trim() }) };
    const made = await carryOut({ session, operation: "documents.attachments.find", request: { ...place.at, body } });
    if (made === undefined) return;
    const hits = made.answer;
    if (hits.length === 0) {
      await window.showInformationMessage(
        asked.trim() === ""
          ? l10n.t("The service lists no attachment in {0}.", place.environment)
          : l10n.t('In {1}, the service lists no attachment with "{0}" in its name.', asked.trim(), place.environment),
      );
      return;
    }
    const rows = hits.map((hit) => ({
      label: hit.Name || l10n.t("without a name"),
      description: hit.Group ?? "",
      detail: hit.Description ?? "",
      hit,
    }));
    const placeHolder =
      hits.length < top
        ? l10n.t("{0} attachments", hits.length)
        : l10n.t(
            "The first {0} attachments; there may be more. To find the others, run the command again with a part of the name",
            top,
          );
    const picked = await window.showQuickPick(rows, {
      title: l10n.t("Attachments"),
      placeHolder,
      matchOnDescription: true,
      matchOnDetail: true,
    });
    if (picked !== undefined)
      await showText(sides, attachmentPage(picked.hit), `${fileWord(picked.label) || "attachment"}.attachment.txt`);
  }

  async function pickText(
    { session, place }: Reached,
    argument: unknown,
  ): Promise<{ readonly metaFile: string; readonly text: MetaFileText } | undefined> {
    const metaFile = await askMetaFile(documents, { session, place }, argument);
    if (metaFile === undefined) return undefined;
    const named = textIn(argument);
    const texts = await reading(
      l10n.t("Reading the texts of {0}…", metaFile),
      (signal) => textsOf({ api: session.api, at: place.at, metaFile, signal }),
      place,
    );
    if (texts === undefined) return undefined;
    if (named !== undefined) {
      const text = texts.find(({ name, folder }) => name === named.name && folder === named.folder);
      if (text === undefined)
        throw new Error(
          l10n.t("The service no longer shows the text {0} of {1}. Refresh the view.", String(named.name), metaFile),
        );
      return { metaFile, text };
    }
    if (texts.length === 0) {
      await window.showInformationMessage(l10n.t("The service lists no texts of {0}.", metaFile));
      return undefined;
    }
    const rows = texts.map((text) => ({ label: text.name, description: text.folder, detail: text.text, text }));
    const picked = await window.showQuickPick(rows, {
      title: l10n.t("Texts of {0}", metaFile),
      matchOnDescription: true,
      matchOnDetail: true,
    });
    return picked && { metaFile, text: picked.text };
  }

  async function showEngine({ session, place }: Reached): Promise<void> {
    const { environment } = place;
    const told = await reading(
      l10n.t("Asking about the document engine…"),
      (signal) =>
        Promise.all([
          session.api.call("documents.engine.version", place.at, { signal }),
          session.api.call("documents.engine.info", place.at, { signal }),
        ]),
      place,
    );
    if (told === undefined) return;
    const [version, info] = told;
    await showText(
      sides,
      `${l10n.t("Document engine of {0}, {1}\nVersion: {2}", place.connection, environment, String(version))}\n\n${typeof info === "string" ? info : JSON.stringify(info, undefined, 2)}\n`,
      "document-engine.txt",
    );
  }

  return vscode.Disposable.from(
    registerCommand(
      log,
      commands.addMetaFile,
      reached(async ({ session, place }) => {
        const name = (
          await window.showInputBox({
            title: l10n.t("Add a MetaFile"),
            prompt: l10n.t(
              "Exact name of the MetaFile. The service does not list MetaFiles, so you enter each name once, and this view keeps it.",
            ),
            ...(session.sandbox && { placeHolder: l10n.t("In the sandbox: ClaimLetters or PolicyLetters") }),
            validateInput: (text) => (text.trim() === "" ? l10n.t("Enter a value.") : undefined),
          })
        )?.trim();
        if (name === undefined) return;
        // A name that the service does not show is not kept, because the view would present it as existing.
        const made = await carryOut({
          session,
          operation: "documents.metaFiles.onlineDocuments",
          request: { ...place.at, path: { metaFile: name } },
        });
        if (made === undefined) return;
        await metaFiles.put(place.key, name);
        documents.refresh();
      }),
    ),
    registerCommand(
      log,
      commands.removeMetaFile,
      reached(async (found, argument) => {
        const metaFile = await askMetaFile(documents, found, argument);
        if (metaFile === undefined) return;
        await metaFiles.forget(found.place.key, metaFile);
        documents.refresh();
      }),
    ),
    registerCommand(
      log,
      commands.makeOutput,
      reached(async (found, argument) => {
        const of = await askDocument(documents, found, argument);
        if (of !== undefined) await makeOutput(documents, found, of);
      }),
    ),
    registerCommand(
      log,
      commands.showMetaFileText,
      reached(async (found, argument) => {
        const picked = await pickText(found, argument);
        if (picked !== undefined)
          await showText(sides, textPage(picked.metaFile, picked.text), `${fileWord(picked.text.name) || "text"}.txt`);
      }),
    ),
    registerCommand(
      log,
      commands.copyMetaFileText,
      reached(async (found, argument) => {
        const keyword: unknown = fieldOf(argument, "keyword");
        if (typeof keyword === "string") return vscode.env.clipboard.writeText(keyword);
        const picked = await pickText(found, argument);
        if (picked !== undefined) await vscode.env.clipboard.writeText(picked.text.text);
      }),
    ),
    registerCommand(log, commands.findAttachments, reached(findAttachments)),
    registerCommand(log, commands.showDocumentEngine, reached(showEngine)),
  );
}

/** Returns the MetaFile of a row of the tree, or the one that the person picks or names. */
async function askMetaFile(
  { metaFiles }: Documents,
  { place }: Reached,
  argument: unknown,
): Promise<string | undefined> {
  const given = fieldOf(argument, "metaFile");
  if (typeof given === "string" && given !== "") return given;
  const kept = metaFiles.of(place.key);
  if (kept.length === 0) return askText("MetaFile", l10n.t("Exact name of the MetaFile"));
  const other = { icon: "add", label: l10n.t("Another MetaFile…"), name: undefined };
  const picked = await window.showQuickPick([...kept.map(({ name }) => ({ label: name, name })), other], {
    title: "MetaFile",
  });
  return picked === other ? askText("MetaFile", l10n.t("Exact name of the MetaFile")) : picked?.name;
}

/**
 * Returns the document of a row of the tree, or the one that the person picks or names. A document that was named is
 * kept in the view.
 */
export async function askDocument(
  documents: Documents,
  reached: Reached,
  argument: unknown,
): Promise<{ readonly metaFile: string; readonly document: string } | undefined> {
  const {
    session: { api },
    place,
  } = reached;
  const metaFile = await askMetaFile(documents, reached, argument);
  if (metaFile === undefined) return undefined;
  const given = fieldOf(argument, "document");
  if (typeof given === "string" && given !== "") return { metaFile, document: given };
  let isListed = true;
  const listed = await reading(
    l10n.t("Reading the documents of {0}…", metaFile),
    (signal) =>
      documentsOf({ api, at: place.at, metaFile, signal }, documents.metaFiles.documentsOf(place.key, metaFile)),
    place,
  ).catch((error: unknown) => {
    if (
      place.at.environmentGroup === undefined ||
      !(error instanceof Error && isApiError(error.cause) && error.cause.code === "not-found")
    )
      throw error;
    // The group may be misspelt, or this call may take no group. The person therefore types the name of the document,
    // and can change the group in the list that follows.
    isListed = false;
    void window.showWarningMessage(error.message);
    return [];
  });
  if (listed === undefined) return undefined;
  const other = {
    icon: "add",
    label: l10n.t("Another document…"),
    description: l10n.t("the service lists only documents that are meant for the web"),
    name: undefined,
  };
  const picked = await window.showQuickPick(
    [
      ...listed.map(({ name, listed: online }) => ({
        label: name,
        description: online ? "" : l10n.t("entered by hand"),
        name,
      })),
      other,
    ],
    { title: l10n.t("Document of {0}", metaFile) },
  );
  const document =
    picked === other
      ? await askText(l10n.t("Document of {0}", metaFile), l10n.t("Exact name of the document"))
      : picked?.name;
  if (document === undefined) return undefined;
  // A MetaFile that the service does not show is not kept, because the view would present it as existing.
  if (picked === other && isListed) {
    await documents.metaFiles.put(place.key, metaFile, document);
    documents.refresh();
  }
  return { metaFile, document };
}

async function askText(title: string, prompt: string): Promise<string | undefined> {
  return (
    await window.showInputBox({
      title,
      prompt,
      validateInput: (text) => (text.trim() === "" ? l10n.t("Enter a value.") : undefined),
    })
  )?.trim();
}

function fieldOf(argument: unknown, name: string): unknown {
  return isObject(argument) ? argument[name] : undefined;
}

function textIn(argument: unknown): { readonly name: unknown; readonly folder: unknown } | undefined {
  const text = fieldOf(argument, "text");
  return isObject(text) ? { name: text["name"], folder: text["folder"] } : undefined;
}
