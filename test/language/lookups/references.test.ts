/** What the language offers in place of a misspelt reference. */
import assert from "node:assert/strict";
import { foldersNear, codesNear, fullReferences } from "../../../language/lookups/references.ts";
import { newEffort } from "../../../language/words/spelling.ts";
import { known } from "../../../language/index.ts";
import type { Catalog } from "../../../language/index.ts";
import { readCatalog } from "../fixture.ts";

const folders = [
  { id: "1", name: "Contracts", code: "ct" },
  { id: "2", name: "Addresses", code: "places" },
  { id: "3", name: "Drafts", code: "ct-drafts", parentFolderId: "1" },
  { id: "4", name: "Drafts", code: "places-drafts", parentFolderId: "2" },
  { id: "5", name: "letters-a", code: "letters-a" },
  { id: "6", name: "letters-b", code: null },
  { id: "7", name: "letters-c", code: "c" },
  { id: "8", name: "letters-d", code: "d" },
];
const texts = ["1", "2", "3", "4", "5"].map((id) => ({
  id,
  folderId: id,
  code: id === "5" ? "Footer" : "footer",
  name: "",
  defaultLanguage: "en",
  translations: { en: { content: "" } },
}));
const library = readCatalog(JSON.stringify({ folders, texts }));

function near(written: string, catalog: Catalog = library): readonly string[] {
  return foldersNear(written, catalog, newEffort());
}

describe("suggested references", () => {
  it("write a folder as references do, whether its name or its code is similar", () => {
    assert.deepEqual(near("Contrakts"), ["ct"]);
    assert.deepEqual(near("plases"), ["places"]);
    assert.deepEqual(near("leters-b")[0], "letters-b");
    assert.deepEqual(near("Draffs"), ["ct-drafts", "places-drafts"]);
  });

  it("contain three folders at most, each once", () => {
    assert.deepEqual(near("letters"), ["letters-a", "letters-b", "c"]);
    const twins = readCatalog(
      JSON.stringify({ folders: ["1", "2", "3", "4"].map((id) => ({ id, name: "Drafts", code: `x${id}` })) }),
    );
    assert.deepEqual(near("Draft", twins), ["x1", "x2", "x3"]);
    assert.deepEqual(
      near("contract", readCatalog(JSON.stringify({ folders: [{ id: "1", name: "Contracts", code: "contracts" }] }))),
      ["contracts"],
    );
  });

  it("contain texts with exactly this code and their folders, three at most", () => {
    const all = library.textsByCode("footer");
    assert.ok(all.state === "known" && all.value.length === 5);
    assert.deepEqual(fullReferences(all.value, "footer", library), [
      "ct : footer",
      "places : footer",
      "ct-drafts : footer",
    ]);
    assert.deepEqual(fullReferences(all.value, "Footer", library), ["letters-a : Footer"]);
  });

  it("prepare the words once for a revision", () => {
    let asked = 0;
    const changing = { ...library, folders: () => (asked++, library.folders()) };
    assert.deepEqual([near("Contrakts", changing), near("Contrakts", changing)], [["ct"], ["ct"]]);
    assert.equal(asked, 1);
    changing.folders = () => known([]);
    changing.revision += 1;
    assert.deepEqual(near("Contrakts", changing), []);
  });

  it("keep the codes of one folder apart from those of another", () => {
    const one = readCatalog(
      JSON.stringify({ folders: folders.slice(0, 2), texts: [{ ...texts[0], code: "header" }, texts[1]] }),
    );
    const list = one.folders();
    assert.ok(list.state === "known");
    const codes = (index: number, word: string) =>
      codesNear(word, list.value.slice(index, index + 1), one, newEffort());
    assert.deepEqual([codes(0, "heade"), codes(1, "heade"), codes(1, "foote")], [["header"], [], ["footer"]]);
  });
});
