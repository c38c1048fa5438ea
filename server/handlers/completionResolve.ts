/** completionItem/resolve: detail and documentation of the one item that a person looks at. */
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
 * The item with what there is to say of its text, for the document that was completed. An item that is no text of the
 * library stays as it is.
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
