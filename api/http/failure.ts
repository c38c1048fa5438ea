/**
 * Describes every failure of a call: which call failed, what happened, and what to do. The one place where a status or
 * a cause becomes a code.
 */
import * as l10n from "@vscode/l10n";
import { ApiError } from "../error.ts";
import type { ApiErrorCode, Outcome } from "../error.ts";
import { operationOf } from "../operations.ts";
import type { OperationId } from "../operations.ts";
import type { Effect } from "../operation.ts";
import { oneOrMany } from "../oneOrMany.ts";

/** The call that failed. `effect` is `read` for a token request: repeating it is harmless. */
export interface Subject {
  readonly operation: OperationId | "token";
  readonly effect: Effect;
  /** Host and port that were, or would have been, called. */
  readonly host: string;
}

interface More {
  readonly status?: number;
  readonly detail?: string;
  readonly retryAfter?: number;
  readonly cause?: unknown;
  /** Replaces the general sentence for the error code. */
  readonly happened?: string;
  readonly advice?: string;
}

const sentences = (): Record<ApiErrorCode, { readonly happened: string; readonly advice: string }> => ({
  "bad-request": {
    happened: l10n.t("the service refused the request because of its format or content"),
    advice: l10n.t("Correct what was sent."),
  },
  unauthorized: {
    happened: l10n.t("the service does not accept the sign-in, not even a new one"),
    advice: l10n.t("Check that this client is meant for this service."),
  },
  forbidden: {
    happened: l10n.t("this client does not belong to a company, or has no access"),
    advice: l10n.t("Ask your administrator about the client."),
  },
  "not-found": {
    happened: l10n.t("the service does not give this client access to what was requested"),
    advice: l10n.t("Check the id, the connection and the environment."),
  },
  "not-acceptable": {
    happened: l10n.t("the service cannot answer in this format"),
    advice: l10n.t("Request another format."),
  },
  conflict: {
    happened: l10n.t("it conflicts with something that is already there"),
    advice: l10n.t("Choose another name or code, or check what is already there."),
  },
  "too-large": {
    happened: l10n.t("the service found the request too large"),
    advice: l10n.t("Send less data at a time."),
  },
  "rate-limited": { happened: l10n.t("the service asks for fewer calls"), advice: l10n.t("Wait, then try again.") },
  "server-error": { happened: l10n.t("the service failed"), advice: l10n.t("Try again later.") },
  "not-implemented": {
    happened: l10n.t("the service does not offer this"),
    advice: l10n.t("Check the address of the service."),
  },
  "unexpected-status": {
    happened: l10n.t("the service answered with an unexpected status"),
    advice: l10n.t("Check the address of the service."),
  },
  "redirect-refused": {
    happened: l10n.t("the answer was a redirect, and redirects are never followed"),
    advice: l10n.t("Check the address of the service, and whether the call is redirected to a sign-in page."),
  },
  "wrong-type": {
    happened: l10n.t("the answer has an unexpected type"),
    advice: l10n.t("Check the address, and whether a sign-in page or a proxy answered instead."),
  },
  truncated: { happened: l10n.t("the answer was cut off"), advice: l10n.t("Try again.") },
  "invalid-answer": {
    happened: l10n.t("the answer is not as documented"),
    advice: l10n.t("Report it to the operator of the service."),
  },
  "answer-too-large": {
    happened: l10n.t("the answer exceeds the size limit"),
    advice: l10n.t("Request less data at a time."),
  },
  unreachable: {
    happened: l10n.t("the service could not be reached, or broke off the call"),
    advice: l10n.t("Check the address and the network."),
  },
  tls: {
    happened: l10n.t("the certificate or the encryption of the connection was refused"),
    advice: l10n.t(
      "Ask your administrator to install the certificate of your organisation's certificate authority on this computer, or check the address.",
    ),
  },
  proxy: {
    happened: l10n.t("the proxy did not let the call through"),
    advice: l10n.t(
      "Check the proxy's address. In VS Code it is in the setting http.proxy, elsewhere in the variable HTTPS_PROXY.",
    ),
  },
  timeout: { happened: l10n.t("there was no answer in time"), advice: l10n.t("Try again, or check the network.") },
  cancelled: { happened: l10n.t("it was cancelled"), advice: "" },
  "invalid-request": {
    happened: l10n.t("the request is not as documented and was not sent"),
    advice: l10n.t("Correct the request."),
  },
  "ticket-refused": {
    happened: l10n.t("this exact call was not confirmed, so it was not sent"),
    advice: l10n.t("Confirm the call again."),
  },
  "not-configured": {
    happened: l10n.t("the connection has no usable address for this service"),
    advice: l10n.t("Add the address to the connection."),
  },
  "sign-in-failed": {
    happened: l10n.t("the sign-in was refused"),
    advice: l10n.t("Check the client id and the secret."),
  },
  "origin-refused": {
    happened: l10n.t("the sign-in must not be sent to this address"),
    advice: l10n.t("Correct the addresses of the connection."),
  },
});

