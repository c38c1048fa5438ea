/** What the status bar says after a save. */
import assert from "node:assert/strict";
import { savedWords } from "../../../../client/library/documents/savedModel.ts";

describe("the words after a save", () => {
  const saved = { code: "greeting", language: "en", isMerged: false, isSandbox: false, errors: 0 };
  for (const [title, more, words] of [
    ["say that it is live", {}, "greeting (en) is saved, and live for everyone."],
    ["say that only the sandbox has it", { isSandbox: true }, "greeting (en) is saved in the sandbox."],
    [
      "say that somebody else's change is in it",
      { isMerged: true },
      "greeting (en) is saved, and live for everyone. Your text was merged with a change that somebody else made.",
    ],
    ["count one error that is left", { errors: 1 }, "greeting (en) is saved, and live for everyone. 1 error is left."],
    [
      "count errors that are left",
      { isSandbox: true, errors: 3 },
      "greeting (en) is saved in the sandbox. 3 errors are left.",
    ],
  ] as const)
    it(title, () => assert.equal(savedWords({ ...saved, ...more }), words));
});
