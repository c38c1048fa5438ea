/** textDocument/foldingRange: whole lines, as every client folds them. */
import { FoldingRangeKind } from "vscode-languageserver";
import type { FoldingRange as LspFolding } from "vscode-languageserver";
import { foldingRanges } from "../../language/index.ts";
import { positionAt } from "../lines.ts";
import type { Open } from "../workspace.ts";

export function listFolding({ document }: Open): LspFolding[] {
  if (document.kind !== "text") return [];
  return foldingRanges(document.syntax).flatMap(({ start, end, kind, keepsLastLine }) => {
    const startLine = positionAt(document.lines, start).line;
    const endLine = positionAt(document.lines, end).line - (keepsLastLine ? 1 : 0);
    return endLine > startLine
      ? [{ startLine, endLine, ...(kind === "comment" ? { kind: FoldingRangeKind.Comment } : {}) }]
      : [];
  });
}
