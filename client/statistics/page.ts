/** The page of the statistics panel. The counts arrive later, in messages. */
import * as l10n from "@vscode/l10n";
import { filterBarHtml, iconButton, toolbarHtml } from "../window/barHtml.ts";
import { attribute } from "../window/pageHtml.ts";
import type { Page } from "../window/pageHtml.ts";
import type { StatisticsWords } from "./messages.ts";
import { dimensions, noneWords } from "./tallyModel.ts";
import type { Dimension } from "./tallyModel.ts";

const select = (id: string, label: string, options: readonly (readonly [string, string])[] = []): string =>
  `<div class="field"><label for="${id}">${attribute(label)}</label><select id="${id}">${options.map(([value, words]) => `<option value="${value}">${attribute(words)}</option>`).join("")}</select></div>`;
const day = (id: string, label: string): string =>
  `<div class="field"><label for="${id}">${attribute(label)}</label><input id="${id}" type="date"></div>`;

const dimensionWords: Readonly<Record<Dimension, string>> = {
  event: l10n.t("Event"),
  template: l10n.t("Template"),
  environment: l10n.t("Environment"),
  system: l10n.t("System"),
  source: l10n.t("Source"),
  distribution: l10n.t("Distribution"),
  area: l10n.t("Area"),
  eventDetail: l10n.t("Event detail"),
};

const words: StatisticsWords = {
  all: l10n.t("All"),
  nothing: l10n.t(
    'Nothing was counted on these days for your selection above. Choose other days, or choose "All" there.',
  ),
  event: l10n.t("1 event"),
  events: l10n.t("{0} events", "{0}"),
  hour: l10n.t("Hour"),
  day: l10n.t("Day"),
  counts: l10n.t("Counts of the chart"),
  chart: {
    area: l10n.t("interactive chart"),
    chart: l10n.t("chart, series: {0}", "{0}"),
    allHidden: l10n.t("Everything is hidden. Choose an entry of the legend to show it."),
    legend: l10n.t("Legend"),
    legendEntry: l10n.t("Press Space or Enter to show or hide it"),
  },
  none: noneWords,
};

export const statisticsPage: Page = {
  title: l10n.t("Statistics"),
  script: "statistics.js",
  style: "statistics-page.css",
  data: { words: JSON.stringify(words) },
  body: `${toolbarHtml(
    { id: "toolbar", label: l10n.t("Statistics") },
    `  <span id="total" role="status" aria-live="polite"></span>
  <span class="gap"></span>
  <span id="busy" role="status" hidden>${attribute(l10n.t("Reading…"))}</span>
  <button id="cancel" type="button" hidden>${attribute(l10n.t("Cancel"))}</button>
  ${iconButton({ id: "refresh", icon: "refresh", label: l10n.t("Refresh") })}
  ${iconButton({ id: "csv", icon: "export", label: l10n.t("Export CSV…"), title: l10n.t("Save the counted rows as CSV") })}
  <button id="prometheus" type="button" title="${attribute(l10n.t("Save the statistics as the service writes them for Prometheus: one total for the chosen days, regardless of the other filters"))}">${attribute(l10n.t("Export for Prometheus…"))}</button>`,
  )}
${filterBarHtml(
  { id: "fields", label: l10n.t("What is counted") },
  `${day("from", l10n.t({ message: "From", comment: ["The first day of a range."] }))}
${day("to", l10n.t("To (inclusive)"))}
${select(
  "by",
  l10n.t({ message: "By", comment: ["The property by which counts are split."] }),
  dimensions.map((dimension) => [dimension, dimensionWords[dimension]] as const),
)}
${select("step", l10n.t({ message: "Each", comment: ["What one bar of a chart is: each day, or each hour."] }), [
  ["day", l10n.t("Day")],
  ["hour", l10n.t("Hour")],
])}
${select("event", l10n.t("Event"))}
${select("template", l10n.t("Template"))}
${select("environment", l10n.t("Environment"))}`,
)}
<div id="problem" role="alert" hidden></div>
<div id="chart" hidden></div>
<div id="table" hidden></div>
<div id="empty">${attribute(l10n.t("Reading the statistics…"))}</div>
<div id="foot"><span id="notes"></span></div>`,
};
