/** What the status bar says after a save. */
import assert from "node:assert/strict";
import { savedWords } from "../../../../client/library/documents/savedModel.ts";
import type { SavedText } from "../../../../client/library/documents/savedModel.ts";

describe("the words after a save", () => {
  const saved: SavedText = { code: "greeting", language: "en", isMerged: false, where: "service", errors: 0 };
  for (const [title, more, words] of [
    ["say that it is live", {}, "greeting (en) is saved, and live for everyone."],
    ["say that only the sandbox has it", { where: "sandbox" }, "greeting (en) is saved in the sandbox."],
    [
      "say that the window's own sandbox forgets it",
      { where: "temporary" },
      "greeting (en) is saved in the sandbox of this window, which forgets it when the window closes.",
    ],
    [
      "say that somebody else's change is in it",
      { isMerged: true },
      "greeting (en) is saved, and live for everyone. Your text was merged with a change that somebody else made.",
    ],
    ["count one error that is left", { errors: 1 }, "greeting (en) is saved, and live for everyone. 1 error is left."],
    [
      "count errors that are left",
      { where: "sandbox", errors: 3 },
      "greeting (en) is saved in the sandbox. 3 errors are left.",
    ],
  ] as const)
    it(title, () => assert.equal(savedWords({ ...saved, ...more }), words));
});
