/**
 * The words of the signing view for orders, signatories and files. Every string from the service is treated as plain
 * text. Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { filesOf, hasSignedFiles, sequenceName } from "../../api/index.ts";
import type { SigningOrder } from "../../api/index.ts";
import { brief } from "../../language/index.ts";
import type { Row } from "../window/rowModel.ts";
import type { SentOrder } from "./sentOrders.ts";
import { orderStatusText, signStatusText } from "./signingStatusModel.ts";

export type Signatory = NonNullable<SigningOrder["signatories"]>[number];
type OrderFile = ReturnType<typeof filesOf>[number];

export type SigningNode =
  | { readonly kind: "order"; readonly order: SigningOrder; readonly followed: boolean }
  | { readonly kind: "signatory"; readonly order: SigningOrder; readonly signatory: Signatory; readonly index: number }
  | { readonly kind: "file"; readonly order: SigningOrder; readonly file: OrderFile; readonly index: number }
  /** An order that this window is sending. */
  | { readonly kind: "sending"; readonly sent: SentOrder }
  /** An order that was sent and whose answer was lost. */
  | { readonly kind: "lost"; readonly sent: SentOrder }
  /**
   * The end of the list. `before`: the date up to which older orders are requested; undefined if the service shows no
   * dates.
   */
  | { readonly kind: "end"; readonly listed: number; readonly before: string | undefined };

/** `sending`: tokens of the orders that this window is sending. */
export function sentNodes(sent: readonly SentOrder[], sending: ReadonlySet<string>): readonly SigningNode[] {
  return sent.map((each) => ({ kind: sending.has(each.token) ? "sending" : "lost", sent: each }));
}

/** Returns the order's name, or its id if the service shows no name. */
export function orderName({ packageName, id }: SigningOrder): string {
  return packageName ? brief(packageName) : l10n.t("Order {0}", brief(id));
}

/**
 * Returns the name without the mark that orders made here have, because the mark would take up the space for the
 * status.
 */
function shortName(order: SigningOrder): string {
  return orderName(order).replace(/ \[[0-9a-f]{8}-[0-9a-f]{4}\]$/, "");
}

/** Returns the name, or the email address if the service shows no name. */
export function signatoryName({
  firstName,
  lastName,
  emailAddress,
}: Pick<Signatory, "firstName" | "lastName" | "emailAddress">): string {
  const name = [firstName, lastName].filter(Boolean).join(" ");
  return brief(name || emailAddress || l10n.t("a signatory whom the service does not name"));
}

export function statusOf({ status }: Pick<SigningOrder, "status">): string {
  return orderStatusText(status);
}

export function signStatusOf({ signStatus }: Pick<Signatory, "signStatus">): string {
  return signStatusText(signStatus);
}

/**
 * Returns the time in the reader's time zone if the service gives a zone (document 2 leaves it open); otherwise the
 * time as it came.
 */
export function timeWords(text: string): string {
  const at = Date.parse(text);
  return /(Z|[+-]\d{2}:?\d{2})$/i.test(text) && !Number.isNaN(at)
    ? new Date(at).toLocaleString()
    : l10n.t("{0} (time zone not stated)", brief(text));
}

/** Returns whether the documents list the order's status as final: nobody can act on it any more. */
export function isOver({ status }: Pick<SigningOrder, "status">): boolean {
  return status === 10 || status === 20 || status === 50 || status === 70;
}

/** Returns the address for signing; anyone who has it can sign on the signatory's behalf. */
export function linkOf({ signUrl }: Signatory): string | undefined {
  return signUrl ? signUrl : undefined;
}

const orderIcons: ReadonlyMap<number, string> = new Map([
  [1, "mail"],
  [5, "history"],
  [10, "pass"],
  [20, "pass-filled"],
  [50, "error"],
  [70, "circle-slash"],
  [99, "warning"],
]);
const signIcons: ReadonlyMap<number, string> = new Map([
  [0, "circle-large-outline"],
  [1, "mail"],
  [2, "mail-read"],
  [3, "pass"],
  [4, "error"],
  [5, "watch"],
  [6, "arrow-right"],
  [7, "circle-slash"],
]);

export function rowOf(node: SigningNode): Row {
  switch (node.kind) {
    case "order":
      return orderRow(node.order, node.followed);
    case "signatory":
      return signatoryRow(node);
    case "file":
      return fileRow(node);
    case "sending":
      return sendingRow(node.sent);
    case "lost":
      return lostRow(node.sent);
    case "end":
      return endRow(node);
  }
}

function orderRow(order: SigningOrder, followed: boolean): Row {
  const { signatories, status } = order;
  const signed = (signatories ?? []).filter(({ signStatus }) => signStatus === 3).length;
  const progress = signatories
    ? l10n.t("{0} of {1} signed", signed, signatories.length)
    : l10n.t("signatories not shown");
  const words = [statusOf(order), progress, ...(followed ? [l10n.t("followed")] : [])];
  return {
    id: `order ${order.id}`,
    label: shortName(order),
    description: words.join(" · "),
    icon: (status !== null && status !== undefined && orderIcons.get(status)) || "question",
    expandable: true,
    // Signed files are offered once they can exist, and also if the service does not say whether they exist.
    context: [
      "order",
      ...(isOver(order) ? ["over"] : ["open"]),
      ...(hasSignedFiles(order) === "no" ? [] : ["files"]),
      followed ? "followed" : "unfollowed",
    ].join(" "),
    tooltip: [
      orderName(order),
      `${statusOf(order)}, ${progress}`,
      ...(order.createdDate ? [l10n.t("Created {0}", timeWords(order.createdDate))] : []),
      ...(order.updatedDate ? [l10n.t("Changed {0}", timeWords(order.updatedDate))] : []),
      l10n.t("Id {0}", brief(order.id)),
    ].join("\n"),
    spoken: l10n.t("Signing order {0}, {1}", shortName(order), words.join(", ")),
  };
}

