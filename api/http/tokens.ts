/**
 * Keeps the access token in memory only, for one sign-in address, client and scope. Any number of callers wait for the
 * same token request. The token is renewed before it expires.
 */
import { createHash } from "node:crypto";
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { ApiOptions } from "./client.ts";
import { scopesOf } from "../connection.ts";
import type { Connection } from "../connection.ts";
import { NobodyThere, SecretWithheld } from "../error.ts";
import type { ApiError } from "../error.ts";
import { baseOf } from "./address.ts";
import type { Clock } from "./clock.ts";
import { assertAccepted, parseJson, readText } from "./decode.ts";
import { failure } from "./failure.ts";
import type { Subject } from "./failure.ts";
import type { Reply, Send } from "./wire.ts";

interface Tokens {
  /** Rejects with ApiError of operation `token`. */
  get(): Promise<string>;
  /** Forgets a token that the service refused; a newer one is kept. */
  drop(token: string): void;
  forget(): void;
}

/**
 * The documents promise only `access_token`; a lifetime in seconds, as a number or a string, is honoured if there is
 * one.
 */
const tokenAnswer = z.looseObject({
  access_token: z.string().min(1),
  expires_in: z.union([z.number(), z.string()]).nullish(),
});

/** In milliseconds: how long to wait before a refused client is tried again, so that it is not locked out. */
const pauseAfterRefusal = 30_000;

export function createTokens({
  connection,
  secret,
  send,
  clock,
  signal,
}: {
  readonly connection: Connection;
  readonly secret: ApiOptions["secret"];
  readonly send: (send: Send) => Promise<Reply>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}): Tokens {
  let current: { readonly token: string; readonly renewAt: number } | undefined;
  let underWay: Promise<string> | undefined;
  let refused: { readonly digest: string; readonly until: number; readonly error: ApiError } | undefined;

  async function fetchToken(): Promise<string> {
    const base = baseOf(connection, "auth");
    const subject: Subject = {
      operation: "token",
      effect: "read",
      host: "url" in base ? base.url.host : l10n.t("this connection"),
    };
    if ("problem" in base) throw failure(base.problem.code, subject, "none", { happened: base.problem.happened });
    const clientSecret = await secret(signal).catch((cause: unknown) => {
      if (cause instanceof SecretWithheld)
        throw failure("sign-in-failed", subject, "none", {
          happened: l10n.t("no secret was given"),
          advice: cause.message,
          cause,
        });
      if (cause instanceof NobodyThere) throw failure("unreachable", subject, "none", { cause });
      throw failure(signal.aborted ? "cancelled" : "sign-in-failed", subject, "none", {
        happened: l10n.t("the secret of this client is not available"),
        cause,
      });
    });
    // Plain base64 of id and secret, as documented; the standard would form-encode both first.
    const credentials = Buffer.from(`${connection.clientId}:${clientSecret}`).toString("base64");
    const digest = createHash("sha256").update(credentials).digest("hex");
    if (refused !== undefined && refused.digest === digest && clock.now() < refused.until) throw refused.error;
    const reply = await send({
      subject,
      method: "POST",
      url: new URL(`${base.url.href.replace(/\/$/, "")}/connect/token`),
      headers: {
        authorization: `Basic ${credentials}`,
        "content-type": "application/x-www-form-urlencoded",
        accept: "application/json",
      },
      body: new URLSearchParams({ grant_type: "client_credentials", scope: scopesOf(connection).join(" ") }).toString(),
    });
    const secrets = [clientSecret, credentials].filter((value) => value !== "");
    const written = readText(reply.bytes) ?? "";
    if (reply.status === 400 || reply.status === 401 || reply.status === 403) {
      const error = failure("sign-in-failed", subject, "none", {
        status: reply.status,
        advice: adviceFor(written, connection.clientId + clientSecret, scopesOf(connection)),
      });
      refused = { digest, until: clock.now() + pauseAfterRefusal, error };
      throw error;
    }
    assertAccepted(reply, subject, { secrets });
    if (reply.cut !== undefined) throw failure(reply.cut, subject, "none");
    const parsed = parseJson(written);
    if (parsed === undefined) throw failure("wrong-type", subject, "none", { status: reply.status });
    const answer = tokenAnswer.safeParse(parsed.value);
    if (!answer.success)
      throw failure("invalid-answer", subject, "none", {
        status: reply.status,
        happened: l10n.t("the answer holds no token"),
      });
    const life = Number(answer.data.expires_in ?? Number.NaN);
    current = {
      token: answer.data.access_token,
      renewAt: life > 0 ? clock.now() + life * 800 : Number.POSITIVE_INFINITY,
    };
    return current.token;
  }

  return {
    async get() {
      if (current !== undefined && clock.now() < current.renewAt) return current.token;
      underWay ??= fetchToken().finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
    drop(token) {
      if (current?.token === token) current = undefined;
    },
    forget() {
      current = undefined;
      refused = undefined;
    },
  };
}

/**
 * Says what to do about a refused sign-in. It may say which kinds of characters the secret contains, but not where they
 * are.
 */
function adviceFor(written: string, credentials: string, scopes: readonly string[]): string {
  const value = parseJson(written)?.value;
  const error = typeof value === "object" && value !== null && "error" in value ? value.error : undefined;
  if (error === "invalid_scope" || error === "unauthorized_client")
    return l10n.t(
      "This client is not of the type that the connection requires, or lacks the required scope: {0}.",
      scopes.join(", "),
    );
  const check = l10n.t("Check the client id and the secret.");
  if (!/[+%:& ]/.test(credentials)) return check;
  return `${check} ${l10n.t("The id or the secret contains a character that some sign-in services read differently, such as + % : & or a space. A secret of letters and digits avoids that.")}`;
}
