/**
 * How a failure is written to the log: what failed and how, never a word that the service or a file may have brought.
 * Knows no `vscode`.
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
  // The quotes of the languages that failures are told in.
  return message.replace(/"[^"\n]*"|”[^”\n]*”|„[^“\n]*“/g, '"…"');
}

/** The command that adds what the connection lacks; undefined where it is nothing that could be added. */
export function remedyOf(error: unknown): "signIn" | "signInAudit" | "addServices" | undefined {
  if (error instanceof SignedOut) return "signIn";
  if (error instanceof NoAuditClient) return "signInAudit";
  return error instanceof NoService ? "addServices" : undefined;
}

/** Nothing failed: the connection was never given what it takes. */
export function isLack(error: unknown): boolean {
  return error instanceof NoAuditClient || error instanceof NoService;
}

/**
 * VS Code writes every error that it shows to a log of its own: what a look at the service found is a warning, for it
 * names orders and people.
 */
export function isWarning(error: unknown): boolean {
  return error instanceof CallFailed && error.outcome === "unknown";
}

/** A failed call in a sentence that says which; anything else stays what it is. */
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
