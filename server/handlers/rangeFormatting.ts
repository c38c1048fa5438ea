/** textDocument/rangeFormatting */
import { DocumentRangeFormattingRequest } from "vscode-languageserver";
import type { DocumentRangeFormattingParams, TextEdit } from "vscode-languageserver";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { format } from "./formatting.ts";

export const onRangeFormatting: Handler<DocumentRangeFormattingParams, TextEdit[]> = {
  method: DocumentRangeFormattingRequest.type,
  otherwise: () => [],
  capability: ({ formatsRanges }) => ({
    documentRangeFormattingProvider: formatsRanges ? { rangesSupport: true } : true,
  }),
  work: inDocument((open, { range }) => format(open, [range])),
};
