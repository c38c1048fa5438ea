/** The shape of a row of the operation table: one row for every call of the three documents. */
import type * as z from "zod";

/** A service of the product; each has its own base address. */
export type Service = "auth" | "forms" | "audit" | "statistics" | "signing" | "archive" | "documents";

/**
 * What a call does to the world. `read` and `read-by-post` change nothing. `write` changes a record and can be undone.
 * `configuration` changes what the whole company shares. `destroy` cannot be undone. `reaches-people` ends at a person
 * or another system. `maybe-changes` is where the documents are silent.
 */
export type Effect =
  "read" | "read-by-post" | "write" | "configuration" | "destroy" | "reaches-people" | "maybe-changes";

/** Effects that the transport refuses without a ticket. */
export type TicketedEffect = "configuration" | "destroy" | "reaches-people";

/** `free`: within the budget. `after-reading`: only by a caller who looked again first. `never`: by nobody. */
export type Retry = "free" | "after-reading" | "never";

/**
 * Where the environment's name goes. `optional-prefix`: the first path segment, and it may be left out (document 1).
 * `behind-first`: behind the first segment; the service takes none, and a misspelt one, for Development, so that
 * callers always name one (document 2, "Versioning"). `prefix`: always the first segment, from a list of its own
 * (document 3, "Versioning").
 */
export type EnvironmentPlace = "none" | "optional-prefix" | "behind-first" | "prefix";

/**
 * `empty`: the documents describe no body, so that none is read. `bare`: one value without anything around it, as
 * `true`, `3` or `Draft`, which may come in quotes or not. `html`: a file that may be a web page.
 */
export type ResponseKind = "json" | "pdf" | "file" | "html" | "text" | "bare" | "empty";

export interface Operation {
  /** In words for people, to follow "could not": "save the text". */
  readonly name: string;
  readonly service: Service;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /**
   * Segments below the service's address; `{name}` is one percent-encoded segment. Spelled exactly as documented,
   * letter case too.
   */
  readonly path: string;
  readonly environment: EnvironmentPlace;
  /** A function where the payload decides (a form with parties reaches people). */
  readonly effect: Effect | ((request: { readonly query?: unknown; readonly body?: unknown }) => Effect);
  /** Whom the payload reaches, for dialogs and tickets; absent where a call of this kind reaches nobody. */
  readonly receivers?: (request: { readonly query?: unknown; readonly body?: unknown }) => readonly string[];
  /** The body with what the documents leave open said in so many words. */
  readonly spellOut?: (body: unknown) => unknown;
  readonly retry: Retry;
  /** Of the token; absent: `api.external`, or that of an environment. */
  readonly scope?: "api.audit";
  /** Query parameters that are documented and do something: an object of strings, numbers and booleans. */
  readonly query?: z.ZodType;
  readonly request?: z.ZodType;
  /**
   * Fields of the body, at its top, whose digits are written as a number although they may be text: ids beyond 2^53.
   */
  readonly wholeNumbers?: readonly string[];
  /** The body's media type; absent: `application/json`. */
  readonly sends?: "application/json-patch+json";
  readonly response: ResponseKind;
  /** For `json`: unknown fields are kept, wrong ones name their path. */
  readonly schema?: z.ZodType;
  /** What a 204, or a 2xx without a body, says where the documents give that a meaning. */
  readonly nothing?: unknown;
  /** Only this status says so: without a body, any other one is an answer that got lost. */
  readonly nothingStatus?: 204;
  /** A refusal that the documents describe as an answer: that status with that `Message` in a JSON body. */
  readonly absence?: { readonly status: number; readonly message: string; readonly answer: unknown };
  /** Document and section, for people: "1, Endpoints, Text Library". */
  readonly section: string;
}
