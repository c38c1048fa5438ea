/**
 * Independent clients of the standards: an OAuth library fetches tokens, qpdf and xmllint read the responses. promtool
 * is in `statistics.test.ts`.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import * as oauth from "oauth4webapi";
import { checkPdf } from "../print/pdfTools.ts";
import { visit } from "../visit.ts";
import type { Visit } from "../visit.ts";

describe("sandbox: the standards' own clients", () => {
  const encode = (text: string) => Buffer.from(text).toString("base64");
  const body = {
    MetaFile: "ClaimLetters",
    Document: "Decision",
    UserName: "eva",
    DataAsBase64: encode('<?xml version="1.0" encoding="utf-8"?><Data><Claim Number="S-4711 &amp; Å"/></Data>'),
  };
  let service: Visit;
  before(async () => {
    service = await visit();
  });
  after(() => service.close());
  afterEach(() => service.control("POST", "/choices", { id: "S14", alternative: "as they are" }));

  /**
   * Authenticates as document 1 shows it ("Authentication"): base64 of client id and secret. RFC 6749 requires that
   * they are form-encoded first, but here they are not.
   */
  const asDocumented =
    (secret: string): oauth.ClientAuth =>
    (_server, client, _body, headers) =>
      headers.set("authorization", `Basic ${encode(`${client.client_id}:${secret}`)}`);

  /** Fetches a token with the OAuth library and this client authentication. */
  const grant = async (authentication: oauth.ClientAuth, scope: string): Promise<oauth.TokenEndpointResponse> => {
    const { clientId } = service.client("standard");
    const server: oauth.AuthorizationServer = {
      issuer: service.ready.authUrl,
      token_endpoint: `${service.ready.authUrl}/connect/token`,
    };
    const client: oauth.Client = { client_id: clientId };
    // The sandbox has no TLS, because it listens only on this computer.
    const answer = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      authentication,
      { scope },
      { [oauth.allowInsecureRequests]: true },
    );
    return oauth.processClientCredentialsResponse(server, client, answer);
  };

  for (const [choice, authentication] of [
    ["as they are", asDocumented],
    ["form-encoded", oauth.ClientSecretBasic],
  ] as const) {
    it(`an OAuth library fetches a token with id and secret ${choice} (S14), and it works for the API`, async () => {
      await service.control("POST", "/choices", { id: "S14", alternative: choice });
      const {
        access_token: token,
        token_type: type,
        expires_in: life,
      } = await grant(authentication(service.client("standard").clientSecret), "api.external");
      assert.equal(type, "bearer");
      assert.ok(life !== undefined && life > 0);
      const { status } = await service.send("GET", `${service.ready.formsApiUrl}/Integrations/ping`, {
        headers: { authorization: `Bearer ${token}` },
      });
      assert.equal(status, 200);
    });
  }

  it("an OAuth library understands a refusal", async () => {
    await assert.rejects(grant(asDocumented("wrong"), "api.external"), (error: unknown) => {
      assert.ok(
        error instanceof oauth.ResponseBodyError || error instanceof oauth.WWWAuthenticateChallengeError,
        String(error),
      );
      return true;
    });
  });

  it("qpdf finds nothing wrong with a PDF of the document editor", async () => {
    const { status, bytes, text } = await service.call("POST", "/documents/Test/pdf/create", { body });
    assert.equal(status, 200, text.slice(0, 300));
    checkPdf(bytes);
  });

  it("xmllint reads the XML and the DXML", async function () {
    const session = await service.call("POST", "/documents/Test/dxml/create", { body });
    for (const answer of [
      await service.call("POST", "/documents/Test/xml/create", { body }),
      await service.call("GET", `/documents/Test/dxml/${String(session.at("DxmlUID"))}`),
    ]) {
      assert.equal(answer.status, 200, answer.text.slice(0, 300));
      const { error, status, stderr } = spawnSync("xmllint", ["--noout", "--nonet", "-"], {
        input: answer.bytes,
        encoding: "utf8",
      });
      if (error) {
        if (this.test)
          this.test.title += " (skipped: xmllint is not installed; on Debian, apt-get install libxml2-utils)";
        this.skip();
      }
      assert.deepEqual([status, stderr], [0, ""]);
    }
  });
});
