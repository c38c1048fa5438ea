/** Turns failed calls into answers, or into messages for the user. Does not import `vscode`. */
import * as l10n from "@vscode/l10n";
import { explain, isApiError } from "../../api/index.ts";
import type { Asked } from "../../api/index.ts";
import { absent, known, messageOf, unknown } from "../../language/index.ts";
import type { Answer } from "../../language/index.ts";
import { NotConnected } from "../connections/ownerModel.ts";

/** Returns the message of an error for the user. */
export function errorWords(error: unknown, asked: Asked = {}): string {
  return isApiError(error) ? explain(error, asked) : messageOf(error);
}

/**
 * Returns the message above the rows of a view that could not be read. The message hides the buttons of the view's
 * welcome content, so it must say what to do; a NotConnected already says that in its own message. `words`: the error's
 * message; by default, the one that `errorWords` returns.
 */
export function unreadWords(error: unknown, words = errorWords(error)): string {
  return error instanceof NotConnected
    ? words
    : `${words} ${l10n.t("To try again, choose Refresh in the title of this view.")}`;
}

/** Rejects with an error whose message is for the user. */
export async function explained<T>(call: Promise<T>, asked: Asked = {}): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw isApiError(error) ? new Error(explain(error, asked), { cause: error }) : error;
  }
}

/**
 * The result is absent if the service does not show the thing to this client, and unknown if the service did not
 * answer. Rejects if the person cancelled.
 */
export async function answered<T>(call: Promise<T>): Promise<Answer<T>> {
  try {
    return known(await call);
  } catch (error) {
    if (!isApiError(error) || error.code === "cancelled") throw error;
    return error.code === "not-found" ? absent : unknown;
  }
}

/**
 * Resolves with undefined if the service shows no such thing to this client. Rejects with ApiError on every other
 * failure.
 */
export async function ifShown<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isApiError(error) && error.code === "not-found") return undefined;
    throw error;
  }
}
