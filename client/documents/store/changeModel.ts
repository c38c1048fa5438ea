/**
 * Changes and deletions of stored documents: what is read before and after, and how it is worded. Does not import
 * `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { planStoreUpdate, plannedSentence, searchStore } from "../../../api/index.ts";
import type {
  DocumentsEnvironment,
  PlannedUpdate,
  StoreChanges,
  StoreColumn,
  StoreFilter,
  StoreQuery,
  StoreRow,
  StoreSearchCall,
} from "../../../api/index.ts";
import { grouped } from "../../window/inDisplayLanguage.ts";
import { oneOrMany, visible } from "../../../language/index.ts";
import { cellText, idsText, valueIn, valueOf } from "./searchModel.ts";
import type { StoredIds } from "./searchModel.ts";

/** What is needed to look for rows of a store folder. */
export interface Looking {
  readonly call: StoreSearchCall;
  readonly environment: DocumentsEnvironment;
  readonly folder: readonly StoreColumn[];
  readonly signal?: AbortSignal;
}

/** The maximum number of rows read before and after many documents are changed. */
const most = 10_000;

const equal = (column: StoreColumn, value: unknown): readonly StoreFilter[] => {
  const isFilled = typeof value === "number" || (typeof value === "string" && value !== "");
  return isFilled ? [{ column: column.name, comparer: "EQ", value }] : [];
};

/**
 * Finds the row with these ids among the rows with these values, because the API finds stored documents only by
 * columns. Undefined proves nothing, because the service may compare values other than those it shows.
 */
async function findRow(
  { call, environment, signal }: Looking,
  ids: string,
  filters: readonly StoreFilter[],
): Promise<StoreRow | undefined> {
  if (filters.length === 0) return undefined;
  const { rows } = await searchStore(call, { environment, filters, top: most }, { signal });
  return rows.find((row) => idsText(row) === ids);
}

/** Makes a row for a document of which only the ids are known. */
export function rowOfIds(ids: StoredIds): StoreRow {
  return { ...ids, columns: new Map() };
}

export function isKnownByIds({ columns }: StoreRow): boolean {
  return columns.size === 0;
}

/** Says what is known about a document's content before it is changed or deleted. */
export function beforeWords(row: StoreRow, found: boolean): string {
  if (found) return l10n.t("The document was read just now.");
  return isKnownByIds(row)
    ? l10n.t(
        "The document's current content is not known: only its ids are known, and the service finds documents only by columns.",
      )
    : l10n.t(
        "The document could not be found again by its values: it may have been changed or deleted since the table was read.",
      );
}

/** Finds the row's document by the values of the row, and returns it as it is stored now. */
export function readAgain(looking: Looking, row: StoreRow): Promise<StoreRow | undefined> {
  return findRow(
    looking,
    idsText(row),
    looking.folder.flatMap((column) => equal(column, valueIn(row, column))),
  );
}

/** Turns the values that the person entered for the folder's columns into changes; an empty text clears the value. */
export function changesOf(folder: readonly StoreColumn[], entered: ReadonlyMap<string, string>): StoreChanges {
  return Object.fromEntries(
    [...entered].map(([name, text]) => {
      const column = folder.find((each) => each.name === name);
      return [name, text === "" || column === undefined ? null : valueOf(column, text)];
    }),
  );
}

const shown = (value: unknown): string => (cellText(value) === "" ? l10n.t("empty") : `“${visible(cellText(value))}”`);
const titleOf = (folder: readonly StoreColumn[], name: string): string =>
  visible(folder.find((column) => column.name === name)?.displayName ?? name);

function changeWords(changes: StoreChanges, folder: readonly StoreColumn[]): string {
  return Object.entries(changes)
    .map(([name, value]) => l10n.t("{0} becomes {1}", titleOf(folder, name), shown(value)))
    .join("; ");
}

/** The changes line by line, shown before one document is changed. */
export function changeLines(row: StoreRow, changes: StoreChanges, folder: readonly StoreColumn[]): readonly string[] {
  return folder.flatMap((column) => {
    const value = changes[column.name];
    const before = isKnownByIds(row) ? l10n.t("not known") : shown(valueIn(row, column));
    return value === undefined ? [] : [`${visible(column.displayName)}: ${before} → ${shown(value)}`];
  });
}

/** A document in recognisable form: its ids and the values of its columns. */
export function rowWords(row: StoreRow, folder: readonly StoreColumn[]): string {
  const values = folder.map((column) => cellText(valueIn(row, column))).filter((text) => text !== "");
  return visible(
    `${idsText(row) || l10n.t("no ids")}${values.length === 0 ? "" : `: ${values.slice(0, 4).join(", ").slice(0, 200)}`}`,
  );
}

