/**
 * A read that a person waits for: shows progress with a cancel button if it takes longer than half a second, and
 * explains failures.
 */
import { explained } from "./answersModel.ts";
import type { Asked } from "../../api/index.ts";
import { endable } from "../window/endable.ts";

/**
 * `at`: where the call goes; the message names this place if the service refuses the call because of it. Resolves with
 * undefined if the person cancelled. Rejects with an error whose message is for the user.
 */
export function reading<T>(
  title: string,
  read: (signal: AbortSignal) => Promise<T>,
  { at = {} }: { readonly at?: Pick<Asked, "environment" | "environmentGroup"> } = {},
): Promise<T | undefined> {
  return endable(title, (signal) => explained(read(signal), at));
}
