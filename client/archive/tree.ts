/**
 * The Archive view: the documents found by the last search, with their versions. It asks the service for nothing until
 * the person searches.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { columnsOf, foldersOf } from "../../api/index.ts";
import type { ListedFolder, SearchColumn } from "../../api/index.ts";
import { commands, contexts, views } from "../identifiers.ts";
import type { Services } from "../services.ts";
import { childrenOf, rowOf } from "../records/archiveDocumentModel.ts";
import type { ArchiveNode, Place } from "../records/archiveDocumentModel.ts";
import type { ArchiveEnvironment, ArchivePlace } from "./environment.ts";
import { environmentLabel } from "./environmentModel.ts";
import { unreadWords } from "../calls/answersModel.ts";
import { reading } from "../calls/reading.ts";
import { rowItem } from "../window/rowItem.ts";
import { criteriaWords, firstPage, hasMore, listingWords, nextPage } from "../records/archiveSearchModel.ts";
import type { Criteria, Listing } from "../records/archiveSearchModel.ts";

/** How the company has set up its archive. */
export interface Layout {
  readonly columns: readonly SearchColumn[];
  readonly folders: readonly ListedFolder[];
}

export interface ArchiveTree extends vscode.Disposable {
  /** The last search and the place it ran in; undefined before the first one. */
  readonly searched: { readonly place: Place; readonly criteria: Criteria } | undefined;
  /** The documents in the view. */
  readonly documents: readonly Extract<ArchiveNode, { kind: "document" }>[];
  /** Reads the layout once per place; undefined if the person cancels the reading. */
  layout(at: ArchivePlace): Promise<Layout | undefined>;
  search(at: ArchivePlace, criteria: Criteria): Promise<void>;
  more(): Promise<void>;
  /** Repeats the last search in the same place. */
  refresh(): Promise<void>;
}

export function createArchiveTree({ connections }: Services, environment: ArchiveEnvironment): ArchiveTree {
  const changed = new vscode.EventEmitter<undefined>();
  const layouts = new Map<string, Layout>();
  let columns: readonly SearchColumn[] = [];
  let asked: { readonly place: Place; readonly criteria: Criteria } | undefined;
  let found: { readonly place: Place; readonly listing: Listing } | undefined;
  /** Number of the newest search; answers of older ones are dropped. */
  let turn = 0;

  const documents = () => {
    if (found === undefined) return [];
    const { place, listing } = found;
    return listing.documents
      .slice(0, listing.shown)
      .map((document) => ({ kind: "document", place, document }) as const);
  };

  const view = vscode.window.createTreeView<ArchiveNode>(views.archive, {
    showCollapseAll: true,
    canSelectMany: true,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getTreeItem: (node) => itemOf(node, columns),
      getChildren: (node) =>
        node === undefined
          ? [...documents(), ...(found && hasMore(found.listing) ? [{ kind: "more" } as const] : [])]
          : [...childrenOf(node)],
    },
  });

  function show(state: "ask" | "noEnvironment" | "loading" | "ready" | "empty" | "offline", problem?: string): void {
    const words = found && criteriaWords(found.listing.criteria, columns);
    view.description =
      connections.current === undefined
        ? ""
        : [environmentLabel(found?.place.environment ?? environment.current), words ?? ""]
            .filter((part) => part !== "")
            .join(" · ");
    // A message hides the buttons of the welcome view, so the message itself must say what to do.
    if (state !== "loading")
      view.message = problem ?? (found === undefined || state !== "ready" ? undefined : listingWords(found.listing));
    void vscode.commands.executeCommand("setContext", contexts.archive, state);
    // The previous rows stay until the answer arrives.
    if (state !== "loading") changed.fire(undefined);
  }

  /** Empties the view, so that no document of one connection or environment is shown for another. */
  function clear(): void {
    turn += 1;
    asked = found = undefined;
    show(environment.current === undefined ? "noEnvironment" : "ask");
  }

  async function run(place: Place, title: string, ask: (signal: AbortSignal) => Promise<Listing>): Promise<void> {
    turn += 1;
    const mine = turn;
    const isOld = () => mine !== turn;
    show("loading");
    try {
      const listing = await reading(title, ask);
      if (isOld()) return;
      if (listing !== undefined) found = { place, listing };
      show(
        found === undefined
          ? "ask"
          : found.listing.documents.length === 0 && !hasMore(found.listing)
            ? "empty"
            : "ready",
      );
    } catch (error) {
      if (isOld()) return;
      show(found === undefined ? "offline" : "ready", unreadWords(error));
      throw error;
    }
  }

  async function search({ session, place }: ArchivePlace, criteria: Criteria): Promise<void> {
    asked = { place, criteria };
    await run(place, l10n.t("Searching the archive ({0})…", place.environment), (signal) =>
      firstPage(session.api.call, place.environment, criteria, { signal }),
    );
    columns = layouts.get(keyOf(place))?.columns ?? columns;
  }

  const owned = vscode.Disposable.from(changed, view, connections.onDidChange(clear), environment.onDidChange(clear));
  clear();

  return {
    get searched() {
      return asked;
    },
    get documents() {
      return documents();
    },
    async layout({ session, place }) {
      const kept = layouts.get(keyOf(place));
      if (kept !== undefined) return kept;
      const answer = await reading(l10n.t("Reading how the archive is set up…"), (signal) =>
        session.api.call("archive.columns", { environment: place.environment }, { signal }),
      );
      if (answer === undefined) return undefined;
      const layout = { columns: columnsOf(answer), folders: foldersOf(answer) };
      layouts.set(keyOf(place), layout);
      columns = layout.columns;
      return layout;
    },
    search,
    async more() {
      if (found === undefined) return;
      const { place, listing } = found;
      const { api } = await connections.session({ owner: place });
      await run(place, l10n.t("Loading more of the archive ({0})…", place.environment), (signal) =>
        nextPage(api.call, listing, { signal }),
      );
    },
    async refresh() {
      layouts.clear();
      if (asked === undefined) return;
      const { place, criteria } = asked;
      await search({ session: await connections.session({ owner: place }), place }, criteria);
    },
    dispose() {
      owned.dispose();
    },
  };
}

function keyOf({ identity, environment }: Place): string {
  return `${identity} ${environment}`;
}

function itemOf(node: ArchiveNode, columns: readonly SearchColumn[]): vscode.TreeItem {
  return rowItem({
    ...rowOf(node, columns),
    ...(node.kind === "version" && {
      command: { command: commands.openArchived, title: l10n.t("Open Version"), arguments: [node] },
    }),
    ...(node.kind === "more" && { command: { command: commands.moreOfArchive, title: l10n.t("Load More") } }),
  });
}
