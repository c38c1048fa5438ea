/**
 * A missing property without which the service refuses the request. Shown on the opening brace of the object that lacks
 * the property.
 */
import * as l10n from "../l10n.ts";
import { emptyJson } from "../requests/operationSkeleton.ts";
import { property } from "../requests/request.ts";
import type { CallRequestRule, CallRequestScope, MissingProperty } from "../rules/finding.ts";
import { addition, finder, inJson } from "../rules/requestObjects.ts";
import { stopsInJson } from "../rules/stops.ts";

export const requestMissingProperty: CallRequestRule = {
  code: "request-missing-property",
  severity: "error",
  title: "A property that the operation needs",
  evidence: "text",
  looksAt: "callRequest",

  check({ request, file, mistakes }, report) {
    const { root, problems } = request;
    if (root === null)
      return report({
        start: 0,
        end: 0,
        message: l10n.t(
          "The file is empty. A request file says which operation to call and what to send to the service.",
        ),
      });
    if (root.kind !== "object") return;
    if (file.operations.length > 1 && property(root, "operation") === undefined && problems.length === 0) {
      const ids = file.operations
        .slice(0, 6)
        .map(({ id }) => id)
        .join(", ");
      const message =
        file.operations.length > 6
          ? l10n.t('A request file of this kind needs "operation", such as {0}.', ids)
          : l10n.t('A request file of this kind needs "operation", one of {0}.', ids);
      report({ start: root.start, end: root.start + 1, message, data: "operation" });
    }
    for (const { node, name, message } of mistakes().missing)
      report({
        start: node.start,
        end: node.start + 1,
        message: message === "" ? l10n.t('"{0}" is missing here.', name) : message,
        data: name,
      });
  },

  fixes(finding, scope) {
    const found = missingAt(scope, `${finding.start} ${finding.data}`);
    const value = found && onlyValue(found);
    if (found === undefined || value === undefined) return [];
    const edit = stopsInJson(addition(found.node, `${inJson(found.name)}: ${value}`));
    return [
      { title: l10n.t("Add {0}", inJson(found.name)), edits: [edit], preferred: found.shape?.const !== undefined },
    ];
  },

  begin(finding, scope) {
    const { root } = scope.request;
    const found = missingAt(scope, `${finding.start} ${finding.data}`);
    const isOperation =
      finding.data === "operation" && found === undefined && root?.kind === "object" && finding.start === root.start;
    if (isOperation)
      return [
        {
          title: l10n.t("Add {0}", inJson("operation")),
          edits: [stopsInJson(addition(root, '"operation": ""'))],
          preferred: false,
        },
      ];
    if (found === undefined || onlyValue(found) !== undefined) return [];
    const edit = stopsInJson(addition(found.node, `${inJson(found.name)}: ${emptyJson(found.shape ?? {})}`));
    return [{ title: l10n.t("Add {0}", inJson(found.name)), edits: [edit], preferred: false }];
  },
};

/** Returns JSON that is right whatever the author means; undefined if only the author knows. */
function onlyValue({ shape }: MissingProperty): string | undefined {
  if (shape?.const !== undefined) return JSON.stringify(shape.const);
  if (shape?.type === "array" && shape.minItems === undefined) return "[]";
  return shape?.type === "object" && shape.required === undefined && shape.additionalProperties === undefined
    ? "{}"
    : undefined;
}

const missingAt = finder(
  ({ mistakes }: CallRequestScope) => mistakes().missing,
  ({ node, name }) => `${node.start} ${name}`,
);
