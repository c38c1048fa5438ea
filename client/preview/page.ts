/** The page of the preview; it loads and runs only what this file lists. */
import * as l10n from "@vscode/l10n";
import { toolbarHtml } from "../window/barHtml.ts";
import { attribute } from "../window/pageHtml.ts";
import type { Page, PagePlace } from "../window/pageHtml.ts";
import type { PreviewWords } from "./messages.ts";

export const previewPage = ({ origin }: PagePlace): Page => ({
  title: l10n.t("Preview"),
  script: "preview.js",
  style: "preview-page.css",
  // The default policy of panels allows inline styles; this page has no inline styles, so its policy forbids them. The
  // only pictures are the icons of the page's style sheet.
  sources: { "style-src": origin, "img-src": "data:" },
  data: { words: JSON.stringify(pageWords()) },
  body: `${toolbarHtml(
    { id: "toolbar", label: l10n.t("Preview") },
    `  <label>${attribute(l10n.t("Shown"))} <select id="surface"><option value="screen">${attribute(l10n.t("on screen"))}</option><option value="pdf">${attribute(l10n.t("in the PDF"))}</option></select></label>
  <label>${attribute(l10n.t("Language"))} <select id="language"></select></label>`,
  )}
<p id="note" role="note"></p>
<p id="status" role="status" hidden></p>
<main id="text" tabindex="0" aria-label="${attribute(l10n.t("What the text prints"))}"></main>`,
});

function pageWords(): PreviewWords {
  return {
    notes: {
      screen: l10n.t(
        "On screen, a placeholder with missing spaces is not filled in, and a placeholder without a value shows nothing.",
      ),
      pdf: l10n.t(
        "In the PDF, a placeholder is filled in even if spaces are missing, and a placeholder without a value may be printed as it is written.",
      ),
    },
    mixed: l10n.t(
      "This plain text includes HTML or rich text. The preview shows it as the sandbox prints it; the service may print the tags as they are written.",
    ),
    instead: l10n.t(
      "An included text does not exist in {0}. The preview shows it in the text's default language; what the service shows is not documented.",
      "{0}",
    ),
    reasons: {
      "no-value": l10n.t("There is no value for this"),
      "no-space": l10n.t("This is not filled in on screen, because spaces are missing"),
      "no-text": l10n.t("There is no such text"),
      "no-translation": l10n.t("The text exists neither in this language nor in its default language"),
      cycle: l10n.t("The text includes itself"),
      "too-deep": l10n.t("There is more than the preview shows"),
      "not-understood": l10n.t("This placeholder has no known meaning"),
      unknown: l10n.t("Not known: there is no data sample, or the library is not read yet"),
    },
    ownLanguage: l10n.t("the text’s own language"),
    data: l10n.t("Data {0}", "{0}"),
    dataIn: l10n.t("Data {0}, in {1}", "{0}", "{1}"),
    from: l10n.t("From {0}", "{0}"),
    input: l10n.t("Editable text {0}", "{0}"),
  };
}
