/**
 * MetaFiles: people name them, because no call lists them. Their documents, texts, keywords and attachments are shown
 * as the service reports them.
 */
import assert from "node:assert/strict";
import type { Api } from "../../../api/index.ts";
import {
  attachmentPage,
  documentsOf,
  KeptMetaFiles,
  keywordsOf,
  textPage,
  textsOf,
} from "../../../client/documents/metaFilesModel.ts";
import { startContract } from "../../api/contract/service.ts";
import type { Contract } from "../../api/contract/service.ts";
import { memory } from "./memory.ts";

describe("MetaFiles", () => {
  let contract: Contract;
  let api: Api;

  before(async () => {
    contract = await startContract();
    api = contract.as("standard");
  });
  after(() => contract.close());

  const asking = () =>
    ({
      api,
      at: { environment: "Test", environmentGroup: "North" },
      metaFile: contract.ready.demo.metaFile,
      signal: new AbortController().signal,
    }) as const;

  it("have documents: those that the service lists, and those that were added by hand", async () => {
    assert.deepEqual(await documentsOf(asking(), ["Terms", "DecisionWithoutHtml"]), [
      { name: "Decision", listed: true },
      { name: "Terms", listed: true },
      { name: "DecisionWithoutHtml", listed: false },
    ]);
  });

  it("have texts, by folder and name, with their keywords", async () => {
    const texts = await textsOf(asking());
    assert.deepEqual(
      texts.map(({ folder, name }) => `${folder}/${name}`),
      ["Claims/Decisions/Approval", "Claims/Decisions/Rejection", "Common/Ending", "Common/Salutations/Greeting"],
    );
    assert.deepEqual(texts[0]?.keywords, ["approved", "decision"]);
    assert.deepEqual(await keywordsOf(asking()), ["approved", "customer", "decision", "greeting", "rejected"]);
  });

  it("are shown text by text, with what is known of each", () => {
    const text = { name: "Ending", text: "Yours sincerely", description: "", folder: "Common", keywords: [] };
    assert.equal(
      textPage("ClaimLetters", text),
      "MetaFile: ClaimLetters\nFolder: Common\nText: Ending\n\nYours sincerely\n",
    );
    assert.match(
      textPage("ClaimLetters", { ...text, description: "Last words", keywords: ["a", "b"] }),
      /\nDescription: Last words\nKeywords: a, b\n\n/,
    );
  });

  it("have attachments, of which the service gives facts and no file", async () => {
    const [hit] = await api.call("documents.attachments.find", {
      environment: "Test",
      body: { Top: 10, Name: "terms" },
    });
    assert.equal(
      attachmentPage(hit ?? assert.fail("no hit")),
      "Id: att-terms\nName: Terms of claims\nGroup: Claims\nDescription: Appeal and time limits\nLogic: Always\nDocument: Terms\nSaved: 2026-01-12T08:30:00Z\nSaved by: karin\n",
    );
    assert.equal(
      attachmentPage({ Id: 7, Name: null, MetaLogic: { when: "always" } }),
      'Id: 7\nLogic: {"when":"always"}\n',
    );
  });

  it("are stored by name, with the documents that were added by hand", async () => {
    const store = memory();
    const kept = new KeptMetaFiles(store);
    await kept.put("here", "PolicyLetters");
    await kept.put("here", "ClaimLetters", "Terms");
    await kept.put("here", "ClaimLetters", "Terms");
    await kept.put("here", "ClaimLetters");
    assert.deepEqual(
      kept.of("here").map(({ name, documents }) => [name, documents]),
      [
        ["ClaimLetters", ["Terms"]],
        ["PolicyLetters", []],
      ],
    );
    await kept.forget("here", "ClaimLetters");
    assert.deepEqual(
      kept.of("here").map(({ name }) => name),
      ["PolicyLetters"],
    );
    assert.deepEqual(new KeptMetaFiles(memory({ "documents.metaFiles": [{}] })).of("here"), []);
  });
});
