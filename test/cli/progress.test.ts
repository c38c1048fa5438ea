/** The line that says how far a check has got. */
import assert from "node:assert/strict";
import { progressOn } from "../../cli/progress.ts";

describe("the progress of a check", () => {
  /** Returns what is written while 40 files are checked, 50 milliseconds each. */
  const written = (isTTY: boolean | undefined, files: number): readonly string[] => {
    const parts: string[] = [];
    let [time, asked] = [1000, 0];
    const progress = progressOn(
      { ...(isTTY === undefined ? {} : { isTTY }), write: (part) => parts.push(part) },
      () => time,
    );
    for (let round = 0; round < 2; round++) {
      progress.begin(() => (asked++, files));
      for (let file = 0; file < files; file++) {
        time += 50;
        progress.step();
      }
      progress.clear();
      progress.clear();
    }
    assert.ok(asked <= 2, "the files are counted once");
    return parts;
  };

  it("appears after half a second, changes now and then, and is erased at the end", () => {
    const erased = "\r\u001b[K";
    const once = [10, 12, 14].map((done) => `${erased}checked ${done} of 15`);
    assert.deepEqual(written(true, 15), [...once, erased, ...once, erased]);
  });

  it("does not appear if the check is fast, or if there is no terminal", () => {
    assert.deepEqual([written(true, 9), written(false, 100), written(undefined, 100)], [[], [], []]);
  });
});
