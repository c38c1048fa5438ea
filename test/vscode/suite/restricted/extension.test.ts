/** The packed extension in Restricted Mode: it activates, because checking files needs no trust. */
import assert from "node:assert/strict";
import * as vscode from "vscode";

describe("extension in Restricted Mode", () => {
  it("activates in an untrusted workspace", async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    const extension = vscode.extensions.getExtension("smartform.smartform");
    assert.ok(extension);
    await extension.activate();
    assert.equal(extension.isActive, true);
  });
});
