/**
 * Shows strings from the service, from files and from people as plain text. In messages and prompts, VS Code turns
 * `[…](…)` into links that can run commands. In lists and in the status bar, it turns `$(…)` into icons. Therefore
 * `client/window/window.ts` passes every string through here.
 */
import { visible } from "../../language/index.ts";

/** Returns a message or label without links and icons; line breaks are kept. */
export function plainText(text: string): string {
  return text.replace(/\](?=\()|\$(?=\()/g, "$& ").replace(/[^\n\t]+/g, visible);
}

/** Does the same for a single line, such as a title: names cannot add lines to it. */
export function plainLine(text: string): string {
  return visible(plainText(text));
}

/**
 * Makes the message of a rejection plain text. Used for handlers that VS Code itself calls: if they reject, VS Code
 * shows the message in its own notification.
 */
export async function failsPlainly<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error) error.message = plainText(error.message);
    throw error;
  }
}
