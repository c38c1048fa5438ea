/** textDocument/codeAction: the fixes of findings that the range touches, and all preferred fixes at once (`source.fixAll`). */
import { CodeActionKind } from "vscode-languageserver";
import type { CodeAction as LspAction, CodeActionParams, TextEdit as LspEdit } from "vscode-languageserver";
import { codeActions, fixAll } from "../../language/index.ts";
import type { TextEdit } from "../../language/index.ts";
import { toLspRange, toRange } from "../lines.ts";
import type { Open } from "../workspace.ts";
import { findingsOf, toDiagnostic } from "./diagnostic.ts";

export const actionKinds = [CodeActionKind.QuickFix, CodeActionKind.SourceFixAll];

/** Findings are worked out anew, so that an action never edits a text that has changed since its diagnostic was shown. */
export function listActions(open: Open, { range, context: { only } }: Pick<CodeActionParams, "range" | "context">): LspAction[] {
  const { document, context } = open;
  const found = findingsOf(open);
  const asked = toRange(document.lines, range);
  const quick = isWanted(CodeActionKind.QuickFix, only) ? codeActions(document.syntax, asked, found, context) : [];
  const all = isWanted(CodeActionKind.SourceFixAll, only) ? fixAll(document.syntax, found, context) : [];
  return [
    ...quick.map(({ title, edits, preferred, finding }): LspAction => ({
      title,
      kind: CodeActionKind.QuickFix,
      diagnostics: [toDiagnostic(finding, open)],
      ...(preferred ? { isPreferred: true } : {}),
      edit: { changes: { [document.uri]: toLspEdits(edits, open) } },
    })),
    ...(all.length === 0 ? [] : [{ title: "Repair everything that has one clear fix", kind: CodeActionKind.SourceFixAll, edit: { changes: { [document.uri]: toLspEdits(all, open) } } }]),
  ];
}

/** A kind stands for itself and everything below it; without a list everything is wanted. */
function isWanted(kind: string, only: readonly string[] | undefined): boolean {
  return only === undefined || only.some((wanted) => wanted === "" || kind === wanted || kind.startsWith(`${wanted}.`));
}

function toLspEdits(edits: readonly TextEdit[], { document }: Open): LspEdit[] {
  return edits.map((edit) => ({ range: toLspRange(document.lines, edit), newText: edit.newText }));
}
