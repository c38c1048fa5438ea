/** textDocument/semanticTokens/full/delta */
import { SemanticTokensDeltaRequest } from "vscode-languageserver";
import type { SemanticTokens, SemanticTokensDelta, SemanticTokensDeltaParams } from "vscode-languageserver";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { colourChanges } from "./semanticTokens.ts";

export const onSemanticTokensDelta: Handler<SemanticTokensDeltaParams, SemanticTokens | SemanticTokensDelta> = {
  method: SemanticTokensDeltaRequest.type,
  otherwise: () => ({ data: [] }),
  work: inDocument((open, { previousResultId }) => colourChanges(open, previousResultId)),
};
