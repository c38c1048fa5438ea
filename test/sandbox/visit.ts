/** A running sandbox and short helpers to call it; everything goes over real HTTP. */
import { request } from "undici";
import type { Ready, ReadyClient, SandboxOptions } from "../../sandbox/index.ts";
import { permitCall, startSandbox } from "./permits.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Uint8Array;
  /** The body as JSON; undefined if it is not JSON. */
  readonly json: unknown;
  /** Returns the value at a dotted path of the JSON body: `texts.items.0.code`. */
  at(path: string): unknown;
}

export interface Call {
  readonly as?: ReadyClient["name"] | "none";
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Visit = Awaited<ReturnType<typeof visit>>;

export async function visit(options: SandboxOptions = {}) {
  const sandbox = await startSandbox(options);
  return { ...connect(sandbox.ready), close: () => sandbox[Symbol.asyncDispose]() };
}

/** Connects to a running sandbox. */
export function connect(ready: Ready) {
  const tokens = new Map<string, string>();

  const send = async (
    method: string,
    url: string,
    { body, headers }: { body?: unknown; headers?: Readonly<Record<string, string>> },
  ): Promise<Answer> => {
    const sent = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    permitCall(method, url, sent);
    const response = await request(url, {
      method,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      body: sent ?? null,
    });
    const received = new Headers(
      Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const bytes = new Uint8Array(await response.body.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    const isJson = /json/.test(received.get("content-type") ?? "") && text !== "";
    const json: unknown = isJson ? JSON.parse(text) : undefined;
    return { status: response.statusCode, headers: received, text, bytes, json, at: (path) => at(json, path) };
  };

  const client = (name: ReadyClient["name"]) => {
    const found = ready.clients.find((candidate) => candidate.name === name);
    if (!found) throw new Error(`There is no client ${name}.`);
    return found;
  };

  const signIn = (
    name: ReadyClient["name"],
    { scope = client(name).scope, secret = client(name).clientSecret, grant = "client_credentials" } = {},
  ) =>
    send("POST", `${ready.authUrl}/connect/token`, {
      body: new URLSearchParams({ grant_type: grant, scope }).toString(),
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        authorization: `Basic ${Buffer.from(`${client(name).clientId}:${secret}`).toString("base64")}`,
      },
    });

  const bearer = async (name: ReadyClient["name"]) => {
    const known = tokens.get(name);
    if (known !== undefined) return known;
    const token = String((await signIn(name)).at("access_token"));
    tokens.set(name, token);
    return token;
  };

  const call = async (method: string, path: string, { as = "standard", body, headers }: Call = {}) =>
    send(method, ready.formsApiUrl + path, {
      body,
      headers: { ...(as === "none" ? {} : { authorization: `Bearer ${await bearer(as)}` }), ...headers },
    });

  return {
    ready,
    send,
    signIn,
    call,
    client,
    bearer,
    control: (method: string, path: string, body?: unknown) =>
      send(method, ready.controlUrl + path, { body, headers: { authorization: `Bearer ${ready.controlSecret}` } }),
    forget: () => tokens.clear(),
  };
}

export function at(value: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (inner, name) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, name) : undefined),
      value,
    );
}
