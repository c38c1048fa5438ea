/** The create request of a signing order of document 2: its schema with every documented limit, and its receivers. */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { isWebhook, shownAddress } from "./formRequest.ts";
import {
  base64Text,
  characters,
  documented,
  isObject,
  required,
  requiredValue,
  spelledAs,
  textOrNumber,
} from "./schema.ts";

/** Languages of an order (document 2, "Signing order"). */
const signingLanguages = [
  "cs",
  "da",
  "de",
  "el",
  "en",
  "es",
  "et",
  "fi",
  "fr",
  "hu",
  "is",
  "it",
  "lt",
  "lv",
  "nb",
  "nl",
  "pl",
  "pt",
  "sv",
] as const;

/** Names in requests; their index in this list is the number in answers (document 2, "Signing order"). */
export const signingSequences = ["Initial", "DependsOnInitial", "NoOrder"] as const;

const webhook = z
  .string()
  .refine(isWebhook, { error: () => l10n.t("expected an absolute http or https address") })
  .meta({ format: "uri" })
  .nullish();

export const signatory = documented({
  id: textOrNumber
    .refine((id) => /^[\w-]{1,64}$/.test(String(id)), {
      error: () => l10n.t("expected up to 64 letters, digits, - and _"),
    })
    .nullish(),
  emailAddress: required,
  /** Some signing providers need both names. */
  firstName: textOrNumber.nullish(),
  lastName: textOrNumber.nullish(),
  personalNumber: textOrNumber.nullish(),
  signViaUrl: z.boolean().nullish(),
  signingSequence: z.enum(signingSequences).nullish(),
  /** Sent empty: the service fills the address in, and refuses the order if this property is missing. */
  signUrl: z.literal(""),
});

/** A string that is too short to be a PDF is accepted: it may mark the place of a file that is sent with the call. */
const pdf = base64Text
  .refine((text) => text.length <= 32 || isPdf(Buffer.from(text.slice(0, 1368), "base64")), {
    error: () => l10n.t("expected a PDF"),
  })
  .meta({ contentEncoding: "base64", contentMediaType: "application/pdf" });

/** PDF readers look for `%PDF-` in the first 1024 bytes. */
export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1024)).includes("%PDF-");
}

export const signingOrderRequest = documented({
  packageName: requiredValue,
  language: z.enum(signingLanguages),
  emailNotificationSubject: characters(256),
  emailNotificationMessage: characters(8000),
  signingNotificationTitle: characters(256),
  signingNotificationMessage: characters(8000),
  signatories: z.array(signatory).min(1),
  signingOrderFiles: z
    .array(documented({ name: required, fileContent: pdf }))
    .min(1)
    .max(10),
  useSignatureOrder: z.boolean().nullish(),
  signNowViaUrl: z.boolean().nullish(),
  completedWebhookUrl: webhook,
  cancelledWebhookUrl: webhook,
  distributeSignedDocumentToAllSignatories: z.boolean().nullish(),
  archiveFolderId: textOrNumber.nullish(),
});

/** Returns every signatory as `Name <address>`, then the webhooks. */
export function signingReceivers({ body }: { readonly body?: unknown }): readonly string[] {
  const order = spelledAs(Object.keys(signingOrderRequest.shape), body);
  const signatories = Array.isArray(order["signatories"])
    ? (order["signatories"] as readonly unknown[]).filter(isObject)
    : [];
  const people = signatories
    .map((each) => spelledAs(Object.keys(signatory.shape), each))
    .map(({ firstName, lastName, emailAddress }) => {
      const name = [firstName, lastName]
        .filter((part) => (typeof part === "string" && part !== "") || typeof part === "number")
        .join(" ");
      return name === "" ? String(emailAddress) : `${name} <${String(emailAddress)}>`;
    });
  const webhooks = [order["completedWebhookUrl"], order["cancelledWebhookUrl"]].filter(
    (url): url is string => typeof url === "string" && url !== "",
  );
  return [...people, ...new Set(webhooks.map(shownAddress))];
}
