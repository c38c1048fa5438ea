/** textDocument/documentLink: only where the client can open library texts. */
import type { DocumentLink } from "vscode-languageserver";
import { documentLinks, l10n } from "../../language/index.ts";
import { textAddress } from "../address.ts";
import { toLspRange } from "../lines.ts";
import type { Open } from "../workspace.ts";

export function listLinks({ document, context }: Open, options: { readonly connection: string | undefined }): DocumentLink[] {
  const { connection } = options;
  if (connection === undefined || document.kind !== "text") return [];
  return documentLinks(document.syntax, context).flatMap(({ start, end, target }) => {
    if (target.path === null) return [];
    // Editors put the tooltip into Markdown of their own: a word of the service in it could be a picture there. The hover tells the name.
    return [{ range: toLspRange(document.lines, { start, end }), target: textAddress(connection, target.path, target.textId), tooltip: l10n.t("Open Text") }];
  });
}
