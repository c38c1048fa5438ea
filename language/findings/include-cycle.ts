/** Texts that include each other in a circle, so that printing them never ends. */
import type { Context } from "../context.ts";
import * as l10n from "../l10n.ts";
import { graphFor } from "../lookups/includes.ts";
import type { Graph } from "../lookups/includes.ts";
import { referenceAt } from "../place.ts";
import type { PlaceholderRule, Related } from "../rules/finding.ts";
import { replace } from "../rules/fixes.ts";

export const includeCycle: PlaceholderRule = {
  code: "include-cycle",
  severity: "error",
  title: "Texts that include each other in a circle",
  evidence: "library",
  looksAt: "placeholder",

  check(placeholder, scope, report) {
    if (placeholder.kind !== "library") return;
    const { text } = scope.lookup(placeholder);
    if (text.state !== "known") return;
    const graph = graphFor(scope.context);
    const circle = circleBehind(text.text.id, scope.context, graph);
    if (!circle) return;
    const { start, end } = placeholder.code;
    const related = circle.slice(0, Math.min(circle.length - 1, mostShown)).map((id, index): Related => {
      return {
        start: 0,
        end: 0,
        textId: id,
        language: scope.context.language ?? null,
        message: l10n.t('"{0}" includes "{1}".', graph.nameOf(id), graph.nameOf(circle[index + 1] ?? id)),
      };
    });
    report({
      start,
      end,
      related,
      message: l10n.t(
        '"{0}" leads into an endless circle of references: {1}. Take one of these references out.',
        text.text.code,
        chainOf(circle, graph),
      ),
    });
  },

  fixes(finding, syntax) {
    const reference = referenceAt(syntax, finding.start);
    return reference
      ? [{ title: l10n.t("Remove this reference"), edits: [replace(reference, "")], preferred: false }]
      : [];
  },
};

/** How many texts of a circle are shown: it can be as long as the library. */
const mostShown = 8;

function chainOf(circle: readonly string[], graph: Graph): string {
  const shown = circle.length <= mostShown ? circle : circle.slice(0, mostShown - 2);
  const names = shown.map((id) => `"${graph.nameOf(id)}"`);
  if (shown !== circle) names.push("…", `"${graph.nameOf(circle.at(-1) ?? "")}"`);
  return names.join(" → ");
}

/**
 * Returns the ids along the circle that a text gets into if it includes `target`; the first and the last id are equal.
 * Returns null if there is no circle.
 */
function circleBehind(target: string, context: Context, graph: Graph): readonly string[] | null {
  const self = context.textId;
  if (target === self) return [self, self];
  const stored = graph.circleFrom(target);
  if (stored || self === undefined) return stored;
  // The library as it is stored has no circle here; an unsaved reference can still close one.
  if (graph.includes(self).includes(target)) return null;
  const path = graph.path(target, self);
  return path && [self, ...path];
}
