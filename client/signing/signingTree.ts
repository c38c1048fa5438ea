/**
 * The signing view: the newest orders with their signatories and files, orders that are followed or were opened by id,
 * orders that are being sent, and orders whose answer was lost.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { SigningOrder } from "../../api/index.ts";
import type { Session } from "../connections/session.ts";
import { owned, ownerOf } from "../connections/ownerModel.ts";
import type { Owned, Owner } from "../connections/ownerModel.ts";
import { commands, contexts, views } from "../identifiers.ts";
import { rowItem } from "../window/rowItem.ts";
import type { Services } from "../services.ts";
import { childrenOf, rowOf, sentNodes } from "../records/signingOrderModel.ts";
import type { SigningNode } from "../records/signingOrderModel.ts";
import { filterWords, noFilter, oldestDate, readOrder, readOrders, withOlder } from "../records/signingOrdersModel.ts";
import type { OrderFilter } from "../records/signingOrdersModel.ts";
import { sentOrders } from "../records/sentOrders.ts";
import { unreadWords } from "../calls/answersModel.ts";

export interface SigningTree extends vscode.Disposable {
  readonly visible: boolean;
  readonly onDidChangeVisibility: vscode.Event<unknown>;
  readonly filter: OrderFilter;
  /** Orders of a company as last read, for a list to choose from. Empty if the view shows another company. */
  ordersOf(owner: Pick<Owner, "identity">): readonly SigningOrder[];
  setFilter(filter: OrderFilter): void;
  /** Tokens of the orders that this window is sending now. A caller that changes this set must redraw the view. */
  readonly sending: Set<string>;
  /** Reads everything again. */
  refresh(): void;
  /** Redraws without reading. */
  redraw(): void;
  /**
   * Adds an order that was read by its id, and keeps it in the view even if the service's list does not contain it.
   * Ignores an order of a company other than the view's: the author may have switched the window in the meantime.
   */
  put(order: SigningOrder, owner: Pick<Owner, "identity">): void;
  remove(id: string): void;
  /**
   * Reveals the order in the view and selects it. Rejects with OtherLibrary if the order belongs to a company other
   * than the view's.
   */
  reveal(order: SigningOrder, owner: Owner): Promise<void>;
  loadOlder(session: Session, signal: AbortSignal): Promise<void>;
}

