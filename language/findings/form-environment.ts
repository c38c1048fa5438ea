/**
 * The environment is not one of the four; or the Smartform is not deployed there, and the service answers with 404
 * (document 1, "Versioning").
 */
import * as l10n from "../l10n.ts";
import { environmentNames } from "../requests/properties.ts";
import { deployment, textOf, valueAt } from "../requests/request.ts";
import type { FormRequestRule, FormRequestScope } from "../rules/finding.ts";
import { inJson } from "../rules/requestObjects.ts";
import { said } from "../words/sentences.ts";
import { didYouMean, nearest, newEffort, prepareWords } from "../words/spelling.ts";

export const formEnvironment: FormRequestRule = {
  code: "form-environment",
  severity: "error",
  title: "An environment that is not there",
  evidence: "library",
  looksAt: "formRequest",

  check(scope, report) {
    const node = valueAt(scope.request, "environment");
    const environment = textOf(node);
    if (node === null || environment === undefined) return;
    const { start, end } = node;
    if (!isEnvironment(environment))
      return report({
        start,
        end,
        message: said(
          l10n.t('There is no environment "{0}".', environment),
          didYouMean(alike(environment)) || l10n.t("The environments are {0}.", environmentNames.join(", ")),
        ),
      });
    if (deployment(environment, scope.smartform).state !== "absent") return;
    const deployed = deployedTo(scope);
    report({
      start,
      end,
      message: said(
        l10n.t("The Smartform is not deployed to {0}.", environment),
        deployed.length === 0
          ? l10n.t("It is not deployed anywhere. Leave the environment out to run its saved draft.")
          : l10n.t("It is deployed to {0}.", deployed.join(", ")),
      ),
    });
  },

  fixes(finding, scope) {
    const environment = textOf(valueAt(scope.request, "environment")) ?? "";
    const likely = isEnvironment(environment) ? [] : alike(environment);
    const words = (likely.length > 0 ? likely : deployedTo(scope)).filter(
      (each) => deployment(each, scope.smartform).state !== "absent",
    );
    return words.map((word) => ({
      title: l10n.t('Use "{0}"', word),
      edits: [{ start: finding.start, end: finding.end, newText: inJson(word) }],
      preferred: likely.length === 1,
    }));
  },
};

function isEnvironment(written: string): boolean {
  return environmentNames.some((name) => name.toLowerCase() === written.toLowerCase());
}

function alike(written: string): readonly string[] {
  const begun = environmentNames.filter(
    (name) => written.length >= 3 && name.toLowerCase().startsWith(written.toLowerCase()),
  );
  return begun.length > 0 ? begun : nearest(written.replace(/[-_ ]/g, ""), prepareWords(environmentNames), newEffort());
}

function deployedTo({ smartform }: FormRequestScope): readonly string[] {
  return smartform.state === "known" && smartform.value.environments.state === "known"
    ? smartform.value.environments.value
    : [];
}
