/** textDocument/semanticTokens/full */
import { SemanticTokensBuilder } from "vscode-languageserver";
import type { SemanticTokens, SemanticTokensLegend } from "vscode-languageserver";
import { semanticTokens } from "../../language/index.ts";
import type { TokenType } from "../../language/index.ts";
import { positionAt } from "../lines.ts";
import type { Open } from "../workspace.ts";

const types = ["keyword", "namespace", "function", "variable", "parameter", "property", "string", "operator"] as const satisfies readonly TokenType[];

export const legend: SemanticTokensLegend = { tokenTypes: [...types], tokenModifiers: [] };

export function colour({ document }: Open): SemanticTokens {
  const builder = new SemanticTokensBuilder();
  if (document.kind === "request") return builder.build();
  for (const token of semanticTokens(document.syntax)) {
    const { line, character } = positionAt(document.lines, token.start);
    builder.push(line, character, token.end - token.start, types.indexOf(token.type), 0);
  }
  return builder.build();
}
