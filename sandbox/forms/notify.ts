/**
 * Notifies the participating parties of a form (document 1, "Notification block"). Every notification goes to the
 * outbox.
 */
import { createHmac } from "node:crypto";
import type { Call } from "../base/call.ts";
import { booleanField, field, mapField, textOrNumberField } from "../base/read.ts";
import { isObject } from "../../language/index.ts";
import type { JsonObject } from "../../language/index.ts";
import { Refusal } from "../base/refusal.ts";
import { prefixes } from "../base/route.ts";
import type { State } from "../base/state.ts";
import type { Form, FormParty, FormRecord } from "./form.ts";
import type { SmartformContent, SmartformParty } from "./smartform.ts";

/**
 * Returns whom to notify, and through which channels. A channel is used only if the request switches it on (N31). If
 * `notification` is missing, nobody is notified.
 */
export function readNotification(
  state: State,
  request: JsonObject,
): Pick<FormRecord, "sendEmail" | "sendSms" | "parties"> {
  const notification = mapField(request, "notification") ?? {};
  const listed = field(notification, "participatingParties") ?? [];
  if (!Array.isArray(listed)) throw new Refusal("bad-field", "notification.participatingParties must be a list");
  return {
    sendEmail: booleanField(notification, "sendEmail") ?? false,
    sendSms: booleanField(notification, "sendSms") ?? false,
    parties: listed.map((party: unknown) => readParty(state, party)),
  };
}

/** A single-step Smartform notifies only the first party, without an error about the others (T41). */
export function notify({ send, origin }: Pick<Call, "send" | "origin">, form: Form): void {
  const { parties, sendEmail, sendSms } = form.record;
  const { content } = form;
  for (const party of content.steps.length === 0 ? parties.slice(0, 1) : parties) {
    const match = findParty(content, party);
    const payload = {
      submitted: form.submitted,
      party: match?.name ?? match?.id ?? party.id ?? null,
      name: party.name ?? null,
      language: party.languageCode ?? match?.defaultLanguage ?? null,
      link: `${origin}${prefixes.app}/dialog/${encodeURIComponent(form.smartform)}/form/${encodeURIComponent(form.id)}`,
    };
    const common = { subject: content.name, formId: form.id, payload };
    if (sendEmail && party.email) send({ channel: "email", to: party.email, ...common });
    const phone = party.phone ?? match?.phoneNumber;
    if (sendSms && phone) send({ channel: "sms", to: phone, ...common });
  }
}

/**
 * Finds a party by id, or by name in any letter case (T42); a party of a phone list has neither and is found by its
 * number (T43).
 */
function findParty({ parties }: SmartformContent, { id, phone }: FormParty): SmartformParty | undefined {
  if (id === undefined) return phone === undefined ? undefined : parties.find((party) => party.phoneNumber === phone);
  return (
    parties.find((party) => party.id === id) ?? parties.find((party) => party.name?.toLowerCase() === id.toLowerCase())
  );
}

function readParty(state: State, party: unknown): FormParty {
  if (!isObject(party)) throw new Refusal("bad-field", "a participating party must be an object");
  const kept = ["id", "name", "email", "phone", "nationality", "languageCode"].flatMap((name) => {
    const value = textOrNumberField(party, name);
    return value === undefined || value === "" ? [] : [[name, value] as const];
  });
  const hashed = ["ssn", "birthDate"].flatMap((name) => {
    const value = textOrNumberField(party, name);
    return value === undefined || value === ""
      ? []
      : [[`${name}Hash`, createHmac("sha256", state.secret("parties")).update(value).digest("base64url")] as const];
  });
  return Object.fromEntries([...kept, ...hashed]);
}
