/**
 * Values of a request, as people see them on the form and in its PDF (document 1, "Value shapes", "dataTableValue and
 * externalMetaData", "Text Library text").
 */
import { tell } from "../steps.ts";
import type { Step } from "../steps.ts";

const json = "/Integrations/dialog/json";
const create = (dialogDefinitionId: string, body: object = {}) => ({
  do: `POST ${json}`,
  body: { dialogDefinitionId, values: {}, ...body },
  keep: { id: "id" },
});
type Expected = Omit<Step, "do">;
const screen = (smartform: string, expected: Expected) => ({
  do: `GET /app/dialog/${smartform}/form/$id`,
  ...expected,
});
const pdf = (smartform: string, expected: Expected) => ({
  do: `GET /Integrations/dialogDefinitions/${smartform}/dialogValues/$id/pdf`,
  ...expected,
});
const value = (name: string, expected: Readonly<Record<string, unknown>>) => ({
  do: `GET /Integrations/$id/property/${name}/value`,
  at: expected,
});

/** A Smartform with these fields, one below the other, and with texts. */
const smartform = (fields: Readonly<Record<string, string>>, texts: readonly string[] = [], more: object = {}) => ({
  do: "POST control:/import",
  body: {
    smartforms: [
      {
        id: "shapes",
        name: "Shapes",
        fields: Object.entries(fields).map(([name, type]) => ({ id: `field-${name}`, name, type })),
        pages: [{ blocks: [...texts.map((text) => ({ text })), ...Object.keys(fields).map((field) => ({ field }))] }],
        ...more,
      },
    ],
  },
});
const options = [
  { display: "Red", value: "r" },
  { display: "Green", value: "g" },
];

tell("value shapes", [
  [
    "puts a plain value into the field of that property name",
    smartform({ name: "text", other: "text" }),
    create("shapes", { values: { name: "Eva" } }),
    screen("shapes", { has: /name="value:name" value="Eva".*name="value:other" value=""/s }),
    pdf("shapes", { pdf: /name Eva/ }),
  ],
  [
    "fills the flattened property of a nested value",
    smartform({ damage_date: "text" }),
    create("shapes", { values: { damage: { date: "yesterday" } } }),
    screen("shapes", { has: /name="value:damage_date" value="yesterday"/ }),
    create("shapes", { propertyMergeString: "-", values: { damage: { date: "yesterday" } } }),
    screen("shapes", { has: /name="value:damage_date" value=""/ }),
    value("damage-date", { value: "yesterday" }),
  ],
  [
    "changes the label of a text field and of a signature field with .label",
    smartform({ name: "text", sign: "signature" }),
    create("shapes", { values: { "name.label": "Full name", "sign.label": "Sign here" } }),
    screen("shapes", { has: /Full name<\/span>.*Sign here<\/span>/s }),
    pdf("shapes", { pdf: /Full name.*Sign here/ }),
  ],
  [
    "allows days from .minDate on",
    smartform({ day: "date" }),
    create("shapes", { values: { "day.minDate": "2026-02-01" } }),
    screen("shapes", { has: /type="date" name="value:day" value="" min="2026-02-01">/ }),
  ],
  [
    "allows days up to .maxDate",
    smartform({ day: "date" }),
    create("shapes", { values: { "day.maxDate": "2026-02-28" } }),
    screen("shapes", { has: /type="date" name="value:day" value="" max="2026-02-28">/ }),
  ],
  [
    "allows only .specificDay",
    smartform({ day: "date" }),
    create("shapes", { values: { "day.specificDay": "2026-02-14" } }),
    screen("shapes", { has: /type="date" name="value:day" value="" min="2026-02-14" max="2026-02-14">/ }),
  ],
  ...["dropdown", "radio"].flatMap((type) =>
    ["color", "color.options"].map(
      (name) =>
        [
          `offers the options of a ${type} that are sent as ${name}`,
          smartform({ color: type }),
          create("shapes", { values: { [name]: options } }),
          screen("shapes", {
            has:
              type === "radio"
                ? /value="r"> Red.*value="g"> Green/s
                : /<option value="r">Red<\/option><option value="g">Green<\/option>/,
          }),
        ] as const,
    ),
  ),
  [
    "shows a row for each object of repeating rows",
    smartform({}, [], {
      fields: [{ id: "f", name: "lines", type: "rows" }],
      pages: [{ blocks: [{ field: "lines" }] }],
    }),
    create("shapes", {
      values: {
        lines: [
          { item: "Pen", count: 3 },
          { item: "Ink", count: 1 },
        ],
      },
    }),
    screen("shapes", { has: /<tr><td>Pen<\/td><td>3<\/td><\/tr><tr><td>Ink<\/td><td>1<\/td><\/tr>/ }),
  ],
  [
    "fills an order table with vat, discount, sum and rows",
    smartform({ order: "orderTable" }),
    create("shapes", {
      values: {
        order: { orderTableValue: { vat: "25", discount: "5", sum: "120", rows: ["Pen 3 x 10", "Ink 1 x 90"] } },
      },
    }),
    screen("shapes", {
      has: /<tr><td>Pen 3 x 10<\/td><\/tr><tr><td>Ink 1 x 90<\/td><\/tr>.*VAT: 25<br>Discount: 5<br>Sum: 120/,
    }),
    create("shapes", { values: { orderTableValue: { vat: "7", discount: "0", sum: "1", rows: [] } } }),
    screen("shapes", { has: /VAT: 7<br>Discount: 0<br>Sum: 1/ }),
  ],
  [
    "fills a map with locations of title, address, latitude and longitude",
    smartform({ place: "map" }),
    create("shapes", {
      values: {
        place: {
          mapValues: {
            centerLocation: { latitude: 1, longitude: 2 },
            locations: [{ title: "Office", address: "Main street 1", latitude: 59.9, longitude: 10.7 }],
          },
        },
      },
    }),
    screen("shapes", { has: /<li>Office · Main street 1 · 59.9, 10.7<\/li>/ }),
  ],
  [
    "shows the center of a map without locations",
    smartform({ place: "map" }),
    create("shapes", { values: { mapValues: { centerLocation: { latitude: 59.9, longitude: 10.7 }, locations: [] } } }),
    screen("shapes", { has: /<li>59.9, 10.7<\/li>/ }),
  ],
]);

