/**
 * Every file that the product stores on the disk and reads again, with what must hold when the end of the file is
 * missing. Opening it never fails silently, no other stored data are lost, nothing is sent, and nothing is made up.
 * Everything that may contain an author's words is still there.
 */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { library } from "../../bench/library.ts";
import { newEntry } from "../../api/index.ts";
import type { Api } from "../../api/index.ts";
import { fileCatalog, openCatalogFile, openLiveCatalog } from "../../catalog/index.ts";
import { withFileLock } from "../../disk/fileLock.ts";
import { openHistory } from "../../authoring/history/history.ts";
import type { History } from "../../authoring/history/history.ts";
import { openJournal } from "../../authoring/guard/journal.ts";
import type { NewEntry } from "../../authoring/guard/journal.ts";
import { openKeptPlans } from "../../authoring/plans/keptPlans.ts";
import { openDistributionJournal, unfinishedIn } from "../../client/sending/distributionJournal.ts";
import { openCopies } from "../../client/library/documents/copies.ts";
import { findUnfinished } from "../../client/library/documents/unfinished.ts";
import type { LibraryText } from "../../authoring/guard/writePlan.ts";
import type { Catalog } from "../../language/index.ts";
import { openState } from "../../sandbox/openState.ts";

export interface KeptFile {
  readonly name: string;
  /** Makes the file and the files beside it, in an empty folder. Resolves with the path of the file. */
  make(folder: string): Promise<string>;
  /** Opens the file after its end was cut off, and checks the result. */
  judge(folder: string, cut: Cut): Promise<void>;
  /**
   * The size of the pieces of an SQLite file, in bytes. The first and the last piece are cut at every byte, the others
   * only at some bytes.
   */
  readonly piece?: number;
}

export interface Cut {
  readonly path: string;
  readonly left: Buffer;
  readonly whole: Buffer;
}

const identity = "the library of the cuts";
const owner = { identity, connection: "sandbox" };

function textNamed(id: string, content = "ett\ntvå\n"): LibraryText {
  return {
    id,
    folderId: "f",
    code: id,
    name: "A name",
    description: null,
    contentType: 2,
    isPublic: true,
    defaultLanguage: "sv",
    translations: { sv: { content } },
  };
}

/**
 * An api client that fails at every call. A cut entry of the journal cannot be read, so nothing may be requested or
 * sent for it.
 */
const silent = { call: (operation: string) => assert.fail(`${operation} was called`) } as unknown as Api;

async function isLeftAlone({ path, left }: Cut): Promise<void> {
  assert.deepEqual(await readFile(path), left, "the file was changed");
}

const entries: Readonly<Record<string, NewEntry>> = {
  save: {
    kind: "save",
    state: "sending",
    ...owner,
    textId: "a",
    title: "a",
    base: textNamed("a"),
    change: { translations: new Map([["sv", "what was typed"]]) },
  },
  "new text": {
    kind: "create",
    ...owner,
    textId: "",
    title: "b",
    body: {
      folderId: "f",
      code: "b",
      name: "b",
      contentType: 2,
      isPublic: true,
      defaultLanguage: "sv",
      translations: { sv: { content: "new" } },
    },
  },
  deletion: { kind: "deleted", ...owner, textId: "c", title: "c", text: textNamed("c") },
  "deletion of a folder": {
    kind: "deletedFolder",
    ...owner,
    textId: "",
    title: "d",
    folder: { id: "d", name: "d", code: "d", parentFolderId: null, isDefault: false },
  },
};

const ofTheJournal = Object.entries(entries).map(([what, entry]): KeptFile => ({
  name: `the journal: ${what}`,
  async make(folder) {
    const journal = openJournal(folder);
    const id = await journal.write(entry);
    await journal.write({ kind: "deleted", ...owner, textId: "other", title: "other", text: textNamed("other") });
    return join(folder, `${id}.json`);
  },
  async judge(folder, cut) {
    const journal = openJournal(folder, { isAlive: () => false });
    const { open, done, unreadable } = await findUnfinished({ api: silent, journal, identity });
    assert.deepEqual([open, done, unreadable], [[], [], [cut.path]]);
    assert.deepEqual(
      (await journal.open(identity)).entries.map((each) => each.title),
      ["other"],
    );
    await isLeftAlone(cut);
  },
}));

const plan: KeptFile = {
  name: "a plan",
  async make(folder) {
    const plans = openKeptPlans(folder);
    const { id } = await plans.begin(
      { title: "cut", said: [], steps: [{ do: "text", title: "text", base: textNamed("a"), fields: { code: "b" } }] },
      owner,
    );
    await plans.begin({ title: "other", said: [], steps: [] }, owner);
    return join(folder, `${id}.json`);
  },
  async judge(folder, cut) {
    const { plans, unreadable } = await openKeptPlans(folder).list(identity);
    assert.deepEqual([plans.map((each) => each.plan.title), unreadable], [["other"], [cut.path]]);
    await isLeftAlone(cut);
  },
};

