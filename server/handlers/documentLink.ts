/** textDocument/documentLink: only if the client can open library texts. */
import { DocumentLinkRequest } from "vscode-languageserver";
import type { DocumentLink, DocumentLinkParams } from "vscode-languageserver";
import { documentLinks, l10n } from "../../language/index.ts";
import { openedAddress } from "../places/address.ts";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { toLspRange } from "../places/lines.ts";

export const onDocumentLink: Handler<DocumentLinkParams, DocumentLink[]> = {
  method: DocumentLinkRequest.type,
  otherwise: () => [],
  capability: () => ({ documentLinkProvider: {} }),
  work: inDocument(({ document, context }, _, surroundings) => {
    const library = surroundings.library();
    if (document.kind !== "text" || (library.connection === undefined && !library.isShown)) return [];
    return documentLinks(document.syntax, context).flatMap(({ start, end, target }) => {
      const address = openedAddress(target.path, target.textId, library);
      if (address === null) return [];
      // The tooltip contains no words from the service: editors render it as Markdown, so such words could become an
      // image. The hover shows the name.
      return [{ range: toLspRange(document.lines, { start, end }), target: address, tooltip: l10n.t("Open Text") }];
    });
  }),
};
