/** The connection that the `SMARTFORM_*` variables name, for programs outside of VS Code. */
import * as l10n from "@vscode/l10n";
import { environmentIn, environments } from "./connection.ts";
import type { Connection, Environment } from "./connection.ts";
import { ApiError } from "./error.ts";

export interface NamedConnection {
  readonly connection: Connection;
  /** Reads the variable anew, so that nobody keeps the secret. */
  readonly secret: () => Promise<string>;
  /** Absent: the saved version of a Smartform. */
  readonly environment?: Environment;
  /** From HTTPS_PROXY and NO_PROXY, in either letter case. */
  readonly proxy?: { readonly url: string; readonly noProxy?: string };
}

const required = ["SMARTFORM_AUTH_URL", "SMARTFORM_FORMS_API_URL", "SMARTFORM_CLIENT_ID", "SMARTFORM_CLIENT_SECRET"] as const;

/** Throws ApiError `not-configured`, which names the variables that are missing or wrong. */
export function connectionFrom(variables: Readonly<Record<string, string | undefined>>): NamedConnection {
  const missing = required.filter((name) => !variables[name]);
  if (missing.length > 0) throw refusal(l10n.t("Set {0} to reach the service.", missing.join(", ")));
  const address = (name: string): string | undefined => {
    const value = variables[name];
    if (!value) return undefined;
    if (!URL.canParse(value)) throw refusal(l10n.t("{0} is no address: write it like {1}.", name, "https://forms.example.com"));
    return value.replace(/\/+$/, "");
  };
  const named = variables["SMARTFORM_ENVIRONMENT"];
  const environment = named ? environmentIn(named) : undefined;
  if (named && !environment) throw refusal(l10n.t("{0} is none of {1}.", "SMARTFORM_ENVIRONMENT", environments.join(", ")));

  const forms = address("SMARTFORM_FORMS_API_URL")!;
  const others = {
    auditApiUrl: address("SMARTFORM_AUDIT_API_URL"), statisticsApiUrl: address("SMARTFORM_STATISTICS_API_URL"), signingApiUrl: address("SMARTFORM_SIGNING_API_URL"),
    archiveApiUrl: address("SMARTFORM_ARCHIVE_API_URL"), documentsApiUrl: address("SMARTFORM_DOCUMENTS_API_URL"),
  };
  const connection: Connection = {
    authUrl: address("SMARTFORM_AUTH_URL")!,
    formsApiUrl: forms,
    formsAppUrl: address("SMARTFORM_FORMS_APP_URL") ?? forms,
    clientId: variables["SMARTFORM_CLIENT_ID"]!,
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined)),
  };
  const proxy = variables["https_proxy"] || variables["HTTPS_PROXY"];
  const noProxy = variables["no_proxy"] || variables["NO_PROXY"];
  return {
    connection,
    secret: () => Promise.resolve(variables["SMARTFORM_CLIENT_SECRET"] ?? ""),
    ...(environment ? { environment } : {}),
    ...(proxy ? { proxy: { url: proxy, ...(noProxy ? { noProxy } : {}) } } : {}),
  };
}

function refusal(message: string): ApiError {
  return new ApiError("not-configured", "token", "none", message);
}
