/** A property that document 1 does not list: the service takes no notice of it. */
import * as l10n from "../l10n.ts";
import type { RequestRule } from "./finding.ts";
import { documentedObjects, quoted, undocumented } from "./requestObjects.ts";
import { said } from "./sentences.ts";
import { didYouMean } from "./spelling.ts";

export const formUnknownProperty: RequestRule = {
  code: "form-unknown-property",
  severity: "error",
  title: "A property that requests do not have",
  looksAt: "request",

  check(scope, report) {
    for (const object of documentedObjects(scope)) {
      for (const { name, range: { start, end }, meant } of undocumented(object)) {
        report({ start, end, message: said(l10n.t('{0} has no property "{1}".', object.called, name), didYouMean(meant) || l10n.t("Documented: {0}.", object.properties.map((each) => each.name).join(", "))) });
      }
    }
  },

  fixes(finding, scope) {
    const found = [...documentedObjects(scope)].flatMap(undocumented).find(({ range }) => range.start === finding.start);
    const words = found?.meant ?? [];
    return words.map((word) => ({ title: l10n.t('Use "{0}"', word), edits: [{ start: finding.start, end: finding.end, newText: quoted(word) }], preferred: words.length === 1 }));
  },
};
