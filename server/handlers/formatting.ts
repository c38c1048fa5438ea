/** textDocument/formatting: the spacing inside placeholders. */
import { DocumentFormattingRequest } from "vscode-languageserver";
import type { DocumentFormattingParams, Range as LspRange, TextEdit as LspEdit } from "vscode-languageserver";
import { formatting } from "../../language/index.ts";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { toLspEdits, toRange } from "../places/lines.ts";
import type { Open } from "../workspace/workspace.ts";

export const onFormatting: Handler<DocumentFormattingParams, LspEdit[]> = {
  method: DocumentFormattingRequest.type,
  otherwise: () => [],
  capability: () => ({ documentFormattingProvider: true }),
  work: inDocument((open) => format(open)),
};

/** Formats the whole text if no ranges are given. */
export function format({ document }: Open, ranges?: readonly LspRange[]): LspEdit[] {
  if (document.kind !== "text") return [];
  return toLspEdits(
    document.lines,
    formatting(
      document.syntax,
      ranges?.map((range) => toRange(document.lines, range)),
    ),
  );
}
