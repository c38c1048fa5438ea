/** What the answer to a create request says: 200 means that the request was valid, and nothing more (document 2, "Digital signing"). */
import type { AnswerOf } from "../client.ts";
import { isObject } from "../operations/schema.ts";

export type CreateAnswer = AnswerOf<"signing.orders.create">;

/** `unknown`: an order may have been made, and people may have been mailed; look it up before anything is sent again. */
export type CreateOutcome =
  | { readonly kind: "created"; readonly id: string }
  | { readonly kind: "not-created"; readonly words: string }
  | { readonly kind: "unknown"; readonly words: string };

const lookUp = "The outcome is not certain: look for the order before you send it again.";

const internal = "The service had an internal error, whose causes it does not tell apart: a signatory lacks the first or the last name while the signing provider shows names, or the order could not be saved.";

/** Only type 0 together with an id is an order. */
export function readOutcome({ data, type, message }: CreateAnswer): CreateOutcome {
  const id = idOf(data);
  if (type === 0 && id !== undefined) return { kind: "created", id };
  if (type === 2) return { kind: "not-created", words: licenceWords(message) };
  if (type === 1 && message === "invalid_personal_number") return { kind: "not-created", words: "No order was made: the signing provider rejected a personal number. Correct it or leave it out." };
  if (type === 1 && message === "something_went_wrong_with_external_provider") return { kind: "unknown", words: `The signing provider failed. Whether it has told anybody is not known. ${lookUp}` };
  if (type === 1 && message === "something_went_wrong_internal") return { kind: "unknown", words: `${internal} ${lookUp}` };
  if (type === 1) return { kind: "unknown", words: `The service says that the order was not created (${message ?? "without a reason"}). ${lookUp}` };
  return { kind: "unknown", words: `The service does not say whether the order was created. ${lookUp}` };
}

function licenceWords(message: string | null | undefined): string {
  if (message === "licence_order_will_exceed_usage") return "No order was made: it would exceed what the company's licence for signing allows.";
  return `No order was made: the company's licence does not allow new orders now${message ? ` (${message})` : ""}.`;
}

/** Of the order itself, or of what holds the order and its id. */
function idOf(data: unknown): string | undefined {
  if (!isObject(data)) return undefined;
  const { id, order } = data;
  if (typeof id === "string" && id !== "") return id;
  return isObject(order) ? idOf({ id: order["id"] }) : undefined;
}

/** Whether the company may make an order now; unknown where the service does not say. */
export function orderAvailability({ isCreateNewOrderAvailable: available, orderAvailabilityMessage }: AnswerOf<"signing.initialData">): { readonly answer: "yes" | "no" | "unknown"; readonly words: string } {
  if (available === true) return { answer: "yes", words: "The company can make an order." };
  if (available === false) return { answer: "no", words: licenceWords(orderAvailabilityMessage).replace("No order was made", "No order can be made") };
  return { answer: "unknown", words: "The service does not say whether the company can make an order." };
}
