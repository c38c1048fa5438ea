/**
 * Says once in a window that files on this computer cannot be read, and where they are left: they may hold what an
 * author wrote.
 */
import type * as vscode from "vscode";
import { window } from "./window.ts";

const told = new Set<string>();

/** `words`: the message, with the paths of those that were not told of yet. */
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
