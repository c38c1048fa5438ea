/**
 * The service's addresses, and the client that calls it. Addresses come from the user or the sandbox, never from a
 * workspace.
 */

/**
 * Addresses have no trailing slash. If an API's address is absent, this connection does not use that API. The address
 * of one API is enough.
 */
export interface Connection {
  readonly authUrl: string;
  readonly formsApiUrl?: string;
  /** Where people open forms: no call goes there. */
  readonly formsAppUrl?: string;
  readonly auditApiUrl?: string;
  readonly statisticsApiUrl?: string;
  readonly signingApiUrl?: string;
  readonly archiveApiUrl?: string;
  readonly documentsApiUrl?: string;
  readonly clientId: string;
  /**
   * The scopes to request for the token, separated by spaces. The default is `api.external`; a client that writes audit
   * events needs `api.audit`; an environment may require a scope of its own (document 3, "Authentication").
   */
  readonly scope?: string;
}

/** The address fields of the APIs. The first one present gives the connection's host. */
export const apiAddresses = [
  "formsApiUrl",
  "auditApiUrl",
  "statisticsApiUrl",
  "signingApiUrl",
  "archiveApiUrl",
  "documentsApiUrl",
] as const;
export type ApiAddress = (typeof apiAddresses)[number];

/** Returns the scopes of a connection's token. */
export function scopesOf({ scope = "" }: Pick<Connection, "scope">): readonly string[] {
  const named = scope.split(" ").filter((name) => name !== "");
  return named.length === 0 ? ["api.external"] : named;
}

/** Whether the client can only post audit events (document 2, "Authentication"). */
export function onlyWritesAudit(connection: Pick<Connection, "scope">): boolean {
  return scopesOf(connection).every((name) => name === "api.audit");
}

/** The environments of the forms API, spelled as they are sent (document 1, "Versioning"). */
export const environments = ["Development", "Test", "PreProduction", "Production"] as const;
export type Environment = (typeof environments)[number];

/**
 * Returns the environment for a name in any letter case, because the forms API accepts any letter case; undefined for
 * any other name.
 */
export function environmentIn(written: string | undefined): Environment | undefined {
  return environments.find((each) => each.toLowerCase() === written?.toLowerCase());
}

/**
 * The environments of the document editor, which has a list of its own (document 3, "Versioning"). Names are never
 * converted between this list and `environments`.
 */
export const documentsEnvironments = [
  "Development",
  "Test",
  "Test1",
  "Test2",
  "Test3",
  "Test4",
  "Test5",
  "IntegrationTest",
  "AcceptanceTest",
  "Production",
] as const;
export type DocumentsEnvironment = (typeof documentsEnvironments)[number];
