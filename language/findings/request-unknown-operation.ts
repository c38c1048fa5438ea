/** The operation is not one that a request file of this kind can hold. */
import * as l10n from "../l10n.ts";
import { property, textOf } from "../requests/request.ts";
import { markOf } from "../rules/callPlaces.ts";
import type { CallRequestRule, CallRequestScope } from "../rules/finding.ts";
import { inJson } from "../rules/requestObjects.ts";
import { said } from "../words/sentences.ts";
import { didYouMean, nearest, prepareWords } from "../words/spelling.ts";
import { useInstead } from "../rules/fixes.ts";

export const requestUnknownOperation: CallRequestRule = {
  code: "request-unknown-operation",
  severity: "error",
  title: "An operation that this kind of request file does not hold",
  evidence: "text",
  looksAt: "callRequest",

  check(scope, report) {
    const { read, request, file } = scope;
    const node = property(request.root, "operation")?.value;
    if (read.operation !== null || !node || (node.kind === "plain" && node.value === undefined)) return;
    const ids = file.operations.map(({ id }) => id);
    const listed =
      ids.length > 6
        ? l10n.t("Operations for this kind of file: {0} and {1} more.", ids.slice(0, 6).join(", "), ids.length - 6)
        : l10n.t("Operations for this kind of file: {0}.", ids.join(", "));
    const name = textOf(node);
    const says =
      name === undefined
        ? l10n.t("Write the id of the operation.")
        : l10n.t('There is no operation "{0}" for this kind of file.', name);
    report({ ...markOf(node), message: said(says, didYouMean(alike(scope)) || listed) });
  },

  fixes(finding, scope) {
    return useInstead(finding, alike(scope), inJson);
  },
};

function alike({ request, file, effort }: CallRequestScope): readonly string[] {
  const written = textOf(property(request.root, "operation")?.value);
  return written === undefined ? [] : nearest(written, prepareWords(file.operations.map(({ id }) => id)), effort);
}
