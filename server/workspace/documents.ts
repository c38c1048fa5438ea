/** Open documents: the text, its syntax and its lines, each carried along edit by edit instead of read anew. */
import type { TextDocumentContentChangeEvent, TextDocumentItem } from "vscode-languageserver";
import { edit, isRequestFile, newMemory, parse, parseRequest, requestFileKind } from "../../language/index.ts";
import type { Format, Memory, Request, Syntax } from "../../language/index.ts";
import { editLines, linesOf, toRange } from "../places/lines.ts";
import type { Lines } from "../places/lines.ts";

export interface Document {
  readonly uri: string;
  readonly version: number;
  /**
   * A request file and `smartform.json` are JSON and have no placeholders of their own; everything else is text with
   * placeholders.
   */
  readonly kind: "text" | "request" | "settings";
  readonly syntax: Syntax;
  readonly lines: Lines;
  /** What was found in this document before. */
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

/** The request that the document holds, read once for each version and when somebody asks; null where it is a text. */
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
