/** What counts as a repaired mistake. */
import assert from "node:assert/strict";
import { repairWatch } from "../../../client/gettingStarted/repairModel.ts";

describe("a repaired mistake", () => {
  for (const { title, seen, expected } of [
    {
      title: "is one that is gone after a change",
      seen: [
        [1, 2],
        [2, 1],
      ],
      expected: true,
    },
    {
      title: "is not one that is gone without a change, such as when the library is known",
      seen: [
        [1, 2],
        [1, 1],
      ],
      expected: false,
    },
    {
      title: "is not one of a document that was closed",
      seen: [
        [1, 2],
        [undefined, 0],
        [1, 0],
      ],
      expected: false,
    },
    {
      title: "is not a change that leaves all of them, or makes more",
      seen: [
        [1, 1],
        [2, 1],
        [3, 2],
      ],
      expected: false,
    },
    {
      title: "is not a document without any",
      seen: [
        [1, 0],
        [2, 0],
      ],
      expected: false,
    },
  ] as const) {
    it(title, () => {
      const watch = repairWatch();
      const answers = seen.map(([version, count]) => watch.isRepaired("letter.sft", { version, count }));
      assert.equal(answers.at(-1), expected);
    });
  }
});
