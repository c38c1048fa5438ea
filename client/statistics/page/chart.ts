/**
 * The chart: stacked bars of AG Charts in the editor's colours. The arrow keys move from bar to bar, and screen readers
 * read each bar.
 */
import {
  AgCharts,
  BarSeriesModule,
  CategoryAxisModule,
  LegendModule,
  LocaleModule,
  ModuleRegistry,
  NumberAxisModule,
} from "ag-charts-community";
import type { AgCartesianChartOptions, AgChartInstance } from "ag-charts-community";
import type { Tally } from "../tallyModel.ts";

ModuleRegistry.registerModules([BarSeriesModule, CategoryAxisModule, NumberAxisModule, LegendModule, LocaleModule]);

interface Chart {
  show(tally: Tally): void;
}

/** The editor's chart colours, each with a fallback for themes that lack it. Further series get paler shades. */
const colours = [
  ["blue", "#3794ff"],
  ["yellow", "#cca700"],
  ["green", "#89d185"],
  ["purple", "#b180d7"],
  ["red", "#f48771"],
  ["orange", "#d18616"],
] as const;

/** In a chart that is narrower than this (in CSS pixels), the legend is below the bars. */
const narrow = 500;

/** `words`: what screen readers say. AG Charts defines the keys. */
export function chartIn(place: HTMLElement, words: Readonly<Record<string, string>>): Chart {
  let chart: AgChartInstance<AgCartesianChartOptions> | undefined;
  let last: Tally | undefined;

  function options({ buckets, series }: Tally): AgCartesianChartOptions {
    const style = getComputedStyle(document.body);
    const colour = (name: string, otherwise: string): string =>
      style.getPropertyValue(`--vscode-${name}`).trim() || otherwise;
    const foreground = colour("foreground", "#808080");
    const contrast = colour("contrastBorder", "");
    const lines = contrast || colour("widget-border", "") || "#80808059";
    const label = { color: foreground };
    return {
      container: place,
      background: { fill: colour("editor-background", "#ffffff") },
      data: buckets.map((bucket, at) => ({
        bucket,
        ...Object.fromEntries(series.map(({ counts }, index) => [`s${index}`, counts[at]])),
      })),
      series: series.flatMap(({ name: yName, counts }, index) => {
        // A series without bars needs no place in the legend; the table shows it.
        if (counts.every((count) => count === 0)) return [];
        const [name, otherwise] = colours[index % colours.length] ?? colours[0];
        const fill = colour(`charts-${name}`, otherwise);
        return [
          {
            type: "bar" as const,
            xKey: "bucket",
            yKey: `s${index}`,
            yName,
            stacked: true,
            fill,
            // In high contrast, bars are told apart by their outlines too.
            ...(contrast === "" ? { strokeWidth: 0 } : { stroke: contrast, strokeWidth: 1 }),
            ...(index >= colours.length && { fillOpacity: 0.35 }),
          },
        ];
      }),
      axes: {
        x: { type: "category", position: "bottom", label: { ...label, rotation: 0 }, line: { stroke: lines } },
        y: { type: "number", position: "left", label, gridLine: { style: [{ stroke: lines }] } },
      },
      legend: {
        position: place.clientWidth < narrow ? "bottom" : "right",
        item: { label: { color: foreground, maxLength: 32 } },
      },
      locale: { localeText: words },
      keyboard: { enabled: true },
      animation: { enabled: false },
    };
  }

  function draw(): void {
    if (last === undefined) return;
    if (chart === undefined) chart = AgCharts.create(options(last));
    else void chart.update(options(last));
  }

  let wasNarrow = false;
  new ResizeObserver(() => {
    if (place.clientWidth < narrow !== wasNarrow) draw();
    wasNarrow = place.clientWidth < narrow;
  }).observe(place);
  // VS Code announces a change of theme through the classes of the body.
  new MutationObserver(draw).observe(document.body, { attributes: true, attributeFilter: ["class"] });
  return {
    show(tally) {
      last = tally;
      draw();
    },
  };
}
