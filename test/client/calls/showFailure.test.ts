/** The button beside a failure repairs the cause, and asks for nothing that the failure already names. */
import assert from "node:assert/strict";
import type { LogOutputChannel } from "vscode";
import type { showFailure as show } from "../../../client/calls/commands.ts";
import type { SignedOut as Out } from "../../../client/connections/ownerModel.ts";
import { commands } from "../../../client/identifiers.ts";
import { begin, inOwnWindow, messages, ran } from "../ownVscode.ts";

const { showFailure } = await inOwnWindow<{ readonly showFailure: typeof show }>("client/calls/commands.ts");
const { SignedOut } = await inOwnWindow<{ readonly SignedOut: typeof Out }>("client/connections/ownerModel.ts");
const log = { error: () => {}, info: () => {}, show: () => {} } as unknown as LogOutputChannel;

describe("the button next to a failure", () => {
  for (const [what, failure, given] of [
    [
      "the connection that was signed out of",
      new SignedOut("You are signed out of strandby.", "strandby"),
      ["strandby"],
    ],
    ["no connection where none is named", new SignedOut("No connection leads there now."), [undefined]],
  ] as const) {
    it(`signs in to ${what}`, async () => {
      begin(([signIn]) => signIn);
      await showFailure(log, failure);
      assert.deepEqual(
        messages().map(({ buttons }) => buttons),
        [["Sign In…", "Show Log"]],
      );
      assert.deepEqual(ran(), [[commands.signIn, ...given]]);
    });
  }
});
