/**
 * What a connection is and how it is checked: names, addresses, identities and the words of the status bar. Does not
 * import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { apiAddresses, documentsEnvironments, isObject, onlyWritesAudit, scopesOf } from "../../api/index.ts";
import type { ApiAddress, Connection, DocumentsEnvironment, Environment } from "../../api/index.ts";
import { oneOrMany } from "../../language/index.ts";
import { plainText } from "../window/plainText.ts";
import type { Standing } from "./standing.ts";

/** Name of this computer's sandbox, which is always there. No other connection can have this name. */
export const sandboxName = "sandbox";

/** The settings of a connection changed after a person was asked about it. Nothing was done. */
export class ConnectionChanged extends Error {
  override readonly name = "ConnectionChanged";
}

/** Services other than forms: not every company has them. */
export const optionalAddresses = [
  "auditApiUrl",
  "statisticsApiUrl",
  "signingApiUrl",
  "archiveApiUrl",
  "documentsApiUrl",
] as const satisfies readonly ApiAddress[];

/** Display names of the services. */
export const serviceNames = {
  formsApiUrl: l10n.t("forms"),
  auditApiUrl: l10n.t("audit"),
  statisticsApiUrl: l10n.t("statistics"),
  signingApiUrl: l10n.t("digital signing"),
  archiveApiUrl: l10n.t("archive"),
  documentsApiUrl: l10n.t("document editor"),
} as const satisfies Record<ApiAddress, string>;

const serviceAt = (address: ApiAddress): string => address.replace("ApiUrl", "");

/** The sandbox has all services. */
export const everyService = apiAddresses.map(serviceAt);

/** Returns the services that the connection has an address for; what belongs to the other services is not shown. */
export function servicesOf(connection: Partial<Connection>): readonly string[] {
  return addressesOf(connection).map(serviceAt);
}

/**
 * Returns the addresses of the connection's APIs. If the connection only writes audit events, this is only the address
 * of the audit API.
 */
export function addressesOf(connection: Partial<Connection>): readonly ApiAddress[] {
  const all = apiAddresses.filter((address) => connection[address] !== undefined);
  return onlyWritesAudit(connection) ? all.filter((address) => address === "auditApiUrl") : all;
}

/** Returns the host and port that represent the connection: those of its first API. */
export function hostNameOf(connection: Connection): string {
  const [first] = addressesOf(connection);
  return new URL((first && connection[first]) ?? connection.authUrl).host;
}

/** A service as the user's settings contain it: never with a secret. */
export interface Profile extends Connection {
  /** Authority of the connection's `textlib:` addresses. */
  readonly name: string;
  /** The client of type Audit, which can only write audit events (document 2, "Authentication"). */
  readonly auditClientId?: string;
  /**
   * The environment of the document editor in workspaces where no other one was chosen. The document editor has
   * environments of its own (document 3, "Versioning").
   */
  readonly documentsEnvironment?: DocumentsEnvironment;
}

/**
 * Returns the profile as the api needs it, with its first client. That client is of type Audit if the connection only
 * writes audit events, and otherwise of type Standard.
 */
export function connectionOf({
  name: _,
  auditClientId: __,
  documentsEnvironment: ___,
  ...connection
}: Profile): Connection {
  return connection;
}

/**
 * Returns the connection of the profile's client of type Audit. It has its own client id and scope, and only the audit
 * service. Undefined if the profile has no such client.
 */
export function auditConnectionOf({ authUrl, auditApiUrl, auditClientId }: Profile): Connection | undefined {
  if (auditApiUrl === undefined || auditClientId === undefined) return undefined;
  return { authUrl, auditApiUrl, clientId: auditClientId, scope: "api.audit" };
}

/**
 * Returns the connection with these addresses, scopes and document editor environment. An empty value removes an entry;
 * a missing value leaves the entry unchanged. An existing address of forms is never changed.
 */
