/**
 * Editing sessions, lookups and outputs of document 3: the whole client against the sandbox, under every switchable
 * choice.
 */
import assert from "node:assert/strict";
import { compareRetention, dataAsBase64, startParameterOf } from "../../../api/index.ts";
import type { Api, File, OperationId } from "../../../api/index.ts";
import { startContract } from "./service.ts";
import type { Contract } from "./service.ts";

let contract: Contract;
let api: Api;
before(async () => {
  contract = await startContract();
  api = contract.as("standard");
});
beforeEach(() => contract.control("POST", "/reset", { seed: "demo" }));
after(() => contract.close());

const environment = "Test";
const xml = dataAsBase64({
  xml: '<?xml version="1.0" encoding="utf-8"?><Data><Claim Number="S-77"/><Customer Name="Åsa 😀"/></Data>',
});
const json = dataAsBase64({ json: { Claim: { Number: "S-77" }, Customer: { Name: "Åsa 😀" } } });
const document = () => ({
  MetaFile: contract.ready.demo.metaFile,
  Document: contract.ready.demo.document,
  UserName: "eva",
});
const ofXml = () => ({ environment, body: { ...document(), DataAsBase64: xml } }) as const;
const ofJson = () => ({ environment, body: { ...document(), DataAsBase64: json } }) as const;
const text = (file: File | null) => Buffer.from(file?.bytes ?? []).toString("utf8");
const isPdf = (file: File | null) => text(file).startsWith("%PDF-");
const ticket = (
  operation: OperationId,
  request: { readonly path: Readonly<Record<string, string>>; readonly body?: unknown },
  receivers: readonly string[] = [],
) => ({ ticket: contract.ticket(api, { operation, environment, ...request, receivers }) });

async function start(): Promise<{
  readonly DxmlUID: string;
  readonly path: { readonly dxmlUID: string };
  readonly StartURL: string;
  readonly ValidTo: string;
  readonly JWT: string | undefined;
}> {
  const session = await api.call("documents.sessions.create", ofXml());
  assert.ok(session?.StartURL && session.ValidTo);
  return {
    DxmlUID: session.DxmlUID,
    path: { dxmlUID: session.DxmlUID },
    StartURL: session.StartURL,
    ValidTo: session.ValidTo,
    JWT: session.JWT ?? undefined,
  };
}

async function everySession(): Promise<void> {
  const { path, DxmlUID, StartURL, ValidTo } = await start();
  const fromJson = await api.call("documents.sessions.createJson", ofJson());
  assert.ok(fromJson);
  assert.ok(["Draft", ""].includes(await api.call("documents.sessions.status", { environment, path })));
  const statuses = await api.call("documents.sessions.statuses", {
    environment,
    body: [DxmlUID, fromJson.DxmlUID, "nothing"],
  });
  assert.deepEqual(
    statuses.map((each) => each.DxmlUID),
    [DxmlUID, fromJson.DxmlUID, "nothing"],
  );
  assert.equal(
    (
      await api.call("documents.sessions.list", {
        environment,
        query: { status: ["Draft", "OK"], createdStart: "2020-01-01T00:00:00Z" },
      })
    ).length,
    2,
  );
  const window = { startUtcTime: "2020-01-01T00:00:00Z", endUtcTime: "2999-01-01T00:00:00Z" };
  assert.deepEqual(
    (await api.call("documents.sessions.listDrafts", { environment, path: window })).toSorted(),
    [DxmlUID, fromJson.DxmlUID].toSorted(),
  );

  assert.match(text(await api.call("documents.dxml.get", { environment, path })), /Åsa 😀/);
  assert.ok(
    isPdf(await api.call("documents.pdf.fromSession", { environment, path })) &&
      isPdf(await api.call("documents.pdf.fromSessionSimplex", { environment, path })),
  );
  for (const id of ["documents.html.fromSession", "documents.xml.fromSession"] as const)
    assert.match(text(await api.call(id, { environment, path })), /Åsa 😀/);
  const jwt = await api.call("documents.sessions.jwt", {
    environment,
    path: { startParameter: startParameterOf(StartURL) ?? "" },
  });
  assert.ok(jwt === null || jwt.split(".").length === 3);

  const later = new Date(Date.parse(ValidTo) + 86_400_000).toISOString();
  assert.equal(compareRetention(ValidTo, later), "later");
  await api.call(
    "documents.dxml.retain",
    { environment, path, body: later },
    ticket("documents.dxml.retain", { path, body: later }),
  );
  // The documents promise no order of the sessions (document 3, "Sessions"), so the session is found by its id.
  const found = (
    await api.call("documents.sessions.list", { environment, query: { createdStart: "2020-01-01T00:00:00Z" } })
  ).find((each) => each.DxmlUID === DxmlUID);
  assert.equal(compareRetention(found?.ValidTo, later), "same");

  await contract.control("POST", `/sessions/${DxmlUID}/finish`, { status: "OK" });
  assert.equal(await api.call("documents.sessions.status", { environment, path }), "OK");
  assert.deepEqual(await api.call("documents.sessions.listFinished", { environment, path: window }), [DxmlUID]);
  await api.call(
    "documents.sessions.discard",
    { environment, path },
    ticket("documents.sessions.discard", { path }, [
      "the callback address that was given when the session was started, if any",
    ]),
  );
  assert.equal(await api.call("documents.sessions.status", { environment, path }), "Discarded");
  await api.call("documents.dxml.delete", { environment, path }, ticket("documents.dxml.delete", { path }));
  await assert.rejects(api.call("documents.dxml.get", { environment, path }), { code: "not-found" });
}