const distribution: KeptFile = {
  name: "a distribution",
  async make(folder) {
    const [cut, other] = ["Cut", "Other"].map((name) =>
      newEntry({
        environment: "Test",
        data: "xml",
        body: { MetaFile: "M", Document: name, DataAsBase64: "PGE+PC9hPg==" },
      }),
    );
    assert.ok(cut && other);
    const journal = openDistributionJournal(folder, identity);
    await journal.keep(cut);
    await journal.keep(other);
    return join(folder, `${cut.externalCorrelationId}.json`);
  },
  async judge(folder, cut) {
    const { unfinished, unreadable } = await unfinishedIn(folder);
    assert.deepEqual([unfinished.map(({ entry }) => entry.document), unreadable], [["Other"], [cut.path]]);
    await isLeftAlone(cut);
  },
};

const copyKey = { identity, textId: "a", language: "sv", path: "/a/sv" };

const copy: KeptFile = {
  name: "what an open text came from",
  async make(folder) {
    using copies = openCopies(folder, "window");
    await copies.set(copyKey, textNamed("a"));
    const names = (await readdir(folder)).filter((name) => name.endsWith(".json"));
    await copies.set({ ...copyKey, textId: "other" }, textNamed("other"));
    return join(folder, names[0] ?? "");
  },
  async judge(folder) {
    using copies = openCopies(folder, "window");
    const [own, shared, other] = await Promise.all([
      copies.get(copyKey),
      copies.last(copyKey),
      copies.get({ ...copyKey, textId: "other" }),
    ]);
    // If the copy is lost, nobody knows which version the text came from. A save then reports that instead of guessing.
    // The service still holds the content of the copy.
    assert.deepEqual(
      [[own, shared].filter((text) => text !== undefined), other],
      [[textNamed("a")], textNamed("other")],
    );
  },
};

/** Texts of the history. Some of their contents need database pages of their own. */
const kept = Array.from({ length: 40 }, (_, index) =>
  textNamed(`t${index}`, `${index} `.repeat(index % 5 === 0 ? 3_000 : 20)),
);

function historyIn(folder: string, told: string[]): History {
  return openHistory({
    folder,
    identity,
    limits: () => ({ bytes: 1_000_000_000, keepGoneDays: 90 }),
    tell: (problem) => told.push(problem),
  });
}

function contentsIn(history: History): readonly (string | undefined)[] {
  return kept.map(({ id }) => history.versions(id, "sv")[0]?.content);
}

/** Checks that the stored history is true and still works, and that a damaged file is reported and set aside. */
async function judgeHistory(folder: string, { path, left }: Cut, { isOnlyTheLog = false } = {}): Promise<void> {
  const told: string[] = [];
  {
    using history = historyIn(folder, told);
    const contents = contentsIn(history);
    contents.forEach((content, index) =>
      assert.ok(
        content === undefined || content === kept[index]?.translations?.["sv"]?.content,
        `t${index} has words that nobody wrote`,
      ),
    );
    history.read(textNamed("new", "new"));
    assert.deepEqual(
      history.versions("new", "sv").map(({ content }) => content),
      ["new"],
    );
  }
  const aside = (await readdir(folder)).filter((name) => name.endsWith(".damaged"));
  // A window that is killed before its first write leaves an empty file.
  if (isOnlyTheLog || (left.length === 0 && !existsSync(`${path}-wal`)))
    return assert.deepEqual([told, aside], [[], []]);
  assert.deepEqual([told.length, aside.length], [1, 1]);
  assert.ok(told[0]?.includes(join(folder, aside[0] ?? "")), told[0]);
  assert.deepEqual(await readFile(join(folder, aside[0] ?? "")), left);
}

const history: KeptFile = {
  name: "the history",
  piece: 4096,
  async make(folder) {
    using open = historyIn(folder, []);
    for (const text of kept) open.read(text);
    open.settle();
    return join(folder, (await readdir(folder)).find((name) => name.endsWith(".sqlite")) ?? "");
  },
  async judge(folder, cut) {
    await judgeHistory(folder, cut);
    if (cut.whole.length - cut.left.length > 4096) return;
    // At most one page of many is missing.
    using open = historyIn(folder, []);
    const found = contentsIn(open).filter((content) => content !== undefined).length;
    assert.ok(found >= kept.length - 10, `${found} of ${kept.length} texts are left`);
  },
};

