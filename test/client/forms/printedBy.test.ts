/**
 * The way from words in a PDF of the real sandbox to the text that printed them, and back. The language server receives
 * nothing from the PDF or the form.
 */
import assert from "node:assert/strict";
import { catalogFile } from "../../../api/index.ts";
import type { Api } from "../../../api/index.ts";
import { fileCatalog } from "../../../catalog/index.ts";
import { formPdf } from "../../../client/forms/formPdf.ts";
import { formOfPdf, whereIsPrinted, whoPrinted } from "../../../client/forms/printedByModel.ts";
import type { Ask, PdfToAsk } from "../../../client/forms/printedByModel.ts";
import { placeWords } from "../../../client/forms/printedByWords.ts";
import { readPdf } from "../../../client/panels/pdf/readPdf.ts";
import type { PdfPiece } from "../../../client/panels/pdf/readPdf.ts";
import { demoIds } from "../../../sandbox/demo/ids.ts";
import { demoLibrary } from "../../../sandbox/library/demo.ts";
import { contents } from "../../../server/handlers/contents.ts";
import { printed } from "../../../server/handlers/printed.ts";
import { contentsRequest, printedRequest } from "../../../server/protocol.ts";
import type { ContentsParams, PrintedParams } from "../../../server/protocol.ts";
import { apiOf } from "../../sandbox/apiOf.ts";
import { visit } from "../../sandbox/visit.ts";
import type { Visit } from "../../sandbox/visit.ts";
import { pdfReader } from "../../pdfReader.ts";

const file = catalogFile.parse({
  folders: [{ id: "11111111-0000-4000-8000-000000000001", name: "Letters", code: "letters" }],
  texts: [
    ["greeting", 0, "Dear [[ customer.name ]], thank you for the claim of last week."],
    [
      "terms",
      2,
      "<p>We pay <b>within thirty</b> days &amp; by [[ INPUT : way | default=$ways.first ]] alone.</p>[[ LIB : letters : closing ]]",
    ],
    ["closing", 0, "With kind regards from everybody at the office"],
    ["elsewhere", 0, "Nobody puts this sentence into any form of the company."],
  ].map(([code, contentType, content], index) => ({
    id: `22222222-0000-4000-8000-00000000000${index}`,
    folderId: "11111111-0000-4000-8000-000000000001",
    code,
    name: code,
    contentType,
    defaultLanguage: "en",
    translations: { en: { content } },
  })),
  smartforms: [
    {
      id: "33333333-0000-4000-8000-000000000001",
      name: "Reply",
      defaultLanguage: "en",
      fields: [{ id: "a", name: "remark", type: "text" }],
      pages: [
        {
          blocks: [
            { text: "[[ LIB : letters : greeting ]]", format: "plain" },
            { field: "remark" },
            { text: "[[ LIB : letters : terms ]]", format: "html" },
            { text: "Written by the Smartform itself.", format: "plain" },
          ],
        },
      ],
    },
  ],
});
const idOf = (code: string): string => file.texts!.find((text) => text.code === code)!.id;
const smartformId = file.smartforms![0]!.id;

describe("client/forms/printedByModel", () => {
  let service: Visit;
  let api: Api;
  let pdf: PdfToAsk;
  const { signal } = new AbortController();
  const catalog = fileCatalog(file);
  const asked: string[] = [];
  const ask: Ask = async <T>(method: string, params: unknown): Promise<T> => {
    asked.push(JSON.stringify(params));
    const answer: unknown =
      method === printedRequest
        ? printed(catalog, params as PrintedParams)
        : method === contentsRequest
          ? contents(catalog, params as ContentsParams)
          : assert.fail(method);
    return JSON.parse(JSON.stringify(answer)) as T;
  };
  before(async () => {
    service = await visit({ imports: [file], empty: true });
    api = apiOf(service.ready, { timeout: 5000 });
    const body = {
      dialogDefinitionId: smartformId,
      values: { remark: "Nobody puts this sentence into any form of the company.", way: "wire" },
      dataTableValue: { customer: { name: "Åsa Öberg" } },
    };
    const { id: formId } = await api.call("forms.create", { body });
    const bytes = await formPdf(api, { smartformId, formId, environment: null }, { language: null, signal });
    pdf = {
      pieces: await readPdf(new Uint8Array(bytes), pdfReader, { asDrawn: true }),
      language: null,
      form: await formOfPdf(api, { smartformId, formId, environment: null, textLibraryFolder: null }, { signal }),
    };
  });
  after(async () => {
    await api.close();
    await service.close();
  });
  beforeEach(() => void (asked.length = 0));

  function rangeOf(words: string) {
    const item = pdf.pieces[0]!.findIndex(({ text }: PdfPiece) => text.includes(words));
    const offset = pdf.pieces[0]![item]?.text.indexOf(words) ?? -1;
    assert.ok(offset >= 0, `The PDF says: ${pdf.pieces[0]!.map(({ text }) => text).join("|")}`);
    return { page: 0, start: { item, offset }, end: { item, offset: offset + words.length } };
  }
  async function who(words: string, of: PdfToAsk = pdf): Promise<string> {
    const { answer, names } = await whoPrinted(ask, of, rangeOf(words), { signal });
    if (answer.sure === "declines") return "declines";
    const places = answer.sure === "several" ? answer.places : [answer.place];
    return [
      answer.sure,
      ...places.map((place) => placeWords(place, names)).map(({ label, detail }) => `${label}: ${detail}`),
    ].join(" | ");
  }

  const cases: readonly (readonly [words: string, expected: string])[] = [
    ["claim of last", "sure | letters : greeting (en): Smartform → letters : greeting (en)."],
    [
      "Åsa",
      "sure | Data value customer.name in letters : greeting (en): Smartform → letters : greeting (en) → data value customer.name.",
    ],
    ["kind regards", "sure | letters : closing (en): Smartform → letters : terms (en) → letters : closing (en)."],
    ["wire", "sure | Editable text way in letters : terms (en): Smartform → letters : terms (en) → editable text way."],
    ["puts this sentence", "sure | The answer in the field remark: Smartform → field."],
    ["Smartform itself", "sure | the Smartform’s own text: Smartform."],
  ];
  for (const [words, expected] of cases)
    it(`“${words}”: ${expected}`, async () => assert.equal(await who(words), expected));

  it("is never sure if the form is not known", async () => {
    assert.equal(
      await who("claim of last", { ...pdf, form: null }),
      "likely | letters : greeting (en): letters : greeting (en).",
    );
    assert.equal(await who("Smartform itself", { ...pdf, form: null }), "declines");
  });

  it("sends the language server nothing that the PDF says or the form contains", async () => {
    for (const [words] of cases) await who(words);
    await who("claim of last", { ...pdf, form: null });
    assert.doesNotMatch(asked.join("\n"), /Åsa|Öberg|wire|claim|regards/);
  });

  it("finds the place in the PDF for a place in a text", async () => {
    const content = file.texts!.find(({ code }) => code === "closing")!.translations["en"]!.content;
    const start = content.indexOf("kind regards");
    const ranges = await whereIsPrinted(
      ask,
      pdf,
      { textId: idOf("closing"), language: "en", start, end: start + "kind regards".length },
      { signal },
    );
    assert.deepEqual(ranges, [rangeOf("kind regards")]);
  });

  it("finds no place for text that is not printed", async () => {
    assert.deepEqual(
      await whereIsPrinted(ask, pdf, { textId: idOf("terms"), language: "sv", start: 0, end: 9 }, { signal }),
      [],
    );
  });

  it("can be cancelled", async () => {
    const stopped = AbortSignal.abort();
    const waiting: Ask = async (_, __, options) => (options.signal.throwIfAborted(), assert.fail("It went on."));
    await assert.rejects(whoPrinted(waiting, pdf, rangeOf("claim"), { signal: stopped }), { name: "AbortError" });
  });
});

