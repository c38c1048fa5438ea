/** textDocument/onTypeFormatting: formats the placeholder that was just closed. */
import { DocumentOnTypeFormattingRequest } from "vscode-languageserver";
import type { DocumentOnTypeFormattingParams, TextEdit } from "vscode-languageserver";
import { formattingBehind } from "../../language/index.ts";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { offsetAt, toLspEdits } from "../places/lines.ts";

/** The character that closes a placeholder. */
const closingCharacter = "]";

export const onTypeFormatting: Handler<DocumentOnTypeFormattingParams, TextEdit[]> = {
  method: DocumentOnTypeFormattingRequest.type,
  otherwise: () => [],
  capability: () => ({ documentOnTypeFormattingProvider: { firstTriggerCharacter: closingCharacter } }),
  work: inDocument(({ document }, { position }) => {
    if (document.kind !== "text") return [];
    return toLspEdits(document.lines, formattingBehind(document.syntax, offsetAt(document.lines, position)));
  }),
};
