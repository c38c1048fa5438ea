/**
 * Create-form requests over LSP: the same in every editor, and no duplicates in VS Code, which validates JSON itself.
 */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type {
  CodeAction,
  CompletionList,
  DocumentDiagnosticReport,
  DocumentSymbol,
  Hover,
  LocationLink,
} from "vscode-languageserver/node";
import type { Schema } from "../../language/index.ts";
import type { ContractResult } from "../../server/protocol.ts";
import { capable, startEditor } from "./editor.ts";
import type { Editor } from "./editor.ts";

const catalog = {
  folders: [{ id: "f1", name: "HR", code: "hr" }],
  texts: [
    {
      id: "t1",
      folderId: "f1",
      code: "greeting",
      defaultLanguage: "en",
      translations: { en: { content: "Hello [[ customer.name ]]" } },
    },
  ],
  smartforms: [
    {
      id: "s1",
      name: "[Order](command:evil)",
      textLibraryFolder: "hr",
      fields: [{ id: "a", name: "email", type: "text" }],
      pages: [{ blocks: [{ text: "[[ LIB : greeting ]]" }] }],
    },
  ],
};

describe("create-form requests over LSP", () => {
  const uri = "file:///a.form.json";
  let folder = "";
  let editor: Editor;
  const at = (line: number, character: number): object => ({ position: { line, character } });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "requests-"));
    await writeFile(join(folder, "catalog.json"), JSON.stringify(catalog));
    editor = await startEditor({ initializationOptions: { catalog: { file: join(folder, "catalog.json") } } });
  });
  afterEach(async () => {
    await editor[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  it("pushes findings that follow edits, and offers their fixes", async () => {
    await editor.open(
      uri,
      '{\r\n  "dialogDefinitionId": "s1",\r\n  "values": { "emial": "😀" }, "dataTableValue": { "customer": { "name": 1 } }\r\n}',
      "json",
    );
    const [finding] = await editor.findings(uri, ["form-unknown-value"]);
    assert.deepEqual(finding?.range, { start: { line: 2, character: 14 }, end: { line: 2, character: 21 } });
    const actions = await editor.request<CodeAction[]>("textDocument/codeAction", uri, {
      range: finding.range,
      context: { diagnostics: [] },
    });
    assert.deepEqual(
      actions.map((action) => action.title),
      ['Use "email"', "Repair everything that has one clear fix"],
    );
    await editor.change(uri, 2, [{ range: finding.range, text: '"email"' }]);
    await editor.findings(uri, []);
    await editor.change(uri, 3, [
      { range: { start: { line: 2, character: 0 }, end: { line: 3, character: 1 } }, text: '"values": { "email": ' },
    ]);
    await editor.findings(uri, ["form-syntax", "form-syntax"]);
  });

  for (const [what, mistakes, more] of [
    ["a large request", [], `"dataTableValue": { "customer": { "name": "${"x".repeat(256 * 1024)}" } }`],
    [
      "a request with many mistakes",
      Array<string>(300).fill("form-syntax"),
      `"dataTableValue": { "customer": { "name": [${"tru,".repeat(300)}true] } }`,
    ],
  ] as const)
    it(`fixes everything of ${what} only for a client that requests exactly that`, async () => {
      const text = `{ "dialogDefinitionId": "s1",\n"values": { "emial": "a" }, ${more} }`;
      await editor.open(uri, text, "json");
      const [finding] = await editor.findings(uri, ["form-unknown-value", ...mistakes]);
      const titles = async (only?: readonly string[]): Promise<readonly string[]> =>
        (
          await editor.request<CodeAction[]>("textDocument/codeAction", uri, {
            range: finding?.range,
            context: { diagnostics: [], ...(only && { only }) },
          })
        ).map(({ title }) => title);
      assert.deepEqual(
        [await titles(), await titles(["source.fixAll"])],
        [['Use "email"'], ["Repair everything that has one clear fix"]],
      );
    });

  it("completes, shows, goes to definitions, and outlines", async () => {
    await editor.open(
      uri,
      '{ "dialogDefinitionId": "s1",\n  "values": { "email": "a" },\n  "dataTableValue": { "customer": {  } } }',
      "json",
    );
    await editor.findings(uri, ["form-missing-data"]);
    const { items } = await editor.request<CompletionList>("textDocument/completion", uri, at(2, 35));
    assert.deepEqual(
      items.map(({ label, textEdit }) => [label, textEdit?.newText]),
      [["name", '"name": "Sample name"']],
    );
    const hover = await editor.request<Hover>("textDocument/hover", uri, at(0, 6));
    assert.doesNotMatch(JSON.stringify(hover.contents), /\[Order\]\(command/);
    const [link] = await editor.request<LocationLink[]>("textDocument/definition", uri, at(2, 25));
    assert.match(link?.targetUri ?? "", /catalog\.json$/);
    const symbols = await editor.request<DocumentSymbol[]>("textDocument/documentSymbol", uri);
    assert.deepEqual(
      symbols.map(({ name, children }) => [name, (children ?? []).map((child) => child.name)]),
      [
        ["dialogDefinitionId", []],
        ["values", ["email"]],
        ["dataTableValue", ["customer"]],
      ],
    );
  });

  it("returns the data contract of a Smartform, a library text and an open document", async () => {
    await editor.open("file:///letters/a%20b.sft", "[[ place ]] [[ LIB : hr : greeting ]]");
    await editor.open(
      uri,
      '{ "dialogDefinitionId": "s1", "values": { "emial": 1 }, "dataTableValue": { "customer": { "name": 1 } } }',
      "json",
    );
    // This finding shows that the catalog is loaded, because only then is the field known to be missing.
    await editor.findings(uri, ["form-unknown-value"]);
    const contract = (of: object, format = "json-schema"): Promise<ContractResult> =>
      editor.connection.sendRequest("smartform/contract", { of, format });
    for (const what of [{ smartformId: "s1" }, { uri }]) {
      const found = await contract(what);
      assert.deepEqual(
        [found?.complete, (JSON.parse(found?.content ?? "") as Schema).properties?.["dataTableValue"]?.required],
        [true, ["customer"]],
      );
    }
    assert.match(
      (await contract({ textId: "t1" }, "typescript"))?.content ?? "",
      /^\/\*\* hr : greeting \*\/\nexport interface HrGreeting \{/,
    );
    assert.match(
      (await contract({ uri: "file:///letters/a%20b.sft" }, "typescript"))?.content ?? "",
      /interface AB \{[^]*place: string/,
    );
    for (const what of [{ smartformId: "s2" }, { textId: "t2" }, { uri: "file:///closed.sft" }])
      assert.equal(await contract(what), null);
  });

  it("leaves to VS Code what its JSON support reports", async () => {
    await using code = await startEditor({
      initializationOptions: { catalog: { client: null } },
      capabilities: { ...capable, textDocument: { ...capable.textDocument, diagnostic: {} } },
    });
    await code.open(uri, '{ "dialogDefinitionId": "", "values": {}, "environment": "prod", }', "json");
    const report = await code.request<DocumentDiagnosticReport>("textDocument/diagnostic", uri);
    assert.ok(report.kind === "full");
    assert.deepEqual(
      report.items.map(({ code: each }) => each),
      ["form-missing-property", "form-environment"],
    );
    assert.deepEqual(await code.request("textDocument/documentSymbol", uri), []);
  });
});
