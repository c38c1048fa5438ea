/** The data contract of a Smartform or a text, and the values that a change newly requires. */
import assert from "node:assert/strict";
import { catalogFile } from "../../api/index.ts";
import { fileCatalog } from "../../catalog/index.ts";
import {
  compareContracts,
  contractTypes,
  formSchema,
  parseRequest,
  requestFindings,
  textSchema,
  unknown,
} from "../../language/index.ts";
import type { Context, Contract } from "../../language/index.ts";
import { readCatalog } from "./fixture.ts";

const demo: Context = { catalog: readCatalog("see demo"), data: unknown };

function ofSmartform(id: string, context = demo, language?: string): Contract {
  const found = context.catalog.smartform(id);
  assert.ok(found.state === "known");
  return formSchema(found.value, context, language === undefined ? {} : { language });
}

function ofText(content: string, context: Context = { ...demo, folder: "hr" }): Contract {
  return textSchema({ content, format: "plain" }, "a text", context);
}

const members = (contract: Contract, name: string): unknown => {
  const { properties, required } = contract.schema.properties?.[name] ?? {};
  return JSON.parse(JSON.stringify({ names: Object.keys(properties ?? {}), required: required ?? [] }));
};

describe("contract", () => {
  it("of a Smartform names its fields with their suffixes, inputs, option lists and data (T52)", () => {
    const claim = ofSmartform("s-claim");
    assert.equal(claim.complete, true);
    assert.deepEqual(members(claim, "values"), {
      names: [
        "name",
        "name.label",
        "day",
        "day.minDate",
        "day.maxDate",
        "day.specificDay",
        "kind",
        "kind.options",
        "items",
        "contact_phone",
        "contact_phone.label",
        "photo",
        "odd",
        "reason",
        "reasons",
      ],
      required: ["reasons"],
    });
    assert.deepEqual(claim.schema.required, ["dialogDefinitionId", "values"]);
    assert.equal(new RegExp(claim.schema.properties?.["environment"]?.pattern ?? "").test("pRODUCTION"), true);
    assert.equal(new RegExp(claim.schema.properties?.["environment"]?.pattern ?? "").test("Development"), false);
    const hire = ofSmartform("s-hire");
    assert.deepEqual(members(hire, "dataTableValue"), {
      names: ["order", "customer"],
      required: ["order", "customer"],
    });
    assert.deepEqual(hire.schema.required, ["dialogDefinitionId", "values", "dataTableValue"]);
  });

  it("of a text nests data as its dots say, and reads included texts in every language", () => {
    const contract = ofText(
      "[[ a.b ]] [[ a ]] [[ LIB : greeting ]] [[ LIB : welcome ]] [[ __proto__.x ]] [[ INPUT : why | default=$reason.code ]]",
    );
    assert.deepEqual(members(contract, "dataTableValue"), {
      names: ["a", "__proto__", "reason", "start", "customer"],
      required: ["a", "__proto__", "customer"],
    });
    assert.deepEqual(members(contract, "values"), { names: ["why", "startDate"], required: [] });
    assert.deepEqual(Object.keys(contract.schema.properties?.["dataTableValue"]?.properties?.["a"]?.properties ?? {}), [
      "b",
    ]);
  });

  it("of one language leaves out what the other languages print", () => {
    const texts = [
      {
        id: "t",
        folderId: "f",
        code: "t",
        defaultLanguage: "en",
        translations: { en: { content: "[[ a ]]" }, sv: { content: "[[ b ]]" } },
      },
    ];
    const context: Context = {
      catalog: fileCatalog(
        catalogFile.parse({
          folders: [{ id: "f", name: "F", code: "f" }],
          texts,
          smartforms: [{ id: "s", name: "S", fields: [], pages: [{ blocks: [{ text: "[[ LIB : f : t ]]" }] }] }],
        }),
      ),
      data: unknown,
    };
    assert.deepEqual(members(ofSmartform("s", context), "dataTableValue"), { names: ["a", "b"], required: ["a", "b"] });
    assert.deepEqual(members(ofSmartform("s", context, "sv"), "dataTableValue"), { names: ["b"], required: ["b"] });
    assert.deepEqual(members(ofSmartform("s", context, "de"), "dataTableValue"), { names: ["a"], required: ["a"] });
  });

  it("says if it may be incomplete", () => {
    assert.equal(ofText("[[ LIB : hr : greeting ]]", { catalog: fileCatalog({}), data: unknown }).complete, false);
    assert.equal(ofSmartform("s-note").complete, false);
    assert.match(ofSmartform("s-note").schema.$comment ?? "", /is not known, so more values may be needed/);
  });

  it("agrees with the findings: what it requires is what is missing (T55)", () => {
    const missing = requestFindings(parseRequest('{ "dialogDefinitionId": "s-hire", "values": {} }'), demo)
      .filter(({ code }) => code === "form-missing-data")
      .map(({ data }) => data);
    const { newlyRequired } = compareContracts({ properties: {} }, ofSmartform("s-hire").schema);
    assert.deepEqual(
      newlyRequired
        .filter((name) => name.startsWith("dataTableValue."))
        .map((name) => name.slice("dataTableValue.".length))
        .sort(),
      missing.sort(),
    );
  });

  it("is a TypeScript type as well", () => {
    const types = contractTypes(
      ofText("[[ customer.first-name ]] [[ total ]] [[ INPUT : s | type=select | source=list ]] [[ x*/y ]]").schema,
    );
    assert.equal(
      types,
      `/** a text */
export interface AText {
  values: {
    /** Answers an input. Printed. */
    s?: string | number | boolean;
    /** Options to choose from. Printed. */
    list: unknown[];
  };
  dataTableValue: {
    customer: {
      /** Printed. */
      "first-name": string | number | boolean;
    };
    /** Printed. */
    total: string | number | boolean;
    /** Printed. */
    "x*/y": string | number | boolean;
  };
}
`,
    );
    assert.match(contractTypes({ title: "7 */ x" }), /^\/\*\* 7 \* \/ x \*\/\nexport interface Contract7X unknown/);
  });

  it("lists what a change newly requires, what it no longer requires, and what changed in kind", () => {
    const change = compareContracts(
      ofText("[[ a ]] [[ b.c ]] [[ INPUT : x | default=$later ]] [[ INPUT : gone ]]").schema,
      ofText("[[ a.d ]] [[ later ]] [[ INPUT : x | default=$b.c ]] [[ INPUT : new ]]").schema,
    );
    assert.deepEqual(change, {
      certain: true,
      newlyRequired: ["dataTableValue.a.d", "dataTableValue.later"],
      perhapsNewlyRequired: [],
      noLongerRequired: ["dataTableValue.a", "dataTableValue.b.c"],
      added: ["values.new"],
      removed: ["values.gone"],
      changed: [],
    });
    const [before, after] = ["text", "repeatingRows"].map((type) =>
      ofSmartform("s", {
        catalog: fileCatalog(
          catalogFile.parse({
            smartforms: [{ id: "s", name: "S", fields: [{ id: "1", name: "f", type }], pages: [] }],
          }),
        ),
        data: unknown,
      }),
    );
    assert.deepEqual(compareContracts(before!.schema, after!.schema).changed, [
      { name: "values.f", from: "string | number | boolean", to: "({ [name: string]: unknown })[]" },
    ]);
  });

  it("calls nothing new or gone that an earlier contract did not know", () => {
    const catalog = (state: "known" | "unknown"): Context => ({
      catalog: fileCatalog(
        catalogFile.parse({
          folders: [{ id: "f", name: "F", code: "f" }],
          ...(state === "known"
            ? {
                texts: [
                  {
                    id: "t",
                    folderId: "f",
                    code: "t",
                    defaultLanguage: "en",
                    translations: { en: { content: "[[ a ]] [[ INPUT : b ]]" } },
                  },
                ],
              }
            : {}),
        }),
      ),
      data: unknown,
    });
    const [whole, half] = (["known", "unknown"] as const).map((state) =>
      ofText("[[ LIB : f : t ]] [[ c ]]", catalog(state)),
    );
    assert.deepEqual([whole!.complete, half!.complete], [true, false]);
    const nothing = {
      certain: false,
      newlyRequired: [],
      perhapsNewlyRequired: [],
      noLongerRequired: [],
      added: [],
      removed: [],
      changed: [],
    };
    assert.deepEqual(compareContracts(whole!.schema, half!.schema), nothing);
    assert.deepEqual(compareContracts(half!.schema, whole!.schema), {
      ...nothing,
      perhapsNewlyRequired: ["dataTableValue.a"],
    });
    assert.deepEqual(compareContracts(ofText("x").schema, half!.schema).newlyRequired, ["dataTableValue.c"]);
  });

  it("works with many names", () => {
    const many = Array.from(
      { length: 20_000 },
      (_, index) => `[[ a${index}.b ]] [[ INPUT : i${index} | type=select | source=s${index} ]]`,
    ).join(" ");
    const { schema } = ofText(`${many} [[ ${"x.".repeat(5000)}x ]]`);
    assert.equal(contractTypes(schema).includes("a19999"), true);
    assert.equal(compareContracts(schema, schema).newlyRequired.length, 0);
  }).timeout(20_000);
});
