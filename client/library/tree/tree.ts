/**
 * The Text Library view: folders, subfolders, texts and their languages, from the catalog of the language server,
 * filtered and sorted as the author chose.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { isApiError } from "../../../api/index.ts";
import type { Folder, Text } from "../../../language/index.ts";
import { catalogNotification } from "../../../server/protocol.ts";
import type { CatalogParams } from "../../../server/protocol.ts";
import { showFailure } from "../../calls/commands.ts";
import { NotConnected } from "../../connections/connections.ts";
import type { Session } from "../../connections/session.ts";
import { OtherLibrary, owned, ownerOf } from "../../connections/ownerModel.ts";
import type { Owned, Owner } from "../../connections/ownerModel.ts";
import { commands, contexts, views } from "../../identifiers.ts";
import { rowItem } from "../../window/rowItem.ts";
import { createRowsView } from "../../window/rowsView.ts";
import type { Services } from "../../services.ts";
import {
  childFolders,
  firstLanguage,
  languageNodes,
  libraryState,
  rowOf,
  viewDescription,
} from "../textLibraryModel.ts";
import type { Node, TextNode } from "../textLibraryModel.ts";
import { uriOf } from "../../connections/textAddress.ts";
import type { LibraryText } from "../../../authoring/index.ts";
import { createFilter } from "./filter.ts";
import { addressOfFolder, createFolderProblems } from "./folderProblems.ts";
import { problemWords } from "./folderProblemsModel.ts";
import type { Problems } from "./folderProblemsModel.ts";
import type { Library, LibraryOf } from "../library.ts";
import { asNode } from "../givenModel.ts";
import type { FolderOfText, GivenText, LibraryNode } from "../givenModel.ts";
import type { Surveys } from "./surveys.ts";
import { filterMessage, grouped, readFavourites, readSorting, sorted, withFavourites } from "./viewModel.ts";
import type { Filter, Sorting } from "./viewModel.ts";

export interface LibraryTree extends vscode.Disposable {
  /** Resolves with the selected row, the first of several. */
  selected(): Promise<LibraryNode | undefined>;
  allSelected(): Promise<readonly LibraryNode[]>;
  /**
   * For a command that is run by a key: resolves with the only selected row, or the focused row if none is selected.
   */
  selectedByKey(): Promise<LibraryNode | undefined>;
  readonly visible: boolean;
  readonly onDidChangeVisibility: vscode.Event<unknown>;
  readonly filter: Filter | undefined;
  readonly sorting: Sorting;
  /** Updates the rows after a change. */
  update(): void;
  /** Shows only what matches. Rejects with OtherLibrary if the window has switched since the filter was chosen. */
  setFilter(filter: Filter, owner: Owner): Promise<void>;
  clearFilter(): void;
  sort(by: Sorting): Promise<void>;
  group(on: boolean): Promise<void>;
  /** `session`: that of the texts' library. */
  setFavourite(session: Pick<Session, "identity">, found: readonly GivenText[], on: boolean): Promise<void>;
  /** Selects a text; resolves with false if the view does not show it. */
  reveal(place: FolderOfText, options: { readonly focus: boolean }): Promise<boolean>;
  /** Returns whether a row of the text or of this language of the text is selected, perhaps with other rows. */
  isSelected(place: FolderOfText, language: string): boolean;
}

interface TreeParts {
  readonly library: Library;
  readonly surveys: Surveys;
  readonly drag: vscode.TreeDragAndDropController<Node>;
}

const favouritesKey = "smartform.favourites";
const sortingKey = "smartform.textLibrary.sorting";
const groupedKey = "smartform.textLibrary.grouped";

