/** textDocument/inlayHint: the label alone, at once. */
import { InlayHintRequest } from "vscode-languageserver";
import type { InlayHint as LspHint, InlayHintParams, Range as LspRange } from "vscode-languageserver";
import { inlayHints } from "../../language/index.ts";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { positionAt, toRange } from "../places/lines.ts";
import { legible } from "../markdown.ts";
import type { Settings } from "../settings.ts";
import type { Open } from "../workspace/workspace.ts";

export const onInlayHint: Handler<InlayHintParams, LspHint[]> = {
  method: InlayHintRequest.type,
  otherwise: () => [],
  capability: ({ resolvesInlayHints }) => ({ inlayHintProvider: { resolveProvider: resolvesInlayHints } }),
  work: inDocument((open, { range }, { settings }) => listInlayHints(open, range, settings())),
};

/** Goes to the client with a hint and comes back when it is resolved. */
export interface HintData {
  readonly uri: string;
  readonly version: number;
  readonly offset: number;
}

export function listInlayHints({ document, context }: Open, range: LspRange, settings: Settings): LspHint[] {
  if (document.kind !== "text") return [];
  return inlayHints(document.syntax, toRange(document.lines, range), context, { kinds: settings.inlayHints }).map(
    ({ offset, label }) => {
      const data: HintData = { uri: document.uri, version: document.version, offset };
      return { position: positionAt(document.lines, offset), label: legible(label), paddingLeft: true, data };
    },
  );
}
