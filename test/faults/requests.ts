/**
 * For every operation, a request that the demo company's service accepts. If one is missing, this file does not
 * compile. Things that a call uses up (a form to delete, an order to cancel) are made for each call. `shared` is made
 * once and only read.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import {
  dataAsBase64,
  buildOrder,
  filesOf,
  newOrderToken,
  operations,
  readOutcome,
  startParameterOf,
} from "../../api/index.ts";
import type { AnswerOf, OperationId, Request } from "../../api/index.ts";
import type { AnyRequest } from "../../api/http/prepare.ts";
import { onePagePdf } from "../../sandbox/demo/onePagePdf.ts";
import type { World } from "./world.ts";

export const operationIds = Object.keys(operations) as OperationId[];

const environment = "Test";
const letter = { schema: "Letters", userId: "karin" } as const;
const xml = dataAsBase64({
  xml: '<?xml version="1.0" encoding="utf-8"?><Data><Claim Number="S-77"/><Customer Name="Åsa 😀"/></Data>',
});
const json = dataAsBase64({ json: { Claim: { Number: "S-77" }, Customer: { Name: "Åsa 😀" } } });
const document = { MetaFile: "ClaimLetters", Document: "Decision", UserName: "eva" };
const ofXml = { environment, body: { ...document, DataAsBase64: xml } } as const;
const ofJson = { environment, body: { ...document, DataAsBase64: json } } as const;
const B64Dxml = Buffer.from(
  '<Dxml MetaFile="ClaimLetters" Document="Decision"><Values><Value Name="Claim.Number">S-98</Value></Values></Dxml>',
).toString("base64");
const ofDxml = { environment, body: { MetaFile: "ClaimLetters", Document: "Decision", B64Dxml } } as const;
const always = { startUtcTime: "2020-01-01T00:00:00Z", endUtcTime: "2999-01-01T00:00:00Z" };
const stored = { jobid: "1001", docid: "1" };

/** Returns a new name and a new code, because each can be used only once. */
function newFolder() {
  return { name: `Folder ${randomUUID()}`, parentFolderId: null, code: `f-${randomUUID()}` };
}

function order() {
  return buildOrder(
    {
      packageName: "Lease",
      language: "sv",
      emailNotificationSubject: "To sign",
      emailNotificationMessage: "Please sign.",
      signingNotificationTitle: "Lease",
      signingNotificationMessage: "The lease.",
      signatories: [
        { emailAddress: "asa@x.example", firstName: "Åsa", lastName: "Berg" },
        { emailAddress: "bo@x.example", firstName: "Bo", lastName: "Ek" },
      ],
      files: [{ name: "a.pdf", bytes: onePagePdf(["Lease"]) }],
    },
    { token: newOrderToken() },
  );
}

/** Makes the things that requests refer to but do not use up. */
async function share(world: World) {
  const make = makerOf(world);
  const form = await make.form();
  const { fileId } = (await world.control("POST", `/forms/${form}/files`, {
    property: "photo",
    name: "photo.png",
    contentBase64: "cGhvdG8=",
  })) as { readonly fileId: string };
  const signed = await make.order();
  await world.control("POST", `/signing/${signed}/act`, { signatory: 0, action: "sign" });
  await world.control("POST", `/signing/${signed}/act`, { signatory: 1, action: "sign" });
  const completed = (await world.call("signing.orders.get", {
    path: { id: signed },
  })) as AnswerOf<"signing.orders.get">;
  assert.ok(filesOf(completed).length === 1);
  const [signatureId = ""] = completed.signatories?.[0]?.["signatureIds"] as readonly string[];
  const session = await make.session();
  const finished = await make.session();
  await world.control("POST", `/sessions/${finished.DxmlUID}/finish`, { status: "OK" });
  const {
    eventLogs: [event],
  } = (await world.call("audit.search", {
    body: { dateFrom: "2000-01-01", dateTo: "2100-01-01", take: 1 },
  })) as AnswerOf<"audit.search">;
  assert.ok(event);
  const uploaded = await make.viewed();
  return {
    form,
    fileId,
    signed,
    signatureId,
    dxmlUID: session.DxmlUID,
    startParameter: session.startParameter,
    event: event.id,
    archived: await make.archived(),
    viewed: uploaded.id,
  };
}

export type Shared = Awaited<ReturnType<typeof share>>;

