/** Who did what an audit event records, as people know them. Does not import `vscode`. */
import * as l10n from "@vscode/l10n";
import type { Profile } from "../connections/connectionsModel.ts";
import type { Session } from "../connections/session.ts";
import { quoted, visible } from "../../language/index.ts";

/** A client of a connection, whose id the service names as the user of what it did. */
export interface OwnClient {
  readonly clientId: string;
  /** The name of the connection. */
  readonly connection: string;
}

/** Returns the client of the session, and the one of type Audit if the settings name it. */
export function ownClients(
  { name, api }: Pick<Session, "name" | "api">,
  profiles: readonly Profile[],
): readonly OwnClient[] {
  const audit = profiles.find((profile) => profile.name === name)?.auditClientId;
  return [api.connection.clientId, ...(audit === undefined ? [] : [audit])].map((clientId) => ({
    clientId,
    connection: name,
  }));
}

/**
 * Returns the user as the service names it, or the name of the connection if it was one of these clients. The writer of
 * an event chooses its user, so a user that contains the name of the connection is quoted.
 */
export function userText(user: string | null | undefined, clients: readonly OwnClient[]): string {
  const own = clients.find(({ clientId }) => clientId === user);
  if (own !== undefined) return l10n.t("{0} (this connection)", own.connection);
  const said = visible(user ?? "");
  return clients.some(({ connection }) => said.includes(connection)) ? quoted(said) : said;
}
