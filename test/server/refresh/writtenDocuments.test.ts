/** A client that was shown a document of the server is notified when this document changes, and at no other time. */
import assert from "node:assert/strict";
import { mock } from "node:test";
import { setImmediate as breath } from "node:timers/promises";
import type { Content } from "../../../server/refresh/writtenContent.ts";
import { createWrittenDocuments } from "../../../server/refresh/writtenDocuments.ts";
import type { WrittenDocuments } from "../../../server/refresh/writtenDocuments.ts";

const { signal } = new AbortController();
const known = (text: string): Content => ({ state: "known", text });
const unknown: Content = { state: "unknown", why: "Nobody knows." };
const absent: Content = { state: "absent", why: "It is gone." };
const printed = (document: string): string => `smartform-print://document/a.txt?${encodeURIComponent(document)}`;

describe("documents that were shown", () => {
  let written: WrittenDocuments;
  let says: Map<string, Content>;
  let reads: string[];
  let refreshed: string[];
  let problems: string[];
  /** The client's response to the notification. */
  let answer: () => Promise<void>;
  let heard = (): void => {};
  beforeEach(() => {
    problems = [];
    answer = () => Promise.resolve();
    says = new Map();
    reads = [];
    refreshed = [];
    heard = () => {};
    written = createWrittenDocuments({
      read: (uri) => {
        reads.push(uri);
        heard();
        return Promise.resolve(says.get(uri) ?? known("as it was"));
      },
      refresh: (uri) => {
        refreshed.push(uri);
        heard();
        return answer();
      },
      problem: (error) => {
        problems.push(String(error));
        heard();
      },
    });
  });
  afterEach(() => {
    written[Symbol.dispose]();
    assert.deepEqual(problems, []);
  });
  const until = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      heard = () => {
        if (holds()) resolve();
      };
      heard();
    });

  it("stay unchanged while their content is unknown", async () => {
    for (const uri of ["a", "b"]) await written.ask(uri, { signal });
    says = new Map([
      ["a", unknown],
      ["b", absent],
    ]);
    written.changed();
    await until(() => refreshed.length > 0);
    assert.deepEqual(refreshed, ["b"]);
    says = new Map([
      ["a", known("again")],
      ["b", absent],
    ]);
    written.changed();
    await until(() => refreshed.length > 1);
    assert.deepEqual(refreshed, ["b", "a"]);
  });

  it("are checked if the document that they print changed, and no others are", async () => {
    for (const uri of ["a", printed("file:///a.sft"), printed("file:///b.sft")]) await written.ask(uri, { signal });
    reads.length = 0;
    says = new Map([[printed("file:///b.sft"), known("more")]]);
    written.changed("file:///b.sft");
    await until(() => refreshed.length > 0);
    assert.deepEqual([reads, refreshed], [[printed("file:///b.sft")], [printed("file:///b.sft")]]);
  });

  it("are forgotten once they are closed, and so are the oldest of very many", async () => {
    for (let count = 0; count < 102; count++) await written.ask(String(count), { signal });
    written.closed("50");
    reads.length = 0;
    says = new Map([["101", known("more")]]);
    written.changed();
    await until(() => refreshed.length > 0);
    assert.equal(reads.length, 99);
    assert.deepEqual(
      ["0", "1", "50"].filter((each) => reads.includes(each)),
      [],
    );
  });

  it("are no longer checked once their content changed, until they are requested again", async () => {
    for (const uri of ["a", "b"]) await written.ask(uri, { signal });
    says = new Map([["a", known("more")]]);
    written.changed();
    await until(() => refreshed.length > 0);
    reads.length = 0;
    says = new Map([
      ["a", known("even more")],
      ["b", known("more")],
    ]);
    written.changed();
    await until(() => refreshed.length > 1);
    assert.deepEqual([reads, refreshed], [["b"], ["a", "b"]]);
    await written.ask("a", { signal });
    says = new Map([["a", known("most")]]);
    written.changed();
    await until(() => refreshed.length > 2);
    assert.deepEqual(refreshed, ["a", "b", "a"]);
  });

  it("are reported again after the client refused the notification", async () => {
    await written.ask("a", { signal });
    says = new Map([["a", known("more")]]);
    answer = () => Promise.reject(new Error("The client is busy"));
    written.changed();
    await until(() => problems.length > 0);
    assert.deepEqual(problems.splice(0), ["Error: The client is busy"]);
    answer = () => Promise.resolve();
    written.changed();
    await until(() => refreshed.length > 1);
    assert.deepEqual(refreshed, ["a", "a"]);
  });

  for (const how of ["is cancelled", "fails"] as const) {
    it(`are reported again after the client's request for it ${how}`, async () => {
      await written.ask("a", { signal });
      says = new Map([["a", known("more")]]);
      written.changed();
      await until(() => refreshed.length > 0);
      const stop = new AbortController();
      heard = () => {
        stop.abort();
        if (how === "fails") throw new Error("The library is away");
      };
      await written.ask("a", { signal: how === "fails" ? signal : stop.signal }).catch(() => undefined);
      heard = () => {};
      written.changed();
      await until(() => refreshed.length > 1);
      assert.deepEqual(refreshed, ["a", "a"]);
    });
  }

  it("leave room for other work between two of them", async () => {
    for (const uri of ["a", "b", "c"]) await written.ask(uri, { signal });
    reads.length = 0;
    heard = () => void setImmediate(() => reads.push("other work"));
    written.changed();
    while (!reads.includes("c")) await breath();
    assert.deepEqual(reads.slice(0, 5), ["a", "other work", "b", "other work", "c"]);
  });

  it("are checked less often if a check takes long", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      await written.ask("a", { signal });
      heard = () => {
        for (const begun = performance.now(); performance.now() - begun < 100;);
      };
      const looks = async (milliseconds: number): Promise<number> => {
        written.changed();
        reads.length = 0;
        mock.timers.tick(milliseconds);
        for (let times = 0; times < 10; times += 1) await breath();
        return reads.length;
      };
      assert.deepEqual([await looks(1), await looks(199), await looks(200), await looks(60_000)], [1, 1, 0, 1]);
    } finally {
      mock.timers.reset();
    }
  });
});
