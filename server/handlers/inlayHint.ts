/**
 * textDocument/inlayHint and inlayHint/resolve: the label at once, what the hover would say when somebody points at it.
 */
import type { InlayHint as LspHint, Range as LspRange } from "vscode-languageserver";
import { hover, inlayHints } from "../../language/index.ts";
import { positionAt, toRange } from "../lines.ts";
import { visible } from "../markdown.ts";
import type { Settings } from "../settings.ts";
import type { Open } from "../workspace.ts";
import { toMarkup } from "./hover.ts";

/** Goes to the client with a hint and comes back when it is resolved. */
interface HintData {
  readonly uri: string;
  readonly version: number;
  readonly offset: number;
}

export function listInlayHints({ document, context }: Open, range: LspRange, settings: Settings): LspHint[] {
  if (document.kind !== "text") return [];
  return inlayHints(document.syntax, toRange(document.lines, range), context, { kinds: settings.inlayHints }).map(
    ({ offset, label }) => {
      const data: HintData = { uri: document.uri, version: document.version, offset };
      return { position: positionAt(document.lines, offset), label: visible(label), paddingLeft: true, data };
    },
  );
}

/** The hint as it is where the document has changed since: the client asks for new ones anyway. */
export function resolveInlayHint(
  { document, context }: Open,
  hint: LspHint,
  options: { readonly markdown: boolean },
): LspHint {
  const data: unknown = hint.data;
  if (!tellsDocument(data) || data.version !== document.version) return hint;
  const found = hover(document.syntax, data.offset - 1, context);
  return found === null ? hint : { ...hint, tooltip: toMarkup(found, options) };
}

export function tellsDocument(data: unknown): data is HintData {
  return (
    typeof data === "object" &&
    data !== null &&
    "uri" in data &&
    typeof data.uri === "string" &&
    "version" in data &&
    typeof data.version === "number" &&
    "offset" in data &&
    typeof data.offset === "number"
  );
}
