/**
 * How a failure is written to the log: what failed and how, never a word that the service or a file may have brought.
 * Knows no `vscode`.
 */
import { messageOf } from "../language/index.ts";
import { isApiError } from "../api/index.ts";
import { CallFailed } from "./carryOutModel.ts";
import { NoAuditClient, NoService, SignedOut } from "./connections/ownerModel.ts";

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
