/** Whether the archive is browsed on a connection, and in which environment. Does not import `vscode`. */
import * as l10n from "@vscode/l10n";
import { environments } from "../../api/index.ts";
import type { Environment } from "../../api/index.ts";
import { isSandboxIdentity, sandboxEnvironments } from "../connections/connectionsModel.ts";

interface EnvironmentFacts {
  /** Key of the archive's owner; undefined without a connection. */
  readonly connection: string | undefined;
  /** The connection's environment; undefined if its forms run as drafts. */
  readonly environment: Environment | undefined;
  /** Environments chosen for archives, by the owner's key; read from disk, so not trusted. */
  readonly chosen: Readonly<Record<string, unknown>>;
}

/**
 * Returns the connection's environment, or else the one that the author chose for the connection's archive. Never
 * returns any other environment (T83, T85), except in the sandbox.
 */
export function archiveEnvironment({ connection, environment, chosen }: EnvironmentFacts): Environment | undefined {
  if (connection === undefined || environment !== undefined) return environment;
  const kept = Object.hasOwn(chosen, connection) ? chosen[connection] : undefined;
  return (
    environments.find((name) => name === kept) ??
    (isSandboxIdentity(connection) ? sandboxEnvironments.archive : undefined)
  );
}

/** Identities of connections for which the author agreed to browse the archive; kept on this computer. */
const browsedKey = "smartform.archive.browsed";

interface BrowsedState {
  readonly get: (key: string, otherwise: readonly unknown[]) => readonly unknown[];
  readonly update: (key: string, value: readonly unknown[]) => Thenable<void>;
}

/**
 * Asks the author once per connection before the archive is browsed. An API client reaches every folder of the
 * company's archive, even folders that the author's own access groups keep closed (document 2, "Authentication"; T97).
 * The sandbox needs no consent, because it holds nobody's documents.
 */
export async function isBrowsed(
  store: BrowsedState,
  { identity, sandbox }: { readonly identity: string; readonly sandbox: boolean },
  agrees: () => Promise<boolean>,
): Promise<boolean> {
  const browsed = store.get(browsedKey, []);
  if (sandbox || browsed.includes(identity)) return true;
  if (!(await agrees())) return false;
  await store.update(browsedKey, [...browsed, identity]);
  return true;
}

/** Shown next to the view's title. */
export function environmentLabel(environment: Environment | undefined): string {
  return environment ?? l10n.t("no environment chosen");
}
