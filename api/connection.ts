/** Who is called, and as whom. Addresses come from the user or the sandbox, never from a workspace. */

/**
 * Addresses without a trailing slash. The ones that are absent belong to services that this connection does not use:
 * any one alone is enough.
 */
export interface Connection {
  readonly authUrl: string;
  readonly formsApiUrl?: string;
  /** Where people open forms: nothing is called there. */
  readonly formsAppUrl?: string;
  readonly auditApiUrl?: string;
  readonly statisticsApiUrl?: string;
  readonly signingApiUrl?: string;
  readonly archiveApiUrl?: string;
  readonly documentsApiUrl?: string;
  readonly clientId: string;
  /**
   * What the token is asked for, with a space between scopes: default `api.external`; `api.audit` for a client that
   * writes audit events; an environment may require one of its own (document 3, "Authentication").
   */
  readonly scope?: string;
}

/** Addresses of the APIs, the one that a connection is called by first. */
export const apiAddresses = [
  "formsApiUrl",
  "auditApiUrl",
  "statisticsApiUrl",
  "signingApiUrl",
  "archiveApiUrl",
  "documentsApiUrl",
] as const;
export type ApiAddress = (typeof apiAddresses)[number];

/** The scopes of a connection's token. */
export function scopesOf({ scope = "" }: Pick<Connection, "scope">): readonly string[] {
  const named = scope.split(" ").filter((name) => name !== "");
  return named.length === 0 ? ["api.external"] : named;
}

/** Whether its client can post audit events and nothing else (document 2, "Authentication"). */
export function onlyWritesAudit(connection: Pick<Connection, "scope">): boolean {
  return scopesOf(connection).every((name) => name === "api.audit");
}

/** `Development`, `Test`, `PreProduction`, `Production`: the spelling that is sent (document 1, "Versioning"). */
export const environments = ["Development", "Test", "PreProduction", "Production"] as const;
export type Environment = (typeof environments)[number];

/** The forms API takes them in any letter case; undefined for another name. */
export function environmentIn(written: string | undefined): Environment | undefined {
  return environments.find((each) => each.toLowerCase() === written?.toLowerCase());
}

/**
 * Those of the document editor: another list, in another place of the path (document 3, "Versioning"). No name is
 * turned into one of the other list.
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
