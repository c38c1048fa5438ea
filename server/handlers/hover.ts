/** textDocument/hover: shows words from the service as plain text. */
import { HoverRequest } from "vscode-languageserver";
import type { Hover as LspHover, HoverParams, MarkupContent } from "vscode-languageserver";
import { hover, requestHover } from "../../language/index.ts";
import type { Hover } from "../../language/index.ts";
import { requestOf } from "../workspace/documents.ts";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { offsetAt, toLspRange } from "../places/lines.ts";
import { escaped, fenced } from "../markdown.ts";

export const onHover: Handler<HoverParams, LspHover | null> = {
  method: HoverRequest.type,
  otherwise: () => null,
  capability: () => ({ hoverProvider: true }),
  work: inDocument(({ document, context }, { position }, { client }) => {
    if (document.kind === "settings") return null;
    const request = requestOf(document);
    const offset = offsetAt(document.lines, position);
    const found = request === null ? hover(document.syntax, offset, context) : requestHover(request, offset, context);
    if (found === null) return null;
    return { contents: toMarkup(found, { markdown: client().markdown }), range: toLspRange(document.lines, found) };
  }),
};

export function toMarkup(found: Hover, options: { readonly markdown: boolean }): MarkupContent {
  return options.markdown
    ? { kind: "markdown", value: markdown(found) }
    : {
        kind: "plaintext",
        value: [
          found.title,
          ...(found.preview === null ? [] : [found.preview.text]),
          found.facts.map(({ name, value }) => `${name}: ${value}`).join("\n"),
        ]
          .filter((part) => part !== "")
          .join("\n\n"),
      };
}

function markdown({ title, preview, facts }: Hover): string {
  const shown = preview === null ? [] : [fenced(preview.text, preview.format === "plain" ? "text" : "html")];
  const list = facts.map(({ name, value }) => `- ${escaped(name)}: ${escaped(value)}`).join("\n");
  return [`**${escaped(title)}**`, ...shown, list].filter((part) => part !== "").join("\n\n");
}
