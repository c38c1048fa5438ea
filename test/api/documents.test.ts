/** The document editor: its requests, helpers for callers, and the meaning of its refusals. */
import assert from "node:assert/strict";
import {
  compareRetention,
  dataAsBase64,
  documentsEnvironments,
  editorUrl,
  effectOf,
  explain,
  operationOf,
  operations,
  receiversOf,
  startParameterOf,
  statusPortions,
} from "../../api/index.ts";
import type { OperationId } from "../../api/index.ts";
import { createApi } from "../../api/index.ts";
import { statusFailure } from "../../api/http/failure.ts";
import { prepare } from "../../api/http/prepare.ts";
import type { AnyRequest } from "../../api/http/prepare.ts";
import { json, startService } from "./server.ts";

const origin = "https://service.example";
const connection = {
  authUrl: origin,
  formsApiUrl: origin,
  formsAppUrl: origin,
  documentsApiUrl: `${origin}/pages`,
  clientId: "c",
};
const body = { MetaFile: "M", Document: "D", DataAsBase64: "PERhdGEvPg==" };
const path = { dxmlUID: "d-1" };
const ids = (Object.keys(operations) as OperationId[]).filter((id) => id.startsWith("documents."));

function refuses(id: OperationId, request: AnyRequest, names: RegExp): void {
  assert.throws(() => prepare(connection, id, { environment: "Test", ...request }), {
    code: "invalid-request",
    outcome: "none",
    message: names,
  });
}

