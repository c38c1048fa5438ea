/**
 * Finds out which library texts include which other texts in one language, and whether a text prints tags or entities
 * together with the texts that it includes.
 */
import type { Catalog, ContentSummary, Text } from "../catalog.ts";
import { summarize } from "../contentSummary.ts";
import type { Context } from "../context.ts";
import { resolveReference } from "../resolve.ts";
import { chooseTranslation } from "../translation.ts";

export interface Graph {
  nameOf(id: string): string;
  includes(id: string): readonly string[];
  circleFrom(id: string): readonly string[] | null;
  /**
   * Returns the ids of the texts on the shortest chain of includes between two texts, with these two at its ends; null
   * if there is no chain.
   */
  path(from: string, to: string): readonly string[] | null;
  /**
   * Whether the text, or a text that it includes at any depth, prints a tag, a comment or an entity. A plain text has
   * no tags, comments or entities of its own. Null if that is not known, as in a circle of texts.
   */
  printsMarkup(id: string): boolean | null;
}

const graphs = new WeakMap<Catalog, { readonly revision: number; readonly byKey: Map<string, Graph> }>();

/**
 * Returns the includes among the texts of the library in one language. They are read on demand, and cached until the
 * catalog's revision changes.
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
  const circles = new Map<string, readonly string[] | null>();
  const printing = new Map<string, boolean | null>();
  const summary = cached((id) => summaryOf(id, context));
  const read = cached((id) => includesOf(summary(id), context));
  const isMarked = (id: string): boolean => summary(id)?.isMarkup === true;
  const includes = (id: string): readonly string[] => read(id).ids;

  /** Depth first without recursion, so that a chain of any length fits; visits every text once. */
  function circleFrom(root: string): readonly string[] | null {
    // Most texts include nothing.
    if (includes(root).length === 0) return null;
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

  /** Walks like `circleFrom`, but never into a circle: there, the answer would depend on where the walk enters. */
  function printsMarkup(root: string): boolean | null {
    const stack = printing.has(root) ? [] : [root];
    for (let id = stack.at(-1); id !== undefined; id = stack.at(-1)) {
      const inner = isMarked(id) || circleFrom(id) ? null : read(id);
      const open = inner?.ids.filter((each) => !printing.has(each)) ?? [];
      for (const each of open) stack.push(each);
      if (open.length > 0) continue;
      stack.pop();
      const answers = inner?.ids.map((each) => printing.get(each)) ?? [isMarked(id) || null];
      const isCertain = inner?.isKnown !== false && !answers.includes(null);
      printing.set(id, answers.includes(true) || (isCertain ? false : null));
    }
    return printing.get(root) ?? null;
  }

  return { includes, circleFrom, path, printsMarkup, nameOf: (id) => textOf(id, catalog)?.code ?? id };
}

function cached<T>(make: (id: string) => T): (id: string) => T {
  const kept = new Map<string, T>();
  return (id) => {
    const made = kept.get(id) ?? make(id);
    kept.set(id, made);
    return made;
  };
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

/** Returns the summary of the content that the text shows in the context's language; null if it is not known. */
function summaryOf(id: string, { catalog, language }: Context): ContentSummary | null {
  const text = textOf(id, catalog);
  if (text === undefined) return null;
  const { languages } = text;
  if (catalog.summary && languages.state === "known") {
    const shown = [language, text.defaultLanguage].find((one) => one && languages.value.includes(one.toLowerCase()));
    const kept = shown && catalog.summary(id, shown);
    if (kept) return kept;
  }
  const chosen = chooseTranslation(catalog, text, language);
  return chosen.state === "known" ? summarize(chosen.value.translation.content, text.contentType) : null;
}

interface Includes {
  readonly ids: readonly string[];
  /** False if the content is not known, or if it is not known what one of its references finds. */
  readonly isKnown: boolean;
}

function includesOf(summary: ContentSummary | null, context: Context): Includes {
  const ids = new Set<string>();
  let isKnown = summary?.isMalformed === false;
  for (const reference of summary?.references ?? []) {
    const found = resolveReference(reference, context).text;
    if (found.state === "known") ids.add(found.text.id);
    else if (found.state === "unknown") isKnown = false;
  }
  return { ids: [...ids], isKnown };
}
