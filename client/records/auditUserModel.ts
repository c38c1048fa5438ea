/** Describes the user of an audit event in words that people recognise. Does not import `vscode`. */
import * as l10n from "@vscode/l10n";
import type { Profile } from "../connections/connectionsModel.ts";
import type { Session } from "../connections/session.ts";
import { quoted, visible } from "../../language/index.ts";

/** A client of a connection. For everything that the client did, the service names the client's id as the user. */
export interface OwnClient {
  readonly clientId: string;
  /** The name of the connection. */
  readonly connection: string;
}

/** Returns the client of the session and, if the settings name one, the connection's client of type Audit. */
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
 * Returns the name of the connection if the user is one of these clients, and otherwise the user as the service names
 * it. The writer of an event can write any user into it, so a user whose name contains the connection's name is quoted.
 */
export function userText(user: string | null | undefined, clients: readonly OwnClient[]): string {
  const own = clients.find(({ clientId }) => clientId === user);
  if (own !== undefined) return l10n.t("{0} (this connection)", own.connection);
  const said = visible(user ?? "");
  return clients.some(({ connection }) => said.includes(connection)) ? quoted(said) : said;
}
