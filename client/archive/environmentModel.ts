/** Which environment the archive is used in. Knows no `vscode`. */
import { environments, type Environment } from "../../api/index.ts";

export interface EnvironmentFacts {
  readonly connection: string | undefined;
  /** Of the connection; undefined where forms run as drafts. */
  readonly environment: Environment | undefined;
  /** What was chosen for the archive, by the connection's name; read from disk. */
  readonly chosen: Readonly<Record<string, unknown>>;
}

/** The connection's own, or else what the author chose for its archive; never another one (T83, T85). */
export function archiveEnvironment({ connection, environment, chosen }: EnvironmentFacts): Environment | undefined {
  if (connection === undefined || environment !== undefined) return environment;
  const kept = Object.hasOwn(chosen, connection) ? chosen[connection] : undefined;
  return environments.find((name) => name === kept);
}

/** Beside the view's title. */
export function environmentLabel(environment: Environment | undefined): string {
  return environment ?? "no environment chosen";
}
