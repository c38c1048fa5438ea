/**
 * The order of the steps of every request, in one place. First come host and origin, authentication, fault, body and
 * environment. Then come validation, look-up, conflict and effect, in one transaction. The answer and the ledger come
 * last. A caller without access is answered before any of the body is read, and uses up no fault. A foreign page does
 * not even leave a line in the ledger.
 */
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import { setTimeout as sleep } from "node:timers/promises";
import { effectOf, isOperationId } from "../../api/index.ts";
import type { Effect } from "../../api/index.ts";
import { messageOf } from "../../language/index.ts";
import type { Call, OutboxItem, Reply } from "../base/call.ts";
import { archiveEnvironment, documentsEnvironment } from "../base/environments.ts";
import { Refusal } from "../base/refusal.ts";
import type { RefusalId } from "../base/refusal.ts";
import { prefixes } from "../base/route.ts";
import type { AccessRefusals, Route } from "../base/route.ts";
import { sameSecret } from "../base/secret.ts";
import type { State } from "../base/state.ts";
import { writeTime } from "../base/time.ts";
import { catchUp as catchUpServices } from "../services.ts";
import { bearerClient, environmentScope } from "../signIn/clients.ts";
import { addToLedger, redactQuery } from "../traffic/ledger.ts";
import type { LedgerItem } from "../traffic/ledger.ts";
import { addToOutbox, deliver } from "../traffic/outbox.ts";
import { answer, errorAnswer } from "./answer.ts";
import { admit, checkEnvironment } from "./environment.ts";
import { takeBetween, takeFault } from "./faults.ts";
import type { Fault } from "./faults.ts";
import type { Runtime } from "./runtime.ts";

interface Sent {
  readonly item: OutboxItem;
  readonly authorization?: string;
}

/** What the ledger records of a request, as far as it was read. */
interface Note {
  clientId: string | undefined;
  bodyBytes: number;
  effect: Effect | null;
  sent: readonly OutboxItem[];
}

/** `inside` is set only by the service itself, never from the network. */
export type Bindings = HttpBindings & { readonly inside?: { readonly company: string } };
type HonoContext = Context<{ Bindings: Bindings }>;

/** 16 MiB, large enough for every documented request. */
const maximumBody = 16 * 1024 * 1024;
/** 1 MiB, large enough for anything that a person enters in a page. */
const maximumPosted = 1024 * 1024;
/** Nesting levels of lists and objects in JSON (N62). */
const maximumDepth = 3000;

export async function respond(runtime: Runtime, context: HonoContext, route: Route | undefined): Promise<Response> {
  const { state } = runtime;
  const { inside, incoming } = context.env;
  const url = new URL(context.req.url);
  const seen = { route, method: context.req.method, path: url.pathname };
  const note: Note = { clientId: undefined, bodyBytes: 0, effect: null, sent: [] };
  const isControl = route?.path.startsWith(prefixes.control) === true;
  /** Answers before the body is read; without `done`, the ledger gets no line. */
  const refuseUnread = (error: unknown, done?: (status: number) => void): Response => {
    const response = failed(runtime, route, error);
    done?.(response.status);
    if (isUnread(context, route)) response.headers.set("connection", "close");
    return response;
  };

  if (!inside) {
    try {
      checkSender(runtime, context, route);
    } catch (error) {
      return refuseUnread(error);
    }
  }

  const finish = (status: number | null) => {
    if (inside || isControl) return;
    const item: LedgerItem = {
      at: writeTime(state, state.now()),
      method: seen.method,
      path: seen.path,
      query: redactQuery(url.searchParams),
      status,
      operation: route?.operation ?? null,
      effect: note.effect,
      ...(note.clientId === undefined ? {} : { clientId: note.clientId }),
      bodyBytes: note.bodyBytes,
    };
    try {
      addToLedger(state, item);
    } catch (error) {
      // If the disk accepts no writes, requests that only read are still answered.
      runtime.log(`The ledger could not record ${item.method} ${item.path}: ${messageOf(error)}`);
    }
    runtime.heard(item, note.sent);
  };

  let admitted: Admitted & { readonly route: Route };
  let isStranger: boolean;
  try {
    if (!route || (incoming && !isPlainPath(incoming.url, url))) throw new Refusal("no-route");
    admitted = {
      route,
      ...(inside
        ? { company: inside.company, scopes: [environmentScope] }
        : authenticate(runtime, context, route, note)),
    };
    isStranger = isUnknown(state, context, route);
  } catch (error) {
    return refuseUnread(error, finish);
  }
  const fault = inside || isControl || isStranger ? undefined : takeFault(runtime.faults, seen);

  if (fault) {
    // A stalled request is in the ledger, but never gets a status.
    if (fault.kind === "stall") finish(null);
    const early = await failBefore(fault, context, { ...runtime, route });
    if (early) {
      if (fault.kind !== "stall") finish(early === "cut" ? null : early.status);
      return early === "cut" ? RESPONSE_ALREADY_SENT : early;
    }
  }

  let response: Response;
  try {
    const rawBody = isStranger ? new Uint8Array() : await readBody(context, limitOf(route));
    note.bodyBytes = rawBody.length;
    if (admitted.route.environment === "prefix" || isControl || admitted.route.access.kind === "page") catchUp(runtime);
    const { reply, sent } = perform(runtime, { context, ...admitted, note, rawBody, url });
    note.sent = sent.map(({ item }) => item);
    await reply.afterwards?.();
    response = await answer(state, reply, admitted.route.access.kind);
    deliverAll(runtime, sent);
  } catch (error) {
    response = failed(runtime, route, error);
  }
  if (isStranger && isUnread(context, route)) response.headers.set("connection", "close");

  if (response.ok && !inside && seen.method === "GET")
    await foreignWrite(runtime, context, { seen, company: companyOf(state, note.clientId) });
  if (fault?.kind === "reset-after" || fault?.kind === "truncate") {
    const bytes = new Uint8Array(await response.arrayBuffer());
    finish(response.status);
    await cut(context, fault.kind === "truncate" ? { response, bytes } : undefined);
    return RESPONSE_ALREADY_SENT;
  }
  finish(response.status);
  return !inside && response.body !== null && !response.headers.has("content-type")
    ? sendUntyped(context, response)
    : response;
}

