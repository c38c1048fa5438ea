/**
 * What is read for a person who waits for it: progress with a button that ends it, once it takes longer than half a
 * second, and failures in words.
 */
import { explained } from "./answersModel.ts";
import type { Asked } from "../../api/index.ts";
import { openLateProgress } from "../window/lateProgress.ts";

/**
 * `at` is named where a refusal is about it. Resolves with undefined where the person ended it. Rejects with an error
 * whose message is for people.
 */
export async function reading<T>(
  title: string,
  read: (signal: AbortSignal) => Promise<T>,
  { at = {} }: { readonly at?: Pick<Asked, "environment" | "environmentGroup"> } = {},
): Promise<T | undefined> {
  const stop = new AbortController();
  const progress = openLateProgress(title, { stop: () => stop.abort() });
  try {
    return await explained(read(stop.signal), at);
  } catch (error) {
    if (stop.signal.aborted) return undefined;
    throw error;
  } finally {
    progress.close();
  }
}
