/**
 * A form whose id is unknown: it is found only by its mark, and is never reported as missing. Its id may be named in
 * audit events or in the list of forms in progress.
 */
import assert from "node:assert/strict";
import type { Api } from "../../../api/index.ts";
import { findLost, lostWords } from "../../../client/forms/lostModel.ts";
import { markerName } from "../../../client/records/formRequestModel.ts";
import type { TestForm } from "../../../client/records/testForms.ts";
import { apiOf } from "../../sandbox/apiOf.ts";
import { visit } from "../../sandbox/visit.ts";
import type { Visit } from "../../sandbox/visit.ts";

const { signal } = new AbortController();

describe("a form whose id is not known", () => {
  let service: Visit;
  let api: Api;
  before(async () => {
    service = await visit();
    api = apiOf(service.ready, { timeout: 2000 });
  });
  after(async () => {
    await api.close();
    await service.close();
  });
  beforeEach(async () => {
    await service.control("DELETE", "/faults");
    await service.control("POST", "/reset", { seed: "demo" });
  });

  const lost = (more: Partial<TestForm> = {}): TestForm => ({
    marker: "m-1",
    connection: "strandby",
    identity: "mine",
    smartformId: service.ready.demo.smartforms.singleStep,
    smartformName: "Claim",
    environment: null,
    textLibraryFolder: null,
    at: new Date().toISOString(),
    state: "made",
    formId: null,
    ...more,
  });
  const make = async ({
    mark,
    smartform = service.ready.demo.smartforms.singleStep,
  }: {
    readonly mark: string;
    readonly smartform?: string;
  }): Promise<string> =>
    (
      await api.call("forms.create", {
        body: { dialogDefinitionId: smartform, values: {}, externalMetaData: { [markerName]: mark } },
      })
    ).id;
  const quiet = (operation: string) => service.control("POST", "/faults", { operation, kind: "status", status: 403 });

  it("is found among those that audit events name, and no other form is taken for it", async () => {
    const [id] = [await make({ mark: "m-1" }), await make({ mark: "m-2" }), await make({ mark: "m-3" })];
    assert.deepEqual((await findLost(api, lost(), { audits: true, signal })).formId, id);
    const none = await findLost(api, lost({ marker: "m-4" }), { audits: true, signal });
    assert.equal(none.formId, undefined);
    assert.ok(none.looked >= 3);
    assert.deepEqual(none.doubts, []);
  });

  it("is found among those in progress, if there is no audit to ask", async () => {
    const { multiStep } = service.ready.demo.smartforms;
    const id = await make({ mark: "m-1", smartform: multiStep });
    assert.equal((await findLost(api, lost({ smartformId: multiStep }), { audits: false, signal })).formId, id);
    const none = await findLost(api, lost({ smartformId: multiStep, marker: "m-4" }), { audits: false, signal });
    assert.deepEqual(
      [none.formId, none.doubts],
      [
        undefined,
        [
          "The connection has no address for the audit API, so audit events, which may mention forms, were not searched.",
        ],
      ],
    );
  });

  it("is never reported missing: what could not be asked is named", async () => {
    await make({ mark: "m-2" });
    await quiet("forms.inProgress");
    await quiet("forms.read");
    const search = await findLost(api, lost(), { audits: true, signal });
    assert.equal(search.formId, undefined);
    assert.match(
      lostWords(search),
      /^The form was not found\. 0 forms were checked, and none has its marker.*Forms in progress could not be listed\. \d+ forms? could not be checked, because the service did not answer\./,
    );
    await service.control("DELETE", "/faults");
    await quiet("audit.search");
    assert.match(
      lostWords(await findLost(api, lost(), { audits: true, signal })),
      /audit events, which may mention forms, could not be searched/,
    );
  });

  it("is never reported missing: events beyond those that were read may name it", async () => {
    const found = (totalRecords: number) =>
      findLost(
        {
          call: (async (operation: string) =>
            operation === "audit.search" ? { eventLogs: [{ id: "1" }], totalRecords } : []) as unknown as Api["call"],
        },
        lost(),
        { audits: true, signal },
      );
    assert.deepEqual((await found(1200)).doubts, [
      "Only the newest 1 of 1,200 audit events from the days around the request were read. The others may mention the form.",
    ]);
    assert.deepEqual((await found(1)).doubts, []);
  });

  it("rejects if it was cancelled", () =>
    assert.rejects(findLost(api, lost(), { audits: true, signal: AbortSignal.abort() }), { code: "cancelled" }));
});
