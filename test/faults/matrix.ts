/**
 * Runs kinds of faults against every operation, with real clients and the real sandbox. A server between them applies
 * the fault.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createTlsServer } from "node:https";
import { createServer } from "node:net";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { effectOf, operationOf } from "../../api/index.ts";
import type { Connection, OperationId } from "../../api/index.ts";
import { createApi } from "../../api/http/createApi.ts";
import type { Clock } from "../../api/http/clock.ts";
import { decode } from "../../api/http/decode.ts";
import { prepare } from "../../api/http/prepare.ts";
import type { AnyRequest } from "../../api/http/prepare.ts";
import { unharmed } from "./acts.ts";
import { startBetween } from "./between.ts";
import type { Cell, Group, Truth } from "./between.ts";
import { judge } from "./judge.ts";
import type { Ended } from "./judge.ts";
import { kindsOf } from "./kinds.ts";
import type { Kind, Row } from "./kinds.ts";
import { operationIds, prepareRequests } from "./requests.ts";
import { callAny, clientOf, startWorld } from "./world.ts";
import type { World } from "./world.ts";

export interface Figures {
  calls: number;
  requests: number;
  untold: number;
  readonly failures: string[];
}

export interface Matrix extends AsyncDisposable {
  readonly world: World;
  readonly kinds: readonly Kind[];
  /**
   * Runs all operations to which the kind applies. `reuse`: each read gets the sandbox's earlier answer to it.
   * `choice`: the alternative that the sandbox uses during the run.
   */
  readonly run: (
    kind: Kind,
    options?: { readonly reuse?: boolean; readonly choice?: readonly [id: string, alternative: string] },
  ) => Promise<Figures>;
}

/**
 * `hangs`: milliseconds after which a call counts as hanging. `patient`: the time-out of clients in milliseconds,
 * unless the kind sets one.
 */
const hangs = 30_000;
const patient = 15_000;

/** Returns the facts about a call. A call that may change something counts as one that does. */
function rowOf(id: OperationId, request: AnyRequest): Row {
  const effect = effectOf(id, request);
  return { id, response: operationOf(id).response, isRead: effect === "read" || effect === "read-by-post" };
}

