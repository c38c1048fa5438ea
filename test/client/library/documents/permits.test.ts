/**
 * Which writes of a library text are sent: those that a person asked for at the moment of the write. Writes that a
 * person may have asked for are sent only after a yes.
 */
import assert from "node:assert/strict";
import { judgeWrite, question } from "../../../../client/library/documents/permitModel.ts";
import type { Judgement, WriteReason } from "../../../../client/library/documents/permitModel.ts";

const rows: readonly [reason: WriteReason, judgement: Judgement][] = [
  ["manual", "ask"],
  ["unsaid", "refuse"],
  ["automatic", "refuse"],
];

describe("permits of saves", () => {
  for (const [reason, judgement] of rows) {
    it(`${reason}: ${judgement}, unless this extension's own command saves the text or the user's setting says so`, () => {
      assert.equal(judgeWrite({ reason, isPermitted: false, permitsAutomatic: false }), judgement);
      assert.equal(judgeWrite({ reason, isPermitted: true, permitsAutomatic: false }), "write");
      assert.equal(judgeWrite({ reason, isPermitted: false, permitsAutomatic: true }), "write");
    });
  }

  it("asks about one text by its name, and about several in one question that names the first ten", () => {
    const asked = (name: string, folder = "claims", connection = "strandby") => ({ name, folder, connection });
    assert.equal(question([asked("intro (en)")]).message, "Save intro (en) to the Text Library?");
    assert.doesNotMatch(
      question([asked("intro\nNothing (en)")]).message + question([asked("x", "a\nb", "c\nd")]).detail.split("\n\n")[0],
      /\n/,
    );
    const alike = question([
      asked("intro (en)"),
      asked("intro (en)", "policies"),
      asked("intro (en)", "claims", "nordby"),
    ]);
    assert.deepEqual(
      [alike.message, ...alike.detail.split("\n").slice(0, 3)],
      [
        "Save 3 texts to the Text Library?",
        "intro (en) in claims, in the library of strandby",
        "intro (en) in policies, in the library of strandby",
        "intro (en) in claims, in the library of nordby",
      ],
    );
    const many = question(Array.from({ length: 12 }, (_, index) => asked(`text-${index} (en)`)));
    assert.equal(many.message, "Save 12 texts to the Text Library?");
    assert.deepEqual(many.detail.split("\n").slice(0, 11), [
      ...Array.from({ length: 10 }, (_, index) => `text-${index} (en) in claims, in the library of strandby`),
      "and 2 more",
    ]);
  });
});
