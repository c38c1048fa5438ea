/** Sign-in: asks for name, addresses, client id and secret, tests them, and stores them. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { messageOf } from "../../language/index.ts";
import { environments, explain, isApiError, onlyWritesAudit } from "../../api/index.ts";
import type { Api, ApiError, Connection, Environment } from "../../api/index.ts";
import { registerCommand } from "../calls/commands.ts";
import type { CommandId } from "../calls/commands.ts";
import { commands, textScheme } from "../identifiers.ts";
import type { Services } from "../services.ts";
import { askSteps } from "../window/steps.ts";
import type { Asking } from "../window/steps.ts";
import type { Answers } from "../window/stepsModel.ts";
import { window } from "../window/window.ts";
import {
  addressesOf,
  auditConnectionOf,
  ConnectionChanged,
  connectionOf,
  hostNameOf,
  listWords,
  normalAddress,
  reachedWords,
  removalWords,
  sandboxName,
  serviceNames,
  withAnswers,
} from "../connections/connectionsModel.ts";
import type { Profile } from "../connections/connectionsModel.ts";
import { proofOf, prove } from "../connections/proofModel.ts";
import { addServicesSteps, auditSteps, doubtfulAnswer, needed, signInSteps, toProfile } from "./signInModel.ts";
import { SignedOut } from "../connections/ownerModel.ts";
import { requireTrust } from "../connections/trust.ts";
import { agrees } from "../window/agrees.ts";

/** The secret just typed, or the one kept for this connection. */
type Secret = Parameters<Services["connections"]["probe"]>[1];

