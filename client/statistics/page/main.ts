/** The page of the statistics panel: the choices, the chart, and the same counts as a table. */
import {
  CellApiModule,
  CellStyleModule,
  ClientSideRowModelModule,
  createGrid,
  ModuleRegistry,
} from "ag-grid-community";
import type { GridApi } from "ag-grid-community";
import type { FromPage, PageWish, StatisticsWords, ToPage } from "../messages.ts";
import type { Tally } from "../tallyModel.ts";
import { fill } from "../../page/fill.ts";
import { theme } from "../../page/tableTheme.ts";
import { chartIn } from "./chart.ts";
import { element, openHost, pageWords } from "../../page/document.ts";
import { keepInOneLine } from "../../page/toolbar.ts";

ModuleRegistry.registerModules([ClientSideRowModelModule, CellApiModule, CellStyleModule]);

const words = pageWords<StatisticsWords>();
const editor = openHost<FromPage>();
const say = (message: FromPage): void => editor.postMessage(message);

const days = { from: element("from", HTMLInputElement), to: element("to", HTMLInputElement) };
const choices = { by: element("by", HTMLSelectElement), step: element("step", HTMLSelectElement) };
const values = {
  event: element("event", HTMLSelectElement),
  template: element("template", HTMLSelectElement),
  environment: element("environment", HTMLSelectElement),
};
const [chartPlace, tablePlace, empty, problem] = ["chart", "table", "empty", "problem"].map((id) =>
  element(id, HTMLDivElement),
) as [HTMLDivElement, HTMLDivElement, HTMLDivElement, HTMLDivElement];
const controls = [...Object.values(days), ...Object.values(choices), ...Object.values(values)];

/** Formats a number in the page's language. */
const number = (count = 0): string => count.toLocaleString(document.documentElement.lang);

type Row = readonly string[];
let grid: GridApi<Row> | undefined;
let chart: ReturnType<typeof chartIn> | undefined;

for (const control of controls)
  control.addEventListener("change", () =>
    say({
      type: "wish",
      wish: {
        from: days.from.value,
        to: days.to.value,
        by: choices.by.value as PageWish["by"],
        step: choices.step.value as PageWish["step"],
        event: values.event.value,
        template: values.template.value,
        environment: values.environment.value,
      },
    }),
  );
for (const command of ["refresh", "cancel", "csv", "prometheus"] as const)
  element(command, HTMLButtonElement).addEventListener("click", () => say({ type: "command", command }));

function show({ wish, options, tally, notes }: Extract<ToPage, { type: "show" }>): void {
  for (const key of ["from", "to"] as const) days[key].value = wish[key];
  for (const key of ["by", "step"] as const) choices[key].value = wish[key];
  for (const key of ["event", "template", "environment"] as const) {
    // The chosen value stays in the list even if it does not occur in the chosen days.
    const offered = wish[key] === "" || options[key].includes(wish[key]) ? options[key] : [wish[key], ...options[key]];
    values[key].replaceChildren(
      new Option(words.all, ""),
      ...offered.map((value) => new Option(value === `no ${key}` ? words.none[key] : value, value)),
    );
    values[key].value = wish[key];
  }
  problem.hidden = true;
  const none = tally.total === 0;
  empty.hidden = !none;
  empty.textContent = words.nothing;
  tablePlace.hidden = none;
  // Events without a time have no bar, and without any bar the chart is hidden.
  chartPlace.hidden = tally.series.every(({ counts }) => counts.every((count) => count === 0));
  element("total", HTMLSpanElement).textContent = none
    ? ""
    : tally.total === 1
      ? words.event
      : fill(words.events, number(tally.total));
  element("notes", HTMLSpanElement).textContent = notes.join(" ");
  if (none) return;
  if (!chartPlace.hidden) (chart ??= chartIn(chartPlace, words.chart, number)).show(tally);
  showTable(tally, wish.step === "hour" ? words.hour : words.day);
}

function showTable({ buckets, series }: Tally, first: string): void {
  const rows: Row[] = [
    [words.all, number(series.reduce((all, { total }) => all + total, 0)), ...series.map(({ total }) => number(total))],
    ...buckets.map((bucket, at) => [
      bucket,
      number(series.reduce((all, { counts }) => all + (counts[at] ?? 0), 0)),
      ...series.map(({ counts }) => number(counts[at])),
    ]),
  ];
  const columnDefs = [first, words.all, ...series.map(({ name }) => name)].map((headerName, at) => ({
    colId: String(at),
    headerName,
    valueGetter: ({ data }: { readonly data?: Row | undefined }) => data?.[at] ?? "",
    width: at === 0 ? 150 : 130,
    sortable: false,
    suppressMovable: true,
    resizable: true,
    ...(at > 0 && { cellStyle: { textAlign: "right" as const } }),
    ...(at === 0 && { pinned: "left" as const }),
  }));
  if (grid === undefined) {
    grid = createGrid<Row>(tablePlace, { theme, columnDefs, rowData: rows, animateRows: false });
    tablePlace.querySelector('[role="grid"], [role="treegrid"]')?.setAttribute("aria-label", words.counts);
    return;
  }
  grid.updateGridOptions({ columnDefs, rowData: rows });
}

window.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
  switch (data.type) {
    case "show":
      return show(data);
    case "busy":
      element("busy", HTMLSpanElement).hidden = element("cancel", HTMLButtonElement).hidden = !data.busy;
      return;
    case "problem":
      problem.hidden = false;
      problem.textContent = data.text;
      if (grid === undefined) empty.textContent = "";
      return;
  }
});
for (const bar of ["toolbar", "fields"]) keepInOneLine(element(bar, HTMLDivElement));
say({ type: "ready" });
