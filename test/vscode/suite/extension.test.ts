/** The packed extension in a trusted workspace: it activates and offers what its manifest declares. */
import assert from "node:assert/strict";
import * as vscode from "vscode";

describe("extension", () => {
  const extension = () => {
    const found = vscode.extensions.getExtension("smartform.smartform");
    assert.ok(found, "the packed extension is installed");
    return found;
  };

  it("activates", async () => {
    await extension().activate();
    assert.equal(extension().isActive, true);
  });

  it("registers every command of its manifest", async () => {
    await extension().activate();
    const manifest = extension().packageJSON as { contributes?: { commands?: { command: string }[] } };
    const known = new Set(await vscode.commands.getCommands(true));
    const missing = (manifest.contributes?.commands ?? []).filter(({ command }) => !known.has(command));
    assert.deepEqual(missing, []);
  });

  it("recognizes its languages by file name", async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    const languages = await Promise.all(
      ["letter.sft", "letter.sft.html"].map(
        async (name) => (await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, name))).languageId,
      ),
    );
    assert.deepEqual(languages, ["smartform-text", "smartform-html"]);
  });
});
