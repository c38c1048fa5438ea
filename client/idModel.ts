/** What an id looks like. The documents do not say: nothing is refused for its looks. Knows no `vscode`. */
import * as l10n from "@vscode/l10n";

/** As most services write ids. */
export function isGuid(text: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text);
}

export function emptyIdProblem(typed: string): string | undefined {
  return typed.trim() === "" ? l10n.t("The id is needed.") : undefined;
}
