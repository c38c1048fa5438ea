/** A reading of more than one call that a person waits for: with progress and cancel, and its failure in words. */
import { explain, isApiError } from "../../api/index.ts";
import { openLateProgress } from "../lateProgress.ts";
import type { Place } from "./placeModel.ts";

/** Resolves with undefined where it was cancelled. Rejects with an error whose message is for people. */
export async function reading<T>(title: string, { environment }: Place, read: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const stop = new AbortController();
  const progress = openLateProgress(title, { stop: () => stop.abort() });
  try {
    return await read(stop.signal);
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.code === "cancelled") return undefined;
    throw new Error(explain(error, { environment }), { cause: error });
  } finally {
    progress.close();
  }
}