/** Returns functions that make the things that the other requests use up. */
function makerOf(world: World) {
  const call = <Id extends OperationId>(operation: Id, request: AnyRequest) =>
    world.call(operation, request) as Promise<AnswerOf<Id>>;
  const { smartforms, archiveFolderId } = world.ready.demo;
  return {
    form: async () =>
      (await call("forms.create", { body: { dialogDefinitionId: smartforms.singleStep, values: { name: "Åsa" } } })).id,
    folder: async () => (await call("textlibrary.folders.create", { body: newFolder() })).id,
    text: async () => {
      const body = {
        folderId: "folder-claims",
        code: `t-${randomUUID()}`,
        contentType: 0,
        defaultLanguage: "en",
        translations: { en: { content: "Hello" } },
      } as const;
      return { id: (await call("textlibrary.texts.create", { body })).id, body };
    },
    order: async () => {
      const outcome = readOutcome(await call("signing.orders.create", order()));
      assert.ok(outcome.kind === "created");
      return outcome.id;
    },
    archived: async (id?: string) =>
      (
        await call("archive.upload", {
          environment,
          body: {
            fileName: "contract.txt",
            fileContent: "Y29udHJhY3Q=",
            ...(id === undefined ? { folderId: archiveFolderId } : { id }),
          },
        })
      ).storedDocumentId,
    session: async () => {
      const session = await call("documents.sessions.create", ofXml);
      assert.ok(session?.StartURL && session.ValidTo);
      return {
        DxmlUID: session.DxmlUID,
        startParameter: startParameterOf(session.StartURL) ?? "",
        ValidTo: session.ValidTo,
      };
    },
    stored: async () => {
      const made = await call("store.create", ofXml);
      assert.ok(made);
      return made;
    },
    viewed: async () =>
      (await call("viewer.upload", {
        environment,
        path: letter,
        body: { Title: "Letter", FileAsBase64: "bGV0dGVy" },
      })) as { readonly id: string; readonly partitionKey: string },
    distributed: async () => (await call("distribution.send", ofXml))?.CorrelationId ?? "",
  };
}

interface Given {
  readonly world: World;
  readonly shared: Shared;
  readonly make: ReturnType<typeof makerOf>;
}

type Makers = { readonly [Id in OperationId]: (given: Given) => Request<Id> | Promise<Request<Id>> };

const smartform = ({ world }: Given) => ({ dialogDefinitionId: world.ready.demo.smartforms.singleStep });
const newForm = (given: Given) => ({ body: { ...smartform(given), values: { name: "Åsa" } } });
const notified = (given: Given) => ({
  body: {
    ...newForm(given).body,
    notification: {
      sendEmail: true,
      sendSms: false,
      participatingParties: [{ id: "party-customer", email: "asa@x.example" }],
    },
  },
});
const metaFile = ({ world }: Given) => ({ metaFile: world.ready.demo.metaFile });
const days = () => ({
  startDate: `${new Date(Date.now() - 8 * 86_400_000).toISOString().slice(0, 19)}Z`,
  toDate: `${new Date().toISOString().slice(0, 19)}Z`,
});
const orderPath = async ({ make }: Given) => ({ path: { orderId: await make.order() } });
const sessionPath = async ({ make }: Given) =>
  ({ environment, path: { dxmlUID: (await make.session()).DxmlUID } }) as const;
const sharedSession = ({ shared }: Given) => ({ environment, path: { dxmlUID: shared.dxmlUID } }) as const;
const sharedStored = { environment, path: stored } as const;
const once = <Body extends object>(body: Body) =>
  ({ environment, body: { ...body, ExternalCorrelationId: randomUUID() } }) as const;

