/**
 * Only the owner can read the files that the programs leave on the disk, whichever program runs first, and whatever was
 * readable before.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { newEntry } from "../../api/index.ts";
import type { ArchiveDownload } from "../../api/index.ts";
import { library } from "../../bench/library.ts";
import { openCatalogFile, openLiveCatalog } from "../../catalog/index.ts";
import { keepCopies } from "../../client/archive/keptCopies.ts";
import { isHeld, withFileLock } from "../../disk/fileLock.ts";
import { TestForms } from "../../client/records/testForms.ts";
import { openHistory } from "../../authoring/history/history.ts";
import { openJournal } from "../../authoring/guard/journal.ts";
import { openKeptPlans } from "../../authoring/plans/keptPlans.ts";
import { openDistributionJournal } from "../../client/sending/distributionJournal.ts";
import { rememberSent, sentPlace } from "../../client/records/sentOrders.ts";
import { openCopies } from "../../client/library/documents/copies.ts";
import { privateDatabase, privateFolder } from "../../disk/index.ts";
import { openState } from "../../sandbox/openState.ts";
import { run, start } from "../cli/run.ts";
import { serverCommand } from "../programs.ts";

/**
 * Returns the paths that other users can access, with their modes. Also checks the contents of folders, except Node's
 * own compiled programs.
 */
function openTo(path: string): readonly string[] {
  const { mode } = lstatSync(path);
  const own = (mode & 0o077) === 0 ? [] : [`${path} ${(mode & 0o777).toString(8)}`];
  if (!lstatSync(path).isDirectory() || path.endsWith("compiled")) return own;
  return [...own, ...readdirSync(path).flatMap((name) => openTo(join(path, name)))];
}

/** Makes the files readable for others, as an earlier version or a program that sets no modes leaves them. */
function openUp(path: string): void {
  const isFolder = statSync(path).isDirectory();
  // Skips Node's own files, and copies that are never opened for writing again.
  if (isFolder && /compiled$|archive-copies./.test(path)) return;
  if (isFolder) for (const name of readdirSync(path)) openUp(join(path, name));
  if (isFolder || /\.(?:db|sqlite|index)(?:-\w+)?$/.test(path)) chmodSync(path, isFolder ? 0o755 : 0o644);
}

const text = { id: "a", folderId: "f", code: "a", contentType: 2, translations: { sv: { content: "ett" } } };
const owner = { identity: "modes", connection: "sandbox" };

/** Stores everything that the extension stores, and calls `look` while the files are open. */
async function leaveAll(storage: string, look: () => void): Promise<void> {
  const folder = (name: string): string => join(storage, name);
  const store = { get: () => undefined, update: async () => {} };
  using journal = openJournal(folder("journal"));
  await journal.write({ kind: "deleted", ...owner, textId: "a", title: "a", text });
  using copies = openCopies(folder("copies"), "window");
  await copies.set({ identity: "modes", textId: "a", language: "sv", path: "/a" }, text);
  await openKeptPlans(folder("plans")).begin({ title: "plan", said: [], steps: [] }, owner);
  await openDistributionJournal(folder("distributions"), "modes").keep(
    newEntry({
      environment: "Test",
      data: "xml",
      body: { MetaFile: "M", Document: "D", DataAsBase64: "PGE+PC9hPg==" },
    }),
  );
  await rememberSent(sentPlace(store, folder("signing")), { identity: "modes", token: "t", sentAt: "2026-01-01" });
  await new TestForms(store, folder("forms")).put({
    marker: "m",
    connection: "c",
    identity: "i",
    smartformId: "s",
    smartformName: "s",
    environment: null,
    textLibraryFolder: null,
    at: "2026-01-01",
    state: "sending",
    formId: null,
  });
  const download = (async () => ({ bytes: new Uint8Array([1]), fileName: "a.pdf" })) as unknown as ArchiveDownload;
  await keepCopies(download, [], folder("archive-copies"), {
    place: { connection: "c", environment: "Test" } as never,
    at: new Date(),
    signal: AbortSignal.timeout(10_000),
    isOwn: true,
  });
  using history = openHistory({
    folder: folder("history"),
    identity: "modes",
    limits: () => ({ bytes: 1_000_000, keepGoneDays: 90 }),
    tell: assert.fail,
  });
  history.read(text);
  history.settle();
  await using catalog = openLiveCatalog({
    folder: folder("catalog"),
    identity: { authUrl: "a", formsApiUrl: "b", clientId: "c" },
    call: () => assert.fail("the service was asked"),
  });
  catalog.put(text);
  await withFileLock(join(folder("locks"), "text.sqlite"), async () => look(), {});
}

