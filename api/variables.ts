/** Reads the connection from the `SMARTFORM_*` variables, for programs outside of VS Code. */
import * as l10n from "@vscode/l10n";
import { apiAddresses, environmentIn, environments } from "./connection.ts";
import type { ApiAddress, Connection, Environment } from "./connection.ts";
import { ApiError } from "./error.ts";

interface NamedConnection {
  readonly connection: Connection;
  /** Reads the variable on every call, so that the secret is never stored. */
  readonly secret: () => Promise<string>;
  /** If it is absent, the calls use the saved draft of a Smartform. */
  readonly environment?: Environment;
  /** From HTTPS_PROXY and NO_PROXY, in either letter case. */
  readonly proxy?: { readonly url: string; readonly noProxy?: string };
}

const required = ["SMARTFORM_AUTH_URL", "SMARTFORM_CLIENT_ID", "SMARTFORM_CLIENT_SECRET"] as const;

const variableOf = {
  formsApiUrl: "SMARTFORM_FORMS_API_URL",
  auditApiUrl: "SMARTFORM_AUDIT_API_URL",
  statisticsApiUrl: "SMARTFORM_STATISTICS_API_URL",
  signingApiUrl: "SMARTFORM_SIGNING_API_URL",
  archiveApiUrl: "SMARTFORM_ARCHIVE_API_URL",
  documentsApiUrl: "SMARTFORM_DOCUMENTS_API_URL",
} as const satisfies Record<ApiAddress, string>;

/**
 * Reads the connection. `needs` lists the addresses that the caller requires. Throws ApiError `not-configured`, which
 * names the variables that are missing or wrong.
 */
export function connectionFrom<Needed extends ApiAddress = never>(
  variables: Readonly<Record<string, string | undefined>>,
  needs: readonly Needed[] = [],
): NamedConnection & { readonly connection: Connection & Required<Pick<Connection, Needed>> } {
  const missing = [...required, ...needs.map((each) => variableOf[each])].filter((name) => !variables[name]);
  if (missing.length > 0) throw refusal(l10n.t("Set {0} to reach the service.", missing.join(", ")));
  const address = (name: string): string | undefined => {
    const value = variables[name];
    if (!value) return undefined;
    if (!URL.canParse(value))
      throw refusal(l10n.t("{0} is not an address. Write it like {1}.", name, "https://forms.example.com"));
    return value.replace(/\/+$/, "");
  };
  const named = variables["SMARTFORM_ENVIRONMENT"];
  const environment = named ? environmentIn(named) : undefined;
  if (named && !environment)
    throw refusal(l10n.t("{0} is not one of {1}.", "SMARTFORM_ENVIRONMENT", environments.join(", ")));

  const addresses = Object.fromEntries(
    apiAddresses.flatMap((each) => {
      const value = address(variableOf[each]);
      return value === undefined ? [] : [[each, value]];
    }),
  );
  if (Object.keys(addresses).length === 0)
    throw refusal(l10n.t("Set the address of at least one API: {0}.", Object.values(variableOf).join(", ")));
  const formsAppUrl = address("SMARTFORM_FORMS_APP_URL");
  const scope = variables["SMARTFORM_SCOPE"]?.trim();
  const connection = {
    authUrl: address("SMARTFORM_AUTH_URL")!,
    clientId: variables["SMARTFORM_CLIENT_ID"]!,
    ...addresses,
    ...(formsAppUrl && { formsAppUrl }),
    ...(scope && { scope }),
  } as Connection & Required<Pick<Connection, Needed>>;
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
