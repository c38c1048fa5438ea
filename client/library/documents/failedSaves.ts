/**
 * Reports saves that failed: a single save with its own message, several saves in one message with a list. Nothing here
 * takes the focus unless the author asks for it.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { parseTextPath } from "../../../language/index.ts";
import { registerCommand, showFailure } from "../../calls/commands.ts";
import { commands, contexts, textScheme } from "../../identifiers.ts";
import type { LostText } from "../givenModel.ts";
import { window } from "../../window/window.ts";
import type { LibraryText } from "../../../authoring/index.ts";
import { burstWords, createBursts } from "./failedSavesModel.ts";

export interface SaveConflict {
  /** The text that the author started from; undefined if it is not kept. */
  readonly base: LibraryText | undefined;
  readonly mine: string;
  readonly theirs: LibraryText;
  /** It is certain that nothing of the save was written. */
  readonly isUnwritten: boolean;
}

export interface FailedSaves extends vscode.Disposable {
  /**
   * Runs `work`, which saves the document. `work` rejects if VS Code is to report a failed save. It resolves with a
   * message if there is something else to report, otherwise with undefined.
   */
  during(uri: vscode.Uri, work: () => Promise<string | undefined>): Promise<void>;
  setConflict(uri: vscode.Uri, conflict: SaveConflict): void;
  /** Records that the service no longer shows the text. */
  setOrphan(uri: vscode.Uri, orphan: LostText): void;
  conflictOf(uri: vscode.Uri): SaveConflict | undefined;
}

interface Failed {
  readonly uri: vscode.Uri;
  readonly words: string;
  /** VS Code itself reports nothing about this save. */
  readonly isSilent: boolean;
}

export function createFailedSaves(log: vscode.LogOutputChannel): FailedSaves {
  const conflicts = new Map<string, SaveConflict>();
  const orphans = new Map<string, LostText>();
  const failures = new Map<string, Failed>();
  /** Documents about which a question to the author is still open. Further failed saves of them do not ask again. */
  const asked = new Set<string>();

  const bursts = createBursts<Failed>(
    (failed) => {
      const different = [...new Map(failed.map((each) => [each.uri.toString(), each])).values()];
      (different.length === 1 ? tellOne(different[0] as Failed) : tellMany(different)).catch((error: unknown) =>
        showFailure(log, error),
      );
    },
    {
      after(milliseconds, work) {
        const timer = setTimeout(work, milliseconds);
        return () => clearTimeout(timer);
      },
    },
  );

  async function tellOne({ uri, words, isSilent }: Failed): Promise<void> {
    const key = uri.toString();
    if (asked.has(key)) return;
    asked.add(key);
    try {
      const conflict = conflicts.get(key);
      if (conflict !== undefined) await offerResolve(uri, conflict, words);
      else if (orphans.has(key)) await offerNewText(uri);
      else if (isSilent) await window.showWarningMessage(words);
    } finally {
      asked.delete(key);
    }
  }

  async function tellMany(failed: readonly Failed[]): Promise<void> {
    // VS Code's own reports of the failures are hidden, but stay in its list of notifications.
    await vscode.commands.executeCommand("notifications.hideToasts");
    const choice = await window.showWarningMessage(burstWords(failed.map(({ uri }) => nameOf(uri))), l10n.t("Show"));
    if (choice !== undefined) await show();
  }

  async function offerResolve(uri: vscode.Uri, { isUnwritten }: SaveConflict, words: string): Promise<void> {
    const message = isUnwritten
      ? l10n.t(
          "Somebody else also changed {0} of {1}. Your change was not written, and theirs is not lost.",
          nameOf(uri),
          uri.authority,
        )
      : l10n.t("{0} of {1} conflicts with somebody else's change. {2}", nameOf(uri), uri.authority, words);
    const choice = await window.showWarningMessage(message, l10n.t("Resolve"));
    if (choice !== undefined) await vscode.commands.executeCommand(commands.resolveConflict, uri);
  }

  async function offerNewText(uri: vscode.Uri): Promise<void> {
    const orphan = orphans.get(uri.toString());
    if (orphan === undefined) return;
    const choice = await window.showWarningMessage(
      l10n.t("The service no longer shows {0}. What you wrote is kept here.", orphan.text.code),
      l10n.t("Save as New Text"),
    );
    if (choice !== undefined) await vscode.commands.executeCommand(commands.restoreText, orphan satisfies LostText);
  }

  async function show(): Promise<void> {
    const failed = [...failures.values()];
    if (failed.length === 0)
      return void (await window.showInformationMessage(l10n.t("Every save in this window has succeeded.")));
    const picked = await window.showQuickPick(
      failed.map(({ uri, words }) => ({
        label: nameOf(uri),
        description: parseTextPath(uri.path)?.folder ?? "",
        detail: words,
        uri,
      })),
      { title: l10n.t("Texts That Were Not Saved"), matchOnDescription: true, matchOnDetail: true },
    );
    if (picked === undefined) return;
    await vscode.window.showTextDocument(picked.uri, { preview: false });
    if (conflicts.has(picked.uri.toString()))
      await vscode.commands.executeCommand(commands.resolveConflict, picked.uri);
    else await offerNewText(picked.uri);
  }

  function forget(key: string): void {
    failures.delete(key);
    orphans.delete(key);
    if (conflicts.delete(key)) showConflicts();
  }

  function showConflicts(): void {
    void vscode.commands.executeCommand(
      "setContext",
      contexts.conflicts,
      Object.fromEntries([...conflicts.keys()].map((key) => [key, true])),
    );
  }

  const owned = vscode.Disposable.from(
    bursts,
    registerCommand(log, commands.showFailedSaves, show),
    // If the author discards the changes, the failed save no longer matters.
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.scheme === textScheme && !document.isDirty) forget(document.uri.toString());
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => forget(uri.toString())),
  );

  return {
    async during(uri, work) {
      const key = uri.toString();
      await bursts.during(
        async () => {
          const words = await work();
          forget(key);
          return words;
        },
        (result) => {
          const words =
            "value" in result
              ? result.value
              : result.error instanceof Error
                ? result.error.message
                : String(result.error);
          if (words === undefined) return undefined;
          const failed = { uri, words, isSilent: "value" in result };
          failures.set(key, failed);
          return failed;
        },
      );
    },
    setConflict(uri, conflict) {
      conflicts.set(uri.toString(), conflict);
      showConflicts();
    },
    setOrphan: (uri, orphan) => void orphans.set(uri.toString(), orphan),
    conflictOf: (uri) => conflicts.get(uri.toString()),
    dispose: () => void owned.dispose(),
  };
}

/** Returns the display name of a text and its language. */
export function nameOf(uri: vscode.Uri): string {
  const parsed = parseTextPath(uri.path);
  return parsed === null ? uri.path : `${parsed.code} (${parsed.language})`;
}
