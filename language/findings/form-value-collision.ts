/**
 * One name is filled twice, nested and flat, or the data table is present under both of its names. Document 1 does not
 * say which counts.
 */
import * as l10n from "../l10n.ts";
import type { JsonNode, JsonProperty } from "../requests/json.ts";
import { property, separatorOf, valueAt } from "../requests/request.ts";
import type { Request } from "../requests/request.ts";
import type { Fix, FormRequestRule } from "../rules/finding.ts";
import { removal } from "../rules/requestObjects.ts";

export const formValueCollision: FormRequestRule = {
  code: "form-value-collision",
  severity: "error",
  title: "One name filled twice",
  evidence: "text",
  looksAt: "formRequest",

  check({ request, collisions }, report) {
    for (const { value, before } of collisions().values()) {
      const { start, end } = value.property.name;
      const separator = separatorOf(request);
      report({
        start,
        end,
        message: l10n.t(
          'Nested names are joined with "{0}", so "{1}" is filled twice here. The API documents do not say which of the two values is used. Keep one of them.',
          separator,
          value.name,
        ),
        related: [
          {
            textId: null,
            language: null,
            start: before.property.name.start,
            end: before.property.name.end,
            message: l10n.t('"{0}" is filled here as well', value.name),
          },
        ],
      });
    }
    const [before, after] = inOrder(request);
    if (before === undefined || after === undefined) return;
    report({
      start: after.name.start,
      end: after.name.end,
      message: l10n.t(
        "dataTableValue and dataTableValues are two names for the same thing. The API documents do not say which of the two is used. Keep one of them.",
      ),
      related: [
        {
          textId: null,
          language: null,
          start: before.name.start,
          end: before.name.end,
          message: l10n.t("The data table is here as well"),
        },
      ],
    });
  },

  // Only the author knows which of the two is right.
  fixes(finding, { request, collisions }) {
    const root = request.root?.kind === "object" ? request.root : null;
    if (root === null || request.problems.length > 0) return [];
    const collision = collisions().get(finding.start);
    const both: readonly (readonly [JsonNode | null, JsonProperty | undefined])[] = collision
      ? [collision.value, collision.before].map(
          ({ path, property: last }) => [path.at(-2)?.value ?? valueAt(request, "values"), last] as const,
        )
      : // If one of the two names is written twice, it would still be there after a removal, so no fix is offered.
        root.properties.filter(({ name }) => tableNames.includes(name.text)).length > 2
        ? []
        : inOrder(request)
            .toReversed()
            .map((last) => [root, last] as const);
    const titles = [l10n.t("Remove this value"), l10n.t("Remove the first value")];
    return both.flatMap(([object, last], index): readonly Fix[] =>
      object?.kind === "object" && last
        ? [{ title: titles[index] ?? "", edits: [removal(object, last)], preferred: false }]
        : [],
    );
  },
};

const tableNames: readonly string[] = ["dataTableValue", "dataTableValues"];

/** Returns the properties that can hold the data table, in the order of the file; undefined for a missing one. */
function inOrder(request: Request): readonly (JsonProperty | undefined)[] {
  const tables = tableNames.map((name) => property(request.root, name));
  return tables.toSorted((a, b) => (a?.start ?? 0) - (b?.start ?? 0));
}
