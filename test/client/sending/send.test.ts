/**
 * Request files sent to the sandbox: what is sent, with which marker, and what is reported if the response was lost.
 */
import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { apiOf } from "../../sandbox/apiOf.ts";
import { grantTicket } from "../../sandbox/permits.ts";
import { receiversOf } from "../../../api/index.ts";
import type { Api, CallOptions, OperationId, OrderFacts, Request } from "../../../api/index.ts";
import type { Dialog } from "../../../client/calls/carryOutModel.ts";
import { send } from "../../../client/calls/carryOutModel.ts";
import { NoAuditClient } from "../../../client/connections/ownerModel.ts";
import { listingOf } from "../../../client/records/listingModel.ts";
import { findLost } from "../../../client/forms/lostModel.ts";
import { TestForms } from "../../../client/records/testForms.ts";
import type { TestForm } from "../../../client/records/testForms.ts";
import { shownOf } from "../../../client/requestFiles/answerModel.ts";
import { openDistributionJournal } from "../../../client/sending/distributionJournal.ts";
import { readNamedFiles } from "../../../client/requestFiles/namedFilesModel.ts";
import { readRequestFile } from "../../../client/requestFiles/requestFileModel.ts";
import { clientFor, inEnvironmentOf, sendRequest } from "../../../client/sending/sendModel.ts";
import type { Carry, SendPorts, Sent } from "../../../client/sending/sendModel.ts";
import { visit } from "../../sandbox/visit.ts";
import type { Visit } from "../../sandbox/visit.ts";

const pdf =
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj trailer<</Root 1 0 R>>";

