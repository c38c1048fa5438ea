/**
 * What is read for a person who waits for it: progress with a button that ends it, once it takes longer than half a
 * second, and failures in words.
 */
import { explained } from "./answersModel.ts";
import type { Asked } from "../../api/index.ts";
import { endable } from "../window/endable.ts";

/**
 * `at` is named where a refusal is about it. Resolves with undefined where the person ended it. Rejects with an error
 * whose message is for people.
 */
export function reading<T>(
  title: string,
  read: (signal: AbortSignal) => Promise<T>,
  { at = {} }: { readonly at?: Pick<Asked, "environment" | "environmentGroup"> } = {},
): Promise<T | undefined> {
  return endable(title, (signal) => explained(read(signal), at));
}
