/** What the status bar says after a library text was saved on the service. */
import * as l10n from "@vscode/l10n";
import { oneOrMany, said } from "../../../language/index.ts";

export interface SavedText {
  readonly code: string;
  readonly language: string;
  /** Whether the service's content also has somebody else's changes. */
  readonly isMerged: boolean;
  readonly where: "service" | "sandbox" | "temporary";
  /** Findings of severity error in what was saved, as far as they are known now. */
  readonly errors: number;
}

export function savedWords({ code, language, isMerged, where, errors }: SavedText): string {
  const saved = {
    service: l10n.t("{0} ({1}) is saved, and live for everyone.", code, language),
    sandbox: l10n.t("{0} ({1}) is saved in the sandbox.", code, language),
    temporary: l10n.t(
      "{0} ({1}) is saved in the sandbox of this window, which forgets it when the window closes.",
      code,
      language,
    ),
  };
  return said(
    saved[where],
    isMerged ? l10n.t("Your text was merged with a change that somebody else made.") : "",
    errors === 0 ? "" : oneOrMany(errors, l10n.t("1 error is left."), l10n.t("{0} errors are left.", errors)),
  );
}
