/** textDocument/semanticTokens/range */
import { SemanticTokensRangeRequest } from "vscode-languageserver";
import type { SemanticTokens, SemanticTokensRangeParams } from "vscode-languageserver";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { toRange } from "../places/lines.ts";
import { encode } from "./semanticTokens.ts";

export const onSemanticTokensRange: Handler<SemanticTokensRangeParams, SemanticTokens> = {
  method: SemanticTokensRangeRequest.type,
  otherwise: () => ({ data: [] }),
  work: inDocument((open, { range }) => ({ data: encode(open, toRange(open.document.lines, range)) })),
};
