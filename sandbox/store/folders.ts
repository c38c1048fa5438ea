/**
 * Folders of the document store: their columns, and where the values of the columns are in a document's data. The API
 * never changes folders.
 */
import { Refusal } from "../base/refusal.ts";
import type { State } from "../base/state.ts";

export interface Column {
  readonly name: string;
  readonly displayName: string;
  readonly type: "text" | "number";
  /** A path in the document's data. */
  readonly from: string;
  /** Counted from 1 within the company. Columns of the same name in two folders share a place. */
  readonly place: number;
}

export interface StoreFolder {
  readonly name: string;
  /** The MetaFile whose documents the folder holds. */
  readonly metaFile: string;
  readonly columns: readonly Column[];
}

export function insertFolder(state: State, company: string, { name, metaFile, columns }: StoreFolder): void {
  state.run("INSERT INTO storeFolder VALUES (?, ?, ?, ?)", company, name, metaFile, JSON.stringify(columns));
}

export function foldersOf(state: State, company: string): readonly StoreFolder[] {
  return state
    .all<{ name: string; metaFile: string; columnsJson: string }>(
      "SELECT name, metaFile, columnsJson FROM storeFolder WHERE company = ? ORDER BY name",
      company,
    )
    .map(({ name, metaFile, columnsJson }) => ({
      name,
      metaFile,
      columns: JSON.parse(columnsJson) as readonly Column[],
    }));
}

/** Returns every column of the company once, in the order of places. */
export function columnsOf(state: State, company: string): readonly Column[] {
  const byPlace = new Map(
    foldersOf(state, company)
      .flatMap(({ columns }) => columns)
      .map((column) => [column.place, column]),
  );
  return [...byPlace.values()].sort((left, right) => left.place - right.place);
}

/** Compares names exactly; refuses an unknown column. */
export function columnNamed(columns: readonly Column[], by: "name" | "displayName", wanted: unknown): Column {
  const column = columns.find((each) => each[by] === wanted);
  if (!column) throw new Refusal("store-column-missing", String(wanted));
  return column;
}
