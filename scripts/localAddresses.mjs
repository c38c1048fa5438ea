/**
 * Lets a VS Code in the browser open addresses of this computer. VS Code opens such an address through a server, under
 * a path that contains the port of the address. The complete code-server has such a server; the part of code-server
 * that runs here does not. The server of this file takes its place: it redirects the browser to the address.
 */
import { once } from "node:events";
import { createServer } from "node:http";

/**
 * Starts the server. `environment` tells VS Code where the server is: VS Code replaces `{{port}}` by the port of an
 * address, and adds the path and query of the address. The server refuses paths that do not begin with a port.
 */
export async function startLocalAddresses() {
  const server = createServer(({ url = "" }, response) => {
    const [, port, rest] = /^\/(\d{1,5})(\/[^/].*|\/?)$/.exec(url) ?? [];
    if (port === undefined || Number(port) > 65_535) return response.writeHead(404).end();
    // The page does not need the address of the window that opened it.
    const headers = { "cache-control": "no-store", "referrer-policy": "no-referrer" };
    return response.writeHead(302, { ...headers, location: `http://127.0.0.1:${port}${rest || "/"}` }).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // If the server fails, pages do not open, but the failure must not close the window.
  server.on("error", () => {});
  return {
    environment: { VSCODE_PROXY_URI: `http://127.0.0.1:${server.address().port}/{{port}}/` },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
