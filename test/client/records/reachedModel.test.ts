/**
 * Any form by its id: where it is filed, what is known about its Smartform, and what is never claimed about a form that
 * was not read.
 */
import assert from "node:assert/strict";
import { ApiError } from "../../../api/index.ts";
import type { Api } from "../../../api/index.ts";
import { nameOfForm } from "../../../client/records/reachedModel.ts";
import { stepsOf } from "../../../client/forms/inProgressModel.ts";
import { keyOf, mostOpened, OpenedForms } from "../../../client/records/openedForms.ts";
import type { OpenedForm } from "../../../client/records/openedForms.ts";
import {
  asTestForm,
  environmentWords,
  filedUnder,
  findForm,
  readFormId,
  whereIs,
} from "../../../client/records/reachedModel.ts";
import type { FormsOf } from "../../../client/records/reachedModel.ts";
import { markerName } from "../../../client/records/formRequestModel.ts";
import { apiOf } from "../../sandbox/apiOf.ts";
import { visit } from "../../sandbox/visit.ts";
import type { Visit } from "../../sandbox/visit.ts";

const { signal } = new AbortController();

describe("a form by its id", () => {
  let service: Visit;
  let api: Api;
  let mine: FormsOf;
  before(async () => {
    service = await visit();
    api = apiOf(service.ready, { timeout: 2000 });
    mine = { name: "strandby", identity: "mine", api };
  });
  after(async () => {
    await api.close();
    await service.close();
  });
  beforeEach(async () => {
    await service.control("DELETE", "/faults");
    await service.control("POST", "/reset", { seed: "demo" });
  });

  const make = async (more: { readonly environment?: "Test"; readonly mark?: string } = {}): Promise<string> => {
    const { environment, mark } = more;
    const { id } = await api.call("forms.create", {
      body: {
        dialogDefinitionId: service.ready.demo.smartforms.singleStep,
        values: {},
        ...(mark && { externalMetaData: { [markerName]: mark } }),
      },
      ...(environment && { environment }),
    });
    return id;
  };

  it("is found wherever it is filed, and keeps its place", async () => {
    const [inTest, draft] = [await make({ environment: "Test" }), await make()];
    const found = await findForm(mine, { formId: inTest }, { signal });
    assert.deepEqual(found, {
      form: {
        formId: inTest,
        environment: "Test",
        connection: "strandby",
        identity: "mine",
        smartformId: service.ready.demo.smartforms.singleStep,
        smartformName: "Claim report",
        textLibraryFolder: null,
        marker: null,
      },
      mark: undefined,
      readableUnder: [],
    });
    assert.equal((await findForm(mine, { formId: draft }, { signal }))?.form.environment, null);
  });

  it("T72 from an earlier time, which every environment shows, is taken to be filed under none", async () => {
    const [old = ""] = service.ready.demo.legacyFormIds;
    const found = await whereIs(api, old, { signal });
    assert.equal(found.shown.length, 5);
    assert.equal(filedUnder(found), null);
  });

  for (const [shown, silent, place] of [
    [[null, "Test"], ["Production"], null],
    [[null, "Test"], [], "Test"],
    [["Test"], ["Production"], "Test"],
    [["Test"], [], "Test"],
    [[null], [], null],
    [["Test", "Production"], [], null],
    [["Test", "Production"], [null], null],
    [[null, "Test", "Production"], [], null],
  ] as const) {
    it(`T72 shown under ${shown.map((each) => each ?? "none").join(" and ")}, if ${silent.join(" and ") || "none"} did not answer, is taken to be filed under ${place ?? "none"}`, () =>
      assert.equal(filedUnder({ shown, silent }), place));
  }

  for (const [environment, marker, words] of [
    ["Test", null, "Test"],
    [null, null, "environment not known, or none"],
    [null, "m-1", "draft"],
    ["Test", "m-1", "Test"],
  ] as const) {
    it(`${marker === null ? "is" : "that was made from here is"} said to be of ${words}`, () =>
      assert.equal(environmentWords({ environment, marker }), words));
  }

  for (const [shown, expected] of [
    [
      ["Test", "Production"],
      ["Test", "Production"],
    ],
    [["none", "Test", "Production"], []],
    [["Test"], []],
  ] as const) {
    it(`T72 shown under ${shown.join(" and ")} has ${expected.length} environments to choose from`, async () => {
      const call = async (operation: string, { environment = "none" }: { readonly environment?: string }) => {
        if (operation === "forms.read" && !(shown as readonly string[]).includes(environment))
          throw new ApiError("not-found", "forms.read", "none", "Not there.");
        return {};
      };
      const found = await findForm(
        { ...mine, api: { call: call as unknown as Api["call"] } },
        { formId: "f" },
        { signal },
      );
      assert.deepEqual(found?.readableUnder, expected);
    });
  }

  it("shows the mark that proves a test form whose answer was lost", async () =>
    assert.equal((await findForm(mine, { formId: await make({ mark: "m-1" }) }, { signal }))?.mark, "m-1"));

  it("is absent only if every environment said so, and unknown if one did not", async () => {
    const none = "00000000-0000-4000-8000-000000000000";
    assert.equal(await findForm(mine, { formId: none }, { signal }), undefined);
    await service.control("POST", "/faults", {
      operation: "forms.read",
      path: `/Production/Integrations/dialogValues/${none}`,
      kind: "status",
      status: 403,
    });
    await assert.rejects(findForm(mine, { formId: none }, { signal }), { code: "forbidden" });
    const { form } =
      (await findForm(mine, { formId: await make({ environment: "Test" }) }, { signal })) ?? assert.fail();
    assert.equal(form.environment, "Test");
  });

  it("gets its Smartform from the address of the form’s page if the service does not give it, and has none if neither does", async () => {
    const quiet = {
      ...mine,
      api: {
        call: (async (operation: string) =>
          operation === "forms.read"
            ? { values: [] }
            : Promise.reject(new Error("not asked"))) as unknown as Api["call"],
      },
    };
    assert.deepEqual(
      (({ smartformId, smartformName }) => [smartformId, smartformName])(
        (await findForm(quiet, { formId: "f" }, { signal }))?.form ?? assert.fail(),
      ),
      [null, ""],
    );
    const named = {
      ...mine,
      api: {
        call: (async (operation: string) =>
          operation === "forms.read" ? { values: [] } : { name: "Claim" }) as unknown as Api["call"],
      },
    };
    assert.deepEqual(
      (({ smartformId, smartformName }) => [smartformId, smartformName])(
        (await findForm(named, { formId: "f", smartformId: "s" }, { signal }))?.form ?? assert.fail(),
      ),
      ["s", "Claim"],
    );
  });

  it("is read from typed text: any id, or the address of its page in this connection’s own application", () => {
    const here = { formsAppUrl: "https://forms.example/app" };
    assert.deepEqual(readFormId(" any id at all ", here), { formId: "any id at all" });
    assert.deepEqual(readFormId("https://forms.example/app/dialog/s%201/form/f-1/?x=1", here), {
      smartformId: "s 1",
      formId: "f-1",
    });
    for (const [typed, says] of [
      ["  ", /Enter the id/],
      ["https://forms.evil/app/dialog/s/form/f", /does not belong to the forms application/],
      ["https://forms.example/app/dialog/s", /not the address of a form/],
      ["http://", /does not belong to the forms/],
    ] as const) {
      const read = readFormId(typed, here);
      assert.match("problem" in read ? read.problem : "", says, typed);
    }
    assert.deepEqual(readFormId("https://forms.example/dialog/%/form/f%zz", here), {
      smartformId: "%",
      formId: "f%zz",
    });
  });

  it("has the name of its Smartform or, if that is unknown, its id", () =>
    assert.deepEqual(
      [nameOfForm({ smartformName: "Claim", formId: "f" }), nameOfForm({ smartformName: "", formId: "f" })],
      ["Claim", "f"],
    ));

  it("in progress is a form like any other, under the id that the service lists", async () => {
    const { id } = await api.call("forms.create", {
      body: { dialogDefinitionId: service.ready.demo.smartforms.multiStep, values: {} },
      environment: "Test",
    });
    const [listed] = (await api.call("forms.inProgress", { environment: "Test" })).filter((form) => form.id === id);
    const [step] = stepsOf([listed ?? assert.fail()], { name: "strandby", identity: "mine", environment: "Test" });
    assert.ok(step?.kind === "step" && step.step !== "");
    assert.deepEqual(
      [step.form.formId, step.form.environment, step.form.smartformId, step.form.marker],
      [id, "Test", service.ready.demo.smartforms.multiStep, null],
    );
    assert.deepEqual(
      stepsOf([{ id: "f" }, { name: "Lease", currentStep: 2 }], {
        name: "strandby",
        identity: "mine",
        environment: undefined,
      })[1],
      { kind: "nameless", name: "Lease", step: "step 2", index: 1 },
    );
  });

  it("with the id of a test form of the same company is that test form, however it was reached", () => {
    const made = {
      marker: "m",
      connection: "strandby",
      identity: "mine",
      smartformId: "s",
      smartformName: "Claim",
      environment: "Test",
      textLibraryFolder: null,
      at: "2026-11-25T12:00:00.000Z",
      state: "made",
      formId: "f",
    } as const;
    const listed = {
      formId: "f",
      environment: null,
      connection: "strandby",
      identity: "mine",
      smartformId: "s",
      smartformName: "Claim",
      textLibraryFolder: null,
      marker: null,
    };
    assert.deepEqual(asTestForm(listed, [{ ...made, marker: "n", formId: "g" }, made]), made);
    for (const other of [
      { ...made, identity: "theirs" },
      { ...made, formId: null, state: "unknown" as const },
    ])
      assert.equal(asTestForm(listed, [other]), listed);
  });

  it("in progress and listed twice has two rows, the first of which stays unchanged", () => {
    const rows = stepsOf([{ id: "f", currentStep: 1 }, { id: "g" }, { id: "f", currentStep: 2 }], {
      name: "strandby",
      identity: "mine",
      environment: undefined,
    }).map((step) => (step.kind === "step" ? step.row : ""));
    assert.deepEqual([rows.slice(0, 2), new Set(rows).size], [["f", "g"], 3]);
  });
});

