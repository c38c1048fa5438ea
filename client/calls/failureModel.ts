/**
 * Formats a failure for the log: what failed and how, never text that may come from the service or a file. Does not
 * import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { messageOf } from "../../language/index.ts";
import { explain, isApiError, operationOf } from "../../api/index.ts";
import { CallFailed } from "./carryOutModel.ts";
import { NoAuditClient, NoService, SignedOut } from "../connections/ownerModel.ts";

export function failureLine(error: unknown): string {
  const call = error instanceof CallFailed ? error.cause : error;
  if (isApiError(call))
    return `${call.operation}: ${call.code}${call.status === undefined ? "" : ` (${call.status})`}, effect: ${call.outcome}`;
  const message = messageOf(error);
  // Leaves out quoted text. The quotation marks are those of the languages in which failures are worded.
  return message.replace(/"[^"\n]*"|”[^”\n]*”|„[^“\n]*“/g, '"…"');
}

/** Returns the command that adds what the connection lacks; undefined if nothing can be added. */
export function remedyOf(error: unknown): "signIn" | "signInAudit" | "addServices" | undefined {
  if (error instanceof SignedOut) return "signIn";
  if (error instanceof NoAuditClient) return "signInAudit";
  return error instanceof NoService ? "addServices" : undefined;
}

/** True if nothing failed: the connection merely lacks something that it was never given. */
export function isLack(error: unknown): boolean {
  return error instanceof NoAuditClient || error instanceof NoService;
}

/**
 * VS Code logs every error message that it shows. If the outcome is unknown, the message says what was found on the
 * service and may name orders and people, so it is shown as a warning.
 */
export function isWarning(error: unknown): boolean {
  return error instanceof CallFailed && error.outcome === "unknown";
}

/** Turns a failed call into an error whose sentence names the call; returns anything else unchanged. */
export function inWords(error: unknown): unknown {
  if (!isApiError(error)) return error;
  const words = explain(error);
  return new Error(
    words === error.message || error.operation === "token"
      ? words
      : l10n.t("Could not {0}. {1}", operationOf(error.operation).name, words),
    { cause: error },
  );
}
