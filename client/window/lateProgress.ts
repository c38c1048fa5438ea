/** A progress notification with a cancel button, for work that takes longer than half a second. */
import * as vscode from "vscode";
import { plainText } from "./plainText.ts";
import { window } from "./window.ts";

/** Milliseconds. Work that ends within this time shows no progress. */
const brief = 500;

export interface LateProgress {
  /** Closes the notification, or prevents it from being shown. */
  readonly close: () => void;
  /** Shows the current step after the title. */
  readonly say: (message: string) => void;
}

export function openLateProgress(title: string, { stop }: { readonly stop: () => void }): LateProgress {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  let shown: vscode.Progress<{ readonly message: string }> | undefined;
  let said = "";
  const timer = setTimeout(
    () =>
      void window.withProgress(
        { location: vscode.ProgressLocation.Notification, title, cancellable: true },
        (progress, token) => {
          token.onCancellationRequested(stop);
          shown = progress;
          if (said !== "") progress.report({ message: said });
          return closed;
        },
      ),
    brief,
  );
  return {
    say(message) {
      said = plainText(message);
      shown?.report({ message: said });
    },
    close() {
      clearTimeout(timer);
      resolve();
    },
  };
}
