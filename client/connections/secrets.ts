/** Secrets of connections: kept in SecretStorage, or only in the memory of this window. */
import * as l10n from "@vscode/l10n";
import type * as vscode from "vscode";
import type { Profile } from "./connectionsModel.ts";
import { SignedOut } from "./ownerModel.ts";

export class Secrets {
  readonly #storage: vscode.SecretStorage;
  readonly #inMemory = new Map<string, string>();

  constructor(storage: vscode.SecretStorage) {
    this.#storage = storage;
  }

  async find(key: string): Promise<string | undefined> {
    return this.#inMemory.get(key) ?? (await this.#storage.get(key));
  }

  /** Rejects with SignedOut if the connection has no such secret. */
  async read({ name }: Profile, key: string): Promise<string> {
    const secret = await this.find(key);
    if (secret === undefined)
      throw new SignedOut(
        l10n.t("You are signed out of {0}, or its address or client id changed. Sign in again.", name),
        name,
      );
    return secret;
  }

  isInMemory(key: string): boolean {
    return this.#inMemory.has(key);
  }

  async keep(key: string, secret: string, sessionOnly: boolean): Promise<void> {
    if (sessionOnly) return void this.#inMemory.set(key, secret);
    await this.#storage.store(key, secret);
    // A secret that was kept for this session would take precedence over the new one.
    this.#inMemory.delete(key);
  }

  async forget(key: string): Promise<void> {
    this.#inMemory.delete(key);
    await this.#storage.delete(key);
  }
}
