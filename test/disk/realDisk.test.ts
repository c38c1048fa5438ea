/**
 * A file system of a few megabytes that is really full, and one that is really read-only. Making such a file system
 * requires root on Linux, as in a container. Elsewhere these tests are skipped, and the reason is given.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { library } from "../../bench/library.ts";
import { fileCatalog, openCatalogFile, openLiveCatalog } from "../../catalog/index.ts";
import { withFileLock } from "../../disk/fileLock.ts";
import { openHistory } from "../../authoring/history/history.ts";
import { openJournal } from "../../authoring/guard/journal.ts";
import type { OwnJournal } from "../../authoring/guard/journal.ts";
import { openKeptPlans } from "../../authoring/plans/keptPlans.ts";
import type { KeptPlan } from "../../authoring/plans/keptPlans.ts";
import { runPlan } from "../../authoring/plans/runPlan.ts";
import { createKept, deleteText, recreation } from "../../authoring/guard/libraryWrites.ts";
import { openCopies } from "../../client/library/documents/copies.ts";
import { findUnfinished } from "../../client/library/documents/unfinished.ts";
import type { WriteResult } from "../../authoring/guard/guardedWrite.ts";
import { openState } from "../../sandbox/openState.ts";
import { service, texts } from "../catalog/service.ts";
import { identity, languages, world } from "../client/service.ts";
import type { World } from "../client/service.ts";
import { grantTicket } from "../sandbox/permits.ts";

/** Returns why no file system can be made here; undefined if one can be made. */
function refusal(): string | undefined {
  if (process.platform !== "linux") return "it takes Linux";
  if (process.getuid?.() !== 0) return "it takes a system administrator";
  const place = mkdtempSync(join(tmpdir(), "smartform-mount-"));
  const { status, stderr } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", place], {
    encoding: "utf8",
  });
  if (status === 0) spawnSync("umount", [place]);
  rmSync(place, { recursive: true });
  return status === 0 ? undefined : `the system refuses it: ${stderr?.trim() ?? "there is no mount"}`;
}

const reason = refusal();