export function createSigningTree(
  { connections, extension, log }: Services,
  followed: (identity: string) => readonly string[],
): SigningTree {
  const changed = new vscode.EventEmitter<undefined>();
  /** Increases with every request to read again; answers to older requests are dropped. */
  let wish = 0;
  const sending = new Set<string>();
  let listed: readonly SigningOrder[] | undefined;
  let single: readonly SigningOrder[] = [];
  let filter = noFilter;
  /** The owner of the orders in the view. */
  let owner: Owner | undefined;
  /** Whether the service shows no older orders. */
  let ended = false;

  const provider: vscode.TreeDataProvider<Owned<SigningNode>> = {
    onDidChangeTreeData: changed.event,
    getTreeItem: itemOf,
    getChildren: async (node) =>
      node === undefined
        ? owned(await roots(), owner)
        : node.kind === "order"
          ? owned(childrenOf(node.order), node.owner)
          : [],
    getParent: (node) =>
      node.kind === "signatory" || node.kind === "file" ? { ...nodeOf(node.order), owner: node.owner } : undefined,
  };
  const view = vscode.window.createTreeView(views.signing, { treeDataProvider: provider, showCollapseAll: true });

  async function roots(): Promise<SigningNode[]> {
    if (connections.current === undefined || !vscode.workspace.isTrusted) return [];
    try {
      if (listed === undefined && !(await read())) return [];
    } catch (error) {
      offline(error);
      return [];
    }
    const sent = sentNodes(sentOrders(extension.globalState, owner?.identity ?? ""), sending);
    const orders = shown().map(nodeOf);
    setState(orders.length + sent.length === 0 ? "empty" : "ready");
    const before = ended ? undefined : oldestDate(listed ?? []);
    return [
      ...sent,
      ...orders,
      ...(orders.length === 0 ? [] : [{ kind: "end", listed: listed?.length ?? 0, before } as const]),
    ];
  }

  /**
   * Resolves with false if a newer request came in the meantime, or if the connection has no address for digital
   * signing.
   */
  async function read(): Promise<boolean> {
    const mine = wish;
    const session = await connections.session();
    if (session.api.connection.signingApiUrl === undefined) {
      setState("noAddress");
      return false;
    }
    // Removes duplicates, because VS Code shows nothing if two rows have the same id.
    const orders = withOlder([], await readOrders(session.api, filter));
    const known = new Set(orders.map(({ id }) => id));
    const wanted = new Set(
      [...single.map(({ id }) => id), ...followed(session.identity)].filter((id) => !known.has(id)),
    );
    // An order that cannot be read now does not hide the others; the next refresh tries again.
    const read = await Promise.allSettled([...wanted].map((id) => readOrder(session.api, id)));
    if (mine !== wish) return false;
    for (const each of read)
      if (each.status === "rejected")
        log.warn(`A signing order that is followed or was opened by its id could not be read: ${String(each.reason)}`);
    listed = orders;
    single = read.flatMap((each) => (each.status === "fulfilled" && each.value !== undefined ? [each.value] : []));
    ended = false;
    owner = ownerOf(session);
    view.message = undefined;
    view.description = filterWords(filter);
    return true;
  }

  function offline(error: unknown): void {
    view.message = unreadWords(error);
    setState("offline");
  }

  /** Orders that are not in the service's list come first, because the person asked for them. */
  function shown(): readonly SigningOrder[] {
    return [...single, ...(listed ?? [])];
  }

  function nodeOf(order: SigningOrder): SigningNode {
    return { kind: "order", order, followed: followed(owner?.identity ?? "").includes(order.id) };
  }

  function setState(state: "loading" | "ready" | "empty" | "offline" | "noAddress"): void {
    void vscode.commands.executeCommand("setContext", contexts.signing, state);
  }

  function refresh(): void {
    wish += 1;
    listed = undefined;
    setState("loading");
    changed.fire(undefined);
  }

  /**
   * Before the view is read, orders of any company are accepted. Reading the view drops the orders of every company but
   * its own.
   */
  const isOfView = (of: string): boolean => listed === undefined || of === owner?.identity;

  function put(order: SigningOrder, { identity }: Pick<Owner, "identity">): void {
    if (!isOfView(identity)) return;
    const replaced = (orders: readonly SigningOrder[]): readonly SigningOrder[] =>
      orders.map((each) => (each.id === order.id ? order : each));
    if (shown().some(({ id }) => id === order.id)) {
      listed = listed && replaced(listed);
      single = replaced(single);
    } else single = [order, ...single];
    changed.fire(undefined);
  }

  const disposables = vscode.Disposable.from(
    changed,
    view,
    connections.onDidChange(() => {
      single = [];
      view.message = undefined;
      refresh();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(refresh),
  );
  setState("loading");

  return {
    get visible() {
      return view.visible;
    },
    onDidChangeVisibility: view.onDidChangeVisibility,
    get filter() {
      return filter;
    },
    ordersOf: ({ identity }) => (identity === owner?.identity ? shown() : []),
    setFilter(wanted) {
      filter = wanted;
      refresh();
    },
    sending,
    refresh,
    put,
    redraw: () => changed.fire(undefined),
    remove(id) {
      listed = listed?.filter((order) => order.id !== id);
      single = single.filter((order) => order.id !== id);
      changed.fire(undefined);
    },
    async reveal(order, of) {
      await connections.here(of);
      put(order, of);
      await view.reveal({ ...nodeOf(order), owner: of }, { select: true, focus: false, expand: true });
    },
    async loadOlder({ api }, signal) {
      const before = oldestDate(listed ?? []);
      if (listed === undefined || before === undefined) return;
      const mine = wish;
      const older = await readOrders(api, filter, { before, signal });
      if (mine !== wish || listed === undefined) return;
      const more = withOlder(listed, older);
      ended = more.length === listed.length;
      listed = more;
      single = single.filter(({ id }) => !more.some((order) => order.id === id));
      changed.fire(undefined);
    },
    dispose() {
      disposables.dispose();
    },
  };
}

function itemOf(node: SigningNode): vscode.TreeItem {
  return rowItem({
    ...rowOf(node),
    ...(node.kind === "end" &&
      node.before !== undefined && {
        command: { command: commands.loadOlderOrders, title: l10n.t("Load Older Orders") },
      }),
  });
}
