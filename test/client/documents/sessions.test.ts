/** Sessions started from this computer: what is stored, their state, their lifetime, and the way to their editor. */
import assert from "node:assert/strict";
import { dataAsBase64, operations } from "../../../api/index.ts";
import type { Api } from "../../../api/index.ts";
import { Editors } from "../../../client/records/editorsModel.ts";
import {
  discardConsequences,
  draftsWords,
  foundSessions,
  KeptSessions,
  keptUntil,
  mostKept,
  placeOf,
  readDrafts,
  readListed,
  readLocalTime,
  readStatus,
  readStatuses,
  readStatusesIn,
  retentionConsequences,
  retentionProblem,
  sessionWords,
  statusWords,
  timeLeft,
  tooManyWords,
} from "../../../client/documents/sessionsModel.ts";
import { sessionsOfFiles } from "../../../client/documents/documents.ts";
import type { Documents } from "../../../client/documents/documents.ts";
import { standingOf } from "../../../client/connections/documentsPlaceModel.ts";
import type { Session } from "../../../client/connections/session.ts";
import { startContract } from "../../api/contract/service.ts";
import type { Contract } from "../../api/contract/service.ts";
import { memory } from "./memory.ts";

const environment = "Test";
const signal = new AbortController().signal;
const hour = 3_600_000;
const day = 24 * hour;
const now = Date.parse("2026-11-21T12:00:00Z");
const inTime = (milliseconds: number): string => new Date(now + milliseconds).toISOString();

