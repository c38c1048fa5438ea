/**
 * Questions that are asked before an action that may do harm. VS Code adds "Cancel", and Enter presses the first
 * button. The first button therefore does no harm, and still does something that a person may want.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { window } from "./window.ts";

interface Question {
  readonly detail: string;
  /** Label of the button that agrees. */
  readonly yes: string;
  /** Label of the button that does no harm. */
  readonly instead: string;
}

/** Resolves with the button that the person pressed, or undefined for Cancel. */
export async function ask(
  question: string,
  { detail, yes, instead }: Question,
): Promise<"yes" | "instead" | undefined> {
  const choice = await window.showWarningMessage(question, { modal: true, detail }, { title: instead }, { title: yes });
  return choice?.title === instead ? "instead" : choice?.title === yes ? "yes" : undefined;
}

/** Resolves with whether the person agreed. The other button copies the details. */
export async function agrees(
  question: string,
  { detail, yes }: { readonly detail: string; readonly yes: string },
): Promise<boolean> {
  const answer = await ask(question, { detail, yes, instead: copyTitle() });
  if (answer === "instead") await copyDetails(question, detail);
  return answer === "yes";
}

/** Returns the label of the button that copies the details. */
export function copyTitle(): string {
  return l10n.t("Copy Details");
}

export async function copyDetails(question: string, detail: string): Promise<void> {
  await vscode.env.clipboard.writeText(`${question}\n\n${detail}\n`);
  window.setStatusBarMessage(l10n.t("The details were copied. Nothing else was done."), 5000);
}
