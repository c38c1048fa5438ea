/**
 * The service that the matrix runs against: a sandbox, a connection to it without faults, and what the tests read from
 * it.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { operationOf, receiversOf } from "../../api/index.ts";
import type { Api, Connection, OperationId } from "../../api/index.ts";
import { grantTicket } from "../../api/grant.ts";
import type { AnyRequest } from "../../api/http/prepare.ts";
import type { Ready } from "../../sandbox/index.ts";
import { apiOf, clientNamed, connectionTo } from "../sandbox/apiOf.ts";

export type ClientName = "standard" | "audit";

/** One request of the sandbox's ledger. */
export interface Noted {
  readonly operation: string | null;
  readonly status: number | null;
  readonly path: string;
}

export interface World extends AsyncDisposable {
  readonly ready: Ready;
  readonly connection: (client: ClientName) => Connection;
  readonly secret: (client: ClientName) => string;
  /** Calls the sandbox directly, with a ticket if one is needed. */
  readonly call: (operation: OperationId, request: AnyRequest) => Promise<unknown>;
  readonly control: (method: string, path: string, body?: unknown) => Promise<unknown>;
  readonly ledger: () => Promise<readonly Noted[]>;
}

/** Returns the client for the operation. Audit events are written by a separate client. */
export function clientOf(operation: OperationId): ClientName {
  return operationOf(operation).scope === "api.audit" ? "audit" : "standard";
}

/** Calls an operation whose id is only known at run time, with a ticket for exactly this call. */
export function callAny(
  api: Api,
  operation: OperationId,
  request: AnyRequest,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<unknown> {
  const { body, query, path, files, environment } = request;
  const ticket = grantTicket({
    connection: api.connection,
    operation,
    path,
    query,
    body,
    files,
    environment: environment,
    receivers: receiversOf(operation, { query, body }),
  });
  return (api.call as (operation: OperationId, request: AnyRequest, options: object) => Promise<unknown>)(
    operation,
    request,
    { ticket, signal },
  );
}

export async function startWorld(): Promise<World> {
  const worker = new Worker(new URL("sandboxWorker.ts", import.meta.url));
  const [ready] = (await once(worker, "message")) as [Ready];
  const connection = (name: ClientName): Connection => connectionTo(ready, name);
  const secret = (name: ClientName) => clientNamed(ready, name).clientSecret;
  const direct = { standard: apiOf(ready), audit: apiOf(ready, { as: "audit" }) };

  const control = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(ready.controlUrl + path, {
      method,
      headers: { authorization: `Bearer ${ready.controlSecret}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    assert.equal(answer.status, 200, `${method} ${path}`);
    return answer.json();
  };
  // Switches off the limit of E5, which the matrix would reach and ordinary use never reaches. Switches on the JWT of
  // E7, so that there is one to request.
  for (const [id, alternative] of [
    ["E5", "never"],
    ["E7", "required"],
  ])
    await control("POST", "/choices", { id, alternative });

  return {
    ready,
    connection,
    secret,
    control,
    call: (operation, request) => callAny(direct[clientOf(operation)], operation, request),
    ledger: async () => ((await control("GET", "/ledger")) as { readonly items: readonly Noted[] }).items,
    async [Symbol.asyncDispose]() {
      await Promise.all([direct.standard.close(), direct.audit.close()]);
      const ended = once(worker, "exit");
      worker.postMessage("end");
      await ended;
    },
  };
}
