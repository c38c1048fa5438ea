/**
 * An environment that this service does not have, or two different environments. Each service has its own list of
 * environments, and some services have no environments.
 */
import * as l10n from "../l10n.ts";
import type { JsonNode, JsonProperty } from "../requests/json.ts";
import { plainShape } from "../requests/operationRequest.ts";
import type { OperationRequest, Unlisted } from "../requests/operationRequest.ts";
import { property, textOf, valueAt } from "../requests/request.ts";
import type { Request } from "../requests/request.ts";
import { markOf } from "../rules/callPlaces.ts";
import type { CallRequestRule, CallRequestScope, Fix } from "../rules/finding.ts";
import { finder, inJson, removal, unlistedAt } from "../rules/requestObjects.ts";
import { said } from "../words/sentences.ts";

export const requestEnvironment: CallRequestRule = {
  code: "request-environment",
  severity: "error",
  title: "An environment that the service does not have, or two that differ",
  evidence: "text",
  looksAt: "callRequest",

  check({ read, mistakes }, report) {
    for (const {
      path: [first],
      node,
      message,
    } of mistakes().values) {
      if (first !== "environment") continue;
      const name = textOf(node);
      report({
        ...markOf(node),
        message:
          name === undefined
            ? message
            : said(l10n.t('This service has no environment "{0}".', name), message, spellingOf(read)),
      });
    }
    for (const each of read.unlisted) {
      if (takesNoEnvironment(each, read))
        report({
          start: each.property.name.start,
          end: each.property.name.end,
          message: l10n.t('The API documents mention no "{0}" for this operation.', each.property.name.text),
        });
    }
    const twice = namedTwice(read);
    if (twice !== null) {
      const [outer, inner] = twice;
      report({
        start: inner.start,
        end: inner.end,
        message: l10n.t(
          'The address has the environment "{0}", but the body has "{1}". The service refuses two different environments. Keep one of them.',
          textOf(outer) ?? "",
          textOf(inner) ?? "",
        ),
        related: [
          {
            textId: null,
            language: null,
            start: outer.start,
            end: outer.end,
            message: l10n.t("The environment of the address"),
          },
        ],
      });
    }
  },

  fixes(finding, scope) {
    const surplus = unlistedAt(scope, finding.start);
    if (surplus !== undefined)
      return [
        {
          title: l10n.t('Remove "{0}"', surplus.property.name.text),
          edits: [removal(surplus.node, surplus.property)],
          preferred: true,
        },
      ];
    const twice = namedTwice(scope.read);
    if (twice !== null && twice[1].start === finding.start) return keepOne(scope.request, twice[1]);
    const wrong = wrongAt(scope, finding.start);
    const written = textOf(wrong?.node)?.toLowerCase();
    // A name is never replaced with another one: what is meant for one environment must not happen in another.
    const same = (wrong?.shape?.enum ?? []).filter(
      (each) => typeof each === "string" && each.toLowerCase() === written,
    );
    return same.map((name) => ({
      title: l10n.t("Use {0}", inJson(String(name))),
      edits: [{ start: finding.start, end: finding.end, newText: inJson(String(name)) }],
      preferred: true,
    }));
  },
};

/** Whether an unlisted property names an environment for an operation that takes none. */
export function takesNoEnvironment({ node, property }: Unlisted, { request }: OperationRequest): boolean {
  return node === request.root && (property.name.text === "environment" || property.name.text === "environmentGroup");
}

/** The archive distinguishes letter cases, the forms API does not; for the document service this is not documented. */
function spellingOf({ operation }: OperationRequest): string {
  if (operation === null || isOfForms(operation)) return "";
  return operation.id.startsWith("archive.")
    ? l10n.t("The archive treats any other spelling as Development.")
    : l10n.t("The API documents show only this spelling.");
}

/** Whether the operation belongs to the forms API, whose environment is in the address or in the body. */
function isOfForms({ id }: { readonly id: string }): boolean {
  return id.startsWith("pdf.") || id.startsWith("forms.");
}

/**
 * Returns the environments of the address and of the body if they differ in more than letter case (document 1,
 * "Versioning"). The property in the body may be spelt in another letter case.
 */
function namedTwice({ request, operation }: OperationRequest): readonly [JsonNode, JsonNode] | null {
  if (operation === null || !isOfForms(operation)) return null;
  const shape = operation.shape.properties?.["environment"];
  const known = ((shape && plainShape(shape))?.enum ?? []).map((name) => String(name).toLowerCase());
  const outer = valueAt(request, "environment");
  const first = textOf(outer)?.toLowerCase() ?? "";
  if (outer === null || !known.includes(first)) return null;
  const inner = environmentsOfBody(request)
    .map(({ value }) => value)
    .find((value) => {
      const second = textOf(value)?.toLowerCase() ?? "";
      return known.includes(second) && second !== first;
    });
  return inner ? [outer, inner] : null;
}

/** Returns every spelling of the property: the service may read any of them. */
function environmentsOfBody(request: Request): readonly JsonProperty[] {
  const body = valueAt(request, "body");
  return body?.kind === "object" ? body.properties.filter(({ name }) => name.text.toLowerCase() === "environment") : [];
}

/** Only the author knows which of the two environments is right. */
function keepOne(request: Request, inner: JsonNode): readonly Fix[] {
  const titles = [l10n.t("Remove the environment from the body"), l10n.t("Remove the environment from the address")];
  return [valueAt(request, "body"), request.root].flatMap((object, index): readonly Fix[] => {
    const named =
      index === 0 ? environmentsOfBody(request).find(({ value }) => value === inner) : property(object, "environment");
    return object?.kind === "object" && named
      ? [{ title: titles[index] ?? "", edits: [removal(object, named)], preferred: false }]
      : [];
  });
}

const wrongAt = finder(
  ({ mistakes }: CallRequestScope) => mistakes().values,
  ({ node }) => node.start,
);
