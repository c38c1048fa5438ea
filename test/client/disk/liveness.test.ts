/**
 * Journal entries of live windows count as in use, and those of ended windows do not, whatever ids their processes
 * have, and however the windows ended.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { isHeld } from "../../../disk/fileLock.ts";
import { openJournal } from "../../../authoring/guard/journal.ts";
import type { NewEntry } from "../../../authoring/guard/journal.ts";

const entry = (title: string): NewEntry => ({
  kind: "create",
  identity: "here",
  connection: "sandbox",
  textId: "",
  title,
  body: { folderId: "f", code: title, contentType: 2, translations: { en: { content: "typed" } } },
});

describe("windows that share a journal", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "smartform-windows-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const offered = async (): Promise<readonly string[]> => {
    using journal = openJournal(folder);
    return (await journal.open("here")).entries.map(({ title }) => title).sort();
  };

  /** Starts a window in a separate process; resolves when the window has written its entry. */
  async function windowElsewhere(title: string): Promise<ChildProcess> {
    const program = `import { openJournal } from ${JSON.stringify(join(import.meta.dirname, "../../../authoring/guard/journal.ts"))};
      const journal = openJournal(${JSON.stringify(folder)});
      await journal.write(${JSON.stringify(entry(title))});
      console.log("written");
      setInterval(() => journal, 1000);`;
    const child = spawn(
      process.execPath,
      [
        "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON",
        "--disable-warning=ExperimentalWarning",
        "--input-type=module",
        "--eval",
        program,
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    await once(createInterface({ input: child.stdout }), "line");
    return child;
  }

  it("a running window keeps its entries, and a closed one leaves them, in one process", async () => {
    const journals = Array.from({ length: 20 }, () => openJournal(folder));
    await Promise.all(journals.map((journal, index) => journal.write(entry(`t${index + 10}`))));
    assert.deepEqual(await offered(), []);
    for (const journal of journals.slice(0, 19)) journal[Symbol.dispose]();
    assert.deepEqual(
      await offered(),
      journals.slice(0, 19).map((_, index) => `t${index + 10}`),
    );
    // A window is offered the entries of the closed windows, but not its own.
    assert.equal((await journals[19]?.open("here"))?.entries.length, 19);
    journals[19]?.[Symbol.dispose]();
    assert.equal((await offered()).length, 20);
  });

  it("a killed process leaves its entry to the others at once", async () => {
    const child = await windowElsewhere("killed");
    assert.deepEqual(await offered(), []);
    child.kill("SIGKILL");
    await once(child, "exit");
    assert.deepEqual(await offered(), ["killed"]);
  });

  it("an entry is offered if its process had the number of a running one, as after a restart or in a container", async () => {
    for (const [title, pid] of [
      ["mine", process.pid],
      ["the first of all", 1],
      ["parent", process.ppid],
    ] as const) {
      const journal = openJournal(folder);
      const id = await journal.write(entry(title));
      journal[Symbol.dispose]();
      const path = join(folder, `${id}.json`);
      await writeFile(path, JSON.stringify({ ...(JSON.parse(await readFile(path, "utf8")) as object), pid }));
    }
    assert.deepEqual(await offered(), ["mine", "parent", "the first of all"]);
  });

  it("an entry waits if the system cannot say whether its window is running, and does not block the others", async () => {
    const [unreadable, over] = [openJournal(folder), openJournal(folder)];
    await unreadable.write(entry("of a window nobody knows"));
    const [name = ""] = (await readdir(folder)).filter((each) => each.endsWith(".alive"));
    await over.write(entry("over"));
    for (const journal of [unreadable, over]) journal[Symbol.dispose]();
    await rm(join(folder, name));
    await mkdir(join(folder, name));
    assert.deepEqual(await offered(), ["over"]);
  });

  it("two windows that look at the same time both see that it has ended", async () => {
    const child = await windowElsewhere("killed");
    child.kill("SIGKILL");
    await once(child, "exit");
    assert.deepEqual(await Promise.all([offered(), offered(), offered()]), [["killed"], ["killed"], ["killed"]]);
  });

  it("the files of closed windows are removed a day later, and none of running or starting ones", async () => {
    const alive = async (): Promise<readonly string[]> =>
      (await readdir(folder)).filter((name) => name.endsWith(".alive"));
    const [gone, living] = [openJournal(folder), openJournal(folder)];
    await gone.write(entry("gone"));
    await living.write(entry("living"));
    gone[Symbol.dispose]();
    await writeFile(join(folder, "begins.alive"), "");
    const before = new Date(Date.now() - 86_400_000);
    for (const name of await alive()) if (name !== "begins.alive") await utimes(join(folder, name), before, before);
    using next = openJournal(folder);
    await next.write(entry("next"));
    const left = await alive();
    assert.deepEqual(
      [left.length, left.includes("begins.alive"), left.filter((name) => isHeld(join(folder, name))).length],
      [3, true, 2],
    );
    assert.deepEqual(await offered(), ["gone"]);
    living[Symbol.dispose]();
    assert.deepEqual(await offered(), ["gone", "living"]);
  });

  it("a window's own entries are in use for it, whatever the system says about its lock", async () => {
    using journal = openJournal(folder, { isAlive: () => false });
    await journal.write(entry("mine"));
    assert.deepEqual((await journal.open("here")).entries, []);
  });

  it("an entry whose file has another name is named, left alone, and not offered", async () => {
    const journal = openJournal(folder);
    const id = await journal.write(entry("copied"));
    journal[Symbol.dispose]();
    const copy = join(folder, "copy.json");
    await copyFile(join(folder, `${id}.json`), copy);
    const { entries, unreadable } = await openJournal(folder).open("here");
    assert.deepEqual([entries.map((each) => each.id), unreadable], [[id], [copy]]);
  });

  describe("an incomplete entry is named, left alone, and does not block the others", () => {
    const base = { id: "1", folderId: "f", code: "c", contentType: 0, translations: { en: { content: "old" } } };
    const save = { kind: "save", state: "intent", base, change: { translations: [["en", "new"]] } };
    const half: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
      ["without its base", { ...save, base: undefined }],
      ["with a language that is nothing", { ...save, base: { ...base, translations: { en: null } } }],
      ["without the requested content", { ...save, change: undefined }],
      ["whose wish has a language without words", { ...save, change: { translations: [["en"]] } }],
      ["of a kind that is not known", { ...save, kind: "other" }],
      ["without its name", { ...save, title: undefined }],
      ["of another time", { ...save, version: 2 }],
      ["of a deletion without its text", { kind: "deleted" }],
      ["of a deletion without a place", { kind: "deletedFolder", folder: { name: "f" } }],
      [
        "of a new text without its words",
        { kind: "create", body: { folderId: "f", code: "c", translations: { en: null } } },
      ],
      ["that is nothing", {}],
    ];
    for (const [name, part] of half) {
      it(name, async () => {
        const journal = openJournal(folder);
        await journal.write(entry("good"));
        journal[Symbol.dispose]();
        const path = join(folder, "half.of-a-window.json");
        const common = {
          version: 1,
          id: "half.of-a-window",
          identity: "here",
          connection: "sandbox",
          textId: "1",
          title: "half",
          at: "2026-01-01T00:00:00.000Z",
        };
        await writeFile(path, JSON.stringify({ ...common, ...part }));
        const { entries, unreadable } = await openJournal(folder).open("here");
        assert.deepEqual([entries.map(({ title }) => title), unreadable], [["good"], [path]]);
        // When the entry is complete, it is offered.
        await writeFile(path, JSON.stringify({ ...common, ...save }));
        assert.deepEqual(await offered(), ["good", "half"]);
      });
    }
  });

  it("requesting a missing lock reports that nobody has it, and creates none", async () => {
    const path = join(folder, "nobody.alive");
    assert.equal(isHeld(path), false);
    assert.deepEqual(await readdir(folder), []);
  });

  it("an entry stays this window's own after it was requested", async () => {
    using journal = openJournal(folder);
    await journal.write(entry("mine"));
    assert.deepEqual((await journal.open("here")).entries, []);
  });
});
