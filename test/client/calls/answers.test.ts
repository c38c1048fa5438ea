/** What a view shows above its rows if its content could not be read. */
import assert from "node:assert/strict";
import { unreadWords } from "../../../client/calls/answersModel.ts";
import { NoService, NotConnected, SignedOut } from "../../../client/connections/ownerModel.ts";

describe("a view that could not be read", () => {
  it("says to refresh, unless a sign-in or an address is missing", () => {
    const refresh = "To try again, choose Refresh in the title of this view.";
    assert.equal(unreadWords(new Error("It broke.")), `It broke. ${refresh}`);
    assert.equal(unreadWords(new Error("It broke."), "The list broke."), `The list broke. ${refresh}`);
    for (const error of [new NotConnected("Sign in."), new SignedOut("Sign in."), new NoService("Sign in.")])
      assert.equal(unreadWords(error), "Sign in.", error.constructor.name);
  });
});
