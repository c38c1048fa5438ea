/**
 * The only way in which the editor makes a signing order: once the person agrees, the order's token is stored, the order
 * is sent once, and the report is based on a new reading.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { messageOf } from "../../language/index.ts";
import { buildOrder, newOrderToken, readOutcome } from "../../api/index.ts";
import type { OrderFacts, SigningOrder } from "../../api/index.ts";
import { carryOut } from "../calls/carryOut.ts";
import { CallFailed } from "../calls/carryOutModel.ts";
import { registerCommand, showFailure } from "../calls/commands.ts";
import type { Session } from "../connections/session.ts";
import { ownerOf } from "../connections/ownerModel.ts";
import { commands } from "../identifiers.ts";
import { reading } from "../calls/reading.ts";
import type { OrderOutcome } from "../sending/makeOrder.ts";
import type { Services } from "../services.ts";
import { agrees } from "../window/agrees.ts";
import { window } from "../window/window.ts";
import { tellUnreadable } from "../window/unreadable.ts";
import { givenToken } from "../records/givenOrderModel.ts";
import type { Following } from "./followModel.ts";
import { readOrder } from "../records/signingOrdersModel.ts";
import { signingSession } from "./pickOrder.ts";
import { createdWords, lookForOrder, noneLostWords, orderDialog, searchWords } from "./sendOrderModel.ts";
import { forgetSent, recoverSent, rememberSent, sentOrders, sentPlace } from "../records/sentOrders.ts";
import type { SentOrder, SentPlace } from "../records/sentOrders.ts";
import type { SigningTree } from "./signingTree.ts";

export interface Sender {
  readonly tree: SigningTree;
  readonly following: Following;
}

function sentPlaceOf({
  extension: { globalState, globalStorageUri },
  log,
}: Pick<Services, "extension" | "log">): SentPlace {
  return sentPlace(globalState, vscode.Uri.joinPath(globalStorageUri, "signing").fsPath, (problem) =>
    log.warn(problem),
  );
}

/** Reports the outcome to the user, so callers need not. */
export async function sendOrder(
  { extension, log }: Services,
  { tree, following }: Sender,
  {
    session,
    facts,
    sentBefore,
  }: { readonly session: Session; readonly facts: OrderFacts; readonly sentBefore?: string | undefined },
): Promise<OrderOutcome> {
  const token = newOrderToken();
  const { body, files } = buildOrder(facts, { token });
  let sent: SentOrder = { identity: session.identity, token, sentAt: new Date().toISOString() };
  const place = sentPlaceOf({ extension, log });
  const record = async (): Promise<void> => {
    tree.sending.add(token);
    sent = { ...sent, sentAt: new Date().toISOString() };
    await rememberSent(place, sent);
    tree.redraw();
  };
  /** If the record cannot be removed, only a warning is logged: the service's answer is valid all the same. */
  const letGo = (): Promise<void> =>
    forgetSent(place, token).catch((error: unknown) =>
      log.warn(
        `The signing order ${token} is still listed as lost, because its record could not be removed: ${String(error)}`,
      ),
    );
  const lookUp = async (signal: AbortSignal): Promise<string> => {
    const search = await lookForOrder(session.api, sent, { signal });
    if (search.kind === "found") await settle(search.orders);
    return searchWords(search);
  };
  const settle = async (orders: readonly SigningOrder[]): Promise<void> => {
    await letGo();
    for (const order of orders) tree.put(order, session);
  };
  try {
    const done = await carryOut({
      session,
      operation: "signing.orders.create",
      request: { body, files },
      dialog: orderDialog(body, facts.files, { sentBefore }),
      lookUp,
      record,
    });
    if (done === undefined) {
      await letGo();
      return { kind: "nothing" };
    }
    const outcome = readOutcome(done.answer);
    if (outcome.kind === "not-created") {
      await letGo();
      void window.showWarningMessage(outcome.words);
      return { kind: "not-created" };
    }
    if (outcome.kind === "unknown") {
      const seen = await lookUp(AbortSignal.timeout(30_000)).catch((error: unknown) =>
        l10n.t("The search for the order failed too: {0}", messageOf(error)),
      );
      void window.showWarningMessage(`${outcome.words} ${seen}`);
      return { kind: "unknown", sentAt: sent.sentAt };
    }
    await letGo();
    void report(outcome.id).catch((error: unknown) => showFailure(log, error));
    return { kind: "created", id: outcome.id };
  } catch (error) {
    if (error instanceof CallFailed && error.outcome === "unknown") {
      void showFailure(log, error);
      return { kind: "unknown", sentAt: sent.sentAt };
    }
    await letGo();
    throw error;
  } finally {
    tree.sending.delete(token);
    tree.redraw();
  }

  async function report(id: string): Promise<void> {
    const order = await reading(l10n.t("Reading the new signing order…"), (signal) =>
      readOrder(session.api, id, { signal }),
    );
    if (order !== undefined) tree.put(order, session);
    const follow = l10n.t("Follow"),
      show = l10n.t("Show Order");
    const choice = await window.showInformationMessage(
      createdWords(String(facts.packageName), order),
      ...(order === undefined ? [] : [follow, show]),
    );
    if (order === undefined || choice === undefined) return;
    if (choice === follow) await following.follow(session.identity, order);
    await tree.reveal(order, ownerOf(session));
  }
}

