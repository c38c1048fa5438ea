/**
 * The same meaning in other words: short and full references, codes instead of folder names, data placeholders instead
 * of their values.
 */
import type { Json, JsonObject } from "../catalog.ts";
import type { Context } from "../context.ts";
import { isByName, meantFolder } from "../findings/folder-by-name.ts";
import * as l10n from "../l10n.ts";
import { look } from "../lookups/references.ts";
import { parse } from "../parse.ts";
import type { Range } from "../range.ts";
import { findData, isObject, namesIn } from "../resolve.ts";
import type { LibraryReference, Placeholder, Syntax } from "../syntax.ts";
import type { Refactoring } from "./codeActionRefactor.ts";
import { cutProblem, trimmed } from "./codeActionSelection.ts";
import {
  certainText,
  keepsBrackets,
  partsOf,
  referenceTo,
  shortReferenceTo,
  withoutKeyword,
} from "./writeReference.ts";

/** Returns what can be done with the placeholder. */
export function rewriteReference(syntax: Syntax, placeholder: Placeholder, context: Context): readonly Refactoring[] {
  if (placeholder.kind !== "library" || placeholder.malformed !== null || placeholder.markup.length > 0) return [];
  return [
    ...(placeholder.folder === null ? lengthen(syntax, placeholder, context) : shorten(syntax, placeholder, context)),
    ...nameByCode(syntax, placeholder, context),
  ];
}

function lengthen(syntax: Syntax, reference: LibraryReference, context: Context): readonly Refactoring[] {
  const text = certainText(reference, context);
  const written = text && referenceTo(text, syntax.format, context);
  if (!written) return [];
  return [
    {
      kind: "refactor.rewrite",
      title: l10n.t("Write the folder too: {0}", written),
      edits: [{ ...partsOf(reference), newText: withoutKeyword(written) }],
    },
  ];
}

/**
 * Not offered in a library text: each Smartform that shows the text decides which folder a short reference means.
 */
function shorten(syntax: Syntax, reference: LibraryReference, context: Context): readonly Refactoring[] {
  const text = context.textId === undefined ? certainText(reference, context) : null;
  const written = text && shortReferenceTo(text, syntax.format, context);
  if (!written) return [];
  return [
    {
      kind: "refactor.rewrite",
      title: l10n.t("Leave out the folder: {0}", written),
      edits: [{ ...partsOf(reference), newText: withoutKeyword(written) }],
    },
  ];
}

/**
 * A fix writes the folder's code in one reference; this refactoring does so in every reference to that folder in the
 * text.
 */
function nameByCode(syntax: Syntax, reference: LibraryReference, context: Context): readonly Refactoring[] {
  const meant = folderByItsName(reference, context);
  if (meant === null || !reference.folder) return [];
  const written = reference.folder.text;
  const edits = syntax.placeholders.flatMap((other) => {
    if (
      other.kind !== "library" ||
      other.folder?.text !== written ||
      other.markup.length > 0 ||
      folderByItsName(other, context)?.id !== meant.id
    )
      return [];
    return [{ start: other.folder.start, end: other.folder.end, newText: meant.code }];
  });
  return edits.length < 2
    ? []
    : [
        {
          kind: "refactor.rewrite",
          title: l10n.t(
            'Use the code "{0}" in all {1} references to the folder "{2}"',
            meant.code,
            edits.length,
            written,
          ),
          edits,
        },
      ];
}

function folderByItsName(
  reference: LibraryReference,
  context: Context,
): { readonly id: string; readonly code: string } | null {
  const resolution = look(reference, context);
  const folder = isByName(reference, resolution) ? meantFolder(resolution) : undefined;
  return folder?.code ? { id: folder.id, code: folder.code } : null;
}

/** The maximum number of paths offered: if a value is found in many places, few of them are meant. */
const mostPaths = 5;

/**
 * Offers data placeholders if the selected words are exactly a value of the data sample, or the name of such a value.
 */
export function wordsToData(syntax: Syntax, range: Range, { data }: Context): readonly Refactoring[] {
  const words = trimmed(syntax.text, range);
  if (data.state !== "known" || words === null || words.end - words.start > longestValue) return [];
  const written = syntax.text.slice(words.start, words.end);
  const named = findData(written.split("."), data);
  const isName =
    named.state === "known" &&
    (named.value === null || typeof named.value !== "object") &&
    canBeNamed(written.split("."), data.value);
  const paths = new Set([...(isName ? [written] : []), ...pathsTo(written, data.value)]);
  if (paths.size === 0 || cutProblem(syntax, words) !== null) return [];
  return [...paths].flatMap((path): readonly Refactoring[] => {
    const edits = [{ ...words, newText: `[[ ${path} ]]` }];
    return keepsBrackets(syntax, edits, 1)
      ? [{ kind: "refactor.rewrite", title: l10n.t("Use the data placeholder [[ {0} ]]", path), edits }]
      : [];
  });
}

/** In UTF-16 code units. */
const longestValue = 1000;
/**
 * The maximum number of matching names tried: more than `mostPaths`, because some cannot be written in a placeholder.
 */
const mostTried = 50;
/** At most this many values of a sample are searched. */
const mostValues = 100_000;

interface Visited {
  readonly value: Json;
  readonly name: string;
  readonly outer: Visited | null;
}

/** Returns the dotted names of the first few values that print these words, outer ones first. */
function pathsTo(words: string, sample: JsonObject): readonly string[] {
  const paths: string[] = [];
  const found: Visited[] = [{ value: sample, name: "", outer: null }];
  let tried = 0;
  for (let at = 0; at < found.length && paths.length < mostPaths && tried < mostTried; at++) {
    const visited = found[at]!;
    const { value } = visited;
    if (isObject(value)) {
      for (const name of namesIn(value))
        if (found.length < mostValues) found.push({ value: value[name] ?? null, name, outer: visited });
    } else if (value !== null && typeof value !== "object" && String(value) === words) {
      const names = namesOf(visited);
      tried++;
      if (canBeNamed(names, sample)) paths.push(names.join("."));
    }
  }
  return paths;
}

function namesOf({ name, outer }: Visited): readonly string[] {
  const names = [name];
  for (let around = outer; around !== null && around.outer !== null; around = around.outer) names.push(around.name);
  return names.reverse();
}

/**
 * Whether these names can be written in a placeholder. A name with a dot, with a bracket, or with a space at one of its
 * ends cannot.
 */
function canBeNamed(names: readonly string[], sample: JsonObject): boolean {
  const written = `[[ ${names.join(".")} ]]`;
  const [placeholder, ...others] = parse(written, "html").placeholders;
  if (
    placeholder?.kind !== "data" ||
    others.length > 0 ||
    placeholder.end !== written.length ||
    placeholder.markup.length > 0
  )
    return false;
  const read = placeholder.segments.map((segment) => segment.text);
  return (
    read.length === names.length &&
    read.every((name, index) => name === names[index]) &&
    findData(read, { state: "known", value: sample }).state === "known"
  );
}
