/**
 * The log of a failure contains the call and the error code, but nothing that a response says, and nothing about an
 * order or a person.
 */
import assert from "node:assert/strict";
import { ApiError } from "../../../api/error.ts";
import { CallFailed } from "../../../client/calls/carryOutModel.ts";
import { NoAuditClient, NoService, NotConnected, SignedOut } from "../../../client/connections/ownerModel.ts";
import { failureLine, isLack, isWarning, remedyOf } from "../../../client/calls/failureModel.ts";

const lost = new ApiError("server-error", "signing.orders.create", "unknown", "Could not create. canary", {
  status: 500,
  detail: "canary",
});
const refused = new ApiError("forbidden", "forms.create", "none", "canary", { status: 403 });

describe("the log of a failure", () => {
  for (const [what, error, line, warns] of [
    [
      "a call whose effect is unknown, and the result of a look afterwards",
      new CallFailed("It is there: canary was made.", lost),
      "signing.orders.create: server-error (500), effect: unknown",
      true,
    ],
    ["a refused call", new CallFailed("canary", refused), "forms.create: forbidden (403), effect: none", false],
    ["a call", refused, "forms.create: forbidden (403), effect: none", false],
    ["words that quote", new Error('There is no party "canary" in "canary".'), 'There is no party "…" in "…".', false],
    [
      "words that quote in Swedish",
      new Error("Det finns ingen part ”canary” i ”canary”."),
      'Det finns ingen part "…" i "…".',
      false,
    ],
    [
      "words that quote in German",
      new Error("Es gibt keinen Beteiligten „canary“ in „canary“."),
      'Es gibt keinen Beteiligten "…" in "…".',
      false,
    ],
    ["anything else", "gone", "gone", false],
  ] as const) {
    it(`for ${what}`, () => {
      assert.equal(failureLine(error), line);
      assert.equal(isWarning(error), warns);
    });
  }
});

describe("what is offered with a failure", () => {
  for (const [what, error, remedy, lacks] of [
    ["a client of type Audit that the connection lacks", new NoAuditClient("There is none."), "signInAudit", true],
    ["an address that the connection lacks", new NoService("There is none."), "addServices", true],
    ["a connection that is signed out of", new SignedOut("You are signed out."), "signIn", false],
    ["no connection at all", new NotConnected("There is none."), undefined, false],
    ["a refused call", refused, undefined, false],
  ] as const) {
    it(`offers the remedy for ${what}, and does not count a missing part as an error`, () =>
      assert.deepEqual([remedyOf(error), isLack(error)], [remedy, lacks]));
  }
});
