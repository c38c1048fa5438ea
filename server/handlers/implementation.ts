/**
 * textDocument/implementation: on a reference, what its text prints; elsewhere, what the document prints. Only for
 * clients that show documents that the server writes.
 */
import { ImplementationRequest } from "vscode-languageserver";
import type { ImplementationParams, Location, Position } from "vscode-languageserver";
import { folderById, resolveAt, textPath, textTarget } from "../../language/index.ts";
import type { Context, Text } from "../../language/index.ts";
import { printedDocument, printedOfText } from "../places/address.ts";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { offsetAt } from "../places/lines.ts";
import type { Open } from "../workspace/workspace.ts";

export const onImplementation: Handler<ImplementationParams, Location | null> = {
  method: ImplementationRequest.type,
  otherwise: () => null,
  capability: ({ showsDocuments }) => (showsDocuments ? { implementationProvider: true } : {}),
  work: inDocument((open, { position }, { client }) => (client().showsDocuments ? goToPrinted(open, position) : null)),
};

const top = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function goToPrinted({ document, context }: Open, position: Position): Location | null {
  if (document.kind !== "text") return null;
  const at = resolveAt(document.syntax, offsetAt(document.lines, position), context);
  if (at?.placeholder.kind === "library")
    return at.resolution.kind === "library" && at.resolution.text.state === "known"
      ? ofText(at.resolution.text.text, context)
      : null;
  const own = context.textId === undefined ? undefined : context.catalog.text(context.textId);
  return own?.state === "known"
    ? ofText(own.value, context)
    : { uri: printedDocument(document.uri, document.syntax.format), range: top };
}

/** Uses the language of the document even if the text lacks that language: an included text may have it. */
function ofText(text: Text, context: Context): Location | null {
  const language = context.language ?? textTarget(text, context)?.language;
  const folder = folderById(context.catalog, text.folderId);
  return language === undefined || folder.state !== "known"
    ? null
    : { uri: printedOfText(textPath(folder.value, text, language), text.id), range: top };
}