export function withAnswers(profile: Profile, answers: ReadonlyMap<string, string>): Profile {
  const changed: { -readonly [Key in keyof Profile]: Profile[Key] } = { ...profile };
  for (const key of [...apiAddresses, "formsAppUrl"] as const) {
    const address = answers.get(key);
    // The library's stored data is bound to this address.
    if (key === "formsApiUrl" && profile.formsApiUrl !== undefined) continue;
    if (address === "") delete changed[key];
    else if (address !== undefined) changed[key] = normalAddress(address);
  }
  const scope = answers.get("scope");
  if (scope !== undefined) {
    const scopes = scopesOf({ scope }).join(" ");
    if (scopes === "api.external") delete changed.scope;
    else changed.scope = scopes;
  }
  const environment = documentsEnvironments.find((name) => name === answers.get("documentsEnvironment"));
  if (changed.documentsApiUrl === undefined) delete changed.documentsEnvironment;
  else if (environment !== undefined) changed.documentsEnvironment = environment;
  return changed;
}

/**
 * Returns why the text is not a list of scopes; undefined if it is one (RFC 6749, "Access Token Scope"). Empty means
 * the usual scope.
 */
export function scopeProblem(scope: string): string | undefined {
  return /^[\x21\x23-\x5b\x5d-\x7e ]*$/.test(scope)
    ? undefined
    : l10n.t("Write scopes, such as api.external, with a space between them.");
}

const namePattern = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** Returns why the name cannot be used; undefined if it can. */
export function nameProblem(name: string, taken: readonly string[]): string | undefined {
  if (name === sandboxName) return l10n.t("This name belongs to the sandbox. Choose another.");
  if (!namePattern.test(name)) return l10n.t("Use up to 40 lower-case letters, digits and dashes, such as acme-test.");
  return taken.includes(name)
    ? l10n.t("There is a connection named {0} already. Choose another name.", name)
    : undefined;
}

/**
 * Returns why the address cannot be used; undefined if it can. Plain http is accepted only for this computer, because
 * it sends the secret unencrypted.
 */
export function addressProblem(address: string): string | undefined {
  if (!URL.canParse(address)) return l10n.t("Enter the whole address, such as https://forms.example.com/api.");
  const url = new URL(address);
  if (url.username !== "" || url.password !== "") return l10n.t("Leave the user name and password out of the address.");
  if (url.search !== "" || url.hash !== "") return l10n.t("Leave out the ? or #, and everything after it.");
  if (url.protocol === "https:") return undefined;
  if (url.protocol !== "http:") return l10n.t("Only https addresses are accepted.");
  return isLoopback(url.hostname)
    ? undefined
    : l10n.t("Only https addresses are accepted, so that the secret is never sent unencrypted.");
}

/** Exact names of this computer: a pattern would let look-alike hosts through. */
function isLoopback(hostname: string): boolean {
  return hostname === "127.0.0.1" || hostname === "localhost" || hostname === "[::1]";
}

/** Returns the address as it is kept: without slashes at its end. */
export function normalAddress(address: string): string {
  const { origin, pathname } = new URL(address);
  let end = pathname.length;
  while (end > 0 && pathname[end - 1] === "/") end -= 1;
  return origin + pathname.slice(0, end);
}

/** Returns the profiles of a setting's user value. Malformed entries are left out and named in `problems`. */
export function readProfiles(value: unknown): {
  readonly profiles: readonly Profile[];
  readonly problems: readonly string[];
} {
  const profiles: Profile[] = [];
  const problems: string[] = [];
  for (const [index, entry] of (Array.isArray(value) ? (value as unknown[]) : []).entries()) {
    const profile = readProfile(
      entry,
      profiles.map(({ name }) => name),
    );
    if (typeof profile === "string") problems.push(`smartform.connections[${index}]: ${profile}`);
    else profiles.push(profile);
  }
  return { profiles, problems };
}

/** Returns the setting without the connection of this name. All other entries stay unchanged, even unreadable ones. */
export function withoutProfile(value: unknown, name: string): readonly unknown[] {
  return (Array.isArray(value) ? (value as unknown[]) : []).filter(
    (entry) => !(isObject(entry) && entry["name"] === name),
  );
}

