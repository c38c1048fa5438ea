/**
 * The callback at the end of editing (document 3, "Callback on end of editing"). The sign-in for the callback is stored
 * encrypted, with a key from the sandbox's state, and is decrypted only when the callback is sent. The sign-in never
 * appears in an outbox, ledger or log (T160).
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { unescape } from "node:querystring";
import type { Call } from "../base/call.ts";
import { stringField, textOrNumberField } from "../base/read.ts";
import type { JsonObject } from "../../language/index.ts";
import { Refusal } from "../base/refusal.ts";
import type { State } from "../base/state.ts";

export interface Callback {
  /** The address of the callback, without the sign-in that the address contained. */
  readonly endpoint: string;
  /**
   * null if no sign-in is needed. The user name and the password of the request are used only if both are set;
   * otherwise, those in the address are used.
   */
  readonly sealedSignIn: string | null;
}

/** Returns undefined if no callback is wanted. */
export function readCallback(state: State, body: JsonObject): Callback | undefined {
  const endpoint = stringField(body, "SenderCallBackEndpoint");
  const user = textOrNumberField(body, "SenderCallBackUserName") ?? "";
  const password = textOrNumberField(body, "SenderCallBackPassword") ?? "";
  if (!endpoint) return undefined;
  if (!/^https?:\/\/[^/]/i.test(endpoint) || !URL.canParse(endpoint)) throw new Refusal("bad-callback");
  const url = new URL(endpoint);
  const inAddress =
    url.username !== "" || url.password !== "" ? `${unescape(url.username)}:${unescape(url.password)}` : null;
  url.username = "";
  url.password = "";
  const signIn = user === "" || password === "" ? inAddress : `${user}:${password}`;
  return {
    endpoint: inAddress === null ? endpoint : url.href,
    sealedSignIn: signIn === null ? null : seal(state, signIn),
  };
}

export function callBack(
  { state, send }: Pick<Call, "state" | "send">,
  { endpoint, sealedSignIn }: Callback,
  session: { readonly id: string; readonly status: string },
): void {
  const url = `${endpoint.replace(/\/$/, "")}/${session.id}?Status=${session.status}`;
  const item = {
    channel: "callback",
    to: endpoint,
    url,
    payload: { dxmlUID: session.id, status: session.status },
  } as const;
  send(
    item,
    sealedSignIn === null
      ? undefined
      : { authorization: `Basic ${Buffer.from(unseal(state, sealedSignIn)).toString("base64")}` },
  );
}

function seal(state: State, plain: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyOf(state), nonce);
  const sealed = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
}

function unseal(state: State, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv("aes-256-gcm", keyOf(state), bytes.subarray(0, 12)).setAuthTag(
    bytes.subarray(12, 28),
  );
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}

function keyOf(state: State): Buffer {
  return Buffer.from(state.secret("callbacks"), "base64url");
}
