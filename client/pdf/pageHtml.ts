/** The HTML of the PDF panel: nothing may be loaded, run or sent but what stands here. Knows no `vscode`, so that plain tests read it. */

/** Whoever keeps a PDF should know what is not in it (document 1, "PDFs"). */
export const withoutUploads = "Files uploaded into the form are not in it.";

export interface PageAddresses {
  /** Origin of the webview's own resources, as `webview.cspSource` gives it. */
  readonly origin: string;
  readonly script: string;
  readonly styles: readonly string[];
  readonly worker: string;
  /** Folders, with a trailing slash. */
  readonly cmaps: string;
  readonly fonts: string;
}

/** What only forms have is hidden for other PDFs. */
export function pdfPageHtml(addresses: PageAddresses, { nonce, ofForm }: { readonly nonce: string; readonly ofForm: boolean }): string {
  const { origin } = addresses;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${origin} 'unsafe-inline'`,
    "img-src data: blob:",
    `font-src ${origin} data:`,
    `connect-src ${origin}`,
    "worker-src blob:",
    "form-action 'none'",
  ].join("; ");
  const formOnly = ofForm ? "" : " hidden";
  const zooms: readonly (readonly [string, string])[] = [
    ["page-width", "Page width"], ["page-fit", "Whole page"], ["0.5", "50 %"], ["0.75", "75 %"], ["1", "100 %"], ["1.25", "125 %"], ["1.5", "150 %"], ["2", "200 %"], ["4", "400 %"],
  ];
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
${addresses.styles.map((style) => `<link rel="stylesheet" href="${attribute(style)}">`).join("\n")}
<title>PDF</title>
</head>
<body data-worker="${attribute(addresses.worker)}" data-cmaps="${attribute(addresses.cmaps)}" data-fonts="${attribute(addresses.fonts)}">
<div id="toolbar" role="toolbar" aria-label="PDF">
  <button id="previous" type="button" title="Previous page" aria-label="Previous page">‹</button>
  <input id="page" type="number" min="1" value="1" aria-label="Page">
  <span id="pages"></span>
  <button id="next" type="button" title="Next page" aria-label="Next page">›</button>
  <span class="gap"></span>
  <button id="smaller" type="button" title="Zoom out (Ctrl+-)" aria-label="Zoom out">−</button>
  <select id="zoom" aria-label="Zoom">
    ${zooms.map(([value, label]) => `<option value="${value}">${label}</option>`).join("\n    ")}
    <option data-exact hidden></option>
  </select>
  <button id="larger" type="button" title="Zoom in (Ctrl++)" aria-label="Zoom in">+</button>
  <button id="open-find" type="button" title="Find (Ctrl+F)">Find</button>
  <span class="gap"></span>
  <label${formOnly}>Language <select id="language"></select></label>
  <button id="refresh" type="button" title="Ask the service for the PDF again">Refresh</button>
  <button id="open-page" type="button"${formOnly} title="Open the form’s page in the browser">Open form page</button>
  <button id="save" type="button" title="${attribute(ofForm ? `Save the PDF as a file. ${withoutUploads}` : "Save the PDF as a file.")}">Save…</button>
</div>
<div id="find" role="search" hidden>
  <input id="query" type="text" aria-label="Find in the PDF" placeholder="Find">
  <button id="find-previous" type="button" title="Previous match (Shift+Enter)" aria-label="Previous match">↑</button>
  <button id="find-next" type="button" title="Next match (Enter)" aria-label="Next match">↓</button>
  <span id="found" role="status"></span>
  <button id="find-close" type="button" title="Close (Escape)" aria-label="Close find">×</button>
</div>
<div id="notice"><div id="status" role="status" aria-live="polite" hidden></div><button id="cancel" type="button" hidden>Cancel</button></div>
<div id="stage">
  <div id="container" tabindex="0" role="document" aria-label="Pages of the PDF"><div id="viewer" class="pdfViewer"></div></div>
  <div id="empty">No PDF yet.</div>
</div>
<script type="module" nonce="${attribute(nonce)}" src="${attribute(addresses.script)}"></script>
</body>
</html>
`;
}

function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
