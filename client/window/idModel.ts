/** Accepts every id that is not empty: the documents do not describe the format of ids. Does not import `vscode`. */
import * as l10n from "@vscode/l10n";

export function emptyIdProblem(typed: string): string | undefined {
  return typed.trim() === "" ? l10n.t("Enter the id.") : undefined;
}
