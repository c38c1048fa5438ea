/** workspace/textDocumentContent: the content of a document that the server writes. */
import { LSPErrorCodes, ResponseError, TextDocumentContentRequest } from "vscode-languageserver";
import type { TextDocumentContentParams, TextDocumentContentResult } from "vscode-languageserver";
import { writtenSchemes } from "../places/address.ts";
import type { Handler } from "../handler.ts";

export const onTextDocumentContent: Handler<TextDocumentContentParams, TextDocumentContentResult | null> = {
  method: TextDocumentContentRequest.type,
  otherwise: () => null,
  capability: ({ showsDocuments }) =>
    showsDocuments ? { workspace: { textDocumentContent: { schemes: writtenSchemes } } } : {},
  async work({ uri }, { written, signal }) {
    const content = await written.ask(uri, { signal });
    if (content.state !== "known") throw new ResponseError<never>(LSPErrorCodes.RequestFailed, content.why);
    return { text: content.text };
  },
};
