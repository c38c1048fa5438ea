/** Which parties of a request are notified about the form, and which are left out. */
import assert from "node:assert/strict";
import type { Api } from "../../../api/index.ts";
import { allListed, askSmartform, notifiedLine, onlyFirst, settleParties } from "../../../client/forms/partiesModel.ts";
import type { SmartformFacts } from "../../../client/forms/partiesModel.ts";
import type { Question } from "../../../client/forms/reachModel.ts";
import type { CreateForm } from "../../../client/records/formRequestModel.ts";
import { known, unknown } from "../../../language/index.ts";
import { apiOf } from "../../sandbox/apiOf.ts";
import { visit } from "../../sandbox/visit.ts";
import type { Visit } from "../../sandbox/visit.ts";

type Parties = NonNullable<NonNullable<CreateForm["notification"]>["participatingParties"]>;

const facts: SmartformFacts = {
  name: known("Claim"),
  singleStep: known(true),
  parties: known([
    { id: "p-1", name: "Customer" },
    { id: "p-2", name: "Witness" },
    { id: "p-3", name: "witness" },
    { id: "p-4", name: "P-5" },
    { id: "p-5", name: "Broker" },
    { id: null, name: null, phoneNumber: "+461" },
    { id: null, name: null, phoneNumber: "+462" },
  ]),
};
const several: SmartformFacts = { ...facts, singleStep: known(false) };
const eva = { id: "p-1", name: "Eva", email: "eva@example.com" };
const bo = { id: "p-2", name: "Bo", email: "bo@example.com" };

interface Case {
  readonly listed: Parties;
  readonly facts?: SmartformFacts;
  /** The author's choices, in order; undefined for Escape. */
  readonly chosen?: readonly (string | undefined)[];
  /** Ids that are sent; undefined if nothing is sent. */
  readonly sent: readonly unknown[] | undefined;
  readonly lines?: readonly string[];
  /** Every question must match this expression. */
  readonly shows?: RegExp;
  readonly after?: string;
}

const cases: Readonly<Record<string, Case>> = {
  "one party of a single-step Smartform is notified (T41)": {
    listed: [eva],
    sent: ["p-1"],
    after: "The service was asked to notify 1 party.",
  },
  "more than one stops, and shows who would be left out (T41)": {
    listed: [eva, { ...bo, id: "p-2" }, { id: "p-3", email: "x@example.com" }],
    chosen: [onlyFirst],
    sent: ["p-1"],
    shows:
      /single step(?=[^]*Would be notified:\n {2}Eva: the party Customer\n)(?=[^]*Would be left out[^]*Bo: the party Witness[^]*x@example\.com: the party witness)/,
    lines: ["Eva: the party Customer"],
    after: "The service was asked to notify 1 party; 2 parties in the request were left out.",
  },
  "nothing is sent if the author refuses to notify only the first (T41)": {
    listed: [eva, bo],
    chosen: [undefined],
    sent: undefined,
  },
  "every party of a multi-step Smartform is notified (T41)": {
    listed: [eva, bo],
    facts: several,
    sent: ["p-1", "p-2"],
    after: "The service was asked to notify 2 parties.",
  },
  "if the steps are unknown, the author decides (T41)": {
    listed: [eva, bo],
    facts: { ...facts, singleStep: unknown },
    chosen: [allListed],
    sent: ["p-1", "p-2"],
    shows: /did not say how many steps[^]*Would be left out/,
  },
  "a name in any letter case becomes the party's id (T42)": {
    listed: [{ ...eva, id: "CUSTOMER" }],
    sent: ["p-1"],
    lines: ["Eva: the party Customer"],
  },
  "an exact id stays (T42)": { listed: [bo], sent: ["p-2"], lines: ["Bo: the party Witness"] },
  "the author chooses between two matches (T42)": {
    listed: [{ ...bo, id: "WITNESS" }],
    chosen: ["witness (p-3)"],
    sent: ["p-3"],
    shows: /"WITNESS"/,
    lines: ["Bo: the party witness"],
  },
  "an id that is another party's name is asked about, too (T42)": {
    listed: [{ ...bo, id: "p-5" }],
    chosen: ["P-5 (p-4)"],
    sent: ["p-4"],
    shows: /"p-5"/,
  },
  "nothing is sent if the author does not choose between two matches (T42)": {
    listed: [{ ...bo, id: "witness" }],
    chosen: [undefined],
    sent: undefined,
  },
  "a party that the Smartform does not have is shown so (T42)": {
    listed: [{ ...bo, id: "nobody" }],
    sent: ["nobody"],
    lines: ['Bo: the Smartform has no party "nobody"'],
  },
  "if the parties are unknown, nothing is resolved (T42)": {
    listed: [{ ...eva, id: "CUSTOMER" }],
    facts: { ...facts, parties: unknown },
    sent: ["CUSTOMER"],
    lines: ['Eva: the service did not say which party "CUSTOMER" is'],
  },
  "parties of a phone list are known by their numbers, and stay apart (T43)": {
    listed: [{ id: null, phone: "+461" }, { phone: "+462" }, { phone: "+463" }],
    facts: several,
    sent: [null, undefined, undefined],
    lines: ["+461: the party +461", "+462: the party +462", "+463: not a party of the Smartform"],
  },
  "characters that hide or turn a name are shown as codes": {
    listed: [{ ...eva, name: "Eva\u202e\n" }],
    sent: ["p-1"],
    lines: ["Eva\\u{202e}\\u{a}: the party Customer"],
  },
};

