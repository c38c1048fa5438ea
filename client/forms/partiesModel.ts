/**
 * Who is notified of a form: matches the parties that a request lists with those of the Smartform (document 1,
 * "Notification block", "Limits"). The service accepts any party, so a wrong one is noticed only here. Does not import
 * `vscode`.
 */
import * as l10n from "@vscode/l10n";
import type { Api, Environment } from "../../api/index.ts";
import { known, oneOrMany, unknown, visible } from "../../language/index.ts";
import type { Answer } from "../../language/index.ts";
import { partyLabel } from "../records/smartformModel.ts";
import type { SmartformParty } from "../records/smartformModel.ts";
import type { Asking } from "./reachModel.ts";
import { reachOf } from "../records/formRequestModel.ts";
import type { CreateForm } from "../records/formRequestModel.ts";
import { answered } from "../calls/answersModel.ts";

/** What the service says about a Smartform. */
export interface SmartformFacts {
  readonly name: Answer<string>;
  readonly parties: Answer<readonly SmartformParty[]>;
  readonly singleStep: Answer<boolean>;
}

export interface Settled {
  readonly body: CreateForm;
  /** For the dialog: who each party is, one line each. */
  readonly lines: readonly string[];
  /** How many parties the service is asked to notify, and how many of the request's parties are left out. */
  readonly notified: number;
  readonly leftOut: number;
}

type Listed = NonNullable<NonNullable<CreateForm["notification"]>["participatingParties"]>[number];

/**
 * Asks about the version that will run. A fact that the service does not return is `unknown`; rejects with ApiError
 * only if cancelled.
 */
export async function askSmartform(
  api: Api,
  {
    dialogDefinitionId,
    environment,
  }: { readonly dialogDefinitionId: string; readonly environment: Environment | undefined },
  options: { readonly signal?: AbortSignal } = {},
): Promise<SmartformFacts> {
  const request = { path: { dialogDefinitionId }, ...(environment && { environment }) };
  const definition = await answered(api.call("forms.definition", request, options));
  const listed = await answered(api.call("forms.participatingParties", request, options));
  const parties = listed.state === "known" ? listed : unknown;
  if (definition.state !== "known") return { name: unknown, parties, singleStep: unknown };
  // Document 1 does not describe the fields of a definition, so `steps` is used only if it is a list.
  const { name, steps } = definition.value as { readonly name?: string | null; readonly steps?: unknown };
  return {
    name: name ? known(name) : unknown,
    parties,
    singleStep: Array.isArray(steps) ? known(steps.length <= 1) : unknown,
  };
}

export const onlyFirst = l10n.t("Notify Only the First");
export const allListed = l10n.t("Send All Parties");

/**
 * Gives every party its id and keeps only those that will be notified; undefined if the author left a question
 * unanswered.
 */
export async function settleParties(
  body: CreateForm,
  facts: SmartformFacts,
  { choose }: Pick<Asking, "choose">,
): Promise<Settled | undefined> {
  const { notification } = body;
  const listed = notification?.participatingParties ?? [];
  if (!notification || reachOf(body).parties === 0) return { body, lines: [], notified: 0, leftOut: listed.length };
  const settled: { readonly party: Listed; readonly line: string }[] = [];
  for (const party of listed) {
    const one = await settle(party, facts.parties, choose);
    if (one === undefined) return undefined;
    settled.push(one);
  }
  const kept = settled.slice(
    0,
    await howMany(
      settled.map(({ line }) => line),
      facts.singleStep,
      choose,
    ),
  );
  if (kept.length === 0) return undefined;
  const parties = kept.map(({ party }) => party);
  return {
    body: { ...body, notification: { ...notification, participatingParties: parties } },
    lines: kept.map(({ line }) => line),
    notified: kept.length,
    leftOut: listed.length - kept.length,
  };
}

