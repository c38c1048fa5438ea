/**
 * The command that repairs the whole workspace: its question, its changes, its messages, and what it does not change.
 */
import assert from "node:assert/strict";
import type {
  ApplyWorkspaceEditParams,
  ApplyWorkspaceEditResult,
  ClientCapabilities,
  ShowMessageRequestParams,
  TextDocumentEdit,
} from "vscode-languageserver/node";
import type { ConfirmFixAllParams, ConfirmFixAllResult } from "../../../server/protocol.ts";
import { capable } from "../editor.ts";
import { startCompany } from "../company.ts";
import type { Company, CompanyOptions } from "../company.ts";

const files = {
  "a.sft": "[[lib:hr:greeting]] [[ LIB : hr : nothing ]]",
  "b.sft": "[[ INPUT : days ]] [[name]",
  "clean.sft": "[[ LIB : hr : greeting ]]",
  "quiet/c.sft": "[[lib:hr:greeting]]",
  "smartform.json":
    '{ "files": [ { "include": "quiet/**", "rules": { "missing-space": "off", "keyword-case": "off" } } ] }',
};
const able: ClientCapabilities = {
  ...capable,
  workspace: { applyEdit: true, workspaceEdit: { documentChanges: true, changeAnnotationSupport: {} } },
};
const command = "smartform.fixAll";

describe("fixing the whole workspace", () => {
  let company: Company;
  let asked: (ConfirmFixAllParams | ShowMessageRequestParams)[];
  let applied: ApplyWorkspaceEditParams[];
  afterEach(() => company[Symbol.asyncDispose]());

  async function start({
    wish = "all",
    takes = true,
    during,
    ...options
  }: Partial<CompanyOptions> & {
    readonly wish?: ConfirmFixAllResult;
    readonly takes?: boolean;
    readonly during?: () => Promise<void>;
  } = {}): Promise<void> {
    asked = [];
    applied = [];
    company = await startCompany({
      files,
      library: "client",
      capabilities: able,
      ...options,
      prepare(connection) {
        connection.onRequest("smartform/confirmFixAll", async (params: ConfirmFixAllParams): Promise<unknown> => {
          asked.push(params);
          await during?.();
          return wish;
        });
        connection.onRequest("window/showMessageRequest", (params: ShowMessageRequestParams) => {
          asked.push(params);
          return wish === null ? null : params.actions![0];
        });
        connection.onRequest("workspace/applyEdit", (params: ApplyWorkspaceEditParams): ApplyWorkspaceEditResult => {
          applied.push(params);
          return { applied: takes, ...(takes ? {} : { failureReason: "it is locked" }) };
        });
      },
    });
  }
  const run = async (): Promise<string | undefined> => {
    await company.editor.connection.sendRequest("workspace/executeCommand", { command });
    return company.editor.messages.at(-1);
  };
  const changed = (): readonly (readonly [string, number | null])[] =>
    (applied[0]!.edit.documentChanges as TextDocumentEdit[]).map(
      ({ textDocument: { uri, version } }) => [uri.replace(`${company.uri("")}/`, ""), version] as const,
    );

  it("is one edit after one question, of open documents first, and reports what was done and what was not", async () => {
    await start();
    await company.open("b.sft");
    const said = await run();
    assert.deepEqual(
      asked.map((each) => ({ ...each, uris: "uris" in each ? each.uris.length : 0 })),
      [{ findings: 3, files: 2, left: 1, uris: 2 }],
    );
    assert.equal(said, "Repaired 3 findings in 2 files. 1 finding has no clear fix.");
    assert.equal(applied.length, 1);
    assert.deepEqual(changed(), [
      ["b.sft", 1],
      ["a.sft", null],
    ]);
    assert.deepEqual(applied[0]!.edit.changeAnnotations, {
      repairs: { label: "Repairs: 3 findings in 2 files", needsConfirmation: false },
    });
  });

  it("asks any other editor by a message, and sends it edits by file if it supports no others", async () => {
    await start({ library: "file", capabilities: { ...able, workspace: { applyEdit: true } } });
    assert.match((await run())!, /^Repaired 3 findings in 2 files\./);
    assert.deepEqual(
      asked.map((each) => "message" in each && each.message),
      ["Repair 3 findings in 2 files? 2 more have no clear fix."],
    );
    assert.equal(Object.keys(applied[0]!.edit.changes!).length, 2);
  });

  it("marks the edit as a refactoring only for an editor that supports that", async () => {
    await start();
    await run();
    assert.equal("metadata" in applied[0]!, false);
    await company[Symbol.asyncDispose]();
    await start({
      capabilities: {
        ...able,
        workspace: { ...able.workspace, workspaceEdit: { documentChanges: true, metadataSupport: true } },
      },
    });
    await run();
    assert.deepEqual(applied[0]?.metadata, { isRefactoring: true });
  });

  it("changes nothing without a yes", async () => {
    await start({ wish: null });
    assert.equal(await run(), undefined);
    assert.deepEqual([asked.length, applied.length], [1, 0]);
  });

  it("lets each place be confirmed separately, and then claims no number", async () => {
    await start({ wish: "each" });
    assert.equal(await run(), "Repaired what you chose. 1 finding has no clear fix.");
    assert.equal(applied[0]!.edit.changeAnnotations!["repairs"]!.needsConfirmation, true);
  });

  it("skips what changed while the question was open", async () => {
    await start({ during: () => company.write({ "a.sft": "Something else [[lib:hr:greeting]]" }) });
    assert.match(
      (await run())!,
      /^Repaired .* in 1 file\. .* 1 file has changed since it was checked, and was left as it is\.$/,
    );
    assert.deepEqual(changed(), [["b.sft", null]]);
  });

  it("fixes nothing with one library's data after the window switched to another", async () => {
    await start({
      during: () => company.editor.connection.sendNotification("smartform/connection", { identity: null }),
    });
    assert.equal(await run(), "Nothing was repaired, because the window has switched to another library. Try again.");
    assert.equal(applied.length, 0);
  });

  it("says if the editor did not apply the changes", async () => {
    await start({ takes: false });
    assert.equal(await run(), "Nothing was repaired, because the editor did not accept the changes (it is locked).");
  });

  it("fixes nothing that is in the baseline, neither at first nor after another fix", async () => {
    const baseline = [{ file: "a.sft", code: "keyword-case", words: "lib" }];
    await start({
      files: {
        "a.sft": "[[lib:hr:greeting]]",
        "smartform.json": '{ "baseline": "known.json" }',
        "known.json": JSON.stringify(baseline),
      },
    });
    await run();
    const [{ edits }] = applied[0]!.edit.documentChanges as [TextDocumentEdit];
    assert.deepEqual(
      edits.map((edit) => "newText" in edit && edit.newText),
      [" ", " "],
    );
  });

  it("asks nothing if there is nothing to fix", async () => {
    await start({ files: { "a.sft": "[[ LIB : hr : greeting ]]", "b.sft": "[[ LIB : hr : zzzzzzz ]]" } });
    assert.equal(await run(), "Nothing was repaired. 1 finding has no clear fix.");
    assert.deepEqual(asked, []);
  });
});
