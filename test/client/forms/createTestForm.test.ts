/**
 * Test forms against the sandbox: created once, journaled first, silent by default, and reported as unknown if the
 * outcome is unknown.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isApiError, receiversOf } from "../../../api/index.ts";
import type { Api, Environment, Ticket } from "../../../api/index.ts";
import { apiOf } from "../../sandbox/apiOf.ts";
import { grantTicket } from "../../sandbox/permits.ts";
import { createTestForm, explainRefusal, UnknownForm } from "../../../client/forms/createTestForm.ts";
import {
  deployments,
  detailsQuery,
  environmentOfRow,
  partyLabel,
  smartformChildren,
  versionWords,
  viewedIn,
  viewedWords,
} from "../../../client/records/smartformModel.ts";
import type { FormRequest } from "../../../client/forms/createTestForm.ts";
import { markerName, silenced } from "../../../client/records/formRequestModel.ts";
import type { CreateForm } from "../../../client/records/formRequestModel.ts";
import { readBoth } from "../../../client/records/readBackModel.ts";
import { sentAndStored } from "../../../client/forms/sentStoredModel.ts";
import { onePerKey } from "../../../client/calls/onePerKey.ts";
import { formPdf } from "../../../client/forms/formPdf.ts";
import { ruleChanges, ruleChangesLine } from "../../../client/forms/ruleChanges.ts";
import { adviceOn } from "../../../client/forms/adviceModel.ts";
import { isOf, TestForms } from "../../../client/records/testForms.ts";
import type { TestForm } from "../../../client/records/testForms.ts";
import type { KeptState } from "../../../client/window/keptState.ts";
import { visit } from "../../sandbox/visit.ts";
import type { Visit } from "../../sandbox/visit.ts";

class Memory implements KeptState {
  readonly values = new Map<string, unknown>();
  get(key: string): unknown {
    return this.values.get(key);
  }
  async update(key: string, value: unknown): Promise<void> {
    this.values.set(key, structuredClone(value));
  }
}

describe("client/forms/createTestForm", () => {
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
  const items = async (path: string) =>
    (await service.control("GET", path)).at("items") as readonly Record<string, unknown>[];
  beforeEach(async () => {
    for (const list of ["/ledger", "/outbox", "/faults"]) await service.control("DELETE", list);
  });
  const creations = async (): Promise<number> =>
    (await items("/ledger")).filter(({ operation }) => operation === "forms.create").length;

  const nobodyAsked = (): Promise<undefined> => Promise.reject(new Error("Nobody was to be asked."));
  function make(
    body: CreateForm,
    consent: (request: FormRequest) => Promise<Ticket | undefined> = nobodyAsked,
    environment?: Environment,
  ) {
    const memory = new Memory();
    const forms = new TestForms(memory);
    const made = createTestForm(
      body,
      { name: "sandbox", identity: "mine", environment, api },
      { consent, forms, smartformName: "Claim", marker: randomUUID(), now: new Date(0) },
    );
    return { forms, memory, made };
  }
  const granted = async (request: FormRequest): Promise<Ticket> =>
    grantTicket({
      connection: api.connection,
      operation: "forms.create",
      receivers: receiversOf("forms.create", request),
      ...request,
    });
  const plain = (): CreateForm => ({ dialogDefinitionId: service.ready.demo.smartforms.singleStep, values: {} });
  const party = { id: "customer", name: "Anna", email: "anna@example.com" };
  const loud = (): CreateForm => ({
    ...plain(),
    notification: { sendEmail: true, sendSms: false, participatingParties: [party] },
  });

  it("makes one form, marked, and notifies nobody (T37, T38, T61)", async () => {
    const { forms, made } = make(plain());
    const form = await made;
    assert.ok(form);
    assert.deepEqual(forms.list(), [form]);
    assert.equal(form.state, "made");
    assert.equal(await creations(), 1);
    assert.deepEqual(await items("/outbox"), []);
    const read = await api.call("forms.read", { path: { id: form.formId } });
    assert.match(JSON.stringify(read), new RegExp(`"${markerName}":"${form.marker}"`));
  });

  it("sends nothing if the author says no to notifying people, and nothing is listed", async () => {
    const asked: FormRequest[] = [];
    const { forms, made } = make(loud(), async (request) => void asked.push(request));
    assert.equal(await made, undefined);
    assert.equal(asked.length, 1);
    assert.equal(await creations(), 0);
    assert.deepEqual(forms.list(), []);
  });

  it("asks for Production, wherever it is named, though nobody is notified", async () => {
    const asked: FormRequest[] = [];
    const say = async (request: FormRequest) => void asked.push(request);
    assert.equal(await make(plain(), say, "Production").made, undefined);
    assert.equal(await make({ ...plain(), environment: "production" }, say, "Test").made, undefined);
    assert.deepEqual(
      asked.map(({ environment }) => environment),
      ["Production", "Production"],
    );
    assert.equal(await creations(), 0);
    assert.equal((await make(plain(), granted, "Production").made)?.environment, "Production");
  });

  it("asks for a webhook too (T44), and needs no answer for the silenced request", async () => {
    const webhook: CreateForm = { ...plain(), webhook: "http://127.0.0.1:9/hook" };
    assert.equal(await make(webhook, async () => undefined).made, undefined);
    assert.equal(await creations(), 0);
    assert.ok(await make(silenced({ ...webhook, ...loud() })).made);
    assert.deepEqual(await items("/outbox"), []);
  });

  it("says unknown, keeps the marker and sends nothing again if the answer was lost (T37)", async () => {
    await service.control("POST", "/faults", { operation: "forms.create", kind: "reset-after", times: 1 });
    const { forms, made } = make(plain());
    await assert.rejects(
      made,
      (error) =>
        error instanceof UnknownForm &&
        error.message.includes("It is not known whether the test form was created") &&
        error.message.includes(error.form.marker),
    );
    assert.deepEqual(
      forms.list().map(({ state, formId }) => ({ state, formId })),
      [{ state: "unknown", formId: null }],
    );
    assert.equal(await creations(), 1);
  });

  it("makes one form for two clicks, and another one for a later click (T37)", async () => {
    const once = onePerKey();
    const click = (key: string) => once(key, () => make(plain()).made);
    const [first, second, other] = await Promise.all([click("a"), click("a"), click("b")]);
    assert.deepEqual([first?.state, second, other?.state], ["made", undefined, "made"]);
    assert.ok(await click("a"));
    assert.equal(await creations(), 3);
    await assert.rejects(
      once("a", () => Promise.reject(new Error("refused"))),
      /refused/,
    );
    assert.ok(await click("a"));
  });

  it("shows the PDF of the existing form: looking again makes no other form and submits none (T39, T40)", async () => {
    const form = await make(loud(), async (request) =>
      grantTicket({
        connection: api.connection,
        operation: "forms.create",
        receivers: receiversOf("forms.create", request),
        ...request,
      }),
    ).made;
    assert.ok(form);
    for (const list of ["/ledger", "/outbox"]) await service.control("DELETE", list);
    for (const language of [null, "sv"])
      assert.ok((await formPdf(api, form, { language, signal: AbortSignal.timeout(10_000) })).length > 0);
    assert.deepEqual(
      (await items("/ledger")).map(({ operation }) => operation),
      ["pdf.existing", "pdf.existing"],
    );
    assert.deepEqual(await items("/outbox"), []);
  });

  it("forgets what the service refused, and passes the refusal on (T87)", async () => {
    const { forms, made } = make({
      ...plain(),
      dialogDefinitionId: service.ready.demo.smartforms.undeployed,
      environment: "Test",
    });
    await assert.rejects(made, (error) => isApiError(error) && error.code === "not-found");
    assert.deepEqual(forms.list(), []);
  });

  const refusals: readonly (readonly [
    what: string,
    smartform: "testOnly" | "undeployed",
    named: { readonly inFile?: Environment; readonly inSession?: Environment },
    says: RegExp,
    saysNot: RegExp,
  ])[] = [
    [
      "the environment of the file",
      "testOnly",
      { inFile: "Production", inSession: "Test" },
      /"Welcome pack" is not deployed to Production.* It is deployed to Test\.$/,
      /in any environment/,
    ],
    [
      "the environment of the connection",
      "testOnly",
      { inSession: "PreProduction" },
      /"Welcome pack" is not deployed to PreProduction.* It is deployed to Test\.$/,
      /in any environment/,
    ],
    [
      "a Smartform that is deployed nowhere",
      "undeployed",
      { inSession: "Test" },
      /"Complaint \(being built\)" is not deployed to Test.* The service does not show the Smartform in any environment\.$/,
      /It is deployed to/,
    ],
  ];
  for (const [what, smartform, { inFile, inSession }, says, saysNot] of refusals) {
    it(`names Smartform and environment if it is not deployed, and where it is: ${what} (T87)`, async () => {
      const id = service.ready.demo.smartforms[smartform];
      const body = { ...plain(), dialogDefinitionId: id, ...(inFile && { environment: inFile }) };
      const session = { name: "sandbox", identity: "mine", environment: inSession, api };
      const made = createTestForm(body, session, {
        consent: granted,
        forms: new TestForms(new Memory()),
        smartformName: "x",
        marker: randomUUID(),
        now: new Date(0),
      });
      const refusal: unknown = await made.catch((error: unknown) => error);
      assert.ok(isApiError(refusal));
      const words = (await explainRefusal(refusal, body, session)).replace(id, "ID");
      assert.match(words, says);
      assert.doesNotMatch(words, saysNot);
    });
  }

  it("says nothing of other environments if they did not answer (T87)", async () => {
    const body = { ...plain(), dialogDefinitionId: service.ready.demo.smartforms.undeployed };
    const refusal: unknown = await api
      .call("forms.create", { body, environment: "Test" })
      .catch((error: unknown) => error);
    assert.ok(isApiError(refusal));
    await service.control("POST", "/faults", { operation: "forms.fields", kind: "status", status: 403 });
    assert.doesNotMatch(
      await explainRefusal(refusal, body, { name: "sandbox", identity: "mine", environment: "Test", api }),
      /in any environment|It is deployed to/,
    );
  });

  const named: readonly (readonly [
    inFile: Environment | undefined,
    inSession: Environment | undefined,
    path: string,
    made: Environment | null,
    label: string,
  ])[] = [
    [undefined, undefined, "/Integrations/dialog/json", null, "the saved draft"],
    [undefined, "Test", "/Test/Integrations/dialog/json", "Test", "as deployed to Test"],
    ["Test", undefined, "/Test/Integrations/dialog/json", "Test", "as deployed to Test"],
    ["Production", "Test", "/Production/Integrations/dialog/json", "Production", "as deployed to Production"],
  ];
  for (const [inFile, inSession, path, environment, label] of named) {
    it(`makes ${label} if the file names ${inFile ?? "nothing"} and the connection ${inSession ?? "nothing"} (T85)`, async () => {
      const session = { name: "sandbox", identity: "mine", environment: inSession, api };
      const form = await createTestForm({ ...plain(), ...(inFile && { environment: inFile }) }, session, {
        consent: granted,
        forms: new TestForms(new Memory()),
        smartformName: "x",
        marker: randomUUID(),
        now: new Date(0),
      });
      assert.ok(form);
      assert.equal(form.environment, environment);
      assert.equal(versionWords(form.environment), label);
      assert.equal((await items("/ledger")).find(({ operation }) => operation === "forms.create")?.["path"], path);
      const read = await api.call("forms.read", { path: { id: form.formId }, ...(environment && { environment }) });
      assert.ok(read);
    });
  }

  it("is made though the editor can no longer store the list, and that is reported", async () => {
    const memory = new Memory();
    const told: string[] = [];
    const forms = new TestForms(memory, undefined, (words) => told.push(words));
    const full = {
      ...api,
      call: async (...args: Parameters<Api["call"]>) => {
        const answer = await api.call(...args);
        memory.update = () => Promise.reject(new Error("The store is full."));
        return answer;
      },
    } as Api;
    const made = await createTestForm(
      plain(),
      { name: "sandbox", identity: "mine", environment: undefined, api: full },
      { consent: nobodyAsked, forms, smartformName: "Claim", marker: randomUUID(), now: new Date(0) },
    );
    assert.deepEqual([made?.state, told], ["made", ["The list of test forms could not be kept: The store is full."]]);
  });

  it("writes the form to the list before it is sent", async () => {
    const memory = new Memory();
    const forms = new TestForms(memory);
    const states: (string | undefined)[] = [];
    const watched = {
      ...api,
      call: ((...call: Parameters<Api["call"]>) => (
        states.push(forms.list()[0]?.state),
        api.call(...call)
      )) as Api["call"],
    };
    await createTestForm(
      plain(),
      { name: "sandbox", identity: "mine", environment: undefined, api: watched },
      { consent: async () => undefined, forms, smartformName: "Claim", marker: "m", now: new Date(0) },
    );
    assert.deepEqual(states, ["sending"]);
  });

  it("restores after a start what VS Code's store lost, as it was when the editor ended, and lists nothing twice", async () => {
    const folder = await mkdtemp(join(tmpdir(), "smartform-forms-"));
    try {
      const memory = new Memory();
      // The editor is killed during the call.
      const { promise: left, resolve: leave } = Promise.withResolvers<void>();
      const dying = { ...api, call: () => (leave(), new Promise(() => {})) } as unknown as Api;
      const sent = (marker: string, by: Api) =>
        createTestForm(
          plain(),
          { name: "sandbox", identity: "mine", environment: undefined, api: by },
          {
            consent: async () => undefined,
            forms: new TestForms(memory, folder),
            smartformName: "Claim",
            marker,
            now: new Date(0),
          },
        );
      await sent("made", api);
      void sent("sending", dying);
      await left;
      const made = new TestForms(memory, folder).list().find(({ marker }) => marker === "made");
      assert.ok(made);
      await new TestForms(memory, folder).put({ ...made, marker: "forgotten" });
      await new TestForms(memory, folder).forget(["forgotten"]);
      // Deletes everything from VS Code's store, as if it had never reached the disk.
      memory.values.clear();
      const after = new TestForms(memory, folder);
      assert.deepEqual(await after.recover(), []);
      assert.deepEqual(
        after
          .list()
          .map(({ marker, state }) => [marker, state])
          .sort(),
        [
          ["made", "made"],
          ["sending", "sending"],
        ],
      );
      assert.equal(after.isBeingSent("sending"), false);
      const later = new TestForms(memory, folder);
      await later.recover();
      assert.equal(later.list().length, 2);
      assert.deepEqual(await readdir(folder), [], "what the store kept over a start needs no file");
      await writeFile(join(folder, "broken.json"), "{");
      assert.deepEqual(await later.recover(), [join(folder, "broken.json")]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("tells a form that is being sent from one whose window ended meanwhile, whose outcome is unknown", async () => {
    const memory = new Memory();
    const forms = new TestForms(memory);
    const said: (readonly boolean[])[] = [];
    const watched = {
      ...api,
      call: ((...call: Parameters<Api["call"]>) => (
        said.push([forms, new TestForms(memory)].map((each) => each.isBeingSent("m"))),
        api.call(...call)
      )) as Api["call"],
    };
    await createTestForm(
      plain(),
      { name: "sandbox", identity: "mine", environment: undefined, api: watched },
      { consent: async () => undefined, forms, smartformName: "Claim", marker: "m", now: new Date(0) },
    );
    assert.deepEqual(said, [[true, false]]);
    assert.equal(forms.isBeingSent("m"), false);
  });

  it("keeps a thousand forms, and says above the view at that number that older ones drop out", async () => {
    const at = (index: number): TestForm => ({
      marker: `m${index}`,
      connection: "acme",
      identity: "mine",
      smartformId: "s",
      smartformName: "Claim",
      environment: null,
      textLibraryFolder: null,
      at: new Date(index).toISOString(),
      state: "made",
      formId: `f${index}`,
    });
    const memory = new Memory();
    const forms = new TestForms(memory);
    await memory.update(
      "testForms",
      Array.from({ length: 998 }, (_, index) => at(998 - index)),
    );
    const said: (string | undefined)[] = [];
    for (const index of [999, 1000, 1001]) {
      await forms.put(at(index));
      said.push(adviceOn({ here: 1, all: forms.list().length })?.split(":")[0]);
    }
    assert.deepEqual(said, [undefined, "The list is full", "The list is full"]);
    assert.deepEqual(
      [forms.list().length, forms.list().at(0)?.marker, forms.list().at(-1)?.marker],
      [1000, "m1001", "m2"],
    );
    assert.match(
      adviceOn({ here: 0, all: 1000 }) ?? "",
      /^This view lists the test forms that you create on this connection\./,
    );
    await forms.forget(["m7"]);
    assert.equal(adviceOn({ here: 1, all: forms.list().length }), undefined);
  });

  it("T90 belongs to the service and client that it was made with, and not to a later owner of the connection's name", async () => {
    const form = await make(plain()).made;
    assert.ok(form);
    assert.deepEqual(
      [
        isOf(form, { name: "sandbox", identity: "mine" }),
        isOf(form, { name: "sandbox", identity: "theirs" }),
        isOf(form, { name: "renamed", identity: "mine" }),
      ],
      [true, false, true],
    );
    const memory = new Memory();
    const { identity: _, ...older } = form;
    await memory.update("testForms", [older]);
    assert.deepEqual(
      new TestForms(memory).list().map((one) => isOf(one, { name: "sandbox", identity: "mine" })),
      [true],
    );
  });

  it("sends the environment once, the request's before the connection's (T58)", async () => {
    const form = await make({ ...plain(), environment: "test" }, nobodyAsked, "Production").made;
    assert.equal(form?.environment, "Test");
    assert.deepEqual(
      (await items("/ledger")).filter(({ operation }) => operation === "forms.create").map(({ path }) => path),
      [new URL(`${service.ready.formsApiUrl}/Test/Integrations/dialog/json`).pathname],
    );
  });

  it("shows in the dialog the environment that the request names, not the connection's (T58)", async () => {
    const asked: FormRequest[] = [];
    await make({ ...loud(), environment: "PRODUCTION" }, async (request) => void asked.push(request), "Test").made;
    assert.deepEqual(
      asked.map(({ environment, body }) => [environment, "environment" in body]),
      [["Production", false]],
    );
  });

  it("says for every form which version ran: the draft if no environment was named, never a deployed one (T59, T60)", async () => {
    const versions = [];
    for (const environment of [undefined, "Production"] as const) {
      const form = await make(plain(), granted, environment).made;
      versions.push([form?.environment, form && versionWords(form.environment)]);
    }
    assert.deepEqual(versions, [
      [null, "the saved draft"],
      ["Production", "as deployed to Production"],
    ]);
  });

  it("names the values that the rules derived from the data, and says nothing if they did nothing (T56)", async () => {
    const dataTableValue = { claim: { number: "S-1", amount: 25_000, lines: [{ text: "sofa" }, null] } };
    const said = async (body: object) => {
      const sent: CreateForm = { dialogDefinitionId: service.ready.demo.smartforms.rules, values: {}, ...body };
      const form = await make(sent).made;
      return ruleChangesLine(await ruleChanges(api, sent, { formId: form?.formId ?? "", environment: undefined }));
    };
    assert.equal(
      await said({ dataTableValue }),
      "The Smartform’s rules changed the form’s data: caseWorker, claim.class, summary.",
    );
    assert.equal(await said({ dataTableValues: dataTableValue, skipRuleEngine: true }), "");
    await service.control("POST", "/faults", { operation: "forms.read", kind: "status", status: 404 });
    assert.match(await said({ dataTableValue }), /not known/);
  });

  it("shows what was sent and what is stored as pages in the same order, that differ only in what the rules changed (T56)", async () => {
    const body: CreateForm = {
      dialogDefinitionId: service.ready.demo.smartforms.rules,
      values: {},
      dataTableValue: { claim: { number: "S-1", amount: 25_000 } },
    };
    const pagesOf = async (request: CreateForm) => {
      const form = await make(request).made;
      const { sent, stored } = sentAndStored(
        request,
        await readBoth(api, { formId: form?.formId ?? "", environment: null }),
      );
      return { sent: JSON.parse(sent) as unknown, stored: JSON.parse(stored) as unknown, same: sent === stored };
    };
    const claim = { amount: 25_000, number: "S-1" };
    assert.deepEqual(await pagesOf(body), {
      sent: { dataTableValues: { claim }, values: {} },
      stored: {
        dataTableValues: {
          caseWorker: { name: "The committee for large claims" },
          claim: { ...claim, class: "large" },
          summary: "Claim S-1 is large.",
        },
        values: {},
      },
      same: false,
    });
    assert.equal((await pagesOf({ ...body, skipRuleEngine: true })).same, true);
    const values = { name: "Åsa", damage: { kind: "fire" } };
    const nested = await pagesOf({ ...plain(), values });
    assert.deepEqual(nested, {
      sent: { dataTableValues: {}, values: { damage_kind: "fire", name: "Åsa" } },
      stored: { dataTableValues: {}, values: { damage_kind: "fire", name: "Åsa" } },
      same: true,
    });
  });

  it("reads the data table back under one name from both shapes (T53)", async () => {
    const form = await make({ ...plain(), dataTableValues: { x: 1 } }).made;
    for (const readableValues of [false, true]) {
      const read = await api.call("forms.read", { path: { id: form?.formId ?? "" }, query: { readableValues } });
      assert.deepEqual(read.dataTableValues, { x: 1 });
    }
  });

  it("keeps nothing of the request in the list, and names no value in an error: neither secret nor ssn nor birth date (T48, T49)", async () => {
    const canary = "canary-7b1";
    const body: CreateForm = {
      ...loud(),
      privateSecret: canary,
      values: { name: canary },
      notification: { sendEmail: true, participatingParties: [{ ...party, ssn: canary, birthDate: canary }] },
    };
    const ticket = async ({ body: asked }: FormRequest) =>
      grantTicket({
        connection: api.connection,
        operation: "forms.create",
        receivers: receiversOf("forms.create", { body: asked }),
        body: asked,
      });
    const done = make(body, ticket);
    assert.ok(await done.made);
    await service.control("POST", "/faults", { operation: "forms.create", kind: "reset-after", times: 1 });
    const lost = make(body, ticket);
    const error: unknown = await lost.made.catch((reason: unknown) => reason);
    assert.ok(error instanceof UnknownForm);
    for (const kept of [
      JSON.stringify([...done.memory.values]),
      JSON.stringify([...lost.memory.values]),
      error.message,
      String(error.cause),
    ]) {
      assert.match(kept, /smartform|form/i);
      assert.ok(!kept.includes(canary), kept);
    }
  });

  describe("Smartform tree", () => {
    it("derives the environments that a Smartform is deployed to from the service's answers (T59, T87)", async () => {
      const { smartforms } = service.ready.demo;
      const states = async (id: string): Promise<readonly string[]> =>
        (await deployments(api, id)).map(({ environment, deployed }) => `${environment} ${deployed.state}`);
      assert.deepEqual(await states(smartforms.testOnly), [
        "Development absent",
        "Test known",
        "PreProduction absent",
        "Production absent",
      ]);
      await service.control("POST", "/faults", { operation: "forms.fields", kind: "status", status: 500 });
      assert.deepEqual(await states(smartforms.undeployed), [
        "Development unknown",
        "Test unknown",
        "PreProduction unknown",
        "Production unknown",
      ]);
    });

    it("lists the Smartforms of an environment with their state there, and the saved drafts if none is named", async () => {
      const { smartforms } = service.ready.demo;
      const idsIn = async (environment: Environment | undefined) =>
        (await smartformChildren(api, { environment })).map((node) =>
          node.kind === "smartform" ? node.smartform.id : "",
        );
      assert.ok(
        (await idsIn("Test")).includes(smartforms.testOnly) &&
          !(await idsIn("Production")).includes(smartforms.testOnly),
      );
      assert.ok(
        (await idsIn(undefined)).includes(smartforms.undeployed) &&
          !(await idsIn("Test")).includes(smartforms.undeployed),
      );
      const [row] = (await smartformChildren(api, { environment: "Test" })).filter(
        (node) => node.kind === "smartform" && node.smartform.id === smartforms.testOnly,
      );
      await service.control("DELETE", "/ledger");
      for (const group of await smartformChildren(api, row ?? assert.fail())) await smartformChildren(api, group);
      const paths = (await items("/ledger"))
        .filter(({ operation }) => operation === "forms.participatingParties")
        .map(({ path }) => String(path));
      assert.ok(paths.length === 1 && paths.every((path) => path.includes("/Test/")), paths.join());
      assert.equal(environmentOfRow(row), "Test");
    });

    it("has a row for each listed Smartform, with its own rows below, though one is listed twice", async () => {
      const listing = {
        call: async () => [
          { id: "s", name: "Claim", process: "a" },
          { id: "s", name: "Claim", process: "b" },
        ],
      } as unknown as Api;
      const listed = await smartformChildren(listing, { environment: undefined });
      const below = (await Promise.all(listed.map((node) => smartformChildren(listing, node)))).flat();
      const rowOf = (node: (typeof listed)[number]): string =>
        node.kind === "smartform" ? node.row : node.kind === "group" ? `${node.group} ${node.row}` : "";
      assert.deepEqual(
        [new Set(listed.map(rowOf)).size, new Set(below.map(rowOf)).size, rowOf(listed[0] ?? assert.fail())],
        [2, 6, "s"],
      );
    });

    it("shows the connection’s environment unless another is chosen for the view", () => {
      assert.deepEqual(
        [
          viewedIn("asConnection", "Test"),
          viewedIn("asConnection", undefined),
          viewedIn(null, "Test"),
          viewedIn("Production", "Test"),
        ],
        ["Test", undefined, undefined, "Production"],
      );
      assert.deepEqual([viewedWords(undefined), viewedWords("Test")], ["saved drafts", "as listed under Test"]);
      assert.deepEqual(
        [environmentOfRow({ environment: "test" }), environmentOfRow(undefined)],
        [undefined, undefined],
      );
    });

    it("narrows the detailed list only by what is filled in", async () => {
      assert.deepEqual(
        detailsQuery(
          new Map([
            ["integration", ""],
            ["integrationobject", "claims"],
          ]),
        ),
        { integrationobject: "claims" },
      );
      assert.deepEqual(detailsQuery(new Map()), {});
      const [all, narrowed] = await Promise.all(
        [{}, { integrationobject: "no such tag" }].map((query) => api.call("forms.activeList", { query })),
      );
      assert.ok((all?.length ?? 0) > 0 && narrowed?.length === 0);
    });

    it("keeps parties of a phone list apart (T43)", async () => {
      const smartform = { id: service.ready.demo.smartforms.phoneParties, name: "Phones" };
      const nodes = await smartformChildren(api, {
        kind: "group",
        group: "parties",
        smartform,
        environment: undefined,
        row: smartform.id,
      });
      const labels = nodes.map((node) => (node.kind === "party" ? partyLabel(node.party, node.index) : ""));
      assert.deepEqual(labels, ["+46701740601", "+46701740602", "+46701740603"]);
    });
  });
});
