/**
 * The connections of this window: which one is current, and how every part of the client reaches a service. Nothing is
 * called in Restricted Mode, and no address, secret or client id is ever taken from a workspace.
 */
import { isDeepStrictEqual } from "node:util";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { messageOf } from "../../language/index.ts";
import { createApi, isApiError, NobodyThere, scopesOf, SecretWithheld } from "../../api/index.ts";
import type { Api, ApiOptions, CallRecord, Connection, Environment } from "../../api/index.ts";
import type { Recording } from "../../authoring/index.ts";
import { settings } from "../identifiers.ts";
import { userSetting } from "../window/userSetting.ts";
import { window } from "../window/window.ts";
import { ApiCache } from "./apiCache.ts";
import type { Session } from "./session.ts";
import { Choice } from "./choiceModel.ts";
import {
  auditConnectionOf,
  auditSecretKey,
  ConnectionChanged,
  connectionOf,
  everyService,
  hostNameOf,
  identityOf,
  isSandboxIdentity,
  readProfiles,
  sandboxName,
  secretKey,
  secretsOnlyOf,
  servicesOf,
  withoutProfile,
} from "./connectionsModel.ts";
import type { Profile } from "./connectionsModel.ts";
import type { Control } from "./sandboxControl.ts";
import { NoAuditClient, NotConnected, sessionHere, sessionOf, SignedOut } from "./ownerModel.ts";
import type { Owner, Ways } from "./ownerModel.ts";
import { sandboxProcess } from "./sandboxProcess.ts";
import type { ReadyLine } from "./sandboxProcess.ts";
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

