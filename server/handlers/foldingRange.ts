/** textDocument/foldingRange: whole lines, which every client can fold. */
import { FoldingRangeKind, FoldingRangeRequest } from "vscode-languageserver";
import type { FoldingRange as LspFolding, FoldingRangeParams } from "vscode-languageserver";
import { foldingRanges } from "../../language/index.ts";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { positionAt } from "../places/lines.ts";

export const onFoldingRange: Handler<FoldingRangeParams, LspFolding[]> = {
  method: FoldingRangeRequest.type,
  otherwise: () => [],
  capability: () => ({ foldingRangeProvider: true }),
  work: inDocument(({ document }) => {
    if (document.kind !== "text") return [];
    return foldingRanges(document.syntax).flatMap(({ start, end, kind, keepsLastLine }) => {
      const startLine = positionAt(document.lines, start).line;
      const endLine = positionAt(document.lines, end).line - (keepsLastLine ? 1 : 0);
      return endLine > startLine
        ? [{ startLine, endLine, ...(kind === "comment" ? { kind: FoldingRangeKind.Comment } : {}) }]
        : [];
    });
  }),
};