function readProfile(entry: unknown, taken: readonly string[]): Profile | string {
  if (typeof entry !== "object" || entry === null) return l10n.t("is not an object.");
  const fields = new Map<string, unknown>(Object.entries(entry));
  const name = fields.get("name");
  if (typeof name !== "string") return l10n.t("has no name.");
  const problem = nameProblem(name, taken);
  if (problem !== undefined) return problem;
  const clientId = fields.get("clientId");
  if (typeof clientId !== "string" || clientId === "") return l10n.t("{0} has no clientId.", name);
  const auditClientId = fields.get("auditClientId");
  if (auditClientId !== undefined && (typeof auditClientId !== "string" || auditClientId === ""))
    return l10n.t("auditClientId of {0} is not a client id.", name);
  const scope = fields.get("scope");
  if (scope !== undefined && (typeof scope !== "string" || scopeProblem(scope) !== undefined))
    return l10n.t("scope of {0} is not a list of scopes separated by spaces.", name);
  const named = fields.get("documentsEnvironment"),
    documentsEnvironment = documentsEnvironments.find((each) => each === named);
  if (named !== undefined && documentsEnvironment === undefined)
    return l10n.t("documentsEnvironment of {0} is not one of {1}.", name, documentsEnvironments.join(", "));
  const addresses: Record<string, string> = {};
  for (const key of ["authUrl", "formsAppUrl", ...apiAddresses]) {
    const address = fields.get(key);
    if (address === undefined && key !== "authUrl") continue;
    if (typeof address !== "string") return l10n.t("{0} has no {1}.", name, key);
    const wrong = addressProblem(address);
    if (wrong !== undefined) return l10n.t("{0} of {1}: {2}", key, name, wrong);
    addresses[key] = normalAddress(address);
  }
  const { authUrl = "", ...others } = addresses;
  const profile: Profile = {
    name,
    clientId,
    ...(auditClientId !== undefined && { auditClientId }),
    ...(scope !== undefined && { scope }),
    ...(documentsEnvironment && { documentsEnvironment }),
    authUrl,
    ...others,
  };
  return addressesOf(profile).length === 0
    ? l10n.t("{0} has no address for an API that its client can call.", name)
    : profile;
}

/**
 * Returns the identity of the library. The company comes only from the token (T90), so everything kept on this computer
 * is bound to the client id and to the origins of the sign-in and of forms. The sandbox keeps its client id across
 * restarts, while its port may change. Without forms there is no library, and the identity does not depend on the
 * addresses of the other services.
 */
export function identityOf(name: string, connection: Connection): string {
  if (name === sandboxName) return `sandbox ${connection.clientId}`;
  if (connection.formsApiUrl === undefined) return `${new URL(connection.authUrl).origin} - ${connection.clientId}`;
  return `${new URL(connection.authUrl).origin} ${new URL(connection.formsApiUrl).origin} ${connection.clientId}`;
}

/**
 * Returns the identity of the library to which the connection of this name leads, signed in or not; undefined if the
 * settings have no such connection.
 */
export function identityNamed(name: string, profiles: readonly Profile[]): string | undefined {
  const profile = profiles.find((each) => each.name === name);
  return profile && identityOf(name, profile);
}

/**
 * The environments that calls to the sandbox's archive and document editor use if the person chose none. This way,
 * people can try the sandbox without knowing about environments. Both environments contain documents of the demo
 * company, and calls in them do not need the confirmations that Production asks for.
 */
export const sandboxEnvironments = { archive: "Development", documents: "Test" } as const;

/** Returns whether the identity is that of a sandbox: this computer's sandbox, or a window's own. */
export const isSandboxIdentity = (identity: string): boolean => identity.split(" ", 1)[0] === sandboxName;

/**
 * Returns the key of the secret in SecretStorage. After a change of address or client id, the key leads to no secret.
 * Without forms, the key is bound to every API that receives the connection's token.
 */
export function secretKey(profile: Profile): string {
  const origins =
    profile.formsApiUrl === undefined
      ? addressesOf(profile)
          .map((address) => ` ${new URL(profile[address] ?? "").origin}`)
          .join("")
      : "";
  return `smartform.secret ${identityOf(profile.name, profile)}${origins}`;
}

/**
 * Returns the key under which the secret of the profile's client of type Audit is stored; undefined if the profile has
 * no such client. The key contains the origins of this client's addresses and its client id.
 */
export function auditSecretKey(profile: Profile): string | undefined {
  const connection = auditConnectionOf(profile);
  if (connection?.auditApiUrl === undefined) return undefined;
  return `smartform.auditSecret ${new URL(connection.authUrl).origin} ${new URL(connection.auditApiUrl).origin} ${connection.clientId}`;
}