describe("document requests", () => {
  it("T81 T82 T85 always name an environment, from their own list and in its spelling", () => {
    for (const environment of documentsEnvironments)
      assert.equal(
        prepare(connection, "documents.engine.version", { environment }).url.pathname,
        `/pages/${environment}/version`,
      );
    for (const environment of ["PreProduction", "production", "TEST", "Test6", ""])
      refuses("documents.engine.version", { environment }, /environment is not one of/);
    refuses("documents.engine.version", { environment: undefined }, /environment is missing/);
  });

  it("name an environment group only if the address remains that of the call (T79)", () => {
    const group = (id: OperationId, environmentGroup: string, request: AnyRequest = {}) =>
      prepare(connection, id, { environment: "Test", environmentGroup, ...request }).url.pathname;
    assert.equal(group("documents.engine.version", "North"), "/pages/Test/version/North");
    for (const [id, name] of [
      ["documents.pdf.create", "jsondata"],
      ["documents.pdf.create", "DXML"],
      ["documents.sessions.create", "jsondata"],
    ] as const)
      refuses(id, { environmentGroup: name, body: { ...body, UserName: "u" } }, /another call/);
    refuses("documents.sessions.list", { environmentGroup: "North", query: { status: ["Draft"] } }, /another call/);
    refuses("documents.dxml.get", { environmentGroup: "p-1", path: { dxmlUID: "jwt" } }, /another call/);
    for (const id of ["draft", "ok", "discard", "JWT"])
      refuses(
        id === "JWT" ? "documents.dxml.get" : "documents.sessions.status",
        { path: { dxmlUID: id } },
        /another call/,
      );
  });

  it("T164 start no session without the name of a user, which is never made up", () => {
    for (const id of ["documents.sessions.create", "documents.sessions.createJson"] as const) {
      for (const UserName of [undefined, ""]) refuses(id, { body: { ...body, UserName } }, /body\.UserName/);
    }
    assert.equal(
      "UserName" in
        JSON.parse(prepare(connection, "documents.pdf.create", { environment: "Test", body }).payload ?? ""),
      false,
    );
  });

  it("T161 put each name of base64 content in its own place, and include nothing that the document excludes", () => {
    for (const wrong of ["FileAsBase64", "B64Dxml", "fileContent", "dataAsBase64"])
      refuses(
        "documents.pdf.create",
        { body: { ...body, DataAsBase64: undefined, [wrong]: "AAAA" } },
        /body\.DataAsBase64/,
      );
    for (const wrong of ["FileAsBase64", "fileContent"])
      refuses("documents.pdf.fromDxml", { body: { [wrong]: "AAAA" } }, /body\.B64Dxml/);
    refuses("documents.pdf.create", { body: { ...body, dataAsBase64: "AAAA" } }, /dataAsBase64/);
    for (const only of ["SenderCallBackEndpoint", "SenderCallBackPassword", "Id", "senderCallBackEndpoint", "ID"])
      refuses("documents.pdf.create", { body: { ...body, [only]: "https://x.example" } }, new RegExp(only));
    for (const name of ["Attachments", "attachments"])
      refuses("documents.html.create", { body: { ...body, [name]: [] } }, new RegExp(name));
  });

  it("have attachments of a documented type, in base64, with documented options", () => {
    const attachment = (each: object) => ({ body: { ...body, Attachments: [each] } });
    for (const wrong of [
      { Type: "ZIP", FileAsBase64: "AAAA" },
      { Type: "PDF", FileAsBase64: "AAA" },
      { Type: "PDF", FileAsBase64: "AAAA", PageRanges: [{ Start: "1" }] },
      { Type: "PDF", FileAsBase64: "AAAA", Pdf2AxmlOptions: { ColorDepth: "Grey" } },
    ]) {
      refuses("documents.pdf.create", attachment(wrong), /body\.Attachments\.0/);
    }
  });

  it("T160 name a callback by an absolute http or https address", () => {
    for (const SenderCallBackEndpoint of ["done", "ftp://x.example", "https://"]) {
      refuses(
        "documents.sessions.create",
        { body: { ...body, UserName: "u", SenderCallBackEndpoint } },
        /SenderCallBackEndpoint/,
      );
    }
  });

  it("T156 request the status of 1 to 50 sessions, in portions", () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `d-${index}`);
    refuses("documents.sessions.statuses", { body: [] }, /body/);
    refuses("documents.sessions.statuses", { body: many(51) }, /body/);
    assert.deepEqual(
      [0, 1, 50, 51, 120].map((count) => statusPortions(many(count)).map(({ length }) => length)),
      [[], [1], [50], [50, 1], [50, 50, 20]],
    );
    assert.deepEqual(statusPortions(["a", "", "a", "b"]), [["a", "b"]]);
    for (const portion of statusPortions(many(120)))
      assert.doesNotThrow(() =>
        prepare(connection, "documents.sessions.statuses", { environment: "Test", body: portion }),
      );
  });

  it("T157 list sessions only with a filter", () => {
    for (const query of [undefined, {}, { createdStart: undefined }])
      refuses("documents.sessions.list", { query }, /every session/);
    refuses("documents.sessions.list", { query: { status: ["draft"] } }, /query\.status/);
    refuses("documents.sessions.list", { query: { createdStart: "yesterday" } }, /query\.createdStart/);
  });

  it("T151 need a ticket to discard, to delete, and to change until when a session is kept; only its creator says whom discarding reaches", () => {
    assert.deepEqual(
      ["documents.sessions.discard", "documents.dxml.delete", "documents.dxml.retain"].map((id) =>
        effectOf(id as OperationId, {}),
      ),
      ["reaches-people", "destroy", "destroy"],
    );
    assert.match(receiversOf("documents.sessions.discard", {}).join(), /callback address/);
    refuses("documents.dxml.retain", { path, body: "tomorrow" }, /body/);
    refuses("documents.dxml.retain", { path, body: { ValidTo: "2026-01-01T00:00:00Z" } }, /body/);
    assert.equal(
      prepare(connection, "documents.dxml.retain", { environment: "Test", path, body: "2026-01-01T00:00:00Z" }).payload,
      '"2026-01-01T00:00:00Z"',
    );
  });

  it("never request a JWT automatically: the call is not a read", () => {
    assert.deepEqual(
      ids.filter((id) => effectOf(id, {}) === "maybe-changes"),
      ["documents.sessions.jwt"],
    );
    assert.equal(operationOf("documents.sessions.jwt").retry, "never");
  });
});