const sandboxKey = "smartform.sandbox.ready";

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
  const sessionSecrets = new Map<string, string>();
  const sandbox = sandboxProcess({
    command: [process.execPath, [context.asAbsolutePath("dist/cli.js")]],
    environment: { ELECTRON_RUN_AS_NODE: "1" },
    data: vscode.Uri.joinPath(context.globalStorageUri, "sandbox").fsPath,
    store: {
      get: async () => context.secrets.get(sandboxKey),
      set: async (line) => context.secrets.store(sandboxKey, line),
    },
    alive: answers,
    log: (line) => log.info(`sandbox: ${line}`),
    temporary({ held, reason }) {
      log.warn(`The sandbox is a temporary one: ${reason}`);
      void window.showWarningMessage(
        held
          ? l10n.t(
              "This window has a sandbox of its own, which forgets everything when the window closes: the one of this computer could not be used. Close other windows and reload this one to get it back.",
            )
          : l10n.t(
              "This sandbox keeps nothing: it forgets everything when the window closes, because its folder {0} could not be used. The log says why; when that is mended, reload the window.",
              vscode.Uri.joinPath(context.globalStorageUri, "sandbox").fsPath,
            ),
      );
    },
  });

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
        : profiles()
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
    const profile = profileNamed(name);
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
    const profile = profileNamed(name);
    const connection = auditConnectionOf(profile),
      kept = auditSecretKey(profile);
    if (connection === undefined || kept === undefined)
      throw new NoAuditClient(
        l10n.t(
          'The connection {0} has no client of type Audit. Add it with the command "Smartform: Sign In an Audit Client…".',
          name,
        ),
      );
    if ((await secretOf(kept)) === undefined)
      throw new NotConnected(
        l10n.t(
          'The client of type Audit of {0} is signed out, or its address or client id changed. Sign it in with the command "Smartform: Sign In an Audit Client…".',
          name,
        ),
      );
    return { ...describe(name, connection, await apiFor(key, connection, () => readSecret(profile, kept))), identity };
  }

  function profileNamed(name: string): Profile {
    const profile = profiles().find((candidate) => candidate.name === name);
    if (profile === undefined)
      throw new SignedOut(l10n.t("There is no connection named {0} in your settings. Sign in to it again.", name));
    return profile;
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

  const secretOf = async (key: string): Promise<string | undefined> =>
    sessionSecrets.get(key) ?? (await context.secrets.get(key));

  async function readSecret(profile: Profile, key: string): Promise<string> {
    const secret = await secretOf(key);
    if (secret === undefined)
      throw new SignedOut(
        l10n.t("You are signed out of {0}, or its address or client id changed. Sign in again.", profile.name),
        profile.name,
      );
    return secret;
  }

  /** Of the client of type Standard, without which the connection is signed out of. */
  async function signedInSecret(profile: Profile): Promise<string> {
    await noteSecret(profile);
    return readSecret(profile, secretKey(profile));
  }

  async function noteSecret(profile: Profile): Promise<void> {
    if ((await secretOf(secretKey(profile))) === undefined) standings.note(profile.name, "out");
    else standings.signedIn(profile.name);
  }

  async function keepSecret(key: string, secret: string, sessionOnly: boolean): Promise<void> {
    if (sessionOnly) sessionSecrets.set(key, secret);
    else await context.secrets.store(key, secret);
  }

  async function forgetSecret(key: string): Promise<void> {
    sessionSecrets.delete(key);
    await context.secrets.delete(key);
  }

  /**
   * What a person answered is about the connection as it was then: the name may lead to another company since, in
   * another window or in the settings.
   */
  function refuseChanged(name: string, before: Profile | undefined): void {
    if (
      isDeepStrictEqual(
        profiles().find((profile) => profile.name === name),
        before,
      )
    )
      return;
    throw new ConnectionChanged(
      l10n.t(
        "The connection {0} was changed in your settings while you were asked, so that nothing was done. Run the command again.",
        name,
      ),
    );
  }

  async function keepProfile(profile: Profile): Promise<void> {
    await writeSetting([...withoutProfile(ownValue(), profile.name), profile]);
  }

  async function writeSetting(entries: readonly unknown[]): Promise<void> {
    await vscode.workspace
      .getConfiguration()
      .update(settings.connections, entries.length === 0 ? undefined : entries, vscode.ConfigurationTarget.Global);
  }

  const ownValue = (): unknown =>
    vscode.workspace.getConfiguration().inspect<unknown>(settings.connections)?.globalValue;

  function profiles(): readonly Profile[] {
    // Only the user's own value counts: a workspace could send the secret elsewhere.
    const inspected = vscode.workspace.getConfiguration().inspect<unknown>(settings.connections);
    const { profiles: found, problems } = readProfiles(inspected?.globalValue);
    for (const problem of problems) log.warn(`A connection in your settings is left out: ${problem}`);
    if (inspected?.workspaceValue !== undefined || inspected?.workspaceFolderValue !== undefined) {
      log.warn(`${settings.connections} of this workspace is ignored: addresses come only from your user settings.`);
    }
    return found;
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
    const profile = profiles().find((candidate) => candidate.name === name);
    for (const key of profile === undefined ? [] : secretsOnlyOf(profile, others)) await forgetSecret(key);
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
      const profile = profiles().find(({ name }) => name === choice.connection);
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
      return profiles();
    },
    get services() {
      if (choice.connection === sandboxName) return everyService;
      return servicesOf(profiles().find(({ name }) => name === choice.connection) ?? {});
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
      const profile = profiles().find((candidate) => candidate.name === name);
      return profile !== undefined && (await secretOf(secretKey(profile))) !== undefined;
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
      refuseChanged(profile.name, before);
      await keepSecret(secretKey(profile), secret, sessionOnly);
      await keepProfile(profile);
      log.info(`Signed in to ${profile.name} (${hostNameOf(profile)}).`);
      await use(profile.name);
    },
    async addServices(profile, { before }) {
      refuseChanged(profile.name, before);
      const [from, to] = [secretKey(before), secretKey(profile)];
      if (from !== to) await keepSecret(to, await readSecret(before, from), sessionSecrets.has(from));
      await keepProfile(profile);
      if (from !== to && secretsOnlyOf(before, profiles()).includes(from)) await forgetSecret(from);
      log.info(`The connection ${profile.name} has addresses of: ${servicesOf(profile).join(" ")}.`);
      changed.fire();
    },
    async addAuditClient(profile, secret, { before, sessionOnly }) {
      refuseChanged(profile.name, before);
      const key = auditSecretKey(profile);
      if (key === undefined)
        throw new Error(
          l10n.t(
            "The connection {0} lacks the address of the audit API, or the id of its client of type Audit.",
            profile.name,
          ),
        );
      await keepSecret(key, secret, sessionOnly);
      await keepProfile(profile);
      log.info(`Signed in the client of type Audit of ${profile.name}.`);
      changed.fire();
    },
    signOut: (name) => signOut(name),
    async remove(before) {
      const { name } = before;
      refuseChanged(name, before);
      await signOut(
        name,
        profiles().filter((profile) => profile.name !== name),
      );
      await choice.chooseEnvironment(undefined, name);
      try {
        await writeSetting(withoutProfile(ownValue(), name));
      } catch (error) {
        throw new Error(
          l10n.t(
            "You are signed out of {0}, but VS Code could not take it out of your user settings: {1} Take its entry out of smartform.connections there yourself.",
            name,
            messageOf(error),
          ),
          { cause: error },
        );
      }
      if (profiles().some((profile) => profile.name === name))
        throw new Error(
          l10n.t(
            "You are signed out of {0}, but it still stands in your user settings, in a file that VS Code did not write. Take its entry out of smartform.connections there yourself.",
            name,
          ),
        );
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

/** The client of type Audit has the address of the audit API and no other. */
function sandboxClient(
  ready: ReadyLine,
  type: "standard" | "audit",
): { readonly connection: Connection; readonly secret: string } {
  const client = ready.clients.find(({ name }) => name === type);
  if (client === undefined)
    throw new Error(
      l10n.t('The sandbox named no {0} client. Restart it with the command "Smartform: Use the Sandbox".', type),
    );
  const { clientId, clientSecret: secret } = client;
  const {
    authUrl,
    formsApiUrl,
    formsAppUrl,
    auditApiUrl,
    statisticsApiUrl,
    signingApiUrl,
    archiveApiUrl,
    documentsApiUrl,
  } = ready;
  const connection = { authUrl, auditApiUrl, clientId };
  if (type === "audit") return { connection: { ...connection, scope: "api.audit" }, secret };
  return {
    connection: {
      ...connection,
      formsApiUrl,
      formsAppUrl,
      statisticsApiUrl,
      signingApiUrl,
      archiveApiUrl,
      documentsApiUrl,
    },
    secret,
  };
}
