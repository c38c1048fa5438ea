/**
 * "Search the Text Library" searches codes, names and the contents of every language while the author types, and opens
 * the text at the found words.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { catalogNotification } from "../../../server/protocol.ts";
import type { FindResult } from "../../../server/protocol.ts";
import { registerCommand, showFailure } from "../../calls/commands.ts";
import { ownerOf } from "../../connections/ownerModel.ts";
import { commands } from "../../identifiers.ts";
import { plainItem } from "../../window/plainWindow.ts";
import type { Item } from "../../window/plainWindow.ts";
import type { Services } from "../../services.ts";
import { uriOf } from "../../connections/textAddress.ts";
import type { Library } from "../library.ts";
import { showText } from "./newText.ts";
import { nothingFound, searchPlaceholder, searchRows } from "./searchModel.ts";
import type { SearchRow } from "./searchModel.ts";
import { firstLanguage } from "../textLibraryModel.ts";

/** Maximum number of results of each kind. */
const most = 50;

/**
 * Minimum milliseconds between two searches while the library is being read. There is a minimum because every page that
 * is read is reported, and a report starts a search.
 */
const lookAgain = 300;

interface Row extends Item {
  readonly row?: SearchRow;
}

export function registerSearch({ connections, server, log }: Services, library: Library): vscode.Disposable {
  async function search(): Promise<void> {
    const session = await connections.session();
    const { name: connection } = session;
    const asked = library.of(ownerOf(session));
    let { folders } = await asked.folders();
    const list = vscode.window.createQuickPick<Row>();
    let asking = new AbortController();
    let isWhole = true;
    let pending: NodeJS.Timeout | undefined;

    async function find(query: string, signal: AbortSignal): Promise<void> {
      list.busy = true;
      const found = await asked.find({ query, limit: most }, { signal });
      if (!isWhole || !found.known) ({ folders } = await asked.folders());
      if (signal.aborted) return;
      isWhole = found.known;
      list.busy = false;
      list.placeholder = searchPlaceholder(found.known);
      list.title = found.known
        ? l10n.t("Search the Text Library")
        : l10n.t("Search the Text Library, which is only partly read");
      // The active row stays active when the results are updated.
      const [active] = list.activeItems;
      list.items = rowsOf(found, query);
      const same = list.items.find(({ label, detail }) => label === active?.label && detail === active.detail);
      if (same !== undefined) list.activeItems = [same];
    }

    function rowsOf(found: FindResult, query: string): Row[] {
      const { texts, places } = searchRows(found, folders);
      // The list's own filter would hide texts that were found by a part of their content.
      const shown = (row: SearchRow): Row =>
        plainItem({
          label: row.label,
          description: row.description,
          detail: row.detail,
          icon: row.icon,
          alwaysShow: true,
          row,
        });
      const separator = (label: string): Row => ({ label, kind: vscode.QuickPickItemKind.Separator });
      const rows = [
        ...(texts.length === 0 ? [] : [separator(l10n.t("Codes and names")), ...texts.map(shown)]),
        ...(places.length === 0 ? [] : [separator(l10n.t("Contents")), ...places.map(shown)]),
      ];
      const none = nothingFound(found, query);
      return rows.length > 0 || none === undefined ? rows : [{ ...none, alwaysShow: true }];
    }

    async function open({ folder, text, place }: SearchRow): Promise<void> {
      const language = place?.language ?? firstLanguage(text);
      if (language === undefined) {
        await vscode.commands.executeCommand(commands.openText, {
          kind: "text",
          folder,
          text,
          owner: ownerOf(session),
        });
        return;
      }
      const editor = await showText(uriOf({ connection, folder, text, language }));
      if (place === undefined) return;
      // The text may have changed since the library was read: VS Code limits the position to the document.
      editor.selection = new vscode.Selection(place.line, place.start, place.line, place.end);
      editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }

    function findOrSay(query: string): void {
      asking.abort();
      const { signal } = (asking = new AbortController());
      void find(query, signal).catch((error: unknown) => {
        // Each keystroke cancels the previous search.
        if (signal.aborted) return;
        list.hide();
        void showFailure(log, error);
      });
    }
    list.title = l10n.t("Search the Text Library");
    list.placeholder = searchPlaceholder(true);
    list.onDidChangeValue(findOrSay);
    list.onDidAccept(() => {
      const row = list.selectedItems[0]?.row;
      if (row === undefined) return;
      list.hide();
      void open(row).catch((error: unknown) => showFailure(log, error));
    });
    const reading = server.onNotification(catalogNotification, () => {
      if (isWhole) return;
      pending ??= setTimeout(() => {
        pending = undefined;
        findOrSay(list.value);
      }, lookAgain);
    });
    list.onDidHide(() => {
      reading.dispose();
      clearTimeout(pending);
      asking.abort();
      list.dispose();
    });
    list.show();
    findOrSay("");
  }

  return registerCommand(log, commands.searchLibrary, search);
}
