/**
 * Rarely needed settings of an order: webhooks, an archive folder, and for each signatory their own id, a personal
 * number and a link. Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import type * as z from "zod";
import { operations } from "../../api/index.ts";
import { oneOrMany, visible } from "../../language/index.ts";
import { given } from "./startOrderModel.ts";
import type { Draft, DraftSignatory } from "./startOrderModel.ts";

const { shape } = operations["signing.orders.create"].request;

/** Returns why the text cannot be a signatory's own id; undefined if it can, or if it is empty. */
export function idProblem(text: string): string | undefined {
  return documentedProblem(shape.signatories.element.shape.id.safeParse(given(text)));
}

/** Returns why the address cannot be called; undefined if it can, or if it is empty. */
export function webhookProblem(text: string): string | undefined {
  return documentedProblem(shape.completedWebhookUrl.safeParse(given(text)));
}

/** The service's call to the address is described in document 2, "Events", which says nothing about authentication. */
export function webhookPrompt(name: "completedWebhookUrl" | "cancelledWebhookUrl"): string {
  return name === "completedWebhookUrl"
    ? l10n.t(
        "Address that the service calls by GET, without a body, when the order is completed; leave it empty for none",
      )
    : l10n.t(
        "Address that the service calls by GET, without a body, when the order is cancelled; leave it empty for none",
      );
}

function documentedProblem(read: z.ZodSafeParseResult<unknown>): string | undefined {
  return read.success
    ? undefined
    : l10n.t(
        '{0} (API document 2, "Signing order").',
        capital(read.error.issues[0]?.message ?? l10n.t("not as documented")),
      );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Describes what is set for a signatory; empty if nothing is. Never shows a personal number. */
export function moreOfSignatory({ ownId, personalNumber, signViaUrl }: DraftSignatory): string {
  const id = given(ownId);
  return [
    ...(id === undefined ? [] : [l10n.t("own id {0}", visible(id))]),
    ...(given(personalNumber) === undefined ? [] : [l10n.t("a personal number")]),
    ...(signViaUrl === true ? [l10n.t("a link to sign immediately")] : []),
  ].join(" · ");
}

/** Describes what is set for the order; empty if nothing is. */
export function moreOfOrder({ completedWebhookUrl, cancelledWebhookUrl, archiveFolderId, signatories }: Draft): string {
  const people = signatories.filter((signatory) => moreOfSignatory(signatory) !== "").length;
  return [
    ...(given(completedWebhookUrl) === undefined ? [] : [l10n.t("webhook when completed")]),
    ...(given(cancelledWebhookUrl) === undefined ? [] : [l10n.t("webhook when cancelled")]),
    ...(given(archiveFolderId) === undefined ? [] : [l10n.t("archive folder")]),
    ...(people === 0
      ? []
      : [
          oneOrMany(
            people,
            l10n.t("extra settings for 1 signatory"),
            l10n.t("extra settings for {0} signatories", people),
          ),
        ]),
  ].join(", ");
}

/** Returns the first invalid setting, which keeps the order from being sent. */
export function moreProblem({
  completedWebhookUrl = "",
  cancelledWebhookUrl = "",
  signatories,
}: Draft): { readonly step: "options"; readonly words: string } | undefined {
  const words =
    webhookProblem(completedWebhookUrl) ??
    webhookProblem(cancelledWebhookUrl) ??
    signatories.map(({ ownId = "" }) => idProblem(ownId)).find((problem) => problem !== undefined);
  return words === undefined
    ? undefined
    : { step: "options", words: l10n.t('{0} Use "More…" to correct the setting.', words) };
}