/** Sends the bytes without the framework, which would add the content type of plain text. */
async function sendUntyped(context: HonoContext, response: Response): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  context.env.outgoing
    .writeHead(response.status, { ...Object.fromEntries(response.headers), "content-length": String(bytes.length) })
    .end(bytes);
  return RESPONSE_ALREADY_SENT;
}

function failed({ state, log }: Runtime, route: Route | undefined, error: unknown): Response {
  if (!(error instanceof Refusal))
    log(`${route?.operation ?? "An unknown address"} failed: ${error instanceof Error ? error.stack : String(error)}`);
  return errorAnswer(
    state,
    error instanceof Refusal ? error : new Refusal(failureOf(route)),
    route?.access.kind ?? "open",
  );
}

/**
 * Returns whether an unread body ends the connection. A body within the route's limit does not end it, because a client
 * whose token has expired repeats the call and must see the answer. A body without a declared size ends the connection.
 * On a route without bearer tokens, any body ends it.
 */
function isUnread(context: HonoContext, route: Route | undefined): boolean {
  const header = (name: string) => context.req.header(name);
  if (header("transfer-encoding") !== undefined) return true;
  const length = Number(header("content-length") ?? 0);
  return length > (route?.access.kind === "bearer" ? limitOf(route) : 0);
}

function limitOf(route: Route | undefined): number {
  return route?.maximumBody ?? (route?.access.kind === "page" ? maximumPosted : maximumBody);
}

/**
 * Returns whether the handler itself will refuse the caller, or has no page at this address. In both cases, the handler
 * answers without the body.
 */
function isUnknown(state: State, context: HonoContext, { access }: Route): boolean {
  if (access.kind === "open") return access.knows?.(state, context.req.raw.headers) === false;
  return access.kind === "page" && access.knows?.({ state, path: context.req.param() }) === false;
}

/** Returns the refusal for a failure of the sandbox itself, in the service's wording. */
function failureOf(route: Route | undefined): RefusalId {
  return route?.refusals?.failed ?? "failed";
}

/**
 * Loopback alone is not enough: a web page in a browser on this machine could call the sandbox by any name that
 * resolves to the loopback address.
 */
function checkSender(runtime: Runtime, context: HonoContext, route: Route | undefined): void {
  const header = (name: string) => context.req.header(name);
  if (!runtime.hosts.has(header("host") ?? "")) throw new Refusal("foreign-host");
  const origin = header("origin");
  const site = header("sec-fetch-site");
  const isPage = route?.access.kind === "page";
  if (origin !== undefined && !(isPage && origin === runtime.origin)) throw new Refusal("foreign-origin");
  if (site === undefined || site === "none" || (isPage && site === "same-origin")) return;
  // A person has followed a link to a page. This is allowed: the page cannot be framed, and other origins cannot read
  // it.
  if (
    isPage &&
    context.req.method === "GET" &&
    header("sec-fetch-mode") === "navigate" &&
    header("sec-fetch-dest") === "document"
  )
    return;
  throw new Refusal("foreign-origin");
}

