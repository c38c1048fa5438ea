/** The service has no Smartform with this id. */
import * as l10n from "../l10n.ts";
import { textOf, valueAt } from "../requests/request.ts";
import type { FormRequestRule, FormRequestScope } from "../rules/finding.ts";
import { inJson } from "../rules/requestObjects.ts";
import { said } from "../words/sentences.ts";
import { nearest, prepareWords } from "../words/spelling.ts";

export const formUnknownSmartform: FormRequestRule = {
  code: "form-unknown-smartform",
  severity: "error",
  title: "A Smartform that is not there",
  evidence: "library",
  looksAt: "formRequest",

  check(scope, report) {
    const node = valueAt(scope.request, "dialogDefinitionId");
    const id = textOf(node);
    if (node === null || !id || scope.smartform.state !== "absent") return;
    const [first, ...others] = alike(id, scope);
    const hint =
      first !== undefined && others.length === 0
        ? l10n.t('Did you mean the Smartform "{0}" ({1})?', first.name, first.id)
        : l10n.t("Write the id of a Smartform.");
    report({
      start: node.start,
      end: node.end,
      message: said(l10n.t('There is no Smartform with the id "{0}".', id), hint),
    });
  },

  fixes(finding, scope) {
    const found = alike(textOf(valueAt(scope.request, "dialogDefinitionId")) ?? "", scope);
    return found.map(({ id, name }) => ({
      title: l10n.t('Use the id of "{0}"', name),
      edits: [{ start: finding.start, end: finding.end, newText: inJson(id) }],
      preferred: found.length === 1,
    }));
  },
};

/**
 * Returns at most three Smartforms whose name is `written`, apart from letter case. If no Smartform has this name,
 * returns those whose id is spelt like `written`.
 */
function alike(written: string, { context: { catalog }, effort }: FormRequestScope) {
  const answer = catalog.smartforms();
  const all = answer.state === "known" ? answer.value : [];
  const named = all.filter(({ name }) => name.toLowerCase() === written.toLowerCase());
  if (named.length > 0) return named.slice(0, 3);
  const ids = new Set(nearest(written, prepareWords(all.map(({ id }) => id)), effort));
  return all.filter(({ id }) => ids.has(id) || id.toLowerCase() === written.toLowerCase());
}
