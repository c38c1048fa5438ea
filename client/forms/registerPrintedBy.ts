/**
 * Registers two commands: one leads from words in the PDF panel to the text that printed them, the other from a text to
 * its place in the PDF.
 */
import { join } from "node:path";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { PrintedResult } from "../../server/protocol.ts";
import type { PdfRange, PrintedPlace, TextPlace } from "../../language/index.ts";
import { pdfPieces } from "../panels/pdf/pdfTextModel.ts";
import type { PdfReader } from "../panels/pdf/pdfTextModel.ts";
import { registerCommand, showFailure } from "../calls/commands.ts";
import type { Session } from "../connections/session.ts";
import { ownerOf } from "../connections/ownerModel.ts";
import type { Owner } from "../connections/ownerModel.ts";
import { commands, textScheme } from "../identifiers.ts";
import { oneOrMany } from "../../language/index.ts";
import { reading } from "../calls/reading.ts";
import type { Services } from "../services.ts";
import { addressOf, mustBeOf, uriOf } from "../connections/textAddress.ts";
import { window } from "../window/window.ts";
import type { ShownPdf } from "../panels/pdf/panel.ts";
import { whereIsPrinted, whoPrinted } from "./printedByModel.ts";
import type { Ask, PdfToAsk } from "./printedByModel.ts";
import { placeWords } from "./printedByWords.ts";
import type { PdfPiece } from "../panels/pdf/readPdf.ts";

export function registerPrintedBy({ extension, log, server, panels, connections }: Services): vscode.Disposable {
  const files = (name: string): string => extension.asAbsolutePath(join("dist", name));
  const reader: PdfReader = {
    program: files("pdfText.js"),
    packed: files("pdfReader.br"),
  };
  const askOf =
    (owner: Owner): Ask =>
    (method, params, options) =>
      server.request(method, params, { ...options, of: owner });
  /** Pieces of text of the open PDFs. */
  const read = new WeakMap<Uint8Array, readonly (readonly PdfPiece[])[]>();

  async function toAsk({ bytes, language, form }: ShownPdf, signal: AbortSignal): Promise<PdfToAsk> {
    const pieces = read.get(bytes) ?? (await pdfPieces(reader, bytes, { signal }));
    read.set(bytes, pieces);
    return { pieces, language, form: form === undefined ? null : await form.read(signal) };
  }

  /**
   * Returns the session of the form, or of the window if the PDF is not of a form. Rejects with OtherLibrary if the
   * form does not belong to the window's library, because the server has only that library.
   */
  async function sessionOf({ form }: ShownPdf): Promise<Session> {
    return form === undefined ? connections.session() : connections.here(await form.owner());
  }

  async function showText(pdf: ShownPdf, range: PdfRange | null): Promise<void> {
    const session = await sessionOf(pdf);
    if (range === null)
      return void (await window.showInformationMessage(
        l10n.t("Select words in the PDF first, or click a word with Ctrl held down."),
      ));
    const told = await reading(l10n.t("Looking for the text that printed this…"), async (signal) =>
      whoPrinted(askOf(ownerOf(session)), await toAsk(pdf, signal), range, { signal }),
    );
    if (told === undefined) return;
    const { answer, names } = told;
    if (answer.sure === "declines")
      return void (await window.showInformationMessage(
        l10n.t("It is not known which text printed this. {0}", answer.why),
      ));
    if (answer.sure === "sure") return open(session.name, answer.place, names);
    const places = answer.sure === "several" ? answer.places : [answer.place];
    const items = places.map((place) => ({ ...placeWords(place, names), place }));
    const picked = await window.showQuickPick(items, {
      title:
        answer.sure === "several"
          ? l10n.t("The words were printed by one of these")
          : l10n.t("This may have printed the words"),
      placeHolder: answer.why,
      matchOnDescription: true,
    });
    if (picked !== undefined) await open(session.name, picked.place, names);
  }

  async function open(connection: string, place: PrintedPlace, names: PrintedResult["names"]): Promise<void> {
    const { what } = place;
    const where = what.kind === "field" ? null : what.place;
    const named = where === null ? undefined : names.find(({ text }) => text.id === where.textId);
    const { label, detail } = placeWords(place, names);
    if (where === null || named === undefined)
      return void (await window.showInformationMessage(
        `${label}. ${detail} ${l10n.t("This comes from the Smartform itself. To change it, change the Smartform in the service.")}`,
      ));
    const document = await vscode.workspace.openTextDocument(
      uriOf({ connection, ...named, language: where.language ?? "" }),
    );
    const selection = new vscode.Range(document.positionAt(where.start), document.positionAt(where.end));
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One, selection });
    window.setStatusBarMessage(`${label}: ${detail}`, 20_000);
  }

  async function showPlace(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor?.document.uri.scheme !== textScheme)
      return void (await window.showInformationMessage(
        l10n.t("Open a text of the Text Library, and put the cursor on the words that you want to see in the PDF."),
      ));
    const pdf = panels.current();
    if (pdf === undefined)
      return void (await window.showInformationMessage(
        l10n.t("Open the PDF of a test form first. Then run this command again in the text."),
      ));
    const session = await sessionOf(pdf);
    mustBeOf(session, editor.document.uri, undefined);
    const place = placeAtCursor(editor);
    const ranges = await reading(l10n.t("Looking for the place in the PDF…"), async (signal) =>
      whereIsPrinted(askOf(ownerOf(session)), await toAsk(pdf, signal), place, { signal }),
    );
    if (ranges === undefined) return;
    if (ranges.length === 0)
      return void (await window.showInformationMessage(
        l10n.t(
          "{0} does not contain these words, or contains a different version of them. Save the text, and refresh the PDF.",
          pdf.title,
        ),
      ));
    panels.mark(pdf.key, ranges);
    window.setStatusBarMessage(
      oneOrMany(
        ranges.length,
        l10n.t("Marked on page {0} of the PDF.", (ranges[0]?.page ?? 0) + 1),
        l10n.t("Marked in {0} places in the PDF.", ranges.length),
      ),
      20_000,
    );
  }

  return vscode.Disposable.from(
    panels.onDidAsk(({ pdf, range }) => void showText(pdf, range).catch((error: unknown) => showFailure(log, error))),
    registerCommand(log, commands.showPrintingText, async () => {
      if (!panels.askSelection())
        await window.showInformationMessage(
          l10n.t("No PDF is open. Open the PDF of a test form, and select words in it."),
        );
    }),
    registerCommand(log, commands.showInPdf, showPlace),
  );
}

/** Returns the selection, or the word or placeholder at the cursor. */
function placeAtCursor({ document, selection }: vscode.TextEditor): TextPlace & { readonly textId: string } {
  const { textId, language } = addressOf(document.uri);
  const range = selection.isEmpty
    ? (document.getWordRangeAtPosition(selection.active) ?? document.lineAt(selection.active).range)
    : selection;
  return { textId, language, start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
}
