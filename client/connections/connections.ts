/**
 * The connections of this window: which one is current, and how every part of the client reaches a service. Nothing is
 * called in Restricted Mode, and no address, secret or client id is ever taken from a workspace.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { messageOf } from "../../language/index.ts";
import { createApi, isApiError, NobodyThere, scopesOf, SecretWithheld } from "../../api/index.ts";
import type { Api, ApiOptions, CallRecord, Connection, Environment } from "../../api/index.ts";
import type { Recording } from "../../authoring/index.ts";
import { settings } from "../identifiers.ts";
import { userSetting } from "../window/userSetting.ts";
import { ApiCache } from "./apiCache.ts";
import type { Session } from "./session.ts";
import { Choice } from "./choiceModel.ts";
import {
  auditConnectionOf,
  auditSecretKey,
  connectionOf,
  everyService,
  hostNameOf,
  identityOf,
  isSandboxIdentity,
  sandboxName,
  secretKey,
  secretsOnlyOf,
  servicesOf,
} from "./connectionsModel.ts";
import type { Profile } from "./connectionsModel.ts";
import type { Control } from "./sandboxControl.ts";
import { NoAuditClient, NotConnected, sessionHere, sessionOf } from "./ownerModel.ts";
import type { Owner, Ways } from "./ownerModel.ts";
import { Profiles } from "./profiles.ts";
import { sandboxClient, sandboxOfThisComputer } from "./sandboxOfThisComputer.ts";
import type { ReadyLine } from "./sandboxProcess.ts";
import { Secrets } from "./secrets.ts";
import { standingAfter, Standings } from "./standing.ts";
import type { Standing } from "./standing.ts";
import { requireTrust } from "./trust.ts";

export { NotConnected };

export interface Connections extends vscode.Disposable {
  /** Name of the current connection; undefined if none was chosen. */
  readonly current: string | undefined;
  /** Environment of the current connection; each connection has its own. */
  readonly environment: Environment | undefined;
  /** Returns the environment chosen for a connection in this workspace. */
  environmentOf(name: string): Environment | undefined;
  readonly profiles: readonly Profile[];
  /** Services that the current connection has an address for: `forms`, `audit`, `archive`… */
  readonly services: readonly string[];
  readonly onDidChange: vscode.Event<void>;
  /** State of the current connection according to its last calls. */
  readonly standing: Standing;
  /** Whether the current connection leads to a sandbox that forgets everything when the window closes. */
  readonly isTemporary: boolean;
  /** Fires when `standing` or `isTemporary` has changed. */
  readonly onDidChangeStanding: vscode.Event<void>;
  /**
   * Returns a session for work that starts now; after any wait, another connection may be current. Without options,
   * this is the session of the current connection. With `owner`, it is the session of that owner, current or not. With
   * `name`, it is that of the named connection, for addresses that contain a name. Rejects with NotConnected if there
   * is no session.
   */
  session(options?: { readonly owner: Owner } | { readonly name: string }): Promise<Session>;
  /** Returns whether the current connection leads to the owner's library, signed in or not. */
  isCurrent(owner: Owner): boolean;
  /**
   * Returns the owner's session if the owner's library is the current one. Otherwise rejects with OtherLibrary, which
   * names both libraries.
   */
  here(owner: Owner): Promise<Session>;
  /**
   * Returns the session with the client of type Audit, which can only write audit events: everything else goes through
   * `session`.
   */
  auditSession(options?: { readonly owner: Owner }): Promise<Session>;
  /** Returns whether a secret is kept for the connection. */
  isSignedIn(name: string): Promise<boolean>;
  use(name: string): Promise<void>;
  /**
   * Uses the connection that the workspace names, but only in this workspace, and only if the user has not chosen a
   * connection there yet.
   */
  suggest(name: string): Promise<void>;
  /** Sets the environment of the named connection in this workspace. */
  chooseEnvironment(environment: Environment | undefined, name: string): Promise<void>;
  /**
   * Keeps the addresses in the user's settings and the secret in SecretStorage, or in memory only. `before`, here and
   * below: the profile of this name as it was when the person was asked. Rejects, and keeps nothing, if the settings
   * have since changed for this name.
   */
  add(
    profile: Profile,
    secret: string,
    options: { readonly before: Profile | undefined; readonly sessionOnly: boolean },
  ): Promise<void>;
  /**
   * Keeps changed service addresses, scopes, and the environment of the document editor. The secret stays where it was
   * kept before: in SecretStorage or in memory.
   */
  addServices(profile: Profile, options: { readonly before: Profile }): Promise<void>;
  /**
   * Adds a client of type Audit to an existing connection: its id and address go to the user's settings, its secret is
   * kept like that of the first client.
   */
  addAuditClient(
    profile: Profile,
    secret: string,
    options: { readonly before: Profile; readonly sessionOnly: boolean },
  ): Promise<void>;
  /** Deletes the secrets and all tokens of the connection; its addresses stay in the settings. */
  signOut(name: string): Promise<void>;
  /** Signs out, and removes the connection from the user's settings. Rejects if it is still there afterwards. */
  remove(before: Profile): Promise<void>;
  /** Returns access to the outbox of this computer's sandbox, which shows what would have been sent. */
  sandboxControl(): Promise<Control>;
  /**
   * Creates an api client to test addresses that are not a connection yet. The caller closes it. `of`: the connection
   * whose kept secret is used. Throws if `connection` and `of` differ in sign-in address or client id.
   */
  probe(connection: Connection, secret: string | { readonly of: Profile }): Api;
}