function signatoryRow({ order, signatory, index }: Extract<SigningNode, { kind: "signatory" }>): Row {
  const name = signatoryName(signatory);
  const address = signatory.emailAddress ? brief(signatory.emailAddress) : l10n.t("address not shown");
  const sequence = sequenceWords(signatory);
  return {
    id: `signatory ${order.id} ${index}`,
    label: name,
    description: [signStatusOf(signatory), ...(address === name ? [] : [address])].join(" · "),
    icon: (typeof signatory.signStatus === "number" && signIcons.get(signatory.signStatus)) || "question",
    expandable: false,
    context: [
      "signatory",
      ...(linkOf(signatory) === undefined ? [] : ["link"]),
      ...(signatory.signStatus === 3 ? ["proof"] : []),
    ].join(" "),
    tooltip: [
      name,
      address,
      signStatusOf(signatory),
      ...(sequence === undefined ? [] : [sequence]),
      ...(linkOf(signatory) === undefined
        ? []
        : [
            l10n.t(
              "There is a signing address. It is not shown, because anyone who has it can sign. Use the menu to copy it.",
            ),
          ]),
    ].join("\n"),
    spoken: l10n.t("Signatory {0}, {1}, {2}", name, address, signStatusOf(signatory)),
  };
}

/** Returns undefined if the service does not say when it is the signatory's turn. */
function sequenceWords({ signingSequence }: Pick<Signatory, "signingSequence">): string | undefined {
  if (signingSequence === null || signingSequence === undefined) return undefined;
  return l10n.t("Signing sequence: {0}", sequenceName(signingSequence) ?? brief(String(signingSequence)));
}

function fileRow({ order, file, index }: Extract<SigningNode, { kind: "file" }>): Row {
  const name = file.name ? brief(file.name) : l10n.t("File {0}", index + 1);
  return {
    id: `file ${order.id} ${index}`,
    label: name,
    description: "",
    icon: "file-pdf",
    expandable: false,
    context: "file",
    tooltip: `${name}\n${l10n.t("Signed files can be downloaded from the order once it is completed.")}`,
    spoken: l10n.t("File {0}", name),
  };
}

function sendingRow({ token }: SentOrder): Row {
  return {
    // The id of the row that the order gets if its response is lost, so that a selected row stays selected.
    id: `lost ${token}`,
    label: l10n.t("New order"),
    description: l10n.t("being sent"),
    icon: "sync",
    expandable: false,
    context: "sending",
    tooltip: l10n.t("This window is sending the order, and the service has not responded yet."),
    spoken: l10n.t("New order, being sent"),
  };
}

function lostRow({ sentAt, token }: SentOrder): Row {
  const at = new Date(sentAt).toLocaleString();
  return {
    id: `lost ${token}`,
    label: l10n.t("Order sent {0}", at),
    description: l10n.t("not known whether it was created"),
    icon: "question",
    expandable: false,
    context: "lost",
    tooltip: l10n.t(
      "It is not known whether the service created this order. Look for the order before you send it again: people may already have been asked to sign.",
    ),
    spoken: l10n.t("Order sent {0}; it is not known whether it was created", at),
  };
}

function endRow({ listed, before }: Extract<SigningNode, { kind: "end" }>): Row {
  const label = before === undefined ? l10n.t("There may be more orders") : l10n.t("Load older orders");
  return {
    id: "end",
    label,
    description: l10n.t("{0} in the service's list", listed),
    icon: before === undefined ? "info" : "ellipsis",
    expandable: false,
    context: "end",
    tooltip: l10n.t(
      "The service lists only its newest matching orders, up to a limit that it does not state. An order may exist even if it is not listed here. Filter by date, or open the order by its id.",
    ),
    spoken: `${label}. ${l10n.t("The service lists only its newest orders.")}`,
  };
}

/** Returns the signatories, then the files. */
export function childrenOf(order: SigningOrder): readonly SigningNode[] {
  return [
    ...(order.signatories ?? []).map((signatory, index) => ({ kind: "signatory", order, signatory, index }) as const),
    ...filesOf(order).map((file, index) => ({ kind: "file", order, file, index }) as const),
  ];
}

/** Replaces an address for signing when an order is shown as JSON. */
const keptBack = l10n.t(
  'There is an address. It is not shown, because anyone who has it can sign. Use "Copy Signing Address" to copy it.',
);

/** Returns the whole record, unknown fields included, without the addresses for signing. */
export function orderJson(order: SigningOrder): string {
  const signatories = order.signatories?.map((signatory) =>
    linkOf(signatory) === undefined ? signatory : { ...signatory, signUrl: keptBack },
  );
  return `${JSON.stringify(signatories === undefined ? order : { ...order, signatories }, undefined, 2)}\n`;
}
