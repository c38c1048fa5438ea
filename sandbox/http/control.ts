/**
 * The Control API, by which tests and people act on the service from outside. Every route requires the control secret,
 * except the route by which the sandbox proves to clients that it knows the secret.
 */
import { createHmac } from "node:crypto";
import * as z from "zod";
import { catalogFile } from "../../api/index.ts";
import { messageOf } from "../../language/index.ts";
import { readBody } from "../base/read.ts";
import { Refusal } from "../base/refusal.ts";
import { prefixes } from "../base/route.ts";
import type { ControlRow, Route } from "../base/route.ts";
import { seed } from "../seed.ts";
import { catchUp, choices, importCatalog, isChoiceId, services } from "../services.ts";
import { faultKinds } from "./faults.ts";
import type { Runtime } from "./runtime.ts";
import { told } from "./told.ts";

/** Choices that are not in `told` come last. */
const placeOf = (id: string) => (told.includes(id) ? told.indexOf(id) : told.length);
const choicesInOrder = Object.entries(choices).toSorted(([left], [right]) => placeOf(left) - placeOf(right));

/** Faults and foreign writes are in the memory of the running service, not in its state. */
export function controlRoutes({
  faults,
  betweens,
  held,
}: Pick<Runtime, "faults" | "betweens" | "held">): readonly Route[] {
  const rows: readonly ControlRow[] = [
    [
      "POST",
      "/clock",
      ({ state, body, send }) =>
        done(() => {
          state.advance(readBody(z.object({ advanceMs: z.int() }), body).advanceMs);
          catchUp({ state, send });
        }),
    ],
    [
      "POST",
      "/reset",
      ({ state, body }) =>
        done(() => {
          const { seed: content } = readBody(z.object({ seed: z.enum(["demo", "empty"]).default("demo") }), body ?? {});
          faults.length = 0;
          betweens.length = 0;
          seed(state, content);
        }),
    ],
    [
      "POST",
      "/import",
      ({ state, body }) =>
        done(() => {
          const file = readBody(catalogFile, body);
          try {
            importCatalog(state, "demo", file);
          } catch (error) {
            throw new Refusal("bad-field", messageOf(error));
          }
        }),
    ],
    ["POST", "/faults", ({ body }) => done(() => faults.push(withoutUndefined(readBody(fault, body))))],
    [
      "DELETE",
      "/faults",
      () =>
        done(() => {
          faults.length = 0;
          for (const each of held) each.abort();
        }),
    ],
    ["POST", "/between", ({ body }) => done(() => betweens.push(withoutUndefined(readBody(between, body))))],
    [
      "GET",
      "/choices",
      ({ state }) => ({
        json: {
          items: choicesInOrder.map(([id, { choice, ...rest }]) => ({
            id,
            ...rest,
            choice: isChoiceId(id) ? state.choice(id) : choice,
          })),
        },
      }),
    ],
    [
      "POST",
      "/choices",
      ({ state, body }) =>
        done(() => {
          const { id, alternative } = readBody(z.object({ id: z.string(), alternative: z.string() }), body);
          if (!isChoiceId(id)) throw new Refusal("bad-field", "there is no such choice");
          const switchable = choices[id].switchable ?? [];
          if (!switchable.includes(alternative))
            throw new Refusal("bad-field", `${id} can be: ${switchable.join(", ") || choices[id].choice}`);
          state.choose(id, alternative);
        }),
    ],
    ...services.flatMap(({ control = [] }) => control),
  ];
  return [
    proof,
    ...rows.map(([method, path, handle]): Route => ({
      operation: `control ${path}`,
      method,
      path: prefixes.control + path,
      access: { kind: "control" },
      handle,
      environment: "none",
      // Enough for a catalog file of 100,000 texts in ten languages.
      maximumBody: path === "/import" ? 512 * 1024 * 1024 : undefined,
    })),
  ];
}

/**
 * Proves to a client that the sandbox is at this address. The client has the control secret, and asks for the proof
 * before it sends the sandbox anything. The proof reveals nothing about the secret, and is worthless at another
 * address.
 */
const proof: Route = {
  operation: "control /proof",
  method: "GET",
  path: `${prefixes.control}/proof`,
  access: { kind: "open" },
  environment: "none",
  maximumBody: 0,
  handle: ({ state, query, origin }) => ({
    json: {
      proof: createHmac("sha256", state.secret("control"))
        .update(`${origin}\n${query.get("challenge") ?? ""}`)
        .digest("base64url"),
    },
  }),
};

const fault = z.object({
  operation: z.string().optional(),
  path: z.string().optional(),
  kind: z.enum(faultKinds),
  status: z.int().min(200).max(599).optional(),
  retryAfter: z.number().min(0).optional(),
  ms: z.int().min(0).optional(),
  times: z.int().min(1).optional(),
});

const between = z.object({
  operation: z.string(),
  id: z.string().optional(),
  write: z.object({
    method: z.enum(["POST", "PUT", "DELETE"]),
    path: z.string().startsWith("/"),
    body: z.unknown().optional(),
  }),
});

function done(work: () => unknown) {
  work();
  return { json: {} };
}

function withoutUndefined<T extends object>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
