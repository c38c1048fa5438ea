/** The page of a table. The rows arrive later, as text. */
import * as l10n from "@vscode/l10n";
import { filterBarHtml, iconButton, toolbarHtml } from "../../window/barHtml.ts";
import { attribute } from "../../window/pageHtml.ts";
import type { Page } from "../../window/pageHtml.ts";
import type { TableWords } from "./messages.ts";

const words: TableWords = { fresh: l10n.t("New · {0}", "{0}") };

export const tablePage: Page = {
  title: l10n.t("Table"),
  script: "table.js",
  style: "table-page.css",
  data: { words: JSON.stringify(words) },
  body: `${toolbarHtml(
    { id: "toolbar", label: l10n.t("Table") },
    `  <button id="open" type="button" disabled hidden></button>
  <span class="gap"></span>
  <button id="follow" type="button" aria-pressed="false" hidden></button>
  ${iconButton({ id: "refresh", icon: "refresh", label: l10n.t("Refresh") })}
  ${iconButton({ id: "export", icon: "export", label: l10n.t("Export CSV…"), title: l10n.t("Save a CSV file of what was read") })}`,
  )}
${filterBarHtml({ id: "fields", label: l10n.t("Search") })}
${filterBarHtml({ id: "read-fields", label: l10n.t("Filter the rows that were read") })}
<details id="note" hidden><summary></summary></details>
<div id="problem" role="alert" hidden><span id="problem-text"></span><button id="try-again" type="button">${attribute(l10n.t("Try Again"))}</button></div>
<div id="table"></div>
<div id="empty" hidden></div>
<div id="foot"><span id="status" role="status" aria-live="polite"></span><button id="read-more" type="button" hidden>${attribute(l10n.t("Read More"))}</button><span id="busy" hidden>${attribute(l10n.t("Reading…"))}</span><button id="cancel" type="button" hidden>${attribute(l10n.t("Cancel"))}</button><span class="gap"></span><span id="fresh" role="status" aria-live="polite"></span><button id="show-new" type="button" hidden>${attribute(l10n.t("Show"))}</button></div>`,
};
