/**
 * Finds the order that a command works on. If a row is given, this is the order of the row. Otherwise the person
 * chooses from the orders that the view read last, or enters an id. The order is always read again.
 */
import * as l10n from "@vscode/l10n";
import type { SigningOrder } from "../../api/index.ts";
import type { Connections } from "../connections/connections.ts";
import type { Session } from "../connections/session.ts";
import { givenOwner, ownerOf, sessionFor } from "../connections/ownerModel.ts";
import { reading } from "../calls/reading.ts";
import { window } from "../window/window.ts";
import { givenOrder } from "../records/givenOrderModel.ts";
import { orderName, signatoryName, signStatusOf, statusOf } from "../records/signingOrderModel.ts";
import type { Signatory } from "../records/signingOrderModel.ts";
import { readOrder } from "../records/signingOrdersModel.ts";
import type { SigningTree } from "./signingTree.ts";

export interface Meant {
  readonly session: Session;
  /** As read just now. */
  readonly order: SigningOrder;
  /** The clicked signatory. */
  readonly signatory: Signatory | undefined;
}

/**
 * `title` is shown above the list of orders. Resolves with undefined if the person cancelled. Rejects with an error
 * whose message is for the user.
 */
export async function meantOrder(
  { connections, tree }: { readonly connections: Connections; readonly tree: SigningTree },
  argument: unknown,
  title: string,
): Promise<Meant | undefined> {
  const asked = await signingSession(connections, argument);
  const given = givenOrder(argument);
  const id = given?.id ?? (await pickId(tree.ordersOf(asked), title));
  if (id === undefined) return undefined;
  // The list may have been open for a long time, so the window may have switched to another company.
  const session = await connections.here(ownerOf(asked));
  const read = await freshOrder(session, id);
  if (read === undefined) return undefined;
  const { order } = read;
  if (order === undefined)
    throw new Error(
      l10n.t(
        "The service does not show the order {0} to this client: it may be missing or deleted, or belong to another company.",
        id,
      ),
    );
  return {
    session,
    order,
    signatory: given?.signatory === undefined ? undefined : order.signatories?.[given.signatory],
  };
}

/**
 * Returns a session for work that starts now. If a row is given, this is a session of the row's owner. Rejects if the
 * connection has no address for digital signing.
 */
export async function signingSession(connections: Connections, argument?: unknown): Promise<Session> {
  const session = await sessionFor(connections, givenOwner(argument));
  if (session.api.connection.signingApiUrl === undefined) {
    throw new Error(
      l10n.t(
        "The connection {0} has no address for digital signing. Add signingApiUrl to it in your user settings (smartform.connections).",
        session.name,
      ),
    );
  }
  return session;
}

/**
 * `order` is undefined if the service does not show it; the whole result is undefined if the person cancelled the
 * reading.
 */
export async function freshOrder(
  { api }: Session,
  id: string,
): Promise<{ readonly order: SigningOrder | undefined } | undefined> {
  return reading(l10n.t("Reading the signing order…"), async (signal) => ({
    order: await readOrder(api, id, { signal }),
  }));
}

async function pickId(orders: readonly SigningOrder[], title: string): Promise<string | undefined> {
  const other = { icon: "edit", label: l10n.t("Another order, by its id…"), description: "", id: undefined };
  const items = [
    ...orders.map((order) => ({ label: orderName(order), description: statusOf(order), id: order.id })),
    other,
  ];
  const picked =
    orders.length === 0
      ? other
      : await window.showQuickPick(items, {
          title,
          placeHolder: l10n.t("Orders as last read; the service lists only the newest ones"),
          matchOnDescription: true,
        });
  if (picked === undefined) return undefined;
  return picked.id ?? askId(title);
}

export async function askId(title: string): Promise<string | undefined> {
  const typed = await window.showInputBox({
    title,
    prompt: l10n.t("Id of the signing order"),
    validateInput: (value) => (value.trim() === "" ? l10n.t("Enter the id.") : undefined),
  });
  return typed?.trim();
}

/** If there is only one signatory, returns them without asking. */
export async function pickSignatory(signatories: readonly Signatory[], title: string): Promise<Signatory | undefined> {
  if (signatories.length === 1) return signatories[0];
  const items = signatories.map((signatory) => ({
    label: signatoryName(signatory),
    description: signStatusOf(signatory),
    signatory,
  }));
  return (await window.showQuickPick(items, { title, matchOnDescription: true }))?.signatory;
}
