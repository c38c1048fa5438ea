/** The questions before an action that may do harm: the first button does no harm, and only one button says yes. */
import assert from "node:assert/strict";
import type * as Agrees from "../../../client/window/agrees.ts";
import { begin, clipboard, inOwnWindow, messages, statusBar } from "../ownVscode.ts";

const { agrees, ask } = await inOwnWindow<typeof Agrees>("client/window/agrees.ts");

const question = { detail: "It has 3 texts.", yes: "Delete the Folder", instead: "Show the Texts" };

describe("a question before an action that may do harm", () => {
  for (const [pressed, answer] of [
    ["Delete the Folder", "yes"],
    ["Show the Texts", "instead"],
    [undefined, undefined],
  ] as const)
    it(`resolves with ${answer} for ${pressed ?? "Cancel"}`, async () => {
      begin(() => pressed);
      assert.equal(await ask("Delete Claims?", question), answer);
      assert.deepEqual(messages(), [
        { as: "warning", words: "Delete Claims?", buttons: ["Show the Texts", "Delete the Folder"] },
      ]);
    });

  it("does not agree if both buttons have one title", async () => {
    begin(() => "Show the Texts");
    assert.equal(await ask("Delete Claims?", { ...question, yes: "Show the Texts" }), "instead");
  });

  for (const [pressed, isAgreed] of [
    ["Delete the Folder", true],
    ["Copy Details", false],
    [undefined, false],
  ] as const)
    it(`${isAgreed ? "agrees" : "does not agree"} at ${pressed ?? "Cancel"}`, async () => {
      begin(() => pressed);
      assert.equal(await agrees("Delete Claims?", question), isAgreed);
      const isCopied = pressed === "Copy Details";
      assert.equal(clipboard(), isCopied ? "Delete Claims?\n\nIt has 3 texts.\n" : "");
      assert.deepEqual(statusBar(), isCopied ? ["The details were copied. Nothing else was done."] : []);
    });
});