(reason === undefined ? describe : describe.skip)(
  `a real disk${reason === undefined ? "" : ` (skipped: ${reason})`}`,
  function () {
    this.timeout(60_000);
    let w: World;
    let disk: string;
    before(async () => {
      w = await world();
    });
    after(async () => {
      await w[Symbol.asyncDispose]();
    });
    beforeEach(() => {
      disk = mkdtempSync(join(tmpdir(), "smartform-disk-"));
      mount("-t", "tmpfs", "-o", "size=8m", "tmpfs", disk);
    });
    afterEach(() => {
      spawnSync("umount", ["--lazy", disk]);
      rmSync(disk, { recursive: true });
    });

    function mount(...args: readonly string[]): void {
      const { status, stderr } = spawnSync("mount", args, { encoding: "utf8" });
      assert.equal(status, 0, stderr);
    }

    /** Fills the disk, except for about this many bytes. */
    function fill(left = 0): void {
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(join(disk, "filling"), new Uint8Array(Math.max(0, bavail * bsize - left)));
    }
    const makeRoom = (): void => truncateSync(join(disk, "filling"), 0);
    const remount = (how: "ro" | "rw"): void => mount("-o", `remount,${how}`, disk);

    const inFolder = (name: string): string => join(disk, name);
    const text = { id: "a", folderId: "f", code: "a", contentType: 2, translations: { en: { content: "one" } } };
    const key = { identity, textId: "a", language: "en", path: "/a" };

    function save(
      journal: OwnJournal,
      base: typeof text | Awaited<ReturnType<World["text"]>>,
      words: string,
    ): Promise<WriteResult> {
      return w.save(base, languages({ en: words }), {
        journal,
        lock: (_, work, options) => withFileLock(join(inFolder("locks"), "text.sqlite"), work, options),
      });
    }

    const ways = [
      {
        name: "full",
        close: () => fill(),
        open: makeRoom,
        words: /^The disk is full, so nothing could be written to .*\. Make room/,
      },
      {
        name: "read-only",
        close: () => remount("ro"),
        open: () => remount("rw"),
        words: /^Nothing could be written to .*: the folder or its disk is read-only/,
      },
    ];

    for (const { name, close, open, words } of ways) {
      it(`${name}: a text opens, and a save, a new text and a deletion say why not, send nothing and work once the disk does`, async () => {
        const base = await w.text();
        using journal = openJournal(inFolder("journal"));
        const warned: string[] = [];
        using copies = openCopies(inFolder("copies"), "window", { warn: (problem) => warned.push(problem) });
        close();
        await copies.set(key, text);
        assert.ok(warned.length > 0);
        assert.equal(await copies.get(key), undefined);
        await w.calls();
        const body = { ...recreation(base), code: `${base.code}-${name}` };
        const deletion = {
          identity,
          connection: "sandbox",
          text: base,
          ticket: grantTicket({
            connection: w.mine.connection,
            operation: "textlibrary.texts.delete",
            receivers: [],
            path: { id: base.id },
          }),
        };
        await assert.rejects(save(journal, base, "typed"), { message: words });
        await assert.rejects(createKept(w.mine, journal, { identity, connection: "sandbox", body }), {
          message: words,
        });
        await assert.rejects(deleteText(w.mine, journal, deletion), { message: words });
        assert.deepEqual(
          (await w.calls()).filter((method) => method !== "GET"),
          [],
        );
        open();
        await copies.set(key, text);
        assert.deepEqual(await copies.get(key), text);
        assert.equal((await save(journal, base, "typed")).state, "saved");
        assert.equal((await createKept(w.mine, journal, { identity, connection: "sandbox", body })).state, "created");
        await deleteText(w.mine, journal, deletion);
        assert.ok(readdirSync(inFolder("journal")).every((file) => !file.endsWith(".tmp")));
      });

      // A disk on which a window holds a file open cannot be made read-only.
      if (name === "full")
        it(`${name} after the service said yes: the save is saved, the text created, the deletion done, and the next start closes what is left`, async () => {
          const [base, gone] = [await w.text(), await w.text()];
          const journal = openJournal(inFolder("journal"));
          const warned: string[] = [];
          const warn = (problem: string): void => void warned.push(problem);
          const closing = (operation: string): typeof w.mine => ({
            ...w.mine,
            call: (async (...args: readonly unknown[]) => {
              const answer = await (w.mine.call as (...each: readonly unknown[]) => Promise<unknown>)(...args);
              if (args[0] === operation) close();
              return answer;
            }) as typeof w.mine.call,
          });
          const saved = await w.save(base, languages({ en: "typed" }), {
            journal,
            api: closing("textlibrary.texts.update"),
            warn,
          });
          open();
          const created = await createKept(
            closing("textlibrary.texts.create"),
            journal,
            { identity, connection: "sandbox", body: { ...recreation(base), code: `${base.code}-${name}` } },
            { warn },
          );
          open();
          const ticket = grantTicket({
            connection: w.mine.connection,
            operation: "textlibrary.texts.delete",
            receivers: [],
            path: { id: gone.id },
          });
          const copy = await deleteText(
            closing("textlibrary.texts.delete"),
            journal,
            { identity, connection: "sandbox", text: gone, ticket },
            { warn },
          );
          open();
          assert.deepEqual([saved.state, created.state, copy.id], ["saved", "created", gone.id]);
          assert.ok(warned.length >= 1, warned.join("\n"));
          journal[Symbol.dispose]();
          using next = openJournal(inFolder("journal"));
          assert.deepEqual((await findUnfinished({ api: w.mine, journal: next, identity })).open, []);
          assert.deepEqual(
            (await next.open(identity)).entries.map((entry) => [entry.kind, entry.textId]),
            [["deleted", gone.id]],
          );
        });

      // A disk cannot become read-only while a lock on it is held, and a running plan holds one.
      if (name === "full")
        it(`${name} in the middle of a plan: what was done is reported, and the rest is carried on`, async () => {
          const [one, two] = [await w.text(), await w.text()];
          const plans = openKeptPlans(inFolder("plans"));
          using journal = openJournal(inFolder("journal"));
          const warned: string[] = [];
          const steps = [one, two].map(
            (base) => ({ do: "text", title: base.code, base, fields: { name: `${base.code} renamed` } }) as const,
          );
          const kept = await plans.begin({ title: "plan", said: [], steps }, { identity, connection: "sandbox" });
          const ports = (after: () => void): Parameters<typeof runPlan>[1] => ({
            api: w.mine,
            plans,
            warn: (problem) => warned.push(problem),
            files: { read: async () => undefined, write: async () => {} },
            save: (base, change) =>
              w.save(base, change, {
                journal: {
                  write: async () => "",
                  clear: async () => {},
                  open: async () => ({ entries: [], unreadable: [] }),
                },
              }),
            step: (index, moment) => {
              if (index === 0 && moment === "carried-out") after();
            },
          });
          const ran = async (plan: KeptPlan, after: () => void): Promise<KeptPlan> => {
            const held = await runPlan(plan, ports(after));
            return held.state === "done" ? held.value : assert.fail(held.state);
          };
          const ended = await ran(kept, close);
          assert.deepEqual(
            [ended.outcomes.map((outcome) => outcome?.state), ended.ended, warned.length],
            [["done", undefined], false, 1],
          );
          assert.match(warned[0] ?? "", words);
          open();
          const [left] = (await plans.list(identity)).plans;
          assert.ok(left);
          assert.deepEqual(
            (await ran(left, () => {})).outcomes.map((outcome) => outcome?.state),
            ["done", "done"],
          );
          assert.deepEqual(
            [(await w.read(one.id)).name, (await w.read(two.id)).name],
            [`${one.code} renamed`, `${two.code} renamed`],
          );
          assert.equal((await journal.open(identity)).entries.length, 0);
        });

      it(`${name}: the history and the catalogs answer anyway, and the sandbox says which folder it cannot use`, async () => {
        const catalogFile = join(disk, "catalog.json");
        writeFileSync(catalogFile, JSON.stringify(library(1200)));
        close();
        const told: string[] = [];
        using history = openHistory({
          folder: inFolder("history"),
          identity,
          limits: () => ({ bytes: 1_000_000, keepGoneDays: 90 }),
          tell: (problem) => told.push(problem),
        });
        history.read({ ...text, translations: { en: { content: "words ".repeat(10_000) } } });
        history.settle();
        assert.equal(told.length, 1);
        const { catalog, keep } = await openCatalogFile(catalogFile, { folder: inFolder("cache"), uses: true });
        assert.equal(await keep(), false);
        assert.deepEqual(catalog.translation("t8", "sv"), fileCatalog(library(1200)).translation("t8", "sv"));
        await using live = openLiveCatalog({
          folder: inFolder("catalog"),
          identity: { authUrl: "a", formsApiUrl: "b", clientId: "c" },
          call: service(texts(3)).call,
        });
        await live.refresh({});
        assert.ok(live.unkept !== undefined || live.status.problem !== undefined);
        assert.match(
          live.unkept ?? live.status.problem ?? "",
          name === "full" ? /The disk is full\. Make room/ : /is read-only, or you lack permission/,
        );
        if (live.unkept !== undefined) assert.equal(live.status.state, "complete");
        assert.throws(() => openState(inFolder("data")).close(), {
          message: new RegExp(`^The sandbox cannot open its state in ${inFolder("data")}: `),
        });
        open();
        openState(inFolder("data")).close();
      });
    }

    it("full while a library is read: a message names the place and what to do, and reading continues once there is space", async () => {
      await using live = openLiveCatalog({
        folder: inFolder("catalog"),
        identity: { authUrl: "a", formsApiUrl: "b", clientId: "c" },
        call: service(texts(300)).call,
      });
      fill(150_000);
      await live.refresh({});
      assert.notEqual(live.status.state, "complete");
      assert.equal(
        live.status.problem,
        `The catalog of the Text Library could not be written to ${inFolder("catalog")}. The disk is full. Make room on it, then read the library again.`,
      );
      makeRoom();
      await live.refresh({});
      assert.deepEqual([live.status.state, live.status.problem], ["complete", undefined]);
    });
  },
);
