/**
 * Which connection a window uses, and in which environment Smartforms run on each connection. Does not import `vscode`.
 */
import * as z from "zod";
import { environments } from "../../api/index.ts";
import type { Environment } from "../../api/index.ts";
import type { KeptState } from "../window/keptState.ts";

const currentKey = "smartform.currentConnection";
const environmentsKey = "smartform.environments";

const chosenEnvironments = z.record(z.string(), z.enum(environments));

export class Choice {
  readonly #workspace: KeptState;
  readonly #everywhere: KeptState;
  /**
   * When this window started, this connection was the one last used in any window; a choice in this window replaces it.
   * A later choice in another window must not switch this window, whose status bar still shows the old connection.
   */
  #lastUsed: string | undefined;

  /** `workspace` is the state of this workspace, `everywhere` that of all windows. */
  constructor(workspace: KeptState, everywhere: KeptState) {
    this.#workspace = workspace;
    this.#everywhere = everywhere;
    this.#lastUsed = nameIn(everywhere);
  }

  /** Name of the connection; undefined if none was chosen. */
  get connection(): string | undefined {
    return nameIn(this.#workspace) ?? this.#lastUsed;
  }

  /** Applies to this workspace, and to windows that start later in a workspace without a choice of its own. */
  async use(name: string | undefined): Promise<void> {
    this.#lastUsed = name;
    await this.#workspace.update(currentKey, name);
    await this.#everywhere.update(currentKey, name);
  }

  /**
   * Applies to this workspace only. Resolves with false if the user has already chosen a connection in this workspace.
   */
  async suggest(name: string): Promise<boolean> {
    if (nameIn(this.#workspace) !== undefined) return false;
    await this.#workspace.update(currentKey, name);
    return true;
  }

  /** The environment in this workspace. Production of one connection never carries over to another. */
  environment(name = this.connection): Environment | undefined {
    return name === undefined ? undefined : this.#environments().get(name);
  }

  async chooseEnvironment(chosen: Environment | undefined, name = this.connection): Promise<void> {
    if (name === undefined) return;
    const all = this.#environments();
    if (chosen === undefined) all.delete(name);
    else all.set(name, chosen);
    await this.#workspace.update(environmentsKey, Object.fromEntries(all));
  }

  #environments(): Map<string, Environment> {
    return new Map(Object.entries(chosenEnvironments.safeParse(this.#workspace.get(environmentsKey)).data ?? {}));
  }
}

function nameIn(store: KeptState): string | undefined {
  const name = store.get(currentKey);
  return typeof name === "string" ? name : undefined;
}