const accessRefusals = {
  token: "no-token",
  scope: "wrong-scope",
  company: "no-company",
} as const satisfies AccessRefusals;

interface Admitted {
  /** Empty on routes without a company. */
  readonly company: string;
  /** The scopes of the caller's token. */
  readonly scopes: readonly string[];
}

function authenticate(
  { state }: Runtime,
  context: HonoContext,
  { access, refusals = accessRefusals }: Route,
  note: Note,
): Admitted {
  const authorization = context.req.header("authorization") ?? null;
  const nobody: Admitted = { company: "", scopes: [] };
  if (access.kind === "open" || access.kind === "page") return nobody;
  if (access.kind === "control") {
    if (!sameSecret(authorization ?? "", `Bearer ${state.secret("control")}`)) throw new Refusal("no-token");
    return nobody;
  }
  const client = bearerClient(state, authorization);
  if (!client) throw new Refusal(refusals.token);
  note.clientId = client.id;
  if (!client.scopes.includes(access.scope)) throw new Refusal(refusals.scope);
  if (client.company === null) throw new Refusal(refusals.company);
  return { company: client.company, scopes: client.scopes };
}

function perform(
  runtime: Runtime,
  {
    context,
    route,
    company,
    scopes,
    note,
    rawBody,
    url,
  }: Admitted & { context: HonoContext; route: Route; note: Note; rawBody: Uint8Array; url: URL },
): { readonly reply: Reply; readonly sent: readonly Sent[] } {
  const { state } = runtime;
  const { sent, send } = noting(state);
  const {
    "environment-prefix": prefix,
    environment: segment,
    environmentGroup: group,
    ...path
  } = context.req.param() as Record<string, string>;
  const body =
    route.access.kind === "bearer" || route.access.kind === "control"
      ? readJson(rawBody, { orOther: route.environment === "prefix" })
      : undefined;
  if (isOperationId(route.operation))
    note.effect = effectOf(route.operation, { query: Object.fromEntries(url.searchParams), body });
  const call: Call = {
    state,
    company,
    clientId: note.clientId,
    path,
    query: url.searchParams,
    body,
    rawBody,
    headers: context.req.raw.headers,
    origin: runtime.origin,
    environment:
      route.environment === "behind-first"
        ? archiveEnvironment(context.req.header("x-service-environment") ?? segment)
        : checkEnvironment(state, { route, prefix, body }),
    documentsEnvironment:
      route.environment === "prefix" ? admit(state, documentsEnvironment(segment), { group, scopes }) : null,
    send,
  };
  return { reply: state.transaction(() => route.handle(call)), sent };
}

/** Adds every item to the outbox at once. Items are delivered after the commit. */
function noting(state: State): { readonly sent: readonly Sent[]; readonly send: Call["send"] } {
  const sent: Sent[] = [];
  const send: Call["send"] = (item, secret) => {
    const noted = { ...item, at: writeTime(state, state.now()) };
    addToOutbox(state, noted);
    sent.push({ item: noted, ...secret });
  };
  return { sent, send };
}

function deliverAll(runtime: Runtime, sent: readonly Sent[]): void {
  for (const { item, authorization } of sent) void deliver(item, { ...runtime, authorization });
}

/**
 * Does the work that is due by the service's clock, before the call that would see its effects. The work stays done
 * even if the call is refused.
 */
function catchUp(runtime: Runtime): void {
  const { state } = runtime;
  const { sent, send } = noting(state);
  state.transaction(() => catchUpServices({ state, send }));
  deliverAll(runtime, sent);
}

/**
 * Resolves with the answer that the fault gives, or "cut" if the connection is gone; undefined if the request
 * continues.
 */
async function failBefore(
  fault: Fault,
  context: HonoContext,
  { state, held, signal, route }: Runtime & { readonly route: Route | undefined },
): Promise<Response | "cut" | undefined> {
  switch (fault.kind) {
    case "status":
      if ((fault.status ?? 500) === 500 && failureOf(route) !== "failed")
        return errorAnswer(state, new Refusal(failureOf(route)), "bearer");
      return new Response(
        JSON.stringify({ status: fault.status ?? 500, message: "POST /faults asked for this fault." }),
        {
          status: fault.status ?? 500,
          headers: {
            "content-type": "application/problem+json",
            ...(fault.retryAfter === undefined ? {} : { "retry-after": String(fault.retryAfter) }),
          },
        },
      );
    case "wrong-type":
      return new Response("<!doctype html><title>Proxy</title><p>This is not the service.", {
        headers: { "content-type": "text/html; charset=utf-8" },
      });
    case "reset-before":
      await cut(context);
      return "cut";
    case "stall":
      await new Promise((resolve) => context.env.outgoing.once("close", resolve));
      return "cut";
    case "latency":
      await hold(fault.ms ?? 1000, held, signal);
      return undefined;
    default:
      return undefined;
  }
}

