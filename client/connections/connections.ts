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
  /** Name of the current connection; undefined where none was chosen. */
  readonly current: string | undefined;
  /** Of the current connection; each has its own. */
  readonly environment: Environment | undefined;
  /** Of any connection: what was chosen for it in this workspace. */
  environmentOf(name: string): Environment | undefined;
  readonly profiles: readonly Profile[];
  /** Those that the current connection has an address of: `forms`, `audit`, `archive`… */
  readonly services: readonly string[];
  readonly onDidChange: vscode.Event<void>;
  /** Of the current connection, as far as its last calls say. */
  readonly standing: Standing;
  readonly onDidChangeStanding: vscode.Event<void>;
  /**
   * A session of the current connection, for work that starts now: after anything was waited for, another connection
   * may be the current one. Or that of an owner, whichever is current, or of a name, for addresses that hold one.
   * Rejects with NotConnected where there is no way.
   */
  session(options?: { readonly owner: Owner } | { readonly name: string }): Promise<Session>;
  /** Whether the current connection leads to what this belongs to, signed in or not. */
  isCurrent(owner: Owner): boolean;
  /** That of the owner, which has to be the current one. Rejects with OtherLibrary, which names both. */
  here(owner: Owner): Promise<Session>;
  /**
   * The same as the client of type Audit, which can write audit events and nothing else: everything else is asked with
   * `session`.
   */
  auditSession(options?: { readonly owner: Owner }): Promise<Session>;
  /** Whether there is a secret of the connection. */
  isSignedIn(name: string): Promise<boolean>;
  use(name: string): Promise<void>;
  /** Takes the connection that the workspace names, in this workspace only, unless its user chose one here before. */
  suggest(name: string): Promise<void>;
  /** Of the connection of this name, in this workspace. */
  chooseEnvironment(environment: Environment | undefined, name: string): Promise<void>;
  /**
   * Keeps the addresses in the user's settings and the secret in SecretStorage, or in memory only. `before`, here and
   * below: the connection of this name when the person was asked; rejects, and keeps nothing, where the settings say
   * something else of the name by now.
   */
  add(
    profile: Profile,
    secret: string,
    options: { readonly before: Profile | undefined; readonly sessionOnly: boolean },
  ): Promise<void>;
  /**
   * Keeps other addresses of services, scopes, and the environment of the document editor. The secret goes where it
   * went before.
   */
  addServices(profile: Profile, options: { readonly before: Profile }): Promise<void>;
  /**
   * Keeps the client of type Audit of a connection that is there: its id and address in the user's settings, its secret
   * as that of the first.
   */
  addAuditClient(
    profile: Profile,
    secret: string,
    options: { readonly before: Profile; readonly sessionOnly: boolean },
  ): Promise<void>;
  /** Forgets the secrets and every token of the connection; its addresses stay in the settings. */
  signOut(name: string): Promise<void>;
  /** Signs out, and takes the connection out of the user's settings. Rejects where it still stands there afterwards. */
  remove(before: Profile): Promise<void>;
  /** How the sandbox of this computer is asked what it would have sent. */
  sandboxControl(): Promise<Control>;
  /**
   * An api client for addresses that are not a connection yet, to test them. The caller closes it. `of`: the secret
   * that is kept of this connection, which signs in where it did before.
   */
  probe(connection: Connection, secret: string | { readonly of: Profile }): Api;
}

interface ConnectionPorts {
  readonly log: vscode.LogOutputChannel;
  readonly onCall: (record: CallRecord) => void;
  /** Has everything that is read of texts heard by the history of the library. */
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

  /** `name`: the connection whose standing its calls tell. */
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

  /** A program that took the address of a sandbox that ended is not given its secret. */
  async function sandboxApi(key: string, type: "standard" | "audit"): Promise<readonly [Connection, Recording]> {
    const ready = await sandbox.ready();
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
    // Whose it is, is said by the client that reads: that of type Audit has another id.
    const first = await session(options);
    if (scopesOf(first.api.connection).includes("api.audit")) return first;
    const { name, identity } = first;
    // No connection can have this name.
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
          'The client of type Audit of {0} is signed out, or its address or client id changed. Sign it in with the command "Smartform: Sign In an Audit Client…".',
          name,
        ),
      );
    return {
      ...describe(name, connection, await apiFor(key, connection, () => secrets.read(profile, kept))),
      identity,
    };
  }

  function describe(name: string, connection: Connection, { api, bulkApi }: Recording): Session {
    return {
      name,
      sandbox: name === sandboxName,
      host: hostNameOf(connection),
      environment: choice.environment(name),
      identity: identityOf(name, connection),
      api,
      bulkApi,
    };
  }

  /** Of the client of type Standard, without which the connection is signed out of. */
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
    // At once: what is done from here on is done there, and the status bar says so.
    changed.fire();
    await kept;
  }

  /** `others`: whose secrets stay. */
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
      // Another window may sign out, or in.
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
      const ready = await sandbox.ready();
      await sandbox.prove(ready);
      return ready;
    },
    probe(connection, secret) {
      if (typeof secret === "string") return createApi(optionsFor(connection, async () => secret));
      const { of: kept } = secret;
      if (kept.authUrl !== connection.authUrl || kept.clientId !== connection.clientId)
        throw new Error(l10n.t("A secret that is kept is sent to no other address."));
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
