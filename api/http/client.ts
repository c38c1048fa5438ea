/** The api client as its callers see it: one function for every operation of the table. */
import type * as z from "zod";
import type { Connection, DocumentsEnvironment, Environment } from "../connection.ts";
import type { Files } from "./payload.ts";
import type { OperationId, operations } from "../operations.ts";
import type { Ticket } from "./ticket.ts";
import type { TicketedEffect } from "../operation.ts";

type Row<Id extends OperationId> = (typeof operations)[Id];

/** The type of the body, even if the body is optional. */
export type BodyOf<Id extends OperationId> =
  Row<Id> extends { request: infer S extends z.ZodType } ? Exclude<z.input<S>, undefined> : undefined;
export type QueryOf<Id extends OperationId> =
  Row<Id> extends { query: infer S extends z.ZodType } ? z.input<S> : undefined;
export type AnswerOf<Id extends OperationId> =
  Body<Id> | (Row<Id> extends { nothing: infer Nothing } ? Nothing : never);

type Body<Id extends OperationId> =
  Row<Id> extends { schema: infer S extends z.ZodType }
    ? z.output<S>
    : Row<Id> extends { response: "pdf" | "file" | "html" }
      ? File
      : Row<Id> extends { response: "text" }
        ? string
        : undefined;

/** A downloaded file, complete. */
export interface File {
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
  /** From Content-Disposition: for display, never a path. */
  readonly name: string | undefined;
}

/** The names in the `{…}` segments of a path. */
type SegmentsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | SegmentsOf<Rest>
  : never;

/** `environmentGroup`: name or id, for companies that use environment groups (document 3, "Endpoints"). */
type Place<Id extends OperationId> = Row<Id>["environment"] extends "prefix"
  ? { readonly environment: DocumentsEnvironment; readonly environmentGroup?: string }
  : Row<Id>["environment"] extends "behind-first"
    ? { readonly environment: Environment }
    : { readonly environment?: Environment };

export type Request<Id extends OperationId> = Place<Id> &
  ([SegmentsOf<Row<Id>["path"]>] extends [never]
    ? { readonly path?: undefined }
    : { readonly path: Readonly<Record<SegmentsOf<Row<Id>["path"]>, string>> }) &
  (undefined extends BodyOf<Id>
    ? { readonly body?: undefined }
    : { readonly body: BodyOf<Id>; readonly files?: Files }) &
  (undefined extends QueryOf<Id> ? { readonly query?: undefined } : { readonly query?: QueryOf<Id> });

/**
 * A call whose row has a ticketed effect does not compile without a ticket; a call whose effect depends on the payload
 * is checked at run time.
 */
export type CallOptions<Id extends OperationId> = {
  readonly signal?: AbortSignal;
} & (Row<Id>["effect"] extends TicketedEffect ? { readonly ticket: Ticket } : { readonly ticket?: Ticket });

export interface Api {
  readonly connection: Connection;
  /** Rejects only with ApiError. */
  call<Id extends OperationId>(
    operation: Id,
    request: Request<Id>,
    ...options: Row<Id>["effect"] extends TicketedEffect ? [CallOptions<Id>] : [CallOptions<Id>?]
  ): Promise<AnswerOf<Id>>;
  /**
   * Fetches the token and nothing else. If that succeeds, the service accepts the client id and the secret, even if
   * this client is not allowed to read anything. Rejects with ApiError of operation `token`.
   */
  signIn(options?: { readonly signal?: AbortSignal }): Promise<void>;
  /** Forgets the token and closes the connections. */
  close(): Promise<void>;
}

/** One entry of the log. It never holds a query, a body, a header or a path with values. */
export interface CallRecord {
  readonly at: Date;
  readonly operation: OperationId | "token";
  readonly method: string;
  /** As in the table, with `{id}` unfilled. */
  readonly path: string;
  readonly host: string;
  readonly status: number | undefined;
  readonly error: string | undefined;
  readonly milliseconds: number;
  readonly attempt: number;
  readonly bytes: number | undefined;
}

export interface ApiOptions {
  readonly connection: Connection;
  /** Called once per token; its result is never stored. May reject with SecretWithheld or NobodyThere. */
  readonly secret: (signal?: AbortSignal) => Promise<string>;
  readonly log?: (record: CallRecord) => void;
  readonly proxy?: { readonly url: string; readonly noProxy?: string };
  /** PEM certificates in addition to those of the system and of Node. */
  readonly certificates?: readonly string[];
  /** Milliseconds without an answer; default 30,000. */
  readonly timeout?: number;
}
