/** The HTML of a table: nothing may be loaded, run or sent but what stands here. The rows come later, as text. Knows no `vscode`. */

export interface TableAddresses {
  /** Origin of the webview's own resources, as `webview.cspSource` gives it. */
  readonly origin: string;
  readonly script: string;
  readonly style: string;
}

export function tablePageHtml({ origin, script, style }: TableAddresses, nonce: string): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    // The table writes its own style sheets and positions.
    `style-src ${origin} 'unsafe-inline'`,
    "img-src data:",
    "form-action 'none'",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<link rel="stylesheet" href="${attribute(style)}">
<title>Table</title>
</head>
<body>
<div id="fields" role="search" aria-label="Search"></div>
<div id="read-fields" role="group" aria-label="Filter of what was read" hidden></div>
<p id="note" hidden></p>
<div id="toolbar" role="toolbar" aria-label="Table">
  <button id="open" type="button" disabled hidden></button>
  <span id="actions"></span>
  <span class="gap"></span>
  <button id="follow" type="button" aria-pressed="false" hidden></button>
  <button id="refresh" type="button">Refresh</button>
  <button id="export" type="button" title="Save what was read as CSV">Export CSV…</button>
</div>
<div id="problem" role="alert" hidden><span id="problem-text"></span><button id="try-again" type="button">Try Again</button></div>
<div id="table"></div>
<div id="empty" hidden></div>
<div id="foot"><span id="status" role="status" aria-live="polite"></span><button id="read-more" type="button" hidden>Read More</button><span id="busy" hidden>Reading…</span><button id="cancel" type="button" hidden>Cancel</button><span class="gap"></span><span id="fresh" role="status" aria-live="polite"></span><button id="show-new" type="button" hidden>Show</button></div>
<script type="module" nonce="${attribute(nonce)}" src="${attribute(script)}"></script>
</body>
</html>
`;
}

function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
