/** The page of the PDF panel; it shows and loads only what this file lists. */
import * as l10n from "@vscode/l10n";
import type { Colours, PdfWords } from "./messages.ts";
import { iconButton, toolbarHtml } from "../../window/barHtml.ts";
import { attribute } from "../../window/pageHtml.ts";
import type { Page } from "../../window/pageHtml.ts";

/** Shown when a form's PDF is saved, because the PDF lacks the files that were uploaded (document 1, "PDFs"). */
export const withoutUploads = l10n.t("The PDF does not include files that were uploaded to the form.");

/** What a page that reads PDFs with pdf.js may load itself. The extension sends it everything else. */
export const pdfReader = {
  sources: { "img-src": "data: blob:", "font-src": "data:", "worker-src": "blob:" },
} satisfies Partial<Page>;

interface Choices {
  readonly ofForm: boolean;
  readonly colours: Colours;
}

/** Returns the page of a PDF. Hides the controls that only forms have if the PDF does not belong to a form. */
export function pdfPage({ ofForm, colours }: Choices): Page {
  return {
    ...pdfReader,
    title: "PDF",
    script: "pdf.js",
    style: "pdf-page.css",
    data: { colours, words: JSON.stringify(pageWords()) },
    body: `${toolbarHtml({ id: "toolbar", label: "PDF" }, tools({ ofForm, colours }))}
<div id="find" role="search" hidden>
  <input id="query" type="text" aria-label="${attribute(l10n.t("Find in the PDF"))}"
    placeholder="${attribute(l10n.t("Find"))}">
  <span id="found" role="status"></span>
  ${iconButton({ id: "find-previous", icon: "arrow-up", label: l10n.t("Previous match"), title: l10n.t("Previous match (Shift+Enter)") })}
  ${iconButton({ id: "find-next", icon: "arrow-down", label: l10n.t("Next match"), title: l10n.t("Next match (Enter)") })}
  ${iconButton({ id: "find-close", icon: "close", label: l10n.t("Close find"), title: l10n.t("Close (Escape)") })}
</div>
<div id="notice"><div id="status" role="status" aria-live="polite" hidden></div><button id="cancel" type="button" hidden>${attribute(l10n.t("Cancel"))}</button></div>
<div id="stage">
  <nav id="thumbnails" aria-label="${attribute(l10n.t("Page thumbnails"))}" hidden></nav>
  <div id="pages-stage">
  <div id="container" tabindex="0" role="document" aria-label="${attribute(l10n.t("Pages of the PDF"))}"><div id="viewer" class="pdfViewer"></div></div>
  <div id="empty">${attribute(l10n.t("No PDF yet."))}</div>
  </div>
</div>`,
  };
}

/** The controls of the toolbar. In a narrow panel, the last controls are the first to move to the toolbar's menu. */
function tools({ ofForm, colours }: Choices): string {
  const formOnly = ofForm ? "" : " hidden";
  const choices: readonly (readonly [Colours, string])[] = [
    ["paper", l10n.t("Paper")],
    ["inverted", l10n.t("Inverted")],
    ["theme", l10n.t("Theme")],
  ];
  const zooms: readonly (readonly [string, string])[] = [
    ["page-width", l10n.t("Page width")],
    ["page-fit", l10n.t("Whole page")],
    ["0.5", "50 %"],
    ["0.75", "75 %"],
    ["1", "100 %"],
    ["1.25", "125 %"],
    ["1.5", "150 %"],
    ["2", "200 %"],
    ["4", "400 %"],
  ];
  return `  ${iconButton({
    id: "show-thumbnails",
    icon: "layout-sidebar-left",
    label: l10n.t("Thumbnails"),
    title: l10n.t("Show small pictures of the pages"),
    more: ' aria-expanded="false" aria-controls="thumbnails"',
  })}
  ${iconButton({ id: "previous", icon: "chevron-left", label: l10n.t("Previous page") })}
  <input id="page" type="number" min="1" value="1" aria-label="${attribute(l10n.t("Page"))}">
  <span id="pages"></span>
  ${iconButton({ id: "next", icon: "chevron-right", label: l10n.t("Next page") })}
  ${iconButton({ id: "open-find", icon: "search", label: l10n.t("Find"), title: l10n.t("Find (Ctrl+F)") })}
  ${iconButton({
    id: "printed-by",
    icon: "go-to-file",
    label: l10n.t("Show text"),
    title: l10n.t("Show the text that printed the selected words (Ctrl+Enter, or Ctrl+click on a word)"),
  })}
  <span class="gap"></span>
  <label${formOnly}>${attribute(l10n.t("Language"))} <select id="language"></select></label>
  ${iconButton({
    id: "refresh",
    icon: "refresh",
    label: l10n.t("Refresh"),
    title: ofForm ? l10n.t("Ask the service for the PDF again") : l10n.t("Get the PDF again"),
  })}
  ${iconButton({
    id: "save",
    icon: "save",
    label: l10n.t("Save…"),
    title: ofForm ? `${l10n.t("Save the PDF as a file.")} ${withoutUploads}` : l10n.t("Save the PDF as a file."),
  })}
  <span class="group" role="group" aria-label="${attribute(l10n.t("Zoom"))}">
    ${iconButton({ id: "smaller", icon: "zoom-out", label: l10n.t("Zoom out"), title: l10n.t("Zoom out (Ctrl+-)") })}
    <select id="zoom" aria-label="${attribute(l10n.t("Zoom"))}">
      ${zooms.map(([value, label]) => `<option value="${value}">${attribute(label)}</option>`).join("\n      ")}
      <option data-exact hidden></option>
    </select>
    ${iconButton({ id: "larger", icon: "zoom-in", label: l10n.t("Zoom in"), title: l10n.t("Zoom in (Ctrl++)") })}
  </span>
  ${iconButton({
    id: "open-page",
    icon: "link-external",
    label: l10n.t("Open form page"),
    title: l10n.t("Open the form’s page in the browser"),
    more: formOnly,
  })}
  ${iconButton({ id: "print", icon: "print", label: l10n.t("Print…"), title: l10n.t("Print with the PDF viewer of this computer") })}
  <label>${attribute(l10n.t("Colours"))} <select id="colours"
    title="${attribute(l10n.t("Page colours: as in the PDF, inverted, or those of the theme"))}">
    ${choices.map(([value, label]) => `<option value="${value}"${value === colours ? " selected" : ""}>${attribute(label)}</option>`).join("\n    ")}
  </select></label>`;
}

function pageWords(): PdfWords {
  return {
    pageCount: l10n.t({
      message: "of {0}",
      args: ["{0}"],
      comment: ["The number of pages of a PDF, after the page number."],
    }),
    pageNumber: l10n.t("Page {0}", "{0}"),
    notFound: l10n.t("Not found"),
    found: l10n.t({
      message: "{0} of {1}",
      args: ["{0}", "{1}"],
      comment: ["The number of the current search hit, and of all hits."],
    }),
    defaultLanguage: l10n.t("Smartform’s default"),
    noReader: l10n.t("The PDF reader could not be loaded ({0}).", "{0}"),
  };
}
