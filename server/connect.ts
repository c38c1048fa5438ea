/** Reaches the service that the `SMARTFORM_*` variables name: loaded only where no client makes the calls. */
import { connectionFrom, createApi } from "../api/index.ts";
import type { Call } from "../catalog/index.ts";
import type { LiveLibraryOptions } from "./library.ts";

export function connectFromVariables(): Pick<LiveLibraryOptions, "identity" | "call" | "close"> {
  const { connection, secret, proxy } = connectionFrom(process.env);
  const { authUrl, formsApiUrl, clientId } = connection;
  const api = createApi({ connection, secret, ...(proxy ? { proxy } : {}) });
  return { identity: { authUrl, formsApiUrl, clientId }, call: api.call as Call, close: () => api.close() };
}
