/** What each part of a placeholder is, for colours that tell a folder from a text and data from an input. */
import type { Range } from "../range.ts";
import { places } from "../resolve.ts";
import type { Place } from "../resolve.ts";
import type { Syntax } from "../syntax.ts";

/** Types that LSP names itself, so that every colour theme knows them. */
export type TokenType = "keyword" | "namespace" | "function" | "variable" | "parameter" | "property" | "string" | "operator";

export interface Token extends Range {
  readonly type: TokenType;
}

const typeOf: Record<Place["role"], TokenType> = {
  keyword: "keyword",
  folder: "namespace",
  text: "function",
  segment: "variable",
  "input-name": "parameter",
  "option-name": "property",
  "option-value": "string",
};

/** In order, without overlap, and never across a line break. `range` narrows to the placeholders that touch it. */
export function semanticTokens(syntax: Syntax, range: Range = { start: 0, end: syntax.text.length }): readonly Token[] {
  const tokens: Token[] = [];
  for (const placeholder of syntax.placeholders) {
    if (placeholder.end < range.start || placeholder.start > range.end) continue;
    tokens.push({ start: placeholder.start, end: placeholder.start + 2, type: "operator" });
    for (const { role, part } of places(placeholder)) tokens.push(...lines(syntax.text, part, typeOf[role]));
    tokens.push({ start: placeholder.end - 2, end: placeholder.end, type: "operator" });
  }
  return tokens;
}

function lines(text: string, part: Range, type: TokenType): readonly Token[] {
  const tokens: Token[] = [];
  for (const line of text.slice(part.start, part.end).matchAll(/[^\r\n]+/g)) {
    tokens.push({ start: part.start + line.index, end: part.start + line.index + line[0].length, type });
  }
  return tokens;
}
