/** Request files: what is read, what is refused with a position, and what is added before a test form is sent. */
import assert from "node:assert/strict";
import {
  consequencesOf,
  environmentOf,
  marked,
  markerName,
  reachOf,
  readRequest,
  requestName,
  silenced,
  testSource,
} from "../../../client/records/formRequestModel.ts";
import type { CreateForm } from "../../../client/records/formRequestModel.ts";

/** `<…>` marks the part that the problem points at. */
const refused: readonly (readonly [string, string, RegExp])[] = [
  ["a missing Smartform", `<{ "values": {} }>`, /dialogDefinitionId/],
  ["missing values", `<{ "dialogDefinitionId": "a" }>`, /values/],
  [
    "an unknown environment",
    `{ "dialogDefinitionId": "a", "values": {}, "environment": <"Prod"> }`,
    /Development, Test, PreProduction, Production/,
  ],
  ["a relative webhook", `{ "dialogDefinitionId": "a", "values": {}, "webhook": <"/x"> }`, /absolute http or https/],
  [
    "a party that is not an object",
    `{ "dialogDefinitionId": "a", "values": {}, "notification": { "participatingParties": [<"Anna">] } }`,
    /participatingParties\.0/,
  ],
  [
    "a nested and a flat spelling of one name (T51)",
    `{ "dialogDefinitionId": "a", "values": { "a": { "b": 1 }, "a_b": <2> } }`,
    /values\.a_b: fills a_b, and so does values\.a\.b;/,
  ],
  [
    "names that collide under another separator (T51)",
    `{ "dialogDefinitionId": "a", "propertyMergeString": "-", "values": { "a-b": 2, "a": { "b": <1> } } }`,
    /values\.a\.b: fills a-b/,
  ],
  [
    "the data table under both of its names (T53)",
    `{ "dialogDefinitionId": "a", "values": {}, "dataTableValue": {}, "dataTableValues": <{}> }`,
    /keep dataTableValue/,
  ],
  [
    "a webhook in another letter case",
    `{ "dialogDefinitionId": "a", "values": {}, "webHook": <"https://example.com/"> }`,
    /webHook: is webhook in another letter case; write webhook/,
  ],
  [
    "an environment in another letter case",
    `{ "dialogDefinitionId": "a", "values": {}, "environment": null, "Environment": <"Production"> }`,
    /write environment/,
  ],
  [
    "a channel in another letter case",
    `{ "dialogDefinitionId": "a", "values": {}, "notification": { "sendEmail": false, "sendSMS": <true> } }`,
    /notification\.sendSMS: is sendSms in another letter case; write sendSms/,
  ],
  ["an empty file", `<>`, /empty/],
  ["a comment", `<// hello>\n{ "dialogDefinitionId": "a", "values": {} }`, /not JSON: JSON has no comments/],
];