describe("document data", () => {
  const declared = '<?xml version="1.0" encoding="utf-8"?>\n';

  it("T145 is base64 of UTF-8, for every character", () => {
    let all = "";
    for (let code = 1; code <= 0x10ffff; code += code < 0x10000 ? 1 : 61)
      if (code < 0xd800 || code > 0xdfff) all += String.fromCodePoint(code);
    const back = (encoded: string) =>
      new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(encoded, "base64"));
    assert.deepEqual(JSON.parse(back(dataAsBase64({ json: { all } }))), { all });
    const xml = `${declared}<Data Name="Åsa 😀"/>`;
    assert.equal(back(dataAsBase64({ xml })), xml);
    assert.equal(back(dataAsBase64({ xml: `\uFEFF${xml}` })), xml);
  });

  it("T145 must be XML with a declaration that says utf-8 and the root Data", () => {
    for (const xml of [
      `${declared}<Data/>`,
      `${declared}<!-- a -->  <!-- b --><Data a="1">x</Data>`,
      "<?xml version='1.0' encoding='UTF-8' standalone='yes'?><Data></Data>",
    ])
      assert.doesNotThrow(() => dataAsBase64({ xml }), xml);
    for (const xml of [
      "",
      "<Data/>",
      '<?xml version="1.0"?><Data/>',
      '<?xml version="1.0" encoding="iso-8859-1"?><Data/>',
      `${declared}<data/>`,
      `${declared}<Database/>`,
      `${declared}<!-- <Data/>`,
      ` ${declared}<Data/>`,
    ]) {
      assert.throws(() => dataAsBase64({ xml }), /encoding="utf-8".*has the root element Data/, xml);
    }
  });

  it("T145 contains no lone surrogate, and is not empty", () => {
    assert.throws(() => dataAsBase64({ xml: `${declared}<Data a="\ud83d"/>` }), /incomplete character/);
    assert.throws(() => dataAsBase64({ json: undefined }), /data are missing/);
    // JSON writes a lone surrogate as an escape of six characters, which is valid.
    assert.doesNotThrow(() => dataAsBase64({ json: "\ud83d" }));
  });
});

describe("editing sessions", () => {
  it("T151 end earlier, later or at the same time with another date, or that is unknown", () => {
    const now = "2026-03-01T12:00:00Z";
    assert.deepEqual(
      [
        "2026-03-01T11:59:59Z",
        "2026-03-01T12:00:00.000Z",
        "2026-03-01T12:00:00",
        "2026-03-01T14:30:00+02:00",
        "2027-01-01T00:00:00Z",
        "soon",
      ].map((next) => compareRetention(now, next)),
      ["earlier", "same", "same", "later", "later", "unknown"],
    );
    for (const unknown of [null, undefined, "", "soon"]) assert.equal(compareRetention(unknown, now), "unknown");
  });

  it("have a start parameter at the end of their start URL", () => {
    assert.deepEqual(
      [
        "https://e.example/a/WebEditor/p%201?x=1",
        "https://e.example/WebEditor/%zz",
        "https://e.example/WebEditor/",
        "https://e.example/p-1",
        "p-1",
      ].map(startParameterOf),
      ["p 1", "%zz", undefined, undefined, undefined],
    );
  });

  it("T159 are opened at their start URL, with the JWT if there is one, and only on the web", () => {
    const StartURL = "https://e.example/WebEditor/p-1";
    assert.deepEqual(
      [
        { StartURL },
        { StartURL, JWT: null },
        { StartURL, JWT: "a.b-_.c" },
        { StartURL: `${StartURL}?x=1`, JWT: "a+b" },
      ].map(editorUrl),
      [StartURL, StartURL, `${StartURL}?jwt=a.b-_.c`, `${StartURL}?x=1&jwt=a%2Bb`],
    );
    for (const wrong of [undefined, null, "", "p-1", "javascript:alert(1)", "file:///etc/passwd", "vscode://x/y"])
      assert.equal(editorUrl({ StartURL: wrong, JWT: "j" }), undefined);
  });

  for (const [what, written, expected] of [
    ["plain", "Draft", "Draft"],
    ["in quotes", '"OK"', "OK"],
    ["with a byte order mark", "\uFEFFDraft", "Draft"],
    ["with a line break", "Discarded\r\n", "Discarded"],
    ["null", "null", ""],
    ["nothing", "", ""],
    ["another word", "Opened", "Opened"],
  ] as const) {
    it(`T158 have a status that is read even if written ${what}`, async () => {
      await using service = await startService({
        answer: (_seen, response) => void response.writeHead(200, { "content-type": "text/plain" }).end(written),
      });
      const api = createApi({
        connection: { ...service.connection, documentsApiUrl: service.url },
        secret: async () => "s",
      });
      assert.equal(await api.call("documents.sessions.status", { environment: "Test", path }), expected);
      await api.close();
    });
  }

  it("T159 show neither start URL nor JWT in the log", async () => {
    await using service = await startService({
      answer: ({ url }, response) =>
        url.includes("/jwt/")
          ? void response.writeHead(200, { "content-type": "text/plain" }).end("canary.jwt.x\n")
          : json(response, { DxmlUID: "d-1", StartURL: "https://e.example/WebEditor/canary", JWT: "canary.jwt.x" }),
    });
    const log: unknown[] = [];
    const api = createApi({
      connection: { ...service.connection, documentsApiUrl: service.url },
      secret: async () => "s",
      log: (record) => log.push(record),
    });
    await api.call("documents.sessions.create", {
      environment: "Test",
      body: { ...body, UserName: "u", SenderCallBackPassword: "canary" },
    });
    assert.equal(
      await api.call("documents.sessions.jwt", { environment: "Test", path: { startParameter: "canary" } }),
      "canary.jwt.x",
    );
    assert.doesNotMatch(JSON.stringify(log), /canary/);
    await api.close();
  });
});

