/** The page of two PDFs side by side; it shows and loads only what this file lists. */
import * as l10n from "@vscode/l10n";
import { iconButton, toolbarHtml } from "../../window/barHtml.ts";
import { attribute } from "../../window/pageHtml.ts";
import type { Page } from "../../window/pageHtml.ts";
import { pdfReader } from "../pdf/page.ts";
import type { CompareWords } from "./messages.ts";

export function comparePage(): Page {
  const zooms: readonly (readonly [string, string])[] = [
    ["fit", l10n.t("Page width")],
    ["0.5", "50 %"],
    ["0.75", "75 %"],
    ["1", "100 %"],
    ["1.5", "150 %"],
    ["2", "200 %"],
    ["4", "400 %"],
  ];
  const pictures: readonly (readonly [string, string])[] = [
    ["agree", l10n.t("On pages with the same words")],
    ["all", l10n.t("On all pages")],
    ["none", l10n.t("Hidden")],
  ];
  const options = (choices: readonly (readonly [string, string])[]): string =>
    choices.map(([value, label]) => `<option value="${value}">${attribute(label)}</option>`).join("");
  return {
    ...pdfReader,
    title: l10n.t("Compare PDFs"),
    script: "pdfCompare.js",
    style: "pdfCompare-page.css",
    data: { words: JSON.stringify(compareWords()) },
    body: `${toolbarHtml(
      { id: "toolbar", label: l10n.t("Compare PDFs") },
      `  ${iconButton({ id: "previous", icon: "arrow-up", label: l10n.t("Previous difference"), title: l10n.t("Previous difference (Shift+F7)") })}
  ${iconButton({ id: "next", icon: "arrow-down", label: l10n.t("Next difference"), title: l10n.t("Next difference (F7)") })}
  <span class="gap"></span>
  <span class="group" role="group" aria-label="${attribute(l10n.t("Zoom"))}">
    ${iconButton({ id: "smaller", icon: "zoom-out", label: l10n.t("Zoom out"), title: l10n.t("Zoom out (Ctrl+-)") })}
    <select id="zoom" aria-label="${attribute(l10n.t("Zoom"))}">${options(zooms)}</select>
    ${iconButton({ id: "larger", icon: "zoom-in", label: l10n.t("Zoom in"), title: l10n.t("Zoom in (Ctrl++)") })}
  </span>
  <span class="gap"></span>
  ${iconButton({
    id: "again",
    icon: "refresh",
    label: l10n.t("Compare Again"),
    title: l10n.t("Read both PDFs as they are now, and compare them"),
  })}
  <label>${attribute(l10n.t("Differences in pictures"))} <select id="pictures"
    title="${attribute(l10n.t("Choose on which pages the panel shows, pixel by pixel, how the left and right pictures differ"))}">${options(pictures)}</select></label>`,
    )}
<div id="summary" role="status" aria-live="polite"></div>
<div id="work" hidden><progress id="progress" aria-label="${attribute(l10n.t("Pages that are compared"))}"></progress><button id="stop" type="button">${attribute(l10n.t("Stop"))}</button></div>
<div id="place" role="status" aria-live="polite"></div>
<div id="container" tabindex="0" role="document" aria-label="${attribute(l10n.t("Pages of both PDFs"))}">
  <div id="heads">
    <div id="head-left" class="head" role="group" aria-label="${attribute(l10n.t("PDF on the left"))}"><h2></h2><p class="detail"></p><p class="problem" role="status"></p></div>
    <div id="head-right" class="head" role="group" aria-label="${attribute(l10n.t("PDF on the right"))}"><h2></h2><p class="detail"></p><p class="problem" role="status"></p></div>
  </div>
  <div id="rows"></div>
</div>`,
  };
}

/** Exported for tests. */
export function compareWords(): CompareWords {
  const [zero, one, two] = ["{0}", "{1}", "{2}"] as const;
  return {
    noReader: l10n.t("The PDF reader could not be loaded ({0}).", zero),
    unreadable: l10n.t("This could not be shown as a PDF: {0}", zero),
    reading: l10n.t("Reading the PDF…"),
    tooLong: l10n.t("Only the first {0} pages of this PDF are compared.", zero),
    noneLeft: l10n.t("Nothing is compared: the PDF on the left cannot be read."),
    noneRight: l10n.t("Nothing is compared: the PDF on the right cannot be read."),
    readingText: l10n.t("Reading the text of both PDFs…"),
    onePageDiffers: l10n.t("{0} of {1} pages differs.", zero, one),
    pagesDiffer: l10n.t("{0} of {1} pages differ.", zero, one),
    oneMorePage: l10n.t("1 more page differs."),
    morePages: l10n.t("{0} more pages differ.", zero),
    oneWord: l10n.t("Page {0} differs in 1 word.", zero),
    someWords: l10n.t("Page {0} differs in {1} words.", zero, one),
    manyWords: l10n.t("Page {0} differs in so many words that they are not shown one by one.", zero),
    picture: l10n.t("Page {0} differs in its picture only.", zero),
    leftOnly: l10n.t("Page {0} of the PDF on the left is not in the PDF on the right.", zero),
    rightOnly: l10n.t("Page {0} of the PDF on the right is not in the PDF on the left.", zero),
    bothOneWord: l10n.t("Page {0} on the left and page {1} on the right differ in 1 word.", zero, one),
    bothSomeWords: l10n.t("Page {0} on the left and page {1} on the right differ in {2} words.", zero, one, two),
    bothManyWords: l10n.t(
      "Page {0} on the left and page {1} on the right differ in so many words that they are not shown one by one.",
      zero,
      one,
    ),
    bothPicture: l10n.t("Page {0} on the left and page {1} on the right differ in their pictures only.", zero, one),
    unknownPage: l10n.t(
      "Page {0} could not be read in one PDF or in both, so it is not known whether it differs.",
      zero,
    ),
    bothUnknown: l10n.t(
      "Page {0} on the left or page {1} on the right could not be read, so it is not known whether they differ.",
      zero,
      one,
    ),
    agrees: l10n.t("No difference was found on page {0}.", zero),
    bothAgree: l10n.t("No difference was found between page {0} on the left and page {1} on the right.", zero, one),
    sameWords: l10n.t("Page {0} has the same words in both PDFs; its pictures have not been compared.", zero),
    bothSameWords: l10n.t(
      "Page {0} on the left and page {1} on the right have the same words; their pictures have not been compared.",
      zero,
      one,
    ),
    noDifference: l10n.t("No difference in text, and none in the pictures of the pages."),
    noTextDifference: l10n.t("No difference in text."),
    noText: l10n.t("Neither PDF has text that could be compared: both may be scanned pages."),
    picturesLater: l10n.t("Now comparing the pictures of those pages whose words are the same."),
    stoppedText: l10n.t(
      "The comparison was stopped before all text was read, so it is not known whether the PDFs differ.",
    ),
    stoppedPictures: l10n.t(
      "The comparison was stopped. On these pages the words are the same, but the pictures were not compared: {0}.",
      zero,
    ),
    difference: l10n.t("Difference {0} of {1}.", zero, one),
    replaced: l10n.t("On the left “{0}”, on the right “{1}”.", zero, one),
    removed: l10n.t("Only on the left: “{0}”.", zero),
    added: l10n.t("Only on the right: “{0}”.", zero),
    noDifferences: l10n.t("There is no difference to go to."),
    noneYet: l10n.t("No difference has been found yet: the PDFs are still being compared."),
    page: l10n.t("Page {0}.", zero),
    bothPages: l10n.t("Page {0} on the left, page {1} on the right.", zero, one),
  };
}
