/**
 * Clients, their secrets and their tokens (document 1, "Authentication"). Tokens are opaque, and only their hash is
 * stored.
 */
import { createHash, randomBytes } from "node:crypto";
import type { Handler, Reply } from "../base/call.ts";
import { eventSources } from "../base/event.ts";
import { recordEvent } from "../base/recordEvent.ts";
import { prefixes } from "../base/route.ts";
import type { Route } from "../base/route.ts";
import { sameSecret } from "../base/secret.ts";
import { newId } from "../base/state.ts";
import type { State } from "../base/state.ts";

interface Client {
  readonly id: string;
  readonly name: "standard" | "audit" | "other" | "nobody" | "acceptance";
  readonly type: "Standard" | "Audit";
  /** The scopes that the client may request, separated by spaces. */
  readonly scope: string;
  readonly company: string | null;
}

/**
 * The scope that the document editor's environment `AcceptanceTest` requires in addition to `api.external`; the
 * documents do not name it (E18, T88).
 */
export const environmentScope = "api.editor.acceptancetest";

const demoClients: readonly Omit<Client, "id">[] = [
  { name: "standard", type: "Standard", scope: "api.external", company: "demo" },
  { name: "audit", type: "Audit", scope: "api.audit", company: "demo" },
  { name: "other", type: "Standard", scope: "api.external", company: "other" },
  { name: "nobody", type: "Standard", scope: "api.external", company: null },
  { name: "acceptance", type: "Standard", scope: `api.external ${environmentScope}`, company: "demo" },
];

/**
 * Creates missing companies and clients; a reset keeps them, so that credentials stay valid. The state of an earlier
 * version of the sandbox may have fewer clients.
 */
export function ensureClients(state: State): void {
  state.run("INSERT OR IGNORE INTO company VALUES ('demo', 'Strandby Mutual'), ('other', 'Fjordvik Municipality')");
  for (const client of demoClients) {
    if (state.one("SELECT 1 FROM client WHERE name = ?", client.name)) continue;
    state.run(
      "INSERT INTO client VALUES (?, ?, ?, ?, ?)",
      newId(),
      client.name,
      client.type,
      client.scope,
      client.company,
    );
  }
}

export function listClients(state: State): readonly (Client & { readonly companyName: string })[] {
  return state.all(
    "SELECT client.*, coalesce(company.name, '') AS companyName FROM client LEFT JOIN company ON company.id = client.company ORDER BY client.rowid",
  );
}

/**
 * Returns the client's secret. The documents do not say that the secret is form-encoded. The secret contains characters
 * that form-encoding changes, so the sandbox refuses a program that form-encodes its credentials (T96).
 */
export function clientSecret(state: State, id: string): string {
  return `+%:${state.secret(`client:${id}`)}`;
}

/** Returns whether the headers contain valid credentials of a client. */
function isClient(state: State, headers: Headers): boolean {
  return basicClient(state, headers.get("authorization")) !== undefined;
}

/** Basic authentication as documented: base64 of id and secret, without form-encoding them first (T96, S14). */
const issueToken: Handler = ({ state, headers, rawBody }) => {
  const client = basicClient(state, headers.get("authorization"));
  if (!client)
    return {
      ...tokenError("invalid_client", 401),
      headers: { "www-authenticate": 'Basic realm="sandbox"', "cache-control": "no-store" },
    };
  if (!/^application\/x-www-form-urlencoded\b/i.test(headers.get("content-type") ?? ""))
    return tokenError("invalid_request");
  const form = new URLSearchParams(new TextDecoder().decode(rawBody));
  if (form.get("grant_type") !== "client_credentials") return tokenError("unsupported_grant_type");
  const asked = (form.get("scope") ?? "").split(" ");
  const held = client.scope.split(" ");
  if (!asked.every((each) => held.includes(each))) return tokenError("invalid_scope");
  const scope = [...new Set(asked)].join(" ");

  const token = randomBytes(32).toString("base64url");
  const lifetime = state.choice("N10");
  const seconds = lifetime === "5" ? 5 : 3600;
  state.run("DELETE FROM token WHERE expiresAt <= ?", state.now());
  state.run("INSERT INTO token VALUES (?, ?, ?, ?)", hash(token), client.id, scope, state.now() + seconds * 1000);
  if (client.company !== null) {
    recordEvent(state, {
      company: client.company,
      name: "ClientSignedIn",
      source: eventSources.identity,
      user: client.id,
      description: { client: client.name, scope },
    });
  }
  return {
    json: {
      access_token: token,
      token_type: "Bearer",
      scope,
      ...(lifetime === "unsaid" ? {} : { expires_in: lifetime === "as text" ? String(seconds) : seconds }),
    },
    headers: { "cache-control": "no-store" },
  };
};

export const tokenRoute: Route = {
  operation: "token",
  method: "POST",
  path: `${prefixes.auth}/connect/token`,
  access: { kind: "open", knows: isClient },
  handle: issueToken,
  environment: "none",
};

/**
 * Returns the client of a valid token, with the scopes of the token; undefined for a token that is missing, expired or
 * unknown.
 */
export function bearerClient(
  state: State,
  authorization: string | null,
): (Client & { readonly scopes: readonly string[] }) | undefined {
  const token = /^Bearer +([\w.~+/=-]+)$/i.exec(authorization ?? "")?.[1];
  if (token === undefined) return undefined;
  const found = state.one<Client & { readonly granted: string }>(
    "SELECT client.*, token.scope AS granted FROM token JOIN client ON client.id = token.client WHERE hash = ? AND expiresAt > ?",
    hash(token),
    state.now(),
  );
  return (
    found && { ...found, scopes: (state.choice("E18") === "with the client" ? found.scope : found.granted).split(" ") }
  );
}

function basicClient(state: State, authorization: string | null): Client | undefined {
  const encoded = /^Basic +([\w+/=-]+)$/i.exec(authorization ?? "")?.[1];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, "base64").toString("utf8");
  const colon = pair.indexOf(":");
  if (colon < 0) return undefined;
  const read = (part: string) => (state.choice("S14") === "form-encoded" ? formDecoded(part) : part);
  const client = state.one<Client>("SELECT * FROM client WHERE id = ?", read(pair.slice(0, colon)));
  return client && sameSecret(read(pair.slice(colon + 1)), clientSecret(state, client.id)) ? client : undefined;
}

function formDecoded(part: string): string {
  return new URLSearchParams(`part=${part}`).get("part") ?? "";
}

function tokenError(error: string, status = 400): Reply {
  return { status, json: { error }, headers: { "cache-control": "no-store" } };
}

function hash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
