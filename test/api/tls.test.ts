/** Certificates and proxies, with a temporary certificate and a proxy on loopback. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:https";
import { connect } from "node:net";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { createApi } from "../../api/index.ts";
import type { Api, ApiOptions } from "../../api/index.ts";
import { causeFailure } from "../../api/http/failure.ts";
import { secret } from "./server.ts";

/**
 * A loopback address. Calls to it use the proxy, unless the address is excepted; calls to 127.0.0.1 or localhost never
 * do.
 */
const host = "127.0.0.2";

let folder = "";
let certificate = "";
let service: Server;
let url = "";
const seen: string[] = [];

async function listen(server: Server, address: string): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, address, resolve);
  });
  return (server.address() as AddressInfo).port;
}

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "smartform-tls-"));
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
      "/CN=smartform test",
      "-addext",
      `subjectAltName=IP:${host}`,
      "-keyout",
      join(folder, "key.pem"),
      "-out",
      join(folder, "cert.pem"),
    ],
    { stdio: "ignore" },
  );
  certificate = readFileSync(join(folder, "cert.pem"), "utf8");
  service = createServer({ key: readFileSync(join(folder, "key.pem")), cert: certificate }, (request, response) => {
    seen.push(request.url ?? "");
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(request.url === "/connect/token" ? '{"access_token":"canary-token"}' : '{"message":"pong"}');
  });
  url = `https://${host}:${await listen(service, "0.0.0.0")}`;
});
after(async () => {
  await new Promise((resolve) => {
    service.close(resolve);
  });
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  seen.length = 0;
});

async function ping(options: Partial<ApiOptions> & { readonly address?: string } = {}): Promise<unknown> {
  const { address = url, ...rest } = options;
  const api: Api = createApi({
    connection: { authUrl: address, formsApiUrl: address, formsAppUrl: address, clientId: "client" },
    secret: async () => secret,
    timeout: 2000,
    ...rest,
  });
  const result: unknown = await api.call("forms.ping", {}).catch((error: unknown) => error);
  await api.close();
  return result;
}

function assertFails(result: unknown, code: string, words = /./): void {
  assert.ok(result instanceof Error);
  assert.match(result.message, words);
  assert.deepEqual([Reflect.get(result, "code"), Reflect.get(result, "outcome")], [code, "none"]);
  assert.deepEqual(seen, []);
}

describe("certificates", () => {
  it("refuses an untrusted certificate, whatever the environment variables say", async () => {
    assertFails(
      await ping(),
      "tls",
      /does not trust the issuer of the service's certificate\. Ask your administrator to install the certificate of your organisation's certificate authority on this computer/,
    );
    const before = process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    try {
      assertFails(await ping(), "tls");
    } finally {
      if (before === undefined) delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
      else process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = before;
    }
  });

  it("accepts one that the user added", async () => {
    assert.deepEqual(await ping({ certificates: [certificate] }), { message: "pong" });
  });

  it("refuses one of another host", async () => {
    assertFails(
      await ping({ certificates: [certificate], address: url.replace(host, "127.0.0.3") }),
      "tls",
      /belongs to another host\. Check the address/,
    );
  });

  it("reports one that has expired as expired", () => {
    const cause = Object.assign(new Error("certificate has expired"), { code: "CERT_HAS_EXPIRED" });
    assert.match(
      causeFailure(cause, { operation: "token", effect: "read", host }, { fromProxy: false, proxy: undefined }).message,
      /has expired, or is not valid yet\. Check the clock/,
    );
  });

  it("reports an invalid certificate or proxy address, and does not show the address", async () => {
    assertFails(await ping({ certificates: [certificate, "nonsense"] }), "not-configured");
    const result = await ping({ certificates: [certificate], proxy: { url: "user:canary@nowhere" } });
    assertFails(result, "not-configured");
    assert.doesNotMatch(inspect(result), /canary/);
  });

  it("are not needed, and not looked at, for plain http to this computer", async () => {
    const plain = createHttpServer((request, response) => {
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(request.url === "/connect/token" ? '{"access_token":"canary-token"}' : '{"message":"pong"}');
    });
    const address = `http://127.0.0.1:${await listen(plain, "127.0.0.1")}`;
    try {
      const result = await ping({ address, certificates: ["nonsense"], proxy: { url: "user:canary@nowhere" } });
      assert.deepEqual(result, await ping({ certificates: [certificate] }));
    } finally {
      plain.closeAllConnections();
      await new Promise((resolve) => {
        plain.close(resolve);
      });
    }
  });
});

