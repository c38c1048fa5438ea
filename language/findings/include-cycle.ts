/** Texts that include each other in a circle, so that printing them never ends. */
import type { Catalog, Text } from "../catalog.ts";
import type { Context } from "../context.ts";
import { formatOf } from "../expand.ts";
import * as l10n from "../l10n.ts";
import { look } from "../lookups/references.ts";
import { parse } from "../parse.ts";
import { referenceAt } from "../place.ts";
import type { PlaceholderRule, Related } from "../rules/finding.ts";
import { replace } from "../rules/fixes.ts";
import { chooseTranslation } from "../translation.ts";

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
 * Returns the ids along the circle that an include of `target` leads into; the first and the last id are equal. Null if
 * there is no circle.
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

interface Graph {
  nameOf(id: string): string;
  includes(id: string): readonly string[];
  circleFrom(id: string): readonly string[] | null;
  /** Returns the ids from one text to another, both included. */
  path(from: string, to: string): readonly string[] | null;
}

const graphs = new WeakMap<Catalog, { readonly revision: number; readonly byKey: Map<string, Graph> }>();

/**
 * Returns which texts include which in one language of the library, read on demand and cached until the catalog's
 * revision changes.
 */
function graphFor(context: Context): Graph {
  const { catalog, language, folder, smartform } = context;
  let kept = graphs.get(catalog);
  if (kept?.revision !== catalog.revision)
    graphs.set(catalog, (kept = { revision: catalog.revision, byKey: new Map() }));
  const key = JSON.stringify([language, folder, smartform]);
  const graph = kept.byKey.get(key) ?? newGraph(context);
  kept.byKey.set(key, graph);
  return graph;
}

function newGraph(context: Context): Graph {
  const { catalog } = context;
  const included = new Map<string, readonly string[]>();
  const circles = new Map<string, readonly string[] | null>();

  function includes(id: string): readonly string[] {
    const kept = included.get(id);
    if (kept) return kept;
    const read = readIncludes(id, context);
    included.set(id, read);
    return read;
  }

  /** Depth first without recursion, so that a chain of any length fits; visits every text once. */
  function circleFrom(root: string): readonly string[] | null {
    const stack: { readonly id: string; next: number; circle: readonly string[] | null }[] = [];
    const depths = new Map<string, number>();
    const enter = (id: string): void => {
      depths.set(id, stack.length);
      stack.push({ id, next: 0, circle: null });
    };
    if (!circles.has(root)) enter(root);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const child = includes(top.id)[top.next++];
      if (child === undefined) {
        stack.pop();
        depths.delete(top.id);
        circles.set(top.id, top.circle);
        const below = stack.at(-1);
        if (below) below.circle ??= top.circle;
        continue;
      }
      const depth = depths.get(child);
      if (depth !== undefined) top.circle ??= [...stack.slice(depth).map((each) => each.id), child];
      else if (circles.has(child)) top.circle ??= circles.get(child) ?? null;
      else enter(child);
    }
    return circles.get(root) ?? null;
  }

  function path(from: string, to: string): readonly string[] | null {
    const cameFrom = new Map<string, string | null>([[from, null]]);
    for (const id of cameFrom.keys()) {
      if (id === to) return trace(cameFrom, to);
      for (const child of includes(id)) if (!cameFrom.has(child)) cameFrom.set(child, id);
    }
    return null;
  }

  return { includes, circleFrom, path, nameOf: (id) => textOf(id, catalog)?.code ?? id };
}

function trace(cameFrom: ReadonlyMap<string, string | null>, to: string): readonly string[] {
  const ids: string[] = [];
  for (let id: string | null = to; id !== null; id = cameFrom.get(id) ?? null) ids.unshift(id);
  return ids;
}

function textOf(id: string, catalog: Catalog): Text | undefined {
  const text = catalog.text(id);
  return text.state === "known" ? text.value : undefined;
}

/**
 * Returns the texts that this one includes when it is shown in the context's language; empty if it is not known what is
 * shown then.
 */
function readIncludes(id: string, context: Context): readonly string[] {
  const text = textOf(id, context.catalog);
  if (!text) return [];
  const chosen = chooseTranslation(context.catalog, text, context.language);
  if (chosen.state !== "known") return [];
  const { content } = chosen.value.translation;
  if (!content.includes("[[")) return [];
  const ids = new Set<string>();
  for (const placeholder of parse(content, formatOf(text.contentType)).placeholders) {
    if (placeholder.kind !== "library") continue;
    const found = look(placeholder, context).text;
    if (found.state === "known") ids.add(found.text.id);
  }
  return [...ids];
}
