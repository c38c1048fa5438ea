/** The page of a table. The rows arrive later, as text. */
import * as l10n from "@vscode/l10n";
import { attribute } from "../../window/pageHtml.ts";
import type { Page } from "../../window/pageHtml.ts";
import type { TableWords } from "./messages.ts";

const words: TableWords = { fresh: l10n.t("New · {0}", "{0}") };

export const tablePage: Page = {
  title: l10n.t("Table"),
  script: "table.js",
  style: "table-page.css",
  data: { words: JSON.stringify(words) },
  body: `<div id="fields" role="search" aria-label="${attribute(l10n.t("Search"))}"></div>
<div id="read-fields" role="group" aria-label="${attribute(l10n.t("Filter of what was read"))}" hidden></div>
<p id="note" hidden></p>
<div id="toolbar" role="toolbar" aria-label="${attribute(l10n.t("Table"))}">
  <button id="open" type="button" disabled hidden></button>
  <span id="actions"></span>
  <span class="gap"></span>
  <button id="follow" type="button" aria-pressed="false" hidden></button>
  <button id="refresh" type="button">${attribute(l10n.t("Refresh"))}</button>
  <button id="export" type="button" title="${attribute(l10n.t("Save what was read as CSV"))}">${attribute(l10n.t("Export CSV…"))}</button>
</div>
<div id="problem" role="alert" hidden><span id="problem-text"></span><button id="try-again" type="button">${attribute(l10n.t("Try Again"))}</button></div>
<div id="table"></div>
<div id="empty" hidden></div>
<div id="foot"><span id="status" role="status" aria-live="polite"></span><button id="read-more" type="button" hidden>${attribute(l10n.t("Read More"))}</button><span id="busy" hidden>${attribute(l10n.t("Reading…"))}</span><button id="cancel" type="button" hidden>${attribute(l10n.t("Cancel"))}</button><span class="gap"></span><span id="fresh" role="status" aria-live="polite"></span><button id="show-new" type="button" hidden>${attribute(l10n.t("Show"))}</button></div>`,
};
