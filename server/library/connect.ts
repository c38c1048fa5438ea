/** Connects to the service that the `SMARTFORM_*` variables name. Loaded only if no client makes the calls. */
import * as l10n from "@vscode/l10n";
import { connectionFrom, createApi } from "../../api/index.ts";
import type { Call } from "../../catalog/index.ts";
import type { LiveLibraryOptions } from "./library.ts";

/** `contents`: the translations, for `@vscode/l10n`. The api room uses that package, and the language server does not. */
export function connectFromVariables(
  contents: Readonly<Record<string, string>>,
): Pick<LiveLibraryOptions, "identity" | "call" | "close"> {
  l10n.config({ contents });
  const { connection, secret, proxy } = connectionFrom(process.env, ["formsApiUrl"]);
  const { authUrl, formsApiUrl, clientId } = connection;
  const api = createApi({ connection, secret, ...(proxy ? { proxy } : {}) });
  return { identity: { authUrl, formsApiUrl, clientId }, call: api.call as Call, close: () => api.close() };
}
