/** textDocument/selectionRange */
import type { Position, SelectionRange } from "vscode-languageserver";
import { selectionRanges } from "../../language/index.ts";
import { offsetAt, toLspRange } from "../lines.ts";
import type { Open } from "../workspace.ts";

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
