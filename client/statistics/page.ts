/** The page of the statistics panel. What the service counted comes later, as text. */
import type { Page } from "../pageHtml.ts";

const select = (id: string, label: string, options: readonly (readonly [string, string])[] = []): string =>
  `<div class="field"><label for="${id}">${label}</label><select id="${id}">${options.map(([value, words]) => `<option value="${value}">${words}</option>`).join("")}</select></div>`;
const day = (id: string, label: string): string => `<div class="field"><label for="${id}">${label}</label><input id="${id}" type="date"></div>`;

export const statisticsPage: Page = {
  title: "Statistics", script: "statistics.js", style: "statistics-page.css",
  body: `<div id="fields" role="search" aria-label="What is counted">
${day("from", "From")}
${day("to", "To, this day included")}
${select("by", "By", [["event", "Event"], ["template", "Template"], ["environment", "Environment"], ["system", "System"], ["source", "Source"]])}
${select("step", "Each", [["day", "Day"], ["hour", "Hour"]])}
${select("event", "Event")}
${select("template", "Template")}
${select("environment", "Environment")}
</div>
<div id="toolbar" role="toolbar" aria-label="Statistics">
  <span id="total" role="status" aria-live="polite"></span>
  <span class="gap"></span>
  <span id="busy" role="status" hidden>Reading…</span><button id="cancel" type="button" hidden>Cancel</button>
  <button id="refresh" type="button">Refresh</button>
  <button id="csv" type="button" title="Save the rows that are counted here as CSV">Export CSV…</button>
  <button id="prometheus" type="button" title="Save the service’s own text for Prometheus: one total for these days, whatever is chosen above">Export for Prometheus…</button>
</div>
<div id="problem" role="alert" hidden></div>
<div id="chart" hidden></div>
<div id="table" hidden></div>
<div id="empty">Reading the statistics…</div>
<div id="foot"><span id="notes"></span></div>`,
};
