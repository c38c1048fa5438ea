/**
 * The rows of the table: AG Grid with a bounded cache of pages, which it requests when they come into view. Cells are
 * text, never HTML.
 */
import {
  CellApiModule,
  createGrid,
  EventApiModule,
  InfiniteRowModelModule,
  ModuleRegistry,
  RowApiModule,
  RowStyleModule,
  ScrollApiModule,
} from "ag-grid-community";
import type { ColDef, GridApi, IGetRowsParams } from "ag-grid-community";
import type { PageRow, Setup, TableWords } from "../messages.ts";
import { fill } from "../../../page/fill.ts";
import { theme } from "../../../page/tableTheme.ts";

ModuleRegistry.registerModules([
  CellApiModule,
  EventApiModule,
  InfiniteRowModelModule,
  RowApiModule,
  RowStyleModule,
  ScrollApiModule,
]);

const words = JSON.parse(document.body.dataset["words"] ?? "") as TableWords;

export interface RowPlace {
  readonly index: number;
  readonly id: string;
}

interface GridEvents {
  readonly ask: (request: { readonly request: number; readonly from: number; readonly count: number }) => void;
  readonly giveUp: (request: number) => void;
  readonly open: (row: RowPlace) => void;
  readonly copy: (row: RowPlace, column: number) => void;
  readonly focused: (row: RowPlace | null) => void;
  /** How many pages are pending. */
  readonly waiting: (pages: number) => void;
}

export interface Grid {
  answer(
    request: number,
    page: { readonly rows: readonly PageRow[]; readonly total: number | null; readonly end: boolean },
  ): void;
  fail(request: number): void;
  anew(options: { readonly keepsPlace: boolean }): void;
  /** Requests the failed pages again. */
  tryAgain(): void;
  isAtTop(): boolean;
}

export function gridOf(place: HTMLElement, { title, columns, timeLine, size, kept }: Setup, events: GridEvents): Grid {
  const pending = new Map<number, { readonly params: IGetRowsParams; readonly generation: number }>();
  const failed = new Set<number>();
  let generation = 0;
  let last = 0;

  function askFor(params: IGetRowsParams): void {
    last += 1;
    pending.set(last, { params, generation });
    // When the reader scrolls on, requests for rows out of view are cancelled.
    for (const [
      request,
      {
        params: { startRow },
      },
    ] of pending)
      if (request !== last && !inView(startRow)) events.giveUp(request);
    events.ask({ request: last, from: params.startRow, count: params.endRow - params.startRow });
    events.waiting(pending.size);
  }

  function inView(startRow: number): boolean {
    return startRow <= grid.getLastDisplayedRowIndex() && startRow + size > grid.getFirstDisplayedRowIndex();
  }

  function retry(): void {
    failed.clear();
    grid.refreshInfiniteCache();
  }

  function placeOf(
    row: { readonly rowIndex: number | null; readonly data?: PageRow | undefined } | undefined,
  ): RowPlace | null {
    return row?.data && row.rowIndex !== null ? { index: row.rowIndex, id: row.data.id } : null;
  }

  function sayFocused(): void {
    const cell = grid.getFocusedCell();
    events.focused(cell ? placeOf(grid.getDisplayedRowAtIndex(cell.rowIndex)) : null);
  }

  const columnDefs = columns.map(({ key, title: headerName, width }, at): ColDef<PageRow> => ({
    colId: key,
    headerName,
    width,
    minWidth: 40,
    resizable: true,
    sortable: false,
    // The last column takes the remaining width.
    ...(at === columns.length - 1 && { flex: 1, minWidth: width }),
    valueGetter: ({ data }) =>
      data === undefined
        ? at === 0
          ? "…"
          : ""
        : at === 0 && data.isNew
          ? fill(words.fresh, data.cells[0] ?? "")
          : data.cells[at],
  }));
  place.classList.toggle("time-line", timeLine);
  const grid: GridApi<PageRow> = createGrid<PageRow>(place, {
    theme,
    columnDefs,
    rowModelType: "infinite",
    cacheBlockSize: size,
    maxBlocksInCache: kept,
    maxConcurrentDatasourceRequests: 2,
    blockLoadDebounceMillis: 60,
    datasource: { getRows: askFor },
    suppressNoRowsOverlay: true,
    suppressDragLeaveHidesColumns: true,
    animateRows: false,
    ...(timeLine && { rowHeight: 32 }),
    suppressColumnMoveAnimation: true,
    suppressMovableColumns: true,
    rowClassRules: { "is-new": ({ data }) => data?.isNew === true },
    onCellDoubleClicked: ({ node }) => {
      const row = placeOf(node);
      if (row) events.open(row);
    },
    onCellKeyDown: (pressed) => {
      const { event, node } = pressed;
      const row = placeOf(node);
      if (!(event instanceof KeyboardEvent) || row === null || !("column" in pressed)) return;
      if (event.key === "Enter") events.open(row);
      if (event.key === "c" && (event.ctrlKey || event.metaKey) && (getSelection()?.isCollapsed ?? true))
        events.copy(
          row,
          columns.findIndex(({ key }) => key === pressed.column.getColId()),
        );
    },
    onCellFocused: sayFocused,
    onBodyScrollEnd: () => {
      if ([...failed].some(inView)) retry();
    },
  });
  place.querySelector('[role="grid"], [role="treegrid"]')?.setAttribute("aria-label", title);

  return {
    answer(request, { rows, total, end }) {
      const { params } = pending.get(request) ?? {};
      pending.delete(request);
      events.waiting(pending.size);
      params?.successCallback([...rows], total ?? (end ? params.startRow + rows.length : undefined));
      sayFocused();
    },
    fail(request) {
      const asked = pending.get(request);
      pending.delete(request);
      events.waiting(pending.size);
      if (asked?.generation === generation) failed.add(asked.params.startRow);
      asked?.params.failCallback();
    },
    anew({ keepsPlace }) {
      generation += 1;
      failed.clear();
      if (keepsPlace) return grid.refreshInfiniteCache();
      grid.setGridOption("datasource", { getRows: askFor });
      grid.ensureIndexVisible(0, "top");
      sayFocused();
    },
    tryAgain: retry,
    isAtTop: () => grid.getFirstDisplayedRowIndex() <= 0,
  };
}
