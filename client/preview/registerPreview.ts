/**
 * The preview beside a text: shows what the text prints while the author types. The preview follows the active text
 * editor, and both scroll together.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { messageOf } from "../../language/index.ts";
import type { Surface } from "../../language/index.ts";
import { previewRequest } from "../../server/protocol.ts";
import type { PreviewParams, PreviewResult } from "../../server/protocol.ts";
import { registerCommand } from "../calls/commands.ts";
import { commands, languages, textScheme } from "../identifiers.ts";
import { openPagePanel } from "../window/pagePanel.ts";
import type { Services } from "../services.ts";
import { uriOf } from "../connections/textAddress.ts";
import { window } from "../window/window.ts";
import type { FromPage, ToPage } from "./messages.ts";
import { previewPage } from "./page.ts";

export function registerPreview(services: Services): vscode.Disposable {
  let open: Preview | undefined;
  return vscode.Disposable.from(
    new vscode.Disposable(() => {
      open?.dispose();
    }),
    registerCommand(services.log, commands.showPreview, async () => {
      const editor = vscode.window.activeTextEditor;
      if (editor === undefined || !isText(editor.document))
        return void (await window.showInformationMessage(
          l10n.t("Open a text of the Text Library or a *.sft file first. The preview opens beside it."),
        ));
      open ??= newPreview(services, editor, () => (open = undefined));
      open.reveal();
    }),
  );
}

interface Preview {
  reveal(): void;
  dispose(): void;
}

function newPreview(
  { extension, server, connections, log }: Services,
  first: vscode.TextEditor,
  onClosed: () => void,
): Preview {
  const panel = openPagePanel(extension.extensionUri, {
    kind: "smartform.preview",
    title: l10n.t("Preview"),
    icon: "open-preview",
    page: previewPage,
    column: { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
  });
  let document = first.document;
  let surface: Surface = "pdf";
  let language: string | null = null;
  let shown: PreviewResult | null = null;
  /** Connection of the library that the preview was made from. */
  let connection: string | undefined;
  let running: AbortController | null = null;
  /** The line to which the preview scrolled the editor; it must not be sent back. */
  let revealed = -1;
  const say = (message: ToPage): void => void panel.webview.postMessage(message);
  const editorOf = (): vscode.TextEditor | undefined =>
    vscode.window.visibleTextEditors.find((editor) => editor.document === document);

  async function update(): Promise<void> {
    running?.abort();
    const mine = (running = new AbortController());
    panel.title = `${l10n.t("Preview")} · ${document.uri.path.split("/").at(-1) ?? ""}`;
    const made = connections.current;
    try {
      const result = await server.request<PreviewResult | null>(
        previewRequest,
        { uri: document.uri.toString(), surface, language } satisfies PreviewParams,
        { signal: mine.signal },
      );
      if (running !== mine) return;
      shown = result;
      connection = made;
      if (result === null)
        return say({
          type: "problem",
          text: l10n.t("There is no preview yet, because the language server has not read this text."),
        });
      say({
        type: "show",
        pieces: result.pieces,
        names: result.pieces.map(({ origin }) => nameOf(origin.textId, result)),
        own: result.isOwn,
        mixed: result.isMixed,
        surface,
        language: result.language,
        languages: result.languages,
      });
      followEditor();
    } catch (error) {
      if (running !== mine || mine.signal.aborted) return;
      const text = messageOf(error);
      log.error(text);
      say({ type: "problem", text: l10n.t("The preview could not be created: {0}", text) });
    }
  }

  function followEditor(): void {
    const line = editorOf()?.visibleRanges[0]?.start.line;
    if (line === undefined || line === revealed || shown?.isOwn !== true) return;
    revealed = -1;
    say({ type: "reveal", offset: document.offsetAt(new vscode.Position(line, 0)) });
  }

  async function openPiece(index: number): Promise<void> {
    const piece = shown?.pieces[index];
    if (piece === undefined || shown === null) return;
    const { textId, language: written, start, end } = piece.origin;
    const found = shown.names.find(({ text }) => text.id === textId);
    if (textId !== null && found === undefined) return;
    const uri =
      found === undefined || written === null || connection === undefined
        ? document.uri
        : uriOf({ connection, ...found, language: written });
    const target = await vscode.workspace.openTextDocument(uri);
    const selection = new vscode.Range(target.positionAt(start), target.positionAt(end));
    await vscode.window.showTextDocument(target, {
      viewColumn: editorOf()?.viewColumn ?? vscode.ViewColumn.One,
      selection,
    });
  }

  function receive(message: FromPage): void {
    switch (message.type) {
      case "ready":
        return void update();
      case "surface":
        surface = message.surface === "screen" ? "screen" : "pdf";
        return void update();
      case "language":
        language = message.language;
        return void update();
      case "open":
        return void openPiece(message.piece).catch((error: unknown) => window.showErrorMessage(messageOf(error)));
      case "scrolled": {
        const editor = editorOf();
        if (editor === undefined || shown?.isOwn !== true) return;
        const { line } = document.positionAt(message.offset);
        revealed = line;
        return editor.revealRange(new vscode.Range(line, 0, line, 0), vscode.TextEditorRevealType.AtTop);
      }
    }
  }

  const listening = vscode.Disposable.from(
    panel.webview.onDidReceiveMessage(receive),
    vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.document === document) void update();
    }),
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      if (editor === undefined || editor.document === document || !isText(editor.document)) return;
      document = editor.document;
      language = null;
      revealed = -1;
      void update();
    }),
    vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => {
      if (textEditor.document === document) followEditor();
    }),
    // Updates the preview. A late answer about the previous library is then not shown, because only the answer to the
    // newest update is shown.
    connections.onDidChange(() => void update()),
    // An included text or the data sample may have changed.
    vscode.workspace.onDidSaveTextDocument(() => void update()),
  );
  panel.onDidDispose(() => {
    running?.abort();
    listening.dispose();
    onClosed();
  });
  return {
    reveal: () => panel.reveal(undefined, true),
    dispose() {
      panel.dispose();
    },
  };
}

function isText({ languageId, uri }: vscode.TextDocument): boolean {
  return languageId === languages.text || languageId === languages.html || uri.scheme === textScheme;
}

function nameOf(textId: string | null, { names }: PreviewResult): string {
  if (textId === null) return "";
  const found = names.find(({ text }) => text.id === textId);
  return found === undefined ? "" : `${found.folder.code || found.folder.name} : ${found.text.code}`;
}
