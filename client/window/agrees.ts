/** A question that a person answers with yes, or leaves unanswered. */
import * as l10n from "@vscode/l10n";
import { window } from "./window.ts";

/**
 * Resolves with whether the person agreed. Enter presses the first button, which does nothing. `yes`: label of the
 * other button.
 */
export async function agrees(
  question: string,
  { detail, yes }: { readonly detail: string; readonly yes: string },
): Promise<boolean> {
  const choice = await window.showWarningMessage(
    question,
    { modal: true, detail },
    { title: l10n.t("Do Nothing") },
    { title: yes },
  );
  return choice?.title === yes;
}
