/**
 * A service as companies have it: over https with a certificate of the company's own authority, behind a proxy that
 * requires a sign-in. At first this computer does not know the authority; the test installs it while the window is
 * open. The service is the sandbox.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer as createHttpServer, request as send } from "node:http";
import type { Server } from "node:http";
import { createServer } from "node:https";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { useService } from "../story.ts";
import { libraryItem } from "../library.ts";
import { dialog } from "../messages.ts";
import { answer, asks, pick, quickInput, reloadWindow, runCommand } from "../palette.ts";
import { screenshot } from "../pictures.ts";
import { openView } from "../sideBar.ts";
import { profileOf } from "../signIn.ts";
import { becomes } from "../waiting.ts";

/** A loopback address that is still called through a proxy. */
const host = "127.0.0.2";

interface Tunnel {
  readonly target: string;
  readonly headers: string;
  bytes: string;
}

describe("a service behind a proxy, with a certificate of the company's own", () => {
  const asked: string[] = [];
  const tunnels: Tunnel[] = [];
  let folder: string;
  let origin: string;
  let proxy: string;
  let page: Page;

  async function listen(server: Server, address: string, undo: AsyncDisposableStack): Promise<number> {
    undo.defer(() => {
      server.close();
      server.closeAllConnections();
    });
    await once(server.listen(0, address), "listening");
    return (server.address() as AddressInfo).port;
  }

  /** Returns a proxy that accepts everyone who knows the password, and records everything that passes. */
  const proxyServer = (): Server =>
    createHttpServer().on("connect", (request, socket) => {
      const tunnel: Tunnel = { target: request.url ?? "", headers: JSON.stringify(request.headers), bytes: "" };
      tunnels.push(tunnel);
      socket.on("error", () => socket.destroy());
      if (request.headers["proxy-authorization"] !== `Basic ${btoa("ada:open sesame")}`) {
        socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="strandby"\r\n\r\n');
        return;
      }
      const onward = connect(Number(tunnel.target.split(":")[1]), host, () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        socket.on("data", (bytes: Buffer) => {
          tunnel.bytes += bytes.toString("latin1");
        });
        onward.pipe(socket).pipe(onward);
      }).on("error", () => socket.destroy());
    });

  const { service, workbench, it } = useService("reach", {
    options: async (undo) => {
      asked.length = 0;
      tunnels.length = 0;
      folder = mkdtempSync(join(tmpdir(), "smartform-authority-"));
      undo.defer(() => rmSync(folder, { recursive: true }));
      const openssl = (...args: string[]): void => void execFileSync("openssl", args, { cwd: folder, stdio: "ignore" });
      writeFileSync(join(folder, "of.cnf"), `subjectAltName=IP:${host}\n`);
      openssl(
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=Strandby authority",
        "-keyout",
        "authority.key",
        "-out",
        "authority.pem",
      );
      openssl(
        "req",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-subj",
        "/CN=forms.strandby.example",
        "-keyout",
        "service.key",
        "-out",
        "service.csr",
      );
      openssl(
        "x509",
        "-req",
        "-in",
        "service.csr",
        "-CA",
        "authority.pem",
        "-CAkey",
        "authority.key",
        "-days",
        "2",
        "-extfile",
        "of.cnf",
        "-out",
        "service.pem",
      );
      mkdirSync(join(folder, "installed"));
      const within = new URL(service.ready.formsApiUrl);
      const front = createServer(
        { key: readFileSync(join(folder, "service.key")), cert: readFileSync(join(folder, "service.pem")) },
        (request, response) => {
          asked.push(request.url ?? "");
          request.pipe(
            send(
              {
                host: within.hostname,
                port: within.port,
                path: request.url,
                method: request.method,
                headers: { ...request.headers, host: within.host },
              },
              (answered) => {
                response.writeHead(answered.statusCode ?? 500, answered.headers);
                answered.pipe(response);
              },
            ),
          );
        },
      );
      origin = `https://${host}:${await listen(front, "0.0.0.0", undo)}`;
      proxy = `127.0.0.1:${await listen(proxyServer(), "127.0.0.1", undo)}`;
      const profile = Object.fromEntries(
        Object.entries(profileOf(service, "strandby")).map(([key, value]) => [
          key,
          value.replace(within.origin, origin),
        ]),
      );
      return {
        files: { "letter.sft": "Dear all\n" },
        env: {
          SSL_CERT_DIR: join(folder, "installed"),
          SSL_CERT_FILE: join(folder, "none"),
          HTTPS_PROXY: `http://${proxy}`,
        },
        settings: { "smartform.connections": [profile] },
      };
    },
    begin: () => {
      ({ page } = workbench);
    },
  });

  /** Returns only the tunnels to the service, because VS Code's own calls go through the proxy too. */
  const toService = (): readonly Tunnel[] => tunnels.filter(({ target }) => target === new URL(origin).host);

  async function signIn(): Promise<void> {
    await runCommand(workbench, "Smartform: Switch Connection…");
    await pick(workbench, "strandby");
    await asks(workbench, "Client secret");
    await answer(workbench, service.client("standard").clientSecret);
  }

  /** Tests the connection. Resolves with the result once its sentence contains this part. */
  async function tested(part: string): Promise<string> {
    await runCommand(workbench, "Smartform: Test Connection");
    await quickInput(workbench).getByPlaceholder(part).waitFor();
    return quickInput(workbench).innerText();
  }

  /** Writes settings as users do: opens the settings file in the window, replaces its content and saves it. */
  async function setUser(settings: Readonly<Record<string, unknown>>): Promise<void> {
    await runCommand(workbench, "Preferences: Open User Settings (JSON)");
    const editor = page.locator(".monaco-modal-editor-block");
    await editor.locator(".monaco-editor.focused").waitFor();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText(JSON.stringify(settings));
    // Removes the closing brackets that the editor added.
    await page.keyboard.press("Control+Shift+End");
    await page.keyboard.press("Delete");
    await page.keyboard.press("Control+S");
    await becomes(
      workbench,
      () => readFile(join(workbench.data, "data", "User", "settings.json"), "utf8").catch(() => ""),
      JSON.stringify(settings),
    );
    await editor.getByRole("button", { name: /^Close/ }).click();
    await editor.waitFor({ state: "detached" });
  }

  it("says that the certificate is not trusted, and what to do", async () => {
    await openView(workbench, "Smartform");
    await signIn();
    await dialog(workbench).getByText("this computer does not trust the issuer of the service's certificate").waitFor();
    await dialog(workbench)
      .getByText("Ask your administrator to install the certificate of your organisation's certificate authority")
      .waitFor();
    await screenshot(workbench, "reach-certificate");
    assert.deepEqual(asked, []);
  });

  it("is reached once the authority is installed, past a proxy that only a variable names", async () => {
    copyFileSync(join(folder, "authority.pem"), join(folder, "installed", "authority.pem"));
    await page.keyboard.press("Escape");
    await reloadWindow(workbench);
    await signIn();
    await dialog(workbench).getByRole("button", { name: "Save the Connection" }).click();
    await libraryItem(workbench, "Folder Claims").waitFor();
    assert.ok(asked.length > 0);
    assert.deepEqual(toService(), []);
  });

  it("says which proxy of the settings refused, and what to do", async () => {
    await setUser({ "http.proxy": `http://${proxy}` });
    const words = await tested("Failed: forms");
    await screenshot(workbench, "reach-proxy-refused");
    assert.ok(words.includes(`the proxy ${proxy} requires a sign-in, and got none or a wrong one (407).`), words);
    await page.keyboard.press("Escape");
    assert.ok(toService().length > 0);
  });

  it("goes through it with the proxy's own sign-in, and shows it nothing", async () => {
    tunnels.length = asked.length = 0;
    await setUser({ "http.proxy": `http://ada:open%20sesame@${proxy}` });
    await tested("and none failed");
    await screenshot(workbench, "reach-proxy");
    await page.keyboard.press("Escape");
    assert.ok(
      asked.some((path) => path.endsWith("/connect/token")) &&
        asked.some((path) => path.includes("/textlibrary/folders")),
      asked.join(" "),
    );
    assert.ok(toService().some(({ bytes }) => bytes.length > 0));
    const { clientId, clientSecret } = service.client("standard");
    const seen = JSON.stringify(tunnels);
    for (const canary of [
      clientId,
      clientSecret,
      btoa(`${clientId}:${clientSecret}`),
      "Bearer",
      "/connect/token",
      "/Integrations",
    ])
      assert.ok(!seen.includes(canary), canary);
  });

  it("bypasses it for the hosts that the settings except", async () => {
    await setUser({ "http.proxy": `http://${proxy}`, "http.noProxy": [host] });
    tunnels.length = asked.length = 0;
    await tested("and none failed");
    assert.ok(asked.length > 0);
    assert.deepEqual(toService(), []);
  });
});
