/** A history with a damaged file continues with what can be read, and nothing of the damaged file is discarded. */
import assert from "node:assert/strict";
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openHistory } from "../../../authoring/history/history.ts";
import type { History } from "../../../authoring/history/history.ts";

describe("a damaged history", () => {
  let folder: string, told: string[], open: History[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "smartform-damage-"));
    [told, open] = [[], []];
  });
  afterEach(async () => {
    close();
    await rm(folder, { recursive: true, force: true });
  });

  function start(): History {
    const history = openHistory({
      folder,
      identity: "damage",
      limits: () => ({ bytes: 100_000_000, keepGoneDays: 90 }),
      tell: (problem) => told.push(problem),
    });
    open.push(history);
    return history;
  }

  function close(): void {
    for (const history of open.splice(0)) history[Symbol.dispose]();
  }

  const count = 400;
  const contentOf = (number: number): string => `content ${number} `.repeat(30);
  const names = (ending: string): readonly string[] =>
    readdirSync(folder)
      .filter((name) => name.endsWith(ending))
      .toSorted();
  const path = (): string => join(folder, names(".sqlite")[0] ?? "");
  const readable = (history: History): number =>
    Array.from({ length: count }, (_, number) => history.versions(`t${number}`, "en")[0]?.content).filter(
      (content, number) => {
        assert.ok(content === undefined || content === contentOf(number), `t${number}`);
        return content !== undefined;
      },
    ).length;

  function write(history: History, { from = 0, to = count } = {}): void {
    for (let number = from; number < to; number += 1)
      history.read({
        id: `t${number}`,
        folderId: "f",
        code: "c",
        contentType: 0,
        translations: { en: { content: contentOf(number) } },
      });
    history.settle();
  }

  /** Damages pages in the middle of the database. They are not read when the file is opened. */
  function damage(): void {
    const bytes = readFileSync(path());
    writeFileSync(
      path(),
      bytes.fill(0xa5, Math.floor(bytes.length / 8192) * 4096, Math.floor(bytes.length / 8192) * 4096 + 3 * 4096),
    );
  }

  it("is noticed even if it opened without an error, and continues without what was on the damaged pages", () => {
    write(start());
    close();
    damage();
    const left = readable(start());
    assert.ok(left > count / 2 && left < count, `${left} of ${count}`);
    assert.deepEqual([told.length, names(".damaged").length], [1, 1]);
    assert.match(
      told[0] ?? "",
      new RegExp(
        `continues with the versions that could be read, \\d+ in all\\. The damaged history is at ${path()}\\.damaged\\.`,
      ),
    );
    close();
    assert.equal(readable(start()), left);
    assert.equal(told.length, 1);
  });

  it("is also noticed by a write, and the write succeeds", () => {
    write(start());
    close();
    damage();
    const history = start();
    write(history, { from: 0, to: count });
    assert.equal(readable(history), count);
  });

  it("keeps the earlier damaged file", () => {
    for (const times of [1, 2, 3]) {
      write(start());
      close();
      writeFileSync(path(), "no database");
      start().versions("t0", "en");
      close();
      assert.equal(names(".damaged").length, times);
    }
    for (const name of names(".damaged")) assert.equal(readFileSync(join(folder, name), "utf8"), "no database");
  });

  it("keeps the log of an empty file, with its contents", () => {
    write(start());
    const log = `${path()}-wal`;
    copyFileSync(log, join(folder, "log"));
    close();
    writeFileSync(path(), "");
    copyFileSync(join(folder, "log"), log);
    start().versions("t0", "en");
    assert.match(told.join(), /could not be read, so a new one begins/);
    assert.deepEqual(readFileSync(`${path()}.damaged-wal`), readFileSync(join(folder, "log")));
  });

  it("starts again once, however many windows notice it, and they share the new one", () => {
    write(start());
    close();
    damage();
    const [one, other] = [start(), start()];
    for (const history of [one, other]) history.versions("none", "en");
    const left = readable(one);
    write(one, { from: count, to: count + 1 });
    assert.deepEqual(
      [readable(other), other.versions(`t${count}`, "en")[0]?.content, names(".damaged").length, told.length],
      [left, contentOf(count), 1, 1],
    );
  });
});
