/**
 * The journal entry is durably on disk before anything is sent. A virus scanner that has a file open for a moment
 * changes nothing.
 */
import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jsonFilesIn, removeFile, replaceFile } from "../../../disk/durableFile.ts";
import { openJournal } from "../../../authoring/guard/journal.ts";
import { openKeptPlans } from "../../../authoring/plans/keptPlans.ts";
import { createKept, deleteText, recreation } from "../../../authoring/guard/libraryWrites.ts";
import { openCopies } from "../../../client/library/documents/copies.ts";
import type { Copies } from "../../../client/library/documents/copies.ts";
import { findUnfinished } from "../../../client/library/documents/unfinished.ts";
import type { LibraryText } from "../../../authoring/guard/writePlan.ts";
import { grantTicket } from "../../sandbox/permits.ts";
import { inSteps, withSteps } from "../kill/steps.ts";
import { identity, languages, world } from "../service.ts";
import type { World } from "../service.ts";
import { faults, onDisk } from "./faults.ts";
import type { Failing } from "./faults.ts";

/**
 * The operations that put one file durably in place. The file is synced before it gets its name, and its folder is
 * synced afterwards, except on Windows.
 */
const written = [
  "fs.open",
  "file.writeFile",
  "file.sync",
  "file.close",
  "fs.rename",
  ...(process.platform === "win32" ? [] : ["fs.open", "file.sync", "file.close"]),
];

