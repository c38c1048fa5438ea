/**
 * One exchange over HTTP: connections, proxy, certificates, time-outs and size limits. Redirects are never followed,
 * answers never decompressed.
 */
import { X509Certificate } from "node:crypto";
import type { Readable } from "node:stream";
import { createSecureContext, getCACertificates } from "node:tls";
import * as l10n from "@vscode/l10n";
import type { Dispatcher } from "undici";
import type * as undiciPackage from "undici";
import type { ApiOptions } from "./client.ts";
import { lengthOf, streamOf } from "./payload.ts";
import type { Payload } from "./payload.ts";
import { causeFailure, failure, outcomeOf } from "./failure.ts";
import type { Subject } from "./failure.ts";

export interface Send {
  readonly subject: Subject;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Payload;
  /** Maximum number of bytes of an answer that are read; by default, enough for JSON. */
  readonly largest?: number;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The part of the body that arrived. */
  readonly bytes: Buffer;
  /** Why the body is not complete. */
  readonly cut: "truncated" | "timeout" | "answer-too-large" | undefined;
}

interface Wire {
  /** Rejects with ApiError if there was no answer, or if the call was cancelled. */
  send(send: Send, options: { readonly signal: AbortSignal }): Promise<Reply>;
  close(): Promise<void>;
}

/** Loaded with the first call. A program that only checks files against a catalog file never makes a call. */
type Undici = typeof undiciPackage;

const largestAnswer = 64 * 1024 * 1024;
/**
 * Limit of an answer that is a file, in bytes. The documents name no limit; this one is well above the largest upload,
 * and fits in memory.
 */
export const largestFileAnswer = 256 * 1024 * 1024;
const largestRefusal = 64 * 1024;
const connections = 16;
/** A call may take at most this many times the time-out, even if its answer keeps trickling in. */
const patience = 10;

export function openWire({
  proxy,
  certificates = [],
  timeout = 30_000,
}: Pick<ApiOptions, "proxy" | "certificates" | "timeout">): Wire {
  const fromProxy = new WeakSet<object>();
  const dispatchers = new Map<string, Dispatcher>();

  /** Created on first use: reading all certificates takes tens of milliseconds. */
  function open(undici: Undici, subject: Subject, { protocol }: URL): Dispatcher {
    try {
      const dispatcher =
        dispatchers.get(protocol) ??
        (protocol === "http:"
          ? // Plain http is used only for this machine, which is reached without a proxy.
            new undici.Agent({ connect: { timeout }, connections })
          : dispatcherOf(undici, {
              proxy,
              certificates,
              timeout,
              onProxyFailure: (error) => fromProxy.add(error),
            }));
      dispatchers.set(protocol, dispatcher);
      return dispatcher;
    } catch {
      // The cause is dropped: it quotes the proxy's address, which may contain a password.
      throw failure("not-configured", subject, "none", {
        happened: l10n.t("the proxy's address or a certificate from the settings cannot be used"),
        advice: l10n.t("Give a certificate in PEM format, and a proxy as http://host:port."),
      });
    }
  }

  return {
    async send({ subject, method, url, headers, body, largest = largestAnswer }, { signal }) {
      if (signal.aborted) throw failure("cancelled", subject, "none");
      const deadline = AbortSignal.timeout(timeout * patience);
      const either = AbortSignal.any([signal, deadline]);
      const interrupted = (): never => {
        if (signal.aborted) throw failure("cancelled", subject, outcomeOf(subject));
        throw failure("timeout", subject, outcomeOf(subject));
      };
      const undici = await import("undici");
      const answer = await open(undici, subject, url)
        .request({
          origin: url.origin,
          path: url.pathname + url.search,
          method,
          ...written(body),
          signal: either,
          headers: { ...headers, ...lengthHeader(body), "accept-encoding": "identity" },
          headersTimeout: timeout,
          bodyTimeout: timeout,
        })
        .catch((cause: unknown) => {
          if (either.aborted) return interrupted();
          throw causeFailure(cause, subject, {
            fromProxy: typeof cause === "object" && cause !== null && fromProxy.has(cause),
            proxy: proxy && new URL(proxy.url).host,
          });
        });
      const accepted = answer.statusCode >= 200 && answer.statusCode < 300;
      if (accepted && Number(answer.headers["content-length"] ?? 0) > largest) {
        // No byte of the answer is read. The error of the aborted stream is expected, and ignored.
        answer.body.on("error", () => {}).destroy();
        return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.alloc(0), cut: "answer-too-large" };
      }
      const chunks: Buffer[] = [];
      let size = 0;
      let cut: Reply["cut"];
      try {
        for await (const chunk of answer.body as AsyncIterable<Buffer>) {
          size += chunk.length;
          if (size > (accepted ? largest : largestRefusal)) {
            cut = "answer-too-large";
            break;
          }
          chunks.push(chunk);
        }
      } catch (cause) {
        // The status is already known, and says more than this failure. Decoding reports that the body is incomplete.
        if (either.aborted) interrupted();
        cut = cause instanceof undici.errors.BodyTimeoutError ? "timeout" : "truncated";
      }
      return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(chunks), cut };
    },

    async close() {
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.destroy()));
    },
  };
}

/** Returns the body to send: the plain string if there are no files. */
function written(body: Send["body"]): { readonly body?: string | Readable } {
  if (body === undefined || typeof body === "string") return { body };
  return { body: body.files.size === 0 ? body.json : streamOf(body) };
}

/** Sends a stream's length in advance: many proxies refuse a request without one. */
function lengthHeader(body: Send["body"]): { readonly "content-length"?: string } {
  return typeof body === "object" && body.files.size > 0 ? { "content-length": String(lengthOf(body)) } : {};
}

/** Returns the dispatcher for https. */
function dispatcherOf(
  { Agent, EnvHttpProxyAgent, Pool }: Undici,
  {
    proxy,
    certificates,
    timeout,
    onProxyFailure,
  }: {
    readonly proxy: ApiOptions["proxy"];
    readonly certificates: readonly string[];
    readonly timeout: number;
    readonly onProxyFailure: (error: Error) => void;
  },
): Dispatcher {
  // Throws if a certificate is invalid; TLS would ignore it silently.
  for (const certificate of certificates) new X509Certificate(certificate);
  // Certificates are checked whatever the environment variables say.
  const secureContext = createSecureContext({
    ca: [...new Set([...getCACertificates("default"), ...getCACertificates("system"), ...certificates])],
  });
  const tls = { secureContext, rejectUnauthorized: true, timeout };
  const around = proxy?.noProxy?.split(/[,\s]/) ?? [];
  // A star in NO_PROXY exempts every host. If the list also contains other names, undici reads the star as a host's
  // name, so the star is handled here.
  if (proxy === undefined || around.includes("*")) return new Agent({ connect: tls, connections });
  return new EnvHttpProxyAgent({
    httpProxy: "",
    httpsProxy: proxy.url,
    noProxy: [...around, "localhost", "127.0.0.1", "[::1]"].join(","),
    connect: tls,
    requestTls: tls,
    proxyTls: tls,
    connections,
    clientFactory: (origin, options) =>
      new Pool(origin, { ...options, headersTimeout: timeout }).on("connectionError", (_origin, _targets, error) =>
        onProxyFailure(error),
      ),
  });
}
