/**
 * Journeys on the sandbox: local notes lead from a form to its order and its archived document and back, and what
 * cannot be looked up is reported.
 */
import assert from "node:assert/strict";
import { isApiError } from "../../../api/index.ts";
import type { Api, Environment } from "../../../api/index.ts";
import { noteLink } from "../../../client/records/noteLink.ts";
import type { Services } from "../../../client/services.ts";
import { keepLink, linksOf, thingOfPanel } from "../../../client/records/journeyLinks.ts";
import type { Link, Thing } from "../../../client/records/journeyLinks.ts";
import {
  journeyColumns,
  mostAnswers,
  mostEvents,
  mostThings,
  names,
  readJourney,
} from "../../../client/journey/journeyModel.ts";
import type { Entry, Sources } from "../../../client/journey/journeyModel.ts";
import { givenThing } from "../../../client/journey/subjectModel.ts";
import type { TestForm } from "../../../client/records/testForms.ts";
import { desk } from "../signing/desk.ts";
import type { Desk } from "../signing/desk.ts";

const { signal } = new AbortController();
const identity = "this service";
const environment: Environment = "Production";

describe("journey", () => {
  let papers: Desk;
  let api: Api;
  before(async () => {
    papers = await desk();
    api = papers.service.mine;
  });
  after(() => papers[Symbol.asyncDispose]());
  beforeEach(async () => {
    await papers.service.control("POST", "/reset", { seed: "demo" });
    await papers.service.control("DELETE", "/faults");
  });

  const sources = (more: Partial<Sources> = {}): Sources => ({
    api,
    environment,
    links: [],
    forms: [],
    clients: [],
    now: new Date(),
    ...more,
  });
  const whats = (entries: readonly Entry[]) => entries.map(({ what }) => what);
  const without = (address: "auditApiUrl" | "signingApiUrl" | "archiveApiUrl"): Api => ({
    ...api,
    connection: Object.fromEntries(
      Object.entries(api.connection).filter(([key]) => key !== address),
    ) as unknown as Api["connection"],
  });

  async function chain() {
    const { ready } = papers.service;
    const smartformId = ready.demo.smartforms.singleStep;
    const sentAt = new Date().toISOString();
    const { id: formId } = await api.call("forms.create", {
      body: { dialogDefinitionId: smartformId, values: { name: "Åsa" } },
    });
    const order = await papers.make();
    await papers.act(order, 0, "sign");
    const file = {
      fileName: "Signed.pdf",
      fileContent: Buffer.from("%PDF-1.4\n%%EOF\n").toString("base64"),
      folderId: ready.demo.archiveFolderId,
    };
    const first = await api.call("archive.upload", { environment, body: file });
    const second = await api.call("archive.upload", { environment, body: { ...file, id: first.storedDocumentId } });
    const form: Thing = { kind: "form", id: formId, environment: null };
    const signing: Thing = { kind: "order", id: order.id, environment: null };
    const document: Thing = { kind: "document", id: first.storedDocumentId, environment };
    const at = new Date().toISOString();
    const links: readonly Link[] = [
      { identity, from: signing, to: document, at },
      { identity, from: form, to: signing, at },
    ];
    const made: TestForm = {
      marker: "m",
      connection: "sandbox",
      identity: "",
      smartformId,
      smartformName: "Claim report",
      environment: null,
      textLibraryFolder: null,
      at: sentAt,
      state: "made",
      formId,
    };
    return { form, signing, document, newest: { ...document, id: second.storedDocumentId }, links, made };
  }

  it("names what is known by its name, and the connection instead of its client's id", async () => {
    const { form, links } = await chain();
    const clients = [{ clientId: api.connection.clientId, connection: "strandby" }];
    const named = await readJourney(form, sources({ links, clients }), { signal });
    const event = named.find(({ what }) => what === "Audit: FormCreated");
    assert.match(event?.name ?? "", / · strandby \(this connection\)$/);
    // Only the note of a test form knows the form's name. Without that note, the id is shown.
    assert.equal(named.find(({ what }) => what === "Sent to be signed")?.name, `The PDF of the form ${form.id}`);
  });

  it("leads from the form to its order and every version of the document, in order of time, and back from each of them", async () => {
    const { form, signing, document, newest, links, made } = await chain();
    const facts = sources({ links, forms: [made] });
    const entries = await readJourney(form, facts, { signal });
    const expected = [
      "Test form created",
      "Form as it is now",
      "Signing order created",
      "Last change of the signing order, and its state now",
      "Version stored in the archive",
      "Newest version stored in the archive",
      "Sent to be signed",
      "Stored in the archive",
    ];
    for (const what of expected) assert.equal(entries.filter((entry) => entry.what === what).length, 1, what);
    assert.equal(entries[0]?.what, "Test form created");
    assert.equal(entries.at(-1)?.at, null);
    const times = entries.flatMap(({ at }) => (at === null ? [] : [Date.parse(at)]));
    assert.deepEqual(
      times,
      times.toSorted((one, other) => one - other),
    );
    assert.match(
      entries.find(({ what }) => what.startsWith("Last change of the signing order"))?.name ?? "",
      /^Lease.* · .*Åsa Berg: completed · Bo Ek: /,
    );
    assert.deepEqual(
      whats(entries)
        .filter((what) => what.startsWith("Audit: "))
        .toSorted(),
      [
        "Audit: DocumentArchived",
        "Audit: DocumentVersionArchived",
        "Audit: FormCreated",
        "Audit: SigningOrderCreated",
        "Audit: SigningOrderSigned",
      ],
    );
    assert.deepEqual(
      ["Sent to be signed", "Stored in the archive"].map((what) => entries.find((each) => each.what === what)?.name),
      [
        "The PDF of the form Claim report",
        `The PDF of the signing order ${entries.find(({ what }) => what === "Signing order created")?.name}`,
      ],
    );
    for (const subject of [signing, document, newest])
      assert.deepEqual(whats(await readJourney(subject, facts, { signal })).toSorted(), whats(entries).toSorted());
  });

  it("finds the documents that name a form, and the form that a document names, without a note", async () => {
    const [formId = ""] = papers.service.ready.demo.legacyFormIds;
    const entries = await readJourney({ kind: "form", id: formId, environment }, sources(), { signal });
    const newest = entries.find(({ what }) => what === "Newest version stored in the archive");
    assert.match(newest?.name ?? "", /version 3 · Production/);
    assert.equal(entries.filter(({ what }) => what === "Version stored in the archive").length, 2);
    const elsewhere = await readJourney({ kind: "form", id: formId, environment: "Test" }, sources(), { signal });
    assert.match(
      elsewhere.find(({ what }) => what.startsWith("The archive lists no document"))?.name ?? "",
      /^Only the environment Test was searched\./,
    );
    const back = await readJourney({ kind: "document", id: newest?.id ?? "", environment }, sources(), { signal });
    assert.ok(back.some(({ id, what }) => id === formId && what.startsWith("Form")));
  });

  it("says what was not asked, refused or not shown, and keeps the rest", async () => {
    const { form, links } = await chain();
    for (const [address, words] of [
      ["auditApiUrl", "Audit events: not read"],
      ["signingApiUrl", "Signing orders: not read"],
      ["archiveApiUrl", "The archive: not read"],
    ] as const) {
      const entries = await readJourney(form, sources({ api: without(address), links }), { signal });
      assert.equal(entries.find(({ what }) => what === words)?.how, "could not be asked");
      assert.ok(whats(entries).includes("Form as it is now"));
    }
    const nowhere = await readJourney(
      { kind: "document", id: "nowhere", environment },
      sources({
        links: [
          {
            identity,
            from: { kind: "order", id: "00000000-0000-4000-8000-000000000000", environment: null },
            to: { kind: "document", id: "nowhere", environment },
            at: new Date().toISOString(),
          },
        ],
      }),
      { signal },
    );
    assert.deepEqual(
      nowhere.filter(({ how }) => how === "not shown").map(({ what }) => what),
      ["Document of the archive: not listed", "Signing order: not shown"],
    );
    const gone = await readJourney(
      { kind: "form", id: "00000000-0000-4000-8000-000000000001", environment: null },
      sources({ environment: undefined }),
      { signal },
    );
    assert.deepEqual(whats(gone).toSorted(), [
      "Audit events: only the last 30 days",
      "Form: not shown",
      "The archive: not searched for the form",
    ]);
    await papers.service.control("POST", "/faults", {
      operation: "audit.search",
      kind: "status",
      status: 500,
      times: 20,
    });
    const refused = await readJourney(form, sources({ links }), { signal });
    assert.ok(refused.some(({ what, how }) => what === "Audit events: not shown" && how === "could not be asked"));
  });

  it("ends when the person cancels", async () => {
    const { form, links } = await chain();
    const stop = new AbortController();
    stop.abort();
    await assert.rejects(
      readJourney(form, sources({ links }), { signal: stop.signal }),
      (error) => isApiError(error) || (error instanceof Error && error.name === "AbortError"),
    );
  });

  /** Returns a client of the sandbox whose searches for audit events are answered by `search`. */
  const withAudit = (
    search: (body: { readonly skip: number; readonly dateFrom: string; readonly dateTo: string }) => unknown,
  ): Api => ({
    ...api,
    call: (async (operation: string, request: { readonly body: never }, options: unknown): Promise<unknown> =>
      operation === "audit.search"
        ? search(request.body)
        : (api.call as (...all: readonly unknown[]) => Promise<unknown>)(
            operation,
            request,
            options,
          )) as unknown as Api["call"],
  });
  const someEvents = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: String(from + index),
      createdDate: new Date().toISOString(),
      logName: "E",
      description: {},
    }));

  it("reads a limited number of audit events, and says that these were not all", async () => {
    const { form } = await chain();
    const limit = async (search: Parameters<typeof withAudit>[0]) =>
      (await readJourney(form, sources({ api: withAudit(search) }), { signal })).find(
        ({ what }) => what === "Not all audit events were read",
      )?.name ?? "";
    assert.match(
      await limit(({ skip }) => ({ totalRecords: 30_000, eventLogs: someEvents(skip, 1000) })),
      new RegExp(`^The newest ${mostEvents} of 30000 events`),
    );
    let calls = 0;
    assert.match(
      await limit(({ skip }) => {
        calls += 1;
        return { totalRecords: 30_000, eventLogs: someEvents(skip, 1) };
      }),
      new RegExp(`^The newest ${mostAnswers} of 30000 events`),
    );
    assert.equal(calls, mostAnswers);
    assert.match(await limit(() => ({ totalRecords: 9, eventLogs: [] })), /^The newest 0 of 9 events/);
  });

  for (const impossible of [
    "-271821-04-20T00:00:00Z",
    "+275760-09-13T00:00:00Z",
    "9999-12-31T23:59:59.9999999",
    "0001-01-01T00:00:00",
    "1989-12-31T23:59:59Z",
    "2027-11-22T10:00:00Z",
  ]) {
    it(`takes ${impossible} for no known time on 2026-11-20, and shows it`, async () => {
      const asked: unknown[] = [];
      const audit = withAudit(({ dateFrom, dateTo }) => {
        asked.push([dateFrom, dateTo]);
        return { totalRecords: 0, eventLogs: [] };
      });
      const order = { id: "o", createdDate: impossible, updatedDate: "", signatories: [], packageName: "Lease" };
      const withOrder: Api = {
        ...audit,
        call: (async (operation: string, ...rest: readonly unknown[]): Promise<unknown> =>
          operation.startsWith("signing.")
            ? order
            : (audit.call as (...all: readonly unknown[]) => Promise<unknown>)(
                operation,
                ...rest,
              )) as unknown as Api["call"],
      };
      const now = new Date("2026-11-20T10:00:00Z");
      const entries = await readJourney(
        { kind: "order", id: "o", environment: null },
        sources({ api: withOrder, now }),
        {
          signal,
        },
      );
      assert.deepEqual(asked, [["2026-10-20", "2026-11-21"]]);
      assert.equal(entries.find(({ what }) => what === "Signing order created")?.at, impossible);
      assert.ok(whats(entries).includes("Audit events: only the last 30 days"));
    });
  }

  it("looks for a document from the day before its note on, then everywhere, and everywhere if the note has no time", async () => {
    const document: Thing = { kind: "document", id: "nowhere", environment };
    const order: Thing = { kind: "order", id: "00000000-0000-4000-8000-000000000000", environment: null };
    const searched = async (at: string) => {
      const from: unknown[] = [];
      const call = async (
        operation: string,
        request: { readonly body: { readonly createdFrom?: string } },
        options: unknown,
      ): Promise<unknown> => {
        if (operation === "archive.search") from.push(request.body.createdFrom);
        return (api.call as (...all: readonly unknown[]) => Promise<unknown>)(operation, request, options);
      };
      await readJourney(
        document,
        sources({
          api: { ...api, call: call as unknown as Api["call"] },
          links: [{ identity, from: order, to: document, at }],
          now: new Date("2026-11-20T10:00:00Z"),
        }),
        { signal },
      );
      return from;
    };
    assert.deepEqual(await searched("2026-11-20T09:00:00Z"), ["2026-11-19T09:00:00.000Z", undefined]);
    assert.deepEqual(await searched("soon"), [undefined]);
  });

  it("follows a limited number of things, and says how many more there are, and where to go on", async () => {
    const form = (number: number): Thing => ({ kind: "form", id: `f${number}`, environment: null });
    const order = (number: number): Thing => ({ kind: "order", id: `o${number}`, environment: null });
    const at = new Date().toISOString();
    const links = (count: number): readonly Link[] =>
      Array.from({ length: count }, (_, index) => ({ identity, from: form(0), to: order(index), at }));
    const bare = without("archiveApiUrl");
    const read = new Set<string>();
    const call = async (operation: string, request: unknown, options: unknown): Promise<unknown> => {
      const [id] = /(?<=")[fo]\d+(?=")/.exec(JSON.stringify(request)) ?? [];
      if (id !== undefined) read.add(id);
      return (api.call as (...all: readonly unknown[]) => Promise<unknown>)(operation, request, options);
    };
    const journey = async (count: number) => {
      read.clear();
      const some = sources({ api: { ...bare, call: call as unknown as Api["call"] }, links: links(count) });
      return (await readJourney(form(0), some, { signal })).find(({ what }) => what.startsWith("Not everything"));
    };
    assert.equal(await journey(mostThings - 1), undefined);
    const one = await journey(mostThings);
    assert.match(one?.name ?? "", / reads at most 100 forms.* not read \(known so far: 1\)\. /);
    assert.equal(one?.id, `o${mostThings - 1}`);
    const many = await journey(mostThings + 20);
    assert.match(many?.name ?? "", / not read \(known so far: 21\)\. /);
    assert.equal(many?.how, "could not be asked");
    assert.equal(read.size, mostThings);
  });

  it("shows the events of an answer of any length", async () => {
    const count = 150_000;
    const some = someEvents(0, 1).map((event) => ({ ...event, description: { order: "o" } }));
    const long = withAudit(() => ({ totalRecords: count, eventLogs: Array.from({ length: count }, () => some[0]) }));
    const order: Thing = { kind: "order", id: "o", environment: null };
    const entries = await readJourney(order, sources({ api: long }), { signal });
    assert.equal(entries.filter(({ what }) => what === "Audit: E").length, count);
  });

  it("counts an id as named only if it is a whole word", () => {
    const event = { id: "e", createdDate: "", logName: "E", description: { order: "AB-12" } };
    assert.deepEqual(
      ["ab-12", "AB-1", "B-12", "12"].map((id) => names(event, [id])),
      [true, false, false, false],
    );
  });

  it("shows times in the reader's zone, and says if the service names none", () => {
    const [time] = journeyColumns("Europe/Stockholm", new Date("2026-05-04T10:00:00Z"));
    const shown = (at: string | null) =>
      time?.text({ at, what: "", name: "", id: "", how: "the service says", json: "" });
    assert.deepEqual([shown("2026-05-03T10:00:00Z"), shown(null)], ["2026-05-03 12:00:00", "not given"]);
    assert.match(shown("2026-05-03T10:00:00") ?? "", /the service gives no time zone/);
    for (const impossible of ["0001-01-01T00:00:00", "9999-12-31T23:59:59.9999999", "+275760-09-13T00:00:00Z", "soon"])
      assert.equal(shown(impossible), impossible);
  });

  it("keeps ids of one connection, the newest 500, and drops invalid notes", async () => {
    let kept: unknown;
    const store = { get: () => kept, update: async (_: string, value: unknown) => void (kept = value) };
    const form: Thing = { kind: "form", id: "f", environment: null };
    for (let number = 0; number < 501; number += 1)
      await keepLink(store, {
        identity,
        from: form,
        to: { kind: "order", id: `o${number}`, environment: null },
        at: "2026-05-03T10:00:00Z",
      });
    assert.deepEqual(
      [linksOf(store, identity).length, linksOf(store, identity)[0]?.to.id, linksOf(store, "another").length],
      [500, "o500", 0],
    );
    kept = [{ identity, from: "f" }];
    assert.deepEqual(linksOf(store, identity), []);
  });

  it("identifies what a PDF panel shows, and nothing of another connection or of files", () => {
    const made = {
      marker: "m",
      smartformId: "s",
      smartformName: "Claim report",
      textLibraryFolder: null,
      at: "2026-05-03T10:00:00Z",
      state: "made",
    } as const;
    const forms: readonly TestForm[] = [
      { ...made, connection: "as it was called", identity, formId: "f1", environment: "Test" },
      { ...made, connection: "other", identity: "other", formId: "f2", environment: null },
      { ...made, connection: "my acme", identity: "who had this name before", formId: "f3", environment: null },
    ];
    const known = { session: { name: "my acme", identity }, forms };
    const shown = [
      "f1",
      "f1 without attachments",
      "f2",
      "f3",
      "signing.certifiedPdf o1 o1",
      "archive my acme Production d1",
      "archive other Production d1",
      "copy /tmp/f.pdf",
    ].map((key) => thingOfPanel(key, known));
    const form = { kind: "form", id: "f1", environment: "Test" };
    assert.deepEqual(shown, [
      form,
      form,
      undefined,
      undefined,
      { kind: "order", id: "o1", environment: null },
      { kind: "document", id: "d1", environment: "Production" },
      undefined,
      undefined,
    ]);
  });

  it("notes what was started from the PDF of a form, nothing of a file, and no action fails if a note cannot be stored", async () => {
    const made: TestForm = {
      marker: "m",
      connection: "acme",
      identity: "",
      smartformId: "s",
      smartformName: "Claim report",
      environment: "Test",
      textLibraryFolder: null,
      at: "2026-05-03T10:00:00Z",
      state: "made",
      formId: "f1",
    };
    const state = new Map<string, unknown>([["testForms", [made]]]);
    const warned: string[] = [];
    const host = (update: (key: string, value: unknown) => Promise<void>) =>
      ({
        extension: { globalState: { get: (key: string) => state.get(key), update } },
        log: { warn: (words: string) => warned.push(words) },
      }) as unknown as Pick<Services, "extension" | "log">;
    const session = { name: "acme", identity };
    const to: Thing = { kind: "order", id: "o1", environment: null };
    const keeping = host(async (key, value) => void state.set(key, value));
    await noteLink(keeping, session, { panel: undefined, to });
    await noteLink(keeping, session, { panel: "copy /tmp/f.pdf", to });
    await noteLink(keeping, session, { panel: "f1", to });
    const get = (key: string) => state.get(key);
    const notes = linksOf({ get, update: async () => undefined }, identity).map(({ at: _, ...note }) => note);
    assert.deepEqual(notes, [{ identity, from: { kind: "form", id: "f1", environment: "Test" }, to }]);
    await noteLink(
      host(() => Promise.reject(new Error("The disk is full."))),
      session,
      { panel: "f1", to },
    );
    assert.match(warned.join(), /could not be noted .*The disk is full\./);
  });

  it("takes from rows of views only the ids that name something", () => {
    const owner = { identity, connection: "acme" };
    const place = { ...owner, environment: "Test" };
    assert.deepEqual(givenThing({ kind: "form", form: { ...owner, formId: "f", environment: null } }), {
      owner,
      thing: { kind: "form", id: "f", environment: null },
    });
    for (const kind of ["opened", "step"])
      assert.equal(givenThing({ kind, form: { ...owner, formId: "f", environment: null } })?.thing.id, "f", kind);
    assert.deepEqual(
      givenThing({ kind: "version", place, document: { listed: { id: "d3" } }, version: { id: "d1" } })?.thing.id,
      "d1",
    );
    assert.deepEqual(givenThing({ kind: "document", place, document: { listed: { id: "d3" } } })?.thing, {
      kind: "document",
      id: "d3",
      environment: "Test",
    });
    assert.deepEqual(givenThing({ kind: "signatory", index: 0, order: { id: "o" }, owner })?.owner, owner);
    assert.deepEqual(givenThing({ kind: "signatory", index: 0, order: { id: "o" } }), {
      owner: undefined,
      thing: { kind: "order", id: "o", environment: null },
    });
    for (const nothing of [
      undefined,
      null,
      "f",
      { kind: "form" },
      { kind: "form", form: { formId: "", ...owner, environment: null } },
      { kind: "document", document: {} },
    ])
      assert.equal(givenThing(nothing), undefined);
  });
});