describe("editing sessions", () => {
  let contract: Contract;
  let api: Api;

  before(async () => {
    contract = await startContract();
    api = contract.as("standard");
  });
  beforeEach(() => contract.control("POST", "/reset", { seed: "demo" }));
  after(() => contract.close());

  async function start() {
    const { metaFile: MetaFile, document: Document } = contract.ready.demo;
    const made = await api.call("documents.sessions.createJson", {
      environment,
      body: { MetaFile, Document, UserName: "eva", DataAsBase64: dataAsBase64({ json: {} }) },
    });
    return made ?? assert.fail("no session");
  }

  it("T159 keep neither the start URL nor the JWT on this computer", async () => {
    await contract.choose("E7", "required");
    const made = await start();
    const store = memory();
    const kept = {
      place: "here",
      dxmlUID: made.DxmlUID,
      name: "Decision",
      started: inTime(0),
      validTo: made.ValidTo ?? null,
      ...made,
    };
    await new KeptSessions(store).put(kept);
    assert.ok(store.written().includes(made.DxmlUID));
    for (const secret of [made.StartURL?.split("/").at(-1), made.JWT])
      assert.ok(secret && !store.written().includes(secret));
  });

  it("T159 open with a new JWT each time, and show no more than the origin", async () => {
    await contract.choose("E7", "required");
    const made = await start();
    const editors = new Editors();
    editors.keep("here", made);
    const editor = editors.of("here", made.DxmlUID) ?? assert.fail("no editor");
    assert.equal(editor.origin, new URL(contract.ready.documentsApiUrl).origin);
    const jwt = await api.call("documents.sessions.jwt", {
      environment,
      path: editor.restart ?? assert.fail("no restart"),
    });
    assert.equal((await fetch(editor.address(jwt))).status, 200);
    assert.notEqual((await fetch(editor.address("another"))).status, 200);
    assert.deepEqual(Object.keys(JSON.parse(JSON.stringify(editor)) as object).sort(), ["open", "origin", "restart"]);
    assert.equal(editors.of("elsewhere", made.DxmlUID), undefined);
    editors.forget("here", made.DxmlUID);
    assert.equal(editors.of("here", made.DxmlUID), undefined);
  });

  it("that a request file started are listed with those that a command started, in the environment of the file", async () => {
    const made = await start();
    const sessions = new KeptSessions(memory());
    const editors = new Editors();
    let refreshed = 0;
    const started = sessionsOfFiles({
      sessions,
      editors,
      refresh: () => {
        refreshed += 1;
      },
    } as unknown as Documents);
    const session = {
      name: "acme",
      sandbox: false,
      environment: undefined,
      identity: "acme client",
      api: { connection: api.connection },
    } as unknown as Session;
    const at = new Date(now);
    await started(session, {
      environment: "Test4",
      environmentGroup: "North",
      body: { MetaFile: "ClaimLetters", Document: "Decision" },
      answer: made,
      at,
    });
    const place = standingOf(session, "Test4");
    assert.ok(place.state === "ready");
    assert.deepEqual(sessions.of(place.place.key), [
      {
        place: place.place.key,
        dxmlUID: made.DxmlUID,
        environmentGroup: "North",
        name: "Decision",
        metaFile: "ClaimLetters",
        started: at.toISOString(),
        validTo: made.ValidTo,
      },
    ]);
    assert.deepEqual(
      [editors.of(place.place.key, made.DxmlUID)?.origin, refreshed],
      [new URL(made.StartURL ?? "").origin, 1],
    );
  });

  it("that a request file without a group started are in no group, whichever is chosen", async () => {
    const sessions = new KeptSessions(memory());
    const started = sessionsOfFiles({ sessions, editors: new Editors(), refresh: () => {} } as unknown as Documents);
    const session = {
      name: "acme",
      sandbox: false,
      environment: undefined,
      identity: "acme client",
      api: { connection: api.connection },
    } as unknown as Session;
    await started(session, {
      environment: "Test",
      environmentGroup: undefined,
      body: {},
      answer: await start(),
      at: new Date(now),
    });
    const place = standingOf(session, "Test", "South");
    assert.ok(place.state === "ready");
    const [kept = assert.fail("nothing is kept")] = sessions.of(place.place.key);
    assert.deepEqual(placeOf(place.place, kept).at, { environment: "Test" });
  });

  it("open without a JWT if none is required", async () => {
    const made = await start();
    const editors = new Editors();
    editors.keep("here", made);
    const editor = editors.of("here", made.DxmlUID);
    assert.equal(editor?.restart, undefined);
    assert.equal(editor?.address(null), made.StartURL);
  });

  for (const [StartURL, open] of [
    ["http://editor.example/WebEditor/x", true],
    ["https://editor.example/WebEditor/x", false],
    ["http://127.0.0.1:80/WebEditor/x", false],
    ["file:///etc/passwd", undefined],
    [null, undefined],
  ] as const) {
    it(`lead to ${StartURL ?? "no address"}: ${open === undefined ? "nowhere" : open ? "in the open" : "safely"}`, () => {
      const editors = new Editors();
      editors.keep("here", { DxmlUID: "x", StartURL });
      assert.equal(editors.of("here", "x")?.open, open);
    });
  }

  it("T156 are requested in portions, and those that the service does not know are reported", async () => {
    const { DxmlUID } = await start();
    const strangers = Array.from({ length: 120 }, (_, index) => `stranger-${index}`);
    const statuses = await readStatuses(api, { environment }, [...strangers, DxmlUID], { signal });
    assert.deepEqual([statuses.size, statuses.get(DxmlUID), statuses.get("stranger-0")], [121, "Draft", null]);
    const { items } = (await contract.control("GET", "/ledger")) as {
      readonly items: readonly { readonly operation: string }[];
    };
    assert.equal(items.filter(({ operation }) => operation === "documents.sessions.statuses").length, 3);
  });

  for (const [answered, status] of [
    [[{ DxmlUID: "ABC-1", Status: "Draft" }], "Draft"],
    [[{ DxmlUID: "abc-1", Status: "Draft" }], "Draft"],
    [
      [
        { DxmlUID: "abc-1", Status: "OK" },
        { DxmlUID: "ABC-1", Status: "Draft" },
      ],
      "Draft",
    ],
    [[{ DxmlUID: "ABC-1", State: "Draft" }], undefined],
    [[{ DxmlUID: "ABC-1", Status: { Code: 1 } }], undefined],
    [{ DxmlUID: "ABC-1", Status: "Draft" }, undefined],
    [[], undefined],
    [[{ DxmlUID: "ABC-1", Status: null }], null],
    [{ "abc-1": "OK" }, "OK"],
  ] as const) {
    it(`T156 of which the list says ${JSON.stringify(answered)} are ${status === undefined ? "of an unknown status" : JSON.stringify(status)}`, async () => {
      const answering = {
        call: async () => operations["documents.sessions.statuses"].schema.parse(answered),
      } as unknown as Api;
      assert.equal((await readStatuses(answering, { environment }, ["ABC-1"], { signal })).get("ABC-1"), status);
    });
  }

  it("are requested in the environment group of their connection", async () => {
    const { DxmlUID } = await start();
    const at = { environment, environmentGroup: "North" } as const;
    await contract.control("DELETE", "/ledger");
    assert.deepEqual(
      [
        (await readStatuses(api, at, [DxmlUID], { signal })).get(DxmlUID),
        await readStatus(api, at, DxmlUID, { signal }),
      ],
      ["Draft", "Draft"],
    );
    const { items } = (await contract.control("GET", "/ledger")) as {
      readonly items: readonly { readonly path: string }[];
    };
    assert.deepEqual(
      items.filter(({ path }) => path.includes("/status")).map(({ path }) => path.endsWith("/North")),
      [true, true],
    );
  });

  it("are requested in the group of each, and a failing group does not affect the status of the others", async () => {
    const [of, mine] = [await start(), await start()];
    const at = { environment, environmentGroup: "South" } as const;
    const kept = [
      { dxmlUID: of.DxmlUID, environmentGroup: "North" },
      { dxmlUID: mine.DxmlUID },
      { dxmlUID: "none", environmentGroup: "" },
    ].map((more) => ({ place: "here", name: "x", started: null, validTo: null, ...more }));
    const place = { connection: "acme", environment, at, key: "here" } as const;
    const broken: Pick<Api, "call"> = {
      call: (async (
        id: "documents.sessions.statuses",
        request: { readonly environmentGroup?: string },
        options: object,
      ) => {
        if (request.environmentGroup === "North") throw new Error("North is down");
        return api.call(id, request as never, options);
      }) as Api["call"],
    };
    await contract.control("DELETE", "/ledger");
    const { statuses, problems } = await readStatusesIn(broken, place, kept, { signal });
    assert.deepEqual(
      [[...statuses], problems.map(({ error, at: { environmentGroup } }) => [String(error), environmentGroup])],
      [
        [
          [mine.DxmlUID, "Draft"],
          ["none", null],
        ],
        [["Error: North is down", "North"]],
      ],
    );
    const { items } = (await contract.control("GET", "/ledger")) as {
      readonly items: readonly { readonly path: string }[];
    };
    assert.deepEqual(
      items
        .filter(({ path }) => path.includes("/status"))
        .map(({ path }) => path.endsWith("/South"))
        .sort(),
      [false, true],
    );
  });

  it("that earlier versions stored are read, and go to the current group", () => {
    const old = { place: "here", dxmlUID: "a", name: "a", started: null, validTo: null };
    const [kept = assert.fail("nothing is kept")] = new KeptSessions(memory({ "documents.sessions": [old] })).of(
      "here",
    );
    const place = {
      connection: "acme",
      environment,
      at: { environment, environmentGroup: "South" },
      key: "here",
    } as const;
    assert.deepEqual([kept, placeOf(place, kept)], [old, place]);
  });

  it("T157 are searched for around their start, and never among all sessions", async () => {
    const { DxmlUID, ValidTo } = await start();
    const started = new Date().toISOString();
    assert.deepEqual(await readListed(api, environment, { dxmlUID: DxmlUID, started }, { signal }), {
      validTo: ValidTo,
    });
    assert.equal(
      await readListed(api, environment, { dxmlUID: DxmlUID, started: inTime(-day) }, { signal }),
      undefined,
    );
    assert.equal(await readListed(api, environment, { dxmlUID: DxmlUID, started: null }, { signal }), undefined);
  });

  it("are found as the service lists them, newest first", () => {
    const found = foundSessions([
      { DxmlUID: "old", Status: "OK", Created: "2026-11-20T10:00:00" },
      { DxmlUID: "bare" },
      { DxmlUID: "new", Status: "Draft", Created: "2026-11-21T10:00:00Z", ValidTo: "2026-12-21T10:00:00Z" },
    ]);
    assert.deepEqual(
      found.map(({ dxmlUID, started, status }) => [dxmlUID, started, status]),
      [
        ["new", "2026-11-21T10:00:00.000Z", "Draft"],
        ["old", "2026-11-20T10:00:00.000Z", "OK"],
        ["bare", null, undefined],
      ],
    );
  });

  it("are reported if the answer of a start was lost, though the clocks differ, and none is taken for it", async () => {
    const { DxmlUID } = await start();
    const minutes = 60_000;
    const seen = async (ahead: number) =>
      draftsWords(await readDrafts(api, environment, new Date(Date.now() + ahead), { signal }));
    assert.match(
      await seen(10 * minutes),
      new RegExp(
        `lists 1 draft from the last quarter of an hour: ${DxmlUID}\\. It does not say whose draft this is\\.`,
      ),
    );
    assert.match(await seen(20 * minutes), /no draft/);
    assert.match(draftsWords([]), /no draft/);
    assert.match(
      draftsWords(Array.from({ length: 7 }, (_, index) => ({ DxmlUID: `d${index}` }))),
      /lists 7 drafts from the last quarter of an hour: d0, d1, d2, d3, d4, and more\. It does not say whose drafts these are\./,
    );
  });

  it("are stored newest first, each once, and unreadable ones are skipped", async () => {
    const store = memory();
    const sessions = new KeptSessions(store);
    for (const dxmlUID of ["a", "b", "a"])
      await sessions.put({ place: "here", dxmlUID, name: dxmlUID, started: null, validTo: null });
    assert.deepEqual(
      sessions.of("here").map(({ dxmlUID }) => dxmlUID),
      ["b", "a"],
    );
    await sessions.forget({ place: "here", dxmlUID: "b" });
    assert.deepEqual(
      sessions.of("here").map(({ dxmlUID }) => dxmlUID),
      ["a"],
    );
    assert.deepEqual(new KeptSessions(memory({ "documents.sessions": "nonsense" })).of("here"), []);
  });

  it("are added together in one write, newest first, up to the limit, and the number beyond it is reported", async () => {
    const store = memory();
    let writings = 0;
    const sessions = new KeptSessions({
      get: (key) => store.get(key),
      update: (key, value) => {
        writings += 1;
        return store.update(key, value);
      },
    });
    const session = (dxmlUID: string) => ({ place: "here", dxmlUID, name: dxmlUID, started: null, validTo: null });
    const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `d${from + index}`);
    assert.equal(await sessions.put(...ids(10, mostKept).map(session)), 0);
    assert.equal(await sessions.put(...ids(0, 20).map(session)), 0);
    assert.deepEqual(
      sessions.of("here").map(({ dxmlUID }) => dxmlUID),
      ids(0, mostKept),
    );
    assert.equal(await sessions.put(session("more")), 1);
    assert.deepEqual(
      sessions.of("here").map(({ dxmlUID }) => dxmlUID),
      ["more", ...ids(0, mostKept - 1)],
    );
    assert.equal(writings, 3);
    assert.match(tooManyWords(1), /keeps 500 sessions and leaves out 1 older session,/);
    assert.match(tooManyWords(1500), /leaves out 1,500 older sessions,/);
  });

  for (const [status, words] of [
    ["Draft", "draft"],
    ["OK", "finished"],
    ["Discarded", "discarded"],
    ["Deleted", "deleted"],
    ["", "no status yet"],
    [null, "not known to the service"],
    [undefined, "status not known"],
    ["Archived\u202e", "Archived\\u{202e}"],
  ] as const) {
    it(`show ${JSON.stringify(status)} as "${words}"`, () => assert.equal(statusWords(status), words));
  }

  it("that a call with a group does not find may be in another group", () => {
    assert.match(
      sessionWords({ validTo: null }, null, now, { environmentGroup: "Nort" }),
      /not known to the service in the environment group Nort \(the session may be in another group, or perhaps this call does not accept a group\)/,
    );
  });

  for (const [validTo, words] of [
    [inTime(30 * day), "30 days left"],
    [inTime(2 * day), "2 days left"],
    [inTime(2 * day - 1), "47 hours left"],
    [inTime(hour), "1 hour left"],
    [inTime(hour - 1), "59 minutes left"],
    [inTime(1), "1 minute left"],
    [inTime(0), "no time left"],
    [inTime(-day), "no time left"],
    [null, "time left unknown"],
    ["soon", "time left unknown"],
    [inTime(30 * day).replace("Z", ""), "30 days left"],
  ] as const) {
    it(`T151 until ${validTo ?? "an unknown time"} show "${words}"`, () => assert.equal(timeLeft(validTo, now), words));
  }

  it("T151 show next to their status how long they last, until they are deleted", () => {
    assert.equal(sessionWords({ validTo: inTime(3 * day) }, "Draft", now), "draft · 3 days left");
    assert.equal(sessionWords({ validTo: inTime(3 * day) }, "Deleted", now), "deleted");
  });

  for (const [validTo, next, warns] of [
    [inTime(30 * day), inTime(3 * day), /EARLIER than the current one.*30 days left/],
    [null, inTime(3 * day), /MAY BE EARLIER/],
    [inTime(day), inTime(3 * day), undefined],
    [inTime(day), inTime(day), undefined],
  ] as const) {
    it(`T151 ${warns ? "warn" : "do not warn"} before ${next} replaces ${validTo ?? "an unknown date"}`, () => {
      const words = retentionConsequences({ validTo, next, now }).join("\n");
      if (warns) assert.match(words, warns);
      else assert.doesNotMatch(words, /WARNING/);
      assert.match(
        words,
        /With the new date, the time left is (3 days|24 hours)\. On that date, the service deletes the session/,
      );
    });
  }

  it("T151 say before they are discarded that their sender is notified, and what a finished one loses", () => {
    assert.match(discardConsequences("OK").join("\n"), /FINISHED/);
    for (const status of ["Draft", "OK", null, undefined])
      assert.match(
        discardConsequences(status).join("\n"),
        /The person who started the session may have given an address that the service calls if the session is discarded/,
      );
  });

  for (const [text, expected] of [
    ["2026-11-30", new Date(2026, 10, 30)],
    [" 2026-11-30 16:45 ", new Date(2026, 10, 30, 16, 45)],
    ["2026-02-30", undefined],
    ["2026-11-30 24:00", undefined],
    ["30.11.2026", undefined],
    ["", undefined],
  ] as const) {
    it(`accept ${JSON.stringify(text)} as ${expected ? "a date in the reader's zone" : "no date"}`, () =>
      assert.equal(readLocalTime(text), expected?.getTime()));
  }

  it("do not accept a date in the past", () => {
    assert.match(retentionProblem("2026-11-20", now) ?? "", /in the past, so the session would be deleted at once/);
    assert.match(retentionProblem("tomorrow", now) ?? "", /Write a date/);
    assert.equal(retentionProblem("2026-12-20", now), undefined);
  });

  it("are kept until a date that is shown with its zone, or is unknown", () => {
    assert.match(keptUntil("2026-11-30T15:45:00"), /^until .*30.*2026.*(UTC|GMT|[A-Z]{3,5})/);
    assert.equal(keptUntil(null), "until a date that the service did not give");
  });
});
