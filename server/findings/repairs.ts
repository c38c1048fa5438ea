/** The repairs that are made in a document without asking the author. */
import { repairs, repairsOfRequest } from "../../language/index.ts";
import type { Finding, Repairs } from "../../language/index.ts";
import { told } from "./diagnostics.ts";
import { requestOf } from "../workspace/documents.ts";
import type { Open } from "../workspace/workspace.ts";

/** Repairs every finding that has one clear fix, except hidden findings. */
export function repairsOf(open: Open, found: readonly Finding[]): Repairs {
  const options = { told: (all: readonly Finding[], text: string) => told(all, text, open) };
  const request = requestOf(open.document);
  return request === null
    ? repairs(open.document.syntax, found, open.context, options)
    : repairsOfRequest(request, found, open.context, options);
}
