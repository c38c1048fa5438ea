/**
 * Strings of the service, of files and of people as text. VS Code makes links of `[…](…)` in messages and in the
 * prompts of boxes, links that can run commands, and icons of `$(…)` in lists and in the status bar:
 * `client/window/window.ts` hands everything through here.
 */
import { visible } from "../../language/index.ts";

/** A message or a label that is neither link nor icon; its own lines stay lines. */
export function plainText(text: string): string {
  return text.replace(/\](?=\()|\$(?=\()/g, "$& ").replace(/[^\n\t]+/g, visible);
}

/** For what VS Code calls by itself: it shows the message of a rejection in a notification of its own. */
export async function failsPlainly<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error) error.message = plainText(error.message);
    throw error;
  }
}