function holds(row: StoreRow, changes: StoreChanges, folder: readonly StoreColumn[]): boolean {
  return folder.every(
    (column) => changes[column.name] === undefined || cellText(valueIn(row, column)) === cellText(changes[column.name]),
  );
}

/** Says what a search shows of a document after the document was changed. */
export async function readBackWords(looking: Looking, row: StoreRow, changes: StoreChanges): Promise<string> {
  const { folder } = looking;
  const filters = folder.flatMap((column) =>
    equal(column, changes[column.name] === undefined ? valueIn(row, column) : changes[column.name]),
  );
  const now = await findRow(looking, idsText(row), filters);
  if (now !== undefined)
    return holds(now, changes, folder)
      ? l10n.t("The document was read again and holds what you entered.")
      : l10n.t("The document was read again and does not hold what you entered. It holds: {0}.", rowWords(now, folder));
  const before = await readAgain(looking, row);
  return before === undefined
    ? l10n.t("The document could not be found again by its values. Search for it yourself.")
    : l10n.t("The document was read again and is unchanged: {0}.", rowWords(before, folder));
}

/**
 * Says what a search shows after a deletion. If the search finds nothing, the words say only that, because an empty
 * result does not prove the deletion.
 */
export async function deletedWords(looking: Looking, row: StoreRow): Promise<string> {
  if (isKnownByIds(row))
    return l10n.t(
      "The document was not searched for: only its ids are known, and the service finds documents only by columns.",
    );
  return (await readAgain(looking, row)) === undefined
    ? l10n.t("A search by the document's values does not find the document.")
    : l10n.t("A search still finds the document: {0}.", rowWords(row, looking.folder));
}

interface ManyPlanned extends PlannedUpdate {
  /** The ids of the found rows; rows without ids are left out. */
  readonly ids: readonly string[];
}

/**
 * Finds out what would be changed. Throws RangeError with a message for the user if there is no filter or no change.
 */
export async function planMany(
  { call, environment, signal }: Looking,
  query: Pick<StoreQuery, "filters" | "join">,
  changes: StoreChanges,
): Promise<ManyPlanned> {
  const planned = await planStoreUpdate(call, { environment, ...query }, changes, {
    signal,
    top: most,
    sampleSize: most,
  });
  return {
    ...planned,
    sample: planned.sample.slice(0, 5),
    ids: planned.sample.map(idsText).filter((ids) => ids !== ""),
  };
}

export function countWords({ found, atLeast }: Pick<PlannedUpdate, "found" | "atLeast">): string {
  const number = grouped(found);
  if (atLeast)
    return oneOrMany(found, l10n.t("at least 1 stored document"), l10n.t("at least {0} stored documents", number));
  return oneOrMany(found, l10n.t("1 stored document"), l10n.t("{0} stored documents", number));
}

/** For the dialog: the count, the search behind it, and some of the documents. */
export function manyLines(
  planned: ManyPlanned,
  {
    changes,
    search,
    folder,
  }: { readonly changes: StoreChanges; readonly search: string; readonly folder: readonly StoreColumn[] },
): readonly string[] {
  return [
    plannedSentence(planned),
    l10n.t("Search: {0}.", visible(search)),
    `${changeWords(changes, folder)}.`,
    l10n.t("Among them:"),
    ...planned.sample.map((row) => `  ${rowWords(row, folder)}`),
    l10n.t(
      "The API documents describe no way to limit a search to one folder, so documents of other folders may be changed too.",
    ),
  ];
}

/** Counts how many of the documents that were found before the change have the new values now. */
export async function lookAtMany(
  { call, environment, folder, signal }: Looking,
  { ids }: Pick<ManyPlanned, "ids">,
  changes: StoreChanges,
): Promise<string> {
  const filters = folder.flatMap((column) => equal(column, changes[column.name]));
  if (filters.length === 0)
    return l10n.t(
      "The change was not checked, because a search cannot find emptied columns. Check some of the documents yourself.",
    );
  const { rows, atLeast } = await searchStore(call, { environment, filters, top: most }, { signal });
  const before = new Set(ids);
  const now = rows.filter((row) => before.has(idsText(row)) && holds(row, changes, folder)).length;
  const [number, all, bound] = [now, ids.length, most].map(grouped) as [string, string, string];
  if (atLeast && now < ids.length) {
    return oneOrMany(
      now,
      l10n.t(
        "A new search shows the new values in 1 of the {0} documents found before. More than {1} documents have these values, so the search did not read them all and may have missed some.",
        all,
        bound,
      ),
      l10n.t(
        "A new search shows the new values in {0} of the {1} documents found before. More than {2} documents have these values, so the search did not read them all and may have missed some.",
        number,
        all,
        bound,
      ),
    );
  }
  return oneOrMany(
    now,
    l10n.t("A new search shows the new values in 1 of the {0} documents found before.", all),
    l10n.t("A new search shows the new values in {0} of the {1} documents found before.", number, all),
  );
}
