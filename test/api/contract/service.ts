/** A running sandbox, and the whole client for each of its sign-ins: the base of a service's contract tests. */
import assert from "node:assert/strict";
import { operationOf, operations } from "../../../api/index.ts";
import type { Api, Intent, OperationId, Service } from "../../../api/index.ts";
import { apiOf } from "../../sandbox/apiOf.ts";
import { grantTicket, startSandbox } from "../../sandbox/permits.ts";
import type { ReadyClient } from "../../../sandbox/index.ts";

export type Contract = Awaited<ReturnType<typeof startContract>>;

export async function startContract() {
  const sandbox = await startSandbox();
  const { ready } = sandbox;
  const called = new Set<string>();
  const opened = new Map<string, Api>();

  const as = (name: ReadyClient["name"]): Api => {
    const known = opened.get(name);
    if (known) return known;
    const api = apiOf(ready, { as: name, log: ({ operation }) => called.add(operation) });
    opened.set(name, api);
    return api;
  };

  const control = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(ready.controlUrl + path, {
      method,
      headers: { authorization: `Bearer ${ready.controlSecret}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    assert.equal(answer.status, 200, `${method} ${path}: ${await answer.clone().text()}`);
    return answer.json();
  };

  return {
    ready,
    as,
    control,
    choose: (id: string, alternative: string) => control("POST", "/choices", { id, alternative }),
    ticket: (api: Api, intent: Omit<Intent, "connection" | "receivers"> & { readonly receivers?: readonly string[] }) =>
      grantTicket({ receivers: [], ...intent, connection: api.connection }),
    /** Returns the operations of a service that no test has called so far. */
    uncalled: (service: Service) =>
      (Object.keys(operations) as OperationId[]).filter((id) => operationOf(id).service === service && !called.has(id)),
    close: async () => {
      for (const api of opened.values()) await api.close();
      await sandbox[Symbol.asyncDispose]();
    },
  };
}
