/** The create-form request of document 1: its schema, its effect and its receivers. */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { environmentIn, environments } from "../connection.ts";
import type { Effect } from "../operation.ts";
import { isObject, openMap, required, textOrNumber } from "./schema.ts";

/** The documents give no types for the properties of a party. */
const party = z.looseObject({
  id: textOrNumber.nullish(),
  name: textOrNumber.nullish(),
  email: textOrNumber.nullish(),
  phone: textOrNumber.nullish(),
  nationality: textOrNumber.nullish(),
  ssn: textOrNumber.nullish(),
  birthDate: textOrNumber.nullish(),
  languageCode: textOrNumber.nullish(),
});

const environment = z
  .string()
  .refine((name) => environmentIn(name) !== undefined, { error: () => l10n.t("expected {0}", environments.join(", ")) })
  .meta({ enum: [...environments] })
  .nullish();

export const formRequest = z
  .looseObject({
    dialogDefinitionId: required,
    values: openMap(z.unknown()).meta({ type: "object" }),
    environment,
    source: z.string().nullish(),
    privateSecret: z.string().meta({ format: "password" }).nullish(),
    propertyMergeString: z.string().nullish(),
    notification: z
      .looseObject({
        sendEmail: z.boolean().nullish(),
        sendSms: z.boolean().nullish(),
        participatingParties: z.array(party).nullish(),
      })
      .nullish(),
    dataTableValue: openMap(z.unknown()).nullish(),
    dataTableValues: openMap(z.unknown()).nullish(),
    externalMetaData: openMap(z.unknown()).nullish(),
    webhook: z
      .string()
      .refine(isWebhook, { error: () => l10n.t("expected an absolute http or https address") })
      .meta({ format: "uri" })
      .nullish(),
    webhookForceRun: z.boolean().nullish(),
    skipRuleEngine: z.boolean().nullish(),
    textLibraryFolder: z.string().nullish(),
  })
  .superRefine((body, context) => {
    const isTwofold = new Set(environmentsIn(body).map((name) => name.toLowerCase())).size > 1;
    for (const [name, value] of Object.entries(body)) {
      if (name === "environment" || name.toLowerCase() !== "environment") continue;
      const message =
        environment.safeParse(value).error?.issues[0]?.message ??
        (isTwofold ? l10n.t("the request gives two different environments") : undefined);
      if (message !== undefined) context.addIssue({ code: "custom", path: [name], message });
    }
  });

type Payload = { readonly body?: unknown };

/**
 * Returns the effect of a create. It is `reaches-people` if somebody is notified, and `configuration` if the request
 * names a webhook, which changes the Smartform for everybody. Otherwise it is `write`.
 */
export function createEffect(request: Payload): Effect {
  return mayNotify(request.body) ? "reaches-people" : createSilentlyEffect(request);
}

/** Like `createEffect`, for calls that notify nobody even if parties are listed (document 1, "PDFs"). */
export function createSilentlyEffect({ body }: Payload): Effect {
  return all(body, "webhook").some(isGiven) ||
    all(body, "webhookForceRun").some((value) => isGiven(value) && value !== false)
    ? "configuration"
    : "write";
}

/**
 * If the request has no notification, adds one that notifies nobody, because the document does not say what a missing
 * one means. Names of properties are compared ignoring letter case, as the service may do.
 */
export function spellOutSilence(body: unknown): unknown {
  if (!isObject(body) || all(body, "notification").some(isGiven)) return body;
  const rest = Object.fromEntries(Object.entries(body).filter(([name]) => name.toLowerCase() !== "notification"));
  return { ...rest, notification: { sendEmail: false, sendSms: false, participatingParties: [] } };
}

/**
 * Returns whom the form reaches: `Name <address>` per chosen channel, or the party's name or id if the request has no
 * address; then the webhook.
 */
export function formReceivers({ body }: Payload): readonly string[] {
  return [...all(body, "notification").flatMap(partyReceivers), ...webhookReceivers({ body })];
}

/** Returns whom the form reaches if parties are not notified: the webhooks. */
export function webhookReceivers({ body }: Payload): readonly string[] {
  return all(body, "webhook")
    .filter(isGiven)
    .map((webhook) => shownAddress(String(webhook)));
}

function partyReceivers(notification: unknown): readonly string[] {
  const channels = [
    ...(isChosen(notification, "sendEmail") ? ["email"] : []),
    ...(isChosen(notification, "sendSms") ? ["phone"] : []),
  ];
  if (channels.length === 0) return [];
  const lists = all(notification, "participatingParties");
  if (isGiven(notification) && lists.length === 0) return [l10n.t("parties that the request does not name")];
  return lists
    .flatMap((parties) => (Array.isArray(parties) ? (parties as readonly unknown[]) : [parties]))
    .filter(isGiven)
    .flatMap((entry, index) => {
      const who = [...all(entry, "name"), ...all(entry, "id")].find(isGiven);
      const addresses = channels.flatMap((channel) => all(entry, channel)).filter(isGiven);
      const named =
        addresses.length === 0
          ? [String(who ?? l10n.t("a party without name or address"))]
          : addresses.map((address) => (who === undefined ? String(address) : `${String(who)} <${String(address)}>`));
      // Parties after the first are reached only if the Smartform has several steps, and the request does not show
      // whether it has (document 1, "Limits").
      return index === 0 ? named : named.map((each) => l10n.t("{0} (only if the Smartform has several steps)", each));
    });
}

/**
 * Whether a channel is used. A channel counts as chosen unless it is explicitly off: the document does not say what a
 * missing channel means.
 */
function isChosen(notification: unknown, channel: string): boolean {
  const values = all(notification, channel);
  return values.length === 0 || values.some((value) => value !== false);
}

function mayNotify(body: unknown): boolean {
  return all(body, "notification")
    .filter(isGiven)
    .some((notification) => {
      if (!isChosen(notification, "sendEmail") && !isChosen(notification, "sendSms")) return false;
      const lists = all(notification, "participatingParties");
      // Only an explicit empty list means nobody.
      return lists.length === 0 || lists.some((list) => !Array.isArray(list) || list.length > 0);
    });
}

/**
 * Returns every environment that a body names, ignoring the letter case of the property: the service may read any of
 * them.
 */
export function environmentsIn(body: unknown): readonly string[] {
  return all(body, "environment").filter((value) => typeof value === "string");
}

/** Returns every value under this name, ignoring letter case. */
function all(object: unknown, name: string): readonly unknown[] {
  if (!isObject(object)) return [];
  return Object.entries(object)
    .filter(([key]) => key.toLowerCase() === name.toLowerCase())
    .map(([, value]) => value);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

/** Returns the address for display, without the credentials that it may contain. */
export function shownAddress(address: string): string {
  const url = URL.parse(address);
  if (url === null || (url.username === "" && url.password === "")) return address;
  url.username = "";
  url.password = "";
  return l10n.t("{0} (with a sign-in)", url.href);
}

/** Whether the value is an absolute http or https address. */
export function isWebhook(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}
