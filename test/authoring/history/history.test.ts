/**
 * What the history stores about texts, against the sandbox. Every version is stored once. Before a save, the content
 * that it replaces is stored. The history never stops a save.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { grantTicket } from "../../sandbox/permits.ts";
import { ApiError } from "../../../api/index.ts";
import type { Api } from "../../../api/index.ts";
import { openHistory } from "../../../authoring/history/history.ts";
import type { History } from "../../../authoring/history/history.ts";
import { recording } from "../../../authoring/history/recording.ts";
import type { Version } from "../../../authoring/history/versions.ts";
import type { LibraryText } from "../../../authoring/guard/writePlan.ts";
import { identity, languages, world } from "../../client/service.ts";
import type { World } from "../../client/service.ts";

const megabytes = 1_000_000;

describe("the history of texts", () => {
  let w: World;
  let folder: string;
  let told: string[];
  let now: Date;
  const open: History[] = [];

  before(async () => {
    w = await world();
  });
  after(async () => {
    await w[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "smartform-history-"));
    told = [];
    now = new Date("2026-05-01T10:00:00.000Z");
    await w.control("DELETE", "/faults");
  });
  afterEach(async () => {
    for (const history of open.splice(0)) history[Symbol.dispose]();
    await rm(folder, { recursive: true, force: true });
  });

  function start({ bytes = 10 * megabytes, keepGoneDays = 90, of = identity } = {}): History {
    const history = openHistory({
      folder,
      identity: of,
      limits: () => ({ bytes, keepGoneDays }),
      now: () => now,
      tell: (problem) => told.push(problem),
    });
    open.push(history);
    return history;
  }

  const shown = (versions: readonly Version[]): readonly string[] =>
    versions.map(({ how, content }) => `${how} ${content}`);
  const remove = async (api: Api, id: string): Promise<void> => {
    const ticket = grantTicket({
      connection: api.connection,
      operation: "textlibrary.texts.delete",
      receivers: [],
      path: { id },
    });
    await api.call("textlibrary.texts.delete", { path: { id } }, { ticket });
  };
  const textNamed = (id: string, contents: Readonly<Record<string, string>>): LibraryText => ({
    id,
    folderId: "f",
    code: id,
    contentType: 0,
    translations: Object.fromEntries(Object.entries(contents).map(([language, content]) => [language, { content }])),
  });

  it("keeps what was read, what was saved from here, what somebody else wrote, and what is the same as before", async () => {
    const history = start();
    const { api } = recording(w.mine, history);
    const base = await w.text({ translations: { en: { content: "one" }, sv: { content: "ett" } } });
    await api.call("textlibrary.texts.get", { path: { id: base.id } });
    await w.save(base, languages({ en: "two" }), { api });
    await w.foreign(await w.read(base.id), { translations: { en: { content: "three" } } });
    await w.save(await api.call("textlibrary.texts.get", { path: { id: base.id } }), languages({ en: "one" }), { api });
    assert.deepEqual(shown(history.versions(base.id, "en")), ["restored one", "read three", "saved two", "read one"]);
    assert.deepEqual(shown(history.versions(base.id, "sv")), ["read ett"]);
    assert.equal(history.versions(base.id, "en")[3]?.source, 0);
  });

  it("has on the disk what a save replaces before the save is sent", async () => {
    const history = start();
    const base = await w.text({ translations: { en: { content: "old" } } });
    let seen: readonly string[] = [];
    const call = w.mine.call as (...args: readonly unknown[]) => Promise<unknown>;
    const watching = {
      ...w.mine,
      call: (async (...args: readonly unknown[]) => {
        if (args[0] === "textlibrary.texts.update") seen = contentsIn(folder, base.id, "en");
        return call(...args);
      }) as Api["call"],
    };
    const { api } = recording(watching, history);
    history.settle();
    await api.call("textlibrary.texts.get", { path: { id: base.id } });
    // The save follows the read directly, so that nothing else can run in between.
    await api.call("textlibrary.texts.update", {
      path: { id: base.id },
      body: {
        folderId: base.folderId,
        code: base.code,
        contentType: 0,
        isPublic: false,
        translations: { en: { content: "new" } },
      },
    });
    assert.deepEqual(seen, ["old"]);
  });

  it("recognizes a save of this window also if an earlier reading is answered while it is in flight", async () => {
    const history = start();
    const base = await w.text({ translations: { en: { content: "old" } } });
    const call = w.mine.call as (...args: readonly unknown[]) => Promise<unknown>;
    const late = Promise.withResolvers<void>();
    let reads = 0;
    const slow = {
      ...w.mine,
      call: (async (...args: readonly unknown[]) => {
        const answer = await call(...args);
        if (args[0] === "textlibrary.texts.get" && (reads += 1) === 2) await late.promise;
        return answer;
      }) as Api["call"],
    };
    const { api } = recording(slow, history);
    const read = (): Promise<unknown> => api.call("textlibrary.texts.get", { path: { id: base.id } });
    await read();
    const before = read();
    const saving = api.call("textlibrary.texts.update", {
      path: { id: base.id },
      body: {
        folderId: base.folderId,
        code: base.code,
        contentType: 0,
        isPublic: false,
        translations: { en: { content: "new" } },
      },
    });
    late.resolve();
    await before;
    await saving;
    await read();
    assert.deepEqual(shown(history.versions(base.id, "en")), ["saved new", "read old"]);
  });

  describe("of readings and changes in flight at once", () => {
    interface Asked {
      readonly operation: string;
      readonly answer: (text?: LibraryText) => Promise<void>;
      readonly refuse: (error: Error) => Promise<void>;
    }

    /** A service that answers when the test says so. */
    function slowly(history: History) {
      const asked: Asked[] = [];
      const settled = (): Promise<void> =>
        new Promise((resolve) => {
          setImmediate(resolve);
        });
      const call = (operation: string) =>
        new Promise((resolve, reject) =>
          asked.push({
            operation,
            answer: (text) => {
              resolve(text);
              return settled();
            },
            refuse: (error) => {
              reject(error);
              return settled();
            },
          }),
        );
      const { api } = recording({ ...w.mine, call: call as unknown as Api["call"] }, history);
      const ask = (begin: () => Promise<unknown>): Asked => {
        begin().catch(() => undefined);
        return asked.at(-1)!;
      };
      return {
        read: () => ask(() => api.call("textlibrary.texts.get", { path: { id: "1" } })),
        save: (content: string) =>
          ask(() =>
            api.call("textlibrary.texts.update", {
              path: { id: "1" },
              body: { ...textNamed("1", { en: content }) } as never,
            }),
          ),
      };
    }
    const text = (content: string): LibraryText => textNamed("1", { en: content });

    it("does not take a reading from before a save for the newer version", async () => {
      const history = start();
      const { read, save } = slowly(history);
      await read().answer(text("old"));
      const before = read();
      await save("mine").answer();
      await read().answer(text("mine"));
      await before.answer(text("old"));
      await read().answer(text("mine"));
      assert.deepEqual(shown(history.versions("1", "en")), ["saved mine", "read old"]);
    });

    it("recognizes a save if a reading begins and is answered while it is in flight", async () => {
      const history = start();
      const { read, save } = slowly(history);
      await read().answer(text("old"));
      const saving = save("mine");
      await read().answer(text("old"));
      await saving.answer();
      await read().answer(text("mine"));
      assert.deepEqual(shown(history.versions("1", "en")), ["saved mine", "read old"]);
    });

    it("recognizes a second save if the reading of the first is answered while it is in flight", async () => {
      const history = start();
      const { read, save } = slowly(history);
      await read().answer(text("old"));
      await save("one").answer();
      const reading = read();
      const second = save("two");
      await reading.answer(text("one"));
      await second.answer();
      await read().answer(text("two"));
      assert.deepEqual(shown(history.versions("1", "en")), ["saved two", "saved one", "read old"]);
    });

    it("recognizes a second save if the first is refused while it is in flight", async () => {
      const history = start();
      const { read, save } = slowly(history);
      await read().answer(text("old"));
      const first = save("one");
      const second = save("two");
      await first.refuse(new ApiError("conflict", "textlibrary.texts.update", "none", "Refused.", { status: 409 }));
      await second.answer();
      await read().answer(text("two"));
      assert.deepEqual(shown(history.versions("1", "en")), ["saved two", "read old"]);
    });
  });

  it("keeps a content once, however many texts and versions have it, and exactly: no character is changed or lost", () => {
    const history = start();
    const odd = "a\u0000b \ud800 \r\n\ufeff";
    for (const id of ["a", "b", "c"]) history.read(textNamed(id, { en: odd, sv: "same" }));
    assert.deepEqual(
      history.versions("c", "en").map(({ content }) => content),
      [odd],
    );
    assert.equal(countOf(folder, "content"), 2);
    assert.equal(countOf(folder, "version"), 6);
  });

  it("is bound to one library: another client of the same service sees nothing of it", () => {
    const history = start({ of: "one" });
    history.read(textNamed("a", { en: "mine" }));
    history.settle();
    assert.deepEqual(start({ of: "other" }).versions("a", "en"), []);
    assert.equal(start({ of: "one" }).versions("a", "en").length, 1);
  });

  it("keeps from a reading of the whole library only changes of texts that were opened", async () => {
    const history = start();
    const { api, bulkApi } = recording(w.mine, history);
    const [opened, other] = [await w.text({ translations: { en: { content: "one" } } }), await w.text()];
    await api.call("textlibrary.texts.get", { path: { id: opened.id } });
    await w.foreign(opened, { translations: { en: { content: "two" } } });
    for (const { id } of [opened, other]) await bulkApi.call("textlibrary.texts.get", { path: { id } });
    assert.deepEqual(shown(history.versions(opened.id, "en")), ["read two", "read one"]);
    assert.deepEqual(history.versions(other.id, "en"), []);
  });

  it("T31, T34: reports a text as deleted only if the service said so for that text, never because a list lacks it, and corrects it", async () => {
    const history = start();
    const { api } = recording(w.mine, history);
    const [mine, theirs] = [await w.text(), await w.text()];
    for (const { id } of [mine, theirs]) await api.call("textlibrary.texts.get", { path: { id } });
    await remove(api, mine.id);
    await remove(w.theirs, theirs.id);
    await api.call("textlibrary.search", { query: { pageSize: 100 } });
    assert.deepEqual(
      history.allGone().map(({ how, text }) => [how, text.id]),
      [["deleted", mine.id]],
    );
    await assert.rejects(api.call("textlibrary.texts.get", { path: { id: theirs.id } }), { code: "not-found" });
    const gone = history.allGone().find(({ text }) => text.id === theirs.id);
    assert.deepEqual([gone?.how, gone?.lost], ["missing", []]);
    assert.deepEqual(JSON.parse(JSON.stringify(gone?.text)), JSON.parse(JSON.stringify(theirs)));
    assert.deepEqual(
      history.versions(mine.id, "en").map(({ how }) => how),
      ["deletion", "read"],
    );
    history.read(theirs);
    assert.deepEqual(
      history.allGone().map(({ text }) => text.id),
      [mine.id],
    );
  });

  it("an unreachable text is not deleted", async () => {
    const history = start();
    const { api } = recording(w.mine, history);
    const { id } = await w.text();
    await api.call("textlibrary.texts.get", { path: { id } });
    await w.control("POST", "/faults", { operation: "textlibrary.texts.get", kind: "status", status: 403 });
    await assert.rejects(api.call("textlibrary.texts.get", { path: { id } }));
    assert.deepEqual(history.allGone(), []);
  });

  it("a deletion whose answer is lost counts as one from here, once the text proves to be gone", async () => {
    const history = start();
    const { api } = recording(w.mine, history);
    const { id } = await w.text();
    await api.call("textlibrary.texts.get", { path: { id } });
    await w.control("POST", "/faults", { operation: "textlibrary.texts.delete", kind: "reset-after", times: 1 });
    await assert.rejects(remove(api, id));
    assert.deepEqual(history.allGone(), []);
    await assert.rejects(api.call("textlibrary.texts.get", { path: { id } }), { code: "not-found" });
    assert.deepEqual(
      history.allGone().map(({ how }) => how),
      ["deleted"],
    );
  });

  it("continues with the versions of a text that came back under a new id", () => {
    const history = start();
    history.read(textNamed("old", { en: "one" }));
    history.read(textNamed("old", { en: "two" }));
    history.beforeDeletion("old");
    history.gone("old", "deleted");
    history.read(textNamed("new", { en: "two" }), { sent: new Map([["en", "two"]]) });
    history.adopt("old", "new");
    assert.deepEqual(shown(history.versions("new", "en")), ["restored two", "deletion two", "read two", "read one"]);
    assert.deepEqual(history.allGone(), []);
    assert.deepEqual(history.versions("old", "en"), []);
  });

  describe("its size", () => {
    const bytes = 10_000;
    const long = (word: string): string => word.repeat(1000);

    it("is limited: the oldest version goes first, of whatever text, and its content with it", () => {
      const history = start({ bytes });
      for (let number = 10; number < 60; number += 1)
        history.read(textNamed(number % 2 === 0 ? "even" : "odd", { en: `${number}${long("x")}` }));
      const kept = ["even", "odd"]
        .flatMap((id) => history.versions(id, "en").map(({ content }) => Number(content.slice(0, 2))))
        .sort();
      // A version takes 1,002 bytes, and 200 bytes of overhead for each of its two rows.
      assert.deepEqual(kept, [53, 54, 55, 56, 57, 58, 59]);
      assert.equal(countOf(folder, "content"), kept.length);
    });

    it("is the same on every computer: the same readings leave the same versions", () => {
      const run = (of: string): unknown => {
        const history = start({ bytes, of });
        for (let number = 0; number < 40; number += 1)
          history.read(textNamed(`t${number % 7}`, { en: long(String(number % 13)), sv: long("s") }));
        return Array.from({ length: 7 }, (_, number) =>
          history.versions(`t${number}`, "en").map((version) => [version.number, version.content.length]),
        );
      };
      assert.deepEqual(run("one"), run("other"));
    });

    it("never removes the last version of a text that was deleted within the period, and removes it afterwards", () => {
      const history = start({ bytes, keepGoneDays: 30 });
      for (const word of ["a", "b"]) history.read(textNamed("gone", { en: long(word), sv: long(`s${word}`) }));
      history.gone("gone", "deleted");
      const fill = (word: string): void => {
        for (let number = 0; number < 20; number += 1)
          history.read(textNamed("busy", { en: `${word}${number}${long("x")}` }));
        history.settle();
      };
      now = new Date("2026-05-30T10:00:00.000Z");
      fill("early");
      assert.deepEqual(
        history.versions("gone", "en").map(({ content }) => content[0]),
        ["b"],
      );
      const [gone] = history.allGone();
      assert.deepEqual(
        [gone?.text.translations?.["en"]?.content, gone?.text.translations?.["sv"]?.content, gone?.lost],
        [long("b"), long("sb"), []],
      );
      now = new Date("2026-06-02T10:00:00.000Z");
      fill("late");
      assert.deepEqual(history.allGone(), []);
    });

    it("says which languages of a deleted text are no longer kept", () => {
      const history = start({ bytes, keepGoneDays: 0 });
      history.read(textNamed("gone", { en: long("e"), sv: long("s") }));
      history.gone("gone", "missing");
      now = new Date("2026-05-01T11:00:00.000Z");
      history.settle();
      for (let number = 0; number < 6; number += 1) history.read(textNamed("busy", { en: `${number}${long("x")}` }));
      assert.deepEqual(
        history.allGone().map(({ lost }) => lost),
        [["en"]],
      );
    });

    it("returns the space to the disk", async () => {
      const history = start({ bytes: 100_000 });
      for (let number = 0; number < 2000; number += 1) history.read(textNamed("busy", { en: `${number}${long("x")}` }));
      history.settle();
      history[Symbol.dispose]();
      const [file = ""] = await readdir(folder);
      assert.ok((await readFile(join(folder, file))).length < 300_000);
    });
  });

  describe("never stops a save", () => {
    async function savesAllTheSame(history: History): Promise<void> {
      const { api } = recording(w.mine, history);
      const base = await w.text();
      assert.equal((await w.save(base, languages({ en: "new" }), { api })).state, "saved");
      assert.equal((await w.read(base.id)).translations?.["en"]?.content, "new");
    }

    it("if its folder cannot be used: that is said once", async () => {
      const blocked = join(folder, "file");
      await writeFile(blocked, "");
      const history = openHistory({
        folder: join(blocked, "history"),
        identity,
        limits: () => ({ bytes: megabytes, keepGoneDays: 1 }),
        tell: (problem) => told.push(problem),
      });
      await savesAllTheSame(history);
      await savesAllTheSame(history);
      assert.deepEqual(history.versions("any", "en"), []);
      assert.equal(told.length, 1);
      assert.match(told[0] ?? "", /keeps no versions of texts until you reload it.*Saving texts works as before/s);
    });

    it("if its file is damaged: it is moved aside, said once, and a new one begins", async () => {
      start().read(textNamed("a", { en: "one" }));
      open.splice(0).forEach((history) => history[Symbol.dispose]());
      const [file = ""] = await readdir(folder);
      await writeFile(join(folder, file), Buffer.alloc(8192, "no database at all "));
      const history = start();
      await savesAllTheSame(history);
      assert.equal(told.length, 1);
      assert.match(told[0] ?? "", /could not be read, so a new one begins/);
      history.read(textNamed("a", { en: "two" }));
      assert.deepEqual(shown(history.versions("a", "en")), ["read two"]);
      assert.ok((await readdir(folder)).some((name) => name.endsWith(".damaged")));
    });

    it("if a newer version of the extension keeps its file: nothing in it is changed", async () => {
      start().read(textNamed("a", { en: "one" }));
      open.splice(0).forEach((history) => history[Symbol.dispose]());
      const [file = ""] = await readdir(folder);
      using database = new DatabaseSync(join(folder, file));
      database.exec("PRAGMA user_version = 99");
      await savesAllTheSame(start());
      assert.match(told.join(), /newer version/);
      assert.equal(countOf(folder, "version"), 1);
    });

    it("if another window holds the file for long: nothing is lost, it is written afterwards", async () => {
      const history = start();
      history.read(textNamed("a", { en: "one" }));
      history.settle();
      const [file = ""] = (await readdir(folder)).filter((name) => name.endsWith(".sqlite"));
      using other = new DatabaseSync(join(folder, file));
      other.exec("BEGIN IMMEDIATE");
      await savesAllTheSame(history);
      history.read(textNamed("a", { en: "two" }));
      assert.deepEqual(shown(history.versions("a", "en")), ["read one"]);
      other.exec("COMMIT");
      assert.deepEqual(shown(history.versions("a", "en")), ["read two", "read one"]);
      assert.deepEqual(told, []);
    });
  });

  it("is written by several processes at once, each version once", async () => {
    const history = start();
    const children = Array.from({ length: 4 }, (_, number) =>
      spawn(
        process.execPath,
        [
          "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON",
          "--disable-warning=ExperimentalWarning",
          "test/authoring/history/recordProgram.ts",
          folder,
          identity,
          String(number),
          "200",
        ],
        { stdio: ["ignore", "ignore", "inherit"] },
      ),
    );
    const codes = await Promise.all(children.map(async (child) => (await once(child, "exit"))[0] as number));
    assert.deepEqual(codes, [0, 0, 0, 0]);
    for (const number of [0, 1, 2, 3]) assert.equal(history.versions(`own-${number}`, "en").length, 200);
    // All windows read the same text, so its content is one version, whichever window came first.
    assert.equal(history.versions("shared", "en").length, 1);
    assert.deepEqual(told, []);
  }).timeout(60_000);

  it("a process that is killed leaves every version that was written, and a file that works", async () => {
    const child = spawn(
      process.execPath,
      [
        "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON",
        "--disable-warning=ExperimentalWarning",
        "test/authoring/history/recordProgram.ts",
        folder,
        identity,
        "0",
        "100000",
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    await once(child.stdout, "data");
    child.kill("SIGKILL");
    await once(child, "exit");
    const history = start();
    assert.ok(history.versions("own-0", "en").length > 0);
    history.read(textNamed("own-0", { en: "after" }));
    assert.equal(shown(history.versions("own-0", "en"))[0], "read after");
    assert.deepEqual(told, []);
  }).timeout(30_000);

  it("no secret and no token is in its files", async () => {
    const history = start();
    const { api } = recording(w.mine, history);
    const base = await w.text();
    await w.save(base, languages({ en: "canary-content" }), { api });
    history.settle();
    const secrets = [
      ...w.ready.clients.map(({ clientSecret }) => clientSecret),
      ...w.ready.clients.map(({ clientId }) => clientId),
      w.ready.controlSecret,
      "Bearer",
    ];
    const files = await readdir(folder);
    const bytes = Buffer.concat(await Promise.all(files.map((name) => readFile(join(folder, name)))));
    assert.ok(bytes.includes("canary-content"), "the scan reads where contents are");
    assert.deepEqual(
      secrets.filter((secret) => bytes.includes(secret) || bytes.includes(Buffer.from(secret, "utf16le"))),
      [],
    );
  });
});

/** Reads the only database of a folder, as another program would. */
function ask<T>(folder: string, question: (database: DatabaseSync) => T): T {
  const file = readdirSync(folder).find((name) => name.endsWith(".sqlite"));
  using database = new DatabaseSync(join(folder, file ?? ""), { readOnly: true });
  return question(database);
}

function countOf(folder: string, table: "content" | "version"): number {
  return ask(folder, (database) => Number(database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.["count"]));
}

function contentsIn(folder: string, textId: string, language: string): readonly string[] {
  return ask(folder, (database) =>
    database
      .prepare(
        "SELECT value FROM version JOIN content ON content.number = version.content WHERE textId = ? AND language = ?",
      )
      .all(textId, language)
      .map(({ value }) => Buffer.from(value as Uint8Array).toString("utf8")),
  );
}
