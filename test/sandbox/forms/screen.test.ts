/** The forms application: the page of a form, and its submission. */
import assert from "node:assert/strict";
import { at, visit } from "../visit.ts";
import type { Visit } from "../visit.ts";

describe("sandbox: forms application", () => {
  let service: Visit;
  let origin: string;
  let page: string;
  let id: string;
  before(async () => {
    service = await visit();
    origin = new URL(service.ready.formsAppUrl).origin;
  });
  after(() => service.close());
  beforeEach(async () => {
    await service.control("POST", "/reset", { seed: "demo" });
    const { singleStep } = service.ready.demo.smartforms;
    const created = await service.call("POST", "/Integrations/dialog/json", {
      body: {
        dialogDefinitionId: singleStep,
        values: { name: "<b>Åsa</b>" },
        webhook: "https://hook.example/a",
        dataTableValue: { customer: { name: "Åsa" }, case: { reference: "R-9" } },
      },
    });
    id = String(created.at("id"));
    page = `${service.ready.formsAppUrl}/dialog/${singleStep}/form/${id}`;
  });

  const show = (headers = {}) => service.send("GET", page, { headers });
  const tokenOf = async () => /name="token" value="([^"]+)"/.exec((await show()).text)?.[1] ?? "";
  const submit = async (
    fields: Record<string, string>,
    headers: Record<string, string> = { origin, "sec-fetch-site": "same-origin" },
  ) =>
    service.send("POST", page, {
      body: new URLSearchParams({ token: await tokenOf(), ...fields }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    });
  const value = async (name: string) =>
    (await service.call("GET", `/Integrations/${id}/property/${name}/value`)).at("value");
  const outbox = async () => (await service.control("GET", "/outbox")).at("items");

  it("needs no token to open, and says that it is the sandbox's (T171)", async () => {
    const { status, text, headers } = await show();
    assert.equal(status, 200);
    assert.match(text, /Sandbox/);
    assert.match(text, /Dear Åsa/);
    assert.match(headers.get("content-security-policy") ?? "", /default-src 'none'.*frame-ancestors 'none'/);
    assert.ok(!text.includes("<b>Åsa</b>"));
  });

  it("shows a placeholder without spaces unchanged, and one without a value as nothing (T54, T55)", async () => {
    const { text } = await show();
    assert.match(text, /Your reference: \[\[case\.reference\]\]/);
    assert.doesNotMatch(text, /\[\[ caseWorker\.name \]\]/);
  });

  it("submits what the person entered, calls the webhook, and shows the form again", async () => {
    assert.deepEqual(await outbox(), []);
    const { status, headers } = await submit({ "value:name": "Eva", "input:answer-days": "9", "value:unasked": "x" });
    assert.deepEqual([status, origin + headers.get("location")], [303, page]);
    assert.equal(await value("name"), "Eva");
    assert.equal(await value("unasked"), undefined);
    const read = await service.call("GET", `/Integrations/dialogValues/${id}?readableValues=true`);
    assert.equal(read.at("values.inlineInputs.answer-days"), "9");
    assert.equal(at(await outbox(), "0.url"), "https://hook.example/a");
    assert.match((await show()).text, /was submitted/);
    assert.equal((await submit({})).status, 409);
  });

  it("refuses a submission without the page's token, from another form, or from another origin", async () => {
    assert.equal((await submit({ token: "guess" })).status, 403);
    const token = await tokenOf();
    const other = page.replace(id, service.ready.demo.legacyFormIds[0] ?? "");
    const foreign = await service.send("POST", other, {
      body: new URLSearchParams({ token }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    assert.equal(foreign.status, 403);
    assert.equal((await submit({}, { origin: "http://evil.example" })).status, 403);
    assert.equal(
      (await submit({}, { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" }))
        .status,
      403,
    );
    assert.deepEqual(await outbox(), []);
  });

  it("opens from a link elsewhere, but not in a frame or for a script", async () => {
    const from = (dest: string, mode: string) =>
      show({ "sec-fetch-site": "cross-site", "sec-fetch-dest": dest, "sec-fetch-mode": mode }).then(
        ({ status }) => status,
      );
    assert.deepEqual(
      [
        await from("document", "navigate"),
        await from("iframe", "navigate"),
        await from("empty", "cors"),
        await from("document", "cors"),
      ],
      [200, 403, 403, 403],
    );
  });

  it("has no form under another Smartform's address, and no missing one", async () => {
    assert.equal(
      (
        await service.send(
          "GET",
          page.replace(service.ready.demo.smartforms.singleStep, service.ready.demo.smartforms.rules),
          {},
        )
      ).status,
      404,
    );
    assert.equal((await service.send("GET", page.replace(id, "nowhere"), {})).status, 404);
  });
});