/** Registers the commands that look for orders whose answer was lost, and that forget them. */
export function registerLostOrders({ connections, extension, log }: Services, tree: SigningTree): vscode.Disposable {
  const place = sentPlaceOf({ extension, log });
  void recoverSent(place).then(
    (unreadable) => {
      tree.redraw();
      tellUnreadable(log, unreadable, (paths) =>
        l10n.t(
          "The record of a sent signing order cannot be read, so the order may be missing from the signing view. Check on the service before you send the same order again. The record stays at {0}.",
          paths,
        ),
      );
    },
    (error: unknown) => log.error(`Signing orders that were written down could not be looked for: ${String(error)}`),
  );

  const onLost =
    (title: string, act: (sent: SentOrder, session: Session) => Promise<void>) =>
    async (argument: unknown): Promise<void> => {
      const session = await signingSession(connections, argument);
      const unanswered = sentOrders(place.store, session.identity);
      const lost = unanswered.filter((sent) => !tree.sending.has(sent.token));
      if (lost.length === 0) {
        await window.showInformationMessage(noneLostWords(session.name, { isSending: unanswered.length > 0 }));
        return;
      }
      const token = givenToken(argument);
      const items = lost.map((sent) => ({
        label: l10n.t("Order sent {0}", new Date(sent.sentAt).toLocaleString()),
        sent,
      }));
      const sent = lost.find((each) => each.token === token) ?? (await window.showQuickPick(items, { title }))?.sent;
      if (sent !== undefined) await act(sent, session);
    };

  return vscode.Disposable.from(
    registerCommand(
      log,
      commands.findLostOrder,
      onLost(l10n.t("Look for an Order That Got No Clear Response"), async (sent, session) => {
        const { api } = session;
        const search = await reading(l10n.t("Looking for the order…"), (signal) => lookForOrder(api, sent, { signal }));
        if (search === undefined) return;
        if (search.kind === "found") {
          await forgetSent(place, sent.token);
          for (const order of search.orders) tree.put(order, session);
        }
        await window.showInformationMessage(searchWords(search));
      }),
    ),
    registerCommand(
      log,
      commands.forgetLostOrder,
      onLost(l10n.t("Forget an Order That Got No Clear Response"), async (sent) => {
        if (
          !(await agrees(l10n.t("Forget this order?"), {
            detail: l10n.t(
              "This removes the order from this view. If the service created the order, the order stays on the service. This extension can no longer look for the order afterwards, because its record of the order is removed too.",
            ),
            yes: l10n.t("Forget It"),
          }))
        )
          return;
        await forgetSent(place, sent.token);
        tree.redraw();
      }),
    ),
  );
}