describe("document outputs", () => {
  it("T143 are null for 204, and for no other answer without a body", async () => {
    let status = 204;
    await using service = await startService({
      answer: (_seen, response) =>
        void response.writeHead(status, status === 204 ? {} : { "content-type": "application/pdf" }).end(),
    });
    const api = createApi({
      connection: { ...service.connection, documentsApiUrl: service.url },
      secret: async () => "s",
    });
    const called = [
      ["documents.pdf.create", body],
      ["documents.xml.create", body],
      ["documents.html.createJson", body],
      ["documents.mfdx.create", body],
      ["documents.sessions.create", { ...body, UserName: "u" }],
    ] as const;
    for (const [id, sent] of called) assert.equal(await api.call(id, { environment: "Test", body: sent }), null, id);
    status = 200;
    for (const [id, sent] of called)
      await assert.rejects(api.call(id, { environment: "Test", body: sent }), { code: "invalid-answer" }, id);
    await api.close();
  });
});

describe("explanations of the document editor", () => {
  const explained = (operation: OperationId, status: number, environment?: string) =>
    explain(
      statusFailure(status, { operation, effect: "read", host: "h.example" }, {}),
      environment === undefined ? {} : { environment },
    );

  it("T88 say for both 401 and 403 that the environment may need its own scope", () => {
    for (const id of ids) {
      assert.equal(explained(id, 401, "AcceptanceTest"), explained(id, 403, "AcceptanceTest"));
      assert.match(
        explained(id, 403, "AcceptanceTest"),
        /AcceptanceTest.*separate scope.*Signing in again does not change that/,
      );
    }
    assert.doesNotMatch(
      explain(statusFailure(403, { operation: "forms.ping", effect: "read", host: "h" }, {})),
      /scope/,
    );
  });

  it("T143 say for 406 that logic is missing in the MetaFile", () => {
    for (const id of ids.filter((each) => /create|preview|from/.test(each)))
      assert.match(explained(id, 406), /the MetaFile lacks logic for it/, id);
  });

  it("T162 say for HTML that the MetaFile may lack its content template, whatever the status", () => {
    for (const id of ids.filter((each) => each.startsWith("documents.html.")))
      for (const status of [404, 406]) assert.match(explained(id, status), /content template/, id);
    assert.doesNotMatch(explained("documents.pdf.create", 406), /content template/);
  });

  it("T151 say that the time of a session that is not shown may be up, and claim nothing for certain", () => {
    for (const id of ids.filter((each) => /status$|discard|dxml\.|fromSession/.test(each)))
      assert.match(explained(id, 404), /may have expired or been deleted, or it may belong to another environment/, id);
  });
});
