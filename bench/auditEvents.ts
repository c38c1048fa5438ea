/**
 * Measures how a sandbox in a separate process serves a million audit events: one page of a search, the events of two
 * months page by page, and all events at once. Times are compared with a ping of the same sandbox. The memory of the
 * reader after reading page by page, and the peak memory of the sandbox, are each compared with the memory before these
 * readings.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createApi, readAuditEvents } from "../api/index.ts";
import type { BodyOf } from "../api/index.ts";
import { root } from "../scripts/root.mjs";
import type { Ready } from "../sandbox/index.ts";
import { compare } from "./measure.ts";
import type { Row } from "./measure.ts";
import type { Setting } from "./run.ts";

const count = 1_000_000;
const range = { dateFrom: "2025-01-01", dateTo: "2026-12-31" };

/** Adds events of two years, with 40 names and every source and level. */
async function fill({ controlUrl, controlSecret }: Ready): Promise<void> {
  const start = Date.parse("2025-01-01T00:00:00Z");
  for (let first = 0; first < count; first += 20_000) {
    const events = Array.from({ length: 20_000 }, (_, index) => first + index).map((number) => ({
      logName: `Event${number % 40}`,
      createdDate: new Date(start + number * 31_000).toISOString(),
      source: 1 + (number % 16),
      level: 1 + (number % 3),
      user: `user-${number % 500}`,
      description: { case: `C-${number}`, note: "What happened, in some words." },
    }));
    const answer = await fetch(`${controlUrl}/audit/events`, {
      method: "POST",
      headers: { authorization: `Bearer ${controlSecret}` },
      body: JSON.stringify({ events }),
    });
    if (!answer.ok) throw new Error(`The sandbox did not accept the events: ${answer.status} ${await answer.text()}`);
  }
}

/** Returns the memory of a process in MB: `VmRSS` is the current memory, `VmHWM` the maximum so far. */
function memoryOf(pid: number, of: "VmRSS" | "VmHWM"): number {
  return Number(new RegExp(`^${of}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** Returns the row of a single measurement. */
function single(what: string, unit: string, ours: number, floor: number): Row {
  return { what, unit, ours, floor, ours95: ours, floor95: floor, runs: 1 };
}

export async function* auditEvents({ folder, runs }: Setting): AsyncGenerator<Row> {
  const sandbox = spawn(process.execPath, [join(root, "dist", "cli.js"), "sandbox", "--data", folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [line] = (await once(createInterface(sandbox.stdout), "line")) as [string];
    const ready = JSON.parse(line) as Ready;
    const client = ready.clients.find(({ name }) => name === "standard");
    const pid = sandbox.pid;
    if (client === undefined || pid === undefined)
      throw new Error("The sandbox has no standard client, or did not start.");
    const api = createApi({
      connection: { ...ready, clientId: client.clientId },
      secret: async () => client.clientSecret,
    });
    await fill(ready);
    const search = (more: Partial<BodyOf<"audit.search">>) => async () =>
      void (await api.call("audit.search", { body: { ...range, take: 100, ...more } }));
    const floors = { ping: async () => void (await api.call("forms.ping", {})) };
    yield* await compare("audit: the newest 100 of 1,000,000", { runs, ours: search({}), floors });
    yield* await compare("audit: the oldest 100 of 1,000,000", { runs, ours: search({ skip: count - 100 }), floors });
    yield* await compare("audit: the newest 100 of one name", { runs, ours: search({ search: "event7" }), floors });
    yield* await compare("audit: the newest 100 of one day", {
      runs,
      ours: search({ dateFrom: "2025-06-01", dateTo: "2025-06-01" }),
      floors,
    });

    const before = memoryOf(pid, "VmRSS");
    const own = memoryOf(process.pid, "VmRSS");
    let read = 0;
    const started = performance.now();
    for await (const { events } of readAuditEvents(
      (id, request, options) => api.call(id, request, options),
      { ...range, dateTo: "2025-02-28" },
      { take: 1000 },
    ))
      read += events.length;
    yield single(
      `audit: ${read} events read by pages / memory of the reader before`,
      "MB",
      memoryOf(process.pid, "VmRSS"),
      own,
    );
    yield single(`audit: ${read} events read by pages / pages of 1000`, "ms", performance.now() - started, read / 1000);

    const { access_token: token } = (await (
      await fetch(`${ready.authUrl}/connect/token`, {
        method: "POST",
        body: new URLSearchParams({ grant_type: "client_credentials", scope: "api.external" }),
        headers: {
          authorization: `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString("base64")}`,
        },
      })
    ).json()) as { access_token: string };
    const all = await fetch(`${ready.auditApiUrl}/api/Audit`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(range),
    });
    let bytes = 0;
    for await (const chunk of all.body ?? []) bytes += (chunk as Uint8Array).length;
    yield single(
      `audit: take=0, ${Math.round(bytes / 1e6)} MB of JSON / memory of the sandbox before`,
      "MB",
      memoryOf(pid, "VmHWM"),
      before,
    );
    await api.close();
  } finally {
    sandbox.kill();
    await once(sandbox, "exit");
  }
}
