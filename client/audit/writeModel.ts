/**
 * Writing an audit event: the questions, what must not be sent, what the person should know beforehand, and what is
 * known afterwards. Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { known, messageOf, unknown, visible } from "../../language/index.ts";
import { auditSources, isApiError, isObject, operations, verifyWritten } from "../../api/index.ts";
import type { Api, AuditCall, BodyOf, Verified } from "../../api/index.ts";
import type { Answer } from "../../language/index.ts";
import type { KeptState } from "../window/keptState.ts";
import { inWords } from "../calls/failureModel.ts";

export type WrittenEvent = BodyOf<"audit.write">;

/** The optional fields, described as in the document (document 2, "Audit event (written)"). */
export const optionalFields = [
  { key: "environmentId", label: l10n.t("Environment"), detail: l10n.t("Environment of the event") },
  { key: "eventId", label: l10n.t("Event ID"), detail: l10n.t("Number or code, shown as Event ID") },
  { key: "opCode", label: "OpCode", detail: l10n.t("Shown as OpCode") },
  { key: "category", label: l10n.t("Category"), detail: l10n.t("Shown as Category") },
  { key: "keywords", label: l10n.t("Keyword"), detail: l10n.t("Shown as Keyword") },
  { key: "computer", label: "IP", detail: l10n.t("Shown as IP") },
  {
    key: "logDateUtc",
    label: l10n.t("When it happened"),
    detail: l10n.t(
      "In UTC, such as 2026-05-20T10:00:00Z. The time is stored but never shown or returned: readers see only when the event was received",
    ),
  },
] as const;

/** A warning next to a source in the list; empty if there is none. */
export function sourceWarning(source: number): string {
  return source === 15
    ? l10n.t("The application's filter lacks source 15: people find the event only without that filter.")
    : "";
}

export const sources = [...auditSources].map(([number, name]) => ({
  value: String(number),
  label: name,
  detail: sourceWarning(number),
}));

/** Returns why the text is not a valid description; undefined if it is. */
export function descriptionProblem(text: string): string | undefined {
  const description = objectIn(text);
  if (description === undefined)
    return l10n.t(
      'Write a JSON object, such as {"case": "C-1"}, or {} if there is nothing to say. Without an object, the service stores no event.',
    );
  return Object.hasOwn(description, "Company")
    ? l10n.t(
        "Leave out Company: if the description has it, the service does not store the event, but still reports success.",
      )
    : undefined;
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Builds the event from the answers, whose keys are the names of the event's fields. Throws an error that says what is
 * wrong with the event.
 */
export function eventOf(answers: ReadonlyMap<string, string>, customerId: string): WrittenEvent {
  const answer = (key: string): string => answers.get(key) ?? "";
  const optional = Object.fromEntries(
    optionalFields.flatMap(({ key }) => (answer(key) === "" ? [] : [[key, answer(key)]])),
  );
  return checkedEvent(
    {
      ...optional,
      customerId,
      logName: answer("logName"),
      user: answer("user"),
      source: Number(answer("source")),
      level: Number(answer("level")),
      ...(answer("gdpr") === "" ? {} : { gdpr: answer("gdpr") === "yes" }),
      description: objectIn(answer("description")),
    },
    customerId,
  );
}

/**
 * Returns the event if it can be sent. Throws an error with every reason why it cannot be sent: fields outside their
 * limits, or another company's id (T108).
 */
export function checkedEvent(event: unknown, company: string): WrittenEvent {
  const { success, data, error } = operations["audit.write"].request.safeParse(event);
  if (!success)
    throw new Error(
      l10n.t(
        "This is not a valid audit event: {0}.",
        error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "),
      ),
    );
  if (data.customerId !== company)
    throw new Error(
      l10n.t(
        "The customerId {0} is not the id of the company of this connection, {1}. Nothing was sent.",
        JSON.stringify(data.customerId),
        JSON.stringify(company),
      ),
    );
  return data;
}

/** Returns why the time cannot be sent; undefined if it can. */
export function timeProblem(text: string): string | undefined {
  return text === "" ||
    (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,7})?)?Z$/.test(text) && !Number.isNaN(Date.parse(text)))
    ? undefined
    : l10n.t("Write the time in UTC, such as 2026-05-20T10:00:00Z.");
}

/** Whether something in the event looks like personal data; used for a warning, never for a decision. */
export function looksPersonal(texts: readonly string[]): boolean {
  return texts.some((text) => /[^\s@]@[^\s@]/.test(text) || /\d{6}[-+ ]?\d{4}/.test(text));
}

