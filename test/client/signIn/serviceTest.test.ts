/**
 * The test of a connection makes one small read of every service, and has three possible answers. It reads nothing
 * private and reaches nobody.
 */
import assert from "node:assert/strict";
import { isRead } from "../../../api/index.ts";
import type { Api } from "../../../api/index.ts";
import { testServices, testWords } from "../../../client/signIn/serviceTestModel.ts";
import type { Asking } from "../../../client/signIn/serviceTestModel.ts";
import { world } from "../service.ts";
import type { World } from "../service.ts";
import { apiOf } from "../../sandbox/apiOf.ts";

describe("the test of a connection", () => {
  let w: World;
  before(async () => {
    w = await world();
  });
  after(() => w[Symbol.asyncDispose]());
  afterEach(() => w.control("DELETE", "/faults"));

  const test = (more: Partial<Asking> = {}): ReturnType<typeof testServices> =>
    testServices({
      api: w.mine,
      audit: auditApi(),
      documents: { environment: "Test" },
      now: new Date(),
      signal: AbortSignal.timeout(10_000),
      ...more,
    });
  const states = (rows: Awaited<ReturnType<typeof testServices>>): object =>
    Object.fromEntries(rows.map(({ service, state }) => [service, state]));

  const auditApi = (secret?: string): Api => apiOf(w.ready, { as: "audit", timeout: 2000, ...(secret && { secret }) });

  it("reports that each service answered, with what it said, and leaves the archive alone (T97)", async () => {
    const rows = await test();
    assert.deepEqual(states(rows), {
      forms: "answered",
      "Text Library": "answered",
      audit: "answered",
      statistics: "answered",
      "digital signing": "answered",
      archive: "unasked",
      "document editor": "answered",
      "client of type Audit": "answered",
    });
    assert.match(
      rows.find(({ service }) => service === "Text Library")?.words ?? "",
      /^Answered\. The service shows \d+ folders\.$/,
    );
    assert.match(rows.find(({ service }) => service === "document editor")?.words ?? "", /in Test has version 4/);
    assert.equal(testWords(rows), "7 of 8 answered, and none failed. The others were not asked.");
  });

  it("makes only reads, one for each service", async () => {
    await w.control("DELETE", "/ledger");
    await test();
    const { items } = (await w.control("GET", "/ledger")) as {
      readonly items: readonly { readonly operation: string | null }[];
    };
    const asked = items
      .map(({ operation }) => operation ?? "")
      .filter((operation) => operation !== "token")
      .sort();
    assert.deepEqual(asked, [
      "audit.search",
      "documents.engine.version",
      "forms.ping",
      "signing.activities",
      "statistics.analytics",
      "textlibrary.folders.list",
    ]);
    assert.ok(asked.every(isRead));
    assert.deepEqual(((await w.control("GET", "/outbox")) as { readonly items: readonly unknown[] }).items, []);
  });

  it("tests the document editor in the named environment group, and says where it may be wrong", async () => {
    await w.control("DELETE", "/ledger");
    const documents = { environment: "Test", environmentGroup: "North" } as const;
    assert.equal((await test({ documents })).find(({ service }) => service === "document editor")?.state, "answered");
    const { items } = (await w.control("GET", "/ledger")) as {
      readonly items: readonly { readonly operation: string | null; readonly path: string }[];
    };
    assert.match(items.find(({ operation }) => operation === "documents.engine.version")?.path ?? "", /\/North$/);
    await w.control("POST", "/faults", { operation: "documents.engine.version", kind: "status", status: 404 });
    const failed = (await test({ documents })).find(({ service }) => service === "document editor");
    assert.match(
      `${failed?.state}: ${failed?.words}`,
      /^failed: .*The call used the environment group North\. Perhaps the group is misspelled, or this call does not accept a group/,
    );
  });

  it("says which one failed and why, while the others still answer", async () => {
    await w.control("POST", "/faults", { operation: "signing.activities", kind: "status", status: 403 });
    await w.control("POST", "/faults", { operation: "textlibrary.folders.list", kind: "status", status: 500 });
    const rows = await test();
    assert.deepEqual(
      rows.filter(({ state }) => state === "failed").map(({ service }) => service),
      ["Text Library", "digital signing"],
    );
    assert.ok(rows.filter(({ state }) => state === "failed").every(({ words }) => words.length > 20));
    assert.equal(testWords(rows), "Failed: Text Library, digital signing. 5 of 8 answered.");
  });

  it("distinguishes what is missing, what was not tested, and a refused client", async () => {
    const { authUrl, formsApiUrl, formsAppUrl, clientId } = w.mine.connection;
    const api = apiOf(w.ready, { connection: { authUrl, formsApiUrl, formsAppUrl, clientId }, timeout: 2000 });
    const rows = await test({
      api,
      audit: auditApi("wrong"),
      documents: "Not asked: no environment is chosen for the document editor yet.",
    });
    assert.deepEqual(
      rows
        .filter(({ words }) => words === "The connection has no address for this service.")
        .map(({ service }) => service),
      ["audit", "statistics", "digital signing", "archive", "document editor"],
    );
    assert.equal(rows.at(-1)?.state, "failed");
    assert.doesNotMatch(rows.map(({ words }) => words).join(), /wrong/);
    const unset = await test({
      audit: "There is no client of type Audit.",
      documents: "Not asked: no environment is chosen for the document editor yet.",
    });
    assert.deepEqual(
      unset.filter(({ state }) => state === "unasked").map(({ service }) => service),
      ["archive", "document editor", "client of type Audit"],
    );
  });

  it("ends when the person cancels, and claims nothing then", async () => {
    const stop = new AbortController();
    await w.control("POST", "/faults", { operation: "forms.ping", kind: "stall" });
    const running = test({ signal: stop.signal });
    stop.abort();
    await assert.rejects(running, { name: "AbortError" });
  });
});
