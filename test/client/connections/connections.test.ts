/** Connections: which addresses and names are accepted, what a secret is bound to, and what the status bar says. */
import assert from "node:assert/strict";
import { environments } from "../../../api/index.ts";
import { ApiCache } from "../../../client/connections/apiCache.ts";
import {
  addressProblem,
  identityOf,
  listWords,
  nameProblem,
  normalAddress,
  reachedWords,
  readProfiles,
  removalWords,
  sandboxName,
  secretKey,
  secretsOnlyOf,
  statusWords,
  withoutProfile,
} from "../../../client/connections/connectionsModel.ts";
import type { Profile } from "../../../client/connections/connectionsModel.ts";
import { standingAfter, Standings } from "../../../client/connections/standing.ts";
import type { Standing } from "../../../client/connections/standing.ts";

const acme: Profile = {
  name: "acme",
  authUrl: "https://auth.acme.example",
  formsApiUrl: "https://forms.acme.example/api",
  formsAppUrl: "https://app.acme.example",
  clientId: "c1",
};

describe("connections", () => {
  for (const address of [
    "https://forms.example.com",
    "https://forms.example.com:8443/api",
    "http://127.0.0.1:5000",
    "http://localhost:1",
    "http://[::1]:9/x",
  ]) {
    it(`accepts ${address}`, () => assert.equal(addressProblem(address), undefined));
  }

  for (const address of [
    "",
    "forms.example.com",
    "http://forms.example.com",
    "http://127.0.0.1.example.com",
    "http://localhost.example.com",
    "http://127.0.0.2",
    "ftp://forms.example.com",
    "ftp://127.0.0.1/x",
    "https://user:pass@forms.example.com",
    "https://forms.example.com@evil.example",
    "https://forms.example.com/?x=1",
    "https://forms.example.com/#x",
    "file:///etc/passwd",
    "javascript:alert(1)",
  ]) {
    it(`refuses ${JSON.stringify(address)}`, () => assert.equal(typeof addressProblem(address), "string"));
  }

  it("keeps an address without the slashes at its end", () => {
    assert.equal(normalAddress("https://Forms.Example.com/api///"), "https://forms.example.com/api");
    assert.equal(normalAddress("https://forms.example.com/"), "https://forms.example.com");
  });

  it("reserves the sandbox's name for the sandbox, and keeps names unique", () => {
    assert.equal(nameProblem("acme-test", []), undefined);
    for (const name of [sandboxName, "Acme", "a b", "", "-a", "../x", "acme"])
      assert.equal(typeof nameProblem(name, ["acme"]), "string", name);
  });

  it("reads the good profiles of a setting and names the bad ones", () => {
    const { profiles, problems } = readProfiles([
      acme,
      { ...acme, name: "other", formsApiUrl: "http://evil.example" },
      { ...acme },
      7,
      { ...acme, name: "third", clientId: "" },
      { ...acme, name: "more", archiveApiUrl: "https://a.example/", secret: "s" },
    ]);
    assert.deepEqual(
      profiles.map(({ name }) => name),
      ["acme", "more"],
    );
    assert.equal(problems.length, 4);
    assert.equal(profiles[1]?.archiveApiUrl, "https://a.example");
    assert.ok(!("secret" in (profiles[1] ?? {})));
    assert.deepEqual(readProfiles("nonsense").profiles, []);
  });

  it("removes one connection from a setting, and leaves the rest of it as it was written", () => {
    const broken = { name: "broken", formsApiUrl: 7 };
    assert.deepEqual(
      withoutProfile(
        [acme, broken, 7, null, { ...acme, name: "other", more: true }, { ...acme, clientId: "twice" }],
        "acme",
      ),
      [broken, 7, null, { ...acme, name: "other", more: true }],
    );
    assert.deepEqual(withoutProfile("nonsense", "acme"), []);
  });

  it("says what is removed and what stays before a connection is removed, and names unsaved texts", () => {
    assert.match(
      removalWords(acme, 0),
      /^forms\.acme\.example, client c1\.\n\nYou will be signed out of this connection\. .*\n\nNothing changes on the service\. The history of this connection's texts, the copies of unsaved texts/,
    );
    assert.match(
      removalWords(acme, 1),
      /\n\n1 open text of this connection has unsaved changes\. They stay in its editor/,
    );
    assert.match(
      removalWords(acme, 2),
      /\n\n2 open texts of this connection have unsaved changes.* under the name acme\./,
    );
  });

  it("T90: another origin or client is another library and finds no secret; another path on the same origin does", () => {
    const changes: readonly Partial<Profile>[] = [
      { authUrl: "https://auth.evil.example" },
      { formsApiUrl: "https://forms.evil.example" },
      { formsApiUrl: "https://forms.acme.example:444/api" },
      { clientId: "c2" },
    ];
    for (const change of changes)
      assert.notEqual(secretKey({ ...acme, ...change }), secretKey(acme), JSON.stringify(change));
    assert.equal(secretKey({ ...acme, formsApiUrl: "https://forms.acme.example/v2" }), secretKey(acme));
    assert.equal(secretKey({ ...acme, name: "renamed" }), secretKey(acme));
  });

  it("returns the same client for the same addresses, and never one made for others", async () => {
    const cache = new ApiCache<{ readonly made: string; readonly api: { close(): Promise<void> } }>(),
      closed: string[] = [];
    const get = async (connection: Profile, made: string): Promise<string> =>
      (await cache.get("acme", connection, () => ({ made, api: { close: async () => void closed.push(made) } }))).made;
    const audited = { ...acme, auditApiUrl: "https://audit.acme.example" };
    assert.equal(await get(acme, "first"), "first");
    assert.equal(await get({ ...acme }, "second"), "first");
    assert.equal(await get(audited, "third"), "third");
    assert.deepEqual(closed, ["first"]);
    await cache.closeAll();
    assert.deepEqual([closed, cache.connectionOf("acme")], [["first", "third"], undefined]);
    // This caller still has the settings without the audit address, and requests its client after everything was
    // closed.
    assert.equal(await get(acme, "late"), "late");
    assert.equal(await get(audited, "fourth"), "fourth");
    await cache.close("acme");
    assert.deepEqual([closed, cache.connectionOf("acme")], [["first", "third", "late", "fourth"], undefined]);
    for (const name of ["one", "two"])
      await cache.get(name, acme, () => ({
        made: name,
        api: { close: () => Promise.reject(new Error(`${name} hangs`)) },
      }));
    await assert.rejects(cache.closeAll(), { message: "Error: one hangs; Error: two hangs" });
    assert.equal(cache.connectionOf("one"), undefined);
  });

  it("leaves the secrets that another connection also has", () => {
    const audit = { auditApiUrl: "https://audit.acme.example", auditClientId: "a1" };
    const both: Profile = { ...acme, ...audit };
    assert.deepEqual([secretsOnlyOf(both, []).length, secretsOnlyOf(acme, []).length], [2, 1]);
    assert.deepEqual(secretsOnlyOf(both, [{ ...acme, name: "twin" }]), secretsOnlyOf(both, []).slice(1));
    assert.deepEqual(secretsOnlyOf(both, [{ ...both, name: "twin" }]), []);
    for (const other of [{ auditApiUrl: "https://other.acme.example" }, { auditClientId: "a2" }])
      assert.equal(secretsOnlyOf(both, [{ ...both, ...other, name: "twin" }]).length, 1);
  });

  it("recognizes the sandbox when its port has changed", () => {
    const on = (port: number): string =>
      identityOf(sandboxName, {
        ...acme,
        authUrl: `http://127.0.0.1:${port}/auth`,
        formsApiUrl: `http://127.0.0.1:${port}`,
      });
    assert.equal(on(1), on(2));
  });

  it("T86: says after a test that host and token are ok, and nothing about an environment", () => {
    const { message, detail } = reachedWords(acme);
    assert.match(message, /^Host and token are ok\.$/);
    assert.match(detail, /^forms\.acme\.example, client c1\./);
    for (const word of [...environments, "environment"])
      assert.ok(!`${message} ${detail}`.toLowerCase().includes(word.toLowerCase()), word);
  });

  it("T85: says that drafts run if no environment was chosen, and names the chosen one", () => {
    for (const name of ["acme", sandboxName]) {
      const labels = [undefined, ...environments].map(
        (environment) => statusWords({ name, ...(environment && { environment }) }, true).label,
      );
      assert.match(labels[0] ?? "", /no environment: drafts are used$/);
      assert.deepEqual(
        labels.slice(1).map((label) => label.split(", ").at(-1)),
        environments,
      );
    }
  });

  it("T85: says in the list of connections in which environment each runs, and that drafts run if none was chosen", () => {
    for (const environment of environments)
      assert.equal(listWords({ where: "forms.acme.example", environment }), `forms.acme.example · ${environment}`);
    assert.equal(
      listWords({ where: "forms.acme.example", environment: "Production", state: "used" }),
      "forms.acme.example · Production · in use",
    );
    assert.equal(
      listWords({ where: "forms.acme.example", environment: undefined, state: "out" }),
      "forms.acme.example · no environment: drafts are used · signed out",
    );
  });

  it("T169: shows host, name and environment, and marks sandbox and Production in words", () => {
    const service = statusWords({ name: "acme", host: "forms.acme.example", environment: "Production" }, true);
    for (const part of ["acme", "forms.acme.example", "PRODUCTION"]) assert.ok(service.text.includes(part), part);
    for (const part of ["acme", "forms.acme.example", "Production"]) assert.ok(service.label.includes(part), part);
    assert.deepEqual([service.warns, statusWords({ name: "acme", environment: "Test" }, true).warns], [true, false]);
    const sandbox = statusWords({ name: sandboxName }, true);
    assert.ok(sandbox.text.includes("SANDBOX") && sandbox.label.includes("sandbox on this computer"));
    assert.ok(!sandbox.label.includes("$("));
    const own = statusWords({ name: sandboxName, isTemporary: true }, true);
    assert.deepEqual([sandbox.warns, own.warns], [false, true]);
    assert.match(own.text, /SANDBOX of this window/);
    assert.match(own.tooltip, /forgets everything when the window closes/);
    assert.ok(statusWords(undefined, true).text.includes("not connected"));
    assert.ok(statusWords({ name: "acme" }, false).text.includes("Restricted Mode"));
  });

  it("warns in words if nothing can be called, and says what to do", () => {
    const words = (standing: Standing) => statusWords({ name: "acme", host: "forms.acme.example", standing }, true);
    assert.deepEqual(
      (["out", "refused", "silent"] as const).map((standing) => [words(standing).text, words(standing).warns]),
      [
        ["$(debug-disconnect) Smartform acme (forms.acme.example) · drafts · signed out", true],
        ["$(error) Smartform acme (forms.acme.example) · drafts · sign-in refused", true],
        ["$(warning) Smartform acme (forms.acme.example) · drafts · no answer", true],
      ],
    );
    assert.equal(
      statusWords({ name: "acme", host: "forms.acme.example", environment: "Production", standing: "silent" }, true)
        .text,
      "$(warning) Smartform acme (forms.acme.example) · PRODUCTION · no answer",
    );
    assert.match(words("out").tooltip, /Click here and choose the connection to sign in again/);
    assert.match(words("refused").tooltip, /Replace Client Secret/);
    assert.match(words("silent").tooltip, /Test Connection/);
    assert.equal(words("fine").warns, false);
    assert.equal(statusWords({ name: sandboxName, standing: "silent" }, true).warns, true);
  });

  it("updates the state of a connection after each call", () => {
    const calls = [
      { operation: "token", error: undefined, status: 200 },
      { operation: "forms.ping", error: undefined, status: 404 },
      { operation: "forms.ping", error: undefined, status: 500 },
      { operation: "token", error: undefined, status: 400 },
      { operation: "token", error: undefined, status: 401 },
      { operation: "forms.ping", error: undefined, status: 401 },
      { operation: "token", error: "unreachable", status: undefined },
      { operation: "forms.ping", error: "timeout", status: undefined },
      { operation: "forms.ping", error: "cancelled", status: undefined },
    ] as const;
    assert.deepEqual(
      calls.map((call) => standingAfter({ ...call, host: call.operation === "token" ? "auth" : "forms" }, "forms")),
      ["fine", "fine", "fine", "refused", "refused", undefined, "silent", "silent", undefined],
    );
    for (const { error, status } of calls)
      assert.equal(
        standingAfter({ operation: "archive.search", error, status, host: "statistics" }, "forms"),
        undefined,
      );
    let changes = 0;
    const standings = new Standings(() => changes++);
    for (const standing of ["fine", "silent", "silent", "fine"] as const) standings.note("acme", standing);
    standings.note("acme", "out");
    standings.signedIn("acme");
    standings.signedIn("acme");
    assert.deepEqual([standings.of("acme"), standings.of("other"), changes], ["fine", "fine", 4]);
    standings.note("acme", "silent");
    standings.signedIn("acme");
    assert.equal(standings.of("acme"), "silent", "that there is a secret says nothing of the network");
  });
});
