/** The page of the PDF panel, which shows and sends nothing but what stands here. */
import type { Colours } from "./messages.ts";
import { attribute, type Page, type PagePlace } from "../pageHtml.ts";

/** Whoever keeps a PDF should know what is not in it (document 1, "PDFs"). */
export const withoutUploads = "Files uploaded into the form are not in it.";

/** What only forms have is hidden for other PDFs. */
export function pdfPage({ origin, at }: PagePlace, { ofForm, colours }: { readonly ofForm: boolean; readonly colours: Colours }): Page {
  const choices: readonly (readonly [Colours, string])[] = [["paper", "Paper"], ["inverted", "Inverted"], ["theme", "Theme"]];
  const formOnly = ofForm ? "" : " hidden";
  const zooms: readonly (readonly [string, string])[] = [
    ["page-width", "Page width"], ["page-fit", "Whole page"], ["0.5", "50 %"], ["0.75", "75 %"], ["1", "100 %"], ["1.25", "125 %"], ["1.5", "150 %"], ["2", "200 %"], ["4", "400 %"],
  ];
  return {
    title: "PDF", script: "pdf.js", style: "pdf-page.css",
    data: { colours, worker: at("pdf.worker.mjs"), cmaps: `${at("cmaps")}/`, fonts: `${at("standard_fonts")}/` },
    sources: { "img-src": "data: blob:", "font-src": `${origin} data:`, "connect-src": origin, "worker-src": "blob:" },
    body: `<div id="toolbar" role="toolbar" aria-label="PDF">
  <button id="show-thumbnails" type="button" aria-expanded="false" aria-controls="thumbnails" title="Show small pictures of the pages">Thumbnails</button>
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
  <label>Colours <select id="colours" title="Colours of the pages: as the PDF has them, inverted, or those of the theme">
    ${choices.map(([value, label]) => `<option value="${value}"${value === colours ? " selected" : ""}>${label}</option>`).join("\n    ")}
  </select></label>
  <button id="open-find" type="button" title="Find (Ctrl+F)">Find</button>
  <button id="printed-by" type="button" title="Show the text that printed the selected words (Ctrl+Enter, or Ctrl+click on a word)">Show text</button>
  <span class="gap"></span>
  <label${formOnly}>Language <select id="language"></select></label>
  <button id="refresh" type="button" title="${ofForm ? "Ask the service for the PDF again" : "Get the PDF again"}">Refresh</button>
  <button id="open-page" type="button"${formOnly} title="Open the form’s page in the browser">Open form page</button>
  <button id="save" type="button" title="${attribute(ofForm ? `Save the PDF as a file. ${withoutUploads}` : "Save the PDF as a file.")}">Save…</button>
  <button id="print" type="button" title="Print with the PDF viewer of this computer">Print…</button>
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
  <nav id="thumbnails" aria-label="Page thumbnails" hidden></nav>
  <div id="pages-stage">
  <div id="container" tabindex="0" role="document" aria-label="Pages of the PDF"><div id="viewer" class="pdfViewer"></div></div>
  <div id="empty">No PDF yet.</div>
  </div>
</div>`,
  };
}
