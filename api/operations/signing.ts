/** Document 2, Digital signing: orders, their files and reminders. */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { Operation } from "../operation.ts";
import { answer, bareBoolean, documented, idText, isObject, readable, textual, told } from "./schema.ts";
import { signingOrderRequest, signingReceivers } from "./signingRequest.ts";

const text = told(textual);

/** Numbers are kept as they come: the documents list some, and the service may have more. */
const signatory = answer({
  id: text,
  emailAddress: text,
  firstName: text,
  lastName: text,
  signStatus: told(z.number()),
  /** Documented as a number in answers, and as a name in requests. */
  signingSequence: told(z.union([z.number(), z.string()])),
  signUrl: text,
});

const file = answer({ id: text, name: text });

/** Only id, files and signatories are documented. */
const order = answer({
  id: idText,
  files: told(readable(file)),
  /** The name that requests use for the files, in case an answer uses it too. */
  signingOrderFiles: told(readable(file)),
  /** A signatory whose entry cannot be read stays in the list, because that person is mailed like the others. */
  signatories: told(z.array(signatory.catch({}))),
  packageName: text,
  status: told(z.number()),
  createdDate: text,
  updatedDate: text,
});

/** A create returns the order inside `data`; the documents do not say whether a read does too. */
const oneOrder = z.preprocess((value) => (order.safeParse(value).success ? value : (dataOf(value) ?? value)), order);
const orders = z.preprocess((value) => (Array.isArray(dataOf(value)) ? dataOf(value) : value), readable(order));

function dataOf(value: unknown): unknown {
  return isObject(value) ? (value["data"] ?? value["Data"]) : undefined;
}

const initialData = answer({
  isCreateNewOrderAvailable: told(z.boolean()),
  orderAvailabilityMessage: text,
  emailSigningSubject: text,
  emailSigningMessage: text,
  providerSigningSubject: text,
  providerSigningMessage: text,
  // The documents name these four properties, but show no shape.
  providerType: z.unknown().optional(),
  archiveType: z.unknown().optional(),
  availableFolders: z.unknown().optional(),
  languages: z.unknown().optional(),
});

const section = "2, Endpoints, Digital signing";
const common = { service: "signing", environment: "none", section } as const;

export const signingOperations = {
  "signing.initialData": {
    ...common,
    get name() {
      return l10n.t("read the initial data of a new signing order");
    },
    method: "GET",
    path: "/DigitalSigningOrders/GetCreateOrderInitialData",
    effect: "read",
    retry: "free",
    response: "json",
    schema: initialData,
  },
  // The default texts in the answer are in the language that the path names.
  "signing.initialDataInLanguage": {
    ...common,
    get name() {
      return l10n.t("read the initial data of a new signing order");
    },
    method: "GET",
    path: "/DigitalSigningOrders/GetCreateOrderInitialData/{langCode}",
    effect: "read",
    retry: "free",
    response: "json",
    schema: initialData,
  },
  // Answers 200 to every valid request: only `type` says whether an order was created.
  "signing.orders.create": {
    ...common,
    get name() {
      return l10n.t("create the signing order");
    },
    method: "POST",
    path: "/DigitalSigningOrders/",
    effect: "reaches-people",
    receivers: signingReceivers,
    retry: "never",
    request: signingOrderRequest,
    response: "json",
    schema: answer({
      /** Either the order alone, or an object that holds the order and its id; null if no order was created. */
      data: z.union([answer({ id: text, order: told(answer({ id: text })) }), z.unknown()]).optional(),
      type: told(z.number()),
      message: text,
    }),
  },
  // Lists only the newest orders; it is not documented how many, so a missing order proves nothing.
  "signing.orders.list": {
    ...common,
    get name() {
      return l10n.t("list the newest signing orders");
    },
    method: "POST",
    path: "/DigitalSigningOrders/GetListOfOrders",
    effect: "read-by-post",
    retry: "free",
    request: documented({
      fromDate: z.string().nullish(),
      toDate: z.string().nullish(),
      fileStatus: z.array(z.int()).nullish(),
      sortBy: z.string().nullish(),
      sortDesc: z.boolean().nullish(),
    }),
    response: "json",
    schema: orders,
  },
  "signing.orders.get": {
    ...common,
    get name() {
      return l10n.t("read the signing order");
    },
    method: "GET",
    path: "/DigitalSigningOrders/{id}",
    effect: "read",
    retry: "free",
    response: "json",
    schema: oneOrder,
  },
  // At the root of the API, not below DigitalSigningOrders.
  "signing.activities": {
    ...common,
    get name() {
      return l10n.t("list the five signing orders that changed last");
    },
    method: "GET",
    path: "/Activities",
    effect: "read",
    retry: "free",
    response: "json",
    schema: orders,
  },
  // The documents do not say in which format an order's files come, or whether they come as one file. Nor do they say
  // whether a download changes the order's status; one of the statuses is "downloaded from the provider".
  "signing.certifiedPdf": {
    ...common,
    get name() {
      return l10n.t("download the signed files");
    },
    method: "GET",
    path: "/DigitalSigningOrders/GetCertifiedPdf/{orderId}",
    effect: "maybe-changes",
    retry: "never",
    response: "file",
  },
  "signing.pdfFromProvider": {
    ...common,
    get name() {
      return l10n.t("download the signed files from the signing provider");
    },
    method: "GET",
    path: "/DigitalSigningOrders/GetPdfFromProvider/{orderId}",
    effect: "maybe-changes",
    retry: "never",
    response: "file",
  },
  "signing.signatureFile": {
    ...common,
    get name() {
      return l10n.t("download the proof of the signature");
    },
    method: "GET",
    path: "/DigitalSigningOrders/GetSignatureFile/{orderId}/{signatureId}",
    effect: "read",
    retry: "free",
    response: "file",
  },
  "signing.allSignatureFiles": {
    ...common,
    get name() {
      return l10n.t("download the proofs of all signatures");
    },
    method: "GET",
    path: "/DigitalSigningOrders/GetAllSignatureFiles/{orderId}",
    effect: "read",
    retry: "free",
    response: "file",
  },
  // A GET that sends mail to people.
  "signing.sendReminders": {
    ...common,
    get name() {
      return l10n.t("remind the signatories");
    },
    method: "GET",
    path: "/DigitalSigningOrders/SendReminders/{orderId}",
    effect: "reaches-people",
    receivers: () => [l10n.t("every signatory of the order who has not signed")],
    retry: "never",
    response: "bare",
    schema: bareBoolean,
  },
  // Calls the webhook of the order; it is not documented whether signatories are notified as well.
  "signing.orders.cancel": {
    ...common,
    get name() {
      return l10n.t("cancel the signing order");
    },
    method: "DELETE",
    path: "/DigitalSigningOrders/{orderId}",
    effect: "reaches-people",
    receivers: () => [l10n.t("every signatory of the order"), l10n.t("the order's cancellation webhook")],
    retry: "never",
    response: "bare",
    schema: bareBoolean,
  },
  "signing.orders.delete": {
    ...common,
    get name() {
      return l10n.t("delete the signing order");
    },
    method: "DELETE",
    path: "/DigitalSigningOrders/DeleteOrder/{orderId}",
    effect: "destroy",
    receivers: () => [l10n.t("every signatory of the order, if it is still open")],
    retry: "never",
    response: "bare",
    schema: bareBoolean,
  },
} as const satisfies Record<string, Operation>;
