/**
 * Commands on one order: remind, cancel, delete, copy, inspect. Commands that change the order report what a new
 * reading shows.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { messageOf } from "../../language/index.ts";
import { waitingPeople } from "../../api/index.ts";
import type { SigningOrder } from "../../api/index.ts";
import { carryOut } from "../calls/carryOut.ts";
import { registerCommand } from "../calls/commands.ts";
import type { Session } from "../connections/session.ts";
import { commands } from "../identifiers.ts";
import { reading } from "../calls/reading.ts";
import type { Services } from "../services.ts";
import type { Sides } from "../window/sides.ts";
import { window } from "../window/window.ts";
import { dialogOf, lookAfter, reportOf } from "./orderCallsModel.ts";
import type { OrderCall } from "./orderCallsModel.ts";
import { linkOf, orderJson, orderName, signatoryName } from "../records/signingOrderModel.ts";
import { readOrder } from "../records/signingOrdersModel.ts";
import { meantOrder, pickSignatory } from "./pickOrder.ts";
import type { Meant } from "./pickOrder.ts";
import type { SigningTree } from "./signingTree.ts";

export function registerOrderCommands(
  { connections, log }: Services,
  { tree, sides }: { readonly tree: SigningTree; readonly sides: Sides },
): vscode.Disposable {
  const meant = (argument: unknown, title: string): Promise<Meant | undefined> =>
    meantOrder({ connections, tree }, argument, title);

  function show(session: Session, id: string, now: SigningOrder | undefined): void {
    if (now === undefined) tree.remove(id);
    else tree.put(now, session);
  }

  const callOn =
    (call: OrderCall, title: string) =>
    async (argument: unknown): Promise<void> => {
      const found = await meant(argument, title);
      if (found === undefined) return;
      const { session, order } = found;
      tree.put(order, session);
      if (call === "signing.sendReminders" && waitingPeople(order).length === 0) {
        await window.showInformationMessage(
          l10n.t("Everybody has signed {0}: there is nobody to remind.", orderName(order)),
        );
        return;
      }
      const done = await carryOut<OrderCall>({
        session,
        operation: call,
        request: { path: { orderId: order.id } },
        dialog: dialogOf(call, order),
        lookUp: async (signal) => {
          const { now, words } = await lookAfter(session.api, call, order, { signal });
          show(session, order.id, now);
          return words;
        },
      });
      if (done === undefined) return;
      const again = await reading(l10n.t("Reading the signing order again…"), async (signal) => ({
        order: await readOrder(session.api, order.id, { signal }),
      })).catch((error: unknown) => {
        throw new Error(
          l10n.t(
            'The service answered "{0}", but the order could not be read again: {1}',
            String(done.answer),
            messageOf(error),
          ),
          { cause: error },
        );
      });
      if (again === undefined)
        throw new Error(
          l10n.t(
            'The service answered "{0}", but you cancelled the check before the order was read again.',
            String(done.answer),
          ),
        );
      const { order: now } = again;
      show(session, order.id, now);
      const report = reportOf(call, done.answer, { before: order, now });
      log.info(`${call}: ${report.done ? "done" : "not done"}.`);
      await (report.done ? window.showInformationMessage(report.words) : window.showWarningMessage(report.words));
    };

  async function copyAddress(argument: unknown): Promise<void> {
    const title = l10n.t("Copy Signing Address");
    const found = await meant(argument, title);
    if (found === undefined) return;
    const { order } = found;
    const withLink = (order.signatories ?? []).filter((signatory) => linkOf(signatory) !== undefined);
    if (withLink.length === 0)
      throw new Error(
        l10n.t(
          "The service shows no signing address for {0}. An order that was created without links for immediate signing may have no signing addresses.",
          orderName(order),
        ),
      );
    const signatory = found.signatory ?? (await pickSignatory(withLink, title));
    const link = signatory && linkOf(signatory);
    if (signatory === undefined) return;
    if (link === undefined)
      throw new Error(l10n.t("The service shows no signing address for {0}.", signatoryName(signatory)));
    await vscode.env.clipboard.writeText(link);
    await window.showInformationMessage(
      l10n.t("The address is on the clipboard. Anyone who has it can sign as {0}.", signatoryName(signatory)),
    );
  }

  return vscode.Disposable.from(
    registerCommand(log, commands.remindSignatories, callOn("signing.sendReminders", l10n.t("Remind Signatories"))),
    registerCommand(log, commands.cancelOrder, callOn("signing.orders.cancel", l10n.t("Cancel Signing Order"))),
    registerCommand(log, commands.deleteOrder, callOn("signing.orders.delete", l10n.t("Delete Signing Order"))),
    registerCommand(log, commands.copySignAddress, copyAddress),
    registerCommand(log, commands.copyOrderId, async (argument) => {
      const found = await meant(argument, l10n.t("Copy Order Id"));
      if (found !== undefined) await vscode.env.clipboard.writeText(found.order.id);
    }),
    registerCommand(log, commands.showOrderJson, async (argument) => {
      const found = await meant(argument, l10n.t("Show Signing Order as JSON"));
      if (found !== undefined)
        await sides.open(orderJson(found.order), `${found.order.packageName ?? found.order.id}.json`);
    }),
  );
}
