/**
 * Writing an audit event: nothing is sent that the service would drop, that belongs to another company, or that nobody
 * confirmed. The report claims only what was read back.
 */
import assert from "node:assert/strict";
import { meaningOf } from "../../../api/requests/meanings.ts";
import { auditSources, createApi, effectOf, withMarker } from "../../../api/index.ts";
import type { Api, AuditCall } from "../../../api/index.ts";
import { grantTicket } from "../../sandbox/permits.ts";
import {
  checkedEvent,
  companyOf,
  consequencesOf,
  descriptionProblem,
  eventOf,
  keepCompany,
  looksPersonal,
  optionalFields,
  reportOf,
  sources,
  sourceWarning,
  timeProblem,
  typedCompany,
} from "../../../client/audit/writeModel.ts";
import type { WrittenEvent } from "../../../client/audit/writeModel.ts";
import {
  auditConnectionOf,
  auditSecretKey,
  connectionOf,
  readProfiles,
  secretKey,
} from "../../../client/connections/connectionsModel.ts";
import type { Profile } from "../../../client/connections/connectionsModel.ts";
import { visit } from "../../sandbox/visit.ts";
import type { Visit } from "../../sandbox/visit.ts";

const { signal } = new AbortController();
const event: WrittenEvent = {
  customerId: "demo",
  logName: "CaseClosed",
  user: "claims-system",
  source: 15,
  level: 1,
  description: { case: "C-1" },
};

