/** Rows of views. */
import assert from "node:assert/strict";
import type * as RowItemModule from "../../../client/window/rowItem.ts";
import { inOwnWindow } from "../ownVscode.ts";

const { rowItem } = await inOwnWindow<typeof RowItemModule>("client/window/rowItem.ts");

describe("a row of a view", () => {
  it("spells out marks that nobody sees, in the names that the service has", () => {
    const { label, description, tooltip, accessibilityInformation } = rowItem({
      label: "Letters\u202e",
      description: "pass\u200bword",
      tooltip: "Letters\u202e\npublic",
      spoken: "Folder Letters\u202e",
      icon: "folder",
    });
    assert.deepEqual([label, description], ["Letters\\u{202e}", "pass\\u{200b}word"]);
    assert.deepEqual(
      [tooltip, accessibilityInformation?.label],
      ["Letters\\u{202e}\npublic", "Folder Letters\\u{202e}"],
    );
  });
});