/** What the consent dialog says in addition to host and operation. */
export function consequencesOf(
  { customerId, gdpr, source, logDateUtc, user, description }: WrittenEvent,
  { typed = false }: { readonly typed?: boolean } = {},
): readonly string[] {
  const likeCompany = Object.keys(description).find((name) => name.toLowerCase() === "company");
  return [
    ...(typed ? [l10n.t("You typed the company’s id, {0}. It was not checked.", visible(String(customerId)))] : []),
    l10n.t("An audit event cannot be changed or removed. Writing it twice creates two events."),
    ...(gdpr === true
      ? [
          l10n.t(
            "The event is marked as holding personal data, about {0} or others. Everyone who reads the company's audit events sees these data, and nobody can remove them.",
            user,
          ),
        ]
      : []),
    ...(source === 15 ? [sourceWarning(15)] : []),
    ...(logDateUtc === undefined
      ? []
      : [
          l10n.t(
            "The time when the event happened is stored but never shown: readers see only when the event was received.",
          ),
        ]),
    ...(likeCompany === undefined
      ? []
      : [
          l10n.t(
            "The description has a value named {0}. The service drops events with Company in the description, and the API documents do not say whether upper and lower case matter. Check afterwards whether the event is stored.",
            likeCompany,
          ),
        ]),
    l10n.t(
      "The service puts the company’s name in front of the first value of the description. A value named Marker is therefore added as the first one, so that your own values stay unchanged and the event can be found again.",
    ),
  ];
}

/**
 * Maximum number of Smartforms whose parties are requested; the first Smartform that has a party with a company is
 * enough.
 */
const askedSmartforms = 20;

/**
 * Finds the id of the company that the connection's token belongs to. The service returns it only with the parties of a
 * Smartform (document 1, "Participating party"). Unknown if no company id was found, if two ids appear, or if the
 * service did not answer. Rejects if cancelled.
 */
export async function companyOf(
  api: Pick<Api, "call">,
  { signal }: { readonly signal: AbortSignal },
): Promise<Answer<string>> {
  const said = new Set<string>();
  try {
    const smartforms = await api.call("forms.active", {}, { signal });
    for (const { id } of smartforms.slice(0, askedSmartforms)) {
      for (const { companyId } of await api.call(
        "forms.participatingParties",
        { path: { dialogDefinitionId: id } },
        { signal },
      ))
        if (companyId) said.add(companyId);
      if (said.size > 0) break;
    }
  } catch (error) {
    if (!isApiError(error) || error.code === "cancelled") throw error;
    return unknown;
  }
  const [company, ...others] = said;
  return company === undefined || others.length > 0 ? unknown : known(company);
}

const typedKey = "auditCompanies";
const typedShape = z.record(z.string(), z.string());

/**
 * Returns the company id that the person typed for this service and client when the id could not be determined;
 * undefined if they typed none.
 */
export function typedCompany(store: Pick<KeptState, "get">, identity: string): string | undefined {
  const { data = {} } = typedShape.safeParse(store.get(typedKey));
  return Object.hasOwn(data, identity) ? data[identity] : undefined;
}

export async function keepCompany(store: KeptState, identity: string, company: string): Promise<void> {
  const { data = {} } = typedShape.safeParse(store.get(typedKey));
  await store.update(typedKey, { ...data, [identity]: company });
}

/**
 * Looks for the event with the client that may read, and says what it found. Reports its own failure instead of
 * throwing it.
 */
export async function reportOf(
  call: AuditCall,
  sent: WrittenEvent,
  { marker, now, signal }: { readonly marker: string; readonly now: Date; readonly signal: AbortSignal },
): Promise<{ readonly words: string; readonly verified: Verified | undefined }> {
  try {
    const verified = await verifyWritten(call, sent, { marker, now, signal });
    return { verified, words: reportWords(sent, verified) };
  } catch (error) {
    const failure = isApiError(error) ? inWords(error) : error;
    return {
      verified: undefined,
      words: `${l10n.t("Could not check whether the event is stored.")} ${messageOf(failure)}`,
    };
  }
}

function reportWords({ logName }: WrittenEvent, verified: Verified): string {
  if (verified.state === "not-verified")
    return l10n.t(
      'The service does not show the event "{0}" yet, so it is not known whether it is stored. It is not sent again automatically, because a second one cannot be removed.',
      logName,
    );
  const stored = l10n.t('The event "{0}" is stored.', logName);
  return verified.altered.length === 0
    ? stored
    : `${stored} ${l10n.t("These values in the service's answer differ from the values that were sent: {0}.", verified.altered.join(", "))}`;
}
