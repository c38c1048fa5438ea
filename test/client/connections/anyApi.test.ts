/**
 * A connection that has only one API, whichever it is, with any scope: what the person is asked, how the sign-in is
 * shown, and that nothing is sent to an address that the connection lacks.
 */
import assert from "node:assert/strict";
import { apiAddresses, createApi } from "../../../api/index.ts";
import type { Api, ApiAddress } from "../../../api/index.ts";
import {
  addressesOf,
  connectionOf,
  hostNameOf,
  identityOf,
  reachedWords,
  readProfiles,
  scopeProblem,
  secretKey,
  servicesOf,
  withAnswers,
} from "../../../client/connections/connectionsModel.ts";
import type { Profile } from "../../../client/connections/connectionsModel.ts";
import { proofOf, prove } from "../../../client/connections/proofModel.ts";
import { addServicesSteps, doubtfulAnswer, signInSteps, toProfile } from "../../../client/signIn/signInModel.ts";
import { testServices } from "../../../client/signIn/serviceTestModel.ts";
import { visit } from "../../sandbox/visit.ts";
import type { Visit } from "../../sandbox/visit.ts";

const bare = { name: "acme", authUrl: "https://auth.acme.example", clientId: "c1" };
const archive: Profile = { ...bare, archiveApiUrl: "https://archive.acme.example" };
const writer: Profile = { ...bare, auditApiUrl: "https://audit.acme.example", scope: "api.audit" };
const { signal } = new AbortController();
const keys = (steps: readonly { readonly key: string }[]): string => steps.map(({ key }) => key).join(" ");

