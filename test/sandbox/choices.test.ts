/**
 * The choices where the documents are silent: every choice is listed, and every switchable choice makes a difference.
 */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RefusalRow } from "../../sandbox/base/refusal.ts";
import { choices, refusals } from "../../sandbox/services.ts";
import { root } from "../../scripts/root.mjs";
import { tell } from "./steps.ts";
import { visit } from "./visit.ts";

const texts = "/Integrations/textlibrary/texts";
const choose = (id: string, alternative: string) => ({ do: "POST control:/choices", body: { id, alternative } });
const full = { folderId: "folder-claims", code: "note", translations: { en: { content: "x" } } };
const create = { do: `POST ${texts}`, body: full };

tell("choices", [
  [
    "lists question, choice, alternatives and reason, and the active choice",
    {
      do: "GET control:/choices",
      has: /"id":"N6","question":"[^"]+","alternatives":\["200","201","204"\],"switchable":\["200","201","204"\],"why":"[^"]+","choice":"200"/,
    },
    choose("N6", "201"),
    { do: "GET control:/choices", has: /"id":"N6"[^{]+"choice":"201"/ },
  ],
  [
    "refuses an unknown choice and an unknown alternative: 400",
    { ...choose("N999", "x"), status: 400 },
    { ...choose("N6", "418"), status: 400 },
    { ...choose("N5", "x"), status: 400 },
  ],
  [
    "N6: a create answers 201, or 204 without a body, and has made the form anyway (T167)",
    choose("N6", "201"),
    {
      do: "POST /Integrations/dialog/json",
      body: { dialogDefinitionId: "$multiStep", values: {} },
      status: 201,
      at: { dialogDefinitionId: "$multiStep" },
    },
    choose("N6", "204"),
    {
      do: "POST /Integrations/dialog/json",
      body: { dialogDefinitionId: "$multiStep", values: {} },
      status: 204,
      has: /^$/,
    },
    { do: "GET /Integrations/inprogress", at: { "1.dialogDefinitionId": "$multiStep", "2": undefined } },
  ],
  [
    "N12: errors are text, HTML, nothing or a list (T166)",
    choose("N12", "text"),
    { do: `GET ${texts}/x`, status: 404, has: /^There is no such text/ },
    choose("N12", "html"),
    { do: `GET ${texts}/x`, status: 404, has: /<h1>/ },
    choose("N12", "empty"),
    { do: `GET ${texts}/x`, status: 404, has: /^$/ },
    choose("N12", "array"),
    { do: `GET ${texts}/x`, status: 404, at: { "0": "There is no such text." } },
    choose("N12", "problem+json"),
    { do: `GET ${texts}/x`, status: 404, at: { message: "There is no such text.", status: 404 } },
  ],
  [
    "N32: null removes a language, or keeps it (T5)",
    { ...create, keep: { id: "id" } },
    choose("N32", "null keeps"),
    { do: `PUT ${texts}/$id`, body: { ...full, translations: { en: null } }, at: { "translations.en.content": "x" } },
    { do: `PUT ${texts}/$id`, body: { ...full, translations: null }, at: { "translations.en.content": "x" } },
    choose("N32", "null removes the language"),
    { do: `PUT ${texts}/$id`, body: { ...full, translations: { en: null } }, at: { "translations.en": undefined } },
  ],
  [
    "N33: writes answer 201, or nothing",
    choose("N33", "201"),
    { ...create, status: 201, at: { code: "note" } },
    { do: `PUT ${texts}/text-claims-intro`, body: { ...full, code: "intro" } },
    choose("N33", "empty"),
    { ...create, body: { ...full, code: "other" }, has: /^$/ },
    { do: "POST /Integrations/textlibrary/folders", body: { name: "New" }, has: /^$/ },
  ],
  [
    "N34: read-only fields are refused",
    choose("N34", "400"),
    { ...create, body: { ...full, createdDate: "2020-01-01" }, status: 400 },
    create,
  ],
  [
    "N35: codes and names that differ in letter case are different",
    choose("N35", "different"),
    create,
    { ...create, body: { ...full, code: "NOTE" } },
    { ...create, status: 409 },
    { do: "POST /Integrations/textlibrary/folders", body: { name: "CLAIMS", code: "CLAIMS" } },
    { do: "POST /Integrations/textlibrary/folders", body: { name: "CLAIMS" }, status: 409 },
  ],
  [
    "N37: a page size above 100 or a page below 0 is refused (T29)",
    choose("N37", "400"),
    ...["pageSize=101", "pageSize=0", "page=-1"].map((query) => ({
      do: `GET /Integrations/textlibrary/search?${query}`,
      status: 400,
    })),
    { do: "GET /Integrations/textlibrary/search?pageSize=100" },
  ],
  [
    "N38: times are written differently (T17)",
    ...(
      [
        ["milliseconds", /"updatedDate":"[\d-]{10}T[\d:]{8}\.\d{3}Z"/],
        ["seconds", /"updatedDate":"[\d-]{10}T[\d:]{8}Z"/],
        ["local", /"updatedDate":"[\d-]{10}T[\d:]{8}\.\d{3}"/],
        ["seven digits", /"updatedDate":"[\d-]{10}T[\d:]{8}\.\d{7}Z"/],
      ] as const
    ).flatMap(([alternative, has]) => [choose("N38", alternative), { do: `GET ${texts}/text-claims-intro`, has }]),
  ],
  [
    "S15: names are written in another letter case, but not those that people chose (T168)",
    choose("S15", "PascalCase"),
    {
      do: "GET /Integrations/textlibrary/search?q=intro",
      at: {
        "Texts.TotalCount": 2,
        "Texts.Items.0.Id": "text-claims-intro",
        "Texts.Items.0.Translations.en.source": 0,
        Folders: [],
        texts: undefined,
      },
    },
    { do: "GET /Integrations/textlibrary/folders", at: { "0.ParentFolderId": null } },
    {
      do: `GET ${texts}/text-claims-intro`,
      at: { Code: "intro", "Translations.en.content": "We write to you about claim [[ claim.number ]]." },
    },
    {
      do: "POST /Integrations/dialog/json",
      body: { dialogDefinitionId: "$singleStep", values: {}, dataTableValue: { customer: { name: "Eva" } } },
      keep: { id: "Id" },
    },
    { do: "GET /Integrations/dialogValues/$id?readableValues=true", at: { "Datatablevalues.customer.name": "Eva" } },
    { do: "GET control:/choices", has: /"items"/ },
  ],
  [
    "T22: a text has an undocumented field, which is cleared if it is left out",
    choose("T22", "reviewer"),
    { ...create, body: { ...full, reviewer: "Eva" }, keep: { id: "id" }, at: { reviewer: "Eva" } },
    { do: `PUT ${texts}/$id`, body: { ...full, reviewer: "Åsa" } },
    { do: `GET ${texts}/$id`, at: { reviewer: "Åsa" } },
    { do: `PUT ${texts}/$id`, body: full },
    { do: `GET ${texts}/$id`, at: { reviewer: null } },
    choose("T22", "none"),
    { do: `GET ${texts}/$id`, at: { reviewer: undefined } },
  ],
  [
    "N44: the Text Library has no environment",
    choose("N44", "404"),
    { do: `GET /Test${texts}/text-claims-intro`, status: 404 },
    { do: "GET /Test/Integrations/ping" },
  ],
]);

describe("sandbox: list of choices", () => {
  const asked = [...range(1, 15), 18, ...range(31, 48), 53, ...range(56, 60)].map((number) => `N${number}`);

  it("covers every open question of document 1, of audit and of statistics", () => {
    assert.deepEqual(
      asked.filter((id) => !Object.hasOwn(choices, id)),
      [],
    );
  });

  it("is named by every refusal that no document requires, except those that protect the sandbox and its pages", () => {
    const own = ["failed", "foreign-host", "foreign-origin", "already-submitted", "page-expired", "signatory-done"];
    const rows: readonly (readonly [string, RefusalRow])[] = Object.entries(refusals);
    const undeclared = rows
      .filter(([id, { section }]) => section.includes("sandbox") && !own.includes(id))
      .filter(([, { section }]) => !section.split(/[ ,;]+/).some((word) => Object.hasOwn(choices, word)));
    assert.deepEqual(
      undeclared.map(([id, { section }]) => `${id}: ${section}`),
      [],
    );
  });

  it("is named by every refusal of document 3, which shows no 400 except that of a patch", () => {
    const rows: readonly (readonly [string, RefusalRow])[] = Object.entries(refusals);
    const silent = rows.filter(
      ([, { section, status }]) => section.startsWith("3,") && status === 400 && section !== "3, Errors",
    );
    assert.deepEqual(
      silent
        .filter(([, { section }]) => !/; (Q|D|E|N|T)\d+/.test(section))
        .map(([id, { section }]) => `${id}: ${section}`),
      [],
    );
  });

  it("has everything that the sources refer to", () => {
    const named = globSync("sandbox/**/*.ts", { cwd: root }).flatMap((file) =>
      [...readFileSync(join(root, file), "utf8").matchAll(/(?<=[(,;]\s*(?:\*\s*)?)[ACDEFGLNQRS]\d{1,2}(?=[),;])/g)].map(
        ([id]) => `${file}: ${id}`,
      ),
    );
    assert.ok(named.length > 50);
    assert.deepEqual(
      named.filter((each) => !Object.hasOwn(choices, each.split(": ")[1] ?? "")),
      [],
    );
  });

  it("lists each rule that is not in the documents, even if it cannot be switched", () => {
    const asked = [
      /order .*reasons for a refusal/,
      /field has the wrong type/,
      /no document lists/,
      /another method/,
      /Which headers/,
      /token endpoint/,
      /integrationobject/,
      /lacks the language/,
      /letter case must a reference/,
      /letter case is defaultLanguage/,
      /environment that does not exist/,
      /status does the delete of one form/,
      /HELP|comments/,
      /page past the end/,
      /contentType/,
      /integrationValues/,
      /Activities/,
      /subfolders/,
      /retention date/,
      /fallback print provider/,
      /GUID/,
      /Attachments do on an HTML/,
    ];
    const questions = Object.values(choices).map(({ question }) => question);
    assert.deepEqual(
      asked.filter((each) => !questions.some((question) => each.test(question))),
      [],
    );
    assert.deepEqual(questions, [...new Set(questions)]);
  });

  it("lists the active choice among the switchable ones, and those among the alternatives", () => {
    for (const [id, { choice, switchable, alternatives }] of Object.entries(choices)) {
      if (switchable)
        assert.ok(switchable.includes(choice) && switchable.every((each) => alternatives.includes(each)), id);
    }
  });
});

describe("sandbox: character set", () => {
  it("N58: answers begin with a byte order mark if that is chosen", async () => {
    const service = await visit();
    const start = async () => [...(await service.call("GET", "/Integrations/ping")).bytes.subarray(0, 3)];
    assert.notDeepEqual(await start(), [0xef, 0xbb, 0xbf]);
    await service.control("POST", "/choices", { id: "N58", alternative: "UTF-8 with BOM" });
    assert.deepEqual(await start(), [0xef, 0xbb, 0xbf]);
    await service.close();
  });
});

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
