/** inlayHint/resolve: adds the hover's content as the tooltip. */
import { InlayHintResolveRequest } from "vscode-languageserver";
import type { InlayHint as LspHint } from "vscode-languageserver";
import { hover } from "../../language/index.ts";
import type { Handler } from "../handler.ts";
import type { Open } from "../workspace/workspace.ts";
import { toMarkup } from "./hover.ts";
import type { HintData } from "./inlayHint.ts";

export const onInlayHintResolve: Handler<LspHint, LspHint> = {
  method: InlayHintResolveRequest.type,
  otherwise: (hint) => hint,
  async work(hint, { client, find }) {
    const open = tellsDocument(hint.data) ? await find(hint.data.uri) : undefined;
    return open && resolveInlayHint(open, hint, { markdown: client().markdown });
  },
};

/** Returns the hint unchanged if the document has changed since: the client then requests new hints anyway. */
function resolveInlayHint(
  { document, context }: Open,
  hint: LspHint,
  options: { readonly markdown: boolean },
): LspHint {
  const data: unknown = hint.data;
  if (!tellsDocument(data) || data.version !== document.version) return hint;
  const found = hover(document.syntax, data.offset - 1, context);
  return found === null ? hint : { ...hint, tooltip: toMarkup(found, options) };
}

function tellsDocument(data: unknown): data is HintData {
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
