/** textDocument/documentHighlight */
import { DocumentHighlightKind } from "vscode-languageserver";
import type { DocumentHighlight, Position } from "vscode-languageserver";
import { documentHighlights } from "../../language/index.ts";
import { offsetAt, toLspRange } from "../lines.ts";
import type { Open } from "../workspace.ts";

export function highlightSame({ document, context }: Open, position: Position): DocumentHighlight[] {
  if (document.kind !== "text") return [];
  return documentHighlights(document.syntax, offsetAt(document.lines, position), context).map(({ kind, ...range }) => ({
    range: toLspRange(document.lines, range),
    kind: kind === "write" ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
  }));
}
