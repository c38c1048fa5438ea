/**
 * Searching the archive: what a person asks for, what is asked of the service, and the pages of what it finds. Knows no
 * `vscode`.
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

/** What a value can be looked for in. */
type Field = SearchField | "fileName" | "smartformId" | "dialogId";

export interface Criteria {
  /** Undefined: wherever the service searches. */
  readonly field?: Field | undefined;
  /** May be empty: then everything in the folders and days. */
  readonly value: string;
  /** Empty: all. */
  readonly folders: readonly ListedFolder[];
  /** Milliseconds; both limits included. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

interface FieldChoice {
  readonly field: Field | undefined;
  readonly title: string;
}

/**
 * Every field that the service searches in. A column that it says is not searchable is left out: looking there would
 * find nothing.
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

/** The fields that were searched last come first, behind "everywhere". */
export function byUse(choices: readonly FieldChoice[], recent: readonly string[]): readonly FieldChoice[] {
  const place = ({ field }: FieldChoice): number =>
    field === undefined ? -1 : recent.includes(field) ? recent.indexOf(field) : recent.length;
  return choices.toSorted((left, right) => place(left) - place(right));
}

/** Names of fields alone: a value may be about a person, and is kept nowhere. */
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

/** The service looks everywhere at once: what it finds elsewhere than in the wanted field is left out here. */
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
  /** Everything that the service returned so far, wanted or not. */
  readonly returned: readonly ListedDocument[];
  /** What is wanted of it. */
  readonly documents: readonly ArchiveDocument[];
  /** How many of those are shown. */
  readonly shown: number;
  /** The service was asked for older ones and returned none. */
  readonly ended: boolean;
}

/** Documents that are shown at once. */
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
  return { environment, criteria, ...wanted(criteria, returned), shown: pageSize, ended: returned.length === 0 };
}

/**
 * The next ones of what was returned; at its end, what is as old as the oldest or older. No other paging is documented.
 * Rejects with ApiError.
 */
export async function nextPage(
  call: ArchiveSearch,
  listing: Listing,
  { signal }: { readonly signal: AbortSignal },
): Promise<Listing> {
  const { environment, criteria, returned, documents, ended } = listing;
  const shown = listing.shown + pageSize;
  if (listing.shown < documents.length || ended) return { ...listing, shown };
  const oldest = oldestOf(returned);
  if (oldest === undefined) return { ...listing, ended: true };
  const older = await searchDocuments(
    call,
    { environment, ...bodyOf({ ...criteria, to: Math.min(oldest, criteria.to ?? oldest) }) },
    { most: Infinity, signal },
  );
  const known = new Set(returned.map(({ id }) => id));
  const fresh = older.documents.filter(({ id }) => !known.has(id));
  return { ...listing, ...wanted(criteria, [...returned, ...fresh]), shown, ended: fresh.length === 0 };
}

function wanted(criteria: Criteria, returned: readonly ListedDocument[]): Pick<Listing, "returned" | "documents"> {
  return { returned, documents: documentsOf(returned).filter(({ listed }) => isWanted(criteria, listed)) };
}

/** Milliseconds by which a time without a zone may be earlier than it reads as UTC. */
const zones = 12 * 60 * 60 * 1000;

/** Undefined where the service dates nothing. */
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
  return shown < documents.length || !ended;
}

/** Above the list. */
export function listingWords(listing: Listing): string {
  const { returned, documents, ended } = listing;
  if (returned.length === 0) return l10n.t("The service returned no document.");
  const all = documentsOf(returned).length;
  const wanted = documents.length;
  // How many it returns at most is not documented (T139).
  const end = ended ? l10n.t("none is older") : l10n.t("there may be more");
  if (wanted === all)
    return oneOrMany(
      all,
      l10n.t("The service returned one document; {0}.", end),
      l10n.t("The service returned {0} documents; {1}.", all, end),
    );
  if (wanted === 0) {
    return oneOrMany(
      all,
      l10n.t("The service returned one document, none of which is what was asked for; {0}.", end),
      l10n.t("The service returned {0} documents, none of which is what was asked for; {1}.", all, end),
    );
  }
  return oneOrMany(
    wanted,
    l10n.t("The service returned {0} documents, of which 1 is what was asked for; {1}.", all, end),
    l10n.t("The service returned {0} documents, of which {1} are what was asked for; {2}.", all, wanted, end),
  );
}

/**
 * The document as it is now, found by whatever it is known by: a new version may have another name and other values.
 * Undefined where the service does not show it any more, or does not name its versions. Rejects with ApiError.
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
    // Found by a row of an older version: the newest one has another name or other values, which are wanted too.
    older ??= found;
  }
  return older;
}
