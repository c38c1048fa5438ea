/** textDocument/rangesFormatting: several ranges at once. */
import { DocumentRangesFormattingRequest } from "vscode-languageserver";
import type { DocumentRangesFormattingParams, TextEdit } from "vscode-languageserver";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { format } from "./formatting.ts";

export const onRangesFormatting: Handler<DocumentRangesFormattingParams, TextEdit[]> = {
  method: DocumentRangesFormattingRequest.type,
  otherwise: () => [],
  work: inDocument((open, { ranges }) => format(open, ranges)),
};
