/** workspace/willRenameFiles: smartform.json is changed when a file or folder that it names is renamed. */
import assert from "node:assert/strict";
import type { TextDocumentEdit, WorkspaceEdit } from "vscode-languageserver/node";
import { capable } from "./editor.ts";
import { startCompany } from "./company.ts";
import type { Company } from "./company.ts";

const files = {
  "letters/a.sft": "",
  "letters/data.json": "{}",
  "smartform.json": '{ "files": [ { "include": "letters/**", "data": "letters/data.json" } ] }',
};

describe("workspace/willRenameFiles", () => {
  let company: Company;
  afterEach(() => company[Symbol.asyncDispose]());
  const willRename = (oldName: string, newUri: string): Promise<WorkspaceEdit | null> =>
    company.editor.connection.sendRequest("workspace/willRenameFiles", {
      files: [{ oldUri: company.uri(oldName), newUri }],
    });

  it("edits the settings that name a file or folder", async () => {
    company = await startCompany({
      files,
      library: "file",
      capabilities: {
        ...capable,
        workspace: { fileOperations: { willRename: true }, workspaceEdit: { documentChanges: true } },
      },
    });
    assert.ok(company.editor.result.capabilities.workspace?.fileOperations?.willRename);
    const [change] = (
      (await willRename("letters", company.uri("post"))) as { readonly documentChanges: readonly TextDocumentEdit[] }
    ).documentChanges;
    assert.deepEqual(change?.textDocument, { uri: company.uri("smartform.json"), version: null });
    assert.deepEqual(
      change.edits.map((edit) => "newText" in edit && edit.newText),
      ["post", "post"],
    );
    assert.equal(await willRename("letters/a.sft", company.uri("letters/b.sft")), null);
  });

  it("says what is lost when a file leaves its folder, and offers nothing to a client that does not ask", async () => {
    company = await startCompany({ files, library: "file" });
    assert.equal(company.editor.result.capabilities.workspace?.fileOperations, undefined);
    assert.equal(await willRename("letters/data.json", "file:///elsewhere/data.json"), null);
    await company.editor.until(() =>
      company.editor.messages.some((message) =>
        message.includes("stops working, because letters/data.json moves out of the folder that contains"),
      ),
    );
    const edit = await willRename("letters/data.json", company.uri("letters/sample.json"));
    assert.deepEqual(
      Object.values(edit?.changes ?? {})
        .flat()
        .map(({ newText }) => newText),
      ["letters/sample.json"],
    );
  });
});
