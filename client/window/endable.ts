/** Work that can be cancelled by the person who waits for it. */
import { openLateProgress } from "./lateProgress.ts";
import type { LateProgress } from "./lateProgress.ts";

/** Shows progress if the work takes long. Resolves with undefined if the person cancelled the work. */
export async function endable<T>(
  title: string,
  work: (signal: AbortSignal, progress: LateProgress) => Promise<T>,
): Promise<T | undefined> {
  const stop = new AbortController();
  const progress = openLateProgress(title, { stop: () => stop.abort() });
  try {
    return await work(stop.signal, progress);
  } catch (error) {
    if (stop.signal.aborted) return undefined;
    throw error;
  } finally {
    progress.close();
  }
}
