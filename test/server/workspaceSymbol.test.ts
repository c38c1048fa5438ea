/** workspace/symbol over the library and the data samples. */
import assert from "node:assert/strict";
import type { WorkspaceSymbol } from "vscode-languageserver/node";
import { capable } from "./editor.ts";
import { startCompany } from "./company.ts";
import type { Company, CompanyOptions } from "./company.ts";

const files = {
  "data.json": '{ "customer": { "greetingName": "Ada" } }',
  "smartform.json": '{ "files": [ { "include": "*.sft", "data": "data.json" } ] }',
};

describe("workspace/symbol", () => {
  let company: Company;
  afterEach(() => company[Symbol.asyncDispose]());
  async function start(options: Partial<CompanyOptions> = {}): Promise<void> {
    company = await startCompany({ files, library: "client", ...options });
  }
  const symbols = (query: string): Promise<readonly WorkspaceSymbol[]> =>
    company.editor.connection.sendRequest("workspace/symbol", { query });
  const shown = (found: readonly WorkspaceSymbol[]): readonly string[] =>
    found.map(
      ({ name, containerName, location }) => `${name} (${containerName ?? ""}) ${location.uri.replace(/.*\//, "")}`,
    );

  it("finds library texts and data", async () => {
    await start();
    assert.deepEqual(shown(await symbols("greeting")), [
      "greeting (hr · Name 2) greeting.en.sft?t2",
      "letter (hr · Name 1) letter.en.sft.html?t1",
      "note (hr · Name 3) note.en.sft?t3",
      "customer.greetingName () data.json",
    ]);
    assert.deepEqual(
      (await symbols("greetingname")).map(({ location }) => "range" in location && location.range),
      [{ start: { line: 0, character: 17 }, end: { line: 0, character: 29 } }],
    );
    assert.deepEqual(await symbols("nobody has this"), []);
  });

  it("finds folders too if the library is a file, and their place in it when one is chosen", async () => {
    await start({
      library: "file",
      capabilities: { ...capable, workspace: { symbol: { resolveSupport: { properties: ["location.range"] } } } },
    });
    const found = await symbols("hr");
    assert.deepEqual(shown(found), ["hr (HR) catalog.json"]);
    assert.ok(!("range" in found[0]!.location));
    const { location } = await company.editor.connection.sendRequest<WorkspaceSymbol>(
      "workspaceSymbol/resolve",
      found[0],
    );
    assert.ok("range" in location && location.range.start.character > 0);
  });

  it("leads to the top of the file if the client does not resolve symbols", async () => {
    await start({ library: "file" });
    const [folder] = await symbols("hr");
    assert.deepEqual(folder && "range" in folder.location && folder.location.range.start, { line: 0, character: 0 });
  });
});
