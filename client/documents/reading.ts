/** A reading of more than one call that a person waits for: with progress and cancel, and its failure in words. */
import * as vscode from "vscode";
import { explain, isApiError } from "../../api/index.ts";
import type { Place } from "./placeModel.ts";

/** Resolves with undefined where it was cancelled. Rejects with an error whose message is for people. */
export async function reading<T>(title: string, { environment }: Place, read: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const stop = new AbortController();
  try {
    return await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, (_, token) => {
      token.onCancellationRequested(() => stop.abort());
      return read(stop.signal);
    });
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.code === "cancelled") return undefined;
    throw new Error(explain(error, { environment }), { cause: error });
  }
}
