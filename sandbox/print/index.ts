/**
 * Shows a form on screen and as PDF. Both print the same pages from the same `expand`; only the surface differs, as
 * document 1 says ("dataTableValue and externalMetaData").
 */

export { finishPdf } from "./finishPdf.ts";
export type { Print } from "./print.ts";
export { printPdf } from "./pdf.ts";
export { appendSheet, attachFile, joinPdfs, printSheet } from "./sheet.ts";
export { pageHeaders, pageHtml, screenPolicy, text } from "./pageHtml.ts";
export { printPage, printScreen, readScreen } from "./screen.ts";
export { printedInput } from "./pages.ts";
export { printTraced, type TracedPdf } from "./trace.ts";
