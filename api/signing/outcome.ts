/** Reads the answer to a create request: 200 means only that the request was valid (document 2, "Digital signing"). */
import * as l10n from "@vscode/l10n";
import type { AnswerOf } from "../http/client.ts";
import { isObject } from "../operations/schema.ts";

export type CreateAnswer = AnswerOf<"signing.orders.create">;

/** `unknown`: an order may have been created, and people may have been mailed; check before you send anything again. */
type CreateOutcome =
  | { readonly kind: "created"; readonly id: string }
  | { readonly kind: "not-created"; readonly words: string }
  | { readonly kind: "unknown"; readonly words: string };

const exceeded = "licence_order_will_exceed_usage";

const lookUp = (happened: string): CreateOutcome => ({
  kind: "unknown",
  words: `${happened} ${l10n.t("The outcome is not certain: look for the order before you send it again.")}`,
});

/** Only type 0 together with an id means that an order was created. */
export function readOutcome({ data, type, message }: CreateAnswer): CreateOutcome {
  const id = idOf(data);
  if (type === 0 && id !== undefined) return { kind: "created", id };
  if (type === 2) return { kind: "not-created", words: licenceWords(message) };
  if (type === 1 && message === "invalid_personal_number")
    return {
      kind: "not-created",
      words: l10n.t(
        "No order was created: the signing provider rejected a personal number. Correct it or leave it out.",
      ),
    };
  if (type === 1 && message === "something_went_wrong_with_external_provider")
    return lookUp(l10n.t("The signing provider failed. It is not known whether the provider has notified anybody."));
  if (type === 1 && message === "something_went_wrong_internal") {
    return lookUp(
      l10n.t(
        "The service had an internal error, and does not say which. Possible causes: a signatory’s first or last name is missing, and the signing provider needs both names; the order was not saved; or something else went wrong.",
      ),
    );
  }
  if (type === 1)
    return lookUp(
      l10n.t("The service says that the order was not created ({0}).", message ?? l10n.t("no reason given")),
    );
  return lookUp(l10n.t("The service does not say whether the order was created."));
}

function licenceWords(message: string | null | undefined): string {
  if (message === exceeded)
    return l10n.t("No order was created: one more would exceed what the company's licence for signing allows.");
  return message
    ? l10n.t("No order was created: the company's licence does not allow new orders now ({0}).", message)
    : l10n.t("No order was created: the company's licence does not allow new orders now.");
}

function forbiddenWords(message: string | null | undefined): string {
  if (message === exceeded)
    return l10n.t("No order can be created: one more would exceed what the company's licence for signing allows.");
  return message
    ? l10n.t("No order can be created: the company's licence does not allow new orders now ({0}).", message)
    : l10n.t("No order can be created: the company's licence does not allow new orders now.");
}

/** Returns the order's id, from the order or from an object that holds the order and its id. */
function idOf(data: unknown): string | undefined {
  if (!isObject(data)) return undefined;
  const { id, order } = data;
  if (typeof id === "string" && id !== "") return id;
  return isObject(order) ? idOf({ id: order["id"] }) : undefined;
}

/** Whether the company may create an order now; unknown if the service does not say. */
export function orderAvailability({
  isCreateNewOrderAvailable: available,
  orderAvailabilityMessage,
}: AnswerOf<"signing.initialData">): { readonly answer: "yes" | "no" | "unknown"; readonly words: string } {
  if (available === true) return { answer: "yes", words: l10n.t("The company can create an order.") };
  if (available === false) return { answer: "no", words: forbiddenWords(orderAvailabilityMessage) };
  return { answer: "unknown", words: l10n.t("The service does not say whether the company can create an order.") };
}
