/**
 * The chart: stacked bars of Chart.js in the editor's colours, with a legend that hides and shows series. The arrow keys
 * move from bar to bar, and screen readers read each bar.
 */
import { BarController, BarElement, CategoryScale, Chart as Bars, LinearScale, Tooltip } from "chart.js";
import type { ChartConfiguration } from "chart.js";
import { fill } from "../../page/fill.ts";
import type { StatisticsWords } from "../messages.ts";
import type { Tally } from "../tallyModel.ts";

Bars.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

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

/** What each arrow key adds to the index of the chosen bar within its series, and to the index of the series. */
const steps: Readonly<Record<string, readonly [along: number, up: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export function chartIn(place: HTMLElement, words: StatisticsWords["chart"], number: (count: number) => string): Chart {
  const [bars, canvas, legend, hidden, spoken] = (["div", "canvas", "ul", "p", "p"] as const).map((tag) =>
    document.createElement(tag),
  ) as [HTMLDivElement, HTMLCanvasElement, HTMLUListElement, HTMLParagraphElement, HTMLParagraphElement];
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-roledescription", words.area);
  legend.setAttribute("aria-label", words.legend);
  hidden.textContent = words.allHidden;
  spoken.className = "spoken";
  spoken.setAttribute("aria-live", "assertive");
  bars.append(canvas, hidden, spoken);
  const frame = document.createElement("div");
  frame.append(bars, legend);
  place.append(frame);

  let chart: Bars<"bar", readonly number[], string> | undefined;
  let last: Tally | undefined;
  /** Names of series that the reader hid. */
  const off = new Set<string>();
  /** The bar that the arrow keys chose. */
  let chosen = { series: 0, bar: -1 };

  function config({ buckets, series }: Tally): ChartConfiguration<"bar", readonly number[], string> {
    const style = getComputedStyle(document.body);
    const colour = (name: string, otherwise: string): string =>
      style.getPropertyValue(`--vscode-${name}`).trim() || otherwise;
    const foreground = colour("foreground", "#808080");
    const contrast = colour("contrastBorder", "");
    const lines = contrast || colour("widget-border", "") || "#80808059";
    const ticks = { color: foreground, font: { family: style.fontFamily, size: 12 } };
    return {
      type: "bar",
      data: {
        labels: [...buckets],
        datasets: series.flatMap(({ name, counts }, index) => {
          // A series without bars needs no place in the legend; the table shows it.
          if (counts.every((count) => count === 0)) return [];
          const [ofTheme, otherwise] = colours[index % colours.length] ?? colours[0];
          const full = colour(`charts-${ofTheme}`, otherwise);
          const shade = index < colours.length ? full : `color-mix(in srgb, ${full} 35%, transparent)`;
          return [
            {
              label: name,
              data: counts,
              hidden: off.has(name),
              backgroundColor: shade,
              hoverBackgroundColor: shade,
              hoverBorderColor: foreground,
              hoverBorderWidth: 2,
              // In high contrast, bars are told apart by their outlines too.
              ...(contrast !== "" && { borderColor: contrast, borderWidth: 1 }),
            },
          ];
        }),
      },
      options: {
        animation: false,
        maintainAspectRatio: false,
        locale: document.documentElement.lang,
        scales: {
          x: { stacked: true, ticks: { ...ticks, maxRotation: 0 }, grid: { display: false }, border: { color: lines } },
          y: { stacked: true, ticks: { ...ticks, precision: 0 }, grid: { color: lines }, border: { display: false } },
        },
        plugins: {
          tooltip: {
            backgroundColor: colour("editorHoverWidget-background", "#252526"),
            borderColor: colour("editorHoverWidget-border", lines),
            borderWidth: 1,
            titleColor: colour("editorHoverWidget-foreground", foreground),
            bodyColor: colour("editorHoverWidget-foreground", foreground),
            titleFont: { family: style.fontFamily },
            bodyFont: { family: style.fontFamily },
          },
        },
      },
    };
  }

  function draw(): void {
    if (last === undefined) return;
    const { data, options = {}, type } = config(last);
    if (chart === undefined) chart = new Bars(canvas, { data, options, type });
    Object.assign(chart, { data, options });
    // Hides the tooltip, which would otherwise keep the colours of the previous theme.
    pointAt(chart, []);
    canvas.setAttribute("aria-label", fill(words.chart, data.datasets.length));
    legend.replaceChildren(
      ...data.datasets.map(({ label = "", backgroundColor }) => entry(label, String(backgroundColor))),
    );
    hidden.hidden = data.datasets.some(({ label = "" }) => !off.has(label));
  }

  /** Returns the legend entry of a series: a switch that hides and shows the series. */
  function entry(name: string, colour: string): HTMLLIElement {
    const [item, button, sample] = [
      document.createElement("li"),
      document.createElement("button"),
      document.createElement("span"),
    ];
    button.type = "button";
    button.title = words.legendEntry;
    button.setAttribute("role", "switch");
    button.setAttribute("aria-checked", String(!off.has(name)));
    sample.style.background = colour;
    button.append(sample, name);
    button.addEventListener("click", () => {
      if (!off.delete(name)) off.add(name);
      const at = [...legend.children].indexOf(item);
      draw();
      legend.children[at]?.querySelector("button")?.focus();
    });
    item.append(button);
    return item;
  }

  /** Marks these bars, and shows their tooltip. */
  function pointAt(drawn: NonNullable<typeof chart>, active: Parameters<Bars["setActiveElements"]>[0]): void {
    drawn.setActiveElements(active);
    drawn.tooltip?.setActiveElements(active, { x: 0, y: 0 });
    drawn.update();
  }

  canvas.addEventListener("keydown", (event) => {
    const step = steps[event.key];
    if (step === undefined || chart === undefined) return;
    event.preventDefault();
    const visible = chart.getSortedVisibleDatasetMetas();
    const { labels = [] } = chart.data;
    if (visible.length === 0) return;
    const within = (value: number, count: number): number => Math.min(Math.max(value, 0), count - 1);
    chosen = {
      bar: within(chosen.bar + step[0], labels.length),
      series: within(chosen.series + step[1], visible.length),
    };
    const { index: datasetIndex = 0, label = "" } = visible[chosen.series] ?? {};
    pointAt(chart, [{ datasetIndex, index: chosen.bar }]);
    const count = chart.data.datasets[datasetIndex]?.data[chosen.bar] ?? 0;
    spoken.textContent = `${labels[chosen.bar]}, ${label}: ${number(count)}`;
  });
  canvas.addEventListener("blur", () => {
    if (chart !== undefined) pointAt(chart, []);
  });
  // VS Code announces a change of theme through the classes of the body.
  new MutationObserver(draw).observe(document.body, { attributes: true, attributeFilter: ["class"] });
  return {
    show(tally) {
      last = tally;
      chosen = { series: 0, bar: -1 };
      draw();
    },
  };
}
