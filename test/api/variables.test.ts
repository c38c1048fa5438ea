/**
 * The connection that the `SMARTFORM_*` variables describe: one API is enough, whichever it is, and any scope is
 * accepted.
 */
import assert from "node:assert/strict";
import { connectionFrom } from "../../api/index.ts";

const bare = { SMARTFORM_AUTH_URL: "https://auth.example/", SMARTFORM_CLIENT_ID: "c", SMARTFORM_CLIENT_SECRET: "s" };

describe("api/variables", () => {
  for (const [variable, address] of [
    ["SMARTFORM_FORMS_API_URL", "formsApiUrl"],
    ["SMARTFORM_AUDIT_API_URL", "auditApiUrl"],
    ["SMARTFORM_STATISTICS_API_URL", "statisticsApiUrl"],
    ["SMARTFORM_SIGNING_API_URL", "signingApiUrl"],
    ["SMARTFORM_ARCHIVE_API_URL", "archiveApiUrl"],
    ["SMARTFORM_DOCUMENTS_API_URL", "documentsApiUrl"],
  ] as const) {
    it(`name a connection with only ${variable}`, () =>
      assert.deepEqual(connectionFrom({ ...bare, [variable]: "https://one.example/" }).connection, {
        authUrl: "https://auth.example",
        clientId: "c",
        [address]: "https://one.example",
      }));
  }

  it("name no connection without an API, or without a required variable", () => {
    assert.throws(() => connectionFrom(bare), {
      code: "not-configured",
      message: /Set the address of at least one API: SMARTFORM_FORMS_API_URL, /,
    });
    assert.throws(() => connectionFrom({ ...bare, SMARTFORM_AUDIT_API_URL: "https://a.example" }, ["formsApiUrl"]), {
      code: "not-configured",
      message: /Set SMARTFORM_FORMS_API_URL/,
    });
    assert.throws(() => connectionFrom({}, ["formsApiUrl"]), {
      message: /SMARTFORM_AUTH_URL, SMARTFORM_CLIENT_ID, SMARTFORM_CLIENT_SECRET, SMARTFORM_FORMS_API_URL/,
    });
  });

  it("name scopes in SMARTFORM_SCOPE, and the usual one if it is left out or empty", () => {
    const scope = (more: object): string | undefined =>
      connectionFrom({ ...bare, SMARTFORM_FORMS_API_URL: "https://f.example", ...more }).connection.scope;
    assert.deepEqual(
      [scope({}), scope({ SMARTFORM_SCOPE: " " }), scope({ SMARTFORM_SCOPE: "api.external editor.test" })],
      [undefined, undefined, "api.external editor.test"],
    );
  });
});