/** The advice for these codes is to try again. That is right only if the call had no effect. */
const again: ReadonlySet<ApiErrorCode> = new Set(["server-error", "timeout", "truncated"]);

export function failure(
  code: ApiErrorCode,
  subject: Subject,
  outcome: Outcome,
  { happened, advice, ...more }: More = {},
): ApiError {
  const what =
    subject.operation === "token"
      ? l10n.t({ message: "sign in", comment: ['After "could not".'] })
      : operationOf(subject.operation).name;
  const status = more.status === undefined ? "" : ` (${more.status})`;
  const known =
    outcome === "none"
      ? ""
      : outcome === "done"
        ? l10n.t("The call took effect; only its answer was lost.")
        : l10n.t("The call may have taken effect anyway. Check before you do it again.");
  const message = [
    l10n.t("Could not {0} on {1}: {2}.", what, subject.host, `${happened ?? sentences()[code].happened}${status}`),
    known,
    advice ?? (outcome === "none" || !again.has(code) ? adviceFor(code, more.retryAfter) : ""),
  ];
  return new ApiError(code, subject.operation, outcome, message.filter((part) => part !== "").join(" "), more);
}

function adviceFor(code: ApiErrorCode, retryAfter: number | undefined): string {
  if (code !== "rate-limited" || retryAfter === undefined) return sentences()[code].advice;
  return oneOrMany(
    retryAfter,
    l10n.t("Wait 1 second, then try again."),
    l10n.t("Wait {0} seconds, then try again.", retryAfter),
  );
}

const codes: Readonly<Record<number, ApiErrorCode>> = {
  400: "bad-request",
  401: "unauthorized",
  403: "forbidden",
  404: "not-found",
  406: "not-acceptable",
  408: "timeout",
  409: "conflict",
  413: "too-large",
  422: "bad-request",
  429: "rate-limited",
  501: "not-implemented",
};

/**
 * Returns the error for a status outside 2xx. A 4xx or 501 had no effect; after a server error or a redirect, a write
 * may have happened.
 */
export function statusFailure(status: number, subject: Subject, more: More): ApiError {
  const code =
    codes[status] ??
    (status >= 500 ? "server-error" : status >= 300 && status < 400 ? "redirect-refused" : "unexpected-status");
  const refused = status === 501 || (status >= 400 && status < 500);
  return failure(code, subject, refused ? "none" : outcomeOf(subject), { status, ...more });
}

/**
 * Returns the error for a network failure before an answer began. `proxy` is the proxy's host; `fromProxy` means that
 * the connection to the proxy failed, not the one to the service.
 */
