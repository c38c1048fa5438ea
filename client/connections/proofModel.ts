/**
 * How a connection shows that its client is let in: by the smallest reading of its first API, which changes nothing.
 * Knows no `vscode`.
 */
import { daysAround, hoursQuery, onlyWritesAudit } from "../../api/index.ts";
import type { Api, ApiAddress } from "../../api/index.ts";
import { addressesOf } from "./connectionsModel.ts";
import type { Profile } from "./connectionsModel.ts";

/**
 * The API that is asked; `token` where nothing can be read, or nobody said in which environment, so that the token is
 * all that can be shown.
 */
export function proofOf(profile: Profile): ApiAddress | "token" {
  const [first = "token"] = addressesOf(profile);
  return onlyWritesAudit(profile) || (first === "documentsApiUrl" && profile.documentsEnvironment === undefined)
    ? "token"
    : first;
}

/** `api`: of this very profile. Rejects with ApiError where the client is not let in. */
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
    // Names of columns and folders, and of no document. Without a name the service would take Development too (document
    // 2, "Versioning").
    case "archiveApiUrl":
      return void (await call("archive.columns", { environment: "Development" }, options));
    case "documentsApiUrl":
      return environment && void (await call("documents.engine.version", { environment }, options));
  }
}
