/** A notification with progress and a button that ends the work, for work that takes longer than half a second. */
import * as vscode from "vscode";
import { plainText } from "./plainText.ts";
import { window } from "./window.ts";

/** Milliseconds. Work that is over by then shows no progress. */
const brief = 500;

export interface LateProgress {
  /** Takes it away, or keeps it from being shown. */
  readonly close: () => void;
  /** What the work is at, beside the title. */
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
