/** The connections in the user's settings. Only the user's own value is read: a workspace could redirect the secret. */
import { isDeepStrictEqual } from "node:util";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { messageOf } from "../../language/index.ts";
import { settings } from "../identifiers.ts";
import { ConnectionChanged, readProfiles, withoutProfile } from "./connectionsModel.ts";
import type { Profile } from "./connectionsModel.ts";
import { SignedOut } from "./ownerModel.ts";

export class Profiles {
  readonly #log: vscode.LogOutputChannel;

  constructor(log: vscode.LogOutputChannel) {
    this.#log = log;
  }

  all(): readonly Profile[] {
    const inspected = inspect();
    const { profiles, problems } = readProfiles(inspected?.globalValue);
    for (const problem of problems) this.#log.warn(`A connection in your settings is left out: ${problem}`);
    if (inspected?.workspaceValue !== undefined || inspected?.workspaceFolderValue !== undefined) {
      this.#log.warn(
        `${settings.connections} of this workspace is ignored: addresses come only from your user settings.`,
      );
    }
    return profiles;
  }

  find(name: string | undefined): Profile | undefined {
    return this.all().find((profile) => profile.name === name);
  }

  /** Throws SignedOut if the settings have no connection of this name. */
  named(name: string): Profile {
    const profile = this.find(name);
    if (profile === undefined)
      throw new SignedOut(l10n.t("Your settings have no connection named {0}. Sign in again.", name));
    return profile;
  }

  /**
   * Throws ConnectionChanged if the connection has changed since the person was asked. The name may now lead to another
   * company, after a change in another window or in the settings.
   */
  refuseChanged(name: string, before: Profile | undefined): void {
    if (isDeepStrictEqual(this.find(name), before)) return;
    throw new ConnectionChanged(
      l10n.t(
        "The connection {0} was changed in your settings while a question was open, so nothing was done. Run the command again.",
        name,
      ),
    );
  }

  async keep(profile: Profile): Promise<void> {
    await write([...withoutProfile(inspect()?.globalValue, profile.name), profile]);
  }

  /** Rejects if the connection is still in the settings afterwards. */
  async remove(name: string): Promise<void> {
    try {
      await write(withoutProfile(inspect()?.globalValue, name));
    } catch (error) {
      throw new Error(
        l10n.t(
          "You are signed out of {0}, but VS Code could not remove the connection from your user settings: {1} Remove its entry from the setting smartform.connections yourself.",
          name,
          messageOf(error),
        ),
        { cause: error },
      );
    }
    if (this.find(name) !== undefined)
      throw new Error(
        l10n.t(
          "You are signed out of {0}, but VS Code left the connection in your user settings. Remove its entry from the setting smartform.connections yourself.",
          name,
        ),
      );
  }
}

const inspect = () => vscode.workspace.getConfiguration().inspect<unknown>(settings.connections);

async function write(entries: readonly unknown[]): Promise<void> {
  await vscode.workspace
    .getConfiguration()
    .update(settings.connections, entries.length === 0 ? undefined : entries, vscode.ConfigurationTarget.Global);
}
