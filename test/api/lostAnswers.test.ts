/**
 * An unusable response is never accepted: an empty body is not an empty list, 204 is not a file, and an arbitrary
 * object is not the answer of a ping.
 */
import assert from "node:assert/strict";
import { createApi } from "../../api/index.ts";
import type { Api } from "../../api/index.ts";
import { json, secret, startService } from "./server.ts";
import type { Answerer } from "./server.ts";

const environment = "Test";
const empty =
  (status: number, type = "application/json"): Answerer =>
  (_seen, response) => {
    response.writeHead(status, { "content-type": type }).end();
  };
const says =
  (value: unknown): Answerer =>
  (_seen, response) =>
    json(response, value);
const window = { startUtcTime: "2026-01-01T00:00:00Z", endUtcTime: "2026-01-02T00:00:00Z" };
const deep = (levels: number): unknown => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);
const patch = { environment, path: { schema: "Letters", userId: "karin", partitionKey: "p", id: "d" } } as const;

async function ask(
  answer: Answerer,
  call: (api: Api) => Promise<unknown>,
  { timeout }: { readonly timeout?: number } = {},
): Promise<unknown> {
  await using service = await startService({ answer });
  const { url } = service;
  const api = createApi({
    connection: { ...service.connection, archiveApiUrl: url, documentsApiUrl: url, statisticsApiUrl: url },
    secret: async () => secret,
    timeout,
  });
  const result = await call(api).catch((error: unknown) => error);
  await api.close();
  return result;
}

const lists: readonly (readonly [string, (api: Api) => Promise<unknown>])[] = [
  ["attachments", (api) => api.call("documents.attachments.find", { environment, body: { Top: 1 } })],
  ["sessions", (api) => api.call("documents.sessions.list", { environment, query: { status: ["Draft"] } })],
  ["drafts", (api) => api.call("documents.sessions.listDrafts", { environment, path: window })],
  ["finished sessions", (api) => api.call("documents.sessions.listFinished", { environment, path: window })],
  ["keywords", (api) => api.call("documents.metaFiles.keywords", { environment, path: { metaFile: "m" } })],
  ["texts", (api) => api.call("documents.metaFiles.texts", { environment, path: { metaFile: "m" }, body: {} })],
  [
    "online documents",
    (api) => api.call("documents.metaFiles.onlineDocuments", { environment, path: { metaFile: "m" } }),
  ],
];
const others: readonly (readonly [string, Answerer, (api: Api) => Promise<unknown>])[] = [
  [
    "204 is no file of the archive",
    empty(204),
    (api) => api.call("archive.download", { environment, path: { fileId: "f" } }),
  ],
  [
    "204 is no text of statistics",
    empty(204),
    (api) =>
      api.call("statistics.prometheus", {
        query: { startDate: "2026-01-01T00:00:00Z", toDate: "2026-01-02T00:00:00Z" },
      }),
  ],
  ["204 is no HTML", empty(204), (api) => api.call("store.html", { environment, path: { jobid: "1", docid: "1" } })],
  ["nothing is no version", empty(200, "text/plain"), (api) => api.call("documents.engine.version", { environment })],
  ["nothing is no information", empty(200), (api) => api.call("documents.engine.info", { environment })],
  ["another object is no sign of life", says({ signIn: "here" }), (api) => api.call("forms.ping", {})],
  [
    "another object is no property without a value",
    says({ signIn: "here" }),
    (api) => api.call("forms.propertyValue", { path: { id: "f", property: "p" } }),
  ],
];