describe("client/forms/printedByModel, for a form that runs a deployed version", () => {
  let service: Visit;
  let api: Api;
  const { signal } = new AbortController();
  const catalog = fileCatalog(
    catalogFile.parse({ ...demoLibrary, smartforms: [{ id: demoIds.smartforms.singleStep, name: "Claim report" }] }),
  );
  const ask: Ask = async <T>(method: string, params: unknown) =>
    (method === printedRequest
      ? printed(catalog, params as PrintedParams)
      : contents(catalog, params as ContentsParams)) as T;
  before(async () => {
    service = await visit();
    api = apiOf(service.ready, { timeout: 5000 });
  });
  after(async () => {
    await api.close();
    await service.close();
  });

  /** Looks up which text printed the first item of the PDF that contains the words. */
  async function who(
    words: string,
    {
      environment,
      textLibraryFolder = null,
    }: { readonly environment: "Test" | null; readonly textLibraryFolder?: string | null },
  ): Promise<string> {
    const smartformId = demoIds.smartforms.singleStep;
    const body = {
      dialogDefinitionId: smartformId,
      values: { name: "Bo" },
      dataTableValue: { customer: { name: "Bo" } },
      ...(textLibraryFolder && { textLibraryFolder }),
    };
    const { id: formId } = await api.call("forms.create", { body, ...(environment && { environment }) });
    const filed = { smartformId, formId, environment, textLibraryFolder };
    const pieces = await readPdf(new Uint8Array(await formPdf(api, filed, { language: null, signal })), pdfReader, {
      asDrawn: true,
    });
    const item = pieces[0]!.findIndex(({ text }) => text.includes(words));
    const offset =
      pieces[0]![item]?.text.indexOf(words) ??
      assert.fail(`The PDF says: ${pieces[0]!.map(({ text }) => text).join("|")}`);
    const { answer, names } = await whoPrinted(
      ask,
      { pieces, language: null, form: await formOfPdf(api, filed, { signal }) },
      { page: 0, start: { item, offset }, end: { item, offset: offset + words.length } },
      { signal },
    );
    return "place" in answer ? `${answer.sure} ${placeWords(answer.place, names).label}` : answer.sure;
  }

  it("is sure about what the saved version prints, and about what the deployed one prints", async () => {
    assert.equal(await who("weekdays", { environment: null }), "sure common-footers : contact (en)");
    assert.equal(await who("Draft of the next", { environment: null }), "sure the Smartform’s own text");
    assert.equal(await who("weekdays", { environment: "Test" }), "sure common-footers : contact (en)");
  });

  it("looks for short references in the folder that the form was made with", async () => {
    assert.equal(await who("about claim", { environment: "Test" }), "sure claims : intro (en)");
    assert.equal(
      await who("about policy", { environment: "Test", textLibraryFolder: "policies" }),
      "sure policies : intro (en)",
    );
  });

  it("does not take a saved version for the deployed one, and is not sure if the service says nothing about it (N7)", async () => {
    await service.control("POST", "/choices", { id: "N7", alternative: "without pages" });
    assert.equal(await who("weekdays", { environment: "Test" }), "likely common-footers : contact (en)");
    await service.control("POST", "/choices", { id: "N7", alternative: "full" });
    await service.control("POST", "/faults", {
      path: `/Integrations/${demoIds.smartforms.singleStep}`,
      kind: "status",
      status: 403,
    });
    assert.equal(await who("weekdays", { environment: null }), "likely common-footers : contact (en)");
    await service.control("DELETE", "/faults");
  });
});