/** The state that a killed window leaves: its last write is only in the log. */
const historyLog: KeptFile = {
  name: "the log of the history",
  piece: 4120,
  async make(folder) {
    const other = `${folder}-open`;
    await mkdir(other);
    const open = historyIn(other, []);
    for (const text of kept) {
      open.read(text);
      if (text.id === "t7") open.settle();
    }
    open.settle();
    for (const name of await readdir(other))
      if (!name.endsWith("-shm")) await copyFile(join(other, name), join(folder, name));
    open[Symbol.dispose]();
    await rm(other, { recursive: true });
    return join(folder, (await readdir(folder)).find((name) => name.endsWith("-wal")) ?? "");
  },
  judge: (folder, cut) => judgeHistory(folder, cut, { isOnlyTheLog: true }),
};

const live = { authUrl: "https://auth.example", formsApiUrl: "https://forms.example", clientId: "cut" };

/** The service holds everything in this file. The file may lose entries silently, but nothing may be made up. */
const liveCatalog: KeptFile = {
  name: "the catalog of a service",
  piece: 4096,
  async make(folder) {
    await using catalog = openLiveCatalog({ folder, identity: live, call: () => assert.fail("the service was asked") });
    for (const text of kept) catalog.put(text);
    return join(folder, (await readdir(folder)).find((name) => name.endsWith(".sqlite")) ?? "");
  },
  async judge(folder) {
    await using catalog = openLiveCatalog({ folder, identity: live, call: () => assert.fail("the service was asked") });
    for (const { id, translations } of kept) {
      const answer = catalog.current.translation(id, "sv");
      assert.ok(
        answer.state === "unknown" ||
          (answer.state === "known" && answer.value.content === translations?.["sv"]?.content),
        `${id}: ${JSON.stringify(answer).slice(0, 200)}`,
      );
    }
    catalog.put(textNamed("new", "new"));
    assert.equal(catalog.current.translation("new", "sv").state, "known");
  },
};

const sound = library(1200);
const whole = fileCatalog(sound);
const questions: readonly ((catalog: Catalog) => unknown)[] = [
  (catalog) => catalog.textByCode("f0", "text-6"),
  (catalog) => catalog.textsByCode("text-1100"),
  (catalog) => catalog.translation("t8", "sv"),
  (catalog) => catalog.usedBy("t8"),
  (catalog) => catalog.languages(),
  (catalog) => catalog.folders(),
  (catalog) => catalog.search("ext-11", { limit: 5 }),
];

/** Indexes are made from a catalog file that still exists, so every answer stays the same. */
const indexes = [".index", ".labels", ".mentions.sqlite"].map((ending): KeptFile => ({
  name: `the index of a catalog file, ${ending}`,
  piece: 4096,
  async make(folder) {
    await writeFile(join(folder, "catalog.json"), JSON.stringify(sound));
    const { keep } = await openCatalogFile(join(folder, "catalog.json"), { folder: join(folder, "cache"), uses: true });
    assert.equal(await keep(), true);
    return join(folder, "cache", (await readdir(join(folder, "cache"))).find((name) => name.endsWith(ending)) ?? "");
  },
  async judge(folder) {
    const { catalog } = await openCatalogFile(join(folder, "catalog.json"), {
      folder: join(folder, "cache"),
      uses: true,
    });
    for (const ask of questions) assert.deepEqual(ask(catalog), ask(whole));
  },
}));

const sandboxState: KeptFile = {
  name: "the state of a sandbox",
  piece: 4096,
  async make(folder) {
    const state = openState(folder);
    for (let number = 0; number < 300; number += 1) state.setMeta(`name ${number}`, "words ".repeat(20));
    state.close();
    return join(folder, "sandbox.db");
  },
  async judge(folder, cut) {
    if (cut.left.length === 0) return openState(folder).close();
    assert.throws(
      () => openState(folder),
      (error: Error) => error.message.startsWith(`The sandbox cannot open its state in ${folder}: `),
    );
    await isLeftAlone(cut);
  },
};

const lock: KeptFile = {
  name: "a lock",
  async make(folder) {
    const path = join(folder, "lock.sqlite");
    await withFileLock(path, async () => {}, {});
    using file = new DatabaseSync(path, { readOnly: true });
    assert.equal(file.location(), path);
    return path;
  },
  // The file of a lock is always empty, so it has no byte that could be cut off.
  judge: (_, { whole: { length } }) => assert.fail(`a lock holds ${length} bytes`),
};

export const keptFiles: readonly KeptFile[] = [
  ...ofTheJournal,
  plan,
  distribution,
  copy,
  history,
  historyLog,
  liveCatalog,
  ...indexes,
  sandboxState,
  lock,
];
