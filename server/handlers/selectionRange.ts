/** textDocument/selectionRange */
import { SelectionRangeRequest } from "vscode-languageserver";
import type { SelectionRange, SelectionRangeParams } from "vscode-languageserver";
import { selectionRanges } from "../../language/index.ts";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { offsetAt, toLspRange } from "../places/lines.ts";

export const onSelectionRange: Handler<SelectionRangeParams, SelectionRange[]> = {
  method: SelectionRangeRequest.type,
  otherwise: () => [],
  capability: () => ({ selectionRangeProvider: true }),
  /** LSP requires one answer for each position. For a document without placeholders, the answer is the whole text. */
  work: inDocument(({ document }, { positions }) => {
    const whole = { start: 0, end: document.syntax.text.length };
    return positions.map((position) => {
      const ranges =
        document.kind !== "text" ? [whole] : selectionRanges(document.syntax, offsetAt(document.lines, position));
      return ranges.reduceRight<SelectionRange | undefined>(
        (parent, range) => ({ range: toLspRange(document.lines, range), ...(parent === undefined ? {} : { parent }) }),
        undefined,
      )!;
    });
  }),
};
