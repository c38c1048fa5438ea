/** The shape of a row of the operation table: one row for every call of the three documents. */
import type * as z from "zod";

/** A service of the product; each has its own base address. */
export type Service = "auth" | "forms" | "audit" | "statistics" | "signing" | "archive" | "documents";

/**
 * The effect of a call. `read` and `read-by-post` change nothing. `write` changes a record and can be undone.
 * `configuration` changes what the whole company shares. `destroy` cannot be undone. `reaches-people` reaches a person
 * or another system. `maybe-changes` is for calls whose effect is not documented.
 */
export type Effect =
  "read" | "read-by-post" | "write" | "configuration" | "destroy" | "reaches-people" | "maybe-changes";

/** Effects that the transport refuses without a ticket. */
export type TicketedEffect = "configuration" | "destroy" | "reaches-people";

/**
 * Who may repeat a failed call. `free`: the transport, within its budget for retries. `after-reading`: only a caller
 * that has checked the outcome first. `never`: nobody.
 */
export type Retry = "free" | "after-reading" | "never";

/**
 * Where the environment's name goes. `optional-prefix`: the first path segment, optional (document 1). `behind-first`:
 * after the first segment. If the name is missing or misspelt, the service uses Development, so callers must always
 * give a name (document 2, "Versioning"). `prefix`: always the first segment, from a list of its own (document 3,
 * "Versioning").
 */
export type EnvironmentPlace = "none" | "optional-prefix" | "behind-first" | "prefix";

/**
 * `empty`: no body is documented, so none is read. `bare`: a single value, such as `true`, `3` or `Draft`, with or
 * without quotes. `html`: a file that may be a web page.
 */
export type ResponseKind = "json" | "pdf" | "file" | "html" | "text" | "bare" | "empty";

export interface Operation {
  /** The words that follow "could not" in a message, such as "save the text". */
  readonly name: string;
  readonly service: Service;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /**
   * Segments below the service's address; `{name}` is one percent-encoded segment. Spelled exactly as documented,
   * including letter case.
   */
  readonly path: string;
  readonly environment: EnvironmentPlace;
  /** A function if the effect depends on the payload (a form with parties reaches people). */
  readonly effect: Effect | ((request: { readonly query?: unknown; readonly body?: unknown }) => Effect);
  /** Whom the payload reaches, for dialogs and tickets; absent if a call of this kind reaches nobody. */
  readonly receivers?: (request: { readonly query?: unknown; readonly body?: unknown }) => readonly string[];
  /** Returns the body with an explicit value where the documents do not say what a missing value means. */
  readonly spellOut?: (body: unknown) => unknown;
  readonly retry: Retry;
  /** The required scope of the token; absent: `api.external`, or the scope that an environment requires. */
  readonly scope?: "api.audit";
  /** Query parameters that are documented and have an effect: an object of strings, numbers and booleans. */
  readonly query?: z.ZodType;
  readonly request?: z.ZodType;
  /** Top-level fields of the body that may be strings of digits and are sent as numbers: ids beyond 2^53. */
  readonly wholeNumbers?: readonly string[];
  /** The body's media type; absent: `application/json`. */
  readonly sends?: "application/json-patch+json";
  readonly response: ResponseKind;
  /** For `json`: unknown fields are kept, wrong ones are reported with their path. */
  readonly schema?: z.ZodType;
  /** The answer for a 204, or a 2xx without a body, if the documents give that a meaning. */
  readonly nothing?: unknown;
  /**
   * The only status whose empty answer means `nothing`: with any other status, an empty body means that the answer was
   * lost.
   */
  readonly nothingStatus?: 204;
  /** A refusal that the documents describe as an answer: this status with this `Message` in a JSON body. */
  readonly absence?: { readonly status: number; readonly message: string; readonly answer: unknown };
  /** Document and section, for the user: "1, Endpoints, Text Library". */
  readonly section: string;
}
