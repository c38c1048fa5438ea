/** A notification with progress and a button that ends the work, for work that takes longer than half a second. */
import * as vscode from "vscode";
import { window } from "./window.ts";

/** Milliseconds. Work that is over by then shows no progress. */
const brief = 500;

/** `close` takes it away, or keeps it from being shown. */
export function openLateProgress(title: string, { stop }: { readonly stop: () => void }): { readonly close: () => void } {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => void window.withProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, (_, token) => {
    token.onCancellationRequested(stop);
    return closed;
  }), brief);
  return {
    close() {
      clearTimeout(timer);
      resolve();
    },
  };
}
