/** Measures searches among a million stored documents, compared with a ping. The sandbox runs in a separate process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createApi, searchStore } from "../api/index.ts";
import type { StoreFilter, StoreQuery } from "../api/index.ts";
import { root } from "../scripts/root.mjs";
import type { Ready } from "../sandbox/index.ts";
import { compare } from "./measure.ts";
import type { Row } from "./measure.ts";
import type { Setting } from "./run.ts";

const count = 1_000_000;

/** Adds claims of 50,000 customers, with amounts up to 10,000 and dates across ten years. */
async function fill({ controlUrl, controlSecret }: Ready): Promise<void> {
  for (let first = 0; first < count; first += 20_000) {
    const documents = Array.from({ length: 20_000 }, (_, index) => first + index).map((number) => ({
      values: {
        "Claim.Number": `B-${number}`,
        "Customer.Name": `Customer ${number % 50_000}`,
        "Claim.Decision": number % 3 === 0 ? "rejected" : "approved",
        "Claim.Amount": (number * 7919) % 10_000,
        "Claim.Date": new Date(Date.parse("2016-01-01") + (number % 3650) * 86_400_000).toISOString().slice(0, 10),
      },
    }));
    const answer = await fetch(`${controlUrl}/store/documents`, {
      method: "POST",
      headers: { authorization: `Bearer ${controlSecret}` },
      body: JSON.stringify({ documents }),
    });
    if (!answer.ok)
      throw new Error(`The sandbox did not accept the documents: ${answer.status} ${await answer.text()}`);
  }
}

export async function* storeSearch({ folder, runs }: Setting): AsyncGenerator<Row> {
  const sandbox = spawn(process.execPath, [join(root, "dist", "cli.js"), "sandbox", "--data", folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [line] = (await once(createInterface(sandbox.stdout), "line")) as [string];
    const ready = JSON.parse(line) as Ready;
    const client = ready.clients.find(({ name }) => name === "standard");
    if (client === undefined) throw new Error("The sandbox has no standard client.");
    const api = createApi({
      connection: { ...ready, clientId: client.clientId },
      secret: async () => client.clientSecret,
    });
    await fill(ready);
    const floors = { ping: async () => void (await api.call("forms.ping", {})) };
    const search =
      (filters: readonly StoreFilter[], more: Partial<StoreQuery> = {}) =>
      async () => {
        const { rows } = await searchStore((id, request, options) => api.call(id, request, options), {
          environment: "Test",
          filters,
          ...more,
        });
        if (rows.length === 0) throw new Error("The store found nothing.");
      };
    const number: StoreFilter = { column: "ClaimNumber", comparer: "EQ", value: "B-777777" };
    yield* await compare("store: one of 1,000,000 by its number", { runs, ours: search([number]), floors });
    yield* await compare("store: two joined with OR", {
      runs,
      ours: search([number, { column: "Customer", comparer: "EQ", value: "Customer 17" }], { join: "OR" }),
      floors,
    });
    yield* await compare("store: 100 of 350,000 in a range, sorted by another column", {
      runs,
      ours: search([{ column: "Amount", comparer: "GTE", value: 6_500 }], {
        sorters: [{ column: "ClaimDate", order: "DESC" }],
      }),
      floors,
    });
    yield* await compare("store: LIKE with % in front, one hit", {
      runs,
      ours: search([{ column: "ClaimNumber", comparer: "LIKE", value: "%777777" }]),
      floors,
    });
    yield* await compare("store: 10,000 rows at once", { runs, ours: search([], { top: 10_000, flat: true }), floors });
    await api.close();
  } finally {
    sandbox.kill();
    await once(sandbox, "exit");
  }
}
