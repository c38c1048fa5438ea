/** What an id looks like, the documents do not say: none is refused for its looks. Knows no `vscode`. */
import * as l10n from "@vscode/l10n";

export function emptyIdProblem(typed: string): string | undefined {
  return typed.trim() === "" ? l10n.t("The id is needed.") : undefined;
}
