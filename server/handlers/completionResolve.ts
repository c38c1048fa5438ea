/** completionItem/resolve: detail and documentation of the item that the user selects. */
import { CompletionResolveRequest } from "vscode-languageserver";
import type { CompletionItem as LspItem } from "vscode-languageserver";
import { describeText } from "../../language/index.ts";
import type { Handler } from "../handler.ts";
import type { Open } from "../workspace/workspace.ts";

export const onCompletionResolve: Handler<LspItem, LspItem> = {
  method: CompletionResolveRequest.type,
  otherwise: (item) => item,
  async work(item, { completed, find }) {
    const open = await find(completed.uri);
    return open && resolveCompletion(open, item);
  },
};

/**
 * Adds to an item the description of the text that it inserts, in the context of the document that is completed.
 * Returns any other item unchanged.
 */
function resolveCompletion({ context }: Open, item: LspItem): LspItem {
  const described = typeof item.data === "string" ? describeText(item.data, context) : null;
  if (described === null) return item;
  return {
    ...item,
    ...(described.detail === undefined ? {} : { detail: described.detail }),
    documentation: { kind: "plaintext", value: described.documentation },
  };
}