describe("the forms that were opened by their id", () => {
  const form = (more: Partial<OpenedForm> = {}): OpenedForm => ({
    formId: "f",
    environment: null,
    connection: "strandby",
    identity: "mine",
    smartformId: null,
    smartformName: "",
    textLibraryFolder: null,
    marker: null,
    ...more,
  });
  const kept = (): OpenedForms => {
    const values = new Map<string, unknown>();
    return new OpenedForms({
      get: (key) => values.get(key),
      update: async (key, value) => void values.set(key, structuredClone(value)),
    });
  };

  it("are listed once each, the last one first, separate from another company’s of the same id", async () => {
    const opened = kept();
    let heard = 0;
    opened.onDidChange(() => (heard += 1));
    for (const one of [form(), form({ formId: "g" }), form({ identity: "theirs" }), form()]) await opened.put(one);
    assert.deepEqual(
      opened.list().map(({ identity, formId }) => `${identity} ${formId}`),
      ["mine f", "theirs f", "mine g"],
    );
    await opened.forget([form()]);
    assert.deepEqual(
      opened.list().map(({ identity, formId }) => `${identity} ${formId}`),
      ["theirs f", "mine g"],
    );
    assert.equal(heard, 5);
  });

  it("get their Smartform in the list, and only if they are in it", async () => {
    const opened = kept();
    await opened.put(form());
    await opened.change(form(), { smartformId: "s", smartformName: "Claim" });
    await opened.change(form({ formId: "g" }), { smartformId: "s" });
    assert.deepEqual(opened.list(), [form({ smartformId: "s", smartformName: "Claim" })]);
    assert.deepEqual(opened.find(keyOf(form()))?.smartformId, "s");
  });

  it("are the newest ones, and an invalid list is empty", async () => {
    const opened = kept();
    for (let index = 0; index <= mostOpened; index += 1) await opened.put(form({ formId: String(index) }));
    assert.deepEqual([opened.list().length, opened.list()[0]?.formId], [mostOpened, String(mostOpened)]);
    assert.deepEqual(new OpenedForms({ get: () => [{ formId: 1 }], update: async () => undefined }).list(), []);
  });
});
