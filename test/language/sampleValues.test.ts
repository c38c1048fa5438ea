/** A sample request has a value for everything that the Smartform shows, and reaches nobody. */
import assert from "node:assert/strict";
import { catalogFile } from "../../api/index.ts";
import { fileCatalog } from "../../catalog/index.ts";
import { sampleFormRequest } from "../../language/index.ts";
import type { JsonObject } from "../../language/index.ts";

function check(smartform: object, expected: JsonObject, dataTable: JsonObject = {}): void {
  const catalog = fileCatalog(
    catalogFile.parse({ folders: [], texts: [], smartforms: [{ id: "s", name: "S", ...smartform }], dataTable }),
  );
  const found = catalog.smartform("s");
  assert.ok(found.state === "known");
  const request = sampleFormRequest(found.value, { catalog, data: catalog.dataTable() });
  assert.deepEqual(JSON.parse(JSON.stringify(request)), {
    dialogDefinitionId: "s",
    notification: { sendEmail: false, sendSms: false, participatingParties: [] },
    ...expected,
  });
}

const options = [
  { display: "First choice", value: "1" },
  { display: "Second choice", value: "2" },
];

describe("sampleValues", () => {
  it("notifies nobody, explicitly (T38)", () => check({}, { values: {} }));

  it("has a value for every type of field (T52)", () =>
    check(
      {
        fields: [
          ["name", "text"],
          ["at", "date"],
          ["count", "number"],
          ["ok", "checkbox"],
          ["dept", "dropdown"],
          ["size", "radio"],
          ["who", "signature"],
          ["rows", "repeatingRows"],
          ["o", "orderTable"],
          ["m", "map"],
          ["f", "file"],
          ["odd", "???"],
        ].map(([name, type]) => ({ id: name, name, type })),
      },
      {
        values: {
          name: "Sample name",
          at: "2026-01-15",
          count: 1,
          ok: true,
          dept: options,
          size: options,
          "who.label": "Signature of who",
          rows: [{ column: "First row" }, { column: "Second row" }],
          orderTableValue: { vat: "25 %", discount: "0", sum: "100", rows: ["First row", "Second row"] },
          mapValues: {
            centerLocation: { title: "Office", address: "Storgatan 1", latitude: 59.33, longitude: 18.07 },
            locations: [{ title: "Office", address: "Storgatan 1", latitude: 59.33, longitude: 18.07 }],
          },
          odd: "Sample odd",
        },
      },
    ));

  it("has data for every placeholder, nested as the dots say", () =>
    check(
      { pages: [{ blocks: [{ text: "[[ a.b ]] [[ a ]] [[ name ]] [[ known.x ]]" }, { field: "f" }] }] },
      { values: {}, dataTableValue: { a: { b: "Sample b" }, name: "Sample name", known: { x: 7 } } },
      { known: { x: 7 } },
    ));

  it("answers inputs, and sends the lists of their sources", () =>
    check(
      {
        pages: [
          {
            blocks: [
              {
                text: "[[ INPUT : why ]] [[ INPUT : at | type=date ]] [[ INPUT : s | type=select | source=list ]] [[ INPUT : d | default=$data.x ]] [[ INPUT : p | default=plain ]]",
              },
            ],
          },
        ],
      },
      {
        values: { why: "Sample why", at: "2026-01-15", list: options, s: "1" },
        dataTableValue: { data: { x: "Sample x" } },
      },
    ));

  it("treats odd names as names (T24)", () => {
    const catalog = fileCatalog(
      catalogFile.parse({
        smartforms: [
          {
            id: "s",
            name: "S",
            pages: [{ blocks: [{ text: "[[ __proto__.x ]]" }] }],
            fields: [{ id: "1", name: "__proto__", type: "text" }],
          },
        ],
      }),
    );
    const found = catalog.smartform("s");
    assert.ok(found.state === "known");
    assert.equal(
      JSON.stringify(sampleFormRequest(found.value, { catalog, data: catalog.dataTable() })),
      '{"dialogDefinitionId":"s","values":{"__proto__":"Sample __proto__"},"dataTableValue":{"__proto__":{"x":"Sample x"}},"notification":{"sendEmail":false,"sendSms":false,"participatingParties":[]}}',
    );
  });
});