tell("editable texts", [
  [
    "answers the editable text of a name that matches no field, and lets the person change it",
    smartform({}, ["Within [[ INPUT : days ]] days"]),
    create("shapes", { values: { days: "5" } }),
    screen("shapes", { has: /<input type="text" name="input:days" value="5">/ }),
    pdf("shapes", { pdf: /Within 5 days/ }),
    { do: "POST control:/forms/$id/submit", body: { inputs: { days: "7" } } },
    { do: "GET /Integrations/dialogValues/$id?readableValues=true", at: { "values.inlineInputs.days": "7" } },
  ],
  [
    "offers the list of a name that matches no field if a select's source names it",
    smartform({}, ["By [[ INPUT : how | type=select | source=ways ]]"]),
    create("shapes", { values: { ways: options, how: "g" } }),
    screen("shapes", {
      has: /<select name="input:how"><option value="r">Red<\/option><option value="g" selected>Green<\/option><\/select>/,
    }),
  ],
  [
    "defaults to a value of the data table",
    smartform({}, ["In [[ INPUT : city | default=$customer.city ]]"]),
    create("shapes", { dataTableValue: { customer: { city: "Oslo" } } }),
    screen("shapes", { has: /name="input:city" value="Oslo"/ }),
    pdf("shapes", { pdf: /In Oslo/ }),
  ],
]);

tell("data of a form", [
  [
    "shows data without a field of its own, a nested value by its dots",
    smartform({}, ["To [[ who ]] in [[ address.street.name ]]."]),
    create("shapes", { dataTableValue: { who: "Eva", address: { street: { name: "Storgatan" } } } }),
    screen("shapes", { has: /To Eva in Storgatan\./ }),
    pdf("shapes", { pdf: /To Eva in Storgatan\./ }),
  ],
  [
    "needs a space on both sides on screen, and on none in the PDF",
    smartform({}, ["1[[ who ]] 2[[who]] 3[[ who]] 4[[who ]]"]),
    create("shapes", { dataTableValue: { who: "Eva" } }),
    screen("shapes", { has: /1Eva 2\[\[who\]\] 3\[\[ who\]\] 4\[\[who \]\]/ }),
    pdf("shapes", { pdf: /1Eva 2Eva 3Eva 4Eva/ }),
  ],
  [
    "shows a placeholder without a value as nothing on screen, and as written in the PDF",
    smartform({}, ["a[[ nothing ]]b"]),
    create("shapes"),
    screen("shapes", { has: />ab</ }),
    pdf("shapes", { pdf: /a\[\[ nothing \]\]b/ }),
  ],
  [
    "shows data that the rules added, unless they are skipped",
    create("$rules", { dataTableValue: { claim: { number: "S-1", amount: 25_000 } } }),
    pdf("$rules", { pdf: /Class: large.*Claim S-1 is large/ }),
    create("$rules", { dataTableValue: { claim: { number: "S-1", amount: 25_000 } }, skipRuleEngine: true }),
    pdf("$rules", { pdfNot: /large/ }),
  ],
  [
    "shows external metadata nowhere on the form",
    smartform({ name: "text" }, ["a[[ key ]][[ externalMetaData.key ]]b"]),
    create("shapes", { externalMetaData: { key: "canary", name: "canary" } }),
    screen("shapes", { has: />ab</, hasNot: /canary/ }),
    pdf("shapes", { pdfNot: /canary/ }),
  ],
]);

const library = (format: number) => ({
  do: "POST control:/import",
  body: {
    folders: [{ id: "f", name: "Letters", code: "letters" }],
    texts: [
      {
        id: "t",
        folderId: "f",
        code: "hello",
        contentType: format,
        defaultLanguage: "sv",
        translations: { sv: { content: "<b>Hej</b>" }, en: { content: "<b>Hello</b>" } },
      },
    ],
  },
});

tell("texts in a form", [
  [
    "prints a text by folder code and text code, or by its code alone in the Smartform's folder",
    library(0),
    smartform({}, ["1 [[ LIB : letters : hello ]] 2 [[ LIB : hello ]]"], { textLibraryFolder: "letters" }),
    create("shapes"),
    pdf("shapes", { pdf: /1 <b>Hej<\/b> 2 <b>Hej<\/b>/ }),
  ],
  [
    "prints a text in its default language if none is requested",
    library(0),
    smartform({}, ["[[ LIB : letters : hello ]]"]),
    create("shapes"),
    pdf("shapes", { pdf: /Hej/, pdfNot: /Hello/ }),
    {
      ...pdf("shapes", { pdf: /Hello/, pdfNot: /Hej/ }),
      do: "GET /Integrations/dialogDefinitions/shapes/dialogValues/$id/pdf?languageCode=en",
    },
  ],
  ...(
    [
      [0, "plain text", /&#60;b&#62;Hej/],
      [1, "rich text", /<b>Hej<\/b>/],
      [2, "HTML", /<b>Hej<\/b>/],
    ] as const
  ).map(
    ([format, name, has]) =>
      [
        `shows contentType ${format} as ${name}`,
        library(format),
        smartform({}, ["[[ LIB : letters : hello ]]"]),
        create("shapes"),
        screen("shapes", { has }),
      ] as const,
  ),
]);
