/**
 * The places of a document that mean the same as what is at the offset: the same text, folder, input, data or list of
 * options.
 */
import type { Catalog } from "../catalog.ts";
import type { Context } from "../context.ts";
import { findFolders } from "../folders.ts";
import type { Range } from "../range.ts";
import { resolve, resolveAt } from "../resolve.ts";
import type { PlaceholderPart } from "../resolve.ts";
import type { Input, LibraryReference, Placeholder, Syntax } from "../syntax.ts";

interface Highlight extends Range {
  /**
   * `write`: the place defines an input. The first input of each name does this, and so does every further input of
   * that name if it has options. `read`: the place uses what is defined elsewhere.
   */
  readonly kind: "read" | "write";
}

/**
 * Returns the places in order, including the one at the offset; empty if nothing is named. Asks the catalog once for
 * each spelling, not for each place.
 */
export function documentHighlights(syntax: Syntax, offset: number, context: Context): readonly Highlight[] {
  const at = resolveAt(syntax, offset, context);
  if (at?.place == null || at.place.part.text === "") return [];
  const { placeholder, place } = at;
  const find = finder(placeholder, place, offset, context);
  return find === null ? [] : syntax.placeholders.flatMap((one) => find(one));
}

type Find = (placeholder: Placeholder) => readonly Highlight[];

function finder(placeholder: Placeholder, place: PlaceholderPart, offset: number, context: Context): Find | null {
  if (placeholder.kind === "library" && place.role === "text" && placeholder.malformed === null)
    return sameText(placeholder, context);
  if (place.role === "folder") return sameFolder(place.part.text, context.catalog);
  if (place.role === "segment" && placeholder.kind === "data")
    return samePath(placeholder.segments.slice(0, place.segment + 1).map(({ text }) => text));
  if (placeholder.kind !== "input") return null;
  if (place.role === "input-name") return sameInput(place.part.text);
  if (place.role !== "option-value") return null;
  const option = placeholder.options[place.option]?.name.text;
  if (option === "source") return sameSource(place.part.text);
  const path = option === "default" ? defaultPath(placeholder, place.option) : null;
  if (path === null) return null;
  const index = path.findIndex(({ end }) => offset <= end);
  return samePath(path.slice(0, index + 1).map(({ text }) => text));
}

/**
 * Codes that differ in more than letter case never mean the same text. If a reference means no text or several texts,
 * its spelling is compared.
 */
function sameText(asked: LibraryReference, context: Context): Find {
  const meanings = new Map<string, string>();
  const meaning = (reference: LibraryReference): string => {
    const written = JSON.stringify([reference.folder?.text, reference.code.text]);
    const known = meanings.get(written);
    if (known !== undefined) return known;
    const found = resolve(reference, context);
    const text =
      found.kind === "library" && found.text.state === "known" && found.text.others.length === 0
        ? found.text.text
        : null;
    const means = text === null ? written : text.id;
    meanings.set(written, means);
    return means;
  };
  const code = asked.code.text.toLowerCase();
  const wanted = meaning(asked);
  return (one) =>
    one.kind === "library" && one.malformed === null && one.code.text.toLowerCase() === code && meaning(one) === wanted
      ? [read(one.code)]
      : [];
}

function sameFolder(asked: string, catalog: Catalog): Find {
  const meanings = new Map<string, string>();
  const meaning = (word: string): string => {
    const known = meanings.get(word);
    if (known !== undefined) return known;
    const found = findFolders(catalog, word);
    const means = found.state === "known" ? JSON.stringify(found.value.folders.map(({ id }) => id)) : word;
    meanings.set(word, means);
    return means;
  };
  const wanted = meaning(asked);
  return (one) => {
    const folder = one.kind === "library" && one.parts.length > 1 ? one.parts[0] : undefined;
    return folder !== undefined && meaning(folder.text) === wanted ? [read(folder)] : [];
  };
}

function sameInput(name: string): Find {
  let isFirst = true;
  return (one) => {
    if (one.kind !== "input" || one.name.text !== name) return [];
    const kind = isFirst || one.options.length > 0 ? "write" : "read";
    isFirst = false;
    return [{ start: one.name.start, end: one.name.end, kind }];
  };
}

function sameSource(name: string): Find {
  return (one) =>
    one.kind === "input"
      ? one.options.flatMap((option) =>
          option.name.text === "source" && option.value?.text === name ? [read(option.value)] : [],
        )
      : [];
}

/** Finds every path that begins with these names, including paths in defaults of inputs. */
function samePath(names: readonly string[]): Find {
  const highlight = (path: readonly Name[]): readonly Highlight[] => {
    const last = path[names.length - 1];
    return last !== undefined && names.every((name, index) => path[index]?.text === name)
      ? [read({ start: path[0]?.start ?? last.start, end: last.end })]
      : [];
  };
  return (one) => {
    if (one.kind === "data") return highlight(one.segments);
    return one.kind === "input" ? one.options.flatMap((_, option) => highlight(defaultPath(one, option) ?? [])) : [];
  };
}

interface Name extends Range {
  readonly text: string;
}

/**
 * Returns the names after the dollar sign; null if the option is not a default that takes data, or if the input
 * contains markup.
 */
function defaultPath(input: Input, option: number): readonly Name[] | null {
  const { name, value } = input.options[option] ?? {};
  if (name?.text !== "default" || !value?.text.startsWith("$") || input.markup.length > 0) return null;
  let at = value.start + 1;
  return value.text
    .slice(1)
    .split(".")
    .map((text) => {
      const start = at;
      at += text.length + 1;
      return { start, end: start + text.length, text };
    });
}

function read({ start, end }: Range): Highlight {
  return { start, end, kind: "read" };
}
