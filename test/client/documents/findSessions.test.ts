/**
 * Editing sessions of any person or program: they are listed by every documented filter, found by an id, and reopened
 * by a known start address.
 */
import assert from "node:assert/strict";
import { dataAsBase64 } from "../../../api/index.ts";
import type { Api } from "../../../api/index.ts";
import { readAddress } from "../../../client/records/editorsModel.ts";
import {
  filterWords,
  isWholeFilter,
  sessionQuery,
  timeProblem,
  withoutFilter,
} from "../../../client/documents/findSessionsModel.ts";
import { foundSessions, foundWords, readStatus } from "../../../client/documents/sessionsModel.ts";
import { startContract } from "../../api/contract/service.ts";
import type { Contract } from "../../api/contract/service.ts";

const environment = "Test";
const signal = new AbortController().signal;
const local = (year: number, month: number, day: number, hour = 0, minutes = 0, milliseconds = 0): string =>
  new Date(year, month - 1, day, hour, minutes, 0, milliseconds).toISOString();
const answers = (given: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(given));

describe("editing sessions of anyone", () => {
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

  it("are filtered by status and by both times, in the reader's zone, with whole days", () => {
    assert.deepEqual(
      sessionQuery(
        answers({
          status: "Draft OK",
          createdStart: "2026-11-20",
          createdEnd: "2026-11-21",
          modifiedStart: "2026-11-20 16:45",
          modifiedEnd: "2026-11-21 16:45",
        }),
      ),
      {
        status: ["Draft", "OK"],
        createdStart: local(2026, 11, 20),
        createdEnd: local(2026, 11, 21, 23, 59, 59_999),
        modifiedStart: local(2026, 11, 20, 16, 45),
        modifiedEnd: local(2026, 11, 21, 16, 45, 59_999),
      },
    );
    assert.deepEqual(sessionQuery(answers({ status: "", createdStart: "", modifiedEnd: " " })), {});
    assert.deepEqual(
      [timeProblem(""), timeProblem("2026-11-20"), timeProblem("2026-11-20 16:45")],
      [undefined, undefined, undefined],
    );
    assert.match(timeProblem("yesterday") ?? "", /Write a date as 2026-11-30/);
    assert.equal(filterWords(sessionQuery(answers({ status: "OK" }))), "finished");
    assert.match(filterWords(sessionQuery(answers({ modifiedStart: "2026-11-20" }))), /^changed from .*20.*2026/);
  });

  it("T157 are never listed without a filter, which would list all of them", () => {
    assert.deepEqual(
      [isWholeFilter({}), isWholeFilter({ status: ["Draft"] }), isWholeFilter({ modifiedStart: local(2026, 11, 20) })],
      [false, true, true],
    );
    assert.match(withoutFilter(), /every session/);
  });

  it("are listed by status, and by the time of their change", async () => {
    const { DxmlUID } = await start();
    const ended = await start();
    await contract.control("POST", "/clock", { advanceMs: 3_600_000 });
    const later = new Date(Date.now() + 1_800_000).toISOString();
    await contract.control("POST", `/sessions/${ended.DxmlUID}/finish`, { status: "OK" });
    const listed = async (given: Readonly<Record<string, string>>, more: object = {}) =>
      foundSessions(
        await api.call("documents.sessions.list", { environment, query: { ...sessionQuery(answers(given)), ...more } }),
      );
    const ids = (found: Awaited<ReturnType<typeof listed>>) => found.map(({ dxmlUID }) => dxmlUID);
    assert.deepEqual(
      ids(await listed({ status: "OK" })).filter((id) => [DxmlUID, ended.DxmlUID].includes(id)),
      [ended.DxmlUID],
    );
    const [changed, ...others] = await listed({}, { modifiedStart: later });
    assert.deepEqual([changed?.dxmlUID, others], [ended.DxmlUID, []]);
    assert.match(foundWords(changed ?? assert.fail()), /^started .* · changed .*/);
    assert.equal(foundWords({ started: null, changed: null }), "start not known");
  });

  it("are found by a typed id, or reported as not on this service", async () => {
    const { DxmlUID } = await start();
    assert.equal(await readStatus(api, { environment }, DxmlUID, { signal }), "Draft");
    assert.equal(await readStatus(api, { environment }, "no-such-session", { signal }), null);
    assert.equal(await readStatus(contract.as("other"), { environment }, DxmlUID, { signal }), null);
    await contract.control("POST", "/faults", { operation: "documents.sessions.status", kind: "status", status: 500 });
    await assert.rejects(readStatus(api, { environment }, DxmlUID, { signal }), { name: "ApiError" });
  });

  it("T159 are reopened by a start address that a person has, with a new JWT and never the old one", async () => {
    await contract.choose("E7", "required");
    const made = await start();
    const read = readAddress(` ${made.StartURL}?jwt=old `);
    assert.ok(read.kind === "address");
    const { editor } = read;
    assert.equal(editor.origin, new URL(made.StartURL ?? "").origin);
    const jwt = await api.call("documents.sessions.jwt", {
      environment,
      path: editor.restart ?? assert.fail("no restart"),
    });
    assert.equal((await fetch(editor.address(jwt))).status, 200);
    assert.doesNotMatch(editor.address(jwt) + editor.address(null), /old/);
    assert.deepEqual(Object.keys(JSON.parse(JSON.stringify(editor)) as object).sort(), ["open", "origin", "restart"]);
  });

  it("are opened by an unchanged start address if JWT authentication is off", async () => {
    const made = await start();
    const read = readAddress(made.StartURL ?? "");
    assert.ok(read.kind === "address");
    const jwt = await api.call("documents.sessions.jwt", {
      environment,
      path: read.editor.restart ?? assert.fail("no restart"),
    });
    assert.deepEqual([jwt, read.editor.address(jwt)], [null, made.StartURL]);
  });

  for (const [text, kind] of [
    ["https://editor.example/WebEditor/abc", "address"],
    ["abc-123", "parameter"],
    ["", "problem"],
    ["  ", "problem"],
    ["https://editor.example/elsewhere/abc", "problem"],
    ["https://editor.example/WebEditor/", "problem"],
    ["ftp://editor.example/WebEditor/abc", "problem"],
    ["javascript:alert(1)//WebEditor/abc", "problem"],
    ["a b", "problem"],
    ["a/b", "problem"],
    ["..", "problem"],
  ] as const) {
    it(`read ${JSON.stringify(text)} as ${kind === "problem" ? "neither an address nor its last part" : kind}`, () =>
      assert.equal(readAddress(text).kind, kind));
  }
});
