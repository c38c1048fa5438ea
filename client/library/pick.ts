/** Lets the user pick the folder or text for a command if none was clicked or selected. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Folder } from "../../language/index.ts";
import { hasCode } from "./textLibraryModel.ts";
import { contentTypeName } from "../../authoring/index.ts";
import { plainItem } from "../window/plainWindow.ts";
import { reading } from "../calls/reading.ts";
import { window } from "../window/window.ts";
import type { FolderOfText } from "./givenModel.ts";
import type { LibraryOf } from "./library.ts";

/** `first`: id of the folder at the top of the list, which Enter chooses. */
export async function pickFolder(
  library: LibraryOf,
  title: string,
  options: { readonly topOnly?: boolean; readonly first?: string } = {},
): Promise<Folder | undefined> {
  const folders = await foldersOf(library);
  if (folders === undefined) return undefined;
  const items = folders
    .filter(({ parentFolderId }) => options.topOnly !== true || parentFolderId === null)
    .map((folder) => ({
      label: pathOf(folder, folders),
      description: hasCode(folder) ? folder.code : l10n.t("no code"),
      folder,
    }))
    .sort(
      (one, other) =>
        Number(other.folder.id === options.first) - Number(one.folder.id === options.first) ||
        one.label.localeCompare(other.label),
    );
  return (await window.showQuickPick(items, { title, matchOnDescription: true }))?.folder;
}

/** Resolves with undefined if the person does not wait for the folders. */
function foldersOf(library: LibraryOf): Promise<readonly Folder[] | undefined> {
  return reading(l10n.t("Reading the folders of the Text Library…"), (signal) => library.foldersOnceRead({ signal }));
}

function pathOf(folder: Folder, folders: readonly Folder[]): string {
  const parent = folders.find(({ id }) => id === folder.parentFolderId);
  return parent === undefined ? folder.name : `${parent.name} / ${folder.name}`;
}

/**
 * Searches while the user types. The chosen text belongs to the library of the list, even if the window switches while
 * the list is open.
 */
export async function pickText(library: LibraryOf, title: string): Promise<FolderOfText | undefined> {
  const { owner } = library;
  const folders = await foldersOf(library);
  if (folders === undefined) return undefined;
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly found: FolderOfText }>();
  pick.title = title;
  pick.placeholder = l10n.t("Code, name, description or words of a text, as last read");
  pick.matchOnDescription = pick.matchOnDetail = pick.ignoreFocusOut = true;
  let asked = 0;
  const search = async (query: string): Promise<void> => {
    asked += 1;
    const mine = asked;
    pick.busy = true;
    const { texts } = await library.texts({ query, contents: true, limit: 100 });
    if (mine !== asked) return;
    pick.busy = false;
    pick.items = texts.flatMap((text) => {
      const folder = folders.find(({ id }) => id === text.folderId);
      if (folder === undefined) return [];
      const detail = [text.name, contentTypeName(text.contentType)].filter((part) => part !== "").join(" · ");
      // The list's own filter would hide a text that was found only by its content.
      const isShown = `${text.code}\n${detail}`.toLowerCase().includes(query.toLowerCase());
      return [
        plainItem({
          label: text.code,
          description: pathOf(folder, folders),
          detail,
          alwaysShow: !isShown,
          found: { folder, text, owner },
        }),
      ];
    });
  };
  return new Promise((resolve, reject) => {
    const searchOrFail = (query: string): void =>
      void search(query).catch((error: unknown) => {
        pick.hide();
        reject(error);
      });
    pick.onDidChangeValue(searchOrFail);
    pick.onDidAccept(() => {
      resolve(pick.selectedItems[0]?.found);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
    searchOrFail("");
  });
}
