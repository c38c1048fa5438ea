/** Request files: what is read, what is refused with a place, and what is added before a test form is sent. */
import assert from "node:assert/strict";
import { consequencesOf, marked, markerName, readRequest, silenced, testSource } from "../../../client/forms/requestModel.ts";

/** `<…>` marks the part that the problem points at. */
const refused: readonly (readonly [string, string, RegExp])[] = [
  ["a missing Smartform", `<{ "values": {} }>`, /dialogDefinitionId/],
  ["missing values", `<{ "dialogDefinitionId": "a" }>`, /values/],
  ["an unknown environment", `{ "dialogDefinitionId": "a", "values": {}, "environment": <"Prod"> }`, /Development, Test, PreProduction, Production/],
  ["a relative webhook", `{ "dialogDefinitionId": "a", "values": {}, "webhook": <"/x"> }`, /absolute http or https/],
  ["a party that is no object", `{ "dialogDefinitionId": "a", "values": {}, "notification": { "participatingParties": [<"Anna">] } }`, /participatingParties\.0/],
  ["an empty file", `<>`, /empty/],
  ["a comment", `<// hello>\n{ "dialogDefinitionId": "a", "values": {} }`, /not JSON: invalid comment token/],
];

describe("client/forms/requestModel", () => {
  for (const [what, marking, message] of refused) {
    it(`refuses ${what} and says where`, () => {
      const start = marking.indexOf("<");
      const end = marking.indexOf(">", start) - 1;
      const { body, problems } = readRequest(marking.replace("<", "").replace(">", ""));
      assert.equal(body, null);
      const [problem] = problems;
      assert.match(problem?.message ?? "", message);
      assert.deepEqual([problem?.start, problem?.end], [start, end]);
    });
  }

  it("keeps what the documents do not list", () => {
    const { body } = readRequest(`{ "dialogDefinitionId": "a", "values": { "__proto__": "x", "a": 1 }, "somethingNew": [1] }`);
    assert.equal(body?.["somethingNew"] instanceof Array, true);
    assert.deepEqual(Object.keys(body?.values ?? {}), ["__proto__", "a"]);
  });

  it("says explicitly that nobody is notified, and marks the form (T37, T38, T61)", () => {
    const body = marked({ dialogDefinitionId: "a", values: {}, externalMetaData: { case: 7 } }, "m-1");
    assert.deepEqual(body.notification, { sendEmail: false, sendSms: false, participatingParties: [] });
    assert.equal(body.source, testSource);
    assert.deepEqual(body.externalMetaData, { case: 7, [markerName]: "m-1" });
  });

  it("leaves the author's own source and notification alone", () => {
    const notification = { sendEmail: true, participatingParties: [{ id: "customer" }] };
    const body = marked({ dialogDefinitionId: "a", values: {}, source: "crm", notification }, "m-1");
    assert.equal(body.source, "crm");
    assert.deepEqual(body.notification, notification);
  });

  it("says what a webhook hands out, and what of it may be a secret (T47)", () => {
    const body = { dialogDefinitionId: "a", values: {}, externalMetaData: { caseNumber: 7, apiKey: "canary" } };
    assert.deepEqual(consequencesOf(body), []);
    const said = consequencesOf({ ...body, webhook: "https://example.com/" }).join("\n");
    assert.match(said, /answers, data table and external metadata/);
    assert.match(said, /may be a secret: apiKey\./);
    assert.doesNotMatch(said, /canary|caseNumber/);
  });

  it("silences notification and webhook, and nothing else (T38, T44)", () => {
    const body = silenced({
      dialogDefinitionId: "a", values: { name: "x" }, webhook: "https://example.com/", webhookForceRun: true,
      notification: { sendEmail: true, participatingParties: [{ id: "customer" }] },
    });
    assert.deepEqual(body, { dialogDefinitionId: "a", values: { name: "x" }, notification: { sendEmail: false, sendSms: false, participatingParties: [] } });
  });
});
