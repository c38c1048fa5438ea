/**
 * Searching the archive: what a person searches for, the requests to the service, and the pages of results. Does not
 * import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { searchDocuments } from "../../api/index.ts";
import type {
  ArchiveSearch,
  BodyOf,
  Environment,
  ListedDocument,
  ListedFolder,
  SearchColumn,
  SearchField,
} from "../../api/index.ts";
import { oneOrMany, visible } from "../../language/index.ts";
import { dateIn, documentsOf, hasZone, timeOf } from "./archiveDocumentModel.ts";
import type { ArchiveDocument } from "./archiveDocumentModel.ts";

/** A field that can be searched for a value. */
type Field = SearchField | "fileName" | "smartformId" | "dialogId";

export interface Criteria {
  /** Undefined: every field that the service searches. */
  readonly field?: Field | undefined;
  /** May be empty, which matches everything in the folders and days. */
  readonly value: string;
  /** Empty: all. */
  readonly folders: readonly ListedFolder[];
  /** Milliseconds; both limits are inclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

interface FieldChoice {
  readonly field: Field | undefined;
  readonly title: string;
}

/**
 * Returns every field that the service searches. Columns that it declares unsearchable are left out: searching them
 * would find nothing.
 */
export function fieldChoices(columns: readonly SearchColumn[]): readonly FieldChoice[] {
  return [
    { field: undefined, title: l10n.t("Everywhere") },
    ...columns
      .filter(({ isSearchable }) => isSearchable !== false)
      .map(({ field, title }) => ({ field, title: title ?? field })),
    { field: "fileName", title: l10n.t("File name") },
    { field: "smartformId", title: l10n.t("Id of the Smartform") },
    { field: "dialogId", title: l10n.t("Id of the form") },
  ];
}

/** Puts the most recently searched fields first, after "everywhere". */
export function byUse(choices: readonly FieldChoice[], recent: readonly string[]): readonly FieldChoice[] {
  const place = ({ field }: FieldChoice): number =>
    field === undefined ? -1 : recent.includes(field) ? recent.indexOf(field) : recent.length;
  return choices.toSorted((left, right) => place(left) - place(right));
}

/** Keeps only names of fields: a value may be about a person and is never kept. */
export function remember(recent: readonly string[], { field }: Criteria): readonly string[] {
  return field === undefined ? recent : [field, ...recent.filter((each) => each !== field)].slice(0, 5);
}

export function criteriaWords(
  { field, value, folders, from, to }: Criteria,
  columns: readonly SearchColumn[],
  show: (date: Date) => string = (date) => date.toLocaleDateString(),
): string {
  const title = fieldChoices(columns).find((choice) => choice.field === field)?.title ?? field ?? "";
  const parts = [
    value === "" ? l10n.t("everything") : field === undefined ? `"${value}"` : l10n.t('{0} with "{1}"', title, value),
    folders.length === 0
      ? ""
      : l10n.t("in {0}", folders.map(({ folderPath, folderId }) => folderPath ?? folderId ?? "").join(", ")),
    from === undefined ? "" : l10n.t("from {0}", show(new Date(from))),
    to === undefined ? "" : l10n.t("to {0}", show(new Date(to))),
  ];
  return visible(parts.filter((part) => part !== "").join(" "));
}

/** The service searches all fields at once: matches outside the chosen field are filtered out here. */
function isWanted({ field, value, folders }: Criteria, document: ListedDocument): boolean {
  const inField = field === undefined || (document[field] ?? "").toLowerCase().includes(value.toLowerCase());
  return (
    inField &&
    (folders.length === 0 ||
      folders.some(
        ({ folderId, folderPath }) =>
          (folderId !== undefined && folderId === document.folderId) ||
          (folderPath !== undefined && folderPath === document.folderPath),
      ))
  );
}

export function bodyOf({ value, folders, from, to }: Criteria): BodyOf<"archive.search"> {
  const ids = folders.flatMap(({ folderId }) => folderId ?? []);
  return {
    ...(value !== "" && { searchQuery: value }),
    ...(from !== undefined && { createdFrom: new Date(from).toISOString() }),
    ...(to !== undefined && { createdTo: new Date(to).toISOString() }),
    ...(ids.length > 0 && ids.length === folders.length && { foldersIds: ids }),
  };
}

export interface Listing {
  readonly environment: Environment;
  readonly criteria: Criteria;
  /** Everything that the service has returned so far, whether it matches or not. */
  readonly returned: readonly ListedDocument[];
  /** The documents that match. */
  readonly documents: readonly ArchiveDocument[];
  /** How many of the matching documents are shown. */
  readonly shown: number;
  /**
   * Why no older documents can be requested: the service returned none, or gives no dates that the next request could
   * start from.
   */
  readonly ended: "none" | "undated" | undefined;
}

/** How many documents one page shows. */
export const pageSize = 100;

/** Rejects with ApiError. */
export async function firstPage(
  call: ArchiveSearch,
  environment: Environment,
  criteria: Criteria,
  { signal }: { readonly signal: AbortSignal },
): Promise<Listing> {
  const { documents: returned } = await searchDocuments(
    call,
    { environment, ...bodyOf(criteria) },
    { most: Infinity, signal },
  );
  return {
    environment,
    criteria,
    ...wanted(criteria, returned),
    shown: pageSize,
    ended: returned.length === 0 ? "none" : undefined,
  };
}

/**
 * Returns the next page of the results. When no page is left, asks the service for documents that are as old as the
 * oldest one or older. No other paging is documented. Rejects with ApiError.
 */
export async function nextPage(
  call: ArchiveSearch,
  listing: Listing,
  { signal }: { readonly signal: AbortSignal },
): Promise<Listing> {
  const { environment, criteria, returned, documents, ended } = listing;
  const shown = listing.shown + pageSize;
  if (listing.shown < documents.length || ended !== undefined) return { ...listing, shown };
  const oldest = oldestOf(returned);
  if (oldest === undefined) return { ...listing, shown, ended: "undated" };
  const older = await searchDocuments(
    call,
    { environment, ...bodyOf({ ...criteria, to: Math.min(oldest, criteria.to ?? oldest) }) },
    { most: Infinity, signal },
  );
  const known = new Set(returned.map(({ id }) => id));
  const fresh = older.documents.filter(({ id }) => !known.has(id));
  return {
    ...listing,
    ...wanted(criteria, [...returned, ...fresh]),
    shown,
    ended: fresh.length === 0 ? "none" : undefined,
  };
}

function wanted(criteria: Criteria, returned: readonly ListedDocument[]): Pick<Listing, "returned" | "documents"> {
  return { returned, documents: documentsOf(returned).filter(({ listed }) => isWanted(criteria, listed)) };
}

/** Milliseconds. A time without a time zone is read as UTC, but the real time may be up to this much later. */
const zones = 12 * 60 * 60 * 1000;

/** Returns undefined if the service gives no dates. */
function oldestOf(returned: readonly ListedDocument[]): number | undefined {
  let oldest: number | undefined;
  for (const row of returned) {
    const written = dateIn(row);
    if (written === undefined) continue;
    const time = timeOf(written) + (hasZone(written) ? 0 : zones);
    if (oldest === undefined || time < oldest) oldest = time;
  }
  return oldest;
}

export function hasMore({ shown, documents, ended }: Listing): boolean {
  return shown < documents.length || ended === undefined;
}

/** Returns the words shown above the list. */
export function listingWords(listing: Listing): string {
  const { returned, documents, ended } = listing;
  if (returned.length === 0) return l10n.t("The service returned no document.");
  const all = documentsOf(returned).length;
  const wanted = documents.length;
  // The service's limit on results is not documented (T139).
  const ends = {
    none: l10n.t("there are no older ones"),
    undated: l10n.t("there may be older ones, but they cannot be requested, because the service gives no dates"),
  };
  const end = ended === undefined ? l10n.t("there may be more") : ends[ended];
  if (wanted === all)
    return oneOrMany(
      all,
      l10n.t("The service returned one document; {0}.", end),
      l10n.t("The service returned {0} documents; {1}.", all, end),
    );
  if (wanted === 0) {
    return oneOrMany(
      all,
      l10n.t("The service returned one document, which does not match; {0}.", end),
      l10n.t("The service returned {0} documents, none of which match; {1}.", all, end),
    );
  }
  return oneOrMany(
    wanted,
    l10n.t("The service returned {0} documents, of which 1 matches; {1}.", all, end),
    l10n.t("The service returned {0} documents, of which {1} match; {2}.", all, wanted, end),
  );
}

/**
 * Resolves with the document in its current state. Searches by all known values of the document, because a new version
 * may have another name and other values. Resolves with undefined if the service no longer shows the document, or does
 * not name its versions. Rejects with ApiError.
 */
export async function findDocument(
  call: ArchiveSearch,
  environment: Environment,
  { listed, versions }: ArchiveDocument,
  { signal }: { readonly signal: AbortSignal },
): Promise<ArchiveDocument | undefined> {
  const ids = new Set(versions.map(({ id }) => id));
  const where = listed.folderId ? { foldersIds: [listed.folderId] } : {};
  const queries = new Set(
    [listed.fileName, listed.dialogId, listed.search1, listed.search2].filter(
      (query) => typeof query === "string" && query !== "",
    ),
  );
  let older: ArchiveDocument | undefined;
  for (const query of [...queries, undefined]) {
    const { documents } = await searchDocuments(
      call,
      { environment, ...where, ...(typeof query === "string" && { searchQuery: query }) },
      { most: Infinity, signal },
    );
    const found = documentsOf(documents).find((document) => document.versions.some(({ id }) => ids.has(id)));
    if (found !== undefined && found.listed.id === found.versions[0]?.id) return found;
    // Only the row of an older version was found. The newest version may have another name or other values, so the
    // search continues.
    older ??= found;
  }
  return older;
}
