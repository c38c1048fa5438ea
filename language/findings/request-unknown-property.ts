/**
 * A property that the API documents do not list for this operation: it is not documented what the service does with it.
 * The finding is only a warning if the request is sent with the property, as in most bodies. If the documents exclude
 * the property, for example, the request is not sent, and the finding is an error.
 */
import * as l10n from "../l10n.ts";
import { isAnything } from "../requests/operationRequest.ts";
import type { Unlisted } from "../requests/operationRequest.ts";
import type { Shape } from "../requests/operations.ts";
import { propertyNames } from "../rules/callPlaces.ts";
import type { CallRequestRule } from "../rules/finding.ts";
import { inJson, meant, unlistedAt } from "../rules/requestObjects.ts";
import { said } from "../words/sentences.ts";
import { didYouMean } from "../words/spelling.ts";
import { takesNoEnvironment } from "./request-environment.ts";
import { useInstead } from "../rules/fixes.ts";

export const requestUnknownProperty: CallRequestRule = {
  code: "request-unknown-property",
  severity: "error",
  milder: "warning",
  title: "A property that the documents do not list",
  evidence: "text",
  looksAt: "callRequest",

  check({ read, mistakes }, report) {
    const lists = new Map<Shape, string>();
    for (const each of read.unlisted) {
      if (takesNoEnvironment(each, read)) continue;
      const { start, end, text } = each.property.name;
      const listed = lists.get(each.shape) ?? listOf(each.shape);
      lists.set(each.shape, listed);
      const words = alike(each);
      // `words` holds only names that the object lacks. If one of them is required, the request is not sent, because
      // that property is missing.
      const isSent =
        isAnything(each.shape.additionalProperties) &&
        !words.some((word) => each.shape.required?.includes(word)) &&
        !mistakes().refused.has(JSON.stringify(each.path));
      const twin = isSent ? undefined : otherSpelling(each);
      const message =
        twin === undefined
          ? said(l10n.t('There is no documented property "{0}" here.', text), didYouMean(words) || listed)
          : l10n.t(
              'This object contains both "{0}" and "{1}", and the service may read either of them. Keep one of them.',
              text,
              twin,
            );
      report({ start, end, message, ...(isSent && { severity: "warning" }) });
    }
  },

  fixes(finding, scope) {
    const found = unlistedAt(scope, finding.start);
    return useInstead(finding, found === undefined ? [] : alike(found), inJson);
  },
};

function listOf(shape: Shape): string {
  const names = propertyNames(shape).map(({ name }) => name);
  return names.length === 0 ? "" : l10n.t("Documented: {0}.", names.join(", "));
}

/** Returns the name of another property of the object that differs from this property's name in letter case only. */
function otherSpelling({ node, property, shape }: Unlisted): string | undefined {
  const { text } = property.name;
  const isListed = propertyNames(shape).some(({ name }) => name.toLowerCase() === text.toLowerCase());
  return isListed
    ? node.properties.find(({ name }) => name.text !== text && name.text.toLowerCase() === text.toLowerCase())?.name
        .text
    : undefined;
}

function alike({ node, property, shape }: Unlisted): readonly string[] {
  return meant(property.name.text, { node, properties: propertyNames(shape) });
}
