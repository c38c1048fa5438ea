/**
 * Addresses: whatever an id contains, the call goes to the connection's own origin, and to the path that the operation
 * table gives.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { createApi, operationOf, operations } from "../../api/index.ts";
import type { Connection, Operation, OperationId } from "../../api/index.ts";
import { urlOf } from "../../api/http/address.ts";
import { prepare } from "../../api/http/prepare.ts";
import { startService, json, secret } from "./server.ts";

const connection: Connection = {
  authUrl: "https://auth.example",
  formsApiUrl: "https://forms.example/base/",
  formsAppUrl: "https://app.example",
  clientId: "c",
  ...Object.fromEntries(
    ["audit", "statistics", "signing", "archive", "documents"].map((service) => [
      `${service}ApiUrl`,
      "https://forms.example/base",
    ]),
  ),
};
const withIds = (Object.keys(operations) as OperationId[]).filter((id) => operationOf(id).path.includes("{"));

function namesOf(id: OperationId): string[] {
  return [...operationOf(id).path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
}

const hostile = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc.constantFrom(
    "",
    ".",
    "..",
    "../..",
    "a/b",
    "/",
    "//evil.example",
    "\\",
    "..\\",
    "?",
    "a?b=c",
    "#",
    "%2e%2e",
    "%2F",
    "%",
    "bulk",
    "BULK",
    "active",
    "ping",
    "list",
    "textlibrary",
    "inprogress",
    "@evil.example",
    ":80",
    "https://evil.example",
    " ",
    "\r\nHost: evil",
    "\u0000",
    "\ud800",
    "è",
    "．．",
    "__proto__",
  ),
);

describe("environments", () => {
  const inArchive = { service: "archive", path: "/Archive/{fileId}", environment: "behind-first" } as Operation;
  const inEditor = { service: "documents", path: "/pdf/create", environment: "prefix" } as Operation;
  const pathname = (row: Operation, rest: Parameters<typeof urlOf>[2]): string => {
    const result = urlOf(connection, row, rest);
    return "url" in result ? result.url.pathname + result.url.search : result.problem.happened;
  };

  it("T83 T85 the archive's environment follows the first word, only in the documented spelling, and is never left out", () => {
    const path = { fileId: "a/b" };
    assert.equal(pathname(inArchive, { environment: "PreProduction", path }), "/base/Archive/PreProduction/a%2Fb");
    assert.match(
      pathname(inArchive, { path }),
      /the environment is missing: choose one of Development, Test, PreProduction, Production/,
    );
    assert.match(pathname(inArchive, { environment: "test", path }), /not one of/);
    assert.match(pathname(inArchive, { environment: "Test1", path }), /not one of/);
  });

  it("T81 the document editor's environment comes first, from its own list, and a group comes last", () => {
    assert.equal(pathname(inEditor, { environment: "Test1" }), "/base/Test1/pdf/create");
    assert.equal(
      pathname(inEditor, { environment: "Production", environmentGroup: "north & south" }),
      "/base/Production/pdf/create/north%20%26%20south",
    );
    for (const environment of ["PreProduction", "production", undefined])
      assert.match(pathname(inEditor, { environment }), /^the environment/);
    for (const environmentGroup of ["", ".", ".."])
      assert.match(pathname(inEditor, { environment: "Test", environmentGroup }), /^the environment group/);
    assert.match(
      pathname(inArchive, { environment: "Test", environmentGroup: "x", path: { fileId: "f" } }),
      /takes no environment group/,
    );
  });

  it("a list in a query becomes one parameter for each value", () => {
    assert.equal(
      pathname(inEditor, { environment: "Test", query: { status: ["Draft", "OK"], none: undefined } }),
      "/base/Test/pdf/create?status=Draft&status=OK",
    );
  });
});

describe("addresses", () => {
  for (const [operation, service, request] of [
    ["audit.search", "audit", { body: { dateFrom: "2026-01-01", dateTo: "2026-01-02", take: 1 } }],
    [
      "statistics.analytics",
      "statistics",
      { query: { startDate: "2026-01-01T00:00:00Z", toDate: "2026-01-02T00:00:00Z" } },
    ],
    ["signing.activities", "signing", {}],
    ["archive.columns", "archive", { environment: "Test" }],
    ["documents.engine.version", "documents", { environment: "Test" }],
    ["store.folder", "documents", { environment: "Test", path: { folderName: "f" } }],
    ["viewer.schemas", "documents", { environment: "Test" }],
  ] as const) {
    it(`${operation} goes to the address of ${service}, and to no other service`, () => {
      const apart = {
        ...connection,
        ...Object.fromEntries(
          ["audit", "statistics", "signing", "archive", "documents", "forms"].map((name) => [
            `${name}ApiUrl`,
            `https://${name}.example`,
          ]),
        ),
      };
      assert.equal(prepare(apart, operation, request).url.host, `${service}.example`);
      assert.throws(() => prepare({ ...apart, [`${service}ApiUrl`]: undefined }, operation, request), {
        code: "not-configured",
      });
    });
  }

  it("T79 an id is one segment and changes neither the operation nor the host, or is refused", () => {
    fc.assert(
      fc.property(fc.constantFrom(...withIds), fc.array(hostile, { minLength: 3, maxLength: 3 }), (id, values) => {
        const names = namesOf(id);
        const row = operationOf(id);
        const environment = row.environment === "prefix" || row.environment === "behind-first" ? "Test" : undefined;
        const result = urlOf(connection, row, {
          environment,
          path: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""])),
        });
        if ("problem" in result) return;
        assert.equal(result.url.origin, "https://forms.example");
        assert.deepEqual([result.url.search, result.url.hash, result.url.username], ["", "", ""]);
        const segments = result.url.pathname.split("/").slice(2);
        const pattern = row.path.split("/").slice(1);
        if (environment !== undefined)
          assert.equal(segments.splice(row.environment === "prefix" ? 0 : 1, 1)[0], environment);
        assert.equal(segments.length, pattern.length);
        for (const [index, segment] of segments.entries()) {
          const name = /^\{(\w+)\}$/.exec(pattern[index] ?? "")?.[1];
          assert.equal(
            name === undefined ? segment : decodeURIComponent(segment),
            name === undefined ? pattern[index] : values[names.indexOf(name)],
          );
        }
      }),
      { numRuns: 3000 },
    );
  });

  for (const [id, path] of [
    ["forms.delete", { id: "bulk" }],
    ["forms.delete", { id: "Bulk" }],
    ["forms.definition", { dialogDefinitionId: "active" }],
    ["forms.definition", { dialogDefinitionId: "PING" }],
    ["forms.fields", { dialogDefinitionId: "textlibrary" }],
    ["textlibrary.texts.delete", { id: "" }],
    ["textlibrary.texts.delete", { id: "." }],
    ["textlibrary.folders.delete", { id: ".." }],
    ["forms.delete", {}],
    ["forms.delete", { id: "a", other: "b" }],
    ["forms.delete", { id: "\ud800" }],
  ] as const) {
    it(`T79 ${id} with ${JSON.stringify(path)} is refused`, () => {
      const result = urlOf(connection, operationOf(id), { path });
      assert.ok("problem" in result && result.problem.code === "invalid-request");
    });
  }

  it("sends only to https addresses, except on this machine", () => {
    for (const [formsApiUrl, authUrl, code] of [
      ["http://forms.example", "https://auth.example", "origin-refused"],
      ["ftp://forms.example", "https://auth.example", "origin-refused"],
      ["https://user:pass@forms.example", "https://auth.example", "origin-refused"],
      ["https://forms.example?x", "https://auth.example", "origin-refused"],
      ["http://127.0.0.1.evil.example", "http://127.0.0.1:1", "origin-refused"],
      ["http://localhost.evil.example", "http://127.0.0.1:1", "origin-refused"],
      ["http://localhost@evil.example", "http://127.0.0.1:1", "origin-refused"],
      ["http://0x7f.1.evil", "http://127.0.0.1:1", "origin-refused"],
      ["not an address", "https://auth.example", "not-configured"],
      ["", "https://auth.example", "not-configured"],
    ] as const) {
      const result = urlOf({ ...connection, formsApiUrl, authUrl }, operationOf("forms.ping"), {});
      assert.ok("problem" in result, formsApiUrl);
      assert.equal(result.problem.code, code, formsApiUrl);
    }
    for (const here of ["http://127.0.0.1:8080", "http://localhost:1", "http://[::1]:1"]) {
      assert.ok(
        "url" in urlOf({ ...connection, formsApiUrl: here, authUrl: here }, operationOf("forms.ping"), {}),
        here,
      );
    }
  });

  it("T171 signing in at this machine never sends credentials elsewhere, nor the reverse", async () => {
    await using service = await startService({ answer: (_seen, response) => json(response, {}) });
    for (const mixed of [
      { ...service.connection, formsApiUrl: "https://forms.example" },
      { ...service.connection, authUrl: "https://auth.example" },
    ]) {
      const api = createApi({ connection: mixed, secret: async () => secret });
      await assert.rejects(api.call("forms.ping", {}), { code: "origin-refused", outcome: "none" });
      await api.close();
    }
    assert.deepEqual([service.calls.length, service.tokens.length], [0, 0]);
  });

  it("T90 a connection's host cannot be changed later", async () => {
    await using service = await startService({ answer: (_seen, response) => json(response, { message: "here" }) });
    await using other = await startService({ answer: (_seen, response) => json(response, { message: "there" }) });
    const turned = { ...service.connection };
    const api = createApi({ connection: turned, secret: async () => secret });
    Object.assign(turned, { authUrl: other.url, formsApiUrl: other.url });
    assert.deepEqual(await api.call("forms.ping", {}), { message: "here" });
    await api.close();
    assert.deepEqual([other.calls.length, other.tokens.length], [0, 0]);
  });
});
