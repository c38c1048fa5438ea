/**
 * Answers a check's questions from the service, which is read completely before the check begins. Loaded only for
 * `--live`.
 */
import { createApi } from "../api/index.ts";
import { openLiveCatalog } from "../catalog/index.ts";
import type { Call } from "../catalog/index.ts";
import { Problem } from "./problem.ts";
import type { Source } from "./source.ts";

/** Rejects with Problem if the environment does not name a service. */
export async function readService(environment: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Source> {
  const [authUrl = "", formsApiUrl = "", clientId = "", secret = ""] = required(environment, [
    "SMARTFORM_AUTH_URL",
    "SMARTFORM_FORMS_API_URL",
    "SMARTFORM_CLIENT_ID",
    "SMARTFORM_CLIENT_SECRET",
  ]);
  const proxy = environment["HTTPS_PROXY"] ?? environment["https_proxy"];
  const noProxy = environment["NO_PROXY"] ?? environment["no_proxy"];
  const api = createApi({
    connection: {
      authUrl,
      formsApiUrl,
      clientId,
      ...(environment["SMARTFORM_SCOPE"] ? { scope: environment["SMARTFORM_SCOPE"] } : {}),
    },
    secret: () => Promise.resolve(secret),
    ...(proxy ? { proxy: { url: proxy, ...(noProxy ? { noProxy } : {}) } } : {}),
  });
  // Reads need no ticket, but the compiler cannot see that as long as the operation is a variable.
  const call = api.call as Call;
  const live = openLiveCatalog({ identity: { authUrl, formsApiUrl, clientId }, call });
  const close = async () => {
    await live[Symbol.asyncDispose]();
    await api.close();
  };
  await live.refresh({ signal });
  const { state, problem } = live.status;
  const incomplete = problem ?? (state === "complete" ? undefined : "Reading stopped early.");
  return {
    get catalog() {
      return live.current;
    },
    askUnlisted: () => live.askUnlisted(),
    ...(incomplete === undefined ? {} : { incomplete }),
    [Symbol.asyncDispose]: close,
  };
}

/** Returns the values in the order of the names; addresses lose their trailing slash. */
function required(environment: NodeJS.ProcessEnv, names: readonly string[]): readonly string[] {
  const missing = names.filter((name) => !environment[name]);
  if (missing.length > 0) throw new Problem(`--live needs these environment variables: ${missing.join(", ")}.`);
  return names.map((name) =>
    name.endsWith("_URL") ? (environment[name] ?? "").replace(/\/$/, "") : (environment[name] ?? ""),
  );
}
