/**
 * A proxy in front of the sandbox. It passes everything on, records the tokens, and on request answers with refusals
 * that repeat everything that was sent.
 */
import { createServer } from "node:http";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { request } from "undici";

export interface LoudProxy extends AsyncDisposable {
  readonly origin: string;
  /** The bearer tokens. `signIns`: the credentials of the sign-ins that requested tokens. */
  readonly tokens: ReadonlySet<string>;
  readonly signIns: ReadonlySet<string>;
  /** The last segments of the returned addresses that open a session's editor. */
  readonly editors: ReadonlySet<string>;
  /**
   * From now on, refuses calls whose method and path match `call`. With undefined, refuses no calls. The response
   * repeats what was sent, and contains `more`.
   */
  refuse(
    refusal: { readonly call: RegExp; readonly status: number; readonly more: readonly string[] } | undefined,
  ): void;
  /** The number of refused calls. */
  readonly refused: number;
}

export async function loudProxy(target: string): Promise<LoudProxy> {
  const tokens = new Set<string>();
  const signIns = new Set<string>();
  const editors = new Set<string>();
  let refusal: { readonly call: RegExp; readonly status: number; readonly more: readonly string[] } | undefined;
  let refused = 0;

  function refuseLoudly(headers: IncomingHttpHeaders, body: string, response: ServerResponse): void {
    refused += 1;
    const said = `${refusal?.more.join(" ") ?? ""} You sent ${body} with ${JSON.stringify(headers)}`;
    response
      .writeHead(refusal?.status ?? 500, {
        "content-type": "application/json",
        "x-said": encodeURIComponent(refusal?.more.join(" ") ?? ""),
        "www-authenticate": "Bearer",
      })
      .end(
        JSON.stringify({
          message: said,
          detail: said,
          title: said,
          error: "invalid_client",
          error_description: said,
          errors: { [said]: [said] },
        }),
      );
  }

  const server = createServer((asked, response) => {
    const chunks: Buffer[] = [];
    asked
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("end", () => {
        const body = Buffer.concat(chunks);
        const [scheme = "", credential = ""] = (asked.headers.authorization ?? "").split(" ");
        if (credential !== "") (scheme === "Bearer" ? tokens : signIns).add(credential);
        if (refusal?.call.test(`${asked.method ?? ""} ${asked.url ?? ""}`))
          return refuseLoudly(asked.headers, body.toString(), response);
        const { host: _, connection: __, "content-length": ___, "transfer-encoding": ____, ...headers } = asked.headers;
        void request(target + (asked.url ?? ""), {
          method: asked.method as "GET",
          headers,
          body: body.length === 0 ? null : body,
        })
          .then(async (answer) => {
            const { "transfer-encoding": _te, connection: _c, ...kept } = answer.headers;
            const bytes = Buffer.from(await answer.body.arrayBuffer());
            const editor = /"StartURL":"[^"]*\/([^"/]+)"/.exec(bytes.toString())?.[1];
            if (editor !== undefined) editors.add(editor);
            response.writeHead(answer.statusCode, kept).end(bytes);
          })
          .catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
      });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokens,
    signIns,
    editors,
    refuse: (given) => void (refusal = given),
    get refused() {
      return refused;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
