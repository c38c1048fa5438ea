/**
 * Registers everything for digital signing: the view, news about followed orders, and the commands on orders and PDFs.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { capitalised } from "../calls/carryOut.ts";
import { registerCommand } from "../calls/commands.ts";
import { commands } from "../identifiers.ts";
import { reading } from "../calls/reading.ts";
import type { Services } from "../services.ts";
import type { Sides } from "../window/sides.ts";
import { window } from "../window/window.ts";
import { registerDownloads } from "./downloads.ts";
import { createFollow } from "./follow.ts";
import { registerOrderCommands } from "./orderCommands.ts";
import { dayProblem, knownStatuses } from "../records/signingOrdersModel.ts";
import type { OrderFilter } from "../records/signingOrdersModel.ts";
import { signingSession } from "./pickOrder.ts";
import { sendOrder } from "./sendOrder.ts";
import type { MakeOrder } from "../sending/makeOrder.ts";
import { setupPage } from "./setupModel.ts";
import { createSigningTree } from "./signingTree.ts";
import { registerStartOrder } from "./startOrder.ts";
import { orderStatusText } from "../records/signingStatusModel.ts";

export function registerSigning(
  services: Services,
  sides: Sides,
): vscode.Disposable & { readonly makeOrder: MakeOrder } {
  const { connections, log } = services;
  const follow = createFollow(services);
  const tree = createSigningTree(services, (identity) => follow.following.followed(identity));
  const registered = vscode.Disposable.from(
    tree,
    follow,
    follow.watch(tree),
    registerOrderCommands(services, { tree, sides }),
    registerDownloads(services, tree),
    registerStartOrder(services, { tree, following: follow.following }),
    registerCommand(log, commands.refreshOrders, () => tree.refresh()),
    registerCommand(log, commands.filterOrders, async () => {
      const filter = await askFilter(tree.filter);
      if (filter !== undefined) tree.setFilter(filter);
    }),
    registerCommand(log, commands.showSigningSetup, async () => {
      const session = await signingSession(connections);
      const initial = await reading(l10n.t("Reading how signing is set up…"), (signal) =>
        session.api.call("signing.initialData", {}, { signal }),
      );
      if (initial !== undefined) await sides.open(setupPage(initial, session.name), "signing-setup.txt");
    }),
    registerCommand(log, commands.loadOlderOrders, async () => {
      const session = await signingSession(connections);
      await reading(l10n.t("Reading older signing orders…"), (signal) => tree.loadOlder(session, signal));
    }),
  );
  return {
    makeOrder: (wish) => sendOrder(services, { tree, following: follow.following }, wish),
    dispose() {
      registered.dispose();
    },
  };
}

/** Undefined if the person cancelled; the filter is then unchanged. */
async function askFilter({ from, to, statuses }: OrderFilter): Promise<OrderFilter | undefined> {
  const title = l10n.t("Filter Signing Orders");
  const items = knownStatuses.map((status) => ({
    label: capitalised(orderStatusText(status)),
    picked: statuses.includes(status),
    status,
  }));
  const picked = await window.showQuickPick(items, {
    title,
    canPickMany: true,
    placeHolder: l10n.t("Statuses to list; select none to list all"),
  });
  if (picked === undefined) return undefined;
  const day = (prompt: string, value: string | undefined): Thenable<string | undefined> =>
    window.showInputBox({ title, prompt, value: value ?? "", placeHolder: "2026-03-31", validateInput: dayProblem });
  const first = await day(l10n.t("From this day on; empty for no limit"), from);
  if (first === undefined) return undefined;
  const last = await day(l10n.t("Up to this day; empty for no limit"), to);
  return last === undefined
    ? undefined
    : { ...(first && { from: first }), ...(last && { to: last }), statuses: picked.map(({ status }) => status) };
}
