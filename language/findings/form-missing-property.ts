/**
 * A missing property without which the service refuses the request (document 1, "Errors"). Shown on the opening brace.
 */
import * as l10n from "../l10n.ts";
import { requestProperties } from "../requests/properties.ts";
import { property, textOf } from "../requests/request.ts";
import type { FormRequestRule, FormRequestScope } from "../rules/finding.ts";
import { addition, documentedObjects, undocumented } from "../rules/requestObjects.ts";
import { stopsInJson } from "../rules/stops.ts";

export const formMissingProperty: FormRequestRule = {
  code: "form-missing-property",
  severity: "error",
  title: "A property that requests must have",
  evidence: "text",
  looksAt: "formRequest",

  check(scope, report) {
    const { root } = scope.request;
    if (root === null)
      report({
        start: 0,
        end: 0,
        message: l10n.t("The file is empty. A create-form request needs dialogDefinitionId and values."),
      });
    else
      for (const name of missingIn(scope))
        report({
          start: root.start,
          end: root.start + 1,
          message: l10n.t('A create-form request needs "{0}".', name),
          data: name,
        });
    const id = property(root, "dialogDefinitionId")?.value;
    if (id && textOf(id) === "")
      report({
        start: id.start,
        end: id.end,
        message: l10n.t("The id of the Smartform is empty. Write the id of a Smartform."),
      });
  },

  fixes(finding, scope) {
    const { root } = scope.request;
    if (root === null) {
      const whole = {
        start: 0,
        end: scope.request.text.length,
        newText: '{\n  "dialogDefinitionId": "",\n  "values": {}\n}\n',
      };
      return [{ title: l10n.t("Write an empty request"), edits: [stopsInJson(whole)], preferred: false }];
    }
    if (finding.data !== "values" || root.kind !== "object") return [];
    return [{ title: l10n.t('Add "values"'), edits: [stopsInJson(addition(root, '"values": {}'))], preferred: false }];
  },

  begin(finding, { request: { root } }) {
    if (finding.data !== "dialogDefinitionId" || root?.kind !== "object") return [];
    return [
      {
        title: l10n.t("Add {0}", '"dialogDefinitionId"'),
        edits: [stopsInJson(addition(root, '"dialogDefinitionId": ""'))],
        preferred: false,
      },
    ];
  },
};

/**
 * Returns nothing while the file is being written. Leaves out a missing name if an undocumented name of the file may be
 * a misspelling of it.
 */
function missingIn(scope: FormRequestScope): readonly string[] {
  const { root, problems } = scope.request;
  if (root?.kind !== "object" || problems.length > 0) return [];
  const [request] = documentedObjects(scope);
  const meant = new Set(request === undefined ? [] : undocumented(request).flatMap((each) => each.meant));
  return requestProperties
    .filter(({ name, required }) => required && property(root, name) === undefined && !meant.has(name))
    .map(({ name }) => name);
}
