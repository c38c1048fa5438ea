/** textDocument/selectionRange */
import { SelectionRangeRequest } from "vscode-languageserver";
import type { Position, SelectionRange, SelectionRangeParams } from "vscode-languageserver";
import { selectionRanges } from "../../language/index.ts";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { offsetAt, toLspRange } from "../places/lines.ts";
import type { Open } from "../workspace/workspace.ts";

export const onSelectionRange: Handler<SelectionRangeParams, SelectionRange[]> = {
  method: SelectionRangeRequest.type,
  otherwise: () => [],
  capability: () => ({ selectionRangeProvider: true }),
  work: inDocument((open, { positions }) => growSelections(open, positions)),
};

/**
 * One answer for each position, which LSP demands: a document without placeholders of its own has the whole text alone.
 */
export function growSelections({ document }: Open, positions: readonly Position[]): SelectionRange[] {
  const whole = { start: 0, end: document.syntax.text.length };
  return positions.map((position) => {
    const ranges =
      document.kind !== "text" ? [whole] : selectionRanges(document.syntax, offsetAt(document.lines, position));
    return ranges.reduceRight<SelectionRange | undefined>(
      (parent, range) => ({ range: toLspRange(document.lines, range), ...(parent === undefined ? {} : { parent }) }),
      undefined,
    )!;
  });
}
