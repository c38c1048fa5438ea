/**
 * The JWT that opens a session's editor if the company requires one (document 3, "Authentication"; T159): signed by
 * this sandbox, valid for an hour.
 */
import { createHmac } from "node:crypto";
import { isObject } from "../../language/index.ts";
import { sameSecret } from "../base/secret.ts";
import type { State } from "../base/state.ts";

const lifetime = 3600;

export function issueJwt(state: State, startParameter: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const now = Math.floor(state.now() / 1000);
  const signed = `${part({ alg: "HS256", typ: "JWT" })}.${part({ sub: startParameter, iat: now, exp: now + lifetime })}`;
  return `${signed}.${signature(state, signed)}`;
}

/** Returns whether the JWT opens this session now. */
export function isGoodJwt(state: State, jwt: string, startParameter: string): boolean {
  const [head = "", body = "", given = ""] = jwt.split(".");
  if (!sameSecret(given, signature(state, `${head}.${body}`))) return false;
  // Claims get here only if this sandbox signed them.
  const claims: unknown = JSON.parse(Buffer.from(body, "base64url").toString("utf8"));
  return isObject(claims) && claims["sub"] === startParameter && Number(claims["exp"]) * 1000 > state.now();
}

function signature(state: State, signed: string): string {
  return createHmac("sha256", state.secret("jwt")).update(signed).digest("base64url");
}
