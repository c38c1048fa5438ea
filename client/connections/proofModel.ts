/**
 * Shows that a connection's client is accepted. Sends the smallest request that reads from the connection's first API:
 * reading changes nothing. Does not import `vscode`.
 */
import { daysAround, hoursQuery, onlyWritesAudit } from "../../api/index.ts";
import type { Api, ApiAddress } from "../../api/index.ts";
import { addressesOf } from "./connectionsModel.ts";
import type { Profile } from "./connectionsModel.ts";

/**
 * Returns the API to call. Returns `token` if only the token can be tested: the client can read nothing, or no
 * environment of the document editor is chosen.
 */
export function proofOf(profile: Profile): ApiAddress | "token" {
  const [first = "token"] = addressesOf(profile);
  return onlyWritesAudit(profile) || (first === "documentsApiUrl" && profile.documentsEnvironment === undefined)
    ? "token"
    : first;
}

/** `api` must belong to this profile. Rejects with ApiError if the client is not accepted. */
export async function prove(
  { call, signIn }: Pick<Api, "call" | "signIn">,
  profile: Profile,
  { now, signal }: { readonly now: Date; readonly signal: AbortSignal },
): Promise<void> {
  const options = { signal },
    { documentsEnvironment: environment } = profile;
  switch (proofOf(profile)) {
    case "token":
      return signIn(options);
    case "formsApiUrl":
      return void (await call("forms.ping", {}, options));
    case "auditApiUrl":
      return void (await call(
        "audit.search",
        { body: { ...daysAround({ from: now, to: now }), skip: 0, take: 1 } },
        options,
      ));
    case "statisticsApiUrl":
      return void (await call(
        "statistics.analytics",
        { query: { ...hoursQuery({ from: now, to: now }), pageNumber: 1, pageSize: 1 } },
        options,
      ));
    case "signingApiUrl":
      return void (await call("signing.activities", {}, options));
    // This call returns names of columns and folders, but no document. The call names Development, because the service
    // would use Development for a call without an environment too (document 2, "Versioning").
    case "archiveApiUrl":
      return void (await call("archive.columns", { environment: "Development" }, options));
    case "documentsApiUrl":
      return environment && void (await call("documents.engine.version", { environment }, options));
  }
}
