/** Display names for the statuses of orders and signatures. Does not import `vscode`. */
import * as l10n from "@vscode/l10n";
import { orderStatusWords, signStatusWords } from "../../api/index.ts";

/** Keyed by the words of the documents. */
const statuses: ReadonlyMap<string, string> = new Map([
  ["created", l10n.t("created")],
  ["in progress", l10n.t("in progress")],
  ["completed", l10n.t("completed")],
  ["downloaded from the signing provider", l10n.t("downloaded from the signing provider")],
  ["rejected", l10n.t("rejected")],
  ["canceled", l10n.t("cancelled")],
  ["error", l10n.t("error")],
  ["not set", l10n.t("not set")],
  ["started", l10n.t("started")],
  ["expired", l10n.t("expired")],
  ["forwarded", l10n.t("forwarded")],
  ["unknown", l10n.t("status not shown")],
]);

export function orderStatusText(status: number | null | undefined): string {
  return shown(orderStatusWords(status));
}

export function signStatusText(status: number | null | undefined): string {
  return shown(signStatusWords(status));
}

/** Returns the display name of a status, or its number if the documents do not list the status. */
function shown(words: string): string {
  return statuses.get(words) ?? l10n.t("status {0}", words);
}
