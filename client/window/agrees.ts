/** A question that a person answers with yes, or with nothing. */
import * as l10n from "@vscode/l10n";
import { window } from "./window.ts";

/** The first button is the one that Enter presses: it does nothing. `yes`: word of the other one. */
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