/**
 * Waits for the given time, or until the request is released. Stopping the sandbox ends the wait too, and the request
 * then continues.
 */
async function hold(milliseconds: number, held: Set<AbortController>, signal: AbortSignal): Promise<void> {
  const letGo = new AbortController();
  const ends = AbortSignal.any([signal, letGo.signal]);
  held.add(letGo);
  await sleep(milliseconds, undefined, { signal: ends }).catch((error: unknown) => {
    if (!ends.aborted) throw error;
  });
  held.delete(letGo);
}

/** Destroys the connection. If there is an answer, sends half of it first. */
async function cut(
  context: HonoContext,
  half?: { readonly response: Response; readonly bytes: Uint8Array },
): Promise<void> {
  const { outgoing } = context.env;
  if (half) {
    outgoing.writeHead(half.response.status, {
      ...Object.fromEntries(half.response.headers),
      "content-length": String(Math.max(half.bytes.length, 2)),
    });
    await new Promise((resolve) =>
      outgoing.write(half.bytes.subarray(0, Math.max(1, Math.floor(half.bytes.length / 2))), resolve),
    );
  }
  outgoing.destroy();
}

/** Makes another writer's change, between the client's read and the client's own write. */
async function foreignWrite(
  runtime: Runtime,
  context: HonoContext,
  { seen, company }: { seen: { route: Route | undefined; method: string; path: string }; company: string },
) {
  const between = takeBetween(runtime.betweens, seen, Object.values(context.req.param() as Record<string, string>));
  if (!between) return;
  const response = await runtime.inside(between.write, company);
  if (!response.ok) runtime.log(`The write of POST /between was refused: ${response.status} ${await response.text()}`);
}

function companyOf(state: State, clientId: string | undefined): string {
  return (
    state.one<{ company: string | null }>("SELECT company FROM client WHERE id = ?", clientId ?? "")?.company ?? ""
  );
}

/**
 * Reads the body. A body over the limit, up to twice the limit, is read to the end and discarded, so that its sender
 * sees the answer: unread bytes make the system reset the connection. A larger body is not read to the end.
 */
async function readBody({ req, env }: HonoContext, maximum: number): Promise<Uint8Array> {
  const request = req.raw;
  if (!request.body) return new Uint8Array();
  const mostRead = 2 * maximum;
  if (Number(request.headers.get("content-length") ?? 0) > mostRead) throw new Refusal("body-too-large");
  if (request.headers.has("expect") && env.incoming.httpVersion === "1.1") env.outgoing.writeContinue();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.length;
    if (length > mostRead) throw new Refusal("body-too-large");
    if (length <= maximum) chunks.push(chunk);
  }
  if (length > maximum) throw new Refusal("body-too-large");
  return Buffer.concat(chunks, length);
}

/**
 * Returns undefined if the body is empty, or if it is not JSON and `orOther` allows that. Accepts a byte order mark,
 * and requires UTF-8.
 */
function readJson(bytes: Uint8Array, { orOther }: { readonly orOther: boolean }): unknown {
  if (bytes.length === 0) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    if (orOther) return undefined;
    throw new Refusal("body-not-json");
  }
  if (isDeeper(bytes, maximumDepth)) throw new Refusal("body-too-deep");
  return json;
}

/**
 * Returns whether JSON is nested deeper than `most`. Counts the levels in the bytes, because code that walks the parsed
 * value would recurse for every level, and could overflow the stack.
 */
function isDeeper(json: Uint8Array, most: number): boolean {
  let depth = 0;
  let inText = false;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index];
    if (byte === 0x22) inText = !inText;
    else if (inText) index += byte === 0x5c ? 1 : 0;
    else if (byte === 0x5b || byte === 0x7b) depth += 1;
    else if (byte === 0x5d || byte === 0x7d) depth -= 1;
    if (depth > most) return true;
  }
  return false;
}

/**
 * Returns false if parsing the address as a URL changed its path: `..`, `.` and their encoded forms would lead
 * elsewhere (T79).
 */
function isPlainPath(raw: string | undefined, url: URL): boolean {
  return raw?.split("?", 1)[0] === url.pathname;
}
