/** Sending a signing order: the words of the dialog, and what is known afterwards. Does not import `vscode`. */
import * as l10n from "@vscode/l10n";
import { findOrder, orderAvailability, reachOf, withoutNames } from "../../api/index.ts";
import type { AnswerOf, Api, OrderRequest, OrderSearch, SigningOrder } from "../../api/index.ts";
import type { Dialog } from "../calls/carryOutModel.ts";
import { sizeWords } from "../window/inDisplayLanguage.ts";
import { brief, oneOrMany, visible } from "../../language/index.ts";
import { orderName, signatoryName, signStatusOf, statusOf } from "../records/signingOrderModel.ts";
import type { SentOrder } from "../records/sentOrders.ts";

export interface OrderFileFacts {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Key of the panel that showed the PDF; undefined for a file. */
  readonly panel?: string;
}

/** `sentBefore`: ISO time when the same order was sent before, with an unknown outcome. */
export function orderDialog(
  body: OrderRequest,
  files: readonly OrderFileFacts[],
  { sentBefore }: { readonly sentBefore?: string | undefined } = {},
): Dialog {
  const { length } = body.signatories;
  const nameless = withoutNames(body);
  const numbered = body.signatories
    .filter(({ personalNumber }) => (personalNumber ?? "") !== "")
    .map(({ emailAddress }) => visible(emailAddress));
  return {
    question: oneOrMany(
      length,
      l10n.t('Ask 1 person to sign "{0}"?', brief(String(body.packageName))),
      l10n.t('Ask {0} people to sign "{1}"?', length, brief(String(body.packageName))),
    ),
    yes: l10n.t("Create and Ask Them"),
    consequences: [
      ...(sentBefore === undefined
        ? []
        : [
            l10n.t(
              "THIS ORDER WAS ALREADY SENT at {0}. It is not known whether the service created it. If you send it again, everybody may be asked a second time.",
              new Date(sentBefore).toLocaleString(),
            ),
          ]),
      l10n.t(
        "Files ({0}): {1}.",
        files.length,
        files.map(({ name, bytes }) => `${visible(name)} (${sizeWords(bytes.length)})`).join(", "),
      ),
      ...reachOf(body).map(visible),
      ...(nameless.length === 0
        ? []
        : [
            l10n.t(
              "First or last name is missing for: {0}. Some signing providers need both names. With such a provider, no order is created.",
              nameless.map(visible).join(", "),
            ),
          ]),
      ...(numbered.length === 0
        ? []
        : [l10n.t("The order includes the personal numbers of: {0}.", numbered.join(", "))]),
      l10n.t(
        "The order counts against the company's licence for signing. You cannot recall its emails, even if you cancel the order later.",
      ),
    ],
  };
}

/** Returns why no order can be made now; undefined if one can, or if the service does not say. */
export function whyNoOrder(initial: AnswerOf<"signing.initialData">): string | undefined {
  const { answer, words } = orderAvailability(initial);
  return answer === "no" ? words : undefined;
}

/** `order` is the new order as read from the service; undefined if it could not be read. */
export function createdWords(name: string, order: SigningOrder | undefined): string {
  if (order === undefined)
    return l10n.t(
      'The order "{0}" was created. The service does not show it yet; refresh the signing view later.',
      brief(name),
    );
  const people = (order.signatories ?? []).map(
    (signatory) => `${signatoryName(signatory)} (${signStatusOf(signatory)})`,
  );
  const made = l10n.t("The order {0} was created. Its status is {1}.", orderName(order), statusOf(order));
  return `${made} ${people.length === 0 ? l10n.t("The service does not show the signatories.") : l10n.t("Signatories: {0}.", people.join(", "))}`;
}

/** Looks among the newest orders for the one with this token, whose answer was lost. Rejects with ApiError. */
export function lookForOrder(
  api: Api,
  { token, sentAt }: Pick<SentOrder, "token" | "sentAt">,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<OrderSearch> {
  return findOrder(
    (operation, request, options) => api.call(operation, request, options),
    { token, sentAt: new Date(sentAt) },
    { ...(signal && { signal }) },
  );
}

/** Says that no order was lost. `isSending`: whether an order is being sent now. */
export function noneLostWords(connection: string, { isSending }: { readonly isSending: boolean }): string {
  return isSending
    ? l10n.t(
        "An order of the connection {0} is being sent. Wait for its response. No other order is waiting for a clear response.",
        connection,
      )
    : l10n.t("No signing order of the connection {0} is waiting for a clear response.", connection);
}

export function searchWords(search: OrderSearch): string {
  if (search.kind === "not-shown") {
    return l10n.t(
      "The order is not among the {0} newest orders that the service lists. It may have been created all the same, or still be on its way. It stays in the signing view, so that you can look for it again.",
      search.listed,
    );
  }
  const [order] = search.orders;
  if (search.orders.length > 1 || order === undefined)
    return l10n.t(
      "The service lists {0} orders that match the one that was sent. Look at each of them in the signing view.",
      search.orders.length,
    );
  return l10n.t(
    "The order was found: {0} was created, and its status is {1}. Do not send it again.",
    orderName(order),
    statusOf(order),
  );
}
