/** Makes the api client for a running sandbox, signed in as one of the sandbox's clients. */
import { createApi } from "../../api/index.ts";
import type { Api, ApiOptions, Connection } from "../../api/index.ts";
import type { Ready, ReadyClient } from "../../sandbox/index.ts";

export function clientNamed({ clients }: Pick<Ready, "clients">, as: ReadyClient["name"] = "standard"): ReadyClient {
  const found = clients.find(({ name }) => name === as);
  if (found === undefined) throw new Error(`The sandbox has no client ${as}.`);
  return found;
}

/** Returns a connection to all services of the sandbox. */
export function connectionTo(ready: Ready, as?: ReadyClient["name"]): Connection {
  const {
    authUrl,
    formsApiUrl,
    formsAppUrl,
    auditApiUrl,
    statisticsApiUrl,
    signingApiUrl,
    archiveApiUrl,
    documentsApiUrl,
  } = ready;
  const { clientId, scope } = clientNamed(ready, as);
  return {
    authUrl,
    formsApiUrl,
    formsAppUrl,
    auditApiUrl,
    statisticsApiUrl,
    signingApiUrl,
    archiveApiUrl,
    documentsApiUrl,
    clientId,
    scope,
  };
}

/** Returns an api client. `secret` replaces the client's own secret. */
export function apiOf(
  ready: Ready,
  {
    as,
    secret = clientNamed(ready, as).clientSecret,
    ...more
  }: Omit<Partial<ApiOptions>, "secret"> & { readonly as?: ReadyClient["name"]; readonly secret?: string } = {},
): Api {
  return createApi({ connection: connectionTo(ready, as), secret: async () => secret, ...more });
}
