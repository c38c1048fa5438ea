/**
 * The PDF that the panel shows, against the sandbox: it contains the attachments, is in the requested language, and is
 * never incomplete.
 */
import assert from "node:assert/strict";
import type { Api } from "../../../api/index.ts";
import { formPdf } from "../../../client/forms/formPdf.ts";
import { textOf } from "../../sandbox/print/pdfTools.ts";
import { apiOf } from "../../sandbox/apiOf.ts";
import { visit } from "../../sandbox/visit.ts";
import type { Visit } from "../../sandbox/visit.ts";

describe("client/forms/formPdf", () => {
  let service: Visit;
  let api: Api;
  before(async () => {
    service = await visit();
    api = apiOf(service.ready, { timeout: 5000 });
  });
  after(async () => {
    await api.close();
    await service.close();
  });
  beforeEach(() => service.control("POST", "/reset", { seed: "demo" }));

  const { signal } = new AbortController();
  const make = async (smartformId: string, environment: "Test" | null = null) => {
    const { id } = await api.call("forms.create", {
      body: { dialogDefinitionId: smartformId, values: {}, dataTableValue: { customer: { name: "Åsa" } } },
      ...(environment && { environment }),
    });
    return { smartformId, formId: id, environment };
  };

  it("contains the attachments of the toolbar (T62)", async () => {
    const printed = textOf(
      await formPdf(api, await make(service.ready.demo.smartforms.attachments), { language: null, signal }),
    );
    assert.match(printed, /Policy with terms.*General terms.*Personal data/);
  });

  it("is in the requested language, else in the Smartform's own (T63)", async () => {
    const form = await make(service.ready.demo.smartforms.singleStep);
    assert.match(textOf(await formPdf(api, form, { language: null, signal })), /Dear Åsa/);
    assert.match(textOf(await formPdf(api, form, { language: "sv", signal })), /Hej Åsa/);
  });

  for (const [kind, said] of [
    ["wrong-type", /the answer has an unexpected type/],
    ["truncate", /cut off/],
  ] as const) {
    it(`passes on no bytes of an answer that is not a whole PDF: ${kind} (T66)`, async () => {
      const form = await make(service.ready.demo.smartforms.singleStep);
      await service.control("POST", "/faults", { operation: "pdf.existing", kind });
      await assert.rejects(formPdf(api, form, { language: null, signal }), { message: said });
    });
  }

  it("explains a form of another Smartform in the same way, whatever the status (T67)", async () => {
    const form = {
      ...(await make(service.ready.demo.smartforms.singleStep)),
      smartformId: service.ready.demo.smartforms.rules,
    };
    const said = new Set<unknown>();
    for (const alternative of ["400", "404", "409"]) {
      await service.control("POST", "/choices", { id: "N48", alternative });
      await formPdf(api, form, { language: null, signal }).catch((error: Error) => said.add(error.message));
    }
    assert.equal(said.size, 1);
    assert.match(String([...said][0]), /the form belongs to another Smartform/);
  });

  it("names the environment if the form is not shown, and never calls it deleted (T71)", async () => {
    const form = await make(service.ready.demo.smartforms.singleStep, "Test");
    await formPdf(api, form, { language: null, signal });
    await assert.rejects(formPdf(api, { ...form, environment: "production" }, { language: null, signal }), {
      message: /an environment other than Production\. It was not necessarily deleted/,
    });
  });
});
