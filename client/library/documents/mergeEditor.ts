/**
 * Conflicts in VS Code's merge editor. The result is a document in the memory of this window, because the merge editor
 * may save its result at any time. Only completing the merge puts the result into the text, which is then saved through
 * the guard. The base of that save is the service's side that was shown.
 */
import { randomUUID } from "node:crypto";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { registerCommand, showFailure } from "../../calls/commands.ts";
import { commands, mergeScheme } from "../../identifiers.ts";
import { plainText } from "../../window/plainText.ts";
import { brief } from "../../../language/index.ts";
import type { Services } from "../../services.ts";
import { agrees } from "../../window/agrees.ts";
import { window } from "../../window/window.ts";
import type { LibraryText } from "../../../authoring/index.ts";
import { addressOf } from "../../connections/textAddress.ts";
import { nameOf } from "./failedSaves.ts";
import type { TextFiles } from "./fileSystem.ts";
import { isMerged, mergeParts, theirsTitle } from "./mergeModel.ts";
import { replacement } from "./noticeModel.ts";
import { bytesOf, contentOf } from "./saveModel.ts";

export interface MergeEditors extends vscode.Disposable {
  /** Resolves with false if this VS Code has no merge editor for extensions. Writes nothing. */
  open(
    document: vscode.TextDocument,
    sides: { readonly base: LibraryText; readonly theirs: LibraryText },
  ): Promise<boolean>;
}

interface Merge {
  readonly uri: vscode.Uri;
  readonly theirs: LibraryText;
  /** The text's buffer when the merge began. */
  readonly buffer: string;
  /** The result as it was last saved; it exists only in this window. */
  kept: string | undefined;
  /** The status bar message about the merge, while the message applies. */
  said?: vscode.Disposable;
  isCompleting: boolean;
}

const openCommand = "_open.mergeEditor";