describe("request files sent to the sandbox", () => {
  let service: Visit;
  let api: Api;
  let auditApi: Api;
  let folder: string;
  /** The dialogs that were shown, with all receivers that they named. */
  let asked: { readonly operation: OperationId; readonly receivers: readonly string[]; readonly dialog: Dialog }[];

  /** Orders that were passed to the port `order`. */
  let orders: OrderFacts[];

  /** The list of test forms, as it was each time it was stored. */
  let kept: (readonly TestForm[])[];
  let forms: TestForms;

  before(async () => {
    service = await visit();
    api = apiOf(service.ready);
    auditApi = apiOf(service.ready, { as: "audit" });
    folder = await mkdtemp(join(tmpdir(), "send-"));
    await writeFile(join(folder, "contract.pdf"), pdf);
    await writeFile(
      join(folder, "data.xml"),
      '<?xml version="1.0" encoding="utf-8"?><Data><Customer Name="Åsa"/></Data>',
    );
    await writeFile(join(folder, "claim.json"), JSON.stringify({ Customer: { Name: "Åsa" } }));
  });
  after(async () => {
    await Promise.all([api.close(), auditApi.close()]);
    await service.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    asked = [];
    orders = [];
    kept = [];
    forms = new TestForms({
      get: () => kept.at(-1),
      update: async (_, value) => void kept.push(structuredClone(value as readonly TestForm[])),
    });
    await service.control("POST", "/reset");
    await rm(join(folder, "journal"), { recursive: true, force: true });
  });

  function ports({
    says = "yes",
    again = async () => "same" as const,
    audit = async () => auditApi,
  }: {
    readonly says?: "yes" | "no";
    readonly again?: SendPorts["again"];
    readonly audit?: () => Promise<Api>;
  } = {}): SendPorts {
    const { signal } = new AbortController();
    const carry: Carry = async (wish) => {
      const as = await clientFor(wish.operation, { standard: api, audit });
      return send({
        api: as,
        signal,
        ...wish,
        consent: async () => {
          const receivers = receiversOf(wish.operation, wish.request);
          asked.push({ operation: wish.operation, receivers, dialog: wish.dialog });
          return says === "no"
            ? undefined
            : grantTicket({
                connection: as.connection,
                operation: wish.operation,
                receivers,
                ...(wish.request as Omit<Request<"archive.upload">, "files">),
              });
        },
      });
    };
    return {
      carry,
      api,
      signal,
      again,
      order: async (facts) => void orders.push(facts),
      listForm: (request) =>
        listingOf(forms, request, {
          name: "strandby",
          identity: "mine",
          title: "claim",
          marker: "m-1",
          now: new Date(0),
        }),
      journal: openDistributionJournal(join(folder, "journal"), "this test"),
    };
  }

  /** Sends as the command does. */
  async function sendFile(name: string, request: object, some: SendPorts = ports()): Promise<Sent | undefined> {
    const found = readRequestFile(JSON.stringify(request), name);
    assert.ok(found !== undefined && !("mistakes" in found), JSON.stringify(found));
    const bytes = await readNamedFiles(found.files, found.operation, { request: join(folder, name), root: folder });
    return sendRequest(found.operation, found.fill({ bytes, secrets: new Map([["callback", "hunter2"]]) }), some);
  }

  const items = async (path: string) =>
    (await service.control("GET", path)).at("items") as readonly Record<string, unknown>[];
  const sent = async (operation: OperationId) =>
    (await items("/ledger")).filter((item) => item["operation"] === operation).length;

  const order = {
    operation: "signing.orders.create",
    body: {
      packageName: "Lease",
      language: "en",
      emailNotificationSubject: "Please sign",
      emailNotificationMessage: "A lease waits.",
      signingNotificationTitle: "Lease",
      signingNotificationMessage: "Please sign.",
      signatories: [
        { emailAddress: "ada@example.com", firstName: "Ada", lastName: "Berg", signUrl: "" },
        { emailAddress: "bo@example.com", firstName: "Bo", lastName: "Ek", signUrl: "" },
      ],
      signingOrderFiles: [{ fileContent: { file: "contract.pdf" } }],
    },
  };

  it("a signing order is made as the signing view makes it, with the bytes of its files", async () => {
    const { body } = order;
    const files = [...body.signingOrderFiles, { name: "inline.pdf", fileContent: Buffer.from(pdf).toString("base64") }];
    assert.equal(
      await sendFile("a.signing.json", { ...order, body: { ...body, signingOrderFiles: files } }),
      undefined,
    );
    const [facts] = orders;
    assert.deepEqual(
      facts?.files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()]),
      [
        ["contract.pdf", pdf],
        ["inline.pdf", pdf],
      ],
    );
    assert.deepEqual(
      [facts.packageName, facts.signatories.map(({ emailAddress }) => emailAddress)],
      ["Lease", ["ada@example.com", "bo@example.com"]],
    );
  });

  describe("a form that is made with its PDF", () => {
    const request = (operation: "pdf.createForm" | "pdf.submitForm", more: object = {}) => ({
      operation,
      environment: "Test",
      body: {
        dialogDefinitionId: service.ready.demo.smartforms.singleStep,
        values: {},
        externalMetaData: { case: "C-1" },
        ...more,
      },
    });
    const listed = () =>
      forms
        .list()
        .map(({ marker, smartformName, environment, state, formId }) => [
          marker,
          smartformName,
          environment,
          state,
          formId,
        ]);
    /** States in the order in which they were stored. */
    const states = () => kept.map(([form]) => form?.state);

    for (const operation of ["pdf.createForm", "pdf.submitForm"] as const) {
      it(`is listed among the test forms, and is found by the mark that was sent with it: ${operation}`, async () => {
        const done = await sendFile("claim.forms.json", request(operation));
        assert.equal(shownOf(operation, done?.answer).kind, "pdf");
        assert.deepEqual(listed(), [["m-1", "claim", "Test", "made", null]]);
        assert.deepEqual(states(), ["sending", "made"], "written down before it leaves");
        assert.equal(done?.made?.marker, "m-1");
        const { formId } = await findLost(
          api,
          { ...done.made, at: new Date().toISOString() },
          { audits: true, signal: new AbortController().signal },
        );
        const { externalMetaData } = await api.call("forms.read", { path: { id: formId ?? "" }, environment: "Test" });
        assert.deepEqual(externalMetaData, { case: "C-1", smartformTest: "m-1" });
      });
    }

    it("is listed under the environment that its body names, in any letter case of the property", async () => {
      const listing = listingOf(
        forms,
        { body: { dialogDefinitionId: "a", environment: null, Environment: "Production" } },
        { name: "strandby", identity: "mine", title: "claim", marker: "m-1", now: new Date(0) },
      );
      await listing.sending();
      assert.deepEqual(listed(), [["m-1", "claim", "Production", "sending", null]]);
    });

    it("is never listed if the person said no", async () => {
      assert.equal(await sendFile("claim.forms.json", request("pdf.submitForm"), ports({ says: "no" })), undefined);
      assert.deepEqual(kept, []);
    });

    it("is never listed if the disk refused it, and nothing was sent", async () => {
      forms = new TestForms({
        get: () => kept.at(-1),
        update: async (_, value) => {
          if ((value as readonly TestForm[]).some(({ state }) => state === "sending")) throw new Error("no room");
          kept.push(structuredClone(value as readonly TestForm[]));
        },
      });
      await assert.rejects(sendFile("claim.forms.json", request("pdf.createForm")), /no room/);
      assert.deepEqual([listed(), await sent("pdf.createForm")], [[], 0]);
    });

    it("is listed as one that may exist if the answer was lost, and not at all if it was refused", async () => {
      await service.control("POST", "/faults", { operation: "pdf.createForm", kind: "reset-after", times: 1 });
      await assert.rejects(
        sendFile("claim.forms.json", request("pdf.createForm")),
        /The Test Forms view lists the form as one that may exist\. To look for the form on the service, use "Find Form Whose Id Is Not Known…" in that view/,
      );
      assert.deepEqual(listed(), [["m-1", "claim", "Test", "unknown", null]]);
      await forms.forget(["m-1"]);
      await assert.rejects(sendFile("claim.forms.json", request("pdf.createForm", { dialogDefinitionId: "none" })));
      assert.deepEqual(listed(), []);
    });
  });

  it("a file is sent to the archive byte by byte", async () => {
    const done = await sendFile("a.archive.json", {
      operation: "archive.upload",
      environment: "Test",
      body: { fileContent: { file: "contract.pdf" }, folderId: service.ready.demo.archiveFolderId },
    });
    const { storedDocumentId } = done?.answer as { readonly storedDocumentId: string };
    const { bytes } = await api.call("archive.download", { environment: "Test", path: { fileId: storedDocumentId } });
    assert.deepEqual([Buffer.from(bytes).toString(), asked.length], [pdf, 0]);
  });

  it("data are read from a file, as XML and as JSON, and the answer is shown", async () => {
    const { metaFile, document, documentNotProduced } = service.ready.demo;
    const body = { MetaFile: metaFile, Document: document };
    const made = await sendFile("a.document.json", {
      operation: "documents.pdf.create",
      environment: "Test",
      body: { ...body, DataAsBase64: { file: "data.xml" } },
    });
    assert.equal(shownOf("documents.pdf.create", made?.answer).kind, "pdf");
    const html = await sendFile("a.document.json", {
      operation: "documents.html.createJson",
      environment: "Test",
      body: { ...body, DataAsBase64: { file: "claim.json" } },
    });
    assert.equal(shownOf("documents.html.createJson", html?.answer).kind, "document");
    const none = await sendFile("a.document.json", {
      operation: "documents.pdf.create",
      environment: "Test",
      body: { ...body, Document: documentNotProduced, DataAsBase64: { file: "data.xml" } },
    });
    assert.match(JSON.stringify(shownOf("documents.pdf.create", none?.answer)), /creates no document from these data/);
  });

  it("the callback's password is sent with the session, and is in no ledger and no outbox (T160)", async () => {
    const { metaFile, document } = service.ready.demo;
    const done = await sendFile("a.document.json", {
      operation: "documents.sessions.create",
      environment: "Test",
      body: {
        MetaFile: metaFile,
        Document: document,
        DataAsBase64: { file: "data.xml" },
        UserName: "ada",
        SenderCallBackEndpoint: "https://callback.example/done",
        SenderCallBackUserName: "ada",
        SenderCallBackPassword: { secret: "callback" },
      },
    });
    const { DxmlUID } = done?.answer as { readonly DxmlUID: string };
    assert.equal(
      await api.call("documents.sessions.status", { environment: "Test", path: { dxmlUID: DxmlUID } }),
      "Draft",
    );
    assert.doesNotMatch(JSON.stringify([await items("/ledger"), await items("/outbox")]), /hunter2/);
  });

  const once = () => ({
    operation: "distribution.sendOnce",
    environment: "Test",
    body: {
      MetaFile: service.ready.demo.metaFile,
      Document: service.ready.demo.document,
      DataAsBase64: { file: "data.xml" },
    },
  });
  const distributed = async () => items("/distributions");

  it("a distribution leaves nothing in the journal once it was accepted, and is sent again as another one (T147)", async () => {
    await sendFile("a.distribution.json", once());
    await sendFile("a.distribution.json", once());
    assert.deepEqual([(await distributed()).length, await readdir(join(folder, "journal"))], [2, []]);
    assert.match(asked[0]?.dialog.question ?? "", /^Distribute "/);
  });

  it("a distribution whose answer was lost is sent again under the same GUID, and reaches nobody twice (T147)", async () => {
    await service.control("POST", "/faults", { operation: "distribution.sendOnce", kind: "reset-after", times: 1 });
    await assert.rejects(
      sendFile("a.distribution.json", once()),
      /Send the same request again: it goes out under the same GUID/,
    );
    assert.equal((await readdir(join(folder, "journal"))).length, 1);
    await sendFile("a.distribution.json", once());
    assert.deepEqual(
      [(await distributed()).length, await sent("distribution.sendOnce"), await readdir(join(folder, "journal"))],
      [1, 2, []],
    );
    assert.match(asked[1]?.dialog.consequences?.join(" ") ?? "", /same GUID as before/);
  });

  it("a second distribution of it is made only if the person says so, and not at all without an answer (T147)", async () => {
    await service.control("POST", "/faults", { operation: "distribution.sendOnce", kind: "reset-after", times: 1 });
    await assert.rejects(sendFile("a.distribution.json", once()));
    assert.equal(await sendFile("a.distribution.json", once(), ports({ again: async () => undefined })), undefined);
    assert.equal((await distributed()).length, 1);
    await sendFile("a.distribution.json", once(), ports({ again: async () => "new" }));
    assert.equal((await distributed()).length, 2);
  });

  const plain = () => ({ ...once(), operation: "distribution.send", body: { ...once().body, Id: "case-17" } });

  it("a plain distribution is sent each time, after a dialog that says so, and never without one", async () => {
    assert.equal(await sendFile("a.distribution.json", plain(), ports({ says: "no" })), undefined);
    assert.equal(await sent("distribution.send"), 0);
    for (let times = 0; times < 2; times += 1)
      assert.match(
        JSON.stringify(shownOf("distribution.send", (await sendFile("a.distribution.json", plain()))?.answer)),
        /accepted for distribution.*does not report back here whether or when the document arrives/,
      );
    assert.deepEqual(
      [(await distributed()).length, await sent("distribution.send"), await sent("distribution.sendOnce")],
      [2, 2, 0],
    );
    const { dialog, receivers } = asked[0] ?? assert.fail();
    assert.match(dialog.question ?? "", /^Distribute "Decision" of the MetaFile "ClaimLetters"\?$/);
    assert.match(
      dialog.consequences?.join(" ") ?? "",
      /This call has no GUID: if you send it again, the document is distributed a second time\. Use distribution\.sendOnce to avoid that\./,
    );
    assert.match(receivers.join(), /everyone whom the logic of MetaFile/);
    assert.deepEqual(await readdir(folder), ["claim.json", "contract.pdf", "data.xml"]);
  });

  it("a plain distribution whose answer was lost is not called safe to send again", async () => {
    await service.control("POST", "/faults", { operation: "distribution.send", kind: "reset-after", times: 1 });
    await assert.rejects(
      sendFile("a.distribution.json", plain()),
      (error: unknown) =>
        error instanceof Error &&
        /may have taken effect anyway/.test(error.message) &&
        !/same GUID/.test(error.message),
    );
    assert.equal(await sent("distribution.send"), 1);
  });

  it("a distribution that nobody agreed to, or that was refused, is forgotten", async () => {
    assert.equal(await sendFile("a.distribution.json", once(), ports({ says: "no" })), undefined);
    assert.deepEqual([await readdir(join(folder, "journal")), (await distributed()).length], [[], 0]);
    await assert.rejects(
      sendFile("a.distribution.json", {
        ...once(),
        body: { ...once().body, Document: service.ready.demo.documentLogicMissing },
      }),
    );
    assert.deepEqual(await readdir(join(folder, "journal")), []);
  });

  it("many stored documents are counted before they are changed (T152)", async () => {
    const change = {
      operation: "store.updateMany",
      environment: "Test",
      body: {
        WhereConditions: [{ Column: service.ready.demo.storeColumn, Comparer: "LIKE", Value: "%" }],
        UpdateColumns: { [service.ready.demo.storeColumn]: "changed" },
      },
    };
    assert.equal(await sendFile("a.store.json", change, ports({ says: "no" })), undefined);
    assert.match(
      asked[0]?.dialog.consequences?.join(" ") ?? "",
      /\d+ stored documents match now and would be changed.*Among them: \d+\/\d+/,
    );
    assert.equal(await sent("store.updateMany"), 0);
  });

  it("many stored documents are counted in the environment group in which they are changed (T152)", async () => {
    const change = {
      operation: "store.updateMany",
      environment: "Test",
      environmentGroup: "North",
      body: {
        WhereConditions: [{ Column: service.ready.demo.storeColumn, Comparer: "LIKE", Value: "%" }],
        UpdateColumns: { [service.ready.demo.storeColumn]: "changed" },
      },
    };
    await sendFile("a.store.json", change, ports({ says: "no" }));
    const [path] = (await items("/ledger"))
      .filter((item) => item["operation"] === "store.search")
      .map((item) => item["path"]);
    assert.match(String(path), /\/North$/);
  });

  const event = {
    operation: "audit.write",
    body: {
      customerId: "demo",
      logName: "CaseClosed",
      user: "claims-system",
      source: 15,
      level: 1,
      description: { case: "C-1" },
    },
  };

  it("a request that makes the service remove something says what, before it is sent", async () => {
    const id = "0f8fad5b-d9cb-469f-a165-70867728950e";
    const removals = {
      "a.archive.json": {
        request: { operation: "archive.rollback", body: { sourceFileVersionId: id, targetFileId: id } },
        says: /^All versions that are newer than the chosen one are removed\./,
      },
      "a.document.json": {
        request: { operation: "documents.dxml.retain", path: { dxmlUID: id }, body: "2099-01-01T00:00:00Z" },
        says: /^On the new date, the service deletes the session\./,
      },
    };
    for (const [name, { request, says }] of Object.entries(removals)) {
      await sendFile(name, { ...request, environment: "Test" }, ports({ says: "no" }));
      assert.match(asked.at(-1)?.dialog.consequences?.join(" ") ?? "", says);
    }
  });

  it("an audit event is sent as the client of type Audit, after a dialog, and is stored (T91)", async () => {
    assert.deepEqual(await sendFile("a.audit.json", event), { answer: undefined });
    assert.match(asked[0]?.dialog.consequences?.join(" ") ?? "", /This cannot be undone\./);
    const day = new Date().toISOString().slice(0, 10);
    const { eventLogs } = await api.call("audit.search", {
      body: { dateFrom: day, dateTo: day, search: "CaseClosed", take: 10 },
    });
    assert.deepEqual(
      eventLogs.map(({ logName, user }) => [logName, user]),
      [["CaseClosed", "claims-system"]],
    );
    const { clientId } = auditApi.connection;
    assert.deepEqual(
      (await items("/ledger")).filter((item) => item["operation"] === "audit.write").map((item) => item["clientId"]),
      [clientId],
    );
  });

  it("an audit event of a connection without a client of type Audit is refused before anyone is asked", async () => {
    const none = (): Promise<never> => Promise.reject(new NoAuditClient("There is no client of type Audit."));
    await assert.rejects(sendFile("a.audit.json", event, ports({ audit: none })), NoAuditClient);
    assert.deepEqual([asked.length, await sent("audit.write")], [0, 0]);
  });

  it("a form whose body alone names its environment is sent there, whatever the connection's is, and the address names none", async () => {
    const { singleStep, testOnly } = service.ready.demo.smartforms;
    const made = async (body: object, more: object = {}): Promise<unknown> => {
      const found = readRequestFile(JSON.stringify({ operation: "pdf.createForm", ...more, body }), "a.forms.json");
      assert.ok(found !== undefined && !("mistakes" in found), JSON.stringify(found));
      const request = inEnvironmentOf(
        { environment: "PreProduction" },
        found.operation,
        found.fill({ bytes: new Map(), secrets: new Map() }),
      );
      return (await sendRequest(found.operation, request, ports()))?.answer;
    };
    await made({ dialogDefinitionId: testOnly, values: {}, environment: "Test" });
    await made({ dialogDefinitionId: testOnly, values: {}, environment: "test" });
    await made({ dialogDefinitionId: testOnly, values: {} }, { environment: "Test" });
    await assert.rejects(made({ dialogDefinitionId: testOnly, values: {} }), /PreProduction/);
    const paths = (await items("/ledger"))
      .filter((item) => item["operation"] === "pdf.createForm")
      .map((item) => String(item["path"]).replace(/^.*?(?=\/(?:\w+\/)?Integrations)/, ""));
    assert.deepEqual(paths, [
      "/Integrations/dialog/json/pdf",
      "/Integrations/dialog/json/pdf",
      "/Test/Integrations/dialog/json/pdf",
      "/PreProduction/Integrations/dialog/json/pdf",
    ]);
    assert.notEqual(singleStep, testOnly);
  });

  it("a file is sent to the viewer archive by its name: in its field, and as the whole body", async () => {
    const upload = async (body: object): Promise<string> => {
      const done = await sendFile("a.distribution.json", {
        operation: "viewer.upload",
        environment: "Test",
        path: viewer,
        body,
      });
      const { id } = done?.answer as { readonly id: string };
      const { bytes } = await api.call("viewer.download", { environment: "Test", path: { ...viewer, documentId: id } });
      return Buffer.from(bytes).toString();
    };
    const {
      schemas: [schema],
    } = { schemas: (await api.call("viewer.schemas", { environment: "Test" })) as readonly unknown[] };
    const viewer = {
      schema:
        typeof schema === "string"
          ? schema
          : String(
              (schema as { readonly Name?: unknown; readonly name?: unknown }).Name ??
                (schema as { readonly name?: unknown }).name,
            ),
      userId: "ada",
    };
    assert.deepEqual(
      [
        await upload({ Title: "Lease", FileAsBase64: { file: "contract.pdf" } }),
        await upload({ file: "contract.pdf" }),
      ],
      [pdf, pdf],
    );
    const found = (await api.call("viewer.search", { environment: "Test", path: viewer, body: {} })) as readonly {
      readonly FileName?: string;
      readonly Title?: string;
    }[];
    assert.deepEqual(
      found.flatMap(({ FileName, Title }) =>
        FileName === "contract.pdf" || Title === "Lease" ? [FileName ?? Title] : [],
      ),
      ["Lease", "contract.pdf"],
    );
    await assert.rejects(upload({ FileAsBase64: { file: "../outside.pdf" } }));
  });

  it("a call that only reads asks nobody", async () => {
    const options: CallOptions<"archive.search"> = {};
    await api.call("archive.search", { environment: "Test", body: {} }, options);
    const done = await sendFile("a.archive.json", { operation: "archive.search", environment: "Test", body: {} });
    assert.ok(Array.isArray(done?.answer));
    assert.equal(asked.length, 0);
  });
});
