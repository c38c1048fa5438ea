/** The page of a table. The rows come later, as text. */
import type { Page } from "../pageHtml.ts";

export const tablePage: Page = {
  title: "Table", script: "table.js", style: "table-page.css",
  body: `<div id="fields" role="search" aria-label="Search"></div>
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
<div id="foot"><span id="status" role="status" aria-live="polite"></span><button id="read-more" type="button" hidden>Read More</button><span id="busy" hidden>Reading…</span><button id="cancel" type="button" hidden>Cancel</button><span class="gap"></span><span id="fresh" role="status" aria-live="polite"></span><button id="show-new" type="button" hidden>Show</button></div>`,
};
