/** textDocument/documentLink: only where the client can open library texts. */
import type { DocumentLink } from "vscode-languageserver";
import { documentLinks } from "../../language/index.ts";
import { textAddress } from "../address.ts";
import { toLspRange } from "../lines.ts";
import type { Open } from "../workspace.ts";

export function listLinks({ document, context }: Open, options: { readonly connection: string | undefined }): DocumentLink[] {
  const { connection } = options;
  if (connection === undefined || document.kind !== "text") return [];
  return documentLinks(document.syntax, context).flatMap(({ start, end, target, tooltip }) => {
    if (target.path === null) return [];
    return [{ range: toLspRange(document.lines, { start, end }), target: textAddress(connection, target.path, target.textId), tooltip }];
  });
}
