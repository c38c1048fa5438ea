/** A library text that changes: only what depends on it is checked again, in open documents and in files. */
import assert from "node:assert/strict";
import { basename } from "node:path";
import { CancellationTokenSource } from "vscode-languageserver/node";
import type { WorkspaceDocumentDiagnosticReport } from "vscode-languageserver/node";
import { text } from "../catalog/service.ts";
import type { ServiceText } from "../catalog/service.ts";
import { startCompany } from "./company.ts";
import type { Company } from "./company.ts";
import { capable } from "./editor.ts";

describe("a change of a library text", () => {
  let company: Company;
  afterEach(() => company[Symbol.asyncDispose]());
  const save = (saved: ServiceText | string): Promise<void> =>
    company.editor.connection.sendNotification("smartform/text", {
      owner: "whose",
      ...(typeof saved === "string" ? { textId: saved, text: null } : { textId: saved.id, text: saved }),
    });
  const files = {
    "about.sft": "[[ LIB : hr : greeting ]]",
    "around.sft": "[[ LIB : hr : letter ]]",
    "other.sft": "[[ LIB : hr : none ]]",
    "plain.sft": "Hello",
    "r.form.json": '{ "dialogDefinitionId": "s1", "values": {} }',
  };

  /**
   * Saves the text repeatedly, until only the files that depend on it are reported. At first everything may be checked
   * once more, because the server is notified late that the library has been read.
   */
  async function settled(told: (again: () => Promise<void>) => Promise<readonly string[]>): Promise<readonly string[]> {
    let seen: readonly string[] = [];
    for (let time = 0; time < 8; time++) {
      seen = await told(() =>
        save(text(2, { code: "greeting", translations: { en: { content: `[[ LIB : hr : letter ]] ${time}` } } })),
      );
      if (seen.length === 2) break;
    }
    return seen;
  }

  it("pushes findings of the open documents that depend on it, and of no others", async () => {
    company = await startCompany({ library: "client", files });
    const { editor } = company;
    for (const name of Object.keys(files)) {
      await company.open(name);
      await editor.until(() => editor.pushed.some(({ uri }) => uri === company.uri(name)));
    }
    const told = async (ends: string, change: () => Promise<void>): Promise<readonly string[]> => {
      const begun = editor.pushed.length;
      await change();
      await editor.until(() => editor.pushed.slice(begun).some(({ uri }) => uri === company.uri(ends)));
      // All other findings are pushed before the response to this request.
      await editor.connection.sendRequest("smartform/languages", {});
      return [...new Set(editor.pushed.slice(begun).map(({ uri }) => basename(uri)))].sort();
    };
    assert.deepEqual(await settled((again) => told("about.sft", again)), ["about.sft", "around.sft"]);
    assert.deepEqual(await told("other.sft", () => save(text(8, { code: "nine" }))), ["other.sft"]);
  });

  it("also reports to VS Code the files that depend on it", async () => {
    const partial: WorkspaceDocumentDiagnosticReport[] = [];
    let heard = (): void => undefined;
    company = await startCompany({
      library: "client",
      files,
      capabilities: {
        ...capable,
        textDocument: { ...capable.textDocument, diagnostic: {} },
        workspace: { diagnostics: {}, configuration: true },
      },
      prepare(connection) {
        connection.onRequest(
          "workspace/configuration",
          ({ items }: { readonly items: readonly { readonly section: string }[] }) =>
            items.map(({ section }) => (section === "smartform.workspaceFindings" ? "all files" : null)),
        );
        connection.onNotification(
          "$/progress",
          ({ value }: { readonly value: { readonly items?: readonly WorkspaceDocumentDiagnosticReport[] } }) => {
            partial.push(...(value.items ?? []));
            heard();
          },
        );
      },
    });
    const stop = new CancellationTokenSource();
    const running = company.editor.connection.sendRequest(
      "workspace/diagnostic",
      { previousResultIds: [], partialResultToken: "partial" },
      stop.token,
    );
    const told = (name: string): Promise<void> =>
      new Promise((resolve) => {
        heard = () => {
          if (partial.some(({ uri }) => basename(uri) === name)) resolve();
        };
        heard();
      });
    let edits = 0;
    /**
     * Makes the change, and waits until the named file is reported. Then changes `last.sft`, and resolves with the
     * files that were reported before it.
     */
    const after = async (name: string, change: () => Promise<void>): Promise<readonly string[]> => {
      partial.length = 0;
      await change();
      await told(name);
      await company.write({ "last.sft": "x".repeat(++edits) });
      await company.editor.connection.sendNotification("workspace/didChangeWatchedFiles", {
        changes: [{ uri: company.uri("last.sft"), type: 2 }],
      });
      await told("last.sft");
      return [...new Set(partial.map(({ uri }) => basename(uri)))].filter((each) => each !== "last.sft").sort();
    };
    await told("r.form.json");
    assert.deepEqual(await settled((again) => after("around.sft", again)), ["about.sft", "around.sft"]);
    assert.deepEqual(await after("other.sft", () => save(text(8, { code: "nonne" }))), ["other.sft"]);
    assert.deepEqual(await after("other.sft", () => save("t1")), ["about.sft", "around.sft", "other.sft"]);
    stop.cancel();
    await assert.rejects(running, /Cancelled/);
  });

  it("checks requests again if a Smartform prints it", async () => {
    company = await startCompany({ library: "client", files });
    company.from.definition = { pages: [{ blocks: [{ text: "[[ LIB : hr : letter ]]", format: "html" }] }] };
    await company.editor.connection.sendRequest("smartform/refresh", {});
    await company.open("r.form.json");
    await company.editor.findings(company.uri("r.form.json"), ["form-missing-data"]);
    for (const content of ["Dear customer", "Dear [[ name ]]", "Dear you"]) {
      await save(text(2, { code: "greeting", translations: { en: { content } } }));
      await company.editor.findings(company.uri("r.form.json"), content.includes("[[") ? ["form-missing-data"] : []);
    }
  });
});
