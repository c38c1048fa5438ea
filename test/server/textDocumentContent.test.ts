/** Library texts and printed texts, as documents that every editor can show and no editor saves. */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { LSPErrorCodes, ResponseError } from "vscode-languageserver/node";
import type {
  ClientCapabilities,
  CodeAction,
  DocumentLink,
  Location,
  LocationLink,
  WorkspaceEdit,
  WorkspaceSymbol,
} from "vscode-languageserver/node";
import { service, text } from "../catalog/service.ts";
import type { Service } from "../catalog/service.ts";
import { capable, startEditor } from "./editor.ts";
import type { Editor, EditorOptions } from "./editor.ts";

const shows: ClientCapabilities = { ...capable, workspace: { textDocumentContent: {} } };
const texts = [
  {
    id: "t1",
    folderId: "f1",
    code: "greeting",
    defaultLanguage: "en",
    translations: { en: { content: "Dear [[ name ]]" }, sv: { content: "Hej [[ name ]]" } },
  },
  {
    id: "t2",
    folderId: "f1",
    code: "letter",
    contentType: 2,
    defaultLanguage: "en",
    translations: { en: { content: "<p>[[ LIB : hr : greeting ]] [[ LIB : hr : none ]]</p>" } },
  },
];
const catalog = (changed: readonly object[] = texts): string =>
  JSON.stringify({
    folders: [{ id: "f1", name: "HR", code: "hr" }],
    texts: changed,
    smartforms: [],
    dataTable: { name: "Ada <b>" },
  });

