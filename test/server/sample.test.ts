/** A request file that is made from a row of the Smartforms view is for the version that the row shows. */
import assert from "node:assert/strict";
import { catalogFile } from "../../api/index.ts";
import { fileCatalog } from "../../catalog/index.ts";
import { known } from "../../language/index.ts";
import type { Catalog, Smartform } from "../../language/index.ts";
import { sample } from "../../server/handlers/sample.ts";

describe("a sample request", () => {
  const field = (name: string) => ({ id: name, name, type: "text" });
  const catalog = fileCatalog(
    catalogFile.parse({
      folders: [],
      texts: [],
      smartforms: [
        {
          id: "s",
          name: "S",
          fields: [field("draft")],
          pages: [{ name: "p", blocks: [{ text: "[[ INPUT : asked ]]" }] }],
        },
      ],
    }),
  );
  const saved = catalog.smartform("s");
  const deployed: Smartform["deployed"] = [{ environment: "Production", fields: [field("live")], parties: known([]) }];
  const versions: Catalog = {
    ...catalog,
    dataTable: () => catalog.dataTable(),
    smartform: (id) =>
      id === "s" && saved.state === "known" ? known({ ...saved.value, deployed }) : catalog.smartform(id),
  };

  for (const [environment, names] of [
    [undefined, ["draft", "asked"]],
    ["Production", ["live"]],
    ["Test", ["draft", "asked"]],
  ] as const) {
    it(`is for ${environment === undefined ? "the saved version" : `the version of ${environment}, and names it`}`, () => {
      const made = sample(versions, { smartformId: "s", ...(environment !== undefined && { environment }) });
      assert.deepEqual([Object.keys(made?.["values"] ?? {}), made?.["environment"]], [names, environment]);
    });
  }

  it("is not made for an unknown Smartform", () =>
    assert.equal(sample(versions, { smartformId: "other", environment: "Test" }), null));
});
