/** The sandbox of this computer: one process for all windows, with stable addresses and clients. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import crypto from "node:crypto";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { createServer as createTcpServer } from "node:net";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { request } from "undici";
import { createApi, isApiError, NobodyThere } from "../../../api/index.ts";
import { proofOf } from "../../../client/connections/sandboxProof.ts";
import { sandboxProcess } from "../../../client/connections/sandboxProcess.ts";
import type { ReadyLine, SandboxProcess, SandboxProcessOptions } from "../../../client/connections/sandboxProcess.ts";
import { tryFileLock } from "../../../disk/index.ts";
import { cliCommand } from "../../programs.ts";

async function alive({ authUrl, formsApiUrl, formsAppUrl, clients }: ReadyLine): Promise<boolean> {
  const [client] = clients;
  const api = createApi({
    connection: { authUrl, formsApiUrl, formsAppUrl, clientId: client?.clientId ?? "" },
    secret: async () => client?.clientSecret ?? "",
  });
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
  let temporary: { readonly cause: string; readonly reason: string }[];

  /**
   * Makes each sandbox that a window starts append its process id to a file in the folder, before it does anything
   * else.
   */
  const noted = () =>
    `data:text/javascript,${encodeURIComponent(`import { appendFileSync } from "node:fs"; appendFileSync(${JSON.stringify(join(folder, "pids"))}, process.pid + "\\n");`)}`;
  const running = async () =>
    (await readFile(join(folder, "pids"), "utf8"))
      .trim()
      .split("\n")
      .filter((pid) => {
        try {
          return process.kill(Number(pid), 0);
        } catch {
          return false;
        }
      });

  /** Opens one more window of the same user. */
  function open({
    program = cliCommand,
    data = join(folder, "sandbox"),
    store = {},
    signOfLife = alive,
    log = () => {},
    environment = {},
    longestTurn,
  }: {
    program?: readonly string[];
    data?: string;
    store?: Partial<SandboxProcessOptions["store"]>;
    signOfLife?: typeof alive;
    log?: SandboxProcessOptions["log"];
    environment?: SandboxProcessOptions["environment"];
    longestTurn?: number;
  } = {}): SandboxProcess {
    const window = sandboxProcess({
      command: [process.execPath, ["--import", noted(), ...program]],
      data,
      store: {
        get: async () => stored,
        set: async (line) => {
          stored = line;
        },
        ...store,
      },
      alive: signOfLife,
      log,
      environment,
      temporary: (because) => temporary.push(because),
      ...(longestTurn !== undefined && { longestTurn }),
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

  it("is started once, however many windows request it at the same time", async () => {
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

  it("is restarted after its process was killed, even if no call noticed", async () => {
    const window = open();
    const before = await window.ready();
    const [pid] = await running();
    process.kill(Number(pid), "SIGKILL");
    let after = await window.ready();
    while (after === before) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      after = await window.ready();
    }
    assert.equal(await alive(after), true);
    assert.deepEqual(after.clients, before.clients);
  }).timeout(60_000);

  it("counts as another one if it proves its identity and accepts no call", async () => {
    const first = await open().ready();
    const asked: string[] = [];
    const other = await open({ signOfLife: async ({ formsApiUrl }) => asked.push(formsApiUrl) === 0 }).ready();
    assert.deepEqual(asked, [first.formsApiUrl]);
    assert.notEqual(other.formsApiUrl, first.formsApiUrl);
  }).timeout(60_000);

  it("is looked up again when a call got no answer", async () => {
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

  it("is temporary, says so and is not shared if a window with other secrets holds its folder", async () => {
    const [holder, late] = [open(), open()];
    const first = await holder.ready();
    assert.deepEqual(temporary, []);
    stored = undefined;
    const other = await late.ready();
    assert.notEqual(other.formsApiUrl, first.formsApiUrl);
    assert.equal(await alive(other), true);
    assert.deepEqual(
      temporary.map(({ cause }) => cause),
      ["held"],
    );
    assert.equal(stored, undefined);
    assert.deepEqual([holder.isTemporary, late.isTemporary], [false, true]);
    await holder[Symbol.asyncDispose]();
    late.suspect();
    assert.deepEqual(await late.ready(), other, "what was saved in it is still there");
    assert.equal(late.isTemporary, true);
  }).timeout(60_000);

  for (const [what, store] of [
    ["takes nothing", { set: async () => Promise.reject(new Error("The secret store is locked.")) }],
    ["says nothing", { get: async () => Promise.reject(new Error("The secret store is locked.")) }],
    [
      "does not exist",
      { get: async () => Promise.reject(new Error("no")), set: async () => Promise.reject(new Error("no")) },
    ],
  ] as const) {
    it(`is one process that keeps its state, and ends with its window, if the secret store ${what}`, async () => {
      const window = open({ store });
      const [first, again] = await Promise.all([window.ready(), window.ready()]);
      assert.equal(again, first);
      assert.equal(await alive(first), true);
      assert.deepEqual([(await running()).length, temporary], [1, []]);
      await window[Symbol.asyncDispose]();
      assert.deepEqual(await running(), []);
      assert.deepEqual((await open({ store }).ready()).clients, first.clients);
    }).timeout(60_000);
  }

  it("is temporary because another window holds its folder, even if the sandbox's last message arrives after the process has ended", async () => {
    const script = join(folder, "late.mjs");
    await writeFile(
      script,
      `import { spawn } from "node:child_process";
       if (process.argv.includes("--data")) {
         const speak = 'require("node:net").connect(process.env.PORT).on("data", () => console.error("Another sandbox is using it.")).on("end", () => process.exit())';
         spawn(process.execPath, ["-e", speak], { stdio: ["ignore", "ignore", "inherit"], detached: true });
         process.exit(1);
       }
       console.log('{"ready":true,"formsApiUrl":"http://127.0.0.1:1","clients":[]}');
       setInterval(() => {}, 1e6);`,
    );
    const exited = Promise.withResolvers<void>();
    const server = createTcpServer((socket) => void exited.promise.then(() => socket.end("Speak.")));
    await once(server.listen(0, "127.0.0.1"), "listening");
    try {
      const window = open({
        program: [script],
        environment: { PORT: String((server.address() as AddressInfo).port) },
        log: (line) => void (line.startsWith("The sandbox ended") && exited.resolve()),
      });
      await window.ready();
      assert.deepEqual(
        temporary.map(({ cause }) => cause),
        ["held"],
      );
    } finally {
      server.close();
    }
  }).timeout(60_000);

  it("is temporary, and says why, if another window does not finish its start", async () => {
    using lock = tryFileLock(join(folder, "sandbox.lock.sqlite"));
    assert.ok(lock);
    assert.equal(await alive(await open({ longestTurn: 1 }).ready()), true);
    assert.deepEqual(
      temporary.map(({ cause }) => cause),
      ["late"],
    );
    assert.equal(stored, undefined);
  }).timeout(60_000);

  it("is temporary, and says so, if nothing can be stored", async () => {
    const file = join(folder, "a file");
    await writeFile(file, "");
    // Nothing can be created below a file or, on Linux, below `/sys`.
    for (const data of [join(file, "sandbox"), ...(process.platform === "linux" ? ["/sys/smartform/sandbox"] : [])]) {
      const window = open({ data });
      assert.equal(await alive(await window.ready()), true);
      assert.deepEqual(
        temporary.splice(0).map(({ cause }) => cause),
        ["folder"],
      );
      await window[Symbol.asyncDispose]();
      assert.deepEqual(await running(), []);
    }
    assert.equal(stored, undefined);
  }).timeout(60_000);

  it("leaves no process behind if its window closes while it starts", async () => {
    // The start of the sandbox never ends, so that the window always closes first.
    const endless = "data:text/javascript,await new Promise(() => setInterval(() => undefined, 1000))";
    const window = open({ program: ["--import", endless, ...cliCommand] });
    const starting = window.ready();
    const outcome = assert.rejects(starting);
    // The file is created a moment before the process id is written into it.
    while ((await readFile(join(folder, "pids"), "utf8").catch(() => "")) === "")
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    await window[Symbol.asyncDispose]();
    await outcome;
    assert.deepEqual(await running(), []);
  }).timeout(60_000);

  it("gives only its user access to the source of its secrets, in whatever folder that is", async function () {
    if (process.platform === "win32") return this.skip();
    const data = join(folder, "sandbox");
    await mkdir(data);
    await chmod(data, 0o755);
    await open().ready();
    await Promise.all(windows.splice(0).map((window) => window[Symbol.asyncDispose]()));
    for (const name of await readdir(data)) await chmod(join(data, name), 0o644);
    const { controlSecret } = await open().ready();
    const files = await readdir(data);
    assert.ok(files.includes("sandbox.db") && files.includes("sandbox.db-wal"), files.join());
    for (const name of files) assert.equal((await stat(join(data, name))).mode & 0o077, 0, name);
    assert.ok(controlSecret.length >= 32);
  }).timeout(60_000);

  it("does not take its own mistake for a stranger", async () => {
    const server = createServer((_request, response) => response.end(JSON.stringify({ proof: "x".repeat(43) })));
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { timingSafeEqual } = crypto;
    crypto.timingSafeEqual = () => {
      throw new TypeError("planted");
    };
    syncBuiltinESMExports();
    try {
      const controlUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/control`;
      await assert.rejects(proofOf({ controlUrl, controlSecret: "secret" }), /planted/);
    } finally {
      crypto.timingSafeEqual = timingSafeEqual;
      syncBuiltinESMExports();
      server.close();
    }
  });

  /** Programs that listen on the last port of an ended sandbox, in order to receive its secrets. */
  const squatters = {
    "answers everything with yes": () =>
      JSON.stringify({ ready: true, proof: "yes", access_token: "x", message: "The sandbox is reachable." }),
    "gives back the challenge": (url: URL) => JSON.stringify({ proof: url.searchParams.get("challenge") }),
    "says nothing that can be read": () => "<!doctype html>",
    "gives a proof that is no text": () => JSON.stringify({ proof: { toString: 1 } }),
    "answers without an end": () => `{"proof":"${"x".repeat(100_000)}"}`,
    "asks a sandbox elsewhere": async (url: URL, other: string) =>
      (await request(other + url.pathname + url.search)).body.text(),
  };
  for (const [what, answer] of Object.entries(squatters)) {
    it(`gives no secret to a program on its last port that ${what}`, async () => {
      const first = open();
      const before = await first.ready();
      const guest = open();
      assert.deepEqual(await guest.ready(), before);
      // Below, the sandbox starts again with the same state at another address. The proof that it gives there is not
      // valid at the previous port.
      await first[Symbol.asyncDispose]();
      let other = "http://127.0.0.1:9";
      const heard: string[] = [];
      const squatter = createServer((asked, response) => {
        heard.push(`${asked.method} ${asked.url} ${JSON.stringify(asked.headers)}`);
        void Promise.resolve(answer(new URL(asked.url ?? "", before.formsApiUrl), other))
          .catch(() => "")
          .then((said) => response.end(said));
      });
      await once(squatter.listen(Number(new URL(before.formsApiUrl).port), "127.0.0.1"), "listening");
      try {
        const after = await open().ready();
        other = new URL(after.formsApiUrl).origin;
        assert.notEqual(after.formsApiUrl, before.formsApiUrl);
        assert.deepEqual(after.clients, before.clients);
        // The first window used this sandbox before the sandbox ended. The window must request the proof again before
        // every sign-in.
        await assert.rejects(first.prove(before), /Another program answers/);
        await open().prove(after);
        await assert.rejects(guest.prove(before), /Another program answers/);
        assert.deepEqual(await guest.ready(), after);
      } finally {
        squatter.closeAllConnections();
        await new Promise((resolve) => {
          squatter.close(resolve);
        });
      }
      // If a challenge were used twice, an eavesdropper could repeat the response to it.
      const challenges = heard.flatMap((line) => /challenge=([\w-]+)/.exec(line)?.[1] ?? []);
      assert.ok(challenges.length >= 2);
      assert.equal(new Set(challenges).size, challenges.length);
      const secrets = [
        before.controlSecret,
        ...before.clients.flatMap(({ clientId, clientSecret }) => [
          clientSecret,
          Buffer.from(`${clientId}:${clientSecret}`).toString("base64"),
        ]),
      ];
      for (const line of heard)
        assert.ok(!/authorization/i.test(line) && !secrets.some((secret) => line.includes(secret)), line);
    }).timeout(60_000);
  }

  const endless = {
    "as fast as it can": (answer: ServerResponse): void =>
      void pipeline(
        Readable.from(
          (function* () {
            for (;;) yield "x".repeat(65_536);
          })(),
        ),
        answer,
      ).catch(() => undefined),
    "a letter at a time": (answer: ServerResponse): void => {
      const timer = setInterval(() => answer.write("x"), 100);
      answer.once("close", () => clearInterval(timer));
    },
  };
  for (const [how, write] of Object.entries(endless)) {
    it(`stops reading as soon as it can if a stranger answers ${how}`, async () => {
      const closed: Promise<number>[] = [];
      const server = createServer((_, answer) => {
        const { socket } = answer;
        closed.push(once(answer, "close").then(() => socket?.bytesWritten ?? 0));
        write(answer);
      });
      await once(server.listen(0, "127.0.0.1"), "listening");
      assert.equal(
        await proofOf({
          controlUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
          controlSecret: "secret",
        }),
        "stranger",
      );
      const [taken = Infinity, ...more] = await Promise.all(closed);
      assert.ok(taken < 32 * 1024 * 1024 && more.length === 0, String(taken));
      await new Promise((resolve) => {
        server.close(resolve);
      });
    }).timeout(20_000);
  }

  it("does not report a silent program as a stranger, and continues with the same sandbox", async () => {
    const window = open();
    const ready = await window.ready();
    let asked = 0;
    const silent = createServer(() => {
      asked += 1;
    });
    await once(silent.listen(0, "127.0.0.1"), "listening");
    const controlUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    await assert.rejects(
      window.prove({ ...ready, controlUrl }),
      /The sandbox did not answer within 3 seconds, so nothing was sent to it/,
    );
    assert.deepEqual([asked, await window.ready()], [1, ready]);
    silent.closeAllConnections();
    await new Promise((resolve) => {
      silent.close(resolve);
    });
  }).timeout(60_000);

  it("has no secret in its arguments, which every user of this computer can read", async function () {
    if (process.platform !== "linux") return this.skip();
    const { clients, controlSecret } = await open().ready();
    const processes = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
    const everybodyReads = (
      await Promise.all(processes.map((id) => readFile(`/proc/${id}/cmdline`, "latin1").catch(() => "")))
    ).join("\n");
    assert.ok(everybodyReads.includes(folder), "its arguments are among them");
    for (const secret of [controlSecret, ...clients.map(({ clientSecret }) => clientSecret)])
      assert.ok(!everybodyReads.includes(secret));
  }).timeout(60_000);

  it("gives no secret to an address without an answer: a stranger may listen there a moment later", async () => {
    const window = open();
    const ready = await window.ready();
    await window[Symbol.asyncDispose]();
    await assert.rejects(window.prove(ready), (error) => error instanceof NobodyThere);
    assert.equal(await alive(ready), false);
  });

  it("says why if it cannot be started", async () => {
    const program = join(folder, "other.mjs");
    for (const line of [
      "Hello.",
      '{"formsApiUrl":"http://127.0.0.1:1","clients":[]}',
      '{"ready":true,"clients":[]}',
      '{"ready":true,"formsApiUrl":"http://127.0.0.1:1"}',
      "null",
    ]) {
      await writeFile(program, `console.log(${JSON.stringify(line)}); setInterval(() => {}, 1000);`);
      await assert.rejects(
        open({ program: [program] }).ready(),
        /The sandbox did not report that it was ready, but printed something else/,
        line,
      );
    }
    await assert.rejects(
      open({ program: ["there/is/no/such/program.js"] }).ready(),
      /The sandbox ended before it was ready/,
    );
  });

  it("says why if the system has no more handles, and leaves no error unhandled", function () {
    if (process.platform === "win32") this.skip();
    const program = join(import.meta.dirname, "sandboxWithoutHandles.ts");
    const { stdout } = spawnSync(
      "sh",
      [
        "-c",
        'ulimit -n 64; exec "$@"',
        "sh",
        process.execPath,
        "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON",
        "--disable-warning=ExperimentalWarning",
        program,
        join(folder, "sandbox"),
      ],
      { encoding: "utf8" },
    );
    assert.match(stdout, /^refused: The sandbox could not be started: .*EMFILE\n$/);
  });
});
