/**
 * Marks folders whose texts have errors or warnings, as the Explorer does: with a badge and a colour. The problems are
 * those that VS Code shows: of open texts, and of all once the Text Library was checked.
 */
import * as vscode from "vscode";
import type { Folder } from "../../../language/index.ts";
import { textScheme } from "../../identifiers.ts";
import { findingsOf } from "../../window/findings.ts";
import { badgeOf, changedIn, problemsByFolder, problemWords } from "./folderProblemsModel.ts";
import type { Problems } from "./folderProblemsModel.ts";

export interface FolderProblems extends vscode.Disposable {
  /** Returns undefined if no problem of the folder's texts is known. */
  of(folderId: string): Problems | undefined;
  /** Names the folders of the library that the view shows. */
  show(connection: string, folders: readonly Folder[]): void;
  /** Fires with the ids of folders whose problems changed. */
  readonly onDidChange: vscode.Event<readonly string[]>;
}

/** No file has this scheme, so that VS Code marks a folder's row only as this file says. */
const scheme = "smartform-folder";

/** Milliseconds: a check of the library reports many texts one after the other. */
const pause = 300;

/** Returns the address by which VS Code asks for the marks of a folder's row. */
export const addressOfFolder = (folderId: string): vscode.Uri =>
  vscode.Uri.from({ scheme, path: "/folder", query: folderId });

export function createFolderProblems(): FolderProblems {
  const changed = new vscode.EventEmitter<readonly string[]>();
  const marked = new vscode.EventEmitter<vscode.Uri[]>();
  const found = new Map<string, readonly [uri: vscode.Uri, problems: Problems]>();
  let shown: { readonly connection: string; readonly folders: readonly Folder[] } = { connection: "", folders: [] };
  let sums: ReadonlyMap<string, Problems> = new Map();
  let pending: NodeJS.Timeout | undefined;

  function take(uris: readonly vscode.Uri[]): void {
    for (const uri of uris) {
      if (uri.scheme !== textScheme) continue;
      const of = (wanted: vscode.DiagnosticSeverity): number =>
        findingsOf(uri).filter(({ severity }) => severity === wanted).length;
      const problems = {
        errors: of(vscode.DiagnosticSeverity.Error),
        warnings: of(vscode.DiagnosticSeverity.Warning),
      };
      if (problems.errors + problems.warnings === 0) found.delete(uri.toString());
      else found.set(uri.toString(), [uri, problems]);
    }
    pending ??= setTimeout(sum, pause);
  }

  function sum(): void {
    clearTimeout(pending);
    pending = undefined;
    const before = sums;
    sums = problemsByFolder(
      shown.folders,
      [...found.values()].flatMap(([{ authority, path }, problems]) =>
        authority === shown.connection ? [[path, problems] as const] : [],
      ),
    );
    const ids = changedIn(before, sums);
    if (ids.length === 0) return;
    marked.fire(ids.map(addressOfFolder));
    changed.fire(ids);
  }

  take(vscode.languages.getDiagnostics().map(([uri]) => uri));
  const owned = vscode.Disposable.from(
    changed,
    marked,
    vscode.languages.onDidChangeDiagnostics(({ uris }) => take(uris)),
    vscode.window.registerFileDecorationProvider({
      onDidChangeFileDecorations: marked.event,
      provideFileDecoration(uri) {
        const problems = uri.scheme === scheme ? sums.get(uri.query) : undefined;
        if (problems === undefined) return undefined;
        return new vscode.FileDecoration(
          badgeOf(problems),
          problemWords(problems),
          new vscode.ThemeColor(problems.errors > 0 ? "list.errorForeground" : "list.warningForeground"),
        );
      },
    }),
  );
  return {
    of: (folderId) => sums.get(folderId),
    show(connection, folders) {
      shown = { connection, folders };
      sum();
    },
    onDidChange: changed.event,
    dispose() {
      clearTimeout(pending);
      owned.dispose();
    },
  };
}