export function createMergeEditors({ log }: Services, files: TextFiles): MergeEditors {
  /** The open merges, by id. The documents of a merge have its id as the authority in their addresses. */
  const merges = new Map<string, Merge>();
  const contents = new Map<string, { readonly bytes: Uint8Array; readonly mtime: number }>();
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();

  async function open(
    document: vscode.TextDocument,
    { base, theirs }: { readonly base: LibraryText; readonly theirs: LibraryText },
  ): Promise<boolean> {
    if (!(await vscode.commands.getCommands()).includes(openCommand)) return false;
    const id = randomUUID();
    const { uri } = document;
    const { language } = addressOf(uri);
    const parts = mergeParts({ base, theirs, buffer: document.getText(), language });
    const side = (name: keyof typeof parts): vscode.Uri => {
      const address = vscode.Uri.from({ scheme: mergeScheme, authority: id, path: uri.path, query: name });
      contents.set(address.toString(), { bytes: bytesOf(parts[name]), mtime: Date.now() });
      return address;
    };
    merges.set(id, { uri, theirs, buffer: document.getText(), kept: undefined, isCompleting: false });
    await vscode.commands.executeCommand(openCommand, {
      base: side("base"),
      output: side("result"),
      input1: { uri: side("theirs"), title: plainText(theirsTitle(theirs, language)) },
      input2: { uri: side("mine"), title: l10n.t("Yours, not saved") },
    });
    return true;
  }

  const resultOf = (id: string): vscode.TextDocument | undefined =>
    vscode.workspace.textDocuments.find(
      ({ uri }) => uri.scheme === mergeScheme && uri.authority === id && uri.query === "result",
    );

  /**
   * Completes the merge whose title menu was used. If the command was started by a key or from the palette, completes
   * the active merge, or else the only open merge.
   */
  async function complete(argument: unknown): Promise<void> {
    const open = [...merges.keys()].filter((id) => resultOf(id) !== undefined);
    const given =
      mergeOf(argument) ??
      mergeOf(resultIn(vscode.window.tabGroups.activeTabGroup.activeTab?.input)) ??
      (open.length === 1 ? open[0] : undefined);
    const merge = given === undefined ? undefined : merges.get(given);
    const document = given === undefined ? undefined : resultOf(given);
    if (given === undefined || merge === undefined || document === undefined)
      throw new Error(
        l10n.t(
          'There is no merge to complete here. An open merge ends when the window is reloaded. To start the merge again, use "Resolve Save Conflict…" in the text.',
        ),
      );
    merge.isCompleting = true;
    try {
      const result = document.getText();
      if (!isMerged(result))
        throw new Error(
          l10n.t("The merge editor has not started to merge: the result still contains both sides. Nothing was saved."),
        );
      // If conflicts are left, the merge editor asks the author whether to complete the merge.
      const answer = await vscode.commands.executeCommand<{ readonly successful?: boolean } | undefined>(
        "mergeEditor.acceptMerge",
      );
      if (answer?.successful !== true) return;
      await files.saveDocument(await take(merge, result, { saves: true }));
      forget(given);
    } finally {
      merge.isCompleting = false;
      // VS Code has closed the merge editor, but the merge is not complete.
      if (merges.get(given) === merge && resultOf(given) === undefined)
        offer(given, merge).catch((error: unknown) => showFailure(log, error));
    }
  }

  /** Puts the result into the text's buffer, where it stays if a save fails later. */
  async function take(
    { uri, theirs, buffer }: Merge,
    result: string,
    { saves }: { readonly saves: boolean },
  ): Promise<vscode.TextDocument> {
    const document = await vscode.workspace.openTextDocument(uri);
    const now = document.getText();
    if (now !== buffer) {
      const isAgreed = await agrees(l10n.t("{0} was changed in its own editor after this merge began.", nameOf(uri)), {
        detail: saves
          ? l10n.t(
              '"Use the Merge" replaces the changed text and saves the merge, which is then live for the whole company. Undo brings the changed text back only in the editor, not on the service.',
            )
          : l10n.t('"Use the Merge" replaces the changed text. Undo brings the changed text back.'),
        yes: l10n.t("Use the Merge"),
      });
      if (!isAgreed)
        throw new Error(l10n.t("The merge was not used, and nothing was saved. The text in its editor is unchanged."));
    }
    const { start, end, text } = replacement(now, result);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, new vscode.Range(document.positionAt(start), document.positionAt(end)), text);
    if (!(await vscode.workspace.applyEdit(edit)))
      throw new Error(l10n.t("The merge was not put into the text: the editor refused the edit. Nothing was saved."));
    await files.acceptSeen(uri, theirs);
    await vscode.window.showTextDocument(document, { preview: false });
    return document;
  }

  /**
   * After a merge editor was closed, offers the result of the merge if the result was saved here but not on the
   * service.
   */
  async function offer(id: string, { uri, kept }: Merge): Promise<void> {
    if (kept === undefined || !isMerged(kept)) return forget(id);
    const intoText = l10n.t("Put the Merge into the Text");
    const choice = await window.showWarningMessage(
      l10n.t(
        "The merge of {0} was closed and is not saved on the service. The text has what you wrote before the merge.",
        brief(nameOf(uri)),
      ),
      intoText,
      l10n.t("Discard"),
    );
    const merge = merges.get(id);
    // Conflicts may be left in the result, so the author checks and saves it in the editor of the text.
    if (choice === intoText && merge !== undefined) await take(merge, kept, { saves: false });
    forget(id);
  }

  function forget(id: string): void {
    merges.get(id)?.said?.dispose();
    merges.delete(id);
    for (const key of [...contents.keys()]) if (vscode.Uri.parse(key).authority === id) contents.delete(key);
  }

  const found = (uri: vscode.Uri): { readonly bytes: Uint8Array; readonly mtime: number } => {
    const content = contents.get(uri.toString());
    if (content === undefined)
      throw vscode.FileSystemError.FileNotFound(
        l10n.t('This merge is over. Use "Resolve Save Conflict…" in the text to start it again.'),
      );
    return content;
  };
  const refuse = (): never => {
    throw vscode.FileSystemError.NoPermissions(
      l10n.t("A merge consists only of the versions of one text. Nothing in it can be created, renamed or deleted."),
    );
  };

  const owned = vscode.Disposable.from(
    changed,
    vscode.workspace.registerFileSystemProvider(
      mergeScheme,
      {
        onDidChangeFile: changed.event,
        watch: () => new vscode.Disposable(() => {}),
        stat(uri) {
          if (uri.query === "") return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
          const { bytes, mtime } = found(uri);
          return {
            type: vscode.FileType.File,
            ctime: 0,
            mtime,
            size: bytes.length,
            ...(uri.query === "result" ? {} : { permissions: vscode.FilePermission.Readonly }),
          };
        },
        readFile: (uri) => found(uri).bytes,
        writeFile(uri, bytes) {
          const merge = merges.get(uri.authority);
          if (merge === undefined || uri.query !== "result") return refuse();
          contents.set(uri.toString(), { bytes, mtime: Math.max(Date.now(), found(uri).mtime + 1) });
          merge.kept = contentOf(bytes);
          if (merge.isCompleting) return;
          merge.said ??= window.setStatusBarMessage(
            l10n.t('The merge is kept in this window. "Complete Merge and Save" saves it on the service.'),
          );
        },
        readDirectory: refuse,
        createDirectory: refuse,
        delete: refuse,
        rename: refuse,
      },
      { isCaseSensitive: true },
    ),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      const merge = uri.scheme === mergeScheme && uri.query === "result" ? merges.get(uri.authority) : undefined;
      if (merge === undefined || merge.isCompleting) return;
      // If the author changes the document's language, VS Code closes the document and reopens it at once.
      setImmediate(() => {
        if (resultOf(uri.authority) === undefined)
          offer(uri.authority, merge).catch((error: unknown) => showFailure(log, error));
      });
    }),
    registerCommand(log, commands.completeMerge, complete),
  );
  return { open, dispose: () => void owned.dispose() };
}

/** Returns the id of the merge that an address belongs to. */
function mergeOf(address: unknown): string | undefined {
  return address instanceof vscode.Uri && address.scheme === mergeScheme ? address.authority : undefined;
}

/** Returns the result document of a merge editor's tab. VS Code's types do not include such tabs. */
function resultIn(input: unknown): unknown {
  return typeof input === "object" && input !== null && "result" in input ? input.result : undefined;
}