export async function startMatrix(): Promise<Matrix> {
  const world = await startWorld();
  const requests = await prepareRequests(world);
  const between = await startBetween(new URL(world.ready.authUrl).origin);
  const elsewhere = await startTrap();
  const places = await startPlaces();
  const known = new Map<OperationId, Truth>();
  /** Requests that were never carried out, so they can be used again. */
  const unused = new Map<OperationId, AnyRequest>();

  async function run(kind: Kind, { reuse = false, choice }: Parameters<Matrix["run"]>[1] = {}): Promise<Figures> {
    const figures: Figures = { calls: 0, requests: 0, untold: 0, failures: [] };
    const ids = operationIds.filter(
      (id) => kind.applies?.({ id, response: operationOf(id).response, isRead: true }) ?? true,
    );
    const chosen = new Map<OperationId, AnyRequest>();
    for (const id of ids) chosen.set(id, unused.get(id) ?? (await requests.of(id)));
    const restore = choice === undefined ? undefined : await choose(...choice);
    await world.control("DELETE", "/ledger");
    const groups = grouped(ids, kind);
    const ended = await Promise.all(groups.map((group) => runGroup(kind, group, chosen, { reuse })));
    const ledger = await world.ledger();
    await restore?.();
    const effectsOf = (id: OperationId) =>
      ledger.filter(({ operation, status }) => operation === id && status !== null && status < 300).length;
    for (const { id, row, cell, end, truth, strangeBearers } of ended.flat()) {
      const effects = effectsOf(id);
      if (effects === 0) unused.set(id, chosen.get(id) ?? {});
      else unused.delete(id);
      const result: Ended = { end, truth, came: cell.came, effects, strangeBearers };
      figures.calls += 1;
      figures.requests += cell.came.length;
      if (kind.expect(row).ends === "untold") figures.untold += 1;
      for (const wrong of judge(kind, row, result))
        figures.failures.push(`${kind.id} (${kind.phase}), ${id}: ${wrong}`);
    }
    for (const stray of between.strays.splice(0))
      figures.failures.push(`${kind.id}: a request that nobody should send: ${stray}`);
    for (const seen of elsewhere.seen.splice(0))
      figures.failures.push(`${kind.id}: a request to another origin: ${seen}`);
    return figures;
  }

  /** Makes the sandbox use the alternative. The returned function restores the previous choice. */
  async function choose(id: string, alternative: string) {
    const { items } = (await world.control("GET", "/choices")) as {
      readonly items: readonly { readonly id: string; readonly choice: string }[];
    };
    const before = items.find((each) => each.id === id)?.choice;
    await world.control("POST", "/choices", { id, alternative });
    return () => world.control("POST", "/choices", { id, alternative: before });
  }

  async function runGroup(
    kind: Kind,
    ids: readonly OperationId[],
    chosen: ReadonlyMap<OperationId, AnyRequest>,
    { reuse }: { readonly reuse: boolean },
  ) {
    const client = clientOf(ids[0] ?? "forms.ping");
    const cells = new Map<string, Cell>();
    let time = 0;
    const clock: Clock = {
      now: () => time,
      wait: async (milliseconds, { signal }) => {
        signal.throwIfAborted();
        time += milliseconds;
      },
    };
    const group: Group = { now: clock.now, cells, token: kind.token ?? unharmed, tokens: 0, underWay: [] };
    const prefix = between.open(group);
    const sandbox = world.connection(client);
    const connection = moved(
      sandbox,
      (address, service) =>
        (kind.place !== undefined && service !== "authUrl" ? places[kind.place] : prefix) +
        new URL(address).pathname.replace(/\/$/, ""),
    );
    const api = createApi(
      { connection, secret: async () => world.secret(client), timeout: kind.timeout ?? patient },
      { clock },
    );
    const act = kind.act ?? unharmed;
    const calls = ids.map((id) => {
      const request = chosen.get(id) ?? {};
      const {
        url,
        row: { method },
      } = prepare(sandbox, id, request);
      const controller = new AbortController();
      if (kind.cancelled === "before") controller.abort();
      const row = rowOf(id, request);
      const cell: Cell = {
        act,
        abort: () => controller.abort(),
        came: [],
        bearers: [],
        truths: [],
        ...(reuse && row.isRead ? { known: known.get(id) } : {}),
      };
      const address = `${method} ${url.pathname}${url.search}`;
      assert.ok(!cells.has(address), `${address} is the address of two operations.`);
      cells.set(address, cell);
      const start = () => ending(callAny(api, id, request, { signal: controller.signal }));
      return { id, row, cell, request, start };
    });
    const ended: Ended["end"][] = [];
    if (kind.oneByOne) for (const { start } of calls) ended.push(await start());
    else ended.push(...(await Promise.all(calls.map(({ start }) => start()))));
    await api.close();
    // The sandbox may still be busy with requests that no client waits for. Effects are counted when it has finished.
    await Promise.all(group.underWay);
    return calls.map(({ id, row, cell, request }, index) => {
      const truth = cell.truths.filter(({ status }) => status < 300).at(kind.doubled ? 0 : -1);
      if (truth !== undefined && row.isRead) known.set(id, truth);
      return {
        id,
        row,
        cell,
        end: ended[index] ?? "hangs",
        truth: truth === undefined ? undefined : decoded(sandbox, id, request, truth),
        strangeBearers: cell.bearers.filter((bearer) => !/^Bearer [\w.~+/-]+=*$/.test(bearer ?? "")).length,
      };
    });
  }

  return {
    world,
    run,
    kinds: kindsOf(elsewhere.origin),
    async [Symbol.asyncDispose]() {
      await places.close();
      await elsewhere.close();
      await between[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
    },
  };
}

/**
 * Splits the operations into groups, each with one client. A group has as many calls as a client has connections. It
 * has only eight calls if they are retried, because eight retried reads use most of a client's retry budget.
 */
function grouped(ids: readonly OperationId[], kind: Kind): readonly (readonly OperationId[])[] {
  if (kind.oneByOne) return [...Map.groupBy(ids, (id) => `${clientOf(id)} ${operationOf(id).service}`).values()];
  return [...Map.groupBy(ids, clientOf).values()].flatMap((each) => {
    const size =
      each.some((id) => kind.expect({ id, response: operationOf(id).response, isRead: true }).sent > 1) ||
      kind.token !== undefined
        ? 8
        : 16;
    return Array.from({ length: Math.ceil(each.length / size) }, (_, index) =>
      each.slice(index * size, (index + 1) * size),
    );
  });
}

async function ending(call: Promise<unknown>): Promise<Ended["end"]> {
  const { promise, resolve } = Promise.withResolvers<"hangs">();
  const timer = setTimeout(() => resolve("hangs"), hangs);
  const end = await Promise.race([
    promise,
    call.then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    ),
  ]);
  clearTimeout(timer);
  return end;
}