describe("client/records/formRequestModel", () => {
  it("recognizes a request file by its name without the ending", () =>
    assert.deepEqual(["/letters/accident.form.json", "/letters/a.b.form.json"].map(requestName), ["accident", "a.b"]));

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

  it("reads a file that begins with a byte order mark", () => {
    const { body } = readRequest('\ufeff{ "dialogDefinitionId": "a", "values": {} }');
    assert.equal(body?.dialogDefinitionId, "a");
  });

  it("keeps undocumented properties", () => {
    const { body } = readRequest(
      `{ "dialogDefinitionId": "a", "values": { "__proto__": "x", "a": 1 }, "somethingNew": [1] }`,
    );
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

  it("sends the data table under one name, whichever the author wrote (T53)", () => {
    for (const name of ["dataTableValue", "dataTableValues"]) {
      const body = marked({ dialogDefinitionId: "a", values: {}, [name]: { x: 1 } }, "m-1");
      assert.deepEqual([body.dataTableValue, "dataTableValues" in body], [{ x: 1 }, false]);
    }
    assert.equal("dataTableValue" in marked({ dialogDefinitionId: "a", values: {} }, "m-1"), false);
  });

  it("sends the environment in one place, the request's before the connection's (T58)", () => {
    const body: CreateForm = { dialogDefinitionId: "a", values: {}, environment: "pREproduction" };
    assert.equal(environmentOf(body, "Test"), "PreProduction");
    assert.equal("environment" in marked(body, "m-1"), false);
    assert.equal(environmentOf(marked(body, "m-1"), "Test"), "Test");
    assert.equal(environmentOf(marked(body, "m-1"), undefined), undefined);
  });

  const smartform = "Claim report";

  it("says what a webhook sends, and which parts may be secret (T47)", () => {
    const body = {
      dialogDefinitionId: "a",
      values: {},
      externalMetaData: { caseNumber: 7, apiKey: "canary", inner: [{ userToken: "canary" }] },
    };
    assert.deepEqual(consequencesOf(body, { smartform }), []);
    const said = consequencesOf({ ...body, webhook: "https://example.com/" }, { smartform }).join("\n");
    assert.match(said, /answers, data table and external metadata/);
    assert.match(said, /may hold a secret: apiKey, inner\.0\.userToken\./);
    assert.doesNotMatch(said, /canary|caseNumber/);
  });

  it("names the webhook and the Smartform that keeps it, and says that this product cannot remove it (T44)", () => {
    const said = consequencesOf(
      { dialogDefinitionId: "a", values: {}, webhook: "https://example.com/hook" },
      { smartform: "Claim\u202e report" },
    ).join("\n");
    assert.match(
      said,
      /https:\/\/example\.com\/hook stays on the Smartform Claim\\u\{202e\} report, and later forms may call it too\. .*cannot remove it/,
    );
  });

  it("names a webhook without the sign-in that is in its address", () => {
    const said = consequencesOf(
      { dialogDefinitionId: "a", values: {}, webhook: "https://me:canary@example.com/hook" },
      { smartform },
    ).join("\n");
    assert.match(said, /The webhook https:\/\/example\.com\/hook \(with a sign-in\) stays/);
    assert.doesNotMatch(said, /canary|me:/);
  });

  const doubtful: readonly (readonly [address: string, doubt: RegExp | null])[] = [
    ["https://example.com/hook?case=7", null],
    ["http://example.com/", /Others can intercept what is sent there/],
    ["https://me:pass@example.com/", /user name or password/],
    ["https://example.com/?access_token=x", /query of the webhook's address may hold a secret/],
  ];
  for (const [webhook, doubt] of doubtful) {
    it(`${doubt === null ? "has no doubt about" : "warns of"} the webhook ${webhook} (T46)`, () => {
      const plain = consequencesOf(
        { dialogDefinitionId: "a", values: {}, webhook: "https://example.com/" },
        { smartform },
      ).length;
      const said = consequencesOf({ dialogDefinitionId: "a", values: {}, webhook }, { smartform });
      assert.equal(said.length, doubt === null ? plain : plain + 1);
      if (doubt) assert.match(said.join("\n"), doubt);
    });
  }

  it("does not claim that the webhook of a revival is off: the service does not say (T45)", () => {
    const said = consequencesOf({ dialogDefinitionId: "a", values: {}, webhookForceRun: true }, { smartform });
    assert.deepEqual(said, ["The request also turns the webhook on again if it is off."]);
  });

  it("says that the form uses the service's default private secret if none is given, and shows none (T48)", () => {
    const body: CreateForm = {
      dialogDefinitionId: "a",
      values: {},
      notification: { sendEmail: true, participatingParties: [{ id: "customer" }] },
    };
    assert.match(consequencesOf(body, { smartform }).join("\n"), /service’s default/);
    assert.doesNotMatch(
      consequencesOf({ ...body, privateSecret: "canary" }, { smartform }).join("\n"),
      /default|canary/,
    );
  });

  it("counts nobody if both channels are off", () => {
    const participatingParties = [{ id: "customer" }];
    const parties = (notification: CreateForm["notification"]) =>
      reachOf({ dialogDefinitionId: "a", values: {}, notification }).parties;
    assert.deepEqual(
      [
        parties({ sendEmail: false, sendSms: false, participatingParties }),
        parties({ sendEmail: false, participatingParties }),
        parties({ participatingParties }),
      ],
      [0, 1, 1],
    );
  });

  it("silences only notification and webhook (T38, T44)", () => {
    const body = silenced({
      dialogDefinitionId: "a",
      values: { name: "x" },
      webhook: "https://example.com/",
      webhookForceRun: true,
      notification: { sendEmail: true, participatingParties: [{ id: "customer" }] },
    });
    assert.deepEqual(body, {
      dialogDefinitionId: "a",
      values: { name: "x" },
      notification: { sendEmail: false, sendSms: false, participatingParties: [] },
    });
  });
});
