/** A property that document 1 does not list: it is not documented what the service does with it. */
import * as l10n from "../l10n.ts";
import { mostFindings } from "../limits.ts";
import type { FormRequestRule, FormRequestScope } from "../rules/finding.ts";
import { documentedObjects, finder, inJson, undocumented } from "../rules/requestObjects.ts";
import { said } from "../words/sentences.ts";
import { didYouMean } from "../words/spelling.ts";
import { useInstead } from "../rules/fixes.ts";

export const formUnknownProperty: FormRequestRule = {
  code: "form-unknown-property",
  severity: "error",
  title: "A property that the documents do not list",
  evidence: "text",
  looksAt: "formRequest",

  check(scope, report) {
    const found = [...documentedObjects(scope)].flatMap((object) => {
      let words: string | undefined;
      const documented = (): string =>
        (words ??= l10n.t("Documented: {0}.", object.properties.map((each) => each.name).join(", ")));
      return undocumented(object)
        .slice(0, mostFindings + 1)
        .map((each) => ({ ...each, called: object.called, documented }));
    });
    // The findings are sorted by their place in the file, because one object may be inside of another.
    for (const {
      name,
      range: { start, end },
      meant,
      called,
      documented,
    } of found.toSorted((one, other) => one.range.start - other.range.start).slice(0, mostFindings + 1)) {
      report({
        start,
        end,
        message: said(l10n.t('{0} has no documented property "{1}".', called, name), didYouMean(meant) || documented()),
      });
    }
  },

  fixes(finding, scope) {
    return useInstead(finding, undocumentedAt(scope, finding.start)?.meant ?? [], inJson);
  },
};

const undocumentedAt = finder(
  (scope: FormRequestScope) => [...documentedObjects(scope)].flatMap(undocumented),
  ({ range }) => range.start,
);
