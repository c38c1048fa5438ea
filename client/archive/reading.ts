/** What is read for a person who waits for it: progress with a button that ends it, and failures in words. */
import { explain, isApiError } from "../../api/index.ts";
import { openLateProgress } from "../lateProgress.ts";

/** Resolves with undefined where the person ended it. Rejects with an error whose message is for people. */
export async function reading<T>(title: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const stop = new AbortController();
  const progress = openLateProgress(title, { stop: () => stop.abort() });
  try {
    return await explained(work(stop.signal));
  } catch (error) {
    if (stop.signal.aborted) return undefined;
    throw error;
  } finally {
    progress.close();
  }
}

/** Rejects with an error whose message is for people. */
export async function explained<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw isApiError(error) ? new Error(explain(error), { cause: error }) : error;
  }
}
