/**
 * Which texts the Text Library tree shows, in which order and groups, and which are favourites. Does not import
 * `vscode`.
 */
import * as l10n from "@vscode/l10n";
import type { Folder, Text } from "../../../language/index.ts";
import type { SurveyedText } from "../../../server/protocol.ts";
import { oneOrMany } from "../../../language/index.ts";
import { orderOfNames } from "../../window/inDisplayLanguage.ts";
import { titleOf } from "../textLibraryModel.ts";

const sortings = ["code", "name", "changed"] as const;
export type Sorting = (typeof sortings)[number];

/**
 * Returns the order that the author chose before. Without such a choice, rows are sorted by name, because they begin
 * with it.
 */
export function readSorting(kept: unknown): Sorting {
  return sortings.find((each) => each === kept) ?? "name";
}

export type State =
  /** `language` null: any language of the library. */
  | { readonly kind: "missing" | "stale" | "drifted" | "machine"; readonly language: string | null }
  | { readonly kind: "unused" | "findings" };

export type Filter = { readonly by: "words"; readonly words: string } | { readonly by: "state"; readonly state: State };

function stateWords(state: State): string {
  switch (state.kind) {
    case "missing":
      return state.language === null ? l10n.t("lacks a language") : l10n.t("lacks {0}", state.language);
    case "stale":
      return state.language === null
        ? l10n.t("a translation is older than the default language")
        : l10n.t("the translation in {0} is older than the default language", state.language);
    case "drifted":
      return state.language === null
        ? l10n.t("a language's placeholders differ from those of the default language")
        : l10n.t("the placeholders of {0} differ from those of the default language", state.language);
    case "machine":
      return state.language === null
        ? l10n.t("has a machine translation")
        : l10n.t("has a machine translation in {0}", state.language);
    case "unused":
      return l10n.t("used by no other text, and not public");
    case "findings":
      return l10n.t("has findings");
  }
}

/**
 * Returns which of the library's languages the text lacks; an emptied language counts as removed (T5). Empty if the
 * text's languages are not known.
 */
export function missingLanguages(
  { text, empty }: Pick<SurveyedText, "text" | "empty">,
  languages: readonly string[],
): readonly string[] {
  if (text.languages.state !== "known") return [];
  const present = text.languages.value;
  return languages.filter((language) => !present.includes(language) || empty.includes(language));
}

export function isInState(surveyed: SurveyedText, state: State, languages: readonly string[]): boolean {
  switch (state.kind) {
    case "missing":
      return holds(missingLanguages(surveyed, languages), state.language);
    case "stale":
    case "drifted":
    case "machine":
      return holds(surveyed[state.kind], state.language);
    // People find public texts in the document composer; whether they use them there is unknown.
    case "unused":
      return surveyed.uses === 0 && !surveyed.text.isPublic;
    case "findings":
      return surveyed.findings > 0;
  }
}

function holds(languages: readonly string[], language: string | null): boolean {
  return language === null ? languages.length > 0 : languages.includes(language);
}

/** The result of a filter: the texts by the id of their folder, and all folders that lead to them. */
export interface Shown {
  readonly texts: ReadonlyMap<string, readonly Text[]>;
  readonly folders: ReadonlySet<string>;
  readonly count: number;
}

export function shownOf(texts: readonly Text[], folders: readonly Folder[]): Shown {
  const byFolder = Map.groupBy(texts, ({ folderId }) => folderId);
  const parents = folders.flatMap(({ id, parentFolderId }) =>
    byFolder.has(id) && parentFolderId !== null ? [parentFolderId] : [],
  );
  return { texts: byFolder, folders: new Set([...byFolder.keys(), ...parents]), count: texts.length };
}

/**
 * Returns the words above the tree; undefined without a filter. If the library is only partly read, the words say that
 * the counts cover that part.
 */
export function filterMessage(
  filter: Filter | undefined,
  shown: Shown | undefined,
  { known }: { readonly known: boolean },
): string | undefined {
  if (filter === undefined || shown === undefined) return undefined;
  const also =
    filter.by === "state" && filter.state.kind === "unused"
      ? [l10n.t("This filter does not look in Smartforms, so a Smartform may still use these texts.")]
      : [];
  const counted = known
    ? oneOrMany(shown.count, l10n.t("1 text."), l10n.t("{0} texts.", shown.count))
    : oneOrMany(
        shown.count,
        l10n.t("1 text among the texts read so far."),
        l10n.t("{0} texts among the texts read so far.", shown.count),
      );
  return [
    l10n.t(
      "Filter: {0}.",
      filter.by === "words"
        ? l10n.t('code, name or description contains "{0}"', filter.words)
        : stateWords(filter.state),
    ),
    counted,
    ...also,
    l10n.t('Use "Clear Filter of the Text Library" above to show all texts.'),
  ].join(" ");
}

/**
 * Returns the texts in the order that the author chose; equal texts stay in the order of their codes. A text with an
 * unknown date comes last.
 */
export function sorted(texts: readonly Text[], by: Sorting): readonly Text[] {
  switch (by) {
    case "code":
      return texts;
    case "name": {
      const order = orderOfNames();
      return texts.toSorted((one, other) => order(titleOf(one), titleOf(other)));
    }
    case "changed": {
      const date = ({ updatedDate = "" }: Text): string => updatedDate;
      return texts.toSorted((one, other) => (date(other) < date(one) ? -1 : date(other) > date(one) ? 1 : 0));
    }
  }
}

type Grouped = { readonly prefix: string; readonly texts: readonly Text[] } | { readonly text: Text };

/**
 * Groups at least two texts whose codes begin with the same word: `invoice-reminder`, `invoice.total`. The given texts
 * are already sorted. A group stands where its first text would stand or, if the order is by name, where its own name
 * belongs.
 */
export function grouped(texts: readonly Text[], by: Sorting): readonly Grouped[] {
  const byPrefix = Map.groupBy(texts, ({ code }) => prefixOf(code));
  const seen = new Set<string>();
  const rows = texts.flatMap((text): readonly Grouped[] => {
    const prefix = prefixOf(text.code);
    const together = byPrefix.get(prefix) ?? [];
    if (prefix === "" || together.length < 2) return [{ text }];
    if (seen.has(prefix)) return [];
    seen.add(prefix);
    return [{ prefix, texts: together }];
  });
  const order = orderOfNames();
  const title = (row: Grouped): string => ("prefix" in row ? row.prefix : titleOf(row.text));
  return by === "name" ? rows.toSorted((one, other) => order(title(one), title(other))) : rows;
}

/** Returns the part before the first dot, dash or underscore, in lower case; empty if there is none. */
export function prefixOf(code: string): string {
  return /^[^._-]+(?=[._-].)/.exec(code)?.[0].toLowerCase() ?? "";
}

/**
 * Returns the favourites of one library. The editor keeps the ids of favourite texts for every library, under the
 * library's identity. Data of another shape is ignored.
 */
export function readFavourites(kept: unknown, identity: string): readonly string[] {
  if (typeof kept !== "object" || kept === null || !Object.hasOwn(kept, identity)) return [];
  const ids = (kept as Record<string, unknown>)[identity];
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
}

export function withFavourites(
  kept: unknown,
  identity: string,
  ids: readonly string[],
): Record<string, readonly string[]> {
  const all = Object.create(null) as Record<string, readonly string[]>;
  if (typeof kept === "object" && kept !== null)
    for (const key of Object.keys(kept)) all[key] = readFavourites(kept, key);
  all[identity] = [...new Set(ids)];
  return all;
}
