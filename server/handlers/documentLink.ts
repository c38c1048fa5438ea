/** textDocument/documentLink: only where the client can open library texts. */
import { DocumentLinkRequest } from "vscode-languageserver";
import type { DocumentLink, DocumentLinkParams } from "vscode-languageserver";
import { documentLinks, l10n } from "../../language/index.ts";
import { openedAddress } from "../places/address.ts";
import type { Opening } from "../places/address.ts";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { toLspRange } from "../places/lines.ts";
import type { Open } from "../workspace/workspace.ts";

export const onDocumentLink: Handler<DocumentLinkParams, DocumentLink[]> = {
  method: DocumentLinkRequest.type,
  otherwise: () => [],
  capability: () => ({ documentLinkProvider: {} }),
  work: inDocument((open, _, { library }) => listLinks(open, library())),
};

export function listLinks({ document, context }: Open, library: Opening): DocumentLink[] {
  if (document.kind !== "text" || (library.connection === undefined && !library.isShown)) return [];
  return documentLinks(document.syntax, context).flatMap(({ start, end, target }) => {
    const address = openedAddress(target.path, target.textId, library);
    if (address === null) return [];
    // Editors put the tooltip into Markdown of their own: a word of the service in it could be a picture there. The
    // hover tells the name.
    return [{ range: toLspRange(document.lines, { start, end }), target: address, tooltip: l10n.t("Open Text") }];
  });
}
