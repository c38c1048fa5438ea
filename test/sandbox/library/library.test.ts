/** Folders, texts and search of the Text Library (document 1, "Text Library folder", "Text Library text", "Limits"). */
import { tell } from "../steps.ts";

const lib = "/Integrations/textlibrary";
const folders = `${lib}/folders`;
const texts = `${lib}/texts`;
const full = {
  folderId: "folder-claims",
  code: "note",
  name: "Note",
  description: "A note",
  contentType: 2,
  isPublic: true,
  defaultLanguage: "en",
};
const create = {
  do: `POST ${texts}`,
  body: { ...full, translations: { en: { content: "one" }, fi: { content: "yksi" } } },
  keep: { id: "id" },
};

tell("folders", [
  [
    "lists folders, top folders first, and never private ones",
    { do: `GET ${folders}`, at: { "0.parentFolderId": null }, has: /claims-decisions/, hasNot: /Karin/ },
  ],
  [
    "creates a top folder and a subfolder",
    {
      do: `POST ${folders}`,
      body: { name: "New", code: "n.e-w_1" },
      keep: { top: "id" },
      at: { parentFolderId: null, isDefault: false, code: "n.e-w_1" },
    },
    {
      do: `POST ${folders}`,
      body: { name: "Sub", parentFolderId: "$top" },
      at: { parentFolderId: "$top", code: null },
    },
  ],
  [
    "refuses a subfolder of a subfolder: 400 (T13)",
    { do: `POST ${folders}`, body: { name: "Deep", parentFolderId: "folder-decisions" }, status: 400 },
  ],
  ["refuses a missing name: 400", { do: `POST ${folders}`, body: { code: "x" }, status: 400 }],
  ["refuses an empty name: 400", { do: `POST ${folders}`, body: { name: "  " }, status: 400 }],
  [
    "refuses an unknown parent: 404",
    { do: `POST ${folders}`, body: { name: "x", parentFolderId: "nowhere" }, status: 404 },
  ],
  [
    "refuses a private parent like an unknown one: 404 (T34)",
    { do: `POST ${folders}`, body: { name: "x", parentFolderId: "folder-private" }, status: 404 },
  ],
  [
    "refuses a foreign parent like an unknown one: 404 (T34)",
    { do: `POST ${folders}`, body: { name: "x", parentFolderId: "other-folder-claims" }, status: 404 },
  ],
  [
    "refuses a name that is used at its level in any letter case: 409 (N35)",
    { do: `POST ${folders}`, body: { name: "CLAIMS" }, status: 409 },
  ],
  ["accepts a name that is used at another level", { do: `POST ${folders}`, body: { name: "Terms" } }],
  [
    "refuses a code that is used in the company in any letter case: 409 (N35)",
    { do: `POST ${folders}`, body: { name: "x", code: "Claims-Decisions" }, status: 409 },
  ],
  [
    "refuses a code that only a private folder has: 409 (T12, N39)",
    { do: `POST ${folders}`, body: { name: "x", code: "drafts-karin" }, status: 409 },
  ],
  [
    "refuses a name that only a private folder has: 409 (T12, N39)",
    { do: `POST ${folders}`, body: { name: "karin's drafts" }, status: 409 },
  ],
  [
    "accepts a code that another company has (T90)",
    { do: `POST ${folders}`, as: "other", body: { name: "x", code: "policies" } },
  ],
  ["refuses a code with a space: 400", { do: `POST ${folders}`, body: { name: "x", code: "a b" }, status: 400 }],
  [
    "accepts letters of any script in a code (T23)",
    { do: `POST ${folders}`, body: { name: "x", code: "åtgärd.жалоба" } },
  ],
  [
    "keeps the code that an update leaves out (T6)",
    { do: `PUT ${folders}/folder-claims`, body: { name: "Damages" }, at: { name: "Damages", code: "claims" } },
    { do: `GET ${folders}`, has: /"Damages","parentFolderId":null,"isDefault":false,"code":"claims"/ },
  ],
  [
    "keeps the name that an update leaves out (T6)",
    { do: `PUT ${folders}/folder-claims`, body: { code: "damages" }, at: { name: "Claims", code: "damages" } },
  ],
  [
    "clears the code with an empty one (T7)",
    { do: `PUT ${folders}/folder-claims`, body: { code: "" }, at: { name: "Claims", code: null } },
  ],
  ["refuses an empty name in an update: 400", { do: `PUT ${folders}/folder-claims`, body: { name: "" }, status: 400 }],
  [
    "does not move a folder (T13)",
    {
      do: `PUT ${folders}/folder-decisions`,
      body: { name: "Decisions", parentFolderId: "folder-policies" },
      at: { parentFolderId: "folder-claims" },
    },
  ],
  [
    "refuses the name of a sibling in an update: 409",
    { do: `PUT ${folders}/folder-claims`, body: { name: "Policies" }, status: 409 },
  ],
  [
    "refuses the code of another folder in an update: 409",
    { do: `PUT ${folders}/folder-claims`, body: { code: "policies" }, status: 409 },
  ],
  [
    "lets a folder keep its own name and code in an update",
    { do: `PUT ${folders}/folder-claims`, body: { name: "claims", code: "CLAIMS" } },
  ],
  [
    "does not update a private folder: 404 (T34)",
    { do: `PUT ${folders}/folder-private`, body: { name: "x" }, status: 404 },
  ],
  [
    "keeps a folder that holds a text: 409 (T14)",
    { do: `DELETE ${folders}/folder-old`, status: 409 },
    { do: `GET ${texts}/text-old-renewal` },
  ],
  [
    "keeps a folder that holds a subfolder: 409 (T14)",
    { do: `POST ${folders}`, body: { name: "A" }, keep: { a: "id" } },
    { do: `POST ${folders}`, body: { name: "B", parentFolderId: "$a" } },
    { do: `DELETE ${folders}/$a`, status: 409 },
  ],
  [
    "deletes an empty folder: 204",
    { do: `POST ${folders}`, body: { name: "A" }, keep: { a: "id" } },
    { do: `DELETE ${folders}/$a`, status: 204 },
    { do: `DELETE ${folders}/$a`, status: 404 },
  ],
]);