const makers: Makers = {
  "forms.create": notified,
  "forms.fields": (given) => ({ path: smartform(given) }),
  "forms.active": () => ({}),
  "forms.activeList": () => ({}),
  "forms.definition": (given) => ({ path: smartform(given) }),
  "forms.participatingParties": (given) => ({ path: smartform(given) }),
  "forms.inProgress": () => ({}),
  "forms.read": ({ shared }) => ({ path: { id: shared.form } }),
  "forms.propertyValue": ({ shared }) => ({ path: { id: shared.form, property: "name" } }),
  "forms.propertyFile": ({ shared }) => ({ path: { id: shared.form, property: "photo", fileId: shared.fileId } }),
  "forms.delete": async ({ make }) => ({ path: { id: await make.form() } }),
  "forms.deleteBulk": async ({ make }) => ({ body: { dialogValuesIds: [await make.form()] } }),
  "forms.ping": () => ({}),
  "pdf.createForm": newForm,
  "pdf.submitForm": notified,
  "pdf.existing": (given) => ({ path: { ...smartform(given), dialogValuesId: given.shared.form } }),
  "pdf.render": (given) => ({
    body: { smartformId: smartform(given).dialogDefinitionId, smartformValueId: given.shared.form },
  }),
  "textlibrary.folders.list": () => ({}),
  "textlibrary.folders.create": () => ({ body: newFolder() }),
  "textlibrary.folders.update": async ({ make }) => ({
    path: { id: await make.folder() },
    body: { name: newFolder().name },
  }),
  "textlibrary.folders.delete": async ({ make }) => ({ path: { id: await make.folder() } }),
  "textlibrary.search": () => ({ query: { q: "intro" } }),
  "textlibrary.texts.get": () => ({ path: { id: "text-claims-intro" } }),
  "textlibrary.texts.create": () => ({
    body: {
      folderId: "folder-claims",
      code: `t-${randomUUID()}`,
      contentType: 0,
      defaultLanguage: "en",
      translations: { en: { content: "Hello" } },
    },
  }),
  "textlibrary.texts.update": async ({ make }) => {
    const { id, body } = await make.text();
    return { path: { id }, body: { ...body, translations: { sv: { content: "Hej" } } } };
  },
  "textlibrary.texts.delete": async ({ make }) => ({ path: { id: (await make.text()).id } }),

  "audit.search": () => ({ body: { dateFrom: "2000-01-01", dateTo: "2100-01-01", take: 5 } }),
  "audit.get": ({ shared }) => ({ path: { id: shared.event } }),
  "audit.write": () => ({
    body: {
      customerId: "demo",
      logName: "CaseClosed",
      user: "claims-system",
      source: 15,
      level: 1,
      description: { case: randomUUID() },
    },
  }),
  "statistics.analytics": () => ({ query: { ...days(), pageSize: 1000 } }),
  "statistics.prometheus": () => ({ query: days() }),

  "signing.initialData": () => ({}),
  "signing.initialDataInLanguage": () => ({ path: { langCode: "sv" } }),
  "signing.orders.create": () => order(),
  "signing.orders.list": () => ({ body: {} }),
  "signing.orders.get": ({ shared }) => ({ path: { id: shared.signed } }),
  "signing.activities": () => ({}),
  "signing.certifiedPdf": ({ shared }) => ({ path: { orderId: shared.signed } }),
  "signing.pdfFromProvider": ({ shared }) => ({ path: { orderId: shared.signed } }),
  "signing.signatureFile": ({ shared }) => ({ path: { orderId: shared.signed, signatureId: shared.signatureId } }),
  "signing.allSignatureFiles": ({ shared }) => ({ path: { orderId: shared.signed } }),
  "signing.sendReminders": orderPath,
  "signing.orders.cancel": orderPath,
  "signing.orders.delete": orderPath,

  "archive.columns": () => ({ environment }),
  "archive.upload": ({ world }) => ({
    environment,
    body: {
      fileName: "contract.txt",
      fileContent: "Y29udHJhY3Q=",
      folderId: world.ready.demo.archiveFolderId,
      callbackPayload: "case 7",
    },
  }),
  "archive.search": () => ({ environment, body: { searchQuery: "contract.txt" } }),
  "archive.download": ({ shared }) => ({ environment, path: { fileId: shared.archived } }),
  "archive.rollback": async ({ make }) => {
    const sourceFileVersionId = await make.archived();
    return { environment, body: { sourceFileVersionId, targetFileId: await make.archived(sourceFileVersionId) } };
  },
  "archive.delete": async ({ make }) => ({ environment, path: { fileId: await make.archived() } }),

  "documents.sessions.create": () => ofXml,
  "documents.sessions.createJson": () => ofJson,
  "documents.attachments.find": () => ({ environment, body: { Top: 2 } }),
  "documents.sessions.status": sharedSession,
  "documents.sessions.statuses": ({ shared }) => ({ environment, body: [shared.dxmlUID] }),
  "documents.sessions.list": () => ({ environment, query: { createdStart: "2020-01-01T00:00:00Z" } }),
  "documents.sessions.listDrafts": () => ({ environment, path: always }),
  "documents.sessions.listFinished": () => ({ environment, path: always }),
  "documents.sessions.discard": sessionPath,
  "documents.dxml.get": sharedSession,
  "documents.dxml.delete": sessionPath,
  "documents.dxml.retain": async ({ make }) => {
    const { DxmlUID, ValidTo } = await make.session();
    return { environment, path: { dxmlUID: DxmlUID }, body: new Date(Date.parse(ValidTo) + 86_400_000).toISOString() };
  },
  "documents.sessions.jwt": ({ shared }) => ({ environment, path: { startParameter: shared.startParameter } }),
  "documents.metaFiles.keywords": (given) => ({ environment, path: metaFile(given) }),
  "documents.metaFiles.texts": (given) => ({ environment, path: metaFile(given), body: {} }),
  "documents.metaFiles.onlineDocuments": (given) => ({ environment, path: metaFile(given) }),
  "documents.engine.info": () => ({ environment }),
  "documents.engine.version": () => ({ environment }),
  "documents.pdf.create": () => ofXml,
  "documents.pdf.createJson": () => ofJson,
  "documents.pdf.createSimplex": () => ofXml,
  "documents.pdf.createSimplexJson": () => ofJson,
  "documents.pdf.preview": () => ofXml,
  "documents.pdf.previewJson": () => ofJson,
  "documents.mfdx.create": () => ofXml,
  "documents.mfdx.createJson": () => ofJson,
  "documents.mfdx.createSimplex": () => ofXml,
  "documents.mfdx.createSimplexJson": () => ofJson,
  "documents.html.create": () => ofXml,
  "documents.html.createJson": () => ofJson,
  "documents.xml.create": () => ofXml,
  "documents.xml.createJson": () => ofJson,
  "documents.pdf.fromSession": sharedSession,
  "documents.pdf.fromSessionSimplex": sharedSession,
  "documents.html.fromSession": sharedSession,
  "documents.xml.fromSession": sharedSession,
  "documents.pdf.fromDxml": () => ofDxml,
  "documents.pdf.fromDxmlSimplex": () => ofDxml,
  "documents.html.fromDxml": () => ofDxml,

  "store.create": () => ofXml,
  "store.createJson": () => ofJson,
  "store.createDxml": () => ofDxml,
  "store.folder": ({ world }) => ({ environment, path: { folderName: world.ready.demo.storeFolder } }),
  "store.search": () => ({
    environment,
    body: { Top: 10, WhereConditions: [{ Column: "ClaimNumber", Comparer: "EQ", Value: "S-81" }] },
  }),
  "store.pdf": () => sharedStored,
  "store.pdfSimplex": () => sharedStored,
  "store.html": () => sharedStored,
  "store.mfdx": () => sharedStored,
  "store.mfdxSimplex": () => sharedStored,
  "store.update": async ({ make }) => ({
    environment,
    body: { ...(({ JobId, DocId }) => ({ JobId, DocId }))(await make.stored()), UpdateColumns: { Decision: "closed" } },
  }),
  "store.updateMany": () => ({
    environment,
    body: {
      WhereConditions: [{ Column: "ClaimNumber", Comparer: "EQ", Value: "S-90" }],
      UpdateColumns: { Decision: "closed" },
    },
  }),
  "store.delete": async ({ make }) => {
    const { JobId, DocId } = await make.stored();
    return { environment, path: { jobid: String(JobId), docid: String(DocId) } };
  },

  "distribution.send": () => ofXml,
  "distribution.sendJson": () => ofJson,
  "distribution.sendOnce": () => once(ofXml.body),
  "distribution.sendOnceJson": () => once(ofJson.body),
  "distribution.setNotificationReady": async ({ make }) => ({
    environment,
    path: { correlationId: await make.distributed() },
  }),
  "viewer.schemas": () => ({ environment }),
  "viewer.search": () => ({ environment, path: letter, body: {} }),
  "viewer.download": ({ shared }) => ({ environment, path: { ...letter, documentId: shared.viewed } }),
  "viewer.upload": () => ({ environment, path: letter, body: { Title: "Letter", FileAsBase64: "bGV0dGVy" } }),
  "viewer.patch": async ({ make }) => {
    const { id, partitionKey } = await make.viewed();
    return {
      environment,
      path: { ...letter, partitionKey, id },
      body: [{ op: "replace", path: "/Title", value: "Newer" }],
    };
  },
};

export interface Requests {
  /** Resolves with a request that can be carried out once. */
  readonly of: (operation: OperationId) => Promise<AnyRequest>;
}

export async function prepareRequests(world: World): Promise<Requests> {
  const given: Given = { world, shared: await share(world), make: makerOf(world) };
  return { of: async (operation) => makers[operation](given) };
}
