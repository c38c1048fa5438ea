/** textDocument/linkedEditingRange */
import { LinkedEditingRangeRequest } from "vscode-languageserver";
import type { LinkedEditingRangeParams, LinkedEditingRanges, Position } from "vscode-languageserver";
import { linkedEditing } from "../../language/index.ts";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { offsetAt, toLspRange } from "../places/lines.ts";
import type { Open } from "../workspace/workspace.ts";

export const onLinkedEditing: Handler<LinkedEditingRangeParams, LinkedEditingRanges | null> = {
  method: LinkedEditingRangeRequest.type,
  otherwise: () => null,
  capability: () => ({ linkedEditingRangeProvider: true }),
  work: inDocument((open, { position }) => linkNames(open, position)),
};

export function linkNames({ document }: Open, position: Position): LinkedEditingRanges | null {
  if (document.kind !== "text") return null;
  const names = linkedEditing(document.syntax, offsetAt(document.lines, position));
  return (
    names && { ranges: names.map((name) => toLspRange(document.lines, name)), wordPattern: "[a-zA-Z][a-zA-Z0-9:_-]*" }
  );
}