interface ConnectionPorts {
  readonly log: vscode.LogOutputChannel;
  readonly onCall: (record: CallRecord) => void;
  /** Records every text that is read through this API in the history of the library. */
  readonly record: (api: Api, identity: string) => Recording;
}

export function createConnections(
  context: vscode.ExtensionContext,
  { log, onCall, record }: ConnectionPorts,
): Connections {
  const changed = new vscode.EventEmitter<void>();
  const stands = new vscode.EventEmitter<void>();
  const standings = new Standings(() => stands.fire());
  const apis = new ApiCache<Recording>();
  const choice = new Choice(context.workspaceState, context.globalState);
  const secrets = new Secrets(context.secrets);
  const profiles = new Profiles(log);
  const sandbox = sandboxOfThisComputer(context, log, answers);
  let isTemporary = false;

  /** `name`: calls with these options update the standing of this connection. */
  function optionsFor(connection: Connection, secret: ApiOptions["secret"], name?: string): ApiOptions {
    const proxy = userSetting("http.proxy", "");
    return {
      connection,
      secret,
      timeout: userSetting(settings.timeout, 30) * 1000,
      ...(proxy !== "" && userSetting<string>("http.proxySupport", "override") !== "off"
        ? { proxy: { url: proxy, noProxy: userSetting<readonly string[]>("http.noProxy", []).join(",") } }
        : {}),
      log: (record) => {
        onCall(record);
        const standing = standingAfter(record, hostNameOf(connection));
        if (name !== undefined && standing !== undefined) standings.note(name, standing);
        if (record.error === "unreachable" && apis.connectionOf(sandboxName)?.authUrl === connection.authUrl)
          sandbox.suspect();
      },
    };
  }

  async function answers(ready: ReadyLine): Promise<boolean> {
    const { connection, secret } = sandboxClient(ready, "standard");
    const api = createApi(optionsFor(connection, async () => secret));
    try {
      await api.call("forms.ping", {}, { signal: AbortSignal.timeout(3000) });
      return true;
    } catch (error) {
      if (!isApiError(error)) throw error;
      return false;
    } finally {
      await api.close();
    }
  }

  const apiFor = (name: string, connection: Connection, secret: ApiOptions["secret"]): Promise<Recording> =>
    apis.get(name, connection, () =>
      record(createApi(optionsFor(connection, secret, name)), identityOf(name, connection)),
    );

  async function readySandbox(): Promise<ReadyLine> {
    const ready = await sandbox.ready();
    if (isTemporary !== sandbox.isTemporary) {
      isTemporary = sandbox.isTemporary;
      stands.fire();
    }
    return ready;
  }

  /**
   * If a sandbox has ended and another program listens at its address, that program does not receive the sandbox's
   * secret.
   */
  async function sandboxApi(
    key: string,
    type: "standard" | "audit",
  ): Promise<readonly [connection: Connection, recording: Recording, isTemporary: boolean]> {
    const ready = await readySandbox();
    const isOfWindow = isTemporary;
    const { connection, secret } = sandboxClient(ready, type);
    return [
      connection,
      await apiFor(key, connection, async () => {
        await sandbox.prove(ready).catch((error: unknown) => {
          if (error instanceof NobodyThere) {
            standings.note(sandboxName, "silent");
            throw error;
          }
          throw new SecretWithheld(messageOf(error), { cause: error });
        });
        return secret;
      }),
      isOfWindow,
    ];
  }

  function closeApis(): void {
    void apis.closeAll().catch((error: unknown) => log.warn(`A connection was not closed: ${String(error)}`));
  }

  const ways: Ways<Session> = {
    current: () => named(choice.connection),
    namesOf: (identity) =>
      isSandboxIdentity(identity)
        ? [sandboxName]
        : profiles
            .all()
            .filter((profile) => identityOf(profile.name, profile) === identity)
            .map(({ name }) => name),
    named: (name) => named(name),
  };

  async function session(options: Parameters<Connections["session"]>[0]): Promise<Session> {
    if (options === undefined) return ways.current();
    return "owner" in options ? sessionOf(ways, options.owner) : named(options.name);
  }

  async function named(name: string | undefined): Promise<Session> {
    requireTrust();
    if (name === undefined)
      throw new NotConnected(l10n.t("There is no connection yet. Use the sandbox, or sign in to a service."));
    if (name === sandboxName) {
      return describe(name, ...(await sandboxApi(name, "standard")));
    }
    const profile = profiles.named(name);
    await signedInSecret(profile);
    const { documentsEnvironment } = profile;
    return {
      ...describe(name, profile, await apiFor(name, connectionOf(profile), () => signedInSecret(profile))),
      documentsEnvironment,
    };
  }

  async function auditSession(options: Parameters<Connections["auditSession"]>[0]): Promise<Session> {
    // The identity comes from the client that reads, because the client of type Audit has another id.
    const first = await session(options);
    if (scopesOf(first.api.connection).includes("api.audit")) return first;
    const { name, identity } = first;
    // No connection can have this key as its name.
    const key = `${name} (audit)`;
    if (name === sandboxName) {
      return { ...describe(name, ...(await sandboxApi(key, "audit"))), identity };
    }
    const profile = profiles.named(name);
    const connection = auditConnectionOf(profile),
      kept = auditSecretKey(profile);
    if (connection === undefined || kept === undefined)
      throw new NoAuditClient(
        l10n.t(
          'The connection {0} has no client of type Audit. Add it with the command "Smartform: Sign In an Audit Client…".',
          name,
        ),
      );
    if ((await secrets.find(kept)) === undefined)
      throw new NotConnected(
        l10n.t(
          'The Audit client of {0} is signed out, or its address or client id changed. Sign it in with the command "Smartform: Sign In an Audit Client…".',
          name,
        ),
      );
    return {
      ...describe(name, connection, await apiFor(key, connection, () => secrets.read(profile, kept))),
      identity,
    };
  }

  function describe(name: string, connection: Connection, { api, bulkApi }: Recording, isOfWindow = false): Session {
    return {
      name,
      sandbox: name === sandboxName,
      isTemporary: isOfWindow,
      host: hostNameOf(connection),
      environment: choice.environment(name),
      identity: identityOf(name, connection),
      api,
      bulkApi,
    };
  }

  /** Returns the secret of the client of type Standard. Without it the connection counts as signed out. */
  async function signedInSecret(profile: Profile): Promise<string> {
    await noteSecret(profile);
    return secrets.read(profile, secretKey(profile));
  }

  async function noteSecret(profile: Profile): Promise<void> {
    if ((await secrets.find(secretKey(profile))) === undefined) standings.note(profile.name, "out");
    else standings.signedIn(profile.name);
  }

  async function use(name: string | undefined): Promise<void> {
    const kept = choice.use(name);
    log.info(name === undefined ? "No connection is chosen." : `The connection is now ${name}.`);
    // Fires before the choice is stored: further work already uses this connection, so the status bar must show it.
    changed.fire();
    await kept;
  }

  /** `others`: profiles of other connections. A secret that one of them shares is kept. */
  async function signOut(name: string, others: readonly Profile[] = []): Promise<void> {
    const profile = profiles.find(name);
    for (const key of profile === undefined ? [] : secretsOnlyOf(profile, others)) await secrets.forget(key);
    for (const key of [name, `${name} (audit)`]) await apis.close(key);
    log.info(`Signed out of ${name}.`);
    if (choice.connection === name) await use(undefined);
  }

  const listening = vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (
        event.affectsConfiguration(settings.connections) ||
        event.affectsConfiguration("http") ||
        event.affectsConfiguration(settings.timeout)
      ) {
        closeApis();
        changed.fire();
      }
    }),
    context.secrets.onDidChange(() => {
      // Another window may have signed in or out.
      const profile = profiles.find(choice.connection);
      if (profile !== undefined)
        noteSecret(profile).catch((error: unknown) =>
          log.warn(`The secret of ${profile.name} could not be looked for: ${String(error)}`),
        );
    }),
  );

  return {
    get current() {
      return choice.connection;
    },
    get environment() {
      return choice.environment();
    },
    environmentOf: (name) => choice.environment(name),
    get profiles() {
      return profiles.all();
    },
    get services() {
      if (choice.connection === sandboxName) return everyService;
      return servicesOf(profiles.find(choice.connection) ?? {});
    },
    onDidChange: changed.event,
    get standing() {
      return choice.connection === undefined ? "fine" : standings.of(choice.connection);
    },
    get isTemporary() {
      return choice.connection === sandboxName && isTemporary;
    },
    onDidChangeStanding: stands.event,
    session: (options) => session(options),
    isCurrent: ({ identity }) => choice.connection !== undefined && ways.namesOf(identity).includes(choice.connection),
    here: (owner) => sessionHere(ways, owner),
    auditSession: (options) => auditSession(options),
    async isSignedIn(name) {
      const profile = profiles.find(name);
      return profile !== undefined && (await secrets.find(secretKey(profile))) !== undefined;
    },
    use,
    async suggest(name) {
      if (!(await choice.suggest(name))) return;
      log.info(`The connection is now ${name}, as smartform.json of this workspace says.`);
      changed.fire();
    },
    async chooseEnvironment(chosen, name) {
      const kept = choice.chooseEnvironment(chosen, name);
      changed.fire();
      await kept;
    },
    async add(profile, secret, { before, sessionOnly }) {
      profiles.refuseChanged(profile.name, before);
      await secrets.keep(secretKey(profile), secret, sessionOnly);
      await profiles.keep(profile);
      log.info(`Signed in to ${profile.name} (${hostNameOf(profile)}).`);
      await use(profile.name);
    },
    async addServices(profile, { before }) {
      profiles.refuseChanged(profile.name, before);
      const [from, to] = [secretKey(before), secretKey(profile)];
      if (from !== to) await secrets.keep(to, await secrets.read(before, from), secrets.isInMemory(from));
      await profiles.keep(profile);
      if (from !== to && secretsOnlyOf(before, profiles.all()).includes(from)) await secrets.forget(from);
      log.info(`The connection ${profile.name} has addresses of: ${servicesOf(profile).join(" ")}.`);
      changed.fire();
    },
    async addAuditClient(profile, secret, { before, sessionOnly }) {
      profiles.refuseChanged(profile.name, before);
      const key = auditSecretKey(profile);
      if (key === undefined)
        throw new Error(
          l10n.t(
            "The connection {0} lacks the address of the audit API, or the id of its client of type Audit.",
            profile.name,
          ),
        );
      await secrets.keep(key, secret, sessionOnly);
      await profiles.keep(profile);
      log.info(`Signed in the client of type Audit of ${profile.name}.`);
      changed.fire();
    },
    signOut: (name) => signOut(name),
    async remove(before) {
      const { name } = before;
      profiles.refuseChanged(name, before);
      await signOut(
        name,
        profiles.all().filter((profile) => profile.name !== name),
      );
      await choice.chooseEnvironment(undefined, name);
      await profiles.remove(name);
      log.info(`The connection ${name} was removed.`);
      changed.fire();
    },
    async sandboxControl() {
      requireTrust();
      const ready = await readySandbox();
      await sandbox.prove(ready);
      return ready;
    },
    probe(connection, secret) {
      if (typeof secret === "string") return createApi(optionsFor(connection, async () => secret));
      const { of: kept } = secret;
      if (kept.authUrl !== connection.authUrl || kept.clientId !== connection.clientId)
        throw new Error(
          l10n.t(
            "The stored secret belongs to another client or to another token service, so it was not sent. Sign in again.",
          ),
        );
      return createApi(optionsFor(connection, () => signedInSecret(kept)));
    },
    dispose() {
      listening.dispose();
      changed.dispose();
      stands.dispose();
      closeApis();
      void sandbox[Symbol.asyncDispose]();
    },
  };
}
