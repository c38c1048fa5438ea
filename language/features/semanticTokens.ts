/** Classifies each part of a placeholder, so that colours distinguish a folder from a text and data from an input. */
import { placeholdersIn } from "../parse.ts";
import type { Range } from "../range.ts";
import { places } from "../resolve.ts";
import type { PlaceholderPart } from "../resolve.ts";
import type { Placeholder, Syntax } from "../syntax.ts";

/** Types that LSP defines itself, so that every colour theme supports them. */
export type TokenType =
  "keyword" | "namespace" | "function" | "variable" | "parameter" | "property" | "string" | "operator";

/**
 * Modifiers that this extension defines: the kind of placeholder that the token belongs to. In the default of an input,
 * names of data are `data` too.
 */
export type TokenModifier = "library" | "input" | "data";

interface Token extends Range {
  readonly type: TokenType;
  /** null if nothing between the brackets is understood. */
  readonly modifier: TokenModifier | null;
}

const typeOf: Record<PlaceholderPart["role"], TokenType> = {
  keyword: "keyword",
  folder: "namespace",
  text: "function",
  segment: "variable",
  "input-name": "parameter",
  "option-name": "property",
  "option-value": "string",
};

/**
 * Returns tokens in order, without overlap, and never across a line break. With `range`, returns only the tokens of
 * placeholders that touch it, and reads only those.
 */
export function semanticTokens(syntax: Syntax, range?: Range): readonly Token[] {
  const tokens: Token[] = [];
  for (const placeholder of range === undefined ? syntax.placeholders : placeholdersIn(syntax, range)) {
    const modifier = placeholder.kind === "invalid" ? null : placeholder.kind;
    tokens.push({ start: placeholder.start, end: placeholder.start + 2, type: "operator", modifier });
    for (const place of places(placeholder)) {
      if (takesData(placeholder, place)) pushPath(tokens, syntax.text, place.part);
      else pushLines(tokens, syntax.text, place.part, { type: typeOf[place.role], modifier });
    }
    tokens.push({ start: placeholder.end - 2, end: placeholder.end, type: "operator", modifier });
  }
  return tokens;
}

/** `default=$Name` */
function takesData(placeholder: Placeholder, place: PlaceholderPart): boolean {
  return (
    placeholder.kind === "input" &&
    placeholder.markup.length === 0 &&
    place.role === "option-value" &&
    place.part.text.startsWith("$") &&
    placeholder.options[place.option]?.name.text === "default"
  );
}

function pushPath(tokens: Token[], text: string, { start, end }: Range): void {
  tokens.push({ start, end: start + 1, type: "operator", modifier: "data" });
  for (const name of text.slice(start + 1, end).matchAll(/[^.]+/g)) {
    const from = start + 1 + name.index;
    pushLines(tokens, text, { start: from, end: from + name[0].length }, { type: "variable", modifier: "data" });
  }
}

function pushLines(
  tokens: Token[],
  text: string,
  part: Range,
  { type, modifier }: Pick<Token, "type" | "modifier">,
): void {
  let start = part.start;
  for (let at = part.start; at <= part.end; at++) {
    const code = at === part.end ? 10 : text.charCodeAt(at);
    if (code !== 10 && code !== 13) continue;
    if (at > start) tokens.push({ start, end: at, type, modifier });
    start = at + 1;
  }
}