/** Returns the keys of the profile's secrets, without those that one of `others` shares. */
export function secretsOnlyOf(profile: Profile, others: readonly Profile[]): readonly string[] {
  const keysOf = (one: Profile): readonly string[] =>
    [secretKey(one), auditSecretKey(one)].filter((key) => key !== undefined);
  const kept = new Set(others.flatMap(keysOf));
  return keysOf(profile).filter((key) => !kept.has(key));
}

/**
 * Returns the words for a connection that answered. Names everything that a previous connection of the same name had
 * and this connection lacks. The reply to a ping is the same for every environment, so no environment is named (T86).
 */
export function reachedWords(
  profile: Profile,
  before?: Profile,
): { readonly message: string; readonly detail: string } {
  const lost =
    before === undefined
      ? []
      : [
          ...addressesOf(before)
            .filter((address) => profile[address] === undefined)
            .map((address) => serviceNames[address]),
          ...(before.auditClientId !== undefined && profile.auditClientId === undefined
            ? [l10n.t("its client of type Audit")]
            : []),
        ];
  const who = [
    l10n.t("{0}, client {1}.", hostNameOf(profile), profile.clientId),
    ...(lost.length === 0
      ? []
      : [
          l10n.t(
            "The new connection replaces the earlier connection {0}, but lacks: {1}. Add again what you still need.",
            profile.name,
            lost.join(", "),
          ),
        ]),
  ].join("\n\n");
  if (onlyWritesAudit(profile)) {
    return {
      message: l10n.t("The token is ok."),
      detail: [
        who,
        l10n.t(
          "This client can write audit events but read nothing. Only its token can be tested without writing an event. The first event shows whether the audit API accepts events.",
        ),
      ].join("\n\n"),
    };
  }
  return {
    message: l10n.t("Host and token are ok."),
    detail: [
      who,
      profile.formsApiUrl === undefined
        ? l10n.t(
            "This client acts for the whole company. Access groups do not limit it, so you may see documents here that you are not allowed to see in the application.",
          )
        : l10n.t(
            "This client acts for the whole company: every save of a text is live for everybody at once. Access groups do not limit it, so you may see documents here that you are not allowed to see in the application.",
          ),
    ].join("\n\n"),
  };
}

/**
 * Returns what is shown before a connection is removed: what is deleted and what stays. `unsaved`: the number of its
 * open texts with unsaved changes.
 */
export function removalWords(profile: Profile, unsaved: number): string {
  const { name, clientId } = profile;
  return [
    l10n.t("{0}, client {1}.", hostNameOf(profile), clientId),
    l10n.t(
      "You will be signed out of this connection. Its secret is deleted from the secret storage of this computer, unless another connection has the same client. Its addresses are deleted from your user settings (smartform.connections).",
    ),
    ...(unsaved === 0
      ? []
      : [
          oneOrMany(
            unsaved,
            l10n.t(
              "1 open text of this connection has unsaved changes. They stay in its editor, and you can save them once you sign in again under the name {0}.",
              name,
            ),
            l10n.t(
              "{0} open texts of this connection have unsaved changes. They stay in their editors, and you can save them once you sign in again under the name {1}.",
              unsaved,
              name,
            ),
          ),
        ]),
    l10n.t(
      "Nothing changes on the service. The history of this connection's texts, the copies of unsaved texts and the list of test forms stay on this computer. You get all of these back when you sign in under this name.",
    ),
  ].join("\n\n");
}

/** Returns what the list of connections shows after a name: host, environment in which Smartforms run, and state. */
export function listWords({
  where,
  environment,
  state,
}: {
  readonly where: string;
  readonly environment: Environment | undefined;
  readonly state?: "used" | "out" | undefined;
}): string {
  const states = { used: l10n.t("in use"), out: l10n.t("signed out") };
  return [
    where,
    environment ?? l10n.t("no environment: drafts are used"),
    ...(state === undefined ? [] : [states[state]]),
  ].join(" · ");
}

interface StatusWords {
  readonly text: string;
  readonly tooltip: string;
  /** The text for screen readers, without icons. */
  readonly label: string;
  /** Whether the status is also shown in the warning colour. */
  readonly warns: boolean;
}