describe("client/forms/partiesModel", () => {
  for (const [title, { listed, chosen = [], sent, lines, shows, after, ...given }] of Object.entries(cases)) {
    it(title, async () => {
      const asked: Question[] = [];
      const choose = async (question: Question) => {
        const choice = chosen[asked.push(question) - 1];
        assert.ok(
          choice === undefined || question.choices.includes(choice),
          `${choice} is not one of ${question.choices.join()}`,
        );
        return choice;
      };
      const body: CreateForm = {
        dialogDefinitionId: "s",
        values: {},
        notification: { sendEmail: true, sendSms: true, participatingParties: listed },
      };
      const settled = await settleParties(body, given.facts ?? facts, { choose });
      assert.equal(asked.length, chosen.length);
      if (shows) for (const { message, detail } of asked) assert.match(`${message}\n${detail}`, shows);
      assert.deepEqual(
        settled?.body.notification?.participatingParties?.map(({ id }) => id),
        sent,
      );
      if (lines) assert.deepEqual(settled?.lines, lines);
      if (after !== undefined) assert.equal(settled && notifiedLine(settled), after);
    });
  }

  it("asks nothing if nobody is notified", async () => {
    const body: CreateForm = {
      dialogDefinitionId: "s",
      values: {},
      notification: { sendEmail: false, sendSms: false, participatingParties: [eva, bo] },
    };
    const settled = await settleParties(body, facts, {
      choose: () => Promise.reject(new Error("Nobody was to be asked.")),
    });
    assert.equal(settled?.body, body);
    assert.equal(settled.notified, 0);
  });

  describe("the service's answers about a Smartform", () => {
    let service: Visit;
    let api: Api;
    before(async () => {
      service = await visit();
      api = apiOf(service.ready, { timeout: 2000 });
    });
    after(async () => {
      await api.close();
      await service.close();
    });
    const ask = (dialogDefinitionId: string) => askSmartform(api, { dialogDefinitionId, environment: undefined });

    it("tells single-step and multi-step ones apart, and a list of phone numbers by its numbers (T41, T43)", async () => {
      const { singleStep, multiStep, phoneParties } = service.ready.demo.smartforms;
      assert.deepEqual(
        [(await ask(singleStep)).singleStep, (await ask(multiStep)).singleStep],
        [known(true), known(false)],
      );
      const { parties } = await ask(phoneParties);
      assert.deepEqual(parties.state === "known" && parties.value.map(({ id, phoneNumber }) => [id, phoneNumber]), [
        [null, "+46701740601"],
        [null, "+46701740602"],
        [null, "+46701740603"],
      ]);
    });

    it("treats missing answers as unknown (T41, T80)", async () => {
      assert.deepEqual(await ask("nowhere"), { name: unknown, parties: unknown, singleStep: unknown });
      await service.control("POST", "/choices", { id: "N7", alternative: "minimal" });
      const { name, singleStep } = await ask(service.ready.demo.smartforms.singleStep);
      assert.deepEqual([name.state, singleStep], ["known", unknown]);
    });
  });
});
