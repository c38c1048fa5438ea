/**
 * Where the document editor's calls go: only to an environment that a person chose from the right list. Ids are bound
 * to the place that they came from.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { operations } from "../../../api/index.ts";
import { urlOf } from "../../../api/http/address.ts";
import { Choices, groupedKey, placeWords, standingOf } from "../../../client/connections/documentsPlaceModel.ts";
import type { Whereabouts } from "../../../client/connections/documentsPlaceModel.ts";
import { KeptMetaFiles } from "../../../client/documents/metaFilesModel.ts";
import { KeptSessions } from "../../../client/documents/sessionsModel.ts";
import { root } from "../../../scripts/root.mjs";
import { memory } from "./memory.ts";

const connection = {
  authUrl: "https://auth.example",
  formsApiUrl: "https://forms.example",
  formsAppUrl: "https://app.example",
  documentsApiUrl: "https://documents.example",
  clientId: "acme",
};
const whereabouts = (more: Partial<Whereabouts> & { readonly documentsApiUrl?: string } = {}): Whereabouts => {
  const { documentsApiUrl = connection.documentsApiUrl, ...rest } = more;
  return {
    name: "acme-test",
    sandbox: false,
    environment: undefined,
    identity: "acme",
    api: { connection: { ...connection, documentsApiUrl } },
    ...rest,
  };
};
const keyOf = (standing: ReturnType<typeof standingOf>): string =>
  standing.state === "ready" ? standing.place.key : assert.fail(standing.state);

describe("the environment of the document editor", () => {
  const placed = (...[where, chosen]: Parameters<typeof standingOf>): string => {
    const standing = standingOf(where, chosen);
    return standing.state === "ready" ? standing.place.environment : standing.state;
  };

  it("T81 is unknown while forms run in PreProduction, which it does not have, unless its own was chosen", () => {
    const where = whereabouts({ environment: "PreProduction" });
    assert.deepEqual(
      [
        placed(where, undefined),
        placed(where, "Test"),
        placed({ ...where, documentsEnvironment: "AcceptanceTest" }, undefined),
      ],
      ["unset", "Test", "AcceptanceTest"],
    );
  });

  it("T85 is unknown before a person chose, if forms run in no environment", () =>
    assert.deepEqual(standingOf(whereabouts(), undefined), { state: "unset" }));

  it("is there in the sandbox before a person chose, and follows what they choose", () => {
    const where = whereabouts({ sandbox: true });
    assert.deepEqual(
      [
        placed(where, undefined),
        placed({ ...where, environment: "PreProduction" }, undefined),
        placed({ ...where, environment: "Development" }, undefined),
        placed(where, "Test4"),
      ],
      ["Test", "Test", "Development", "Test4"],
    );
  });

  for (const environment of ["Development", "Test", "Production"] as const) {
    it(`is ${environment} if forms run there and no other was chosen: in this workspace first, then in the settings of the connection`, () => {
      const where = whereabouts({ environment });
      assert.deepEqual(
        [
          placed(where, undefined),
          placed({ ...where, documentsEnvironment: "Test2" }, undefined),
          placed({ ...where, documentsEnvironment: "Test2" }, "Test3"),
        ],
        [environment, "Test2", "Test3"],
      );
    });
  }

  it("T85 is the chosen one, and the view names it", () => {
    const standing = standingOf(whereabouts({ environment: "Test" }), "Test4");
    assert.equal(standing.state === "ready" && placeWords(standing.place), "acme-test · Test4");
    const production = standingOf(whereabouts(), "Production");
    assert.equal(production.state === "ready" && placeWords(production.place), "acme-test · PRODUCTION");
  });

  it("has the chosen environment group, which is separate from the environment, and is in no group without one", () => {
    const places = [undefined, " ", " North "].map((group) => {
      const standing = standingOf(whereabouts(), "Test", group);
      return standing.state === "ready" ? standing.place : assert.fail(standing.state);
    });
    assert.deepEqual(
      places.map(({ at }) => at),
      [{ environment: "Test" }, { environment: "Test" }, { environment: "Test", environmentGroup: "North" }],
    );
    assert.deepEqual(places.map(placeWords), [
      "acme-test · Test",
      "acme-test · Test",
      "acme-test · Test · group North",
    ]);
    assert.equal(new Set(places.map(({ key }) => key)).size, 1, "what is kept is kept for the environment");
    assert.equal(new Set(places.map(groupedKey)).size, 2, "what shows answers shows those of its group");
  });

  it("has the group in every call of a command, except if the address would become another call's", () => {
    const sources = ["documents", "requestFiles", "sending"].flatMap((folder) =>
      readdirSync(join(root, "client", folder), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts"))
        .map((name) => `${folder}/${name}`),
    );
    const asked = /(?:operation: "[\w.]+", )?(?:request: |call\( ?"[\w.]+", )\{ environment[^}]*\}/g;
    const calls = sources.flatMap((path) =>
      [
        ...readFileSync(join(root, "client", path), "utf8")
          .replaceAll(/\s+/g, " ")
          .matchAll(asked),
      ].map(([call]) => `${path}: ${call}`),
    );
    assert.notEqual(calls.length, 0);
    const without = calls.filter((call) => !/inGroup|\.\.\.group/.test(call));
    // Data calls contain the group in their `wish`, so they need no group here.
    assert.deepEqual(
      without.filter((call) => !/documents\.sessions\.list"|\.\.\.(made|rest|dataCallOf\()/.test(call)),
      [],
    );
    const row = operations["documents.sessions.list"];
    assert.match(
      JSON.stringify(urlOf({ ...connection }, row, { environment: "Test", environmentGroup: "North" })),
      /another call/,
    );
  });

  it("is missing without an address, and the message says which one", () => {
    const { documentsApiUrl: _, ...without } = connection;
    const standing = standingOf({ ...whereabouts(), api: { connection: without } }, "Test");
    assert.match(standing.state === "off" ? standing.words : "", /documentsApiUrl/);
  });

  it("T89 has its own ids for every address, client and environment", async () => {
    const here = keyOf(standingOf(whereabouts(), "Test"));
    const elsewhere = [
      standingOf(whereabouts({ documentsApiUrl: "https://v3.documents.example" }), "Test"),
      standingOf(whereabouts(), "Test1"),
      standingOf({ ...whereabouts(), api: { connection: { ...connection, clientId: "other" } } }, "Test"),
    ].map(keyOf);
    const store = memory();
    const sessions = new KeptSessions(store);
    const metaFiles = new KeptMetaFiles(store);
    await sessions.put({ place: here, dxmlUID: "one", name: "Decision", started: null, validTo: null });
    await metaFiles.put(here, "ClaimLetters");
    assert.deepEqual([sessions.of(here).length, metaFiles.of(here).length], [1, 1]);
    for (const place of elsewhere) assert.deepEqual([sessions.of(place), metaFiles.of(place)], [[], []]);
  });

  it("stays in the sandbox of this computer whatever its port", () => {
    const at = (port: number): string =>
      keyOf(
        standingOf(
          whereabouts({
            sandbox: true,
            identity: "sandbox demo",
            documentsApiUrl: `http://127.0.0.1:${port}/documents`,
          }),
          "Test",
        ),
      );
    assert.equal(at(4001), at(4002));
  });
});

describe("choices for the document editor", () => {
  const company = (identity: string, connection = "acme") => ({ identity, connection });

  it("are kept per connection and company, and one leaves the others alone", async () => {
    const store = memory();
    await new Choices(store).put(company("a"), { environment: "Test" });
    await new Choices(store).put(company("a"), { userName: "eva" });
    await new Choices(store).put(company("b"), { environment: "Production" });
    const choices = new Choices(store);
    assert.deepEqual(
      [company("a"), company("b"), company("c"), company("a", "acme test"), company("__proto__", "__proto__")].map(
        (owner) => choices.of(owner),
      ),
      [{ environment: "Test", userName: "eva" }, { environment: "Production" }, {}, {}, {}],
    );
  });

  it("are empty if what was stored cannot be read", () =>
    assert.deepEqual(
      new Choices(
        memory({ "documents.choices": { [JSON.stringify(["a", "acme"])]: { environment: "PreProduction" } } }),
      ).of(company("a")),
      {},
    ));
});
