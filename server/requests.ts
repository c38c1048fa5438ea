/** The loop that registers and guards all requests. */
import type { CancellationToken } from "vscode-languageserver";
import { guard } from "./guard.ts";
import type { ServerState } from "./handler.ts";
import { requests } from "./registry.ts";

export function registerRequests(state: ServerState): void {
  const { connection, log } = state;
  for (const { method, otherwise, work } of requests) {
    // For a custom request without parameters, the connection passes only the token.
    const answer = (...given: readonly unknown[]): Promise<unknown> => {
      const params = (given.length > 1 ? given[0] : {}) as never;
      const answered = guard<never, unknown>(log, {
        method: typeof method === "string" ? method : method.method,
        otherwise: otherwise(params),
        async work(_, { signal }) {
          const found = await work(params, { ...state, signal });
          return found === undefined ? otherwise(params) : found;
        },
      });
      return answered(params, given.at(-1) as CancellationToken);
    };
    if (typeof method === "string") connection.onRequest(method, answer);
    else connection.onRequest(method, answer);
  }
}
