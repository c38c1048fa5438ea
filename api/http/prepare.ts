/**
 * Turns a caller's request into what is sent: checked, spelled out and serialised once, so that nothing changes after
 * the checks.
 */
import * as l10n from "@vscode/l10n";
import type * as z from "zod";
import { onlyWritesAudit, scopesOf } from "../connection.ts";
import type { Connection } from "../connection.ts";
import type { ApiError } from "../error.ts";
import { effectOf, mayGoWithout, needsTicket, operationOf, receiversOf } from "../operations.ts";
import type { OperationId } from "../operations.ts";
import type { Effect, Operation } from "../operation.ts";
import { environmentsIn } from "../operations/formRequest.ts";
import { isObject } from "../operations/schema.ts";
import { baseOf, urlOf } from "./address.ts";
import type { Whereabouts } from "./address.ts";
import { failure } from "./failure.ts";
import { writeJson } from "./wholeNumbers.ts";
import { misplacedFiles } from "./payload.ts";
import type { Files } from "./payload.ts";
import type { Subject } from "./failure.ts";

/** A request of any operation. */
export interface AnyRequest extends Omit<Whereabouts, "query"> {
  readonly query?: unknown;
  readonly body?: unknown;
  /** Files for the `placeOfFile` strings in the body. */
  readonly files?: Files;
}

export interface Prepared {
  readonly operation: OperationId;
  readonly row: Operation;
  readonly url: URL;
  /** JSON; absent if the call has no body. Files are separate: see `Payload`. */
  readonly payload: string | undefined;
  readonly files: Files;
  readonly effect: Effect;
  readonly needsTicket: boolean;
  readonly receivers: readonly string[];
  readonly subject: Subject;
}

/** Prepares a call. Throws ApiError `invalid-request`, `not-configured` or `origin-refused`; nothing was sent. */
export function prepare(connection: Connection, operation: OperationId, request: AnyRequest): Prepared {
  const row = operationOf(operation);
  const base = baseOf(connection, row.service);
  const subject = {
    operation,
    effect: "read" as Effect,
    host: "url" in base ? base.url.host : l10n.t("this connection"),
  };
  const [type, scope] = row.scope === "api.audit" ? ["Audit", row.scope] : ["Standard", "api.external"];
  // An environment may require its own scope. Every scope is therefore accepted, unless `api.audit` is the only one.
  if (row.scope === undefined ? onlyWritesAudit(connection) : !scopesOf(connection).includes(row.scope)) {
    throw failure("not-configured", subject, "none", {
      happened: l10n.t("this call needs a client of type {0}, with the scope {1}; nothing was sent", type, scope),
    });
  }
  const body = checked(bodyOf(row, request.body, subject), row.request, "body", subject);
  const query = checked(request.query, row.query, "query", subject);
  if (query !== undefined && !isObject(query)) throw refused(l10n.t("the query is not an object"), subject);
  if (
    row.environment === "optional-prefix" &&
    environmentsIn(body).some(
      (named) => request.environment !== undefined && named.toLowerCase() !== request.environment.toLowerCase(),
    )
  ) {
    throw refused(l10n.t("the request gives two different environments"), subject);
  }
  const payload = body === undefined ? undefined : writeJson(body, row.wholeNumbers);
  const files: Files = new Map(request.files);
  if (misplacedFiles({ json: payload ?? "", files }) > 0)
    throw refused(l10n.t("a file is not used in the body, or is used more than once"), subject);
  const { environment, environmentGroup, path } = request;
  const address = urlOf(connection, row, { environment, environmentGroup, path, query });
  if ("problem" in address)
    throw failure(address.problem.code, subject, "none", {
      happened: l10n.t("{0}; nothing was sent", address.problem.happened),
    });
  const effect = effectOf(operation, { query, body });
  return {
    operation,
    row,
    url: address.url,
    payload,
    files,
    effect,
    needsTicket: needsTicket(operation, { environment, query, body }),
    receivers: receiversOf(operation, { query, body }),
    subject: { ...subject, effect },
  };
}

/** Returns the body as plain JSON values, without getters, prototypes or `toJSON`. */
function bodyOf(row: Operation, body: unknown, subject: Subject): unknown {
  if (body === undefined) return mayGoWithout(row) ? {} : undefined;
  try {
    const plain: unknown = JSON.parse(JSON.stringify(body));
    return row.spellOut?.(plain) ?? plain;
  } catch (cause) {
    throw refused(l10n.t("the body cannot be written as JSON"), subject, cause);
  }
}

function checked(value: unknown, schema: z.ZodType | undefined, part: string, subject: Subject): unknown {
  if (schema === undefined) {
    if (value === undefined) return undefined;
    throw refused(l10n.t("this call has no {0}", part), subject);
  }
  const parsed = schema.safeParse(value ?? (part === "query" ? {} : value));
  if (!parsed.success) throw refused(problemsOf(parsed.error, part), subject);
  return value;
}

/**
 * Lists the problems with their paths, at most five: `body.translations.sv.content: expected string`. Never quotes a
 * value.
 */
export function problemsOf(error: z.ZodError, root: string): string {
  const named = error.issues
    .slice(0, 5)
    .map((issue) => `${[root, ...issue.path.map(String)].join(".")}: ${issue.message}`);
  return named.join("; ");
}

function refused(happened: string, subject: Subject, cause?: unknown): ApiError {
  return failure("invalid-request", subject, "none", { happened: l10n.t("{0}; nothing was sent", happened), cause });
}