describe("client/audit/writeModel", () => {
  let service: Visit;
  let profile: Profile;
  const apis: Api[] = [];
  const connect = (
    as: "standard" | "audit" | "other",
    connection = as === "audit"
      ? auditConnectionOf(profile)
      : { ...connectionOf(profile), clientId: service.client(as).clientId },
  ): Api => {
    if (connection === undefined) assert.fail("no connection");
    const api = createApi({ connection, secret: async () => service.client(as).clientSecret, timeout: 5000 });
    apis.push(api);
    return api;
  };

  before(async () => {
    service = await visit();
    const { authUrl, formsApiUrl, formsAppUrl, auditApiUrl } = service.ready;
    profile = {
      name: "strandby",
      authUrl,
      formsApiUrl,
      formsAppUrl,
      auditApiUrl,
      clientId: service.client("standard").clientId,
      auditClientId: service.client("audit").clientId,
    };
  });
  after(async () => {
    await Promise.all(apis.map((api) => api.close()));
    await service.close();
  });
  beforeEach(() => service.control("POST", "/reset", { seed: "demo" }));

  const write = (api: Api, body: WrittenEvent) =>
    api.call(
      "audit.write",
      { body },
      { ticket: grantTicket({ connection: api.connection, operation: "audit.write", receivers: [], body }) },
    );

  describe("the client of type Audit", () => {
    it("is another client than the first: it only writes, and the first only reads (T91)", async () => {
      const [standard, audit] = [connect("standard"), connect("audit")];
      await write(audit, event);
      assert.throws(
        () => write(standard, event),
        /this call needs a client of type Audit, with the scope api\.audit; nothing was sent/,
      );
      await assert.rejects(
        audit.call("audit.search", { body: { dateFrom: "2026-01-01", dateTo: "2026-01-01", take: 1 } }),
        { code: "not-configured" },
      );
    });

    it("is tested only by its token, which neither a wrong secret nor a client of another type gets (T91)", async () => {
      await connect("audit").signIn();
      const asAudit = (clientId: string, secret: string): Api => {
        const api = createApi({
          connection: { ...(auditConnectionOf(profile) ?? assert.fail()), clientId },
          secret: async () => secret,
          timeout: 5000,
        });
        apis.push(api);
        return api;
      };
      const [standard, audit] = [service.client("standard"), service.client("audit")];
      await assert.rejects(asAudit(audit.clientId, "wrong").signIn(), { code: "sign-in-failed", operation: "token" });
      await assert.rejects(asAudit(standard.clientId, standard.clientSecret).signIn(), {
        code: "sign-in-failed",
        operation: "token",
      });
      await assert.rejects(connect("audit").signIn({ signal: AbortSignal.abort() }), { code: "cancelled" });
      const { items } = await service
        .control("GET", "/ledger")
        .then(({ json }) => json as { readonly items: readonly { readonly operation: string | null }[] });
      assert.ok(
        items.every(({ operation }) => operation === null || operation === "token"),
        JSON.stringify(items),
      );
    });

    it("has its own secret, bound to its origins and its id (T91)", () => {
      const key = auditSecretKey(profile);
      const changes: readonly Partial<Profile>[] = [
        { authUrl: "https://auth.evil.example" },
        { auditApiUrl: "https://audit.evil.example" },
        { auditClientId: "c2" },
      ];
      for (const change of changes)
        assert.notEqual(auditSecretKey({ ...profile, ...change }), key, JSON.stringify(change));
      assert.notEqual(key, secretKey(profile));
      assert.notEqual(key, secretKey({ ...profile, clientId: profile.auditClientId ?? "" }));
      assert.equal(
        auditSecretKey({
          name: profile.name,
          authUrl: profile.authUrl,
          formsApiUrl: profile.formsApiUrl,
          formsAppUrl: profile.formsAppUrl,
          clientId: "c1",
          auditClientId: "c2",
        }),
        undefined,
      );
    });

    it("is in the settings only by its id, separate from the first client's connection (T91)", () => {
      assert.deepEqual(readProfiles([{ ...profile, auditSecret: "s" }]).profiles, [profile]);
      assert.equal(readProfiles([{ ...profile, auditClientId: 7 }]).problems.length, 1);
      assert.ok(!("auditClientId" in connectionOf(profile)));
      assert.deepEqual(auditConnectionOf(profile), {
        authUrl: profile.authUrl,
        auditApiUrl: profile.auditApiUrl,
        clientId: profile.auditClientId,
        scope: "api.audit",
      });
    });
  });

  for (const { key, detail } of optionalFields.filter((field) => field.key !== "logDateUtc")) {
    it(`asks for ${key} in the words of the documents`, () =>
      assert.equal(`${detail}.`, meaningOf("audit.write", ["body", key])));
  }

  describe("the company's id", () => {
    it("comes only from the service (T108)", async () => {
      assert.deepEqual(await companyOf(connect("standard"), { signal }), { state: "known", value: "demo" });
      const answering = (answers: Readonly<Record<string, unknown>>): Pick<Api, "call"> => ({
        call: (async (...[id]: readonly string[]) => answers[id ?? ""]) as unknown as Api["call"],
      });
      for (const parties of [[{ companyId: null }], [], [{ companyId: "a" }, { companyId: "b" }]]) {
        assert.equal(
          (
            await companyOf(answering({ "forms.active": [{ id: "s" }], "forms.participatingParties": parties }), {
              signal,
            })
          ).state,
          "unknown",
          JSON.stringify(parties),
        );
      }
    });

    it("is unknown if the service does not give it, which does not prevent writing an event", async () => {
      await service.control("POST", "/faults", { operation: "forms.active", kind: "status", status: 403 });
      assert.equal((await companyOf(connect("standard"), { signal })).state, "unknown");
      await assert.rejects(companyOf(connect("standard"), { signal: AbortSignal.abort() }), { code: "cancelled" });
      await service.control("DELETE", "/faults");
      const typed = eventOf(
        new Map([
          ["logName", "CaseClosed"],
          ["user", "u"],
          ["source", "2"],
          ["level", "1"],
          ["description", "{}"],
        ]),
        "demo",
      );
      await write(connect("audit"), typed);
      assert.equal(consequencesOf(typed, { typed: true })[0], "You typed the company’s id, demo. It was not checked.");
      assert.doesNotMatch(consequencesOf(typed).join(" "), /typed/);
    });

    it("that was typed is offered again only to the same service and client", async () => {
      const values = new Map<string, unknown>();
      const store = {
        get: (key: string) => values.get(key),
        update: async (key: string, value: unknown) => void values.set(key, structuredClone(value)),
      };
      await keepCompany(store, "mine", "demo");
      await keepCompany(store, "theirs", "other");
      assert.deepEqual(
        ["mine", "theirs", "nobody", "constructor"].map((identity) => typedCompany(store, identity)),
        ["demo", "other", undefined, undefined],
      );
      assert.equal(typedCompany({ get: () => [7] }, "mine"), undefined);
    });

    it("refuses an event of another company before it is sent (T108)", () => {
      assert.throws(
        () => checkedEvent({ ...event, customerId: "other" }, "demo"),
        /"other" is not the id of the company of this connection, "demo"\. Nothing was sent/,
      );
      assert.deepEqual(checkedEvent(event, "demo"), event);
    });
  });

  it("reads the boxes into the documented fields, and refuses what the service would drop (T98)", () => {
    const answers = new Map([
      ["logName", "CaseClosed"],
      ["user", "u"],
      ["source", "2"],
      ["level", "3"],
      ["description", '{"a": 1}'],
      ["gdpr", "yes"],
      ["more", "eventId logDateUtc"],
      ["eventId", "E-7"],
      ["logDateUtc", "2026-05-20T10:00:00Z"],
    ]);
    assert.deepEqual(eventOf(answers, "demo"), {
      customerId: "demo",
      logName: "CaseClosed",
      user: "u",
      source: 2,
      level: 3,
      gdpr: true,
      eventId: "E-7",
      logDateUtc: "2026-05-20T10:00:00Z",
      description: { a: 1 },
    });
    for (const [key, value] of [
      ["description", ""],
      ["description", '{"Company": 1}'],
      ["source", "17"],
      ["level", "0"],
      ["user", ""],
      ["logDateUtc", "yesterday"],
    ] as const) {
      assert.throws(
        () => eventOf(new Map([...answers, [key, value]]), "demo"),
        /This is not a valid audit event: /,
        `${key} ${value}`,
      );
    }
    for (const [text, fits] of [
      ["{}", true],
      ['{"case": 1}', true],
      ["", false],
      ["[]", false],
      ["null", false],
      ["{", false],
      ['{"Company": 1}', false],
      ['{"company": 1}', true],
    ] as const)
      assert.equal(descriptionProblem(text) === undefined, fits, text);
    for (const [text, fits] of [
      ["", true],
      ["2026-05-20T10:00:00Z", true],
      ["2026-05-20", false],
      ["2026-05-20T10:00:00", false],
      ["2026-13-40T10:00:00Z", false],
    ] as const)
      assert.equal(timeProblem(text) === undefined, fits, text);
  });

  it("warns only next to source 15 (T107)", () => {
    assert.deepEqual(
      sources.filter(({ detail }) => detail !== "").map(({ value }) => value),
      ["15"],
    );
    assert.match(sourceWarning(15), /filter lacks source 15/);
    assert.equal(sources.length, auditSources.size);
    assert.ok(consequencesOf(event).includes(sourceWarning(15)));
    assert.ok(!consequencesOf({ ...event, source: 2 }).includes(sourceWarning(15)));
  });

  it("asks for gdpr if data is personal, and confirms what that means (T100)", () => {
    assert.match(
      consequencesOf({ ...event, gdpr: true }).join(" "),
      /The event is marked as holding personal data, about claims-system.*nobody can remove them/,
    );
    assert.doesNotMatch(consequencesOf({ ...event, gdpr: false }).join(" "), /personal data/);
    assert.match(
      consequencesOf({ ...event, description: { company: 1 } }).join(" "),
      /The description has a value named company\..*do not say whether upper and lower case matter/,
    );
    assert.doesNotMatch(consequencesOf(event).join(" "), /upper and lower case/);
    assert.match(consequencesOf(event)[0] ?? "", /An audit event cannot be changed or removed/);
    for (const [text, personal] of [
      ["karin@example.com", true],
      ["19800101-1234", true],
      ["800101 1234", true],
      ["case C-104211", false],
      ["a @ b", false],
    ] as const)
      assert.equal(looksPersonal(["x", text]), personal, text);
    assert.equal(effectOf("audit.write", { body: event }), "destroy");
  });

  it("says that the time is never shown, in the box and in the confirmation (T106)", () => {
    assert.match(optionalFields.find(({ key }) => key === "logDateUtc")?.detail ?? "", /never shown or returned/);
    assert.match(consequencesOf({ ...event, logDateUtc: "2026-05-20T10:00:00Z" }).join(" "), /stored but never shown/);
  });

  describe("the report", () => {
    const search = (): AuditCall => {
      const api = connect("standard");
      return (...asked) => api.call(...asked);
    };
    const report = (call: AuditCall, sent: WrittenEvent) =>
      reportOf(call, sent, { marker: "m-1", now: new Date(), signal });

    it("calls stored only what was read, and says that only the first value was altered (T98, T99)", async () => {
      const sent = withMarker(event, "m-1");
      await write(connect("audit"), sent);
      const { words, verified } = await report(search(), sent);
      assert.equal(words, 'The event "CaseClosed" is stored.');
      assert.equal(verified?.state, "stored");
    });

    it("says that the result is unknown if the event is not shown (T98)", async () => {
      const { words, verified } = await report(search(), withMarker(event, "m-1"));
      assert.match(
        words,
        /^The service does not show the event "CaseClosed" yet, so it is not known whether it is stored\. It is not sent again automatically/,
      );
      assert.equal(verified?.state, "not-verified");
    });

    it("says that it could not check if reading failed", async () => {
      await service.control("POST", "/faults", { kind: "status", status: 403, operation: "audit.search" });
      assert.match(
        (await report(search(), withMarker(event, "m-1"))).words,
        /^Could not check whether the event is stored\. Could not search the audit events on .*\(403\)/,
      );
    });
  });
});
