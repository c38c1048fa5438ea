/**
 * A single-step Smartform notifies only the first party in the list (document 1, "Limits"). The finding is shown on the
 * other parties.
 */
import * as l10n from "../l10n.ts";
import { isSingleStep, partiesOf } from "../requests/request.ts";
import type { FormRequestRule } from "../rules/finding.ts";

export const formPartyIgnored: FormRequestRule = {
  code: "form-party-ignored",
  severity: "warning",
  title: "A party that is not notified",
  evidence: "library",
  looksAt: "formRequest",

  check({ request, smartform }, report) {
    const [, second, ...others] = partiesOf(request);
    if (second === undefined || isSingleStep(smartform) !== true) return;
    const last = others.at(-1) ?? second;
    const message =
      others.length === 0
        ? l10n.t(
            "The Smartform has a single step, so the service uses only the first party of the list and leaves this party out.",
          )
        : l10n.t(
            "The Smartform has a single step, so the service uses only the first party of the list and leaves these parties out.",
          );
    report({ start: second.start, end: last.end, message });
  },

  fixes(finding, { request }) {
    const [first] = partiesOf(request);
    return first === undefined
      ? []
      : [
          {
            title: l10n.t("Keep the first party only"),
            edits: [{ start: first.end, end: finding.end, newText: "" }],
            preferred: false,
          },
        ];
  },
};
