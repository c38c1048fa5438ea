/** A property that document 1 does not list: the service takes no notice of it. */
import * as l10n from "../l10n.ts";
import { mostFindings } from "../limits.ts";
import type { RequestRule, RequestScope } from "./finding.ts";
import { documentedObjects, finder, quoted, undocumented } from "./requestObjects.ts";
import { said } from "./sentences.ts";
import { didYouMean } from "./spelling.ts";

export const formUnknownProperty: RequestRule = {
  code: "form-unknown-property",
  severity: "error",
  title: "A property that requests do not have",
  looksAt: "request",

  check(scope, report) {
    for (const object of documentedObjects(scope)) {
      let words: string | undefined;
      const documented = (): string => (words ??= l10n.t("Documented: {0}.", object.properties.map((each) => each.name).join(", ")));
      for (const { name, range: { start, end }, meant } of undocumented(object).slice(0, mostFindings + 1)) {
        report({ start, end, message: said(l10n.t('{0} has no property "{1}".', object.called, name), didYouMean(meant) || documented()) });
      }
    }
  },

  fixes(finding, scope) {
    const words = undocumentedAt(scope, finding.start)?.meant ?? [];
    return words.map((word) => ({ title: l10n.t('Use "{0}"', word), edits: [{ start: finding.start, end: finding.end, newText: quoted(word) }], preferred: words.length === 1 }));
  },
};

const undocumentedAt = finder((scope: RequestScope) => [...documentedObjects(scope)].flatMap(undocumented), ({ range }) => range.start);
