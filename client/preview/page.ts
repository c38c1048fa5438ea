/** The page of the preview; it loads and runs only what this file lists. */
import * as l10n from "@vscode/l10n";
import { attribute } from "../window/pageHtml.ts";
import type { Page, PagePlace } from "../window/pageHtml.ts";
import type { PreviewWords } from "./messages.ts";

export const previewPage = ({ origin }: PagePlace): Page => ({
  title: l10n.t("Preview"),
  script: "preview.js",
  style: "preview-page.css",
  // The default policy of panels allows inline styles and pictures from data: URIs; this page needs neither.
  sources: { "style-src": origin, "img-src": "'none'" },
  data: { words: JSON.stringify(pageWords()) },
  body: `<div id="toolbar" role="toolbar" aria-label="${attribute(l10n.t("Preview"))}">
  <label>${attribute(l10n.t("Shown"))} <select id="surface"><option value="screen">${attribute(l10n.t("on screen"))}</option><option value="pdf">${attribute(l10n.t("in the PDF"))}</option></select></label>
  <label>${attribute(l10n.t("Language"))} <select id="language"></select></label>
</div>
<p id="note" role="note"></p>
<p id="status" role="status" hidden></p>
<main id="text" tabindex="0" aria-label="${attribute(l10n.t("What the text prints"))}"></main>`,
});

function pageWords(): PreviewWords {
  return {
    notes: {
      screen: l10n.t(
        "On screen a placeholder without its spaces is not filled in, and one without a value shows nothing.",
      ),
      pdf: l10n.t(
        "In the PDF a placeholder is filled in with and without its spaces, and one without a value may be printed as it is written.",
      ),
    },
    mixed: l10n.t(
      "HTML or rich text is included in this plain text. Here it is shown as the sandbox prints it; the service may print its tags as they stand.",
    ),
    instead: l10n.t(
      "An included text is not there in {0}. Here it is shown in its default language; the documents do not say what the service shows.",
      "{0}",
    ),
    reasons: {
      "no-value": l10n.t("There is no value for this"),
      "no-space": l10n.t("Without its spaces it is not filled in on screen"),
      "no-text": l10n.t("There is no such text"),
      "no-translation": l10n.t("The text is there neither in this language nor in its default language"),
      cycle: l10n.t("The text is put into itself"),
      "too-deep": l10n.t("There is more than the preview shows"),
      "not-understood": l10n.t("This is no placeholder that means anything"),
      unknown: l10n.t("Not known: there is no data sample, or the library is not read yet"),
    },
    ownLanguage: l10n.t("the text’s own"),
    data: l10n.t("Data {0}", "{0}"),
    dataIn: l10n.t("Data {0}, in {1}", "{0}", "{1}"),
    from: l10n.t("From {0}", "{0}"),
    input: l10n.t("Editable text {0}", "{0}"),
  };
}
