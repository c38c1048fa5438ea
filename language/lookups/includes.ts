/** Which library texts include which in one language. */
import type { Catalog, Text } from "../catalog.ts";
import type { Context } from "../context.ts";
import { formatOf } from "../expand.ts";
import { parse } from "../parse.ts";
import { chooseTranslation } from "../translation.ts";
import { look } from "./references.ts";

export interface Graph {
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
export function graphFor(context: Context): Graph {
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
