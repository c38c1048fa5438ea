/** textDocument/prepareCallHierarchy */
import { CallHierarchyPrepareRequest } from "vscode-languageserver";
import type { CallHierarchyItem, CallHierarchyPrepareParams } from "vscode-languageserver";
import { placeholderAt, resolve } from "../../language/index.ts";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { fileItem, shownText, textItems } from "../workspace/includeItems.ts";
import { offsetAt } from "../places/lines.ts";

export const onPrepareCallHierarchy: Handler<CallHierarchyPrepareParams, CallHierarchyItem[] | null> = {
  method: CallHierarchyPrepareRequest.type,
  otherwise: () => null,
  capability: () => ({ callHierarchyProvider: true }),
  /** On a reference: the texts that it includes; elsewhere: the library text or the file itself. */
  work: inDocument(async (open, { position }, { everywhere, signal, tell }) => {
    const asked = { ...everywhere(), signal, tell };
    const { document, context } = open;
    const placeholder =
      document.kind === "text" ? placeholderAt(document.syntax, offsetAt(document.lines, position)) : null;
    if (placeholder?.kind === "library") {
      const found = resolve(placeholder, context);
      const texts =
        found.kind === "library" && found.text.state === "known" ? [found.text.text, ...found.text.others] : [];
      return texts.length === 0
        ? null
        : [
            ...(await textItems(
              texts.map((text) => shownText(text, context)),
              asked,
            )),
          ];
    }
    const own = context.textId === undefined ? undefined : context.catalog.text(context.textId);
    if (own?.state === "known" && context.language !== undefined)
      return [...(await textItems([{ text: own.value, language: context.language }], asked))];
    return [fileItem(document.uri)];
  }),
};