async function everyOutput(): Promise<void> {
  for (const id of [
    "documents.pdf.create",
    "documents.pdf.createSimplex",
    "documents.pdf.preview",
    "documents.mfdx.create",
    "documents.mfdx.createSimplex",
  ] as const)
    assert.ok(isPdf(await api.call(id, ofXml())), id);
  for (const id of [
    "documents.pdf.createJson",
    "documents.pdf.createSimplexJson",
    "documents.pdf.previewJson",
    "documents.mfdx.createJson",
    "documents.mfdx.createSimplexJson",
  ] as const)
    assert.ok(isPdf(await api.call(id, ofJson())), id);
  for (const id of ["documents.html.create", "documents.xml.create"] as const)
    assert.match(text(await api.call(id, ofXml())), /Åsa 😀/);
  for (const id of ["documents.html.createJson", "documents.xml.createJson"] as const)
    assert.match(text(await api.call(id, ofJson())), /Åsa 😀/);
  const { path } = await start();
  const B64Dxml = Buffer.from((await api.call("documents.dxml.get", { environment, path })).bytes).toString("base64");
  for (const id of ["documents.pdf.fromDxml", "documents.pdf.fromDxmlSimplex"] as const)
    assert.ok(isPdf(await api.call(id, { environment, body: { B64Dxml } })), id);
  assert.match(
    text(
      await api.call("documents.html.fromDxml", {
        environment,
        body: { MetaFile: document().MetaFile, Document: document().Document, B64Dxml },
      }),
    ),
    /Åsa 😀/,
  );
}

async function everyLookup(): Promise<void> {
  const path = { metaFile: document().MetaFile };
  assert.ok((await api.call("documents.metaFiles.keywords", { environment, path })).length > 1);
  assert.ok(
    (await api.call("documents.metaFiles.texts", { environment, path, body: {} })).some(
      ({ FolderPath }) => FolderPath === "Claims/Decisions",
    ),
  );
  assert.ok((await api.call("documents.metaFiles.onlineDocuments", { environment, path })).length > 1);
  assert.equal((await api.call("documents.attachments.find", { environment, body: { Top: 2 } })).length, 2);
  assert.match(await api.call("documents.engine.version", { environment }), /^4\./);
  assert.ok(await api.call("documents.engine.info", { environment }));
}