describe("proxy", () => {
  interface Asked {
    readonly target: string;
    readonly authorization: string | undefined;
    readonly all: string;
  }

  async function withProxy(
    { status = 200 }: { readonly status?: number },
    run: (proxy: { readonly port: number; readonly asked: Asked[] }) => Promise<void>,
  ): Promise<void> {
    const asked: Asked[] = [];
    const proxy = createHttpServer().on("connect", (request, socket) => {
      asked.push({
        target: request.url ?? "",
        authorization: request.headers["proxy-authorization"],
        all: JSON.stringify(request.headers),
      });
      socket.on("error", () => socket.destroy());
      if (status !== 200) {
        socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
        return;
      }
      const [, port] = (request.url ?? "").split(":");
      const onward = connect(Number(port), host, () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        onward.pipe(socket).pipe(onward);
      }).on("error", () => socket.destroy());
    });
    const port = await listen(proxy, "127.0.0.1");
    try {
      await run({ port, asked });
    } finally {
      await new Promise((resolve) => {
        proxy.close(resolve);
        proxy.closeAllConnections();
      });
    }
  }

  it("sends calls through it, with its own sign-in, and shows it nothing of the call", () =>
    withProxy({}, async ({ port, asked }) => {
      assert.deepEqual(
        await ping({ certificates: [certificate], proxy: { url: `http://user:pa%40ss@127.0.0.1:${port}` } }),
        { message: "pong" },
      );
      assert.equal(asked[0]?.target, url.replace("https://", ""));
      assert.equal(asked[0]?.authorization, `Basic ${Buffer.from("user:pa@ss").toString("base64")}`);
      assert.doesNotMatch(JSON.stringify(asked), /canary|Bearer/);
      assert.deepEqual(seen, ["/connect/token", "/Integrations/ping"]);
    }));

  it("is bypassed for the excepted hosts", () =>
    withProxy({}, async ({ port, asked }) => {
      assert.deepEqual(
        await ping({
          certificates: [certificate],
          proxy: { url: `http://127.0.0.1:${port}`, noProxy: `example.com,${host}` },
        }),
        { message: "pong" },
      );
      assert.deepEqual(asked, []);
    }));

  it("is not read from the environment variables", () =>
    withProxy({}, async ({ port, asked }) => {
      process.env["HTTPS_PROXY"] = `http://127.0.0.1:${port}`;
      try {
        assert.deepEqual(await ping({ certificates: [certificate] }), { message: "pong" });
      } finally {
        delete process.env["HTTPS_PROXY"];
      }
      assert.deepEqual(asked, []);
    }));

  it("is bypassed for every host if a star is excepted", () =>
    withProxy({}, async ({ port, asked }) => {
      assert.deepEqual(
        await ping({
          certificates: [certificate],
          proxy: { url: `http://127.0.0.1:${port}`, noProxy: "example.com,*" },
        }),
        { message: "pong" },
      );
      assert.deepEqual(asked, []);
    }));

  const refusals = {
    403: "did not let the call through \\(403\\)\\. Ask the operator of the proxy",
    407: "requires a sign-in, and got none or a wrong one \\(407\\)\\. Write the user name and the password into the proxy's address",
    502: "did not let the call through \\(502\\)",
  };
  for (const [status, words] of Object.entries(refusals)) {
    it(`that answers ${status}: the message names it and says what to do, without its sign-in, and nothing happened`, () =>
      withProxy({ status: Number(status) }, async ({ port }) => {
        const result = await ping({
          certificates: [certificate],
          proxy: { url: `http://user:canary@127.0.0.1:${port}` },
        });
        assertFails(result, "proxy", new RegExp(`: the proxy 127\\.0\\.0\\.1:${port} ${words}`));
        assert.doesNotMatch(inspect(result), /canary/);
      }));
  }

  it("that is missing: the message names it as the cause", async () => {
    let port = 0;
    await withProxy({}, async (proxy) => {
      port = proxy.port;
    });
    assertFails(
      await ping({ certificates: [certificate], proxy: { url: `http://127.0.0.1:${port}` } }),
      "proxy",
      new RegExp(
        `the proxy 127\\.0\\.0\\.1:${port} could not be reached\\. Check the proxy's address\\. In VS Code it is in the setting http\\.proxy`,
      ),
    );
  });

  it("does not hide that the service's certificate is refused", () =>
    withProxy({}, async ({ port }) => {
      assertFails(await ping({ proxy: { url: `http://127.0.0.1:${port}` } }), "tls");
    }));
});
