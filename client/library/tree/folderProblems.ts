/**
 * Marks folders whose texts have errors or warnings, as the Explorer does: with a badge and a colour. The problems are
 * those that VS Code shows: the problems of open texts and, after a check of the Text Library, those of all texts.
 */
import * as vscode from "vscode";
import type { Folder } from "../../../language/index.ts";
import { textScheme } from "../../identifiers.ts";
import { findingsOf } from "../../window/findings.ts";
import type { LibraryOf } from "../library.ts";
import { badgeOf, changedIn, problemsByFolder, problemWords } from "./folderProblemsModel.ts";
import type { Problems } from "./folderProblemsModel.ts";

export interface FolderProblems extends vscode.Disposable {
  /** Returns undefined if no problem of the folder's texts is known. */
  of(folderId: string): Problems | undefined;
  /** Sets the library that the view shows, and its folders. Resolves once their problems are known. */
  show(library: LibraryOf, folders: readonly Folder[]): Promise<void>;
  /** Fires with the ids of folders whose problems changed. */
  readonly onDidChange: vscode.Event<readonly string[]>;
}

/** No file has this scheme, so VS Code marks a folder's row only with the marks that come from here. */
const scheme = "smartform-folder";

/** Milliseconds to wait for more problems, because a check of the library reports many texts one after the other. */
const pause = 300;

/**
 * Returns the address by which VS Code asks for the marks of a folder's row. The id is written as JSON, because JSON
 * escapes a lone half of a surrogate pair, which VS Code could not write into an address.
 */
export const addressOfFolder = (folderId: string): vscode.Uri =>
  vscode.Uri.from({ scheme, path: "/folder", query: JSON.stringify(folderId) });

export function createFolderProblems(): FolderProblems {
  const changed = new vscode.EventEmitter<readonly string[]>();
  const marked = new vscode.EventEmitter<vscode.Uri[]>();
  const found = new Map<string, readonly [uri: vscode.Uri, problems: Problems]>();
  /** By the name of the connection: the identity of the library that was last shown. */
  const identities = new Map<string, string>();
  let shown: { readonly library: LibraryOf; readonly folders: readonly Folder[] } | undefined;
  let turn = 0;
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
      // Deletes the entry before setting it, so that the document found last comes last.
      found.delete(uri.toString());
      if (problems.errors + problems.warnings > 0) found.set(uri.toString(), [uri, problems]);
    }
    pending ??= setTimeout(() => void sum(), pause);
  }

  async function sum(): Promise<void> {
    clearTimeout(pending);
    pending = undefined;
    turn += 1;
    const mine = turn;
    const after = await sumsNow();
    if (mine !== turn || after === undefined) return;
    const ids = changedIn(sums, after);
    sums = after;
    if (ids.length === 0) return;
    marked.fire(ids.map(addressOfFolder));
    changed.fire(ids);
  }

  /**
   * Resolves with undefined if the library cannot say where its texts are. The view shows the reason, and the problems
   * are summed again when the view is read again.
   */
  async function sumsNow(): Promise<ReadonlyMap<string, Problems> | undefined> {
    if (shown === undefined) return undefined;
    const { library, folders } = shown;
    const here = [...found.values()].flatMap(([{ authority, path, query }, problems]) =>
      authority === library.owner.connection ? [{ path, textId: query, problems }] : [],
    );
    if (here.length === 0) return new Map();
    try {
      const { texts } = await library.texts({ ids: [...new Set(here.map(({ textId }) => textId))] });
      return problemsByFolder({ folders, texts }, here);
    } catch {
      return undefined;
    }
  }

  take(vscode.languages.getDiagnostics().map(([uri]) => uri));
  const owned = vscode.Disposable.from(
    changed,
    marked,
    vscode.languages.onDidChangeDiagnostics(({ uris }) => take(uris)),
    vscode.window.registerFileDecorationProvider({
      onDidChangeFileDecorations: marked.event,
      provideFileDecoration(uri) {
        const problems = uri.scheme === scheme ? sums.get(JSON.parse(uri.query) as string) : undefined;
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
    async show(library, folders) {
      const { connection, identity } = library.owner;
      // If the connection led to another library before, the problems found at that time are those of another company's
      // texts.
      if ((identities.get(connection) ?? identity) !== identity)
        for (const [address, [{ authority }]] of found) if (authority === connection) found.delete(address);
      identities.set(connection, identity);
      shown = { library, folders };
      await sum();
    },
    onDidChange: changed.event,
    dispose() {
      clearTimeout(pending);
      owned.dispose();
    },
  };
}
