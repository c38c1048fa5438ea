/**
 * Reports once per window that files on this computer cannot be read, and where they are: they may contain an author's
 * work.
 */
import type * as vscode from "vscode";
import { window } from "./window.ts";

const told = new Set<string>();

/** `words` returns the message for the paths that were not reported yet. */
export function tellUnreadable(
  log: vscode.LogOutputChannel,
  paths: readonly string[],
  words: (paths: string) => string,
): void {
  const fresh = paths.filter((path) => !told.has(path));
  if (fresh.length === 0) return;
  for (const path of fresh) {
    told.add(path);
    log.error(`This file cannot be read and is left alone: ${path}`);
  }
  void window.showWarningMessage(words(fresh.join(", ")));
}