/** 0 if the author cancelled. */
async function howMany(
  lines: readonly string[],
  singleStep: Answer<boolean>,
  choose: Asking["choose"],
): Promise<number> {
  if (lines.length === 1 || (singleStep.state === "known" && !singleStep.value)) return lines.length;
  const [first = "", ...others] = lines;
  const leftOut = l10n.t(
    "Would be notified:\n  {0}\nWould be left out, without an error:\n{1}",
    first,
    others.map((line) => `  ${line}`).join("\n"),
  );
  const isKnown = singleStep.state === "known";
  const choice = await choose({
    message: isKnown
      ? l10n.t("Only the first party would be notified.")
      : l10n.t("Perhaps only the first party would be notified."),
    detail: `${
      isKnown
        ? l10n.t("The Smartform has a single step, and the service uses only the first party of the list.")
        : l10n.t(
            "The service did not say how many steps the Smartform has. If the Smartform has a single step, the service uses only the first party of the list.",
          )
    }\n\n${leftOut}`,
    choices: isKnown ? [onlyFirst] : [onlyFirst, allListed],
  });
  return choice === onlyFirst ? 1 : choice === allListed ? lines.length : 0;
}

/** Returns the party as the Smartform has it, with its id if it has one. */
async function settle(
  party: Listed,
  parties: Answer<readonly SmartformParty[]>,
  choose: Asking["choose"],
): Promise<{ readonly party: Listed; readonly line: string } | undefined> {
  const written = String(party.id ?? "");
  const who = visible(
    String(party.name || party.email || party.phone || written || l10n.t("A party without name or address")),
  );
  if (parties.state !== "known")
    return {
      party,
      line: written === "" ? who : l10n.t('{0}: the service did not say which party "{1}" is', who, visible(written)),
    };
  const found = matching(party, parties.value);
  const [only] = found;
  if (only === undefined)
    return {
      party,
      line:
        written === ""
          ? l10n.t("{0}: not a party of the Smartform", who)
          : l10n.t('{0}: the Smartform has no party "{1}"', who, visible(written)),
    };
  if (found.length === 1) return as(party, only, who);
  const choices = found.map((one) => `${labelOf(one)} (${one.id ?? ""})`);
  const choice = await choose({
    message: l10n.t('Which party is "{0}"?', visible(written)),
    detail: l10n.t("{0} parties of the Smartform match.", found.length),
    choices,
  });
  const chosen = choice === undefined ? undefined : found[choices.indexOf(choice)];
  return chosen && as(party, chosen, who);
}

function as(party: Listed, found: SmartformParty, who: string): { readonly party: Listed; readonly line: string } {
  return {
    party: found.id ? { ...party, id: found.id } : party,
    line: l10n.t("{0}: the party {1}", who, labelOf(found)),
  };
}

/**
 * By id, or by name ignoring letter case. A party of a phone list has no id and no name, and is matched by its number.
 */
function matching(listed: Listed, parties: readonly SmartformParty[]): readonly SmartformParty[] {
  const [id, phone] = [String(listed.id ?? ""), String(listed.phone ?? "")];
  if (id === "") return parties.filter((party) => !party.id && phone !== "" && party.phoneNumber === phone).slice(0, 1);
  return parties.filter((party) => party.id === id || party.name?.toLowerCase() === id.toLowerCase());
}

function labelOf(party: SmartformParty): string {
  return visible(partyLabel(party, 0));
}

/** For the message after the form was made; empty if the request listed nobody. */
export function notifiedLine({ notified, leftOut }: Pick<Settled, "notified" | "leftOut">): string {
  if (notified === 0 && leftOut === 0) return "";
  if (leftOut === 0)
    return oneOrMany(
      notified,
      l10n.t("The service was asked to notify 1 party."),
      l10n.t("The service was asked to notify {0} parties.", notified),
    );
  return oneOrMany(
    leftOut,
    oneOrMany(
      notified,
      l10n.t("The service was asked to notify 1 party; 1 party in the request was left out."),
      l10n.t("The service was asked to notify {0} parties; 1 party in the request was left out.", notified),
    ),
    oneOrMany(
      notified,
      l10n.t("The service was asked to notify 1 party; {0} parties in the request were left out.", leftOut),
      l10n.t(
        "The service was asked to notify {0} parties; {1} parties in the request were left out.",
        notified,
        leftOut,
      ),
    ),
  );
}
