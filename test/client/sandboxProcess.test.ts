/** The sandbox of this computer: one process for all windows, with addresses and clients that stay. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApi, isApiError } from "../../api/index.ts";
import { sandboxProcess, type ReadyLine, type SandboxProcess } from "../../client/connections/sandboxProcess.ts";

async function alive({ authUrl, formsApiUrl, formsAppUrl, clients }: ReadyLine): Promise<boolean> {
  const [client] = clients;
  const api = createApi({ connection: { authUrl, formsApiUrl, formsAppUrl, clientId: client?.clientId ?? "" }, secret: async () => client?.clientSecret ?? "" });
  try {
    await api.call("forms.ping", {});
    return true;
  } catch (error) {
    if (!isApiError(error)) throw error;
    return false;
  } finally {
    await api.close();
  }
}

describe("the sandbox process", () => {
  let folder: string;
  let stored: string | undefined;
  const windows: SandboxProcess[] = [];
  let temporary: string[];

  /** One more window of the same user. */
  function open({ program = "cli/main.ts" } = {}): SandboxProcess {
    const window = sandboxProcess({
      command: [process.execPath, ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", program]], data: join(folder, "sandbox"),
      store: { get: async () => stored, set: async (line) => { stored = line; } }, alive, log: () => {}, temporary: (reason) => temporary.push(reason),
    });
    windows.push(window);
    return window;
  }

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "smartform-sandbox-"));
    stored = undefined;
    temporary = [];
  });
  afterEach(async () => {
    await Promise.all(windows.splice(0).map((window) => window[Symbol.asyncDispose]()));
    await rm(folder, { recursive: true, force: true });
  });

  it("is started once, however many windows ask at the same time", async () => {
    const ready = await Promise.all([open(), open(), open()].map((window) => window.ready()));
    assert.equal(new Set(ready.map(({ formsApiUrl }) => formsApiUrl)).size, 1);
  }).timeout(60_000);

  it("comes back with the same addresses and client after it died", async () => {
    const first = open();
    const before = await first.ready();
    await first[Symbol.asyncDispose]();
    assert.equal(await alive(before), false);
    const other = open();
    const after = await other.ready();
    assert.equal(after.formsApiUrl, before.formsApiUrl);
    assert.deepEqual(after.clients, before.clients);
  }).timeout(60_000);

  it("is looked for again when a call found nobody", async () => {
    const owner = open();
    const guest = open();
    await owner.ready();
    const before = await guest.ready();
    await owner[Symbol.asyncDispose]();
    guest.suspect();
    const after = await guest.ready();
    assert.equal(await alive(after), true);
    assert.deepEqual(after.clients, before.clients);
  }).timeout(60_000);

  it("is a temporary one, which is said and not shared, where a window with other secrets holds its folder", async () => {
    const first = await open().ready();
    assert.deepEqual(temporary, []);
    stored = undefined;
    const other = await open().ready();
    assert.notEqual(other.formsApiUrl, first.formsApiUrl);
    assert.equal(await alive(other), true);
    assert.match(temporary.join(), /Another sandbox is using/);
    assert.equal(stored, undefined);
  }).timeout(60_000);

  it("says why where it cannot be started", async () => {
    await assert.rejects(open({ program: "there/is/no/such/program.js" }).ready(), /The sandbox ended before it was ready/);
  });
});