(process.platform === "win32" ? describe.skip : describe)("files of ours", function () {
  this.timeout(60_000);
  let root: string;
  let umask: number;
  beforeEach(() => {
    umask = process.umask(0o022);
    root = mkdtempSync(join(tmpdir(), "smartform-modes-"));
  });
  afterEach(() => {
    process.umask(umask);
    rmSync(root, { recursive: true, force: true });
  });

  it("of the extension: everything in its storage, while it is open and afterwards", async () => {
    const storage = join(root, "storage");
    let looks = 0;
    const look = (): void => {
      looks += 1;
      assert.ok(readdirSync(storage, { recursive: true }).length > 20, "little was left");
      assert.ok(readdirSync(join(storage, "history")).some((name) => name.endsWith("-wal")));
      assert.deepEqual(openTo(storage), []);
    };
    await leaveAll(storage, look);
    assert.deepEqual(openTo(storage), []);
    openUp(storage);
    chmodSync(storage, 0o700);
    await leaveAll(storage, look);
    assert.deepEqual([openTo(storage), looks], [[], 2]);
  });

  it("of smartform check: what it read from a catalog, and the cache of Node's compiled programs", async () => {
    const [catalog, letter, cache] = [join(root, "catalog.json"), join(root, "letter.sft"), join(root, "cache")];
    writeFileSync(catalog, JSON.stringify(library(1200)), { mode: 0o600 });
    writeFileSync(letter, "[[ LIB : f0 : text-6 ]]");
    for (const times of [1, 2]) {
      await run(["check", letter, "--catalog", catalog], { env: { NODE_COMPILE_CACHE: "", XDG_CACHE_HOME: cache } });
      assert.ok(
        readdirSync(join(cache, "smartform")).some((name) => name.endsWith(".index")),
        "the catalog was not kept",
      );
      assert.deepEqual(
        [openTo(join(cache, "smartform")), existsSync(join(cache, "smartform", "compiled"))],
        [[], true],
        `after ${times}`,
      );
      openUp(cache);
      chmodSync(join(cache, "smartform", "compiled"), 0o755);
    }
  });

  it("of the catalog: the labels and the list of mentions beside the index of a catalog file", async () => {
    const [catalog, folder] = [join(root, "catalog.json"), join(root, "cache")];
    writeFileSync(catalog, JSON.stringify(library(1200)), { mode: 0o600 });
    assert.equal(await (await openCatalogFile(catalog, { folder, uses: true })).keep(), true);
    assert.deepEqual([readdirSync(folder).length, openTo(folder)], [3, []]);
    openUp(folder);
    privateFolder(folder);
    await openCatalogFile(catalog, { folder, uses: true });
    assert.deepEqual(openTo(folder), []);
  });

  it("of the language server: the cache of Node's compiled program", async () => {
    const program = spawn(process.execPath, serverCommand, {
      stdio: ["pipe", "ignore", "inherit"],
      env: { ...process.env, NODE_COMPILE_CACHE: "", XDG_CACHE_HOME: join(root, "cache") },
    });
    program.stdin.end();
    await once(program, "exit");
    assert.deepEqual(
      [existsSync(join(root, "cache", "smartform", "compiled")), openTo(join(root, "cache"))],
      [true, []],
    );
  });

  it("of the sandbox: its state, in a folder of its own and in an existing one", async () => {
    const data = join(root, "new", "data");
    const state = openState(data);
    assert.deepEqual(openTo(join(root, "new")), []);
    assert.ok(readdirSync(data).length > 1, "there is no log beside the state");
    state.close();
    // The folder belongs to the user and keeps its mode.
    chmodSync(data, 0o755);
    openUp(data);
    const sandbox = start(["sandbox", "--data", data]);
    const [ready] = (await once(createInterface({ input: sandbox.stdout }), "line")) as [string];
    assert.match(ready, /"ready":true/);
    const files = readdirSync(data).map((name) => join(data, name));
    assert.deepEqual([files.length > 1, files.flatMap(openTo), lstatSync(data).mode & 0o777], [true, [], 0o755]);
    sandbox.kill("SIGKILL");
    await once(sandbox, "close");
  });

  it("a link is not followed, and a folder that is closed to its owner stays so", () => {
    const [elsewhere, link] = [join(root, "elsewhere"), join(root, "link")];
    mkdirSync(elsewhere, { mode: 0o755 });
    symlinkSync(elsewhere, link);
    privateFolder(link);
    assert.equal(lstatSync(elsewhere).mode & 0o777, 0o755);
    const narrow = join(root, "narrow");
    mkdirSync(narrow, { mode: 0o500 });
    privateFolder(narrow);
    assert.equal(lstatSync(narrow).mode & 0o777, 0o500);
  });

  it("opening a database does not release a lock that this process holds on it", async () => {
    const path = join(root, "locks", "lock.sqlite");
    await withFileLock(
      path,
      async () => {
        privateDatabase(path).close();
        const other = spawn(
          process.execPath,
          [
            "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON",
            "--disable-warning=ExperimentalWarning",
            "--input-type=module",
            "--eval",
            `import { isHeld } from ${JSON.stringify(join(import.meta.dirname, "../../disk/fileLock.ts"))}; process.exitCode = isHeld(${JSON.stringify(path)}) ? 7 : 0;`,
          ],
          { stdio: "inherit" },
        );
        assert.deepEqual(await once(other, "exit"), [7, null]);
        assert.equal(isHeld(path), true);
      },
      {},
    );
    assert.equal(isHeld(path), false);
  });
});