describe("what is recorded first", () => {
  let w: World;
  before(async () => {
    w = await world();
  });
  after(async () => {
    await w[Symbol.asyncDispose]();
  });
  const folders: string[] = [];
  const newFolder = async (): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), "smartform-order-"));
    folders.push(folder);
    return folder;
  };
  afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))));

  /**
   * Resolves with the disk operations that ended before this request was sent. Operations of the history and of
   * cleaning up do not count.
   */
  async function beforeSending(request: string, work: () => Promise<unknown>): Promise<readonly string[]> {
    const done: string[] = [];
    let isSent = false;
    await inSteps((step) => {
      isSent ||= step === `before ${request}`;
      const [when, name = ""] = step.split(" ");
      if (when === "after" && !isSent && written.includes(name)) done.push(name);
      return undefined;
    }, work);
    assert.ok(isSent, `${request} was never sent`);
    return done;
  }

  it("a save: its intent, and that it is about to be sent", async () => {
    const base = await w.text();
    using journal = openJournal(w.journalFolder);
    const done = await beforeSending("textlibrary.texts.update", () =>
      w.save(base, languages({ en: "mine" }), { api: withSteps(w.mine), journal }),
    );
    assert.deepEqual(done, [...written, ...written]);
  });

  it("a new text", async () => {
    const { id: _, ...body } = recreation(await w.text()) as ReturnType<typeof recreation> & { readonly id?: string };
    using journal = openJournal(w.journalFolder);
    const done = await beforeSending("textlibrary.texts.create", () =>
      createKept(withSteps(w.mine), journal, {
        identity,
        connection: "sandbox",
        body: { ...body, code: `${body.code}-2` },
      }),
    );
    assert.deepEqual(done, written);
  });

  it("a deletion", async () => {
    const text = await w.text();
    using journal = openJournal(w.journalFolder);
    const ticket = grantTicket({
      connection: w.mine.connection,
      operation: "textlibrary.texts.delete",
      receivers: [],
      path: { id: text.id },
    });
    const done = await beforeSending("textlibrary.texts.delete", () =>
      deleteText(withSteps(w.mine), journal, { identity, connection: "sandbox", text, ticket }),
    );
    assert.deepEqual(done, written);
  });

  it("an end: the removal is synced", async () => {
    const folder = await newFolder();
    await replaceFile(folder, "a.json", "{}");
    const { done } = await onDisk(undefined, () => removeFile(folder, "a.json"));
    assert.deepEqual(
      done.filter((name) => name !== "fs.lstatSync"),
      ["fs.rm", ...written.slice(5, 7)],
    );
    const plans = openKeptPlans(folder);
    const { id } = await plans.begin({ title: "plan", said: [], steps: [] }, { identity, connection: "sandbox" });
    assert.deepEqual((await onDisk(undefined, () => plans.remove(id))).done, ["fs.rm", ...written.slice(5, 7)]);
  });

  for (const code of ["EPERM", "EBUSY", "EACCES"]) {
    for (const place of ["fs.rename", "fs.rm"]) {
      it(`${place} that fails once with ${code} is tried again, and the save succeeds`, async () => {
        const base = await w.text();
        const journal = openJournal(await newFolder());
        const warned: string[] = [];
        const work = (): ReturnType<World["save"]> =>
          w.save(base, languages({ en: code }), { journal, warn: (problem) => warned.push(problem) });
        // Writes the first entry of this window, which takes more disk operations than later ones.
        await w.save(await w.text(), languages({ en: code }), { journal });
        const other = await w.text();
        const { points } = await onDisk(undefined, () => w.save(other, languages({ en: code }), { journal }));
        const { result, points: tried } = await onDisk(
          { fault: { ...faults[2], code: code as "EACCES" }, at: points.lastIndexOf(place) + 1, lasts: false },
          work,
        );
        assert.ok(result.status === "fulfilled", String("reason" in result && result.reason));
        assert.equal(tried.filter((name) => name === place).length, points.filter((name) => name === place).length + 1);
        assert.deepEqual([result.value.state, warned, (await journal.open(identity)).entries], ["saved", [], []]);
        journal[Symbol.dispose]();
        assert.deepEqual((await journal.open(identity)).entries, []);
      });
    }
  }

  it("half a file that cannot be removed does not block the complete ones", async () => {
    const folder = await newFolder();
    for (const name of ["a.json", "b.json.half.tmp"]) await writeFile(join(folder, name), "{}");
    await utimes(join(folder, "b.json.half.tmp"), new Date(0), new Date(0));
    const { points } = await onDisk(undefined, () => jsonFilesIn(folder));
    await writeFile(join(folder, "b.json.half.tmp"), "{");
    await utimes(join(folder, "b.json.half.tmp"), new Date(0), new Date(0));
    const { result } = await onDisk({ fault: faults[3], at: points.indexOf("fs.rm") + 1, lasts: true }, () =>
      jsonFilesIn(folder),
    );
    assert.deepEqual(result, { status: "fulfilled", value: ["a.json"] });
    assert.ok((await readdir(folder)).includes("b.json.half.tmp"));
  });

  it("an entry that cannot be removed for long undoes nothing: the next start sees that the service has it, and closes it", async () => {
    const base = await w.text();
    const folder = await newFolder();
    const journal = openJournal(folder);
    await journal.write({
      kind: "save",
      identity: "other",
      connection: "sandbox",
      textId: "",
      title: "",
      base,
      change: {},
      state: "intent",
    });
    const { points } = await onDisk(undefined, () => w.save(base, languages({ sv: "first" }), { journal }));
    const warned: string[] = [];
    const { result } = await onDisk({ fault: faults[3], at: points.lastIndexOf("fs.rm") + 1, lasts: true }, () =>
      w.save(base, languages({ en: "kept" }), { journal, warn: (problem) => warned.push(problem) }),
    );
    assert.ok(result.status === "fulfilled");
    assert.deepEqual([result.value.state, warned.length], ["saved", 1]);
    journal[Symbol.dispose]();
    using next = openJournal(folder);
    const { open, done } = await findUnfinished({ api: w.mine, journal: next, identity });
    assert.deepEqual([open.length, done.map(({ entry }) => entry.title)], [0, [base.code]]);
    assert.deepEqual((await next.open(identity)).entries, []);
  });

  it("a copy of an open text that cannot be stored is reported, and an older one is not taken for it", async () => {
    const key = { identity, textId: "a", language: "en", path: "/a" };
    const saying = (content: string): LibraryText => ({
      id: "a",
      folderId: "f",
      code: "a",
      contentType: 2,
      translations: { en: { content } },
    });
    const [older, newer] = [saying("older"), saying("newer")];
    const folder = await newFolder();
    const warned: string[] = [];
    const open = (): Copies => openCopies(folder, "window", { warn: (problem) => warned.push(problem) });
    /** Writes the older entry in one run, and the newer one in the same run or in the next. */
    const setBoth = async (isNextRun: boolean, failing?: Failing): Promise<readonly string[]> => {
      using first = open();
      await first.set(key, older);
      if (isNextRun) first[Symbol.dispose]();
      using second = isNextRun ? open() : undefined;
      const { points, result } = await onDisk(failing, () => (second ?? first).set(key, newer));
      assert.equal(result.status, "fulfilled");
      return points;
    };
    let [kept, tried] = [0, 0];
    for (const isNextRun of [true, false]) {
      const points = await setBoth(isNextRun);
      for (const [index, point] of points.entries())
        for (const fault of faults) {
          await setBoth(isNextRun, { fault, at: index + 1, lasts: false });
          tried += 1;
          using copies = openCopies(folder, "window", { longestEnd: 100 });
          const content: string | undefined = (await copies.get(key))?.translations?.["en"]?.content;
          assert.notEqual(
            content,
            "older",
            `${fault.code} at ${point}, ${isNextRun ? "in the next run" : "in the same run"}`,
          );
          if (content === "newer") kept += 1;
        }
    }
    assert.ok(kept > 0 && warned.length > tried / 4, `${kept} kept, ${warned.length} told of ${tried}`);
  }).timeout(180_000);

  it("half-written files are removed once nobody can be using them, and one that cannot be removed does not block the others", async () => {
    const folder = await newFolder();
    for (const name of ["old.json.1.tmp", "new.json.1.tmp", "a.json"]) await writeFile(join(folder, name), "{}");
    const before = new Date(Date.now() - 86_400_000);
    for (const name of ["old.json.1.tmp", "a.json"]) await utimes(join(folder, name), before, before);
    const { result } = await onDisk({ fault: faults[1], at: 3, lasts: true }, () => jsonFilesIn(folder));
    assert.deepEqual(result, { status: "fulfilled", value: ["a.json"] });
    assert.deepEqual(await jsonFilesIn(folder), ["a.json"]);
    assert.deepEqual((await readdir(folder)).sort(), ["a.json", "new.json.1.tmp"]);
  });
});
