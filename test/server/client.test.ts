/**
 * The server with a client as in VS Code: the client makes every call to the service, and the server answers the
 * requests of the client's trees.
 */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ResponseError } from "vscode-languageserver/node";
import type { CodeAction, CompletionList, DocumentLink, LocationLink } from "vscode-languageserver/node";
import { ApiError, isApiError } from "../../api/index.ts";
import type { ReadOperationId, Request } from "../../api/index.ts";
import { workCommand } from "../../server/protocol.ts";
import type {
  CallParams,
  CatalogParams,
  CatalogIdentity,
  FoldersResult,
  TextsResult,
  UsesResult,
  WorkParams,
} from "../../server/protocol.ts";
import { service, text } from "../catalog/service.ts";
import type { Service } from "../catalog/service.ts";
import { capable, startEditor } from "./editor.ts";
import type { Editor } from "./editor.ts";

describe("language server for VS Code", () => {
  let folder = "";
  let editor: Editor;
  let from: Service;
  const statuses: CatalogParams[] = [];
  const owners: string[] = [];
  const progress: string[] = [];
  const greeting = text(1, {
    code: "greeting",
    contentType: 2,
    translations: { en: { content: "<p>[[ LIB : hr : name]]</p>" }, sv: { content: "Hej" } },
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "client-"));
    from = service([greeting, text(2, { code: "name" })]);
    statuses.length = 0;
    owners.length = 0;
    progress.length = 0;
    const identity: CatalogIdentity = {
      name: "test",
      owner: "whose",
      authUrl: "https://auth.example",
      formsApiUrl: "https://forms.example",
      clientId: "one",
      folder,
    };
    editor = await startEditor({
      initializationOptions: { catalog: { client: identity } },
      capabilities: { ...capable, window: { workDoneProgress: true } },
      prepare(connection) {
        connection.onRequest("smartform/call", async ({ owner, operation, request }: CallParams): Promise<unknown> => {
          owners.push(owner.owner);
          try {
            return await from.call(operation as ReadOperationId, request as Request<ReadOperationId>, {});
          } catch (error) {
            if (!isApiError(error)) throw error;
            const { code, outcome, status } = error;
            return new ResponseError(-32001, error.message, { code, outcome, status });
          }
        });
        connection.onRequest("window/workDoneProgress/create", () => null);
        connection.onNotification(
          "$/progress",
          ({ value }: { readonly value: { readonly kind: string } }) => void progress.push(value.kind),
        );
        connection.onNotification("smartform/catalog", (status: CatalogParams) => void statuses.push(status));
      },
    });
  });
  afterEach(async () => {
    await editor[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });
  /** Reads the library again, once any reading in progress has ended. With an id, reads that text instead. */
  const read = (textId?: string): Promise<null> =>
    editor.connection.sendRequest("smartform/refresh", textId === undefined ? {} : { textId });
  const uri = "textlib://test/hr/greeting.en.sft.html?t1";

  it("offers the client's actions on the service, with everything that they need", async () => {
    await read();
    await editor.open("file:///b.sft", "😀\r\n[[ LIB : hr : gone ]] Thank you");
    await editor.findings("file:///b.sft", ["unknown-text"]);
    const actions = (line: number, from: number, to: number): Promise<readonly CodeAction[]> =>
      editor.request("textDocument/codeAction", "file:///b.sft", {
        range: { start: { line, character: from }, end: { line, character: to } },
        context: { diagnostics: [], only: ["quickfix", "refactor.extract"] },
      });
    const [create] = await actions(1, 16, 16);
    const owner = { name: "test", owner: "whose" };
    const creation: WorkParams = {
      owner,
      uri: "file:///b.sft",
      version: 1,
      work: { do: "create-text", folderId: "f1", code: "gone", contentType: 0 },
    };
    assert.deepEqual([create?.command?.command, create?.command?.arguments], [workCommand, [creation]]);
    const [extract] = await actions(1, 22, 31);
    const extraction: WorkParams = {
      owner,
      uri: "file:///b.sft",
      version: 1,
      work: { do: "extract", start: 26, end: 35, contentType: 0, code: "thank-you" },
    };
    assert.deepEqual(
      [extract?.kind, extract?.edit, extract?.command?.arguments],
      ["refactor.extract", undefined, [extraction]],
    );
    await editor.connection.sendNotification("smartform/connection", { identity: null });
    await editor.findings("file:///b.sft", []);
    assert.deepEqual(await actions(1, 22, 31), [], "nothing can be created without a service");
  });

  it("serves the trees", async () => {
    await read();
    const folders = await editor.connection.sendRequest<FoldersResult>("smartform/folders");
    assert.deepEqual([folders.known, folders.folders.map((each) => each.id)], [true, ["f1", "f2"]]);
    const inFolder = await editor.connection.sendRequest<TextsResult>("smartform/texts", { folderId: "f1" });
    assert.deepEqual([inFolder.known, inFolder.texts.map((each) => each.code)], [true, ["greeting", "name"]]);
    const found = await editor.connection.sendRequest<TextsResult>("smartform/texts", { query: "GREET" });
    assert.deepEqual(
      found.texts.map((each) => each.id),
      ["t1"],
    );
    assert.deepEqual(await editor.connection.sendRequest<UsesResult>("smartform/uses", { textId: "t2" }), {
      known: true,
      uses: [{ textId: "t1", language: "en", code: "greeting" }],
      documents: [],
      smartforms: [],
    });
    assert.equal((await editor.connection.sendRequest<UsesResult>("smartform/uses", { textId: "t9" })).known, true);
    await editor.open("textlib://test/hr/greeting.en.sft?t1", "Dear [[ LIB : hr : name ]]");
    await editor.open("textlib://test/hr/greeting.sv.sft?t1", "Kära [[ LIB : hr : name ]]");
    const { uses, documents } = await editor.connection.sendRequest<UsesResult>("smartform/uses", { textId: "t2" });
    assert.deepEqual(
      [uses.length, documents],
      [1, [{ uri: "textlib://test/hr/greeting.sv.sft?t1", open: true, certain: true }]],
      "each language is one place, also while it is open",
    );
  });

  it("says why the folders are unknown if the reading stopped", async () => {
    await read();
    from.before = (call) => {
      throw new ApiError("unreachable", call as ReadOperationId, "none", "The service does not answer.");
    };
    await editor.connection.sendNotification("smartform/connection", {
      identity: {
        name: "other",
        owner: "another",
        authUrl: "https://auth.example",
        formsApiUrl: "https://forms.example",
        clientId: "two",
        folder,
      },
    });
    await read();
    const { known, problem } = await editor.connection.sendRequest<FoldersResult>("smartform/folders", {});
    assert.equal(known, false);
    assert.match(problem ?? "", /does not answer/);
  });

  it("searches for words in contents here if the service's own search does not (T32)", async () => {
    await read();
    from.calls.length = 0;
    const search = async (more: object): Promise<readonly string[]> =>
      (await editor.connection.sendRequest<TextsResult>("smartform/texts", { query: "hello", ...more })).texts.map(
        ({ id }) => id,
      );
    assert.deepEqual([await search({}), await search({ contents: true })], [[], ["t2"]]);
    assert.deepEqual(from.calls, []);
  });

  it("finds a text's references in open documents, in their current state (T9)", async () => {
    await read();
    await editor.open(
      "file:///letter.txt",
      "Dear [[ LIB : hr : name ]],\n[[ LIB : hr : greeting ]] [[LIB:hr:name]] [[ LIB : hr : name : more ]] [[ name ]]",
    );
    const { documents } = await editor.connection.sendRequest<UsesResult>("smartform/uses", { textId: "t2" });
    assert.deepEqual(documents, [{ uri: "file:///letter.txt", open: true, certain: true }]);
  });

  it("reports the progress of the reading, and shows it", async () => {
    await read();
    const last = statuses.at(-1);
    assert.deepEqual([last?.state, last?.texts, typeof last?.readAt], ["complete", 2, "string"]);
    assert.deepEqual([progress[0], progress.at(-1)], ["begin", "end"]);
  });

  it("knows a library text by its address: language, content type and the text itself", async () => {
    await read();
    await editor.open(uri, "<p>[[ LIB : hr : na<b>m</b>e ]] [[ LIB : hr : greeting ]]</p>", "smartform-html");
    await editor.findings(uri, ["markup-in-placeholder", "include-cycle"]);
  });

  it("knows nothing about a text of another connection, and changes nothing in it", async () => {
    await read();
    const foreign = "textlib://other/hr/letter.en.sft?t1";
    await editor.open(foreign, "[[ LIB : hr : name ]] [[ LIB : hr : missing ]] [[ LIB : nowhere : name ]]");
    await editor.open("file:///letter.txt", "[[ LIB : hr : name ]] [[ LIB : hr : missing ]]");
    await editor.findings("file:///letter.txt", ["unknown-text"]);
    await editor.findings(foreign, []);
    const { documents } = await editor.connection.sendRequest<UsesResult>("smartform/uses", { textId: "t2" });
    assert.deepEqual(documents, [{ uri: "file:///letter.txt", open: true, certain: true }]);
    const at = { textDocument: { uri: foreign }, position: { line: 0, character: 15 } };
    assert.deepEqual(
      [
        await editor.connection.sendRequest("textDocument/definition", at),
        await editor.connection.sendRequest("textDocument/codeLens", at),
      ],
      [null, []],
    );
  });

  it("links to library texts, and asks VS Code to suggest again", async () => {
    await read();
    await editor.open(uri, "[[ LIB : hr : name ]] [[ ");
    const target = "textlib://test/hr/name.en.sft?t2";
    const [link] = await editor.request<DocumentLink[]>("textDocument/documentLink", uri);
    assert.equal(link?.target, target);
    const [definition] = await editor.request<LocationLink[]>("textDocument/definition", uri, {
      position: { line: 0, character: 15 },
    });
    assert.equal(definition?.targetUri, target);
    const list = await editor.request<CompletionList>("textDocument/completion", uri, {
      position: { line: 0, character: 25 },
    });
    assert.ok(list.items.some((item) => item.command?.command === "editor.action.triggerSuggest"));
  });

  it("accepts what a save returned, and what the service no longer has", async () => {
    await read();
    await editor.open(uri, "[[ LIB : hr : new ]]");
    await editor.findings(uri, ["unknown-text"]);
    await editor.connection.sendNotification("smartform/text", {
      owner: "whose",
      textId: "t7",
      text: text(7, { code: "new" }),
    });
    await editor.findings(uri, []);
    await editor.connection.sendNotification("smartform/text", {
      owner: "whose",
      textId: "t7",
      text: { id: "t7", code: 9 },
    });
    await editor.until(() => editor.messages.some((each) => each.includes("t7 is not shaped")));
    await editor.connection.sendNotification("smartform/text", { owner: "whose", textId: "t7", text: null });
    await editor.findings(uri, ["unknown-text"]);
  });

  it("accepts nothing of another library, whichever was chosen at that time", async () => {
    await read();
    await editor.open(uri, "[[ LIB : hr : new ]]");
    await editor.findings(uri, ["unknown-text"]);
    await editor.connection.sendNotification("smartform/text", {
      owner: "another",
      textId: "t7",
      text: text(7, { code: "new" }),
    });
    await editor.connection.sendNotification("smartform/text", { owner: "another", textId: "t1", text: null });
    const found = await editor.connection.sendRequest<TextsResult>("smartform/texts", { query: "" });
    assert.deepEqual(found.texts.map(({ id }) => id).sort(), ["t1", "t2"]);
  });

  it("says with every call whose library is read, even while another one is chosen", async () => {
    await read();
    assert.deepEqual([...new Set(owners)], ["whose"]);
    await editor.connection.sendNotification("smartform/connection", {
      identity: {
        name: "other",
        owner: "another",
        authUrl: "https://auth.example",
        formsApiUrl: "https://forms.example",
        clientId: "two",
        folder,
      },
    });
    owners.length = 0;
    assert.equal((await editor.connection.sendRequest<FoldersResult>("smartform/folders", {})).known, false);
    await read();
    assert.deepEqual([...new Set(owners)], ["another"]);
  });

  it("answers no request that means another library", async () => {
    await read();
    const requests: Readonly<Record<string, object>> = {
      folders: {},
      texts: { query: "" },
      uses: { textId: "t1" },
      sample: { smartformId: "s" },
      languages: {},
      contract: { of: { textId: "t1" }, format: "typescript" },
      find: { query: "", limit: 1 },
      referenceEdits: { changes: [] },
      reference: { uri, textIds: ["t1"] },
      survey: {},
      languageProgress: {},
      worklist: { language: "sv", kind: "missing", folderIds: null, limit: 1 },
      holding: { words: "Hej", folderIds: null, language: null },
      printed: { smartformId: null, folder: null, language: null, textIds: [] },
      contents: { after: 0, limit: 1, language: null },
      checkLibrary: {},
    };
    for (const [name, params] of Object.entries(requests)) {
      await editor.connection.sendRequest(`smartform/${name}`, { ...params, owner: "whose" });
      await assert.rejects(
        editor.connection.sendRequest(`smartform/${name}`, { ...params, owner: "another" }),
        { code: -32010 },
        name,
      );
    }
  });

  it("reads one text on request, and says why it could not", async () => {
    await read();
    from.texts.set("t8", text(8, { code: "late" }));
    await read("t8");
    assert.deepEqual(
      (await editor.connection.sendRequest<TextsResult>("smartform/texts", { query: "late" })).texts.map(
        (each) => each.id,
      ),
      ["t8"],
    );
    from.before = () => {
      throw new Error("no network");
    };
    await assert.rejects(read("t8"), /no network/);
  });

  it("shows another company nothing of this one, and nothing at all after signing out (T90)", async () => {
    await read();
    const texts = (): Promise<TextsResult> => editor.connection.sendRequest("smartform/texts", { query: "greeting" });
    from.texts.clear();
    await editor.connection.sendNotification("smartform/connection", {
      identity: {
        name: "other",
        authUrl: "https://auth.example",
        formsApiUrl: "https://forms.example",
        clientId: "two",
        folder,
      },
    });
    await read();
    assert.deepEqual(await texts(), { known: true, texts: [] });
    await editor.connection.sendNotification("smartform/connection", { identity: null });
    await read();
    assert.deepEqual(await texts(), { known: false, texts: [] });
  });

  it("makes only reads", async () => {
    await read();
    assert.deepEqual([...new Set(from.calls.map((call) => call.split(" ")[0]))].sort(), [
      "forms.active",
      "forms.definition",
      "forms.fields",
      "forms.participatingParties",
      "textlibrary.folders.list",
      "textlibrary.search",
      "textlibrary.texts.get",
    ]);
  });

  it("says why the library could not be read, and continues", async () => {
    await read();
    from.before = () => {
      throw new Error("no network");
    };
    await read();
    await editor.until(() => editor.messages.some((each) => each.includes("could not be read completely")));
    await editor.open(uri, "[[ LIB : hr : nowhere ]]");
    await editor.findings(uri, ["unknown-text"]);
  });
});
