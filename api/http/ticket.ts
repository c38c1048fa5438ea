/**
 * A single-use permission for one call that configures, destroys or reaches people. It is granted after a person has
 * read what will happen, and is invalid for any other host, client, environment, operation, receiver or payload.
 */
import { createHash } from "node:crypto";
import type { Connection } from "../connection.ts";
import { prepare } from "./prepare.ts";
import type { AnyRequest, Prepared } from "./prepare.ts";
import { digestOfPayload } from "./payload.ts";
import type { OperationId } from "../operations.ts";

declare const granted: unique symbol;

/** Opaque. Valid for 60 seconds and one call. */
export interface Ticket {
  readonly [granted]: true;
}

/** Everything that the ticket is bound to, and that the dialog shows. */
export interface Intent extends AnyRequest {
  readonly connection: Connection;
  readonly operation: OperationId;
  /** Addresses, numbers and URLs of everybody who will be notified; empty for calls that destroy or configure. */
  readonly receivers: readonly string[];
}

/** In milliseconds. */
const life = 60_000;

const open = new WeakMap<Ticket, { readonly digest: string; readonly isOver: () => boolean }>();

/**
 * Grants a ticket; only the one place where a person confirms may call this. Throws ApiError if the intent is not a
 * request that could be sent; `now` returns milliseconds.
 */
export function grantTicket(
  intent: Intent,
  { now = () => performance.now() }: { readonly now?: () => number } = {},
): Ticket {
  const prepared = prepare(intent.connection, intent.operation, intent);
  const ticket = Object.freeze(Object.create(null)) as Ticket;
  const end = now() + life;
  open.set(ticket, {
    digest: digestOf(intent.connection, { ...prepared, receivers: intent.receivers }),
    isOver: () => now() >= end,
  });
  return ticket;
}

/**
 * Redeems a ticket in the transport: returns true once, for the call that was granted. A ticket that does not fit is
 * used up too.
 */
export function redeemTicket(ticket: Ticket, connection: Connection, prepared: Prepared): boolean {
  const grant = open.get(ticket);
  open.delete(ticket);
  return grant !== undefined && !grant.isOver() && grant.digest === digestOf(connection, prepared);
}

/** The URL holds host, environment, path and query. */
function digestOf(
  { authUrl, clientId, scope }: Connection,
  { operation, url, receivers, payload, files }: Prepared,
): string {
  const digest = payload === undefined ? null : digestOfPayload({ json: payload, files });
  return createHash("sha256")
    .update(JSON.stringify([authUrl, clientId, scope ?? null, operation, url.href, receivers, digest]))
    .digest("hex");
}
