/** An environment that this service does not have: the services have lists of their own, in the spelling of the list, and some have none. */
import * as l10n from "../l10n.ts";
import type { OperationRequest, Unlisted } from "../requests/operationRequest.ts";
import { textOf } from "../requests/request.ts";
import type { OperationRule, OperationScope } from "./finding.ts";
import { markOf } from "./operationPlaces.ts";
import { finder, quoted, removal, unlistedAt } from "./requestObjects.ts";
import { said } from "./sentences.ts";

export const requestEnvironment: OperationRule = {
  code: "request-environment",
  severity: "error",
  title: "An environment that the service does not have",
  looksAt: "operation",

  check({ read, mistakes }, report) {
    for (const { path: [first], node, message } of mistakes().values) {
      if (first !== "environment") continue;
      const name = textOf(node);
      report({ ...markOf(node), message: name === undefined ? message : said(l10n.t('This service has no environment "{0}".', name), message, l10n.t("The letter case counts.")) });
    }
    for (const each of read.unlisted) {
      if (takesNoEnvironment(each, read)) report({ start: each.property.name.start, end: each.property.name.end, message: l10n.t('This operation takes no "{0}": it is the same for all environments.', each.property.name.text) });
    }
  },

  fixes(finding, scope) {
    const surplus = unlistedAt(scope, finding.start);
    if (surplus !== undefined) return [{ title: l10n.t('Remove "{0}"', surplus.property.name.text), edits: [removal(surplus.node, surplus.property)], preferred: true }];
    const wrong = wrongAt(scope, finding.start);
    const written = textOf(wrong?.node)?.toLowerCase();
    // No name is ever turned into another one: what is done in one environment is not what is done in the next.
    const same = (wrong?.shape?.enum ?? []).filter((each) => typeof each === "string" && each.toLowerCase() === written);
    return same.map((name) => ({ title: l10n.t("Use {0}", quoted(String(name))), edits: [{ start: finding.start, end: finding.end, newText: quoted(String(name)) }], preferred: true }));
  },
};

/** An environment where the operation has none. */
export function takesNoEnvironment({ node, property }: Unlisted, { request }: OperationRequest): boolean {
  return node === request.root && (property.name.text === "environment" || property.name.text === "environmentGroup");
}

const wrongAt = finder(({ mistakes }: OperationScope) => mistakes().values, ({ node }) => node.start);
