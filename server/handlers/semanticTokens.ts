/** textDocument/semanticTokens/full */
import { SemanticTokensBuilder, SemanticTokensRequest } from "vscode-languageserver";
import type {
  SemanticTokens,
  SemanticTokensDelta,
  SemanticTokensEdit,
  SemanticTokensLegend,
  SemanticTokensParams,
} from "vscode-languageserver";
import { semanticTokens } from "../../language/index.ts";
import type { Memory, Range, TokenModifier, TokenType } from "../../language/index.ts";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { positionAt } from "../places/lines.ts";
import type { Open } from "../workspace/workspace.ts";

const types = [
  "keyword",
  "namespace",
  "function",
  "variable",
  "parameter",
  "property",
  "string",
  "operator",
] as const satisfies readonly TokenType[];
/**
 * package.json contributes these modifiers to VS Code. For themes without a rule for a modifier, it also names the
 * scopes whose colour is used.
 */
const modifiers = ["library", "input", "data"] as const satisfies readonly TokenModifier[];

export const legend: SemanticTokensLegend = { tokenTypes: [...types], tokenModifiers: [...modifiers] };

export const onSemanticTokens: Handler<SemanticTokensParams, SemanticTokens> = {
  method: SemanticTokensRequest.type,
  otherwise: () => ({ data: [] }),
  capability: () => ({ semanticTokensProvider: { legend, full: { delta: true }, range: true } }),
  work: inDocument((open) => colour(open)),
};

interface SentTokens {
  readonly resultId: string;
  readonly data: number[];
}

/** The tokens that the client has for each open document: only those of the last answer are kept. */
const lastSent = new WeakMap<Memory, SentTokens>();
let answers = 0;

export function colour(open: Open): SemanticTokens {
  return send(open, encode(open));
}

/**
 * Returns the difference from the client's tokens, or all tokens if the client does not have those that were sent last.
 */
export function colourChanges(open: Open, previousResultId: string): SemanticTokens | SemanticTokensDelta {
  const before = lastSent.get(open.document.memory);
  const now = send(open, encode(open));
  if (before?.resultId !== previousResultId) return now;
  return { resultId: now.resultId, edits: difference(before.data, now.data) };
}

/** Returns one edit from the first to the last number that differs, or no edit if all are equal. */
function difference(before: readonly number[], now: readonly number[]): SemanticTokensEdit[] {
  const least = Math.min(before.length, now.length);
  let start = 0;
  while (start < least && before[start] === now[start]) start++;
  if (start === before.length && start === now.length) return [];
  let same = 0;
  while (same < least - start && before.at(-1 - same) === now.at(-1 - same)) same++;
  return [{ start, deleteCount: before.length - same - start, data: now.slice(start, now.length - same) }];
}

function send({ document }: Open, data: number[]): SentTokens {
  answers += 1;
  const sent: SentTokens = { resultId: String(answers), data };
  lastSent.set(document.memory, sent);
  return sent;
}

export function encode({ document }: Open, range?: Range): number[] {
  const builder = new SemanticTokensBuilder();
  if (document.kind !== "text") return [];
  for (const token of semanticTokens(document.syntax, range)) {
    const { line, character } = positionAt(document.lines, token.start);
    builder.push(
      line,
      character,
      token.end - token.start,
      types.indexOf(token.type),
      token.modifier === null ? 0 : 1 << modifiers.indexOf(token.modifier),
    );
  }
  return builder.build().data;
}
