/**
 * The rows of a table: read page by page, cached up to a limit, filtered if a field asks for it, and formatted. Does
 * not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { isDeepStrictEqual } from "node:util";
import { visible } from "../../../language/index.ts";
import { longestId } from "./messages.ts";
import type { PageRow, Status } from "./messages.ts";
import { wholeText } from "./source.ts";
import type { Filter, Reading, TableSource } from "./source.ts";
import { grouped } from "../../window/inDisplayLanguage.ts";

/** Rows per page. */
export const pageSize = 200;
/** How many pages are cached: 10,000 rows. The least recently used page is dropped first. */
const heldPages = 50;

interface Rows<Row> {
  readonly filter: Filter;
  readonly total: number | null;
  /** Starts a new reading with this filter and marks the first `fresh` rows as new. Throws if the filter is invalid. */
  begin(filter: Filter, fresh?: number): void;
  /**
   * Applies this filter; starts a new reading only if the part that is sent to the service has changed. Throws if the
   * filter is invalid.
   */
  apply(filter: Filter): void;
  /** Returns a page of the shown rows. Cached pages are not read again; `asked` is then false. */
  page(
    from: number,
    signal: AbortSignal,
  ): Promise<{
    readonly rows: readonly PageRow[];
    readonly total: number | null;
    readonly end: boolean;
    readonly asked: boolean;
  }>;
  /** Reads the next page that is not cached, and filters again. */
  readMore(signal: AbortSignal): Promise<void>;
  /** Returns how many new rows have appeared in front of the rows of this reading. */
  look(signal: AbortSignal): Promise<number>;
  /** Returns a shown row; undefined if it is no longer cached. */
  find(at: { readonly index: number; readonly id: string }): Row | undefined;
  status(): Pick<Status, "read" | "more">;
  /** The shown rows in order: those that match the filter, or all cached ones. */
  shown(): readonly Row[];
}

export function rowsOf<Row>(source: TableSource<Row>): Rows<Row> {
  let filter: Filter = new Map();
  let reading: Reading<Row> | undefined;
  /** By page number; the most recently used page is last. */
  let held = new Map<number, readonly Row[]>();
  let total: number | null = null;
  /** Number of rows, once the last page has been read; null before. */
  let last: number | null = null;
  let fresh = 0;
  let matching: readonly Row[] | null = null;

  const within = source.fields.filter((field) => field.within === "read");

  function begin(wanted: Filter, freshRows = 0): void {
    filter = wanted;
    reading = undefined;
    held = new Map();
    total = last = null;
    fresh = freshRows;
    matching = null;
    reading = source.read(forService(wanted));
  }

  /** The part of the filter that is sent to the service. */
  function forService(whole: Filter): Filter {
    return new Map([...whole].filter(([key]) => within.every((field) => field.key !== key)));
  }

  function apply(wanted: Filter): void {
    if (reading === undefined || !isDeepStrictEqual(forService(wanted), forService(filter))) return begin(wanted);
    filter = wanted;
    matching = null;
  }

  /** Filters the cached rows by the fields that apply to them. */
  function filterAgain(): void {
    const wishes = within.flatMap(({ key, kind }) => {
      const wish = filter.get(key),
        column = source.columns.find((each) => each.key === key);
      return wish === undefined || column === undefined ? [] : [{ column, kind, wish: wish.toLowerCase() }];
    });
    matching =
      wishes.length === 0
        ? null
        : allHeld().filter((row) =>
            wishes.every(({ column, kind, wish }) => {
              const cell = wholeText(column, row).toLowerCase();
              return kind === "select" ? cell === wish : cell.includes(wish);
            }),
          );
  }

  function allHeld(): readonly Row[] {
    return [...held].sort(([a], [b]) => a - b).flatMap(([, rows]) => rows);
  }

  async function fetchPage(number: number, signal: AbortSignal): Promise<readonly Row[]> {
    const kept = held.get(number);
    if (kept !== undefined) {
      held.delete(number);
      held.set(number, kept);
      return kept;
    }
    const mine = reading;
    if (mine === undefined)
      throw new Error(l10n.t("Nothing can be read with the values in the fields. Change the values, and try again."));
    const page = await mine.page(number * pageSize, pageSize, signal);
    signal.throwIfAborted();
    if (mine !== reading) return page.rows;
    held.set(number, page.rows);
    for (const oldest of held.keys()) {
      if (held.size <= heldPages) break;
      held.delete(oldest);
    }
    total = page.total;
    if (page.end) last = number * pageSize + page.rows.length;
    return page.rows;
  }

  const isFiltered = (): boolean => within.some(({ key }) => filter.has(key));
  const idOf = (row: Row): string => source.id(row).slice(0, longestId);
  const pageRow = (row: Row, isNew: boolean): PageRow => ({
    id: idOf(row),
    cells: source.columns.map(({ text }) => visible(text(row))),
    isNew,
  });

  function nextUnread(): number | undefined {
    const known = total ?? last;
    for (let number = 0; ; number += 1) {
      if (known !== null && number * pageSize >= known) return undefined;
      if (!held.has(number)) return number;
    }
  }

  return {
    get filter() {
      return filter;
    },
    get total() {
      return total ?? last;
    },
    begin,
    apply,
    async page(from, signal) {
      const number = from / pageSize;
      if (!Number.isInteger(number)) throw new Error(`A page begins at a multiple of ${pageSize}, not at ${from}.`);
      const asked = isFiltered() ? held.size === 0 : !held.has(number);
      if (!isFiltered()) {
        const rows = await fetchPage(number, signal);
        const known = total ?? last;
        return {
          rows: rows.map((row, at) => pageRow(row, from + at < fresh)),
          total: known,
          end: known !== null && from + rows.length >= known,
          asked,
        };
      }
      if (held.size === 0) await fetchPage(0, signal);
      if (matching === null) filterAgain();
      const rows = (matching ?? []).slice(from, from + pageSize);
      return { rows: rows.map((row) => pageRow(row, false)), total: matching?.length ?? 0, end: true, asked };
    },
    async readMore(signal) {
      const number = nextUnread();
      if (number !== undefined && held.size < heldPages) await fetchPage(number, signal);
      filterAgain();
    },
    async look(signal) {
      return (await reading?.look?.(signal)) ?? 0;
    },
    find({ index, id }) {
      const row = matching ? matching[index] : held.get(Math.floor(index / pageSize))?.[index % pageSize];
      return row !== undefined && idOf(row) === id ? row : undefined;
    },
    status() {
      const { count, none } = source.words;
      const read = [...held.values()].reduce((sum, rows) => sum + rows.length, 0);
      const known = total ?? last;
      if (held.size === 0 && known === null) return { read: "", more: false };
      const all =
        known === null
          ? l10n.t("{0} read; the total is not known", count(read))
          : l10n.t("{0} of {1} read", grouped(read), count(known));
      if (matching === null)
        return {
          read: known === 0 ? none : known !== null && read >= known ? l10n.t("{0}, all read", count(known)) : all,
          more: false,
        };
      const full = held.size >= heldPages;
      const match = l10n.t("The filter matches {0} of the {1} that were read.", grouped(matching.length), count(read));
      return {
        read: `${match} ${full ? l10n.t("{0}. The table cannot hold more, so request less from the service.", all) : all}`,
        more: !full && nextUnread() !== undefined,
      };
    },
    shown: () => matching ?? allHeld(),
  };
}
