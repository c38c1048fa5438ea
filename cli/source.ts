/** Where the answers of a check come from: a catalog file, the service itself, or nowhere, which makes every question unknown. */
import { createApi } from "../api/index.ts";
import { type Call, fileCatalog, openLiveCatalog, readCatalogFile } from "../catalog/index.ts";
import type { Catalog } from "../language/index.ts";
import { Problem } from "./problem.ts";

export interface Source extends AsyncDisposable {
  readonly catalog: Catalog;
  /** Why the service could not be read completely, so that absence proves nothing; absent where it could, or was not asked. */
  readonly incomplete?: string;
}

export interface SourceOptions {
  readonly catalogFile?: string;
  readonly live: boolean;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** Rejects with CatalogError, or with Problem where the environment does not name a service. */
export async function openSource({ catalogFile, live, environment, signal }: SourceOptions): Promise<Source> {
  if (live) return readService(environment, signal);
  const catalog = fileCatalog(catalogFile === undefined ? {} : await readCatalogFile(catalogFile, { signal }));
  return { catalog, [Symbol.asyncDispose]: () => Promise.resolve() };
}

async function readService(environment: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Source> {
  const [authUrl = "", formsApiUrl = "", clientId = "", secret = ""] = required(environment, [
    "SMARTFORM_AUTH_URL", "SMARTFORM_FORMS_API_URL", "SMARTFORM_CLIENT_ID", "SMARTFORM_CLIENT_SECRET",
  ]);
  const proxy = environment["HTTPS_PROXY"] ?? environment["https_proxy"];
  const noProxy = environment["NO_PROXY"] ?? environment["no_proxy"];
  const api = createApi({
    connection: { authUrl, formsApiUrl, formsAppUrl: withoutSlash(environment["SMARTFORM_FORMS_APP_URL"] ?? ""), clientId },
    secret: () => Promise.resolve(secret),
    ...(proxy ? { proxy: { url: proxy, ...(noProxy ? { noProxy } : {}) } } : {}),
  });
  // Reads need no ticket, which the compiler cannot see for an operation that is still to be named.
  const call = api.call as Call;
  const live = openLiveCatalog({ identity: { authUrl, formsApiUrl, clientId }, call });
  const close = async () => {
    await live[Symbol.asyncDispose]();
    await api.close();
  };
  await live.refresh({ signal });
  const { state, problem } = live.status;
  const incomplete = problem ?? (state === "complete" ? undefined : "The reading stopped before its end.");
  return { catalog: live.current, ...(incomplete === undefined ? {} : { incomplete }), [Symbol.asyncDispose]: close };
}

/** In the order of the names, addresses without their last slash. */
function required(environment: NodeJS.ProcessEnv, names: readonly string[]): readonly string[] {
  const missing = names.filter((name) => !environment[name]);
  if (missing.length > 0) throw new Problem(`--live needs ${missing.join(", ")} in the environment.`);
  return names.map((name) => (name.endsWith("_URL") ? withoutSlash(environment[name] ?? "") : (environment[name] ?? "")));
}

function withoutSlash(address: string): string {
  return address.replace(/\/$/, "");
}