export function registerConnectionCommands({
  connections,
  log,
}: Pick<Services, "connections" | "log">): vscode.Disposable {
  /**
   * `again`: a connection that is signed out. The dialog does not ask again for values that the connection already has.
   */
  async function signIn(again?: Profile): Promise<void> {
    requireTrust();
    // If a connection of the given name exists, its values prefill the boxes.
    const ofName = (name: string | undefined): Profile | undefined =>
      connections.profiles.find((profile) => profile.name === name);
    const known = (key: string, given: Answers): string | undefined =>
      new Map<string, string>(Object.entries(ofName(given.get("name")) ?? {})).get(key);
    let begun = again && {
      answers: new Map<string, string>([["formsApiUrl", ""], ...Object.entries(again)]),
      at: "secret",
    };
    let tried: ReturnType<typeof toProfile> & { readonly before: Profile | undefined };
    for (;;) {
      const answers = await askSteps(signInSteps, {
        title:
          again === undefined
            ? l10n.t("Sign In to a Service")
            : l10n.t("Sign In to {0} ({1}, client {2})", again.name, hostNameOf(again), again.clientId),
        known,
        ...(begun && { begun }),
      });
      if (answers === undefined) return;
      // The connection as it was before the test: saving fails if it has changed since, so that no change is
      // overwritten.
      const before = again !== undefined && answers.get("name") === again.name ? again : ofName(answers.get("name"));
      tried = { ...toProfile(answers, before), before };
      const failure = await failureOf(tried.profile, tried.secret);
      if (failure === undefined) break;
      if (!(await goesOn(notSignedIn(failure)))) return;
      const doubtful = doubtfulAnswer(tried.profile, failure);
      // A refused client may need another scope, so the dialog now asks for the scope too. If the person signs in
      // again, the dialog continues at the secret, not at the client id.
      begun = {
        answers: new Map([...(doubtful === "clientId" ? [["scope", ""] as const] : []), ...answers]),
        at: again !== undefined && doubtful === "clientId" ? "secret" : doubtful,
      };
    }
    const { profile, secret, before } = tried;
    const { message, detail } = reachedWords(profile, before);
    const notice = await window.showInformationMessage(message, { modal: true, detail }, l10n.t("Save the Connection"));
    if (notice === undefined) return;
    await keep((options) => connections.add(profile, secret, { ...options, before }));
  }

  /**
   * A connection that is known and signed out needs only its secret. `name`: the name of the connection; if it is not
   * given, the person chooses the connection.
   */
  async function signInAgain(name?: unknown): Promise<void> {
    requireTrust();
    const named = connections.profiles.find((profile) => profile.name === name);
    if (named !== undefined && !(await connections.isSignedIn(named.name))) return signIn(named);
    const isOut = await Promise.all(
      connections.profiles.map(async ({ name }) => !(await connections.isSignedIn(name))),
    );
    const known = connections.profiles.filter((_, index) => isOut[index]);
    if (known.length === 0) return signIn();
    const items: readonly {
      readonly icon: string;
      readonly label: string;
      readonly description?: string;
      readonly profile?: Profile;
    }[] = [
      ...known.map((profile) => ({
        icon: "debug-disconnect",
        label: profile.name,
        description: hostNameOf(profile),
        profile,
      })),
      { icon: "add", label: l10n.t("Another Service…") },
    ];
    const picked = await window.showQuickPick(items, {
      title: l10n.t("Sign In to a Service"),
      placeHolder: l10n.t("Connections that you are signed out of"),
    });
    if (picked !== undefined) await signIn(picked.profile);
  }

  /**
   * Returns the connection in use, so that something about it can be changed. For the sandbox, shows the message
   * `ofSandbox`, which explains why the sandbox needs no change, and returns undefined. Throws if there is no
   * connection.
   */
  async function profileInUse(ofSandbox: string): Promise<Profile | undefined> {
    requireTrust();
    const { current, profiles } = connections;
    if (current === sandboxName) {
      await window.showInformationMessage(ofSandbox);
      return undefined;
    }
    const profile = profiles.find(({ name }) => name === current);
    if (profile === undefined) throw new Error(l10n.t("There is no connection yet. Sign in to a service first."));
    return profile;
  }

  /** Signs in the current connection's second client, which can only write audit events. */
  async function signInAudit(): Promise<void> {
    const before = await profileInUse(
      l10n.t("The sandbox has its own client of type Audit, and uses it automatically."),
    );
    if (before === undefined) return;
    if (onlyWritesAudit(before)) {
      await window.showInformationMessage(
        l10n.t("The client of {0} is already of type Audit, and writes the events.", before.name),
      );
      return;
    }
    let begun: Begun;
    let tried: { readonly profile: Profile; readonly secret: string };
    for (;;) {
      const answers = await askSteps(() => auditSteps(before), {
        title: l10n.t("Sign In an Audit Client of {0}", before.name),
        known: (key) => new Map<string, string>(Object.entries(before)).get(key),
        ...(begun && { begun }),
      });
      if (answers === undefined) return;
      const profile: Profile = {
        ...before,
        auditApiUrl: normalAddress(answers.get("auditApiUrl") ?? ""),
        auditClientId: answers.get("auditClientId") ?? "",
      };
      tried = { profile, secret: answers.get("secret") ?? "" };
      const connection = auditConnectionOf(profile);
      if (connection === undefined) return;
      const failure = await auditFailureOf(connection, tried.secret);
      if (failure === undefined) break;
      if (!(await goesOn(notSignedIn(failure)))) return;
      begun = { answers, at: failure.code === "sign-in-failed" ? "auditClientId" : "auditApiUrl" };
    }
    const { profile, secret } = tried;
    if (!(await keep((options) => connections.addAuditClient(profile, secret, { ...options, before })))) return;
    await window.showInformationMessage(
      l10n.t(
        "The Audit client of {0} is signed in. It writes audit events; everything else still uses the client of type Standard.",
        profile.name,
      ),
    );
  }

  /**
   * Replaces a secret that was renewed in the application. Tests the new one first and keeps the old one until the new
   * one works.
   */
  async function replaceSecret(): Promise<void> {
    const profile = await profileInUse(l10n.t("The sandbox makes its own secrets. You never have to replace one."));
    if (profile === undefined) return;
    const audit = auditConnectionOf(profile);
    const clients = [
      { label: profile.clientId, description: l10n.t("of type Standard"), audit: false },
      ...(audit === undefined ? [] : [{ label: audit.clientId, description: l10n.t("of type Audit"), audit: true }]),
    ];
    const title = l10n.t("Replace a Client Secret of {0}", profile.name);
    const client =
      clients.length === 1
        ? clients[0]
        : await window.showQuickPick(clients, { title, placeHolder: l10n.t("Replace the secret of which client?") });
    const answers =
      client &&
      (await askSteps(
        () => [
          {
            key: "secret",
            prompt: l10n.t(
              "New secret of the client {0}; the old one is kept until the new one is tested",
              client.label,
            ),
            password: true,
            problem: needed,
          },
        ],
        { title, known: () => undefined },
      ));
    const secret = answers?.get("secret");
    if (client === undefined || secret === undefined) return;
    const isAudit = client.audit && audit !== undefined;
    if (!(await (isAudit ? testAudit(audit, secret) : test(profile, secret)))) return;
    const add = isAudit ? connections.addAuditClient : connections.add;
    if (!(await keep((options) => add(profile, secret, { ...options, before: profile })))) return;
    await window.showInformationMessage(
      l10n.t("The new secret of the client {0} works and has replaced the old one.", client.label),
    );
  }

  /**
   * Adds addresses of other services, scopes, and the document editor's environment to the current connection; each may
   * be left empty.
   */
  async function addServices(): Promise<void> {
    const before = await profileInUse(l10n.t("The sandbox has every service already."));
    if (before === undefined) return;
    const known = new Map<string, string>(Object.entries(before));
    let begun: Begun;
    let profile: Profile;
    for (;;) {
      const answers = await askSteps((given) => addServicesSteps(before, given), {
        title: l10n.t("Services of {0}", before.name),
        known: (key) => known.get(key),
        ...(begun && { begun }),
      });
      if (answers === undefined) return;
      profile = withAnswers(before, answers);
      if (profile.scope === before.scope && proofOf(profile) === proofOf(before)) break;
      const failure = await failureOf(profile, { of: before });
      if (failure === undefined) break;
      if (!(await goesOn(l10n.t("Nothing was added to {0}. {1}", before.name, explain(failure))))) return;
      if (!(await connections.isSignedIn(before.name))) throw new SignedOut(explain(failure), before.name);
      const doubtful = doubtfulAnswer(profile, failure);
      // The failure may point to a value that is not asked for here. That value has worked before, so the scope may be
      // the cause.
      const isAsked = addServicesSteps(before, answers).some(({ key }) => key === doubtful);
      begun = { answers, at: isAsked ? doubtful : "scope" };
    }
    await connections.addServices(profile, { before });
    const services = addressesOf(profile).map((address) => serviceNames[address]);
    await window.showInformationMessage(
      l10n.t(
        "{0} now has: {1}. When you open these services, you see whether they answer.",
        profile.name,
        services.join(", "),
      ),
    );
  }

  /** A client of type Audit cannot read anything: without writing an event, only its token request can be tested. */
  const auditFailureOf = (connection: Connection, secret: string): Promise<ApiError | undefined> =>
    tested({ connection, secret, host: new URL(connection.authUrl).host }, (api, signal) => api.signIn({ signal }));

  const testAudit = async (connection: Connection, secret: string): Promise<boolean> =>
    said(await auditFailureOf(connection, secret));

  const test = async (profile: Profile, secret: string): Promise<boolean> => said(await failureOf(profile, secret));

  const failureOf = async (profile: Profile, secret: Secret): Promise<ApiError | undefined> =>
    tested({ connection: connectionOf(profile), secret, host: hostNameOf(profile) }, (api, signal) =>
      prove(api, profile, { now: new Date(), signal }),
    );

  async function said(failure: ApiError | undefined): Promise<boolean> {
    if (failure !== undefined) await window.showErrorMessage(notSignedIn(failure), { modal: true });
    return failure === undefined;
  }

  /** Returns the failure; undefined if there was none. */
  async function tested(
    { connection, secret, host }: { readonly connection: Connection; readonly secret: Secret; readonly host: string },
    call: (api: Api, signal: AbortSignal) => Promise<unknown>,
  ): Promise<ApiError | undefined> {
    const api = connections.probe(connection, secret);
    try {
      await window.withProgress(
        { location: vscode.ProgressLocation.Notification, title: l10n.t("Testing {0}", host), cancellable: true },
        (_progress, token) => withSignal(token, (signal) => call(api, signal)),
      );
      return undefined;
    } catch (error) {
      if (!isApiError(error)) throw error;
      log.warn(`Sign-in to ${host} failed: ${error.code}.`);
      return error;
    } finally {
      await api.close();
    }
  }

  /** False if the secret is not kept anywhere. */
  async function keep(add: (options: { readonly sessionOnly: boolean }) => Promise<void>): Promise<boolean> {
    try {
      await add({ sessionOnly: false });
      return true;
    } catch (error) {
      if (error instanceof ConnectionChanged) throw error;
      log.warn(`The secret could not be kept: ${messageOf(error)}`);
      const choice = await window.showWarningMessage(
        l10n.t("The secret could not be saved in the secret storage of this computer."),
        {
          modal: true,
          detail: l10n.t("The secret can be held in memory until this window closes. It is not written anywhere."),
        },
        l10n.t("Hold in Memory"),
      );
      if (choice !== undefined) await add({ sessionOnly: true });
      return choice !== undefined;
    }
  }

  async function switchConnection(): Promise<void> {
    const { current, profiles } = connections;
    const command = (icon: string, label: string, id: CommandId) => ({
      icon,
      label,
      run: async () => {
        await vscode.commands.executeCommand(id);
      },
    });
    const signedIn = profiles.some(({ name }) => name === current);
    const isIn = new Map(
      await Promise.all(profiles.map(async ({ name }) => [name, await connections.isSignedIn(name)] as const)),
    );
    const describe = (name: string, where: string, state?: "out"): string =>
      listWords({
        where,
        environment: connections.environmentOf(name),
        state: state ?? (name === current ? "used" : undefined),
      });
    const items = [
      {
        icon: "beaker",
        label: l10n.t("Sandbox"),
        description: describe(sandboxName, l10n.t("on this computer")),
        run: () => use(sandboxName),
      },
      ...profiles.map((profile) => {
        const { name } = profile;
        const host = hostNameOf(profile);
        return isIn.get(name) === true
          ? { icon: "plug", label: name, description: describe(name, host), run: () => use(name) }
          : {
              icon: "debug-disconnect",
              label: name,
              description: describe(name, host, "out"),
              run: () => signIn(profile),
            };
      }),
      command("sign-in", l10n.t("Sign In to a Service…"), commands.signIn),
      ...(current === undefined
        ? []
        : [
            { label: current, kind: vscode.QuickPickItemKind.Separator, run: async () => {} },
            command("layers", l10n.t("Choose Environment…"), commands.chooseEnvironment),
            command("pulse", l10n.t("Test Connection"), commands.testConnection),
          ]),
      ...(signedIn
        ? [
            command("add", l10n.t("Add Archive, Signing and More to the Connection…"), commands.addServices),
            command("key", l10n.t("Replace Client Secret…"), commands.replaceSecret),
            command("sign-out", l10n.t("Sign Out"), commands.signOut),
          ]
        : []),
      ...(profiles.length > 0 ? [command("trash", l10n.t("Remove Connection…"), commands.removeConnection)] : []),
    ];
    const picked = await window.showQuickPick(items, {
      title: l10n.t("Switch Connection"),
      placeHolder: current === undefined ? l10n.t("Now: not connected") : l10n.t("Now: {0}", current),
    });
    await picked?.run();
  }

  async function use(name: string): Promise<void> {
    requireTrust();
    await window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: l10n.t("Connecting to {0}", name) },
      () => connections.session({ name }),
    );
    await connections.use(name);
  }

  async function chooseEnvironment(): Promise<void> {
    const { current, environment: now } = connections;
    if (current === undefined)
      throw new Error(l10n.t("There is no connection yet. Use the sandbox, or sign in to a service."));
    const items: readonly (vscode.QuickPickItem & { readonly environment?: Environment })[] = [
      { label: l10n.t("No environment"), description: l10n.t("runs the saved draft of a Smartform") },
      ...environments.map((environment) => ({
        label: environment,
        environment,
        description: l10n.t("runs the version that is deployed there"),
      })),
    ];
    const picked = await window.showQuickPick(items, {
      title: l10n.t("Environment for Smartforms on {0}", current),
      placeHolder: l10n.t("Now: {0}. The Text Library is shared by all environments", now ?? l10n.t("no environment")),
    });
    if (picked !== undefined) await connections.chooseEnvironment(picked.environment, current);
  }

  async function signOut(): Promise<void> {
    const { current } = connections;
    if (current !== undefined && current !== sandboxName) await connections.signOut(current);
  }

  async function removeConnection(): Promise<void> {
    const { current, profiles } = connections;
    if (profiles.length === 0) {
      await window.showInformationMessage(
        l10n.t("You have no connection to a service, so there is nothing to remove. The sandbox cannot be removed."),
      );
      return;
    }
    const items = profiles
      .toSorted((one, other) => Number(other.name === current) - Number(one.name === current))
      .map((profile) => {
        return {
          label: profile.name,
          description: listWords({
            where: hostNameOf(profile),
            environment: connections.environmentOf(profile.name),
            state: profile.name === current ? "used" : undefined,
          }),
          profile,
        };
      });
    const picked = await window.showQuickPick(items, {
      title: l10n.t("Remove a Connection"),
      placeHolder: l10n.t("Connection to remove"),
    });
    if (picked === undefined) return;
    const { name } = picked.profile;
    const unsaved = vscode.workspace.textDocuments.filter(
      ({ isDirty, uri }) => isDirty && uri.scheme === textScheme && uri.authority === name,
    ).length;
    if (
      !(await agrees(l10n.t("Remove the connection {0}?", name), {
        detail: removalWords(picked.profile, unsaved),
        yes: l10n.t("Remove the Connection"),
      }))
    )
      return;
    await connections.remove(picked.profile);
    await window.showInformationMessage(l10n.t("The connection {0} is removed.", name));
  }

  return vscode.Disposable.from(
    registerCommand(log, commands.useSandbox, () => use(sandboxName)),
    registerCommand(log, commands.signIn, signInAgain),
    registerCommand(log, commands.signInAudit, signInAudit),
    registerCommand(log, commands.addServices, addServices),
    registerCommand(log, commands.replaceSecret, replaceSecret),
    registerCommand(log, commands.switchConnection, switchConnection),
    registerCommand(log, commands.signOut, signOut),
    registerCommand(log, commands.removeConnection, removeConnection),
    registerCommand(log, commands.chooseEnvironment, chooseEnvironment),
  );
}

/** The answers given so far, and the step at which the dialog continues; undefined before the first answers. */
type Begun = Asking["begun"];

/** Shows why the answers do not work. False if the person cancels. */
async function goesOn(why: string): Promise<boolean> {
  return (await window.showErrorMessage(why, { modal: true }, l10n.t("Change the Answers"))) !== undefined;
}

function notSignedIn(failure: ApiError): string {
  return l10n.t("Not signed in. {0}", explain(failure));
}

/** Converts VS Code's cancellation token into a signal for the api. */
async function withSignal<T>(token: vscode.CancellationToken, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const listening = token.onCancellationRequested(() => controller.abort());
  try {
    return await work(controller.signal);
  } finally {
    listening.dispose();
  }
}
