/** A value of the wrong kind, or beyond a limit of the API documents. */
import * as l10n from "../l10n.ts";
import type { JsonNode } from "../requests/json.ts";
import type { Shape } from "../requests/operations.ts";
import { textOf } from "../requests/request.ts";
import { markOf } from "../rules/callPlaces.ts";
import type { CallRequestRule, CallRequestScope, Fix, WrongValue } from "../rules/finding.ts";
import { onceFor } from "../rules/requestObjects.ts";
import { nearest, prepareWords } from "../words/spelling.ts";
import type { Effort } from "../words/spelling.ts";

export const requestValue: CallRequestRule = {
  code: "request-value",
  severity: "error",
  title: "A value that the operation does not take",
  evidence: "text",
  looksAt: "callRequest",

  check(scope, report) {
    const { root } = scope.request;
    if (root !== null && root.kind !== "object" && scope.request.problems.length === 0)
      return report({
        ...markOf(root),
        message: l10n.t("A request file must be one object that holds the operation and what to send to the service."),
      });
    for (const [index, { node, message }] of wrongValues(scope).entries())
      report({ ...markOf(node), message, data: index });
  },

  fixes(finding, scope) {
    const found = typeof finding.data === "number" ? wrongValues(scope)[finding.data] : undefined;
    return found?.shape === undefined || found.node.kind !== "plain"
      ? []
      : likelyValues(found.node, found.shape, scope.effort);
  },
};

/** The operation and the environment have finding codes of their own. */
const wrongValues = onceFor(({ mistakes }: CallRequestScope): readonly WrongValue[] =>
  mistakes().values.filter(
    ({ path: [first] }) => first !== undefined && first !== "operation" && first !== "environment",
  ),
);

/** Returns the value that was probably meant: another spelling, or the same value as another JSON type. */
function likelyValues(node: JsonNode, shape: Shape, effort: Effort): readonly Fix[] {
  const use = (json: string, { isSure }: { readonly isSure: boolean }): Fix => ({
    title: l10n.t("Use {0}", json),
    edits: [{ start: node.start, end: node.end, newText: json }],
    preferred: isSure,
  });
  const written = textOf(node);
  if (shape.const !== undefined) return [use(JSON.stringify(shape.const), { isSure: true })];
  if (written === undefined) return [];
  const words = (shape.enum ?? []).filter((each) => typeof each === "string");
  const same = words.filter((each) => each.toLowerCase() === written.toLowerCase());
  const near = same.length > 0 ? same : nearest(written, prepareWords(words), effort);
  if (near.length > 0) return near.map((word) => use(JSON.stringify(word), { isSure: near.length === 1 }));
  const kinds = [shape.type].flat();
  if (kinds.includes("boolean") && /^(true|false)$/i.test(written))
    return [use(written.toLowerCase(), { isSure: true })];
  const number = /^-?\d{1,15}$/.test(written) ? Number(written) : undefined;
  const fits =
    number !== undefined &&
    (shape.enum === undefined
      ? number >= (shape.minimum ?? number) && number <= (shape.maximum ?? number)
      : shape.enum.includes(number));
  return fits && (kinds.includes("integer") || kinds.includes("number")) ? [use(String(number), { isSure: true })] : [];
}
