/** Creating this form sends messages to people; if the Smartform has a single step, only to the first party. */
import * as l10n from "../l10n.ts";
import { isPlain, isSingleStep, property, valueAt } from "../requests/request.ts";
import type { FormRequestRule } from "../rules/finding.ts";
import { said } from "../words/sentences.ts";
import { oneOrMany } from "../words/oneOrMany.ts";

export const formNotifiesPeople: FormRequestRule = {
  code: "form-notifies-people",
  severity: "warning",
  title: "A request that notifies people",
  evidence: "text",
  looksAt: "formRequest",

  check({ request, smartform }, report) {
    const block = valueAt(request, "notification");
    const channels = ["sendEmail", "sendSms"].map((name) => property(block, name)?.value);
    if (block === null || channels.every((channel) => channel && isPlain(channel, false))) return;
    const listed = property(block, "participatingParties");
    const chosen =
      property(block, "sendEmail")?.value && isPlain(channels[0], true)
        ? property(block, "sendEmail")
        : isPlain(channels[1], true)
          ? property(block, "sendSms")
          : undefined;
    if (listed?.value?.kind === "list") {
      const single = isSingleStep(smartform);
      const count = single === true ? Math.min(1, listed.value.items.length) : listed.value.items.length;
      if (count === 0) return;
      const { start, end } = listed.name;
      const first =
        count > 1 && single === undefined ? l10n.t("A single-step Smartform uses only the first party.") : "";
      report({ start, end, message: said(chosen ? notifies(count) : mayNotify(count), first) });
    } else if (chosen && (listed === undefined || isPlain(listed.value, null))) {
      const { start, end } = chosen.name;
      report({
        start,
        end,
        message: l10n.t(
          "This chooses a channel, but there is no list of parties. The API documents do not say who is notified in that case. To notify nobody, add an empty list.",
        ),
      });
    }
  },

  fixes(_, { request }) {
    const list = valueAt(request, "notification", "participatingParties");
    return list?.kind === "list"
      ? [
          {
            title: l10n.t("Notify nobody"),
            edits: [{ start: list.start, end: list.end, newText: "[]" }],
            preferred: false,
          },
        ]
      : [];
  },
};

function notifies(count: number): string {
  return oneOrMany(
    count,
    l10n.t("Creating this form notifies 1 party, and a message cannot be taken back."),
    l10n.t("Creating this form notifies {0} parties, and a message cannot be taken back.", count),
  );
}

function mayNotify(count: number): string {
  return oneOrMany(
    count,
    l10n.t(
      "Creating this form may notify 1 party. The API documents do not say what happens if a channel is neither true nor false.",
    ),
    l10n.t(
      "Creating this form may notify {0} parties. The API documents do not say what happens if a channel is neither true nor false.",
      count,
    ),
  );
}
