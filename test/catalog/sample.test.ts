/**
 * A create-form request that is used as a data sample: its values get the names under which they are sent (document 1,
 * "Value shapes").
 */
import assert from "node:assert/strict";
import { sampleOf } from "../../catalog/sample.ts";
import { fileCatalog } from "../../catalog/fileCatalog.ts";
import { catalogFile } from "../../api/index.ts";
import { findings, parse } from "../../language/index.ts";

const catalog = fileCatalog(catalogFile.parse({}));
const list = [{ display: "Pear", value: "1" }];

describe("a request as a data sample", () => {
  for (const [why, request, source, isThere] of [
    ["a list in an object", { values: { fruit: { list } } }, "fruit_list", true],
    ["a list of options in an object", { values: { fruit: { "list.options": list } } }, "fruit_list", true],
    ["a list of options", { values: { "list.options": list } }, "list", true],
    [
      "a list in an object, joined as the request says",
      { propertyMergeString: "-", values: { fruit: { list } } },
      "fruit-list",
      true,
    ],
    [
      "a list in an object, not joined as the request says",
      { propertyMergeString: "-", values: { fruit: { list } } },
      "fruit_list",
      false,
    ],
    ["a list under its name", { values: { list } }, "list", true],
    ["a list in the data", { values: {}, dataTableValue: { list } }, "list", true],
    ["no list", { values: { fruit: { list } } }, "list", false],
  ] as const) {
    it(`holds ${why}${isThere ? "" : ": it is missing"}`, () => {
      const { data, values } = sampleOf("a.form.json", JSON.stringify({ dialogDefinitionId: "s", ...request }));
      assert.ok(values);
      const found = findings(parse(`[[ INPUT : a | type=select | source=${source} ]]`, "plain"), {
        catalog,
        data,
        values,
      });
      assert.deepEqual(
        found.map(({ code }) => code),
        isThere ? [] : ["unknown-source"],
      );
    });
  }

  it("suggests a similar property if a list is missing", () => {
    const { data, values } = sampleOf("a.form.json", JSON.stringify({ values: { fruit: { list } } }));
    assert.match(
      findings(parse("[[ INPUT : a | type=select | source=fruit_lst ]]", "plain"), {
        catalog,
        data,
        ...(values && { values }),
      })[0]?.message ?? "",
      /Did you mean "fruit_list"\?/,
    );
  });
});