interface StatusOf {
  readonly name: string;
  readonly host?: string;
  readonly environment?: Environment;
  readonly standing?: Standing;
  /** Whether the sandbox forgets everything when the window closes. */
  readonly isTemporary?: boolean;
}

/**
 * Returns the words of the status bar: host, alias and environment. The sandbox, Production and anything that hinders
 * calls are shown in words and not by colour alone (T169).
 */
export function statusWords(current: StatusOf | undefined, trusted: boolean): StatusWords {
  if (!trusted) {
    return {
      text: `$(shield) ${l10n.t("Smartform: Restricted Mode")}`,
      label: l10n.t("Smartform: Restricted Mode, no service is called"),
      tooltip: l10n.t("Restricted Mode: no service is called until this workspace is trusted."),
      warns: false,
    };
  }
  if (current === undefined) {
    return {
      text: `$(debug-disconnect) ${l10n.t("Smartform: not connected")}`,
      label: l10n.t("Smartform: not connected"),
      tooltip: l10n.t("Choose the sandbox, or sign in to a service."),
      warns: false,
    };
  }
  const { standing = "fine" } = current;
  const words = usualWords(current);
  return standing === "fine" ? words : hinderedWords(words, current, standing);
}

function usualWords(current: StatusOf): StatusWords {
  const environment = current.environment ?? l10n.t("no environment: drafts are used");
  if (current.name === sandboxName) {
    if (current.isTemporary === true)
      return {
        text: `$(beaker) ${l10n.t("Smartform SANDBOX of this window · {0}", current.environment ?? l10n.t("drafts"))}`,
        label: l10n.t(
          "Smartform: this window's sandbox, which forgets everything when the window closes, {0}",
          environment,
        ),
        tooltip: l10n.t(
          "The sandbox of this window, {0}. It forgets everything when the window closes. Nothing leaves the machine. The Text Library is shared by all environments.",
          environment,
        ),
        warns: true,
      };
    return {
      text: `$(beaker) ${l10n.t("Smartform SANDBOX · {0}", current.environment ?? l10n.t("drafts"))}`,
      label: l10n.t("Smartform: sandbox on this computer, {0}", environment),
      tooltip: l10n.t(
        "The sandbox on this computer, {0}. Nothing leaves the machine. The Text Library is shared by all environments.",
        environment,
      ),
      warns: false,
    };
  }
  const production = current.environment === "Production" ? "PRODUCTION" : (current.environment ?? l10n.t("drafts"));
  return {
    text: `$(plug) ${plainText(l10n.t("Smartform {0} ({1}) · {2}", current.name, current.host ?? l10n.t("unknown host"), production))}`,
    label: l10n.t(
      "Smartform: connection {0}, host {1}, {2}",
      current.name,
      current.host ?? l10n.t("unknown host"),
      environment,
    ),
    tooltip: l10n.t(
      "Connection {0} to {1}, {2}. The Text Library is live and shared by all environments.",
      current.name,
      current.host ?? l10n.t("an unknown host"),
      environment,
    ),
    warns: current.environment === "Production",
  };
}

/** Adds to the usual words what hinders the calls, so that Production stays visible. */
function hinderedWords(
  usual: StatusWords,
  { name, host = name }: StatusOf,
  standing: Exclude<Standing, "fine">,
): StatusWords {
  const words = {
    out: {
      icon: "debug-disconnect",
      state: l10n.t("signed out"),
      tooltip: l10n.t(
        "You are signed out of {0}, or its address or client id changed. Click here and choose the connection to sign in again.",
        name,
      ),
    },
    refused: {
      icon: "error",
      state: l10n.t("sign-in refused"),
      tooltip: l10n.t('{0} refused the sign-in of {1}. Click here and choose "Replace Client Secret…".', host, name),
    },
    silent: {
      icon: "warning",
      state: l10n.t("no answer"),
      tooltip: l10n.t(
        '{0} did not answer the last call, so nothing can be saved now. Check the network; then click here and choose "Test Connection".',
        host,
      ),
    },
  }[standing];
  return {
    text: `${usual.text.replace(/^\$\([a-z-]+\)/, `$(${words.icon})`)} · ${words.state}`,
    label: `${usual.label}, ${words.state}`,
    tooltip: `${words.tooltip}\n\n${usual.tooltip}`,
    warns: true,
  };
}
