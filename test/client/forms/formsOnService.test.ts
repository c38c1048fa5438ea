/**
 * Test forms on the service: they are read back in both shapes of the response. After a deletion, the report says which
 * forms the service still showed.
 */
import assert from "node:assert/strict";
import { ApiError } from "../../../api/index.ts";
import type { Api } from "../../../api/index.ts";
import { apiOf } from "../../sandbox/apiOf.ts";
import { grantTicket } from "../../sandbox/permits.ts";
import {
  deletionReport,
  deletionWords,
  leftAlone,
  lookAfter,
  lookBefore,
  placesOf,
} from "../../../client/forms/deleteModel.ts";
import type { OwnForm } from "../../../client/forms/deleteModel.ts";
import { readBoth, readValue, valuesOf } from "../../../client/records/readBackModel.ts";
import { markerName } from "../../../client/records/formRequestModel.ts";
import { visit } from "../../sandbox/visit.ts";
import type { Visit } from "../../sandbox/visit.ts";

const { signal } = new AbortController();

describe("test forms on the service", () => {
  let service: Visit;
  let api: Api;
  let others: Api;
  const connect = (as: "standard" | "other"): Api => apiOf(service.ready, { as, timeout: 2000 });
  before(async () => {
    service = await visit();
    [api, others] = [connect("standard"), connect("other")];
  });
  after(async () => {
    await api.close();
    await others.close();
    await service.close();
  });
  beforeEach(() => service.control("DELETE", "/faults"));

  const make = async (
    marker: string | undefined,
    {
      by = api,
      values = {},
      smartform = service.ready.demo.smartforms.singleStep,
    }: { by?: Api; values?: Record<string, unknown>; smartform?: string } = {},
  ): Promise<OwnForm> => {
    const { id: formId } = await by.call("forms.create", {
      body: {
        dialogDefinitionId: smartform,
        values,
        ...(marker !== undefined && { externalMetaData: { [markerName]: marker } }),
      },
    });
    return {
      formId,
      environment: null,
      marker: marker ?? "a mark that it does not have",
      smartformName: `Form ${marker}`,
    };
  };
  const deleteAll = (forms: readonly OwnForm[]): Promise<unknown> => {
    const body = { dialogValuesIds: forms.map(({ formId }) => formId) };
    return api.call(
      "forms.deleteBulk",
      { body },
      { ticket: grantTicket({ connection: api.connection, operation: "forms.deleteBulk", receivers: [], body }) },
    );
  };
  /** Advances the clock of the service, without waiting. */
  const wait = (milliseconds: number): Promise<unknown> =>
    service.control("POST", "/clock", { advanceMs: milliseconds });

  it("T68 T69 are read in both shapes, with the ids of uploaded files", async () => {
    const { smartforms } = service.ready.demo;
    const form = await make("both", { values: { name: "Åsa", date: "2026-05-04" }, smartform: smartforms.attachments });
    const fields = await api.call("forms.fields", { path: { dialogDefinitionId: smartforms.attachments } });
    const upload = fields.find(({ type }) => /file|upload/i.test(type));
    assert.ok(upload, "The Smartform has no field for files.");
    await service.control("POST", `/forms/${form.formId}/files`, {
      property: upload.name,
      name: "../proof.txt",
      contentBase64: Buffer.from("canary").toString("base64"),
    });
    const both = await readBoth(api, form);
    const value = valuesOf(both).find(({ property }) => property === upload.name);
    assert.equal(value?.shown, "../proof.txt");
    const file = await api.call("forms.propertyFile", {
      path: { id: form.formId, property: upload.name, fileId: value?.files[0]?.fileId ?? "" },
    });
    assert.equal(Buffer.from(file.bytes).toString(), "canary");
    assert.ok(Array.isArray(both.plain.values) && !Array.isArray(both.readable.values));
  });

  it("T74 may have a property without a value, which is not a failure", async () => {
    const form = await make("value", { values: { name: "Åsa" } });
    assert.deepEqual(await readValue(api, form, "name"), { value: "Åsa" });
    assert.equal(await readValue(api, form, "nowhere"), undefined);
  });

  it("T72 T76 are deleted only if they prove to be test forms: their mark is in them", async () => {
    const mine = await make("mine");
    const unmarked = await make(undefined);
    const theirs = await make("theirs", {
      by: others,
      smartform: (await others.call("forms.active", {}))[0]?.id ?? "",
    });
    const before = await lookBefore(api, [theirs, unmarked, mine], { signal });
    assert.deepEqual(before, { ours: [mine], others: [], unproven: [unmarked], notShown: [theirs], unknown: [] });
    assert.deepEqual(
      leftAlone(before).map((line) => line.replaceAll(/\([^)]*\)/g, "(ID)")),
      [
        "Form undefined (ID): left alone, since nothing proves that it is a test form created from here.",
        "Form theirs (ID): not shown by the service; either already deleted, owned by another company, or filed under another environment.",
      ],
    );
  });

  it("T72 from before environments were recorded prove nothing, whatever environment shows them", async () => {
    const legacy = service.ready.demo.legacyFormIds.map((formId): OwnForm => ({
      formId,
      environment: "Test",
      marker: "m",
      smartformName: "Legacy",
    }));
    assert.ok(legacy.length > 0);
    assert.deepEqual((await lookBefore(api, legacy, { signal })).unproven, legacy);
  });

  it("T75 T76 are reported after a bulk delete by what is seen afterwards, at once and later", async () => {
    const forms = [await make("1"), await make("2"), await make("3")];
    const before = await lookBefore(api, forms, { signal });
    await deleteAll(forms);
    const atOnce = await lookAfter(api, forms, { signal, wait: async () => undefined });
    assert.deepEqual(atOnce, { gone: [], stillThere: forms, unknown: [] });
    assert.match(
      deletionReport(atOnce, before),
      /^Deletion requested, but the service still shows: Form 1 \([^)]*\), Form 2 .*Check again in a while\.$/,
    );
    const later = await lookAfter(api, forms, { signal, wait });
    assert.deepEqual(later, { gone: forms, stillThere: [], unknown: [] });
    assert.match(
      deletionReport(later, before),
      /^Deleted 3 forms: Form 1 \([^)]*\), Form 2 \([^)]*\), Form 3 \([^)]*\)\.$/,
    );
  });

  it("T75 are looked up again only if they linger, and one that was seen gone stays gone", async () => {
    const forms = Array.from({ length: 20 }, (_, index): OwnForm => ({
      formId: `f${index}`,
      environment: "Test",
      marker: index % 2 === 0 ? null : "m",
      smartformName: "",
    }));
    const reads = new Map<string, number>();
    const answering = {
      call: async (_: string, { path: { id } }: { readonly path: { readonly id: string } }) => {
        const count = (reads.get(id) ?? 0) + 1;
        reads.set(id, count);
        // A replica that lags behind may still show a deleted form.
        if (id === "f1" ? count <= 2 : id === "f3" && count > 1) return { externalMetaData: { [markerName]: "m" } };
        throw new ApiError("not-found", "forms.read", "none", "");
      },
    } as unknown as Api;
    const after = await lookAfter(answering, forms, { signal, wait: async () => undefined });
    assert.deepEqual([after.gone.length, after.stillThere, after.unknown], [20, [], []]);
    assert.deepEqual([reads.get("f0"), reads.get("f1"), reads.get("f3")], [5, 3, 1]);
  });

  it("T77 are not deleted by a bulk delete whose body got lost, whatever its status says", async () => {
    await service.control("POST", "/choices", { id: "T77", alternative: "dropped, 200" });
    const form = await make("lost");
    await deleteAll([form]);
    assert.deepEqual((await lookAfter(api, [form], { signal, wait })).stillThere, [form]);
  });

  describe("that were not made from here", () => {
    const byId = (formId: string, environment: string | null = null): OwnForm => ({
      formId,
      environment,
      marker: null,
      smartformName: "",
    });

    it("are addressed by their id, wherever they are filed, and the dialog says that somebody else may have filled them in", async () => {
      const { id } = await api.call("forms.create", {
        body: { dialogDefinitionId: service.ready.demo.smartforms.singleStep, values: {} },
        environment: "Test",
      });
      const before = await lookBefore(api, [byId(id, "Test")], { signal });
      assert.deepEqual(
        before.others.map(({ form, places }) => [form.formId, places]),
        [[id, ["Test"]]],
      );
      assert.deepEqual([before.ours, before.unproven, before.notShown, before.unknown], [[], [], [], []]);
      assert.deepEqual(deletionWords(before).slice(1), [
        "The form was not created from here. A customer or a colleague may have filled it in.",
        `Not created from here: ${id}, filed under Test`,
      ]);
    });

    it("T72 require typing the name of Production if they may be filed there: for an old one, and if the service does not say", async () => {
      const [old = ""] = service.ready.demo.legacyFormIds;
      assert.deepEqual(placesOf(await lookBefore(api, [byId(old)], { signal })), [
        "Development",
        "Test",
        "PreProduction",
        "Production",
      ]);
      const { id } = await api.call("forms.create", {
        body: { dialogDefinitionId: service.ready.demo.smartforms.singleStep, values: {} },
        environment: "Test",
      });
      await service.control("POST", "/faults", {
        operation: "forms.read",
        path: `/Production/Integrations/dialogValues/${id}`,
        kind: "status",
        status: 400,
      });
      assert.deepEqual(placesOf(await lookBefore(api, [byId(id)], { signal })), ["Test", "Production"]);
    });

    it("are gone only if no environment shows them any more", async () => {
      const { id } = await api.call("forms.create", {
        body: { dialogDefinitionId: service.ready.demo.smartforms.singleStep, values: {} },
        environment: "Test",
      });
      // The form's recorded environment is wrong. If the form were looked up only there, it would seem to be gone.
      assert.deepEqual(
        (await lookAfter(api, [byId(id, "Production")], { signal, wait: async () => undefined })).stillThere.length,
        1,
      );
      await api.call(
        "forms.delete",
        { path: { id } },
        { ticket: grantTicket({ connection: api.connection, operation: "forms.delete", receivers: [], path: { id } }) },
      );
      const after = await lookAfter(api, [byId(id, "Production")], { signal, wait: async () => undefined });
      assert.equal(deletionReport(after, await lookBefore(api, [], { signal })), `Deleted the form ${id}.`);
    });

    it("are another company’s, or deleted, and nothing is deleted", async () => {
      const theirs = await make("theirs", {
        by: others,
        smartform: (await others.call("forms.active", {}))[0]?.id ?? "",
      });
      assert.deepEqual(
        (await lookBefore(api, [byId(theirs.formId)], { signal })).notShown.map(({ formId }) => formId),
        [theirs.formId],
      );
    });
  });

  it("take one line each, whatever the name of their Smartform contains", () => {
    const form: OwnForm = { formId: "f", environment: null, marker: "m", smartformName: "x\n\nNothing is deleted." };
    for (const line of leftAlone({ ours: [], others: [], unproven: [form], notShown: [form], unknown: [form] }))
      assert.match(line, /^x\\u\{a\}\\u\{a\}Nothing is deleted\. \(f\): [^\n]*$/);
  });

  it("have unknown values if the service gives none, before and after", async () => {
    const form = await make("unknown");
    await service.control("POST", "/faults", { operation: "forms.read", kind: "status", status: 400 });
    const before = await lookBefore(api, [form], { signal });
    assert.deepEqual(before.unknown, [form]);
    const after = await lookAfter(api, [form], { signal, wait: async () => undefined });
    assert.match(
      deletionReport(after, { ...before, unknown: [] }),
      /^Form unknown .*: deletion not certain, because the service did not answer\.$/,
    );
  });
});
