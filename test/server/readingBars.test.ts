/** While a large catalog file is read, a bar shows how much of it was read. */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type { Connection } from "vscode-languageserver";
import { createReadingBars } from "../../server/readingBars.ts";

describe("the bar for reading a catalog file", () => {
  const now = performance.now.bind(performance);
  let clock = 0;
  beforeEach(() => {
    clock = 0;
    performance.now = () => clock;
  });
  afterEach(() => {
    performance.now = now;
  });

  function bars({ showsProgress = true } = {}) {
    const said: string[] = [];
    const bar = {
      begin: (title: string, _: number, __: undefined, cancellable: boolean) => said.push(`${title} ${cancellable}`),
      report: (_: number, message: string) => said.push(message),
      done: () => said.push("done"),
    };
    const window = { createWorkDoneProgress: () => Promise.resolve(bar) } as unknown as Connection["window"];
    return { said, read: createReadingBars({ window }, () => ({ showsProgress })).ofCatalogFile };
  }

  it("is shown after the reading has taken half a second, and is closed at the end", async () => {
    const { said, read } = bars();
    read(0.1);
    clock = 400;
    read(0.2);
    await setImmediate();
    assert.deepEqual(said, []);
    clock = 600;
    read(0.3);
    read(0.456);
    await setImmediate();
    read(1);
    await setImmediate();
    assert.deepEqual(said, ["Reading the Text Library false", "30 % read", "45 % read", "done"]);
  });

  it("starts over with the next reading, and is not shown to a client that shows no progress", async () => {
    for (const showsProgress of [true, false]) {
      const { said, read } = bars({ showsProgress });
      read(0.5);
      read(1);
      read(0.1);
      clock += 600;
      read(0.2);
      read(1);
      await setImmediate();
      assert.deepEqual(said, showsProgress ? ["Reading the Text Library false", "20 % read", "done"] : []);
    }
  });
});