describe("lost answers", () => {
  for (const [what, call] of lists) {
    for (const status of [200, 204])
      it(`${status} without a body is not an empty list of ${what}`, async () =>
        assert.equal(Reflect.get((await ask(empty(status), call)) as object, "code"), "invalid-answer"));
    it(`an empty list of ${what} is accepted`, async () => assert.deepEqual(await ask(says([]), call), []));
  }

  for (const [what, answer, call] of others)
    it(what, async () => assert.equal(Reflect.get((await ask(answer, call)) as object, "code"), "invalid-answer"));

  it("a file of no bytes is accepted with a 200", async () => {
    const file = await ask(empty(200, "text/csv"), (api) =>
      api.call("archive.download", { environment, path: { fileId: "f" } }),
    );
    assert.equal((file as { readonly bytes: Uint8Array }).bytes.length, 0);
  });

  it("does not wait for an answer that announces more than the limit", async () => {
    const answer: Answerer = (_seen, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": 10 * 1024 ** 3 }).flushHeaders();
    };
    const error = await ask(answer, (api) => api.call("forms.active", {}), { timeout: 15_000 });
    assert.equal(Reflect.get(error as object, "code"), "answer-too-large");
  });

  it("reads a whole file of the largest size that may be uploaded", async function () {
    this.timeout(60_000);
    const bytes = Buffer.alloc(100 * 1024 * 1024, "letter");
    const answer: Answerer = (_seen, response) => {
      response.writeHead(200, { "content-type": "application/octet-stream" }).end(bytes);
    };
    const file = await ask(answer, (api) => api.call("archive.download", { environment, path: { fileId: "f" } }), {
      timeout: 30_000,
    });
    assert.ok(bytes.equals((file as { readonly bytes: Uint8Array }).bytes));
  });

  it("neither waits for a file that is larger than the limit, nor requests it in parts", async () => {
    const answer: Answerer = (_seen, response) => {
      response
        .writeHead(200, { "content-type": "application/octet-stream", "content-length": 10 * 1024 ** 3 })
        .flushHeaders();
    };
    const error = (await ask(answer, (api) => api.call("archive.download", { environment, path: { fileId: "f" } }), {
      timeout: 15_000,
    })) as Error;
    assert.equal(Reflect.get(error, "code"), "answer-too-large");
    assert.match(error.message, /is larger than 256 MB.*Download it in the application of the service/);
  });

  it("reads outputs without a documented media type, whatever their type, but never a page instead of a file", async () => {
    const typed =
      (body: string, type?: string): Answerer =>
      (_seen, response) => {
        response.writeHead(200, type === undefined ? {} : { "content-type": type }).end(body);
      };
    const [made, ids] = ["%PDF-1.4 %%EOF", { path: { jobid: "1", docid: "2" } }];
    const data = { MetaFile: "Letters", Document: "Offer", DataAsBase64: "PERhdGEvPg==" };
    for (const type of [undefined, "application/octet-stream", "application/x-pdf"]) {
      const file = await ask(typed(made, type), (api) => api.call("documents.pdf.create", { environment, body: data }));
      assert.equal(Buffer.from((file as { readonly bytes: Uint8Array }).bytes).toString(), made);
      assert.equal(
        Reflect.get(
          (await ask(typed("no such thing", type), (api) => api.call("store.pdf", { environment, ...ids }))) as object,
          "code",
        ),
        "invalid-answer",
      );
    }
    for (const type of ["text/plain", "application/octet-stream"]) {
      assert.ok(
        !(
          (await ask(typed("<p>Offer</p>", type), (api) =>
            api.call("documents.html.create", { environment, body: data }),
          )) instanceof Error
        ),
      );
    }
    for (const [body, type] of [
      ["The template is missing", "text/plain"],
      [made, "application/octet-stream"],
    ] as const) {
      assert.equal(
        Reflect.get(
          (await ask(typed(body, type), (api) =>
            api.call("documents.html.create", { environment, body: data }),
          )) as object,
          "code",
        ),
        "invalid-answer",
      );
    }
    assert.equal(
      Reflect.get(
        (await ask(typed(made, "application/json"), (api) => api.call("store.pdf", { environment, ...ids }))) as object,
        "code",
      ),
      "wrong-type",
    );
    for (const id of ["store.pdf", "store.mfdx"] as const)
      assert.equal(
        Reflect.get(
          (await ask(typed("<html>", "text/html"), (api) => api.call(id, { environment, ...ids }))) as object,
          "code",
        ),
        "wrong-type",
      );
  });

  it("reads and sends any JSON of the viewer archive, however deep", async () => {
    const answer: Answerer = (_seen, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(deep(3000)));
    };
    assert.deepEqual(
      JSON.stringify(
        await ask(answer, (api) =>
          api.call("viewer.patch", { ...patch, body: [{ op: "add", path: "/deep", value: deep(3000) as never }] }),
        ),
      ),
      JSON.stringify(deep(3000)),
    );
  });
});