describe("the sandbox keeps the table: document editor", () => {
  it("editing sessions, from their start to their end", everySession);
  it("outputs from data, sessions and DXML", everyOutput).timeout(60_000);
  it("lookups", everyLookup);

  const quick: readonly (readonly [id: string, ...alternatives: string[]])[] = [
    ["N23", "nothing"],
    ["E7", "required"],
    ["E10", "in quotes", "with a line break", "with a byte order mark"],
    ["E11", "map"],
    ["N58", "UTF-8 with BOM"],
    ["N38", "seconds", "local", "seven digits"],
    ["S15", "PascalCase"],
    ["N24", "400"],
    ["N25", "400"],
  ];
  for (const [id, ...alternatives] of quick) {
    for (const alternative of alternatives) {
      it(`sessions and lookups with ${id}: ${alternative}`, async () => {
        await contract.choose(id, alternative);
        await everySession();
        await everyLookup();
      });
    }
  }

  it("N23 E9 a session that was never opened might not exist yet, and one whose DXML was deleted no longer exists", async () => {
    await contract.choose("N23", "404");
    const { path } = await start();
    await assert.rejects(api.call("documents.sessions.status", { environment, path }), {
      code: "not-found",
      outcome: "none",
    });
    assert.deepEqual(
      (await api.call("documents.sessions.statuses", { environment, body: [path.dxmlUID] })).map(
        ({ Status }) => Status ?? null,
      ),
      [null],
    );
    await api.call("documents.dxml.delete", { environment, path }, ticket("documents.dxml.delete", { path }));
    assert.equal(await api.call("documents.sessions.status", { environment, path }), "Deleted");
    await contract.choose("E9", "404");
    await assert.rejects(api.call("documents.sessions.status", { environment, path }), { code: "not-found" });
  });

  it("T143 no document is null, and missing logic and a missing template are told apart (E3, E4)", async () => {
    const { documentNotProduced, documentLogicMissing, documentWithoutHtml } = contract.ready.demo;
    const of = (Document: string) => ({ environment, body: { ...ofXml().body, Document } }) as const;
    for (const id of [
      "documents.pdf.create",
      "documents.xml.create",
      "documents.html.create",
      "documents.sessions.create",
    ] as const) {
      assert.equal(await api.call(id, of(documentNotProduced)), null);
      await assert.rejects(api.call(id, of(documentLogicMissing)), { code: "not-acceptable", outcome: "none" });
    }
    for (const [alternative, code] of [
      ["406", "not-acceptable"],
      ["404", "not-found"],
    ] as const) {
      await contract.choose("E4", alternative);
      await assert.rejects(api.call("documents.html.create", of(documentWithoutHtml)), { code });
    }
    for (const [alternative, code] of [
      ["404", "not-found"],
      ["400", "bad-request"],
      ["406", "not-acceptable"],
    ] as const) {
      await contract.choose("E3", alternative);
      await assert.rejects(api.call("documents.pdf.create", of("Nothing")), { code });
    }
  });

  for (const alternative of ["403", "401"]) {
    it(`T88 an environment with its own scope is refused with ${alternative}, and not requested again and again`, async () => {
      await contract.choose("N55", alternative);
      await contract.control("DELETE", "/ledger");
      await assert.rejects(api.call("documents.engine.version", { environment: "AcceptanceTest" }), {
        code: alternative === "401" ? "unauthorized" : "forbidden",
      });
      const { items } = (await contract.control("GET", "/ledger")) as {
        readonly items: readonly { readonly operation: string }[];
      };
      assert.equal(
        items.filter(({ operation }) => operation === "documents.engine.version").length,
        alternative === "401" ? 2 : 1,
      );
    });
  }

  it("N29 T144 waits if there are too many requests at once, whatever the service says about it", async () => {
    for (const alternative of ["seconds", "date", "nothing"]) {
      await contract.choose("N29", alternative);
      await contract.control("POST", "/clock", { advanceMs: 10_000 });
      const made = await Promise.all(
        Array.from({ length: 14 }, () =>
          api.call("documents.mfdx.createJson", {
            environment,
            body: { ...ofJson().body, Document: contract.ready.demo.documentNotProduced },
          }),
        ),
      );
      assert.deepEqual(new Set(made), new Set([null]));
    }
  }).timeout(60_000);

  it("E1 without environment groups, naming a group finds nothing", async () => {
    assert.ok(await api.call("documents.engine.version", { environment, environmentGroup: "North" }));
    await contract.choose("E1", "none");
    await assert.rejects(api.call("documents.engine.version", { environment, environmentGroup: "North" }), {
      code: "not-found",
    });
  });

  it("another company's sessions are not shown", async () => {
    const { path } = await start();
    await assert.rejects(contract.as("other").call("documents.sessions.status", { environment, path }), {
      code: "not-found",
    });
  });

  it("no operation was left out", () => {
    assert.deepEqual(
      contract.uncalled("documents").filter((id) => id.startsWith("documents.")),
      [],
    );
  });
});
