/** Sentences of the language room, and the values inserted into them. */
import assert from "node:assert/strict";
import { l10n, parseRequest } from "../../language/index.ts";

describe("a sentence", () => {
  it("contains a value unchanged, and only the beginning of one as long as a document", () => {
    assert.equal(l10n.t("{0} and {1}", "{1}", 2), "{1} and 2");
    assert.equal(l10n.t("{0}.", "x".repeat(1000)), `${"x".repeat(1000)}.`);
    assert.equal(l10n.t("{0}.", "x".repeat(1001)), `${"x".repeat(1000)}….`);
    assert.equal(l10n.t("{0}.", `${"x".repeat(999)}😀`), `${"x".repeat(999)}\ufffd….`);
  });

  it("is English as long as its translation is empty", () => {
    const before = l10n.contents();
    try {
      l10n.config({ contents: { "Not yet.": "", "Done.": "Klart." } });
      assert.deepEqual([l10n.t("Not yet."), l10n.t("Done.")], ["Not yet.", "Klart."]);
    } finally {
      l10n.config({ contents: before });
    }
  });

  it("about a name of 1 MB is no longer than others", () => {
    const { problems } = parseRequest(`{"values":{"${"n".repeat(1024 * 1024)}"`);
    assert.ok(problems.length > 0);
    for (const { message } of problems) assert.ok(message.length < 1200, `${message.length} code units`);
  });
});
