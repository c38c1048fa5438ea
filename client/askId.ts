/** A box for an id. What is in the clipboard stands in it where it looks like one, marked: Enter takes it, a letter replaces it. */
import * as vscode from "vscode";
import { window } from "./window.ts";

export interface IdBox {
  readonly title: string;
  readonly prompt: string;
  /** Whether what is in the clipboard is offered; anything else in it, such as a password, is never shown. */
  readonly fits: (text: string) => boolean;
  /** Why it cannot be taken; undefined where it can. */
  readonly problem: (typed: string) => string | undefined;
}

/** Trimmed; undefined where the person gave up. */
export async function askId({ title, prompt, fits, problem }: IdBox): Promise<string | undefined> {
  const copied = (await vscode.env.clipboard.readText()).trim();
  const value = fits(copied) ? copied : "";
  return (await window.showInputBox({ title, prompt, value, valueSelection: [0, value.length], validateInput: problem }))?.trim();
}
