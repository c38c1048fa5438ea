/** The commands of the preview and of PDFs. */
import { editorContext, editorTitle, explorer, row, title, webview } from "./places.ts";
import type { Contributed } from "./places.ts";
import {
  all,
  connected,
  inPdf,
  inSmartformText,
  inText,
  onFormRequest,
  onPdfFile,
  reaches,
  single,
  trusted,
  visible,
} from "./when.ts";

export const pdf = {
  createFormAndShowPdf: {
    title: "Create Test Form and Show PDF",
    icon: "file-pdf",
    enabled: reaches("forms"),
    palette: onFormRequest,
    menus: [
      editorTitle("navigation@1", onFormRequest),
      editorContext("1_smartform@2", onFormRequest),
      explorer("1_smartform@2", onFormRequest),
    ],
  },
  showPdf: {
    title: "Show PDF of a Form…",
    icon: "file-pdf",
    enabled: reaches("forms"),
    menus: [
      title("smartforms", "1_forms@1"),
      row("testForms", /^(testForm|openedForm|formInProgress)$/, "inline@1"),
      row("testForms", /^(testForm|openedForm|formInProgress)$/, "1_show@1", single),
    ],
  },
  showBarePdf: {
    title: "Show PDF of a Form, Without Attachments…",
    icon: "file-pdf",
    enabled: reaches("forms"),
    palette: visible("testForms"),
    menus: [row("testForms", /^(testForm|openedForm|formInProgress)$/, "1_show@2", single)],
  },
  showPreview: {
    title: "Open Preview to the Side",
    icon: "open-preview",
    palette: inSmartformText,
    menus: [editorTitle("navigation@1", inSmartformText)],
    key: { key: "ctrl+k v", mac: "cmd+k v", when: inSmartformText },
  },
  showPrintingText: {
    title: "Show the Text That Printed This",
    icon: "go-to-file",
    enabled: all(connected, trusted),
    palette: inPdf,
    menus: [webview("webviewId == 'smartform.pdf' || webviewId == 'smartform.pdfFile'")],
  },
  comparePdfs: {
    title: "Compare Two PDFs…",
    icon: "diff",
    menus: [editorTitle("1_compare@1", inPdf), explorer("3_compare@50", onPdfFile)],
  },
  showInPdf: {
    title: "Show in the PDF",
    icon: "file-pdf",
    enabled: all(connected, trusted),
    palette: inText,
    menus: [editorContext("navigation@9", inText)],
  },
} satisfies Contributed;
