/**
 * Single-use permission for one call that configures, destroys or reaches people. It is granted where a person has read what will
 * happen, and it is worth nothing for any other host, client, environment, operation, receiver or payload.
 */
import type { Connection, Environment } from "./connection.ts";
import type { OperationId } from "./operations.ts";

declare const granted: unique symbol;

/** Opaque. Lives 60 seconds and one call. */
export interface Ticket {
  readonly [granted]: true;
}

/** Everything the ticket is bound to, and everything the dialog shows. */
export interface Intent {
  readonly connection: Connection;
  readonly environment?: Environment;
  readonly operation: OperationId;
  /** Addresses, numbers, URLs of everybody who will hear of it; empty for what destroys or configures. */
  readonly receivers: readonly string[];
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: unknown;
  readonly body?: unknown;
}
