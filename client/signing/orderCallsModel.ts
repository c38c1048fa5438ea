/**
 * Reminding, cancelling and deleting an order: the words of the dialog, and what is true afterwards. Does not import
 * `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { hasSignedFiles, saidFalse, shownAddress, waitingPeople } from "../../api/index.ts";
import type { Api, SigningOrder } from "../../api/index.ts";
import type { Dialog } from "../calls/carryOutModel.ts";
import { brief } from "../../language/index.ts";
import { isOver, orderName, statusOf } from "../records/signingOrderModel.ts";
import { readOrder } from "../records/signingOrdersModel.ts";

export type OrderCall = keyof typeof saidFalse;

/**
 * Returns the words of the dialog, which names everybody who is not known to have signed. `order` was read just before.
 */
export function dialogOf(call: OrderCall, order: SigningOrder): Required<Omit<Dialog, "filedUnder">> {
  const name = orderName(order);
  const waiting = waitingPeople(order);
  const now = l10n.t(
    "The order was read just now: {0}, {1}.",
    statusOf(order),
    order.signatories
      ? l10n.t(
          "{0} of {1} signed",
          order.signatories.filter(({ signStatus }) => signStatus === 3).length,
          order.signatories.length,
        )
      : l10n.t("the service does not show the order's signatories"),
  );
  switch (call) {
    case "signing.sendReminders":
      return {
        question: l10n.t('Remind everybody who has not signed "{0}"?', name),
        yes: l10n.t("Remind"),
        people: waiting,
        consequences: [
          now,
          l10n.t("Everybody above gets an email, which cannot be recalled."),
          ...(isOver(order) ? [l10n.t("The order has ended, so a reminder may serve no purpose.")] : []),
        ],
      };
    case "signing.orders.cancel":
      return {
        question: l10n.t('Cancel the signing order "{0}"?', name),
        yes: l10n.t("Cancel the Order"),
        people: [...waiting, ...webhooksOf(order)],
        consequences: [
          now,
          l10n.t("This cannot be undone. To get signatures, create a new order."),
          l10n.t("It is not documented whether the people above are notified. Assume that they are."),
          ...webhookSentences(order),
        ],
      };
    case "signing.orders.delete":
      return {
        question: l10n.t('Delete the signing order "{0}"?', name),
        yes: l10n.t("Delete the Order"),
        people: isOver(order) ? [] : waiting,
        consequences: [
          now,
          l10n.t("This deletes the order for everybody. It cannot be brought back."),
          ...(hasSignedFiles(order) === "no"
            ? []
            : [
                l10n.t(
                  "Download signed files and proofs before you delete the order: it is not documented whether they are still available afterwards.",
                ),
              ]),
          ...(isOver(order)
            ? []
            : [
                l10n.t(
                  "The order has not ended, so the people above may still be about to sign. It is not documented whether they are notified of the deletion. Assume that they are.",
                ),
                l10n.t("It is also not documented whether the order's webhook is called."),
              ]),
        ],
      };
  }
}

/** Answers may contain `cancelledWebhookUrl`, although the documents do not list it. */
function webhookOf({
  cancelledWebhookUrl,
}: SigningOrder & { readonly cancelledWebhookUrl?: unknown }): string | undefined {
  return typeof cancelledWebhookUrl === "string" && cancelledWebhookUrl !== "" ? cancelledWebhookUrl : undefined;
}

function webhooksOf(order: SigningOrder): readonly string[] {
  const url = webhookOf(order);
  return [url === undefined ? l10n.t("the order's webhook for cancellation, if it has one") : shownAddress(url)];
}

function webhookSentences(order: SigningOrder): readonly string[] {
  return webhookOf(order) === undefined
    ? [
        l10n.t(
          "If the order was created with a webhook for cancellation, the service calls that webhook, and another system may act on it. The service does not show whether there is one.",
        ),
      ]
    : [l10n.t("The service calls the order's webhook up to four times, and another system may act on these calls.")];
}

/**
 * `answer` is the result of the call: false means not done, despite the status 200. `now` is the order as read
 * afterwards; undefined if the service no longer shows it.
 */
export function reportOf(
  call: OrderCall,
  answer: boolean,
  { before, now }: { readonly before: SigningOrder; readonly now: SigningOrder | undefined },
): { readonly done: boolean; readonly words: string } {
  const reads = readsNow(before, now);
  if (!answer) return { done: false, words: `${saidFalse[call]()} ${reads}` };
  switch (call) {
    case "signing.sendReminders":
      return {
        done: true,
        words: `${l10n.t("The service says that it reminded everyone who has not signed {0}.", orderName(before))} ${reads}`,
      };
    case "signing.orders.cancel":
      return now?.status === 70
        ? { done: true, words: l10n.t("The order {0} is cancelled.", orderName(before)) }
        : { done: true, words: `${l10n.t("The service says that it cancelled {0}.", orderName(before))} ${reads}` };
    case "signing.orders.delete":
      return now === undefined
        ? {
            done: true,
            words: l10n.t("The order {0} is deleted: the service does not show it any more.", orderName(before)),
          }
        : {
            done: false,
            words: `${l10n.t("The service says that it deleted {0}, but still shows it.", orderName(before))} ${reads}`,
          };
  }
}

/** Reads the order after an answer was lost. */
export async function lookAfter(
  api: Api,
  call: OrderCall,
  before: SigningOrder,
  { signal }: { readonly signal: AbortSignal },
): Promise<{ readonly now: SigningOrder | undefined; readonly words: string }> {
  const now = await readOrder(api, before.id, { signal });
  const words =
    call === "signing.sendReminders"
      ? `${readsNow(before, now)} ${l10n.t("The order's status does not show whether reminders were sent.")}`
      : readsNow(before, now);
  return { now, words };
}

export function readsNow(before: SigningOrder, now: SigningOrder | undefined): string {
  if (now === undefined) return l10n.t("The extension asked for the order again, but the service no longer shows it.");
  const waiting = now.signatories?.length ? waitingPeople(now).map(brief) : [];
  const reads =
    statusOf(now) === statusOf(before)
      ? l10n.t("The order was read again and is {0}, as before.", statusOf(now))
      : l10n.t("The order was read again and is {0}.", statusOf(now));
  if (isOver(now) || waiting.length === 0) return reads;
  const named = waiting.slice(0, 5).join(", ");
  return `${reads} ${l10n.t("Not signed: {0}.", waiting.length > 5 ? l10n.t("{0} and {1} more", named, waiting.length - 5) : named)}`;
}
