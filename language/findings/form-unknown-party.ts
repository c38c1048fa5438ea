/** The Smartform has no party whose id or name is the `id` of this party (document 1, "Party fields"). */
import type { Party } from "../catalog.ts";
import * as l10n from "../l10n.ts";
import { partiesOf, property, textOf } from "../requests/request.ts";
import type { FormRequestRule, FormRequestScope } from "../rules/finding.ts";
import { finder, inJson } from "../rules/requestObjects.ts";
import { said } from "../words/sentences.ts";
import { didYouMean, nearest, prepareWords } from "../words/spelling.ts";
import { useInstead } from "../rules/fixes.ts";

export const formUnknownParty: FormRequestRule = {
  code: "form-unknown-party",
  severity: "error",
  title: "A party that the Smartform does not have",
  evidence: "library",
  looksAt: "formRequest",

  check(scope, report) {
    const known = namedParties(scope);
    if (known === null) return;
    for (const party of partiesOf(scope.request)) {
      const node = property(party, "id")?.value;
      const id = textOf(node);
      if (!node || !id || isParty(id, known)) continue;
      const names = known.map(({ id, name }) => name ?? id ?? "");
      const has =
        names.length === 0
          ? l10n.t({ message: "The Smartform has no parties.", comment: ["A Smartform."] })
          : l10n.t({
              message: "The parties of the Smartform are: {0}.",
              args: [names.slice(0, 10).join(", ")],
              comment: ["A list of parties."],
            });
      report({
        start: node.start,
        end: node.end,
        message: said(l10n.t('The Smartform has no party "{0}".', id), didYouMean(alike(id, known, scope)) || has),
      });
    }
  },

  fixes(finding, scope) {
    const known = namedParties(scope) ?? [];
    const node = idAt(scope, finding.start);
    return useInstead(finding, alike(textOf(node) ?? "", known, scope), inJson);
  },
};

/**
 * Returns null if the parties are not known, or are a list of phone numbers. A phone number has no id and no name
 * (document 1, "Participating party").
 */
function namedParties({ smartform }: FormRequestScope): readonly Party[] | null {
  if (smartform.state !== "known" || smartform.value.parties.state !== "known") return null;
  const parties = smartform.value.parties.value;
  return parties.every(({ id, name }) => id !== null || name !== null) ? parties : null;
}

function isParty(written: string, parties: readonly Party[]): boolean {
  return parties.some(({ id, name }) => id === written || name?.toLowerCase() === written.toLowerCase());
}

function alike(written: string, parties: readonly Party[], { effort }: FormRequestScope): readonly string[] {
  const words = parties.flatMap(({ id, name }) => [...(name === null ? [] : [name]), ...(id === null ? [] : [id])]);
  return nearest(written, prepareWords(words), effort);
}

const idAt = finder(
  ({ request }: FormRequestScope) => partiesOf(request).map((party) => property(party, "id")?.value),
  (node) => node?.start,
);
