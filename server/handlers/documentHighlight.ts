/** textDocument/documentHighlight */
import { DocumentHighlightKind, DocumentHighlightRequest } from "vscode-languageserver";
import type { DocumentHighlight, DocumentHighlightParams, Position } from "vscode-languageserver";
import { documentHighlights } from "../../language/index.ts";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { offsetAt, toLspRange } from "../places/lines.ts";
import type { Open } from "../workspace/workspace.ts";

export const onDocumentHighlight: Handler<DocumentHighlightParams, DocumentHighlight[]> = {
  method: DocumentHighlightRequest.type,
  otherwise: () => [],
  capability: () => ({ documentHighlightProvider: true }),
  work: inDocument((open, { position }) => highlightSame(open, position)),
};

export function highlightSame({ document, context }: Open, position: Position): DocumentHighlight[] {
  if (document.kind !== "text") return [];
  return documentHighlights(document.syntax, offsetAt(document.lines, position), context).map(({ kind, ...range }) => ({
    range: toLspRange(document.lines, range),
    kind: kind === "write" ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
  }));
}