describe("documents that the server writes", () => {
  let folder = "";
  let editor: Editor;
  let refreshed: string[] = [];
  let heard = (): void => {};
  const uri = (name: string): string => pathToFileURL(join(folder, "workspace", name)).href;
  const greeting = "smartform-text://library/hr/greeting.en.sft?t1";
  const letter = "smartform-text://library/hr/letter.en.sft.html?t2";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "content-"));
    refreshed = [];
    await mkdir(join(folder, "workspace"));
    await writeFile(join(folder, "workspace", "a.sft"), "😀 [[ LIB : hr : greeting ]]\n[[ LIB : hr : letter ]]");
    await writeFile(join(folder, "catalog.json"), catalog());
    await writeFile(join(folder, "outside.sft"), "secret");
  });
  afterEach(async () => {
    await editor[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });
  async function start(options: EditorOptions = {}): Promise<void> {
    editor = await startEditor({
      capabilities: shows,
      folders: [{ uri: pathToFileURL(join(folder, "workspace")).href, name: "w" }],
      prepare(connection) {
        connection.onRequest("workspace/textDocumentContent/refresh", (params: { readonly uri: string }) => {
          refreshed.push(params.uri);
          heard();
          return null;
        });
      },
      ...options,
      initializationOptions: { catalog: { file: join(folder, "catalog.json") }, ...options.initializationOptions },
    });
    if (options.initializationOptions !== undefined) return;
    await editor.open("untitled:probe", "[[ LIB : hr : nobody ]]");
    await editor.findings("untitled:probe", ["unknown-text"]);
    await editor.connection.sendNotification("textDocument/didClose", { textDocument: { uri: "untitled:probe" } });
  }
  const content = async (address: string): Promise<string> =>
    (await editor.connection.sendRequest<{ readonly text: string }>("workspace/textDocumentContent", { uri: address }))
      .text;
  const refusal = async (address: string): Promise<string> =>
    content(address).then(
      (found) => assert.fail(found),
      (error: unknown) => {
        assert.ok(error instanceof ResponseError && error.code === LSPErrorCodes.RequestFailed, String(error));
        return error.message;
      },
    );
  const refreshOf = (address: string): Promise<void> =>
    new Promise((resolve) => {
      heard = () => {
        if (refreshed.includes(address)) resolve();
      };
      heard();
    });
  const at = (line: number, character: number): object => ({ position: { line, character } });
  const definition = async (document: string, line: number, character: number): Promise<readonly string[]> =>
    (
      (await editor.request<readonly LocationLink[] | null>(
        "textDocument/definition",
        document,
        at(line, character),
      )) ?? []
    ).map(({ targetUri }) => targetUri);
  const printedAt = async (document: string, line: number, character: number): Promise<string> =>
    (await editor.request<Location>("textDocument/implementation", document, at(line, character))).uri;

  it("are offered only to a client that shows them", async () => {
    await start();
    assert.deepEqual(editor.result.capabilities.workspace?.textDocumentContent, {
      schemes: ["smartform-text", "smartform-print"],
    });
    assert.equal(editor.result.capabilities.implementationProvider, true);
    await editor[Symbol.asyncDispose]();
    await start({ capabilities: { ...shows, workspace: { textDocumentContent: { dynamicRegistration: true } } } });
    assert.deepEqual(editor.result.capabilities.workspace?.textDocumentContent, {
      schemes: ["smartform-text", "smartform-print"],
    });
    await editor[Symbol.asyncDispose]();
    await start({ capabilities: capable });
    assert.deepEqual(
      [editor.result.capabilities.workspace?.textDocumentContent, editor.result.capabilities.implementationProvider],
      [undefined, undefined],
    );
    await editor.open(uri("a.sft"), "[[ LIB : hr : greeting ]]");
    assert.match((await definition(uri("a.sft"), 0, 16))[0] ?? "", /catalog\.json$/);
    assert.equal(await editor.request("textDocument/implementation", uri("a.sft"), at(0, 16)), null);
    await editor[Symbol.asyncDispose]();
    // VS Code opens and saves library texts through its own file system.
    await start({ initializationOptions: { catalog: { client: null } } });
    assert.deepEqual(
      [editor.result.capabilities.workspace?.textDocumentContent, editor.result.capabilities.implementationProvider],
      [undefined, undefined],
    );
  });

  it("contain a library text as the library has it: the definition, links, symbols and references lead there", async () => {
    await start();
    await editor.open(uri("a.sft"), "😀 [[ LIB : hr : greeting ]]\n[[ LIB : hr : letter ]]");
    assert.deepEqual(await definition(uri("a.sft"), 0, 20), [greeting]);
    assert.equal(await content(greeting), "Dear [[ name ]]");
    assert.equal(await content("smartform-text://library/hr/greeting.sv.sft?t1"), "Hej [[ name ]]");
    assert.deepEqual(
      (await editor.request<DocumentLink[]>("textDocument/documentLink", uri("a.sft"))).map(({ target }) => target),
      [greeting, letter],
    );
    const symbols = await editor.connection.sendRequest<readonly WorkspaceSymbol[]>("workspace/symbol", {
      query: "greeting",
    });
    assert.deepEqual(
      symbols.map(({ location }) => location.uri),
      [greeting, letter],
    );
    const places = await editor.request<readonly Location[]>("textDocument/references", uri("a.sft"), {
      ...at(0, 20),
      context: { includeDeclaration: true },
    });
    assert.deepEqual(
      places.map(({ uri: place, range }) => [place, range.start]),
      [
        [greeting, { line: 0, character: 0 }],
        [uri("a.sft"), { line: 0, character: 17 }],
        [letter, { line: 0, character: 17 }],
      ],
    );
  });

  it("are library texts if they are open: checked, with references that lead on, and never changed", async () => {
    await start();
    await editor.open(letter, await content(letter), "smartform-html");
    await editor.findings(letter, ["unknown-text"]);
    assert.deepEqual(await definition(letter, 0, 16), [greeting]);
    const places = await editor.request<readonly Location[]>("textDocument/references", letter, {
      ...at(0, 16),
      context: { includeDeclaration: false },
    });
    assert.deepEqual(
      places.map(({ uri: place }) => place),
      [letter, uri("a.sft")],
      "each place once",
    );
    const swedish = "smartform-text://library/hr/greeting.sv.sft?t1";
    await editor.open(swedish, "Hej [[name ]]");
    const [finding] = await editor.findings(swedish, ["missing-space"]);
    const actions = await editor.request<readonly CodeAction[]>("textDocument/codeAction", swedish, {
      range: finding?.range,
      context: { diagnostics: [], only: ["quickfix"] },
    });
    assert.deepEqual(
      actions.filter(({ edit }) => JSON.stringify(edit ?? {}).includes("smartform-text:")),
      [],
    );
    await editor.open(greeting, await content(greeting));
    const edit = await editor.request<WorkspaceEdit>("textDocument/rename", letter, { ...at(0, 24), newName: "hello" });
    assert.deepEqual(Object.keys(edit.changes ?? {}), [uri("a.sft")]);
  });

  it("are named if a finding is explained by another text", async () => {
    const cycle = [
      { ...texts[0], translations: { en: { content: "[[ LIB : hr : letter ]]" } } },
      { ...texts[1]!, contentType: 0, translations: { en: { content: "[[ LIB : hr : greeting ]]" } } },
    ];
    await writeFile(join(folder, "catalog.json"), catalog(cycle));
    await start();
    await editor.open(greeting, "[[ LIB : hr : letter ]]");
    const [found] = await editor.findings(greeting, ["include-cycle"]);
    assert.deepEqual(
      found?.relatedInformation?.map(({ location, message }) => [location.uri, message]),
      [
        ["smartform-text://library/hr/letter.en.sft?t2", '"letter" includes "greeting".'],
        [greeting, '"greeting" includes "letter".'],
      ],
    );
  });

  it("contain what a text prints, and what an open document or a file of the workspace prints", async () => {
    await start();
    const a = uri("a.sft");
    await editor.open(a, "😀 [[ LIB : hr : greeting ]]\n[[ LIB : hr : letter ]]");
    assert.equal(await printedAt(a, 0, 20), "smartform-print://library/hr/greeting.en.txt?t1");
    assert.equal(await content(await printedAt(a, 0, 20)), "Dear Ada <b>");
    assert.equal(await printedAt(a, 1, 20), "smartform-print://library/hr/letter.en.html?t2");
    assert.equal(await content(await printedAt(a, 1, 20)), "<p>Dear Ada &lt;b> [[ LIB : hr : none ]]</p>");
    const whole = await printedAt(a, 0, 0);
    assert.match(whole, /^smartform-print:\/\/document\/a\.txt\?/);
    assert.equal(await content(whole), "😀 Dear Ada <b>\n<p>Dear Ada <b> [[ LIB : hr : none ]]</p>");
    await editor.connection.sendNotification("textDocument/didClose", { textDocument: { uri: a } });
    assert.equal(await content(whole), "😀 Dear Ada <b>\n<p>Dear Ada <b> [[ LIB : hr : none ]]</p>");
    await editor.open(greeting, "Dear [[ name ]]");
    assert.equal(await printedAt(greeting, 0, 0), "smartform-print://library/hr/greeting.en.txt?t1");
    // The text has no Swedish version, but the texts that it includes are still shown in Swedish.
    assert.equal(
      await content("smartform-print://library/hr/letter.sv.html?t2"),
      "<p>Hej Ada &lt;b> [[ LIB : hr : none ]]</p>",
    );
  });

  it("give no findings if they are what is printed", async () => {
    await start();
    const printed = "smartform-print://library/hr/letter.en.html?t2";
    await editor.open(printed, await content(printed), "smartform-html");
    await editor.open(letter, await content(letter), "smartform-html");
    await editor.findings(letter, ["unknown-text"]);
    assert.deepEqual(
      editor.pushed.filter((each) => each.uri === printed),
      [],
    );
    assert.equal(await editor.request("textDocument/hover", printed, at(0, 30)), null);
  });

  it("are reported as missing, with the reason, and nothing outside the workspace is read", async () => {
    await start();
    assert.equal(
      await refusal("smartform-text://library/hr/gone.en.sft?t9"),
      "The Text Library has no text hr : gone.",
    );
    assert.equal(
      await refusal("smartform-text://library/hr/greeting.de.sft?t1"),
      "The text hr : greeting has no content in de.",
    );
    assert.equal(
      await refusal("smartform-print://library/hr/gone.en.txt?t9"),
      "The Text Library has no text hr : gone.",
    );
    const outside = `smartform-print://document/outside.txt?${encodeURIComponent(pathToFileURL(join(folder, "outside.sft")).href)}`;
    for (const address of [
      outside,
      "smartform-text://library/hr",
      "smartform-print://document/a.txt",
      "smartform-print://document/a.txt?untitled%3Aa",
      "textlib://test/hr/greeting.en.sft?t1",
      "file:///etc/passwd",
      "%",
    ]) {
      assert.match(await refusal(address), /^There is no document /, address);
    }
    await editor.open(uri("a.form.json"), "{}", "json");
    assert.match(
      await refusal(`smartform-print://document/a.txt?${encodeURIComponent(uri("a.form.json"))}`),
      /^There is no document /,
    );
  });

  it("are requested again when their content changes, and only then", async () => {
    await start();
    const a = uri("a.sft");
    await editor.open(a, "x [[ LIB : hr : greeting ]]");
    const printed = await printedAt(a, 0, 0);
    const shownPrinted = await printedAt(a, 0, 18);
    const gone = "smartform-text://library/hr/later.en.sft?t3";
    for (const address of [greeting, letter, printed, shownPrinted]) await content(address);
    await refusal(gone);
    const closed = "smartform-text://library/hr/greeting.sv.sft?t1";
    await content(closed);
    await editor.connection.sendNotification("textDocument/didClose", { textDocument: { uri: closed } });
    await editor.change(a, 2, [{ text: "x [[ LIB : hr : greeting ]]!" }]);
    await refreshOf(printed);
    assert.deepEqual(refreshed, [printed]);
    await content(printed);
    refreshed.length = 0;
    const [first, second] = texts;
    await writeFile(
      join(folder, "catalog.json"),
      catalog([
        { ...first, translations: { en: { content: "Hi [[ name ]]" } } },
        second!,
        { id: "t3", folderId: "f1", code: "later", defaultLanguage: "en", translations: { en: { content: "Now" } } },
      ]),
    );
    for (const address of [greeting, printed, shownPrinted, gone]) await refreshOf(address);
    assert.deepEqual([...new Set(refreshed)].sort(), [greeting, gone, printed, shownPrinted].sort());
    assert.deepEqual(
      [await content(greeting), await content(printed), await content(gone)],
      ["Hi [[ name ]]", "x Hi Ada <b>!", "Now"],
    );
  });

  describe("of a service", () => {
    let from: Service;
    async function startLive(): Promise<void> {
      from = service([text(1, { code: "greeting" })]);
      await start({
        capabilities: { ...shows, window: { workDoneProgress: false } },
        initializationOptions: { catalog: { live: true } },
        dependencies: {
          cacheFolder: folder,
          connect: () =>
            Promise.resolve({
              identity: { authUrl: "https://auth.example", formsApiUrl: "https://forms.example", clientId: "one" },
              call: (...asked) => from.call(...asked),
              close: () => Promise.resolve(),
            }),
        },
      });
    }

    it("are read when they are requested before the library is", async () => {
      let go = (): void => {};
      const held = new Promise<void>((resolve) => {
        go = resolve;
      });
      await startLive();
      from.before = (call) => (call.startsWith("textlibrary.search") ? held : undefined);
      assert.equal(await content("smartform-text://library/hr/greeting.sv.sft?t1"), "Hej 1");
      assert.equal(
        await refusal("smartform-text://library/hr/greeting.de.sft?t1"),
        "The text hr : greeting has no content in de.",
      );
      go();
    });

    it("are neither present nor missing if the service does not answer", async () => {
      await startLive();
      from.before = () => {
        throw new Error("The service is down.");
      };
      assert.match(
        await refusal("smartform-text://library/hr/greeting.sv.sft?t1"),
        /^The content of hr : greeting is not known yet\. .*The service is down\./,
      );
    });
  });

  it("are unknown without a library", async () => {
    editor = await startEditor({ capabilities: shows });
    assert.match(await refusal(greeting), /^The content of hr : greeting is not known yet\./);
  });
});
