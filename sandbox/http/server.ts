/** The HTTP server of the sandbox, only on 127.0.0.1. Every request goes through `respond`. */
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Route } from "../base/route.ts";
import type { State } from "../base/state.ts";
import { services } from "../services.ts";
import { controlRoutes } from "./control.ts";
import { respond } from "./pipeline.ts";
import type { Bindings } from "./pipeline.ts";
import { apiRoutes, honoPath, specificity } from "./routes.ts";
import type { Runtime } from "./runtime.ts";
import { startRoute } from "./startPage.ts";

export async function listen(
  state: State,
  { port, log, heard }: { readonly port: number } & Pick<Runtime, "log" | "heard">,
): Promise<{ readonly origin: string; close(): Promise<void> }> {
  const ending = new AbortController();
  const app = new Hono<{ Bindings: Bindings }>();
  /** The requests being answered: they use the state until they are done. */
  const answering = new Set<Promise<unknown>>();
  const server = createAdaptorServer({
    fetch: (request, env) => {
      const response = Promise.resolve(app.fetch(request, env)).finally(() => answering.delete(response));
      answering.add(response);
      return response;
    },
    hostname: "127.0.0.1",
    overrideGlobalObjects: false,
    // Disconnects slow senders: the head must arrive within 10 seconds, the whole request within 60.
    serverOptions: {
      headersTimeout: 10_000,
      requestTimeout: 60_000,
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: 32 * 1024,
    },
  });
  if (!(server instanceof Server)) throw new Error("The sandbox supports only HTTP/1.1.");
  // Without this, Node would request the body before the caller is known.
  server.on("checkContinue", (incoming, outgoing) => server.emit("request", incoming, outgoing));
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  const { port: taken } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${taken}`;
  const runtime: Runtime = {
    state,
    faults: [],
    betweens: [],
    held: new Set(),
    log,
    heard,
    signal: ending.signal,
    origin,
    hosts: new Set([`127.0.0.1:${taken}`, `localhost:${taken}`]),
    inside: async ({ method, path, body }, company) =>
      app.fetch(new Request(origin + path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }), {
        inside: { company },
      }),
  };
  mount(app, runtime);
  return {
    origin,
    close: async () => {
      ending.abort();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      await Promise.allSettled(answering);
    },
  };
}

/**
 * Routes strictly: exact letter case and slashes, fixed words before ids, paths without an environment before those
 * with one.
 */
function mount(app: Hono<{ Bindings: Bindings }>, runtime: Runtime): void {
  const routes: readonly Route[] = [
    ...controlRoutes(runtime),
    startRoute,
    ...services.flatMap(({ routes = [] }) => routes),
    ...apiRoutes(),
  ];
  const sorted = routes.toSorted((left, right) => compare(specificity(right.path), specificity(left.path)));
  for (const route of sorted) app.on(route.method, honoPath(route.path), (context) => respond(runtime, context, route));
  for (const route of sorted.filter(({ path }) => path.startsWith("/Integrations/"))) {
    app.on(route.method, `/:environment-prefix${honoPath(route.path)}`, (context) => respond(runtime, context, route));
  }
  app.notFound((context) => respond(runtime, context, undefined));
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
