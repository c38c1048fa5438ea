/** Refactorings: what can be done with a placeholder or a selection apart from repairing mistakes. */
import type { Context } from "../context.ts";
import { placeholderAt } from "../parse.ts";
import type { Range, TextEdit } from "../range.ts";
import type { Syntax } from "../syntax.ts";
import { extractSelection } from "./codeActionExtract.ts";
import type { Extraction } from "./codeActionExtract.ts";
import { inlineReference } from "./codeActionInline.ts";
import { rewriteReference, wordsToData } from "./codeActionRewrite.ts";

export interface Refactoring {
  readonly kind: "refactor.extract" | "refactor.inline" | "refactor.rewrite";
  /** In the imperative. May contain words of the service and of the author. */
  readonly title: string;
  /** Empty if the refactoring cannot be done, or if `work` has to be done first. */
  readonly edits: readonly TextEdit[];
  /** Why the refactoring cannot be done here, in a whole sentence. */
  readonly disabled?: string;
  /** What has to happen on the service first; only an editor that may write there does it. */
  readonly work?: Extraction;
}

/** `creates`: the editor can create texts on the service. A range without length is a cursor. */
export function refactorings(
  syntax: Syntax,
  range: Range,
  context: Context,
  options: { readonly creates: boolean },
): readonly Refactoring[] {
  const placeholder = placeholderAt(syntax, range.start);
  const inOne =
    placeholder !== null && placeholder.start <= range.start && range.end <= placeholder.end ? placeholder : null;
  return [
    ...(range.start === range.end
      ? []
      : [...wordsToData(syntax, range, context), ...extractSelection(syntax, range, context, options)]),
    ...(inOne === null
      ? []
      : [...inlineReference(syntax, inOne, context), ...rewriteReference(syntax, inOne, context)]),
  ];
}
