/**
 * Opens addresses of this computer from a VS Code in the browser. There, VS Code asks its server for them under a path
 * that contains their port. Only the complete code-server answers such requests; the part of it that runs here does
 * not. A server on loopback sends the browser from that path to the address itself.
 */
import { once } from "node:events";
import { createServer } from "node:http";

/**
 * Starts the server. `environment` tells VS Code's server about it: VS Code replaces `{{port}}` by the port of the
 * address, and adds its path and query. Refuses everything that is not a port.
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
  // If the server fails, pages do not open, but the failure must not end the window.
  server.on("error", () => {});
  return {
    environment: { VSCODE_PROXY_URI: `http://127.0.0.1:${server.address().port}/{{port}}/` },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
