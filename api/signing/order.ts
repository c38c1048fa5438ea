/** Reads signing orders in answers. Undocumented numbers stay numbers, and missing values are unknown. */
import * as l10n from "@vscode/l10n";
import type { AnswerOf } from "../http/client.ts";
import { signingSequences } from "../operations/signingRequest.ts";
import type { SignatoryFacts } from "./buildOrder.ts";

export type SigningOrder = AnswerOf<"signing.orders.get">;
export type SequenceName = (typeof signingSequences)[number];

const orderStatuses: ReadonlyMap<number, string> = new Map([
  [1, "created"],
  [5, "in progress"],
  [10, "completed"],
  [20, "downloaded from the signing provider"],
  [50, "rejected"],
  [70, "canceled"],
  [99, "error"],
]);

const signStatuses: ReadonlyMap<number, string> = new Map([
  [0, "not set"],
  [1, "created"],
  [2, "started"],
  [3, "completed"],
  [4, "rejected"],
  [5, "expired"],
  [6, "forwarded"],
  [7, "canceled"],
]);

/** Returns the status in words; an undocumented number stays a number. */
export function orderStatusWords(status: number | null | undefined): string {
  return words(orderStatuses, status);
}

export function signStatusWords(status: number | null | undefined): string {
  return words(signStatuses, status);
}

function words(known: ReadonlyMap<number, string>, status: number | null | undefined): string {
  return status === null || status === undefined ? "unknown" : (known.get(status) ?? String(status));
}

/**
 * Whether signed files exist: only completed orders have them. Statuses are compared one by one: a larger number is not
 * a later status.
 */
export function hasSignedFiles({ status }: Pick<SigningOrder, "status">): "yes" | "no" | "unknown" {
  if (status === 10 || status === 20) return "yes";
  return status === null || status === undefined || !orderStatuses.has(status) ? "unknown" : "no";
}

/** Returns the files. Requests and answers have different names for them; both are read. */
export function filesOf(order: SigningOrder): NonNullable<SigningOrder["files"]> {
  return order.files ?? order.signingOrderFiles ?? [];
}

/** Returns the name that requests use for a signing sequence; undefined for an undocumented sequence. */
export function sequenceName(sequence: number | string | null | undefined): SequenceName | undefined {
  return typeof sequence === "number" ? signingSequences[sequence] : signingSequences.find((name) => name === sequence);
}

/**
 * Returns the signatories of an order for use in another order. Signing sequences have the names that requests use, not
 * the numbers in answers. What the service filled in is left out.
 */
export function copySignatories({ signatories }: Pick<SigningOrder, "signatories">): readonly SignatoryFacts[] {
  return (signatories ?? []).flatMap(({ emailAddress, firstName, lastName, signingSequence }) => {
    const sequence = sequenceName(signingSequence);
    return emailAddress
      ? [
          {
            emailAddress,
            firstName: firstName ?? null,
            lastName: lastName ?? null,
            ...(sequence === undefined ? {} : { signingSequence: sequence }),
          },
        ]
      : [];
  });
}

/**
 * Returns whom a reminder, a cancellation or a deletion may reach, as `Name <address>`: everybody who is not known to
 * have signed. An order has at least one signatory, so an empty list means that the service does not list them.
 */
export function waitingPeople({ signatories }: Pick<SigningOrder, "signatories">): readonly string[] {
  if (!signatories?.length) return [l10n.t("all signatories of the order; the service does not list them")];
  return signatories
    .filter(({ signStatus }) => signStatus !== 3)
    .map(({ firstName, lastName, emailAddress }) => {
      const name = [firstName, lastName].filter(Boolean).join(" ");
      if (name === "") return emailAddress || l10n.t("a signatory whom the service does not name");
      return `${name} <${emailAddress || l10n.t("an address that the service does not show")}>`;
    });
}

/**
 * The messages for a reminder, a cancellation or a deletion that was not done: the service answered false with status
 * 200 (document 2, "Digital signing").
 */
export const saidFalse = {
  "signing.sendReminders": () =>
    l10n.t("Nobody was reminded, and the service does not say why. The order may be over."),
  "signing.orders.cancel": () => l10n.t("The order was not cancelled. It may be over already."),
  "signing.orders.delete": () =>
    l10n.t("The order was not deleted. You may have to cancel it before you can delete it."),
} as const;