tell("texts", [
  [
    "creates a text with every field",
    {
      ...create,
      at: {
        code: "note",
        name: "Note",
        description: "A note",
        contentType: 2,
        isPublic: true,
        defaultLanguage: "en",
        "translations.en.content": "one",
        "translations.en.source": 0,
      },
    },
    {
      do: `GET ${texts}/$id`,
      at: { folderId: "folder-claims", "translations.fi.content": "yksi" },
      has: /"createdDate":"\d{4}-\d\d-\d\dT[\d:.]+Z","updatedDate"/,
    },
  ],
  [
    "reads names only in the documented letter case (T168)",
    { ...create, body: { FolderId: "folder-claims", Code: "note" }, status: 400 },
    {
      ...create,
      body: { ...full, name: undefined, Name: "Note", Translations: { en: { content: "x" } } },
      at: { name: null, translations: {} },
    },
    { do: `POST ${folders}`, body: { Name: "New" }, status: 400 },
  ],
  [
    "clears every field that an update leaves out, and keeps languages (T1, T2, T3, T4)",
    create,
    {
      do: `PUT ${texts}/$id`,
      body: { folderId: "folder-claims", code: "note", translations: { en: { content: "two" } } },
    },
    {
      do: `GET ${texts}/$id`,
      at: {
        name: null,
        description: null,
        contentType: 0,
        isPublic: false,
        defaultLanguage: null,
        "translations.en.content": "two",
        "translations.fi.content": "yksi",
      },
    },
  ],
  [
    "replaces every field with the sent value",
    create,
    {
      do: `PUT ${texts}/$id`,
      body: {
        folderId: "folder-policies",
        code: "changed",
        name: "New name",
        description: "New words",
        contentType: 1,
        isPublic: false,
        defaultLanguage: "fi",
      },
    },
    {
      do: `GET ${texts}/$id`,
      at: {
        folderId: "folder-policies",
        code: "changed",
        name: "New name",
        description: "New words",
        contentType: 1,
        isPublic: false,
        defaultLanguage: "fi",
      },
    },
  ],
  [
    "keeps all languages if translations are left out or empty (N32)",
    create,
    { do: `PUT ${texts}/$id`, body: full },
    { do: `PUT ${texts}/$id`, body: { ...full, translations: {} }, at: { "translations.en.content": "one" } },
  ],
  [
    "stores empty content empty (N32)",
    create,
    {
      do: `PUT ${texts}/$id`,
      body: { ...full, translations: { fi: { content: "" } } },
      at: { "translations.fi.content": "" },
    },
  ],
  [
    "refuses null translations and null languages: 400 (T5, N32)",
    create,
    { do: `PUT ${texts}/$id`, body: { ...full, translations: null }, status: 400 },
    { do: `PUT ${texts}/$id`, body: { ...full, translations: { fi: null } }, status: 400 },
    { do: `GET ${texts}/$id`, at: { "translations.fi.content": "yksi" } },
  ],
  [
    "saves language codes in lower case (T18)",
    {
      ...create,
      body: { ...full, translations: { "sv-SE": { content: "ett" } } },
      at: { "translations.sv-se.content": "ett", "translations.sv-SE": undefined },
    },
  ],
  [
    "refuses languages that differ in letter case only: 400 (T18)",
    {
      do: `POST ${texts}`,
      body: { ...full, translations: { sv: { content: "a" }, SV: { content: "b" } } },
      status: 400,
    },
  ],
  [
    "changes source and updatedAt of the sent language only (T19)",
    {
      do: `GET ${texts}/text-footers-privacy`,
      keep: { de: "translations.de.updatedAt" },
      at: { "translations.de.source": 1 },
    },
    { do: "POST control:/clock", body: { advanceMs: 60_000 } },
    {
      do: `PUT ${texts}/text-footers-privacy`,
      body: {
        folderId: "folder-footers",
        code: "privacy",
        translations: { en: { content: "x", source: 1, updatedAt: "1999-01-01" } },
      },
      at: { "translations.de.updatedAt": "$de", "translations.de.source": 1, "translations.en.source": 0 },
      hasNot: /1999/,
    },
  ],
  [
    "dates a language when it is changed, and leaves the other dates",
    { do: "POST control:/clock", body: { advanceMs: 50 * 366 * 86_400_000 } },
    {
      do: `PUT ${texts}/text-footers-privacy`,
      body: { folderId: "folder-footers", code: "privacy", translations: { en: { content: "x" } } },
      has: /"de":\{[^}]*"updatedAt":"20[0-6].*"en":\{[^}]*"updatedAt":"20[7-9].*"createdDate":"20[0-6].*"updatedDate":"20[7-9]/,
    },
  ],
  [
    "turns a machine's translation into a person's when it is sent (T19)",
    {
      do: `PUT ${texts}/text-footers-privacy`,
      body: { folderId: "folder-footers", code: "privacy", translations: { de: { content: "x" } } },
      at: { "translations.de.source": 0 },
    },
  ],
  [
    "refuses the name of a content type: 400 (T20)",
    { do: `POST ${texts}`, body: { ...full, contentType: "html" }, status: 400 },
  ],
  ["keeps an unknown content type (T20)", { ...create, body: { ...full, contentType: 7 }, at: { contentType: 7 } }],
  [
    "refuses a text without a folder or a code: 400 (T21)",
    create,
    { do: `POST ${texts}`, body: { code: "x" }, status: 400 },
    { do: `POST ${texts}`, body: { folderId: "folder-claims" }, status: 400 },
    { do: `PUT ${texts}/$id`, body: { code: "note" }, status: 400 },
    { do: `PUT ${texts}/$id`, body: { folderId: "folder-claims", code: "" }, status: 400 },
  ],
  [
    "ignores unknown and read-only fields (T22, N34)",
    create,
    {
      do: `PUT ${texts}/$id`,
      body: { ...full, id: "other", createdDate: "1999", color: "red" },
      hasNot: /1999|red|other/,
    },
  ],
  [
    "refuses a code that is used in the folder, in any letter case: 409 (T11, N35)",
    create,
    { ...create, body: { ...full, code: "NOTE" }, keep: {}, status: 409 },
  ],
  [
    "refuses a code that a sibling or the parent has: 409 (T11)",
    create,
    { do: `POST ${texts}`, body: { ...full, folderId: "folder-decisions" }, status: 409 },
    { do: `POST ${texts}`, body: { folderId: "folder-questions", code: "approved" }, status: 409 },
  ],
  [
    "refuses in the top folder a code that a subfolder has: 409 (T11)",
    { do: `POST ${texts}`, body: { folderId: "folder-claims", code: "approved" }, status: 409 },
  ],
  [
    "accepts a code that another top folder has (T11)",
    { do: `POST ${texts}`, body: { folderId: "folder-policies", code: "approved" } },
  ],
  ["accepts .. as a code (T23)", { do: `POST ${texts}`, body: { ...full, code: ".." }, at: { code: ".." } }],
  ["refuses a code with a colon: 400", { do: `POST ${texts}`, body: { ...full, code: "a:b" }, status: 400 }],
  [
    "keeps __proto__ and constructor as languages (T24)",
    {
      do: `POST ${texts}`,
      body: `{"folderId":"folder-claims","code":"odd","translations":{"__proto__":{"content":"p"},"constructor":{"content":"c"}}}`,
      has: /"__proto__":\{"content":"p".*"constructor":\{"content":"c"/,
    },
  ],
  [
    "moves a text with another folderId (T10)",
    create,
    { do: `PUT ${texts}/$id`, body: { ...full, folderId: "folder-policies" }, at: { folderId: "folder-policies" } },
    { ...create, keep: {} },
  ],
  [
    "refuses to move a text to a place where its code is used: 409 (T10, T11)",
    create,
    { do: `POST ${texts}`, body: { ...full, folderId: "folder-terms" } },
    { do: `PUT ${texts}/$id`, body: { ...full, folderId: "folder-policies" }, status: 409 },
    { do: `GET ${texts}/$id`, at: { folderId: "folder-claims" } },
  ],
  [
    "lets a text keep its own code in an update",
    create,
    { do: `PUT ${texts}/$id`, body: { ...full, code: "Note" }, at: { code: "Note" } },
  ],
  [
    "refuses unknown, private and foreign folders in the same way: 404 (T34)",
    ...["nowhere", "folder-private", "other-folder-claims"].map((folderId) => ({
      do: `POST ${texts}`,
      body: { ...full, folderId },
      status: 404,
    })),
  ],
  [
    "answers unknown, private and foreign texts in the same way: 404 (T34)",
    ...["nowhere", "2b6d8f3a-51c9-4e07-b1f4-7e9a0c4d3001", "other-text-intro"].flatMap((id) => [
      { do: `GET ${texts}/${id}`, status: 404 },
      { do: `PUT ${texts}/${id}`, body: full, status: 404 },
      { do: `DELETE ${texts}/${id}`, status: 404 },
    ]),
  ],
  ["returns the other company's own text", { do: `GET ${texts}/other-text-intro`, as: "other" }],
  [
    "deletes a text that others refer to (T15)",
    { do: `DELETE ${texts}/text-salutations-greeting`, status: 204 },
    { do: `GET ${texts}/text-salutations-greeting`, status: 404 },
  ],
  [
    "serves one library in every environment (T27, N44)",
    {
      do: `PUT /test${texts}/text-claims-intro`,
      body: { ...full, code: "intro", translations: { en: { content: "changed" } } },
    },
    ...["", "/PRODUCTION", "/Test"].map((environment) => ({
      do: `GET ${environment}${texts}/text-claims-intro`,
      at: { "translations.en.content": "changed" },
    })),
    { do: `GET /Nowhere${texts}/text-claims-intro`, status: 400 },
  ],
  [
    "refuses a body that is not JSON, not an object, or not UTF-8: 400",
    { do: `POST ${texts}`, body: "{", status: 400 },
    { do: `POST ${texts}`, body: "[]", status: 400 },
    { do: `POST ${texts}`, status: 400 },
  ],
]);

const many = {
  folders: [{ id: "many", name: "Many", code: "many" }],
  texts: Array.from({ length: 205 }, (_, index) => ({
    id: `many-${index}`,
    folderId: "many",
    code: `many.${String(index).padStart(3, "0")}`,
    name: `Name ${204 - index}`,
    description: index === 7 ? "Seven dwarfs" : "",
    translations: { en: { content: "hidden words" } },
  })),
};
const loaded = { do: "POST control:/import", body: many };

tell("search", [
  [
    "lists ten texts from page 0, by code (T28)",
    loaded,
    {
      do: `GET ${lib}/search?q=many.`,
      at: {
        "texts.page": 0,
        "texts.pageSize": 10,
        "texts.totalCount": 205,
        "texts.totalPages": 21,
        "texts.items.0.code": "many.000",
        "texts.items.9.code": "many.009",
        "texts.items.10": undefined,
      },
    },
  ],
  [
    "lists all shared texts and folders without q",
    { do: `GET ${lib}/search`, at: { "texts.totalCount": 21, "folders.8.id": "folder-terms", "folders.9": undefined } },
  ],
  [
    "continues where the page before ended, up to the last page (T28)",
    loaded,
    { do: `GET ${lib}/search?q=many.&page=1&pageSize=100`, at: { "texts.items.0.code": "many.100" } },
    {
      do: `GET ${lib}/search?q=many.&page=2&pageSize=100`,
      at: { "texts.items.4.code": "many.204", "texts.items.5": undefined },
    },
  ],
  [
    "answers a page past the end with nothing (N37)",
    loaded,
    { do: `GET ${lib}/search?q=many.&page=9&pageSize=100`, at: { "texts.items": [], "texts.totalCount": 205 } },
  ],
  [
    "never returns more than 100 per page (T29)",
    loaded,
    {
      do: `GET ${lib}/search?pageSize=500`,
      at: { "texts.pageSize": 100, "texts.items.99.folderId": "many", "texts.items.100": undefined },
    },
  ],
  ["treats a page below 0 as page 0 (N37)", { do: `GET ${lib}/search?page=-3`, at: { "texts.page": 0 } }],
  ["refuses anything that is not a number: 400", { do: `GET ${lib}/search?page=one`, status: 400 }],
  ["refuses an unknown order: 400 (S4)", { do: `GET ${lib}/search?sortBy=updatedDate`, status: 400 }],
  [
    "sorts by name and backwards",
    loaded,
    { do: `GET ${lib}/search?q=many.&sortBy=name`, at: { "texts.items.0.code": "many.204" } },
    { do: `GET ${lib}/search?q=many.&descending=true`, at: { "texts.items.0.code": "many.204" } },
  ],
  [
    "sorts by description",
    loaded,
    { do: `GET ${lib}/search?q=many.&sortBy=description&descending=True`, at: { "texts.items.0.code": "many.007" } },
  ],
  [
    "finds code, name and description in any letter case",
    loaded,
    { do: `GET ${lib}/search?q=SEVEN`, at: { "texts.totalCount": 1 } },
    { do: `GET ${lib}/search?q=name%20204`, at: { "texts.totalCount": 1 } },
  ],
  ["does not search contents (T32)", loaded, { do: `GET ${lib}/search?q=hidden`, at: { "texts.totalCount": 0 } }],
  [
    "finds folders by name, all of them with every page (T33)",
    loaded,
    { do: `GET ${lib}/search?q=e&page=5`, has: /"folders":\[.*Policies.*Decisions/ },
    { do: `GET ${lib}/search?q=man`, at: { "folders.0.name": "Many", "folders.1": undefined } },
  ],
  [
    "never shows private texts and folders (T12)",
    { do: `GET ${lib}/search?q=apology`, at: { "texts.totalCount": 0 } },
    { do: `GET ${lib}/search?q=karin`, at: { folders: [] } },
    { do: `GET ${lib}/search?pageSize=100`, hasNot: /draft-apology|Karin/ },
  ],
  [
    "shows each company its own (T90)",
    {
      do: `GET ${lib}/search?pageSize=100`,
      as: "other",
      at: { "texts.totalCount": 1, "texts.items.0.id": "other-text-intro", "folders.1": undefined },
    },
  ],
  [
    "pages through the current texts, without a snapshot (T31)",
    loaded,
    {
      do: "POST control:/between",
      body: { operation: "textlibrary.search", write: { method: "DELETE", path: `${texts}/many-0` } },
    },
    {
      do: `GET ${lib}/search?q=many.&pageSize=100`,
      at: { "texts.totalCount": 205, "texts.items.99.code": "many.099" },
    },
    {
      do: "POST control:/between",
      body: {
        operation: "textlibrary.search",
        write: { method: "POST", path: texts, body: { folderId: "many", code: "many.000" } },
      },
    },
    {
      do: `GET ${lib}/search?q=many.&pageSize=100&page=1`,
      at: { "texts.totalCount": 204, "texts.items.0.code": "many.101" },
    },
    {
      do: `GET ${lib}/search?q=many.&pageSize=100&page=2`,
      at: { "texts.totalCount": 205, "texts.items.0.code": "many.200" },
    },
  ],
  [
    "narrows by nothing else (T30)",
    { do: `GET ${lib}/search?folderId=folder-terms&updatedSince=2030-01-01`, at: { "texts.totalCount": 21 } },
  ],
  [
    "returns whole texts in lists, or texts without translations (T35)",
    { do: `GET ${lib}/search?q=greeting`, at: { "texts.items.0.translations.sv.content": "Hej [[ customer.name ]]," } },
    { do: "POST control:/choices", body: { id: "T35", alternative: "without translations" } },
    {
      do: `GET ${lib}/search?q=greeting`,
      at: { "texts.items.0.code": "greeting", "texts.items.0.translations": undefined },
    },
  ],
]);
