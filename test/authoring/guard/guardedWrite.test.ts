/** The guarded write against the sandbox: which changes survive, what is sent, and what is reported. */
import assert from "node:assert/strict";
import { readdir, rm } from "node:fs/promises";
import { grantTicket } from "../../sandbox/permits.ts";
import type { Api } from "../../../api/index.ts";
import { withFileLock } from "../../../disk/fileLock.ts";
import type { LibraryText } from "../../../authoring/guard/writePlan.ts";
import { identity, languages, withAfter, world } from "../../client/service.ts";
import type { World } from "../../client/service.ts";

describe("guarded write", () => {
  let w: World;
  before(async () => {
    w = await world();
  });
  after(async () => {
    await w[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    await w.control("DELETE", "/faults");
  });

  async function open(): Promise<number> {
    return (await openEntries()).length;
  }

  /** Resolves with the names of all entries, including those of this running process. */
  async function openEntries(): Promise<readonly string[]> {
    return (await readdir(w.journalFolder)).filter((name) => name.endsWith(".json"));
  }

  afterEach(async () => {
    for (const name of await openEntries()) await rm(`${w.journalFolder}/${name}`);
  });

  const content = (text: LibraryText, language: string): string | undefined => text.translations?.[language]?.content;

  it("T1 T2 T3: saving one language keeps every other field", async () => {
    const base = await w.text();
    const result = await w.save(base, languages({ en: "one\nTWO\nthree\n" }));
    assert.equal(result.state, "saved");
    const { name, description, isPublic, defaultLanguage, contentType } = await w.read(base.id);
    assert.deepEqual(
      { name, description, isPublic, defaultLanguage, contentType },
      { name: "A name", description: "A description", isPublic: true, defaultLanguage: "en", contentType: 2 },
    );
  });

  it("reads, writes once and reads back; then the journal is empty", async () => {
    const base = await w.text();
    await w.calls();
    await w.save(base, languages({ en: "new" }));
    assert.deepEqual(await w.calls(), ["GET", "PUT", "GET"]);
    assert.equal(await open(), 0);
  });

  it("sends nothing if nothing changed", async () => {
    const base = await w.text();
    await w.calls();
    assert.equal((await w.save(base, languages({ en: "one\ntwo\nthree\n" }))).state, "unchanged");
    assert.deepEqual(await w.calls(), ["GET"]);
    assert.equal(await open(), 0);
  });

  it("T4: two people save two languages from stale copies, and both survive", async () => {
    const base = await w.text();
    await w.save(base, languages({ sv: "hej" }));
    await w.save(base, languages({ fi: "moi" }));
    const now = await w.read(base.id);
    assert.deepEqual([content(now, "sv"), content(now, "fi"), content(now, "en")], ["hej", "moi", "one\ntwo\nthree\n"]);
  });

  it("T4: a write of another language between read and write is not lost", async () => {
    const base = await w.text();
    const { id, createdDate: _, updatedDate: __, translations: ___, ...rest } = base;
    await w.control("POST", "/between", {
      operation: "textlibrary.texts.get",
      id,
      write: {
        method: "PUT",
        path: `/Integrations/textlibrary/texts/${id}`,
        body: { ...rest, translations: { sv: { content: "from elsewhere" } } },
      },
    });
    assert.equal((await w.save(base, languages({ en: "mine" }))).state, "saved");
    const now = await w.read(id);
    assert.deepEqual([content(now, "en"), content(now, "sv")], ["mine", "from elsewhere"]);
  });

  /**
   * What the service may do with emptied content; document 1 leaves this open. The answer to the write is never enough
   * to report a language as removed.
   */
  for (const [service, spoilt, expected] of [
    ["stores it empty", undefined, "saved"],
    ["keeps the old content", { en: { content: "one\ntwo\nthree\n" } }, "overwritten"],
    ["puts a space there", { en: { content: " " } }, "overwritten"],
  ] as const) {
    it(`T5: an emptied language if the service ${service}: ${expected}, as a reading shows`, async () => {
      const base = await w.text();
      const api = withAfter(w.mine, "textlibrary.texts.update", async () => {
        if (spoilt) await w.foreign(base, { translations: spoilt });
      });
      const result = await w.save(base, languages({ en: "" }), { api });
      assert.equal(result.state, expected);
      const shown = result.state === "overwritten" ? result.theirs : await w.read(base.id);
      assert.equal(content(shown, "en"), spoilt?.en.content ?? "");
      assert.equal(content(await w.read(base.id), "sv"), "ett\ntvå\ntre\n");
    });
  }

  it("T10: a save does not undo a colleague's move", async () => {
    const base = await w.text();
    const elsewhere = await w.text();
    await w.foreign(base, { folderId: elsewhere.folderId });
    assert.equal((await w.save(base, languages({ en: "mine" }))).state, "saved");
    assert.equal((await w.read(base.id)).folderId, elsewhere.folderId);
  });

  it("T16: changes of different lines of one language are merged", async () => {
    const base = await w.text();
    await w.foreign(base, { translations: { en: { content: "ONE\ntwo\nthree\n" } } });
    assert.equal((await w.save(base, languages({ en: "one\ntwo\nTHREE\n" }))).state, "saved");
    assert.equal(content(await w.read(base.id), "en"), "ONE\ntwo\nTHREE\n");
  });

  it("T16: changes of the same line are a conflict, nothing is written, and the journal keeps mine", async () => {
    const base = await w.text();
    await w.foreign(base, { translations: { en: { content: "one\nTHEIRS\nthree\n" } } });
    await w.calls();
    const result = await w.save(base, languages({ en: "one\nMINE\nthree\n" }));
    assert.equal(result.state, "conflict");
    assert.deepEqual(result.state === "conflict" && result.conflicts, [
      {
        kind: "language",
        language: "en",
        base: "one\ntwo\nthree\n",
        mine: "one\nMINE\nthree\n",
        theirs: "one\nTHEIRS\nthree\n",
      },
    ]);
    assert.deepEqual(await w.calls(), ["GET"]);
    assert.equal(await open(), 1);
  });

  it("T16: the same field changed by both is a conflict, another field is not", async () => {
    const base = await w.text();
    await w.foreign(base, { name: "Their name" });
    assert.equal((await w.save(base, { fields: { name: "My name" } })).state, "conflict");
    assert.equal((await w.save(base, { fields: { description: "My description" } })).state, "saved");
    const { name, description } = await w.read(base.id);
    assert.deepEqual([name, description], ["Their name", "My description"]);
  });

  it("T17: notices a foreign change of equal length in the same second", async () => {
    const base = await w.text({ translations: { en: { content: "aaaa" } } });
    await w.foreign(base, { translations: { en: { content: "bbbb" } } });
    assert.equal((await w.save(base, languages({ en: "cccc" }))).state, "conflict");
    assert.equal(content(await w.read(base.id), "en"), "bbbb");
  });

  it("T18: a language is saved in lower case without a phantom difference, and twins are refused before anything is sent", async () => {
    const base = await w.text();
    const result = await w.save(base, languages({ "sv-SE": "hej" }));
    assert.equal(result.state, "saved");
    assert.equal(content(await w.read(base.id), "sv-se"), "hej");
    await w.calls();
    assert.equal((await w.save(base, languages({ "sv-FI": "a", "sv-fi": "b" }))).state, "invalid");
    assert.deepEqual(await w.calls(), ["GET"]);
  });

  it("T19: unchanged languages are not sent, so their source and date stay", async () => {
    const base = await w.text();
    const sent = await bodyOf(base, languages({ sv: "hej" }));
    assert.deepEqual(sent["translations"], Object.assign(Object.create(null), { sv: { content: "hej" } }));
    const before = base.translations?.["en"];
    await w.control("POST", "/clock", { advanceMs: 60_000 });
    await w.save(base, languages({ sv: "hej igen" }));
    assert.deepEqual((await w.read(base.id)).translations?.["en"], before);
  });

  it("T20: an undocumented content type survives", async () => {
    const base = await w.text({ contentType: 7 });
    await w.save(base, languages({ en: "new" }));
    assert.equal((await w.read(base.id)).contentType, 7);
  });

  it("T21 T22 N34: folder and code are always sent, unknown fields are echoed, read-only ones are not", async () => {
    const base = { ...(await w.text()), retention: { days: 30 } };
    const sent = await bodyOf(base, languages({ en: "new" }), (api) => ({
      ...api,
      call: (async (operation: string, ...rest: readonly unknown[]) => {
        const answer = await (api.call as (...args: readonly unknown[]) => Promise<unknown>)(operation, ...rest);
        return operation === "textlibrary.texts.get" ? { ...(answer as LibraryText), retention: { days: 30 } } : answer;
      }) as Api["call"],
    }));
    assert.deepEqual([sent["folderId"], sent["code"], sent["retention"]], [base.folderId, base.code, { days: 30 }]);
    assert.deepEqual(
      ["id", "createdDate", "updatedDate"].filter((name) => name in sent),
      [],
    );
  });

  it("T22: an undocumented field survives a save", async () => {
    await w.control("POST", "/choices", { id: "T22", alternative: "reviewer" });
    const base = await w.text({ reviewer: "Eva" });
    assert.equal((await w.save(base, languages({ en: "new" }))).state, "saved");
    assert.equal((await w.read(base.id))["reviewer"], "Eva");
    await w.control("POST", "/choices", { id: "T22", alternative: "none" });
  });

  /** Resolves with the body of the save's PUT. */
  async function bodyOf(
    base: LibraryText,
    change: Parameters<World["save"]>[1],
    wrap: (api: Api) => Api = (api) => api,
  ): Promise<Record<string, unknown>> {
    let body: Record<string, unknown> = {};
    const wrapped = wrap(w.mine);
    const spy = async (
      operation: string,
      request: { readonly body?: Record<string, unknown> },
      ...rest: readonly unknown[]
    ): Promise<unknown> => {
      if (operation === "textlibrary.texts.update") body = request.body ?? {};
      return (wrapped.call as (...args: readonly unknown[]) => Promise<unknown>)(operation, request, ...rest);
    };
    await w.save(base, change, { api: { ...wrapped, call: spy as Api["call"] } });
    return body;
  }

  it("T24: __proto__ and constructor are languages like any other", async () => {
    const base = await w.text();
    assert.equal(
      (
        await w.save(base, {
          translations: new Map([
            ["__proto__", "odd"],
            ["constructor", "odder"],
          ]),
        })
      ).state,
      "saved",
    );
    const now = await w.read(base.id);
    assert.deepEqual(
      [
        Object.entries(now.translations ?? {}).find(([key]) => key === "__proto__")?.[1].content,
        content(now, "constructor"),
      ],
      ["odd", "odder"],
    );
  });

  it("T26: the answer is lost after the write took effect: the write is found, and not sent again", async () => {
    const base = await w.text();
    await w.calls();
    await w.control("POST", "/faults", { operation: "textlibrary.texts.update", kind: "reset-after", times: 1 });
    assert.equal((await w.save(base, languages({ en: "mine" }))).state, "saved");
    assert.deepEqual(await w.calls(), ["GET", "PUT", "GET"]);
    assert.equal(await open(), 0);
  });

  it("T26: the connection breaks before the write: the text is looked up first, and the write is sent once more", async () => {
    const base = await w.text();
    await w.calls();
    await w.control("POST", "/faults", { operation: "textlibrary.texts.update", kind: "reset-before", times: 1 });
    assert.equal((await w.save(base, languages({ en: "mine" }))).state, "saved");
    assert.equal(content(await w.read(base.id), "en"), "mine");
    assert.ok((await w.calls()).filter((method) => method === "PUT").length <= 2);
  });

  it("T26: after two broken connections it stays unknown, the journal keeps it, and no third request is sent", async () => {
    const base = await w.text();
    let puts = 0;
    const counting: Api = {
      ...w.mine,
      call: (async (...args: readonly unknown[]) => {
        if (args[0] === "textlibrary.texts.update") puts += 1;
        return (w.mine.call as (...args: readonly unknown[]) => Promise<unknown>)(...args);
      }) as Api["call"],
    };
    await w.control("POST", "/faults", { operation: "textlibrary.texts.update", kind: "reset-before" });
    assert.equal((await w.save(base, languages({ en: "mine" }), { api: counting })).state, "unknown");
    assert.equal(puts, 2);
    assert.equal(await open(), 1);
    assert.equal(content(await w.read(base.id), "en"), "one\ntwo\nthree\n");
  });

  it("T26: after a lost answer a newer foreign write is not overwritten", async () => {
    const base = await w.text();
    let happened = false;
    const api: Api = {
      ...w.mine,
      call: (async (...args: readonly unknown[]) => {
        const call = w.mine.call as (...args: readonly unknown[]) => Promise<unknown>;
        if (args[0] !== "textlibrary.texts.update" || happened) return call(...args);
        happened = true;
        try {
          return await call(...args);
        } finally {
          await w.foreign(base, { translations: { en: { content: "newer, from elsewhere" } } });
        }
      }) as Api["call"],
    };
    await w.control("POST", "/faults", { operation: "textlibrary.texts.update", kind: "reset-before", times: 1 });
    const result = await w.save(base, languages({ en: "mine" }), { api });
    assert.equal(result.state, "conflict");
    assert.equal(
      result.state === "conflict" && result.error?.outcome,
      "unknown",
      "Nobody says that nothing was written.",
    );
    assert.equal(content(await w.read(base.id), "en"), "newer, from elsewhere");
    assert.equal(await open(), 1);
  });

  for (const status of [403, 404]) {
    it(`T26: after a lost answer the second request is refused (${status}): the first one stays unknown, since it may still arrive`, async () => {
      const base = await w.text();
      await w.control("POST", "/faults", { operation: "textlibrary.texts.update", kind: "reset-before", times: 1 });
      await w.control("POST", "/faults", { operation: "textlibrary.texts.update", kind: "status", status, times: 1 });
      assert.equal((await w.save(base, languages({ en: "mine" }))).state, "unknown");
      assert.equal(await open(), 1);
    });
  }

  for (const kind of ["truncate", "wrong-type", "stall"]) {
    it(`the result is true after a spoilt answer (${kind})`, async () => {
      const base = await w.text();
      await w.control("POST", "/faults", { operation: "textlibrary.texts.update", kind, times: 1 });
      const { state } = await w.save(base, languages({ en: "mine" }));
      assert.equal(state, "saved");
      assert.equal(content(await w.read(base.id), "en"), "mine");
    });
  }

  for (const status of [400, 403, 409, 429, 500]) {
    it(`the service answers ${status}: success is claimed only if a reading agrees, and the journal keeps mine`, async () => {
      const base = await w.text();
      await w.control("POST", "/faults", { operation: "textlibrary.texts.update", kind: "status", status });
      const { state } = await w.save(base, languages({ en: "mine" }));
      assert.ok(state === "failed" || state === "unknown", state);
      assert.equal(content(await w.read(base.id), "en"), "one\ntwo\nthree\n");
      assert.equal(await open(), 1);
    });
  }

  it("the service is unavailable before anything was sent: nothing happened, and the journal keeps mine", async () => {
    const base = await w.text();
    await w.control("POST", "/faults", { operation: "textlibrary.texts.get", kind: "reset-before" });
    assert.equal((await w.save(base, languages({ en: "mine" }))).state, "failed");
    assert.equal(await open(), 1);
    await w.control("DELETE", "/faults");
    assert.equal(content(await w.read(base.id), "en"), "one\ntwo\nthree\n");
  });

  it("reading back fails: it is unverified, never saved, and the journal keeps mine", async () => {
    const base = await w.text();
    const api = withAfter(w.mine, "textlibrary.texts.update", async () => {
      await w.control("POST", "/faults", { operation: "textlibrary.texts.get", kind: "status", status: 503 });
    });
    assert.equal((await w.save(base, languages({ en: "mine" }), { api })).state, "unverified");
    assert.equal(await open(), 1);
  });

  it("a part of mine that others had already written is removed right after the save: reading back shows it", async () => {
    const base = await w.text();
    await w.foreign(base, { translations: { en: { content: "one\ntwo\nthree\nfour\n" } } });
    const api = withAfter(w.mine, "textlibrary.texts.update", () =>
      w.foreign(base, { translations: { en: { content: "ONE\ntwo\nthree\nfive\n" } } }),
    );
    assert.equal((await w.save(base, languages({ en: "ONE\ntwo\nthree\nfour\n" }), { api })).state, "overwritten");
    assert.equal(await open(), 1);
  });

  it("a part of mine that others had already written is removed while the first answer is lost: reading back after the second request shows it", async () => {
    const base = await w.text();
    await w.foreign(base, { translations: { en: { content: "one\ntwo\nthree\nfour\n" } } });
    await w.control("POST", "/faults", { operation: "textlibrary.texts.update", kind: "reset-before", times: 1 });
    let requests = 0;
    const api = withAfter(w.mine, "textlibrary.texts.update", async () => {
      requests += 1;
      if (requests === 1) await w.foreign(base, { translations: { en: { content: "one\ntwo\nthree\nfive\n" } } });
    });
    assert.equal((await w.save(base, languages({ en: "ONE\ntwo\nthree\nfour\n" }), { api })).state, "overwritten");
    assert.deepEqual([requests, await open()], [2, 1]);
  });

  it("somebody writes right after the save: reading back shows it, and the journal keeps mine", async () => {
    const base = await w.text();
    const api = withAfter(w.mine, "textlibrary.texts.update", () =>
      w.foreign(base, { translations: { en: { content: "theirs, later" } } }),
    );
    const result = await w.save(base, languages({ en: "mine" }), { api });
    assert.equal(result.state, "overwritten");
    assert.equal(result.state === "overwritten" && content(result.theirs, "en"), "theirs, later");
    assert.equal(await open(), 1);
  });

  it("T34 T170: a deleted text is orphaned, not an error without a way out, and mine is kept", async () => {
    const base = await w.text();
    const ticket = grantTicket({
      connection: w.theirs.connection,
      operation: "textlibrary.texts.delete",
      receivers: [],
      path: { id: base.id },
    });
    await w.theirs.call("textlibrary.texts.delete", { path: { id: base.id } }, { ticket });
    assert.equal((await w.save(base, languages({ en: "mine" }))).state, "orphaned");
    assert.equal(await open(), 1);
  });

  it("a text that is deleted between read and write is orphaned as well", async () => {
    const base = await w.text();
    await w.control("POST", "/between", {
      operation: "textlibrary.texts.get",
      id: base.id,
      write: { method: "DELETE", path: `/Integrations/textlibrary/texts/${base.id}` },
    });
    assert.equal((await w.save(base, languages({ en: "mine" }))).state, "orphaned");
    assert.equal(await open(), 1);
  });

  it("a journal that cannot be written prevents the save before anything is sent", async () => {
    const base = await w.text();
    await w.calls();
    const full = { ...w.journal, write: () => Promise.reject(new Error("no space left")) };
    await assert.rejects(w.save(base, languages({ en: "mine" }), { journal: full }), /no space left/);
    assert.deepEqual(await w.calls(), []);
  });

  it("the journal says that the save may have been sent before it is sent", async () => {
    const base = await w.text();
    const states: string[] = [];
    const journal = {
      ...w.journal,
      async write(entry: Parameters<typeof w.journal.write>[0]) {
        if (entry.kind === "save") states.push(entry.state);
        return w.journal.write(entry);
      },
    };
    const api: Api = {
      ...w.mine,
      call: (async (...args: readonly unknown[]) => {
        states.push(String(args[0]));
        return (w.mine.call as (...args: readonly unknown[]) => Promise<unknown>)(...args);
      }) as Api["call"],
    };
    await w.save(base, languages({ en: "mine" }), { journal, api });
    assert.deepEqual(states, [
      "intent",
      "textlibrary.texts.get",
      "sending",
      "textlibrary.texts.update",
      "textlibrary.texts.get",
    ]);
  });

  for (const [name, text] of [
    ["LF", "a\nb\n"],
    ["CRLF", "a\r\nb\r\n"],
    ["mixed", "a\r\nb\nc"],
    ["byte order mark", "\uFEFFa\nb"],
    ["no last line end", "a\nb"],
    ["empty", ""],
  ] as const) {
    it(`content round-trips exactly: ${name}`, async () => {
      const base = await w.text();
      await w.save(base, languages({ en: text }));
      assert.equal(content(await w.read(base.id), "en"), text);
    });
  }

  it("saves of one text wait for each other", async () => {
    const base = await w.text();
    const lock = <T>(key: string, work: () => Promise<T>) =>
      withFileLock(`${w.journalFolder}/${Buffer.from(key).toString("hex").slice(0, 40)}.lock`, work, {});
    await w.calls();
    await Promise.all([
      w.save(base, languages({ en: "A\ntwo\nthree\n" }), { lock }),
      w.save(base, languages({ en: "one\ntwo\nC\n" }), { lock }),
    ]);
    assert.equal(content(await w.read(base.id), "en"), "A\ntwo\nC\n");
    assert.deepEqual((await w.calls()).slice(0, 6), ["GET", "PUT", "GET", "GET", "PUT", "GET"]);
  });

  it("an unfinished save of one language stays in the journal when another language is saved", async () => {
    const base = await w.text();
    await w.foreign(base, { translations: { sv: { content: "deras" } } });
    assert.equal((await w.save(base, languages({ sv: "mitt" }))).state, "conflict");
    assert.equal((await w.save(base, languages({ en: "mine" }))).state, "saved");
    assert.equal(await open(), 1);
  });

  it("T90: the journal shows its entries only to their own library", async () => {
    const base = await w.text();
    await w.journal.write({
      kind: "deleted",
      identity,
      connection: "sandbox",
      textId: base.id,
      title: base.code,
      text: base,
    });
    assert.equal((await w.journal.open("another company")).entries.length, 0);
    assert.equal((await w.journal.open(identity)).entries.length, 1);
  });
});