export function causeFailure(
  cause: unknown,
  subject: Subject,
  { fromProxy, proxy }: { readonly fromProxy: boolean; readonly proxy: string | undefined },
): ApiError {
  const name = codeOf(cause);
  // undici reports "aborted" if the proxy refuses the tunnel; a cancelled call was already recognised by its signal.
  if (fromProxy || name === "UND_ERR_ABORTED" || name === "UND_ERR_PRX_TLS")
    return failure("proxy", subject, "none", { ...(proxy !== undefined && refusedBy(proxy, cause, name)), cause });
  if (certificateCodes.test(name)) return failure("tls", subject, "none", { ...certificateWords(name), cause });
  if (name.startsWith("ERR_SSL") || name.startsWith("ERR_TLS") || name === "EPROTO")
    return failure("tls", subject, outcomeOf(subject), { cause });
  if (name === "UND_ERR_CONNECT_TIMEOUT") return failure("timeout", subject, "none", { cause });
  if (unsent.has(name)) return failure("unreachable", subject, "none", { cause });
  if (name === "UND_ERR_HEADERS_TIMEOUT" || name === "UND_ERR_BODY_TIMEOUT" || name === "ETIMEDOUT")
    return failure("timeout", subject, outcomeOf(subject), { cause });
  return failure("unreachable", subject, outcomeOf(subject), { cause });
}

/** undici reports the status of a proxy's answer only in the message of its error. */
function refusedBy(
  proxy: string,
  cause: unknown,
  name: string,
): { readonly happened: string; readonly advice?: string } {
  const status = cause instanceof Error ? /^Proxy response \((\d{3})\)/.exec(cause.message)?.[1] : undefined;
  if (status === "407")
    return {
      happened: l10n.t("the proxy {0} requires a sign-in, and got none or a wrong one (407)", proxy),
      advice: l10n.t(
        "Write the user name and the password into the proxy's address, as in http://user:password@host:port. In VS Code the address is in the setting http.proxy, elsewhere in the variable HTTPS_PROXY.",
      ),
    };
  if (status !== undefined)
    return {
      happened: l10n.t("the proxy {0} did not let the call through ({1})", proxy, status),
      advice: l10n.t("Ask the operator of the proxy whether it lets this address through."),
    };
  return {
    happened: unsent.has(name)
      ? l10n.t("the proxy {0} could not be reached", proxy)
      : l10n.t("a secure connection to the proxy {0} could not be established", proxy),
  };
}

/** Who can fix the service's certificate depends on what is wrong with it. */
function certificateWords(name: string): { readonly happened: string; readonly advice: string } | undefined {
  if (name === "CERT_HAS_EXPIRED" || name === "CERT_NOT_YET_VALID") {
    return {
      happened: l10n.t("the certificate of the service has expired, or is not valid yet"),
      advice: l10n.t("Check the clock of this computer, and inform the operator of the service."),
    };
  }
  if (name === "ERR_TLS_CERT_ALTNAME_INVALID" || name === "HOSTNAME_MISMATCH")
    return { happened: l10n.t("the certificate belongs to another host"), advice: l10n.t("Check the address.") };
  if (!/SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)/.test(name)) return undefined;
  return {
    happened: l10n.t("this computer does not trust the issuer of the service's certificate"),
    advice: l10n.t(
      "Ask your administrator to install the certificate of your organisation's certificate authority on this computer, then reload the window or restart the program. Also check the address.",
    ),
  };
}

/**
 * Returns the outcome of a failed call whose request may have been sent: a read changed nothing, but any other call may
 * have taken effect.
 */
export function outcomeOf({ effect }: Subject): Outcome {
  return effect === "read" || effect === "read-by-post" ? "none" : "unknown";
}

const certificateCodes =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_|HOSTNAME_MISMATCH|INVALID_CA|ERROR_IN_CERT)/;

/** The connection was never made, so nothing was sent. */
const unsent = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL"]);

/** Returns the first code in the error or in those that it wraps; empty if there is none. */
function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return "";
  if (cause instanceof AggregateError && cause.errors.length > 0) return codeOf(cause.errors[0]);
  if ("code" in cause && typeof cause.code === "string") return cause.code;
  return codeOf(cause.cause);
}
