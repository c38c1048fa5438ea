/**
 * Passwords that request files name: asked for once and kept in VS Code's SecretStorage, for one connection, one
 * workspace folder and one address. If a file names the same password for another address, the person is asked again,
 * so that the author of a file cannot have passwords sent elsewhere.
 */
import { createHash } from "node:crypto";
import * as l10n from "@vscode/l10n";
import type * as vscode from "vscode";
import { visible } from "../../language/index.ts";
import type { Session } from "../connections/session.ts";
import { window } from "../window/window.ts";

interface SecretPlaceOf {
  readonly session: Pick<Session, "identity" | "name">;
  /** URI of the workspace folder or, outside any folder, of the request file. */
  readonly home: string;
  /** Origin to which the call sends the password; empty if the request names none. */
  readonly destination: string;
}

/** The key under which `globalState` keeps the list of the keys of these secrets. */
const listed = "smartform.requests.secrets";

/** Returns the passwords by name; undefined if the person cancelled. */
export async function askSecrets(
  context: vscode.ExtensionContext,
  names: Iterable<string>,
  place: SecretPlaceOf,
): Promise<ReadonlyMap<string, string> | undefined> {
  const secrets = new Map<string, string>();
  for (const name of new Set(names)) {
    const secret = await askSecret(context, name, place);
    if (secret === undefined) return undefined;
    secrets.set(name, secret);
  }
  return secrets;
}

async function askSecret(
  { secrets, globalState }: vscode.ExtensionContext,
  name: string,
  { session, home, destination }: SecretPlaceOf,
): Promise<string | undefined> {
  const key = `smartform.requests.${createHash("sha256")
    .update(JSON.stringify([session.identity, home, destination, name]))
    .digest("hex")}`;
  const kept = await secrets.get(key);
  if (kept !== undefined) return kept;
  const where =
    destination === ""
      ? l10n.t("The password goes to the service with the request.")
      : l10n.t("The service uses the password when it calls {0}.", visible(destination));
  const given = await window.showInputBox({
    title: l10n.t('Password "{0}"', name),
    prompt: l10n.t(
      "{0} The password for the connection {1} is kept in the secret storage of this computer, never in the file.",
      where,
      session.name,
    ),
    password: true,
    validateInput: (value) =>
      value === "" ? l10n.t("Type the password, or press Escape to send nothing.") : undefined,
  });
  if (given === undefined || given === "") return undefined;
  await globalState.update(listed, [...keysOf(globalState).filter((each) => each !== key), key]);
  await secrets.store(key, given);
  return given;
}

/** Returns how many passwords were forgotten. */
export async function forgetSecrets({ secrets, globalState }: vscode.ExtensionContext): Promise<number> {
  const keys = keysOf(globalState);
  for (const key of keys) await secrets.delete(key);
  await globalState.update(listed, []);
  return keys.length;
}

function keysOf(state: vscode.Memento): readonly string[] {
  const keys = state.get<unknown>(listed);
  return Array.isArray(keys) ? keys.filter((key) => typeof key === "string") : [];
}
