/**
 * The questions before sending a form that notifies people or calls a webhook, and the request that is sent after the
 * answers.
 */
import assert from "node:assert/strict";
import { answers, whomToReach } from "../../../client/forms/reachModel.ts";
import type { Asking } from "../../../client/forms/reachModel.ts";
import { nobody } from "../../../client/records/formRequestModel.ts";
import type { CreateForm } from "../../../client/records/formRequestModel.ts";

const plain: CreateForm = { dialogDefinitionId: "a", values: {} };
const party: CreateForm = { ...plain, notification: { sendEmail: true, participatingParties: [{ id: "customer" }] } };
const hook: CreateForm = { ...plain, webhook: "https://example.com/hook" };
const force: CreateForm = { ...hook, webhookForceRun: true };
const silent: CreateForm = { ...plain, notification: nobody() };
const { quiet, loud, leaveOff, turnOn } = answers;

/** The author's answers, in order (`undefined` for Escape), and what is sent; fewer or more questions are an error. */
const cases: readonly [
  title: string,
  body: CreateForm,
  answers: readonly (string | undefined)[],
  sent: CreateForm | undefined,
][] = [
  ["asks nothing if nobody is notified", plain, [], plain],
  ["silences parties (T38)", party, [quiet], silent],
  ["silences a webhook and its revival (T44, T45)", force, [quiet], silent],
  ["sends nothing after Escape (T38, T44)", { ...party, ...hook }, [undefined], undefined],
  ["sends a webhook if the author insists (T44)", hook, [loud], hook],
  ["does not turn a webhook on, unless it is said a second time (T45)", force, [loud, leaveOff], hook],
  ["turns a webhook on again if it is set a second time (T45)", force, [loud, turnOn], force],
  ["sends nothing after Escape at the second question (T45)", force, [loud, undefined], undefined],
  ["asks about a revival without an address, too (T45)", { ...plain, webhookForceRun: true }, [loud, leaveOff], plain],
  [
    "asks for the private secret, which need not be in the file (T48)",
    party,
    [loud, "typed"],
    { ...party, privateSecret: "typed" },
  ],
  ["uses the service's default if none is typed (T48)", party, [loud, ""], party],
  ["sends nothing after Escape at the private secret (T48)", party, [loud, undefined], undefined],
  [
    "asks for no secret if the request has one (T48)",
    { ...party, privateSecret: "x" },
    [loud],
    { ...party, privateSecret: "x" },
  ],
];

describe("client/forms/reachModel", () => {
  for (const [title, body, given, expected] of cases) {
    it(title, async () => {
      const open = [...given];
      const next = async () => {
        assert.ok(open.length > 0, "One question too many.");
        return open.shift();
      };
      const asking: Asking = {
        choose: async ({ choices }) => {
          const answer = await next();
          assert.ok(answer === undefined || choices.includes(answer), `${answer} is not on offer.`);
          return answer;
        },
        secret: next,
      };
      assert.deepEqual(await whomToReach(body, asking), expected);
      assert.deepEqual(open, []);
    });
  }

  it("does not claim that the webhook of a revival is off: the service does not say (T45)", async () => {
    let said = "";
    await whomToReach(force, {
      choose: async ({ detail }) => void (said = detail),
      secret: async () => undefined,
    });
    assert.match(said, /^The request also turns the webhook on again if it is off\.$/m);
  });

  it("names a webhook without the sign-in that is in its address", async () => {
    let said = "";
    await whomToReach(
      { ...plain, webhook: "https://me:canary@example.com/hook" },
      { choose: async ({ detail }) => void (said = detail), secret: async () => undefined },
    );
    assert.match(
      said,
      /The request registers the webhook https:\/\/example\.com\/hook \(with a sign-in\) on the Smartform/,
    );
    assert.doesNotMatch(said, /canary|me:/);
  });
});