export function createLibraryTree(
  { connections, server, log, extension: { globalState } }: Services,
  { library, surveys, drag }: TreeParts,
): LibraryTree {
  const changed = new vscode.EventEmitter<Node | undefined>();
  let status: CatalogParams | undefined;
  let known = false;
  let folders: readonly Folder[] = [];
  let owner: Owner | undefined;
  /**
   * Expanded texts as read from the service, until the catalog has a newer version. They are kept because the tree is
   * updated often while the library is read.
   */
  const readings = new Map<
    string,
    { readonly of: string; readonly updatedDate: string | undefined; readonly text: LibraryText }
  >();
  const filter = createFilter(surveys);
  const problems = createFolderProblems();
  /**
   * The folder rows that VS Code has, by folder id. VS Code updates only a row object that it received from here, not
   * an equal one.
   */
  const folderRows = new Map<string, Node>();

  const favourites = (): readonly string[] => readFavourites(globalState.get(favouritesKey), owner?.identity ?? "");
  const sorting = (): Sorting => readSorting(globalState.get(sortingKey));
  const isGrouped = (): boolean => globalState.get(groupedKey) === true;

  async function roots(): Promise<Owned<Node>[]> {
    if (connections.current === undefined || !vscode.workspace.isTrusted) return [];
    if (!connections.services.includes("forms")) {
      setContext(contexts.library, "noForms");
      return [];
    }
    let now: Owner;
    try {
      now = ownerOf(await connections.session());
    } catch (error) {
      if (!(error instanceof NotConnected)) throw error;
      setContext(contexts.library, "signedOut");
      return [];
    }
    const asked = library.of(now);
    const result = await asked.folders();
    ({ known, folders } = result);
    owner = now;
    await problems.show(asked, folders);
    setContext(contexts.library, libraryState(known, folders.length, status));
    await filter.refresh(asked, result.folders);
    showMessage();
    const { shown } = filter;
    const top = childFolders(result.folders, null).filter(({ id }) => shown?.folders.has(id) ?? true);
    return owned(
      [
        ...(favourites().length > 0 && shown === undefined ? [{ kind: "favourites" } as const] : []),
        ...top.map((folder) => ({ kind: "folder", folder }) as const),
      ],
      now,
    );
  }

  async function childrenOf(node: Node, asked: LibraryOf): Promise<Node[]> {
    // The view has only the data of the window's library.
    if (!connections.isCurrent(asked.owner)) return [];
    switch (node.kind) {
      case "language":
        return [];
      case "text":
        return languagesOf(node, asked.owner);
      case "favourites":
        return favouriteTexts(asked);
      case "group":
        return node.texts.map((text) => nodeOf(node.folder, text));
      case "folder":
        return inFolder(node.folder, asked);
    }
  }

  async function inFolder(folder: Folder, asked: LibraryOf): Promise<Node[]> {
    const { shown } = filter;
    const inside = childFolders(folders, folder.id);
    const texts = sorted(
      shown === undefined ? (await asked.texts({ folderId: folder.id })).texts : (shown.texts.get(folder.id) ?? []),
      sorting(),
    );
    const subfolders = inside.filter(({ id }) => shown?.folders.has(id) ?? true);
    const nodes = isGrouped()
      ? grouped(texts, sorting()).map((each): Node =>
          "text" in each ? nodeOf(folder, each.text) : { kind: "group", folder, ...each },
        )
      : texts.map((text) => nodeOf(folder, text));
    return [...subfolders.map((subfolder) => ({ kind: "folder", folder: subfolder }) as const), ...nodes];
  }

  function nodeOf(folder: Folder, text: Text): TextNode {
    return { kind: "text", folder, text, favourite: favourites().includes(text.id) };
  }

  /** Favourites that the catalog does not have, or no longer has, are not shown, but are kept. */
  async function favouriteTexts(asked: LibraryOf): Promise<Node[]> {
    const all = folders;
    const { texts } = await asked.texts({ ids: favourites() });
    return sorted(texts, sorting()).flatMap((text): readonly Node[] => {
      const folder = all.find(({ id }) => id === text.folderId);
      return folder === undefined ? [] : [{ ...nodeOf(folder, text), under: "favourites" }];
    });
  }

  /**
   * Reads the text from the service, which says which languages are machine translations; uses the catalog if the
   * service cannot be reached.
   */
  async function languagesOf(node: TextNode, whose: Owner): Promise<Node[]> {
    const { folder, text, under } = node;
    const kept = readings.get(text.id);
    if (kept?.of === whose.identity && kept.updatedDate === text.updatedDate)
      return [...languageNodes(node, kept.text)];
    try {
      const { api } = await connections.here(whose);
      const fresh = await api.call("textlibrary.texts.get", { path: { id: text.id } });
      readings.set(text.id, { of: whose.identity, updatedDate: text.updatedDate, text: fresh });
      return [...languageNodes(node, fresh)];
    } catch (error) {
      if (!isApiError(error)) throw error;
      log.warn(`The languages of ${text.code} are shown as last read: ${error.message}`);
      const languages = text.languages.state === "known" ? text.languages.value : [];
      return languages.map((language) => ({
        kind: "language",
        folder,
        text,
        language,
        source: null,
        ...(under && { under }),
      }));
    }
  }

  /** Only a folder, a group, or a text at its own place needs a parent, because only these rows can be revealed. */
  async function parentOf(node: Node, asked: LibraryOf): Promise<Node | undefined> {
    if (node.kind === "favourites" || node.kind === "language") return undefined;
    if (node.kind === "text" && isGrouped()) {
      const group = (await inFolder(node.folder, asked)).find(
        (each) => each.kind === "group" && each.texts.some(({ id }) => id === node.text.id),
      );
      if (group !== undefined) return group;
    }
    const folder = node.kind === "folder" ? folders.find(({ id }) => id === node.folder.parentFolderId) : node.folder;
    return folder && { kind: "folder", folder };
  }

  function remembered(rows: Owned<Node>[]): Owned<Node>[] {
    for (const row of rows) if (row.kind === "folder") folderRows.set(row.folder.id, row);
    return rows;
  }

  const provider: vscode.TreeDataProvider<Node> = {
    onDidChangeTreeData: changed.event,
    getTreeItem(node) {
      return itemOf(node, {
        connection: node.owner?.connection ?? connections.current ?? "",
        unfolded: filter.shown !== undefined,
        problems: node.kind === "folder" ? problems.of(node.folder.id) : undefined,
      });
    },
    async getChildren(node) {
      const whose = node?.owner ?? owner;
      try {
        if (node === undefined) {
          const top = await roots();
          folderRows.clear();
          return remembered(top);
        }
        return whose === undefined ? [] : remembered(owned(await childrenOf(node, library.of(whose)), whose));
      } catch (error) {
        // The window has switched to another library, so the view is read again for that library.
        if (error instanceof OtherLibrary) return [];
        // If there is no session, refreshes the whole view, which then says so.
        if (error instanceof NotConnected) {
          if (node !== undefined) changed.fire(undefined);
          return [];
        }
        throw error;
      }
    },
    async getParent(node) {
      const whose = node.owner ?? owner;
      const parent = whose && (await parentOf(node, library.of(whose)));
      return (
        parent &&
        ((parent.kind === "folder" ? folderRows.get(parent.folder.id) : undefined) ?? owned([parent], whose)[0])
      );
    },
  };

  const rows = createRowsView(views.textLibrary, {
    treeDataProvider: provider,
    showCollapseAll: true,
    canSelectMany: true,
    dragAndDropController: drag,
  });
  const { view } = rows;

  function showStatus(): void {
    view.description = connections.current === undefined ? "" : viewDescription(connections.current, status, whenRead);
    showMessage();
    if (status?.problem !== undefined && !known) setContext(contexts.library, "offline");
  }

  /** A message hides the buttons of a welcome view, so the message has to say what to do. */
  function showMessage(): void {
    const parts = [
      filterMessage(filter.current, filter.shown, filter),
      filter.current !== undefined && filter.old
        ? l10n.t("The library has changed since you filtered it. Filter again to see the changes.")
        : undefined,
      status?.problem === undefined ? undefined : l10n.t('{0} Use "Refresh" above to try again.', status.problem),
    ];
    view.message = parts.filter((part) => part !== undefined).join("\n") || undefined;
  }

  let pending: NodeJS.Timeout | undefined;
  /** A reading reports hundreds of pages: the tree is updated at most a few times a second. */
  function updateSoon(): void {
    pending ??= setTimeout(() => {
      pending = undefined;
      changed.fire(undefined);
    }, 300);
  }

  /**
   * When rows are redrawn, they lose the mouse hover and any menu that is open on them, so a reading that changed
   * nothing does not update them.
   */
  function report(params: CatalogParams): void {
    const before = status;
    status = params;
    showStatus();
    if (before?.revision !== params.revision || before.state !== params.state || before.problem !== params.problem)
      updateSoon();
  }

  const registered = vscode.Disposable.from(
    changed,
    rows,
    problems,
    // A screen reader reads the row, not its badge.
    problems.onDidChange((ids) => {
      for (const id of ids) {
        const row = folderRows.get(id);
        if (row !== undefined) changed.fire(row);
      }
    }),
    server.onNotification<CatalogParams>(catalogNotification, report),
    connections.onDidChange(() => {
      status = undefined;
      known = false;
      readings.clear();
      filter.set(undefined);
      setContext(contexts.filtered, false);
      setContext(contexts.library, "loading");
      showStatus();
      changed.fire(undefined);
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => changed.fire(undefined)),
  );
  setContext(contexts.library, "loading");
  setContext(contexts.grouped, isGrouped());
  showStatus();

  return {
    selected: async () => asNode((await rows.selection())[0]),
    allSelected: async () => (await rows.selection()).flatMap((row) => asNode(row) ?? []),
    async selectedByKey() {
      const [row, ...more] = await rows.selectionOfKey();
      return more.length === 0 ? asNode(row) : undefined;
    },
    get visible() {
      return view.visible;
    },
    onDidChangeVisibility: view.onDidChangeVisibility,
    get filter() {
      return filter.current;
    },
    get sorting() {
      return sorting();
    },
    update: () => changed.fire(undefined),
    async setFilter(wanted, whose) {
      await connections.here(whose);
      filter.set(wanted);
      await filter.refresh(library.of(whose), folders, { fresh: true });
      setContext(contexts.filtered, filter.current !== undefined);
      changed.fire(undefined);
    },
    clearFilter() {
      filter.set(undefined);
      setContext(contexts.filtered, false);
      changed.fire(undefined);
    },
    async sort(by) {
      await globalState.update(sortingKey, by);
      changed.fire(undefined);
    },
    async group(on) {
      await globalState.update(groupedKey, on);
      setContext(contexts.grouped, on);
      changed.fire(undefined);
    },
    async setFavourite({ identity }, found, on) {
      const textIds = found.map(({ text }) => text.id);
      const before = readFavourites(globalState.get(favouritesKey), identity);
      await globalState.update(
        favouritesKey,
        withFavourites(
          globalState.get(favouritesKey),
          identity,
          on ? [...before, ...textIds] : before.filter((id) => !textIds.includes(id)),
        ),
      );
      changed.fire(undefined);
    },
    isSelected: ({ text }, language) =>
      view.selection.some(
        (row) =>
          (row.kind === "text" || (row.kind === "language" && row.language === language)) && row.text.id === text.id,
      ),
    async reveal({ folder, text, owner: whose }, { focus }) {
      if (!connections.isCurrent(whose)) return false;
      if (filter.shown !== undefined && filter.shown.texts.get(folder.id)?.some(({ id }) => id === text.id) !== true)
        return false;
      if (folders.length === 0) ({ folders } = await library.of(whose).folders());
      await view.reveal({ kind: "text", folder, text, owner: whose }, { select: true, focus, expand: false });
      return true;
    },
    dispose() {
      clearTimeout(pending);
      registered.dispose();
    },
  };

  function setContext(key: string, value: unknown): void {
    vscode.commands
      .executeCommand("setContext", key, value)
      .then(undefined, (error: unknown) => showFailure(log, error));
  }
}

function itemOf(
  node: Node,
  {
    connection,
    unfolded,
    problems,
  }: { readonly connection: string; readonly unfolded: boolean; readonly problems: Problems | undefined },
): vscode.TreeItem {
  const item = rowItem(rowOf(node, problems && problemWords(problems)));
  if (node.kind === "folder") item.resourceUri = addressOfFolder(node.folder.id);
  if (node.kind === "favourites" || (unfolded && node.kind === "folder"))
    item.collapsibleState = vscode.TreeItemCollapsibleState.Expanded;
  // VS Code remembers by id whether an item is expanded.
  if (unfolded && node.kind === "folder") item.id = `filtered ${item.id ?? ""}`;
  const language =
    node.kind === "language" ? node.language : node.kind === "text" ? firstLanguage(node.text) : undefined;
  if (language !== undefined && "text" in node) {
    const uri = uriOf({ connection, folder: node.folder, text: node.text, language });
    // VS Code's own command distinguishes how the row was chosen. A click opens a preview and leaves the focus in the
    // tree; a double click or Enter keeps the editor open and moves the focus there. A row with a command unfolds only
    // at its twistie.
    item.command = { command: "vscode.open", title: l10n.t("Open Text"), arguments: [uri] };
    if (node.kind === "language") item.resourceUri = uri;
  } else if (node.kind === "text")
    item.command = { command: commands.openText, title: l10n.t("Open Text"), arguments: [node] };
  return item;
}

/** The day is named only if it is not today, because the view's title has little room. */
function whenRead(date: Date): string {
  const isToday = date.toDateString() === new Date().toDateString();
  return date.toLocaleString([], { timeStyle: "short", ...(isToday ? {} : { dateStyle: "short" }) });
}