/**
 * Returns the client's result for the sandbox's true answer. Under some choices the result is a failure, such as for a
 * 204 in place of an id (N6).
 */
function decoded(
  connection: Connection,
  id: OperationId,
  request: AnyRequest,
  { status, headers, bytes }: Truth,
): NonNullable<Ended["truth"]> {
  try {
    return {
      answer: decode(
        prepare(connection, id, request),
        { status, headers: headers as Record<string, string>, bytes, cut: undefined },
        { secrets: [] },
      ),
    };
  } catch (error) {
    return { error };
  }
}

function moved(connection: Connection, to: (address: string, service: string) => string): Connection {
  return Object.fromEntries(
    Object.entries(connection).map(([name, value]) => [name, name.endsWith("Url") ? to(value as string, name) : value]),
  ) as unknown as Connection;
}

/** Starts a server that no client may call, and records the calls. */
async function startTrap() {
  const seen: string[] = [];
  const server = createServer((socket) => {
    socket
      .once("data", (data) => {
        seen.push(data.toString().split("\r\n", 1)[0] ?? "");
        socket.destroy();
      })
      .on("error", () => {});
  });
  return { seen, origin: `http://127.0.0.1:${await listen(server)}`, close: () => closed(server) };
}

/** Opens addresses at which a call fails before HTTP begins. */
async function startPlaces() {
  const folder = mkdtempSync(join(tmpdir(), "smartform-faults-"));
  execFileSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-days",
      "2",
      "-subj",
      "/CN=faults",
      "-addext",
      "subjectAltName=IP:127.0.0.1",
      "-keyout",
      join(folder, "key.pem"),
      "-out",
      join(folder, "cert.pem"),
    ],
    { stdio: "ignore" },
  );
  const tls = createTlsServer(
    { key: readFileSync(join(folder, "key.pem")), cert: readFileSync(join(folder, "cert.pem")) },
    (_request, response) => void response.end(),
  );
  rmSync(folder, { recursive: true });
  // Reads and discards the input, because a connection with unread input stays open.
  const silent = createServer((socket) => void socket.on("error", () => {}).resume());
  const plain = createServer(
    (socket) =>
      void socket
        .on("error", () => {})
        .resume()
        .end("HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n"),
  );
  const gone = createServer();
  const port = await listen(gone);
  await closed(gone);
  return {
    closed: `http://127.0.0.1:${port}`,
    silent: `https://127.0.0.1:${await listen(silent)}`,
    plain: `https://127.0.0.1:${await listen(plain)}`,
    "unknown certificate": `https://127.0.0.1:${await listen(tls)}`,
    close: async () => {
      tls.closeAllConnections();
      await Promise.all([tls, silent, plain].map(closed));
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return (server.address() as AddressInfo).port;
}

async function closed(server: Server): Promise<void> {
  await new Promise((resolve) => {
    server.close(resolve);
  });
}