describe("a connection for any one API", () => {
  for (const address of apiAddresses) {
    it(`is read from the settings with only ${address}`, () => {
      const { profiles, problems } = readProfiles([{ ...bare, [address]: "https://one.acme.example/" }]);
      assert.deepEqual([profiles, problems], [[{ ...bare, [address]: "https://one.acme.example" }], []]);
      assert.deepEqual(
        [addressesOf(profiles[0]!), servicesOf(profiles[0]!), hostNameOf(profiles[0]!)],
        [[address], [address.replace("ApiUrl", "")], "one.acme.example"],
      );
    });
  }

  it("is refused without an address that its client can call, and with unknown scopes or an unknown environment", () => {
    const wrong: readonly object[] = [
      bare,
      { ...bare, formsAppUrl: "https://app.acme.example" },
      { ...archive, scope: "api.audit" },
      { ...archive, scope: 7 },
      { ...archive, scope: "a\nb" },
      { ...archive, documentsEnvironment: "PreProduction" },
    ];
    for (const entry of wrong) assert.equal(readProfiles([entry]).problems.length, 1, JSON.stringify(entry));
    const right = {
      ...bare,
      documentsApiUrl: "https://documents.acme.example",
      scope: "api.external editor.acceptance",
      documentsEnvironment: "AcceptanceTest",
    };
    assert.deepEqual(readProfiles([right]).profiles, [right]);
    assert.ok(!("documentsEnvironment" in connectionOf(right as Profile)));
    assert.deepEqual(["", "api.external", "a b"].map(scopeProblem), [undefined, undefined, undefined]);
    assert.equal(typeof scopeProblem('a"b'), "string");
  });

  it("has a secret that is bound to every API that its token goes to, and remains the same company when one is added", () => {
    const added = { ...archive, signingApiUrl: "https://signing.acme.example" };
    for (const other of [
      added,
      { ...archive, archiveApiUrl: "https://archive.evil.example" },
      { ...archive, authUrl: "https://auth.evil.example" },
      { ...archive, clientId: "c2" },
    ])
      assert.notEqual(secretKey(other), secretKey(archive));
    assert.equal(identityOf("acme", added), identityOf("acme", archive));
    for (const other of [
      { ...archive, authUrl: "https://auth.evil.example" },
      { ...archive, clientId: "c2" },
    ])
      assert.notEqual(identityOf("acme", other), identityOf("acme", archive));
  });

  it("is asked for at sign-in if the forms API is left out: each other API, the scopes, and the editor's environment", () => {
    const asked = (answers: Readonly<Record<string, string>>): string =>
      keys(signInSteps(new Map(Object.entries(answers))));
    const forms = "name authUrl formsApiUrl formsAppUrl clientId secret";
    assert.deepEqual(
      [asked({}), asked({ formsApiUrl: "https://f.example" }), asked({ formsApiUrl: "https://f.example", scope: "" })],
      [forms, forms, "name authUrl formsApiUrl formsAppUrl clientId scope secret"],
    );
    const others = "name authUrl formsApiUrl auditApiUrl statisticsApiUrl signingApiUrl archiveApiUrl documentsApiUrl";
    assert.equal(asked({ formsApiUrl: "" }), `${others} clientId scope secret`);
    assert.equal(
      asked({ formsApiUrl: "", documentsApiUrl: "https://d.example" }),
      `${others} documentsEnvironment clientId scope secret`,
    );
    const problem = (key: string, value: string, answers: Readonly<Record<string, string>>): string | undefined => {
      const step = signInSteps(new Map(Object.entries({ formsApiUrl: "", ...answers }))).find(
        (each) => each.key === key,
      );
      return step !== undefined && "problem" in step ? step.problem(value) : assert.fail(key);
    };
    assert.match(problem("documentsApiUrl", "", {}) ?? "", /at least one API/);
    assert.equal(problem("documentsApiUrl", "", { archiveApiUrl: "https://a.example" }), undefined);
    assert.equal(problem("archiveApiUrl", "", {}), undefined);
    assert.match(
      problem("scope", "api.audit", { archiveApiUrl: "https://a.example" }) ?? "",
      /needs the address of the audit API/,
    );
    assert.equal(problem("scope", "api.audit", { auditApiUrl: "https://a.example" }), undefined);
  });

  it("is built from the answers, and keeps what was not asked for if it goes to the same place as before", () => {
    const answers = new Map(
      Object.entries({
        name: "acme",
        authUrl: "https://auth.acme.example/",
        formsApiUrl: "",
        auditApiUrl: "",
        archiveApiUrl: "https://archive.acme.example/",
        documentsApiUrl: "",
        clientId: "c1",
        scope: "",
        secret: "s",
      }),
    );
    assert.deepEqual(toProfile(answers, undefined), { profile: archive, secret: "s" });
    assert.deepEqual(toProfile(answers, { ...archive, auditClientId: "a1", scope: "other" }).profile, {
      ...archive,
      auditClientId: "a1",
    });
    assert.deepEqual(
      toProfile(answers, { ...archive, authUrl: "https://auth.old.example", auditClientId: "a1" }).profile,
      archive,
    );
    assert.equal(
      toProfile(new Map([...answers, ["scope", "api.external  editor.test"]]), undefined).profile.scope,
      "api.external editor.test",
    );
  });

  it("gets the missing APIs added, including forms, but never another address of forms in place of an existing one", () => {
    const added = (before: Profile, answers: Readonly<Record<string, string>>): string =>
      keys(addServicesSteps(before, new Map(Object.entries(answers))));
    const others = "auditApiUrl statisticsApiUrl signingApiUrl archiveApiUrl documentsApiUrl";
    assert.deepEqual(
      [added(archive, {}), added(archive, { formsApiUrl: "https://f.example" })],
      [`formsApiUrl ${others} scope`, `formsApiUrl formsAppUrl ${others} scope`],
    );
    const withForms = { ...archive, formsApiUrl: "https://forms.acme.example" };
    assert.equal(added(withForms, { documentsApiUrl: "https://d.example" }), `${others} documentsEnvironment scope`);
    assert.equal(
      withAnswers(archive, new Map([["formsApiUrl", "https://forms.acme.example/"]])).formsApiUrl,
      "https://forms.acme.example",
    );
    assert.equal(
      withAnswers(withForms, new Map([["formsApiUrl", "https://evil.example"]])).formsApiUrl,
      withForms.formsApiUrl,
    );
    assert.equal(
      withAnswers(
        { ...archive, documentsApiUrl: "https://d.example", documentsEnvironment: "Test" },
        new Map([["documentsApiUrl", ""]]),
      ).documentsEnvironment,
      undefined,
    );
  });

  it("says of a client that only writes audit events that nothing but its token can be shown", () => {
    assert.deepEqual(
      [servicesOf({ ...writer, archiveApiUrl: "https://archive.acme.example" }), proofOf(writer)],
      [["audit"], "token"],
    );
    assert.match(reachedWords(writer).detail, /Only its token can be tested without writing an event/);
    assert.doesNotMatch(`${reachedWords(writer).message}${reachedWords(archive).detail}`, /Host|text is live/);
  });

  describe("at the sandbox", () => {
    let service: Visit;
    const apis: Api[] = [];
    before(async () => {
      service = await visit();
    });
    after(async () => {
      await Promise.all(apis.map((api) => api.close()));
      await service.close();
    });
    beforeEach(() => service.control("DELETE", "/ledger"));

    const open = (profile: Profile, secret: string): Api => {
      const api = createApi({ connection: connectionOf(profile), secret: async () => secret, timeout: 5000 });
      apis.push(api);
      return api;
    };
    const only = (...addresses: readonly ApiAddress[]): Profile => ({
      name: "strandby",
      authUrl: service.ready.authUrl,
      clientId: service.client("standard").clientId,
      ...Object.fromEntries(addresses.map((address) => [address, service.ready[address]])),
      ...(addresses.includes("documentsApiUrl") && { documentsEnvironment: "Test" }),
    });
    const asked = async (): Promise<readonly (string | null)[]> =>
      ((await service.control("GET", "/ledger")).at("items") as readonly { readonly operation: string | null }[]).map(
        ({ operation }) => operation,
      );

    const readings: Readonly<Record<ApiAddress, string>> = {
      formsApiUrl: "forms.ping",
      auditApiUrl: "audit.search",
      statisticsApiUrl: "statistics.analytics",
      signingApiUrl: "signing.activities",
      archiveApiUrl: "archive.columns",
      documentsApiUrl: "documents.engine.version",
    };
    for (const [address, operation] of Object.entries(readings) as readonly (readonly [ApiAddress, string])[]) {
      it(`proves its sign-in by ${operation} if it has only ${address}`, async () => {
        const profile = only(address);
        await prove(open(profile, service.client("standard").clientSecret), profile, { now: new Date(), signal });
        assert.deepEqual(await asked(), ["token", operation]);
        const wrong = await prove(open(profile, "wrong"), profile, { now: new Date(), signal }).then(
          () => assert.fail(),
          (error: unknown) => error as Parameters<typeof doubtfulAnswer>[1],
        );
        assert.deepEqual([wrong.code, doubtfulAnswer(profile, wrong)], ["sign-in-failed", "clientId"]);
        await service.control("POST", "/faults", { operation, kind: "status", status: 403, times: 1 });
        const refused = await prove(open(profile, service.client("standard").clientSecret), profile, {
          now: new Date(),
          signal,
        }).then(
          () => assert.fail(),
          (error: unknown) => error as Parameters<typeof doubtfulAnswer>[1],
        );
        assert.deepEqual([refused.code, doubtfulAnswer(profile, refused)], ["forbidden", address]);
      });
    }

    it("proves the sign-in of a client that only writes audit events by its token, and writes nothing", async () => {
      const profile: Profile = {
        ...only("auditApiUrl"),
        clientId: service.client("audit").clientId,
        scope: "api.audit",
      };
      await prove(open(profile, service.client("audit").clientSecret), profile, { now: new Date(), signal });
      assert.deepEqual(await asked(), ["token"]);
    });

    it("proves it by the token if no environment was chosen for the editor", async () => {
      const { documentsEnvironment: _, ...profile } = only("documentsApiUrl");
      await prove(open(profile, service.client("standard").clientSecret), profile, { now: new Date(), signal });
      assert.deepEqual(await asked(), ["token"]);
    });

    it("is tested only by the APIs that it has, and reports the rest as missing or unreadable", async () => {
      const test = async (profile: Profile, secret: string) =>
        (
          await testServices({
            api: open(profile, secret),
            audit: "There is none.",
            documents: "Not asked.",
            now: new Date(),
            signal,
          })
        )
          .map(({ state }) => state)
          .join(" ");
      assert.equal(
        await test(only("signingApiUrl"), service.client("standard").clientSecret),
        "unasked unasked unasked unasked answered unasked unasked unasked",
      );
      assert.equal(
        await test(
          { ...only("auditApiUrl"), clientId: service.client("audit").clientId, scope: "api.audit" },
          service.client("audit").clientSecret,
        ),
        Array(8).fill("unasked").join(" "),
      );
      assert.deepEqual(await asked(), ["token", "signing.activities"]);
    });
  });
});
