/**
 * Shows notices of what has happened on the service to an open text, before the text is saved. A notice is above the
 * first line of the text and in the status bar, but never in a message, which would interrupt the author. The possible
 * actions are beside the notice, and in a list for the keyboard.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { catalogNotification } from "../../../server/protocol.ts";
import type { Folder } from "../../../language/index.ts";
import { registerCommand } from "../../calls/commands.ts";
import { NotConnected, OtherLibrary } from "../../connections/ownerModel.ts";
import type { Owner } from "../../connections/ownerModel.ts";
import { commands, textScheme } from "../../identifiers.ts";
import { plainText } from "../../window/plainText.ts";
import type { Services } from "../../services.ts";
import type { Sides } from "../../window/sides.ts";
import { tabsOf } from "../../window/tabs.ts";
import type { LostText } from "../givenModel.ts";
import type { Library } from "../library.ts";
import { window } from "../../window/window.ts";
import type { LibraryText } from "../../../authoring/index.ts";
import { addressOf } from "../../connections/textAddress.ts";
import { nameOf } from "./failedSaves.ts";
import type { TextFiles } from "./fileSystem.ts";
import type { MergeEditors } from "./mergeEditor.ts";
import { mergeNow, noticesOf, noticeWords, replacement } from "./noticeModel.ts";
import type { Notice } from "./noticeModel.ts";
import { contentIn, isShown, timeOf, withContent } from "./saveModel.ts";

interface NoticeParts {
  readonly files: TextFiles;
  readonly library: Library;
  readonly merges: MergeEditors;
  readonly sides: Sides;
}

export function registerNotices(
  { connections, server, log }: Services,
  { files, library, merges, sides }: NoticeParts,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  /** By address: the service's content that the author chose to handle later. */
  const later = new Map<string, string>();
  /**
   * Merges that are not saved yet. If a merge is undone, the previous content is back, so the base of that content must
   * be restored too.
   */
  const undoable = new Map<string, { readonly before: string; readonly base: LibraryText }>();
  /** Addresses of tabs that are being replaced. */
  const following = new Set<string>();
  let folders: { readonly of: string; readonly read: Promise<readonly Folder[]> } | undefined;
  let status: vscode.LanguageStatusItem | undefined;

  async function noticesIn(document: vscode.TextDocument): Promise<readonly Notice[]> {
    if (document.uri.scheme !== textScheme) return [];
    const { connection } = addressOf(document.uri);
    const used = connections.current;
    const elsewhere: readonly Notice[] =
      used === undefined || used === connection ? [] : [{ kind: "elsewhere", connection, used }];
    const known = files.knownOf(document.uri);
    if (known === undefined) return elsewhere;
    return [
      ...elsewhere,
      ...noticesOf(known, {
        language: addressOf(document.uri).language,
        buffer: document.getText(),
        isDirty: document.isDirty,
        path: document.uri.path,
        folder: await folderOf(known.owner, known.isGone ? known.successor : known.latest),
        later: later.get(document.uri.toString()),
      }),
    ];
  }

  /** Returns the folder from the catalog, which contains only the window's library. */
  async function folderOf(owner: Owner | undefined, text: LibraryText | undefined): Promise<Folder | undefined> {
    if (text === undefined || owner === undefined || !connections.isCurrent(owner)) return undefined;
    if (folders?.of !== owner.identity) folders = { of: owner.identity, read: readFolders(owner) };
    return (await folders.read).find((folder) => folder.id === text.folderId);
  }

  /** Resolves with an empty list if the window has switched to another library in the meantime. */
  async function readFolders(owner: Owner): Promise<readonly Folder[]> {
    try {
      return (await library.of(owner).folders()).folders;
    } catch (error) {
      if (error instanceof OtherLibrary || error instanceof NotConnected) return [];
      throw error;
    }
  }

  function actionsFor(
    document: vscode.TextDocument,
    notice: Notice,
  ): readonly { readonly id: string; readonly title: string; readonly run: () => Promise<void> }[] {
    const { uri } = document;
    switch (notice.kind) {
      case "changed":
        return [
          { id: "compare", title: l10n.t("Compare"), run: () => compare(uri, notice.theirs) },
          { id: "merge", title: l10n.t("Merge Now"), run: () => merge(document, notice.theirs) },
          {
            id: "later",
            title: l10n.t("Later"),
            async run() {
              later.set(uri.toString(), notice.content);
              changed.fire();
            },
          },
        ];
      case "readonly":
        return notice.why === "loneReturn"
          ? [{ id: "convert", title: l10n.t("Convert Line Endings"), run: () => convert(document) }]
          : [];
      case "elsewhere":
        return [
          {
            id: "switch",
            title: l10n.t("Switch to {0}", notice.connection),
            run: () => connections.use(notice.connection),
          },
        ];
      case "gone":
      case "noLanguage":
        return [
          ...(notice.kind === "gone" && notice.isDeletedHere
            ? [
                {
                  id: "bringBack",
                  title: l10n.t("Bring Back a Deleted Text or Folder…"),
                  run: async () => void (await vscode.commands.executeCommand(commands.restoreText)),
                },
              ]
            : []),
          {
            id: "newText",
            title: l10n.t("Save as New Text…"),
            run: () => saveAsNew(document, { isGone: notice.kind === "gone" }),
          },
          { id: "compareLast", title: l10n.t("Compare with the Last Known Version"), run: () => compareLast(document) },
          { id: "close", title: l10n.t("Close"), run: () => close(uri) },
        ];
      case "moved":
      case "back":
        return [
          {
            id: "continue",
            title: document.isDirty ? l10n.t("Continue There") : l10n.t("Open There"),
            run: () => continueThere(document, notice),
          },
        ];
    }
  }

  /**
   * Asks the author before the line endings are converted, since the next save then writes the converted endings to the
   * service.
   */
  async function convert({ uri }: vscode.TextDocument): Promise<void> {
    const choice = await window.showWarningMessage(
      l10n.t("Convert the line endings of {0}?", nameOf(uri)),
      {
        modal: true,
        detail: l10n.t(
          "The editor cannot keep a line ending that is only a carriage return. After the conversion you can edit the text, and your next save gives every line the line ending that the status bar shows. Nothing is saved now.",
        ),
      },
      l10n.t("Convert"),
    );
    if (choice !== undefined) files.convert(uri);
  }

  async function compare(uri: vscode.Uri, theirs: LibraryText): Promise<void> {
    const { language } = addressOf(uri);
    const time = timeOf(theirs, language);
    const service = sides.show(contentIn(theirs, language) ?? "", uri);
    await vscode.commands.executeCommand(
      "vscode.diff",
      service,
      uri,
      time === ""
        ? l10n.t("{0}: service ↔ yours", nameOf(uri))
        : l10n.t("{0}: service, {1} ↔ yours", nameOf(uri), time),
      { preview: true },
    );
  }

  /** Makes the merge that a save would make, but in the editor; nothing is sent. */
  async function merge(document: vscode.TextDocument, theirs: LibraryText): Promise<void> {
    const { uri } = document;
    const base = files.knownOf(uri)?.base;
    if (base === undefined) return;
    const merged = mergeNow({ base, theirs, buffer: document.getText(), language: addressOf(uri).language });
    if (merged.state === "conflict") {
      if (!(await merges.open(document, { base, theirs }))) await compare(uri, theirs);
      return;
    }
    const before = document.getText();
    await edit(document, merged.content);
    undoable.set(uri.toString(), { before, base });
    await files.continueFrom(uri, theirs);
    window.setStatusBarMessage(l10n.t("Merged with the service's version. Nothing is saved yet."), 5000);
  }

  function takeBack(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    const merge = undoable.get(key);
    if (merge === undefined) return;
    if (!document.isDirty) undoable.delete(key);
    else if (document.getText() === merge.before)
      files
        .continueFrom(document.uri, merge.base)
        .catch((error: unknown) => log.warn(`The base of ${document.uri.path} was not kept: ${String(error)}`));
  }

  async function edit(document: vscode.TextDocument, content: string): Promise<void> {
    const { start, end, text } = replacement(document.getText(), content);
    const change = new vscode.WorkspaceEdit();
    change.replace(document.uri, new vscode.Range(document.positionAt(start), document.positionAt(end)), text);
    if (!(await vscode.workspace.applyEdit(change)))
      throw new Error(l10n.t("The editor refused the edit. Nothing was changed."));
  }

  async function saveAsNew(document: vscode.TextDocument, { isGone }: Pick<LostText, "isGone">): Promise<void> {
    const known = files.knownOf(document.uri);
    const text = known?.latest ?? known?.base;
    if (text === undefined || known?.owner === undefined) return;
    const { language } = addressOf(document.uri);
    const lost: LostText = {
      text: withContent(text, language, document.getText()),
      owner: known.owner,
      languages: [language],
      fields: [],
      isGone,
    };
    await vscode.commands.executeCommand(commands.restoreText, lost);
  }

  async function compareLast({ uri }: vscode.TextDocument): Promise<void> {
    const known = files.knownOf(uri);
    const { language } = addressOf(uri);
    const last = [known?.latest, known?.base].flatMap((text) => (text && contentIn(text, language)) ?? [])[0];
    if (last === undefined)
      throw new Error(
        l10n.t("The last version that the service showed is not known, so there is nothing to compare with."),
      );
    await vscode.commands.executeCommand(
      "vscode.diff",
      sides.show(last, uri),
      uri,
      l10n.t("{0}: last known ↔ yours", nameOf(uri)),
      { preview: true },
    );
  }

  /** If something is not saved, VS Code asks the author. */
  async function close(uri: vscode.Uri): Promise<void> {
    await vscode.window.tabGroups.close(tabsOf(uri));
  }

  /** Returns whether `text`, the document's successor, has the document's content. */
  function isThere(document: vscode.TextDocument, text: LibraryText): boolean {
    const content = contentIn(text, addressOf(document.uri).language);
    return content !== undefined && isShown(content, document.getText());
  }

  /** Opens the text under its new address, with what was typed under the old one. */
  async function continueThere(
    document: vscode.TextDocument,
    { kind, path, text }: Extract<Notice, { kind: "moved" | "back" }>,
  ): Promise<void> {
    const { uri } = document;
    const there = await vscode.workspace.openTextDocument(uri.with({ path, query: text.id }));
    if (document.isDirty && isThere(document, text)) await leave(document);
    else if (document.isDirty) {
      const base = baseOf(uri, text);
      if (base === undefined || there.isDirty) {
        throw new Error(
          kind === "moved"
            ? l10n.t(
                "What you typed stays here, because the text has moved and is open at its new place with other changes. Both editors save to the same text. Save in one of them before you save in the other.",
              )
            : l10n.t(
                'What you typed stays here: the text that was brought back is open with other changes. Save it there first, then choose "Continue There" again.',
              ),
        );
      }
      await edit(there, document.getText());
      await files.continueFrom(there.uri, base);
      await leave(document);
    } else {
      await close(uri);
    }
    await vscode.window.showTextDocument(there, { preview: false });
  }

  /** Closes a document whose content is already at the text's new place. */
  async function leave(document: vscode.TextDocument): Promise<void> {
    await vscode.window.showTextDocument(document, { preview: false });
    // The command acts on the active editor, and a click may have made another editor active.
    if (vscode.window.activeTextEditor?.document !== document)
      throw new Error(
        l10n.t(
          'What you typed is now at the text\'s new place. It is also still here, because another editor became active. Choose "Revert File" here, and close this editor.',
        ),
      );
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  }

  /**
   * Returns the reading that the buffer came from. If the text was restored under another id, returns `text` with the
   * content of the reading instead.
   */
  function baseOf(uri: vscode.Uri, text: LibraryText): LibraryText | undefined {
    const base = files.knownOf(uri)?.base;
    const { language } = addressOf(uri);
    const content = base && contentIn(base, language);
    return base?.id === text.id || content === undefined ? base : withContent(text, language, content);
  }

  /** A tab that has no unsaved changes, or whose content is in the restored text, continues with the restored text. */
  async function followBack(): Promise<void> {
    for (const document of vscode.workspace.textDocuments) {
      const key = document.uri.toString();
      if (following.has(key) || tabsOf(document.uri).length === 0) continue;
      const back = (await noticesIn(document)).find((notice) => notice.kind === "back");
      if (back === undefined || (document.isDirty && !isThere(document, back.text))) continue;
      following.add(key);
      await continueThere(document, back).finally(() => following.delete(key));
    }
  }

  /**
   * Computes the notices again before the author's choice is carried out, because they may have changed since they were
   * shown.
   */
  async function decide(address: unknown, id: unknown): Promise<void> {
    const key = typeof address === "string" ? address : vscode.window.activeTextEditor?.document.uri.toString();
    const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === key);
    const notices = document === undefined ? [] : await noticesIn(document);
    if (document === undefined || notices.length === 0)
      return void (await window.showInformationMessage(l10n.t("There is nothing new about this text on the service.")));
    const { language } = addressOf(document.uri);
    const actions = notices.flatMap((notice) =>
      actionsFor(document, notice).map((action) => ({ ...action, words: noticeWords(notice, language) })),
    );
    const chosen =
      actions.find((action) => action.id === id) ??
      (
        await window.showQuickPick(
          actions.map((action) => ({ label: action.title, description: action.words, action })),
          { title: nameOf(document.uri) },
        )
      )?.action;
    await chosen?.run();
  }

  async function provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const { language } = addressOf(document.uri);
    const line = new vscode.Range(0, 0, 0, 0);
    return (await noticesIn(document)).flatMap((notice) => [
      new vscode.CodeLens(line, { title: `$(info) ${plainText(noticeWords(notice, language))}`, command: "" }),
      ...actionsFor(document, notice).map(
        ({ id, title }) =>
          new vscode.CodeLens(line, {
            title,
            command: commands.decideNotice,
            arguments: [document.uri.toString(), id],
          }),
      ),
    ]);
  }

  async function showStatus(): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    const notices = document === undefined ? [] : await noticesIn(document);
    if (document !== vscode.window.activeTextEditor?.document) return;
    if (document === undefined || notices.length === 0) {
      status?.dispose();
      status = undefined;
      return;
    }
    status ??= vscode.languages.createLanguageStatusItem("smartform.onTheService", { scheme: textScheme });
    status.name = l10n.t("Text on the Service");
    status.severity = vscode.LanguageStatusSeverity.Warning;
    status.text = notices.map((notice) => plainText(noticeWords(notice, addressOf(document.uri).language))).join(". ");
    status.command = {
      title: l10n.t("What to Do…"),
      command: commands.decideNotice,
      arguments: [document.uri.toString()],
    };
  }

  const showAgain = (): void =>
    void showStatus().catch((error: unknown) =>
      log.warn(`What became of the open text was not shown: ${String(error)}`),
    );
  const owned = vscode.Disposable.from(
    changed,
    changed.event(showAgain),
    changed.event(
      () =>
        void followBack().catch((error: unknown) =>
          log.warn(`A text that was brought back was not opened: ${String(error)}`),
        ),
    ),
    files.onDidLearn(() => changed.fire()),
    server.onNotification(catalogNotification, () => {
      folders = undefined;
      changed.fire();
    }),
    connections.onDidChange(() => {
      folders = undefined;
      changed.fire();
    }),
    vscode.window.onDidChangeActiveTextEditor(showAgain),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      takeBack(document);
      if (document === vscode.window.activeTextEditor?.document) showAgain();
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      later.delete(uri.toString());
      undoable.delete(uri.toString());
    }),
    vscode.languages.registerCodeLensProvider(
      { scheme: textScheme },
      { onDidChangeCodeLenses: changed.event, provideCodeLenses },
    ),
    registerCommand(log, commands.decideNotice, decide),
  );
  return {
    dispose() {
      status?.dispose();
      owned.dispose();
    },
  };
}
