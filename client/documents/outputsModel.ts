/**
 * The outputs of a document: the call that makes each of them, and how its answer is presented. Does not import
 * `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { documentNotProduced } from "../../api/index.ts";
import type { File, OperationId } from "../../api/index.ts";

/** `pdf` is shown in the PDF panel, `text` as plain text, `file` is saved. */
type Shown = "pdf" | "text" | "file";

/**
 * Outputs made from data. Each has a call that takes XML, and a call that takes JSON. HTML takes no attachments
 * (document 3, "Data call body").
 */
export const dataOutputs = [
  {
    kind: "pdf",
    label: "PDF",
    shown: "pdf",
    extension: "pdf",
    attachments: true,
    xml: "documents.pdf.create",
    json: "documents.pdf.createJson",
  },
  {
    kind: "pdf-simplex",
    label: l10n.t("PDF for one-sided printing"),
    shown: "pdf",
    extension: "pdf",
    attachments: true,
    xml: "documents.pdf.createSimplex",
    json: "documents.pdf.createSimplexJson",
  },
  {
    kind: "preview",
    label: l10n.t("Preview PDF"),
    shown: "pdf",
    extension: "pdf",
    attachments: true,
    xml: "documents.pdf.preview",
    json: "documents.pdf.previewJson",
  },
  {
    kind: "html",
    label: "HTML",
    shown: "text",
    extension: "html",
    attachments: false,
    xml: "documents.html.create",
    json: "documents.html.createJson",
  },
  {
    kind: "xml",
    label: "XML",
    shown: "text",
    extension: "xml",
    attachments: true,
    xml: "documents.xml.create",
    json: "documents.xml.createJson",
  },
  {
    kind: "mfdx",
    label: "MFDX",
    shown: "file",
    extension: "mfdx",
    attachments: true,
    xml: "documents.mfdx.create",
    json: "documents.mfdx.createJson",
  },
  {
    kind: "mfdx-simplex",
    label: l10n.t("MFDX for one-sided printing"),
    shown: "file",
    extension: "mfdx",
    attachments: true,
    xml: "documents.mfdx.createSimplex",
    json: "documents.mfdx.createSimplexJson",
  },
] as const satisfies readonly (Output & {
  readonly attachments: boolean;
  readonly xml: OperationId;
  readonly json: OperationId;
})[];

/** Outputs of a session in its current state. */
export const sessionOutputs = [
  { kind: "pdf", label: "PDF", shown: "pdf", extension: "pdf", operation: "documents.pdf.fromSession" },
  {
    kind: "pdf-simplex",
    label: l10n.t("PDF for one-sided printing"),
    shown: "pdf",
    extension: "pdf",
    operation: "documents.pdf.fromSessionSimplex",
  },
  { kind: "html", label: "HTML", shown: "text", extension: "html", operation: "documents.html.fromSession" },
  { kind: "xml", label: "XML", shown: "text", extension: "xml", operation: "documents.xml.fromSession" },
  { kind: "dxml", label: "DXML", shown: "text", extension: "dxml", operation: "documents.dxml.get" },
] as const satisfies readonly (Output & { readonly operation: OperationId })[];

export interface Output {
  readonly kind: string;
  readonly label: string;
  readonly shown: Shown;
  /** Extension of the saved file, without a dot. */
  readonly extension: string;
}

type Product =
  | { readonly shown: "nothing"; readonly words: string }
  | { readonly shown: "pdf" | "file"; readonly bytes: Uint8Array }
  | { readonly shown: "text"; readonly text: string };

/**
 * An answer without a document is not a failure, and no file is made from it (T143). An answer that should be text but
 * is not UTF-8 is treated as a file.
 */
export function productOf(answer: File | null, shown: Shown): Product {
  if (answer === null) return { shown: "nothing", words: documentNotProduced() };
  if (shown !== "text") return { shown, bytes: answer.bytes };
  try {
    return { shown, text: new TextDecoder("utf-8", { fatal: true }).decode(answer.bytes) };
  } catch {
    return { shown: "file", bytes: answer.bytes };
  }
}

/** A row in the list of outputs to choose from. */
export function outputRow<One extends Pick<Output, "label" | "shown">>(
  output: One,
): {
  readonly label: string;
  readonly description: string;
  readonly output: One;
} {
  return {
    label: output.label,
    description: {
      pdf: l10n.t("in the PDF panel"),
      text: l10n.t("as plain text, read-only"),
      file: l10n.t("saved as a file"),
    }[output.shown],
    output,
  };
}
