/** Whether the archive is browsed on a connection, and in which environment. Knows no `vscode`. */
import * as l10n from "@vscode/l10n";
import { environments } from "../../api/index.ts";
import type { Environment } from "../../api/index.ts";

interface EnvironmentFacts {
  /** Whose archive it is; undefined without a connection. */
  readonly connection: string | undefined;
  /** Of the connection; undefined where forms run as drafts. */
  readonly environment: Environment | undefined;
  /** What was chosen for the archive, by whose it is; read from disk. */
  readonly chosen: Readonly<Record<string, unknown>>;
}

/** The connection's own, or else what the author chose for its archive; never another one (T83, T85). */
export function archiveEnvironment({ connection, environment, chosen }: EnvironmentFacts): Environment | undefined {
  if (connection === undefined || environment !== undefined) return environment;
  const kept = Object.hasOwn(chosen, connection) ? chosen[connection] : undefined;
  return environments.find((name) => name === kept);
}

/** Connections whose author agreed, by their identity; on this computer. */
const browsedKey = "smartform.archive.browsed";

interface BrowsedState {
  readonly get: (key: string, otherwise: readonly unknown[]) => readonly unknown[];
  readonly update: (key: string, value: readonly unknown[]) => Thenable<void>;
}

/**
 * Off until the author agrees, once for each connection: an API client reaches every folder of the company's archive,
 * those too that the author's own access groups keep closed (document 2, "Authentication"; T97). The sandbox holds
 * nobody's documents.
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

/** Beside the view's title. */
export function environmentLabel(environment: Environment | undefined): string {
  return environment ?? l10n.t("no environment chosen");
}
