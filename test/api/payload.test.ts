/**
 * Files in a body are encoded while they are sent. Each arrives complete and in its place, and sending them needs
 * little memory.
 */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { createApi, placeOfFile } from "../../api/index.ts";
import { grantTicket } from "../sandbox/permits.ts";
import { prepare } from "../../api/http/prepare.ts";
import { lengthOf, misplacedFiles, streamOf } from "../../api/http/payload.ts";
import { json, secret, startService } from "./server.ts";

const file = { fileName: "a.pdf", folderId: "f" };

describe("files in a body", () => {
  it("T142 are sent as the base64 of all their bytes, with the announced length", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 100 }), { minLength: 1, maxLength: 3 }),
        fc.string(),
        fc.constantFrom(0, 1, 49_151, 49_152, 49_153, 100_000),
        async (contents, word, padding) => {
          const all = [...contents, new Uint8Array(padding).fill(7)];
          const files = new Map(all.map((bytes) => [placeOfFile(), bytes]));
          const body = { word, list: [...files.keys()].toReversed() };
          const payload = { json: JSON.stringify(body), files };
          const sent = await text(streamOf(payload));
          assert.equal(Buffer.byteLength(sent), lengthOf(payload));
          assert.deepEqual(JSON.parse(sent), {
            word,
            list: all.map((bytes) => Buffer.from(bytes).toString("base64")).toReversed(),
          });
          assert.equal(misplacedFiles(payload), 0);
        },
      ),
      { numRuns: 50 },
    ));

  it("are refused before anything is sent if they have no place of their own", () => {
    const connection = {
      authUrl: "https://a.example",
      formsApiUrl: "https://a.example",
      formsAppUrl: "https://a.example",
      archiveApiUrl: "https://a.example",
      clientId: "c",
    };
    const place = placeOfFile();
    const files = new Map([[place, new Uint8Array(3)]]);
    for (const body of [
      { ...file, fileContent: "AAAA" },
      { ...file, fileContent: place, search1: place },
    ]) {
      assert.throws(() => prepare(connection, "archive.upload", { environment: "Test", body, files }), {
        code: "invalid-request",
        message: /not used in the body, or is used more than once/,
      });
    }
    assert.doesNotThrow(() =>
      prepare(connection, "archive.upload", { environment: "Test", body: { ...file, fileContent: place }, files }),
    );
  });

  it("T94 are sent again, complete, after a new sign-in", async () => {
    const bytes = new Uint8Array(200_000).fill(9);
    await using service = await startService({
      answer: (_seen, response, count) =>
        count === 1 ? json(response, {}, { status: 401 }) : json(response, { storedDocumentId: "v" }),
    });
    const api = createApi({
      connection: { ...service.connection, archiveApiUrl: service.connection.formsApiUrl },
      secret: async () => secret,
    });
    const place = placeOfFile();
    await api.call("archive.upload", {
      environment: "Test",
      body: { ...file, fileContent: place },
      files: new Map([[place, bytes]]),
    });
    assert.deepEqual(
      service.calls.map(({ body }) => (JSON.parse(body) as { fileContent: string }).fileContent),
      Array(2).fill(Buffer.from(bytes).toString("base64")),
    );
    await api.close();
  });

  it("are part of what a ticket permits", async () => {
    await using service = await startService({
      answer: (_seen, response) => json(response, { storedDocumentId: "v" }),
    });
    const api = createApi({
      connection: { ...service.connection, archiveApiUrl: service.connection.formsApiUrl },
      secret: async () => secret,
    });
    const place = placeOfFile();
    const request = { environment: "Test", body: { ...file, fileContent: place, callbackPayload: "x" } } as const;
    const withFile = (first: number) => ({ ...request, files: new Map([[place, new Uint8Array([first, 2, 3])]]) });
    const grant = () =>
      grantTicket({
        connection: api.connection,
        operation: "archive.upload",
        receivers: ["the archive callbacks that are enabled for the company"],
        ...withFile(1),
      });
    await assert.rejects(api.call("archive.upload", withFile(9), { ticket: grant() }), { code: "ticket-refused" });
    await assert.rejects(api.call("archive.upload", request, { ticket: grant() }), { code: "ticket-refused" });
    await api.call("archive.upload", withFile(1), { ticket: grant() });
    assert.equal(service.calls.length, 1);
    await api.close();
  });

  it("T142 a file of 50 MiB needs less extra memory than its base64 would take", async () => {
    const { promise: received, resolve } = Promise.withResolvers<number>();
    let most = 0;
    let chunks = 0;
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    // Returns the memory that is still referenced, without garbage.
    const used = () => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    await using ends = new AsyncDisposableStack();
    const server = createServer((request, response) => {
      if (request.url?.endsWith("/token") === true)
        return void response
          .writeHead(200, { "content-type": "application/json" })
          .end('{"access_token":"t","expires_in":3600}');
      let bytes = 0;
      request.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (chunks++ % 100 === 0) most = Math.max(most, used());
      });
      request.on("end", () => {
        resolve(bytes);
        response.writeHead(200, { "content-type": "application/json" }).end('{"storedDocumentId":"v"}');
      });
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", () => listening()));
    ends.defer(async () => {
      await new Promise((closed) => server.close(closed));
    });
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const api = createApi({
      connection: { authUrl: origin, formsApiUrl: origin, formsAppUrl: origin, archiveApiUrl: origin, clientId: "c" },
      secret: async () => secret,
    });
    ends.defer(() => api.close());
    const bytes = new Uint8Array(50 * 1024 * 1024).fill(1);
    const encoded = 4 * Math.ceil(bytes.length / 3);
    const place = placeOfFile();
    const before = used();
    await api.call("archive.upload", {
      environment: "Test",
      body: { ...file, fileContent: place },
      files: new Map([[place, bytes]]),
    });
    assert.ok((await received) > encoded);
    assert.ok(most - before < encoded, `${Math.round((most - before) / 1e6)} MB beside the file`);
  }).timeout(60_000);
});
