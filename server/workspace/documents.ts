/** Open documents: the text, its syntax and its lines, each updated edit by edit instead of parsed again. */
import type { TextDocumentContentChangeEvent, TextDocumentItem } from "vscode-languageserver";
import { edit, isRequestFile, newMemory, parse, parseRequest, requestFileKind } from "../../language/index.ts";
import type { Format, Memory, Request, Syntax } from "../../language/index.ts";
import { editLines, linesOf, toRange } from "../places/lines.ts";
import type { Lines } from "../places/lines.ts";

export interface Document {
  readonly uri: string;
  readonly version: number;
  /**
   * A request file and `smartform.json` are JSON without placeholders of their own; everything else is text with
   * placeholders.
   */
  readonly kind: "text" | "request" | "settings";
  readonly syntax: Syntax;
  readonly lines: Lines;
  /** Earlier findings in this document. */
  readonly memory: Memory;
}

export function openDocument(
  { uri, languageId, version, text }: TextDocumentItem,
  format: Format | undefined,
): Document {
  return {
    uri,
    version,
    kind: kindOf(uri),
    syntax: parse(text, format ?? (languageId === "smartform-html" ? "html" : "plain")),
    lines: linesOf(text),
    memory: newMemory(),
  };
}

export function changeDocument(
  document: Document,
  version: number,
  changes: readonly TextDocumentContentChangeEvent[],
): Document {
  let { syntax, lines } = document;
  for (const change of changes) {
    if (!("range" in change)) {
      syntax = parse(change.text, syntax.format);
      lines = linesOf(change.text);
      continue;
    }
    const range = toRange(lines, change.range);
    syntax = edit(syntax, [{ ...range, newText: change.text }]);
    lines = editLines(lines, range, syntax.text);
  }
  return { ...document, version, syntax, lines };
}

/** Returns the request that the document holds, parsed on demand once per version; null if it is not a request. */
export function requestOf({ kind, syntax }: Pick<Document, "kind" | "syntax">): Request | null {
  if (kind !== "request") return null;
  const read = requests.get(syntax) ?? parseRequest(syntax.text);
  requests.set(syntax, read);
  return read;
}

const requests = new WeakMap<Syntax, Request>();

function kindOf(uri: string): Document["kind"] {
  if (isRequestFile(uri) || requestFileKind(uri) !== null) return "request";
  return /\/smartform\.json$/.test(uri) ? "settings" : "text";
}
