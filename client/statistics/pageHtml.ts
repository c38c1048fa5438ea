/** The HTML of the statistics panel: nothing may be loaded, run or sent but what stands here. What the service counted comes later, as text. Knows no `vscode`. */
import type { TableAddresses } from "../table/pageHtml.ts";

const select = (id: string, label: string, options: readonly (readonly [string, string])[] = []): string =>
  `<div class="field"><label for="${id}">${label}</label><select id="${id}">${options.map(([value, words]) => `<option value="${value}">${words}</option>`).join("")}</select></div>`;
const day = (id: string, label: string): string => `<div class="field"><label for="${id}">${label}</label><input id="${id}" type="date"></div>`;

export function statisticsPageHtml({ origin, script, style }: TableAddresses, nonce: string): string {
  const policy = ["default-src 'none'", `script-src 'nonce-${nonce}'`, `style-src ${origin} 'unsafe-inline'`, "img-src data:", "form-action 'none'"].join("; ");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<link rel="stylesheet" href="${attribute(style)}">
<title>Statistics</title>
</head>
<body>
<div id="fields" role="search" aria-label="What is counted">
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
<div id="foot"><span id="notes"></span></div>
<script type="module" nonce="${attribute(nonce)}" src="${attribute(script)}"></script>
</body>
</html>
`;
}

function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
