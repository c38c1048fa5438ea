/** textDocument/inlayHint: returns only the labels; tooltips are resolved later. */
import { InlayHintRequest } from "vscode-languageserver";
import type { InlayHint as LspHint, InlayHintParams } from "vscode-languageserver";
import { inlayHints } from "../../language/index.ts";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { positionAt, toRange } from "../places/lines.ts";
import { legible } from "../markdown.ts";

export const onInlayHint: Handler<InlayHintParams, LspHint[]> = {
  method: InlayHintRequest.type,
  otherwise: () => [],
  capability: ({ resolvesInlayHints }) => ({ inlayHintProvider: { resolveProvider: resolvesInlayHints } }),
  work: inDocument(({ document, context }, { range }, { settings }) => {
    if (document.kind !== "text") return [];
    return inlayHints(document.syntax, toRange(document.lines, range), context, { kinds: settings().inlayHints }).map(
      ({ offset, label }) => {
        const data: HintData = { uri: document.uri, version: document.version, offset };
        return { position: positionAt(document.lines, offset), label: legible(label), paddingLeft: true, data };
      },
    );
  }),
};

/** Sent with a hint, and returned by the client to resolve it. */
export interface HintData {
  readonly uri: string;
  readonly version: number;
  readonly offset: number;
}
