/** State on disk: it survives a restart and a kill, and belongs to one process at a time. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { catalogFile } from "../../api/index.ts";
import type { Ready, SandboxOptions } from "../../sandbox/index.ts";
import { openState } from "../../sandbox/openState.ts";
import { choices } from "../../sandbox/services.ts";
import { cliCommand } from "../programs.ts";
import { startSandbox } from "./permits.ts";
import { connect, visit as open } from "./visit.ts";

describe("sandbox: state", () => {
  let data: string;
  /**
   * Functions that end what a test started: a sandbox or a process. They are called after each test, even if the
   * sandbox or process has already ended.
   */
  let running: (() => unknown)[];
  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), "smartform-sandbox-"));
    running = [];
  });
  afterEach(async () => {
    for (const end of running) await end();
    rmSync(data, { recursive: true, force: true });
  });
  const visit = async (options: SandboxOptions) => {
    const service = await open(options);
    running.push(service.close);
    return service;
  };

  const text = "/Integrations/textlibrary/texts/text-claims-intro";
  const save = (content: string) => ({
    folderId: "folder-claims",
    code: "intro",
    name: content,
    translations: { en: { content }, sv: { content } },
  });

  it("answers reads if its ledger accepts nothing more, and says so in its log", async () => {
    const first = await open({ data });
    await first.close();
    const state = openState(data);
    state.run("CREATE TRIGGER full BEFORE INSERT ON ledger BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END");
    state.close();
    const lines: string[] = [];
    const service = await visit({ data, log: (line) => void lines.push(line) });
    assert.equal((await service.call("GET", text)).at("code"), "intro");
    assert.deepEqual(
      lines.filter((line) => line.includes(text)),
      [`The ledger could not record GET ${text}: database or disk is full`],
    );
  });

  it("stores a hash of a party's ssn and birthDate, and never the plain text (T49)", async () => {
    const service = await visit({ data });
    const party = { id: "customer", email: "eva@example.com", ssn: "19121212-4711", birthDate: "1912-12-12" };
    const body = {
      dialogDefinitionId: service.ready.demo.smartforms.multiStep,
      values: {},
      notification: { sendEmail: true, sendSms: true, participatingParties: [party] },
    };
    for (const path of ["", "/pdf", "/submit/pdf"])
      assert.equal((await service.call("POST", `/Integrations/dialog/json${path}`, { body })).status, 200);
    await service.close();
    const stored = readdirSync(data)
      .map((name) => readFileSync(join(data, name), "latin1"))
      .join();
    assert.match(stored, /"email":"eva@example.com".*"ssnHash":"[\w-]{43}","birthDateHash":"[\w-]{43}"/);
    assert.doesNotMatch(stored, /19121212|1912-12-12/);
  });

  it("uses the alternative that was chosen last, and none of a transaction that failed", () => {
    const state = openState(undefined);
    assert.equal(state.choice("N38"), choices.N38.choice);
    state.transaction(() => state.choose("N38", "seconds"));
    assert.equal(state.choice("N38"), "seconds");
    assert.throws(
      () =>
        state.transaction(() => {
          state.choose("N38", "local");
          assert.equal(state.choice("N38"), "local");
          throw new Error("It fails.");
        }),
      /It fails/,
    );
    assert.equal(state.choice("N38"), "seconds");
    state.forgetChoices();
    assert.equal(state.choice("N38"), choices.N38.choice);
    state.close();
  });

  it("survives a restart: content, clients, secrets, tokens, clock, choices, ledger", async () => {
    const first = await visit({ data });
    await first.call("PUT", text, { body: save("kept") });
    await first.control("POST", "/choices", { id: "N6", alternative: "201" });
    await first.control("POST", "/clock", { advanceMs: 1_000_000 });
    const token = await first.bearer("standard");
    await first.close();
    const second = await visit({ data });
    assert.deepEqual(second.ready.clients, first.ready.clients);
    assert.equal(second.ready.controlSecret, first.ready.controlSecret);
    const answer = await second.call("GET", text, { as: "none", headers: { authorization: `Bearer ${token}` } });
    assert.equal(answer.at("translations.en.content"), "kept");
    assert.match((await second.control("GET", "/choices")).text, /"id":"N6"[^{]+"choice":"201"/);
    assert.match((await second.control("GET", "/ledger")).text, /"operation":"textlibrary\.texts\.update"/);
    await second.control("POST", "/clock", { advanceMs: 2_700_000 });
    assert.equal(
      (await second.call("GET", text, { as: "none", headers: { authorization: `Bearer ${token}` } })).status,
      401,
    );
    await second.close();
  });

  it("adds the missing clients to the state of an earlier sandbox, and leaves the others unchanged", async () => {
    const first = await visit({ data });
    await first.close();
    const db = new DatabaseSync(join(data, "sandbox.db"));
    db.exec("DELETE FROM client WHERE name = 'acceptance'");
    db.close();
    const second = await visit({ data });
    assert.deepEqual(
      second.ready.clients.map(({ name }) => name),
      ["standard", "audit", "other", "nobody", "acceptance"],
    );
    assert.deepEqual(second.ready.clients.slice(0, 4), first.ready.clients.slice(0, 4));
    assert.equal((await second.call("GET", "/documents/AcceptanceTest/version", { as: "acceptance" })).status, 200);
    await second.close();
  });

  it("stores the environment of a client's event where it stores that of its own", async () => {
    const first = await visit({ data });
    await first.call("POST", "/PreProduction/Integrations/dialog/json", {
      body: { dialogDefinitionId: first.ready.demo.smartforms.singleStep, values: {} },
    });
    const event = { customerId: "demo", user: "eva", source: 15, level: 1, description: {} };
    for (const [logName, environmentId] of [
      ["Named", "Test"],
      ["Numbered", 7],
      ["Unnamed", undefined],
    ]) {
      assert.equal(
        (
          await first.call("POST", "/audit/api/EventLogAudit", {
            as: "audit",
            body: { ...event, logName, environmentId },
          })
        ).status,
        200,
      );
    }
    await first.close();
    const db = new DatabaseSync(join(data, "sandbox.db"));
    const rows = db
      .prepare(
        "SELECT name, json_extract(recordJson, '$.environmentId') AS environment FROM auditEvent JOIN auditName ON auditName.number = nameNumber ORDER BY auditEvent.number",
      )
      .all();
    db.close();
    const kept = new Map(rows.map(({ name, environment }) => [name, environment]));
    assert.deepEqual(
      ["FormCreated", "Named", "Numbered", "Unnamed"].map((name) => kept.get(name)),
      ["PreProduction", "Test", "7", null],
    );
  });

  it("adds imports at the first start only, and starts empty on request", async () => {
    const imports = [catalogFile.parse({ folders: [{ id: "in", name: "In" }] })];
    const first = await visit({ data, imports, empty: true });
    assert.deepEqual((await first.call("GET", "/Integrations/textlibrary/folders")).at("length"), 1);
    await first.call("DELETE", "/Integrations/textlibrary/folders/in");
    await first.close();
    const second = await visit({ data, imports });
    assert.deepEqual((await second.call("GET", "/Integrations/textlibrary/folders")).at("length"), 0);
    await second.close();
  });

  it("refuses a folder that another sandbox holds, and accepts it when that one has ended", async () => {
    const first = await visit({ data });
    await assert.rejects(startSandbox({ data }), /Another sandbox is using/);
    assert.equal((await first.call("GET", "/Integrations/ping")).status, 200);
    await first.close();
    await (await visit({ data })).close();
  });

  for (const size of [1, 16, 99]) {
    it(`refuses a state cut to ${size} bytes, and leaves them unchanged`, async () => {
      mkdirSync(data, { recursive: true });
      await (await visit({ data })).close();
      const file = join(data, "sandbox.db");
      truncateSync(file, size);
      for (const name of readdirSync(data).filter((each) => each !== "sandbox.db")) rmSync(join(data, name));
      const before = readFileSync(file);
      await assert.rejects(
        startSandbox({ data }),
        /cannot open its state in .*The file has been cut off\. Start with another folder/,
      );
      assert.deepEqual(readFileSync(file), before);
    });
  }

  it("refuses a port that is taken, and releases its state", async () => {
    const first = await visit({});
    await assert.rejects(startSandbox({ data, port: Number(new URL(first.ready.formsApiUrl).port) }), {
      code: "EADDRINUSE",
    });
    await first.close();
    await (await visit({ data })).close();
  });

  it("writes no secret, ssn, birth date or token to disk (T48, T49)", async () => {
    const service = await visit({ data });
    const party = { email: "a@example.com", ssn: "canary-ssn", birthDate: "canary-birth" };
    await service.call("POST", "/Integrations/dialog/json", {
      body: {
        dialogDefinitionId: service.ready.demo.smartforms.singleStep,
        values: {},
        privateSecret: "canary-private",
        notification: { sendEmail: true, participatingParties: [party] },
      },
    });
    const secrets = [
      "canary",
      await service.bearer("standard"),
      service.ready.controlSecret,
      ...service.ready.clients.map(({ clientSecret }) => clientSecret),
    ];
    await service.close();
    const bytes = readdirSync(data)
      .map((name) => readFileSync(join(data, name), "latin1"))
      .join("");
    assert.match(bytes, /a@example\.com/);
    for (const secret of secrets) assert.ok(!bytes.includes(secret), secret);
  });

  it("keeps every acknowledged write and nothing incomplete after kill -9", async () => {
    let acknowledged = "";
    for (let round = 0; round < 5; round++) {
      const child = spawn(process.execPath, [...cliCommand, "sandbox", "--data", data], {
        stdio: ["ignore", "pipe", "ignore"],
      });
      running.push(() => child.kill("SIGKILL"));
      const [line] = (await once(createInterface(child.stdout), "line")) as [string];
      const service = connect(JSON.parse(line) as Ready);
      const before = await service.call("GET", text);
      const content = String(before.at("translations.en.content"));
      // The text has the acknowledged content, or the content of the write that was in flight at the kill. All parts of
      // the text come from the same write.
      assert.ok(
        acknowledged === "" || [acknowledged, next(acknowledged)].includes(content),
        `${content} after ${acknowledged}`,
      );
      if (acknowledged !== "")
        assert.deepEqual([before.at("name"), before.at("translations.sv.content")], [content, content]);
      acknowledged = acknowledged === "" ? "write-0" : content;
      if (round === 0) await service.call("PUT", text, { body: save(acknowledged) });
      const exit = once(child, "exit");
      // The kill interrupts a write, at a different place in each round.
      for (let count = 0; child.exitCode === null && child.signalCode === null; count++) {
        const answer = service.call("PUT", text, { body: save(next(acknowledged)) });
        if (count === 3 + round * 4) setImmediate(() => child.kill("SIGKILL"));
        const done = await answer.then(
          ({ status }) => status === 200,
          () => false,
        );
        if (!done) break;
        acknowledged = next(acknowledged);
      }
      child.kill("SIGKILL");
      await exit;
    }
    assert.ok(Number(acknowledged.slice("write-".length)) > 10);
  }).timeout(60_000);

  it("loads a library from elsewhere", async function () {
    const file = resolve("../shared/data/real-library.json");
    if (!existsSync(file)) {
      if (this.test) this.test.title += ` (skipped: ${file} is not there)`;
      this.skip();
    }
    const catalog = catalogFile.parse(JSON.parse(readFileSync(file, "utf8")));
    const service = await visit({ empty: true, imports: [catalog] });
    const all = await service.call("GET", "/Integrations/textlibrary/search?pageSize=100");
    assert.deepEqual(
      [all.at("texts.totalCount"), all.at("texts.totalPages"), all.at("folders.length")],
      [2096, 21, 67],
    );
    const one = await service.call("GET", "/Integrations/textlibrary/texts/t6");
    assert.equal(one.at("translations.ru.content"), "Фамилия");
    await service.close();
  });
});

function next(content: string): string {
  return `write-${Number(content.slice("write-".length)) + 1}`;
}
