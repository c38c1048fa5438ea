/** The subject of a data contract, and the contract's file name. */
import assert from "node:assert/strict";
import { contractName, contractSubject } from "../../../client/contract/contractModel.ts";

describe("client/contractModel", () => {
  it("uses the Smartform or the text of the node, else the document in the editor", () => {
    const uri = "file:///a.sft";
    assert.deepEqual(contractSubject({ kind: "smartform", smartform: { id: "s" } }, uri), { smartformId: "s" });
    assert.deepEqual(
      contractSubject({ kind: "language", folder: { id: "f" }, text: { id: "t" }, language: "sv" }, uri),
      { textId: "t" },
    );
    assert.deepEqual(contractSubject(undefined, uri), { uri });
    assert.equal(contractSubject({ kind: "folder", folder: { id: "f" } }, undefined), null);
    assert.equal(contractSubject({ text: "t", smartform: { id: 7 } }, undefined), null);
  });

  it("names the contract after its subject, with characters that every file system accepts", () => {
    assert.equal(contractName("claims : intro", "typescript"), "claims-intro.contract.ts");
    assert.equal(contractName("../Åsas: /form?", "json-schema"), "Åsas-form.contract.json");
    assert.equal(contractName("???", "json-schema"), "data.contract.json");
  });
});
