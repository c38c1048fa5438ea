/** The requests about one document, as an editor makes them. */
import assert from "node:assert/strict";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type {
  ClientCapabilities,
  CodeAction,
  DocumentHighlight,
  InlayHint,
  LinkedEditingRanges,
  Location,
  SelectionRange,
  SemanticTokens,
  SemanticTokensDelta,
  SignatureHelp,
  TextEdit,
} from "vscode-languageserver/node";
import { legend } from "../../server/handlers/semanticTokens.ts";
import { capable, startEditor } from "./editor.ts";
import type { Editor, EditorOptions } from "./editor.ts";

const catalog = {
  folders: [{ id: "f1", name: "HR", code: "hr" }],
  texts: [
    {
      id: "t1",
      folderId: "f1",
      code: "greeting",
      name: "[Click](command:evil)",
      defaultLanguage: "en",
      translations: { en: { content: "Hello\u202e [[ name ]]" } },
    },
  ],
  smartforms: [],
  dataTable: { name: "Ada" },
};

/** Returns a client's callback, and a function that waits for its next call. */
function bell() {
  let ring = (): void => {};
  return {
    ring(): null {
      ring();
      return null;
    },
    next: () =>
      new Promise<void>((resolve) => {
        ring = resolve;
      }),
  };
}

describe("requests about one document", () => {
  let folder = "";
  let file = "";
  let editor: Editor;
  const a = "file:///a.sft";
  const request = "file:///a.form.json";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "document-"));
    file = join(folder, "catalog.json");
    await writeFile(file, JSON.stringify(catalog));
  });
  afterEach(async () => {
    await editor[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });
  /** Starts the server and waits for the catalog. */
  async function start(options: EditorOptions = {}): Promise<void> {
    editor = await startEditor({
      ...options,
      initializationOptions: { catalog: { file }, ...options.initializationOptions },
    });
    await editor.open("file:///probe.sft", "[[ LIB : hr : none ]]");
    await editor.findings("file:///probe.sft", ["unknown-text"]);
    await editor.open(request, '{ "values": { "a": "[[name]]" } }', "json");
  }
  const lines = (first: number, last: number): { readonly range: object } => ({
    range: { start: { line: first, character: 0 }, end: { line: last, character: 0 } },
  });

  describe("inlay hints", () => {
    const withHints = (more: ClientCapabilities["workspace"] = {}): ClientCapabilities => ({
      ...capable,
      textDocument: { ...capable.textDocument, inlayHint: { resolveSupport: { properties: ["tooltip"] } } },
      workspace: { inlayHint: { refreshSupport: true }, ...more },
    });
    const labels = async (first = 0, last = 9): Promise<readonly unknown[]> =>
      (await editor.request<InlayHint[]>("textDocument/inlayHint", a, lines(first, last))).map(({ label }) => label);

    it("follow visible placeholders, and give details when the pointer is over them", async () => {
      await start({ capabilities: withHints() });
      assert.deepEqual(editor.result.capabilities.inlayHintProvider, { resolveProvider: true });
      await editor.open(a, "[[ name ]]\r\n😀 [[ LIB : hr : greeting ]]\r\n[[ name ]]");
      const [hint, ...others] = await editor.request<InlayHint[]>("textDocument/inlayHint", a, lines(1, 2));
      assert.deepEqual(
        [hint?.label, hint?.position, hint?.paddingLeft, hint?.tooltip, others],
        ["Hello⟨U+202E⟩ Ada", { line: 1, character: 28 }, true, undefined, []],
      );
      const resolved = await editor.connection.sendRequest<InlayHint>("inlayHint/resolve", hint);
      assert.match((resolved.tooltip as { value: string }).value, /\*\*\\\[Click\\\]\\\(command:evil\\\)\*\*/);
      await editor.change(a, 2, [{ text: "[[ name ]] ".repeat(9) }]);
      assert.equal(
        (await editor.connection.sendRequest<InlayHint>("inlayHint/resolve", hint)).tooltip,
        undefined,
        "the hint is one of an older text",
      );
      assert.deepEqual(await editor.connection.sendRequest("inlayHint/resolve", { ...hint, data: { uri: 7 } }), {
        ...hint,
        data: { uri: 7 },
      });
      assert.deepEqual(await editor.request("textDocument/inlayHint", request, lines(0, 1)), []);
    });

    it("are requested again when the catalog changes", async () => {
      const refresh = bell();
      await start({
        capabilities: withHints(),
        prepare: (connection) => connection.onRequest("workspace/inlayHint/refresh", refresh.ring),
      });
      await editor.open(a, "[[ name ]]");
      assert.deepEqual(await labels(), ["Ada"]);
      await writeFile(`${file}.next`, JSON.stringify({ ...catalog, dataTable: { name: "Åsa" } }));
      await rename(`${file}.next`, file);
      while ((await labels())[0] !== "Åsa") await refresh.next();
    });

    it("appear in the kinds that the settings leave on, also when those change", async () => {
      let said: unknown = { data: false, texts: "no boolean" };
      const refresh = bell();
      let registered = false;
      await start({
        capabilities: withHints({ configuration: true, didChangeConfiguration: { dynamicRegistration: true } }),
        prepare(connection) {
          connection.onRequest("workspace/configuration", () => [said]);
          connection.onRequest("workspace/inlayHint/refresh", refresh.ring);
          connection.onRequest(
            "client/registerCapability",
            ({ registrations }: { readonly registrations: readonly { readonly method: string }[] }) => {
              registered ||= registrations.some(({ method }) => method === "workspace/didChangeConfiguration");
              return null;
            },
          );
        },
      });
      await editor.open(a, "[[ name ]] [[ LIB : hr : greeting ]] [[ INPUT : b | default=$name ]]");
      assert.deepEqual(await labels(), ["Hello⟨U+202E⟩ Ada", "Ada"]);
      assert.ok(registered);
      said = { defaults: false };
      await editor.connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
      while ((await labels())[0] !== "Ada") await refresh.next();
      assert.deepEqual(await labels(), ["Ada", "Hello⟨U+202E⟩ Ada"]);
    });
  });

  it("format placeholders, those of a range, and the one that was just closed", async () => {
    await start();
    const { documentFormattingProvider, documentRangeFormattingProvider, documentOnTypeFormattingProvider } =
      editor.result.capabilities;
    assert.deepEqual(
      [documentFormattingProvider, documentRangeFormattingProvider, documentOnTypeFormattingProvider],
      [true, true, { firstTriggerCharacter: "]" }],
    );
    const library = "textlib://test/hr/greeting.en.sft?t1";
    await editor.open(library, "😀 [[name ]]  x\r\n[[ LIB:hr : greeting ]]");
    const options = { tabSize: 2, insertSpaces: true };
    const space = (line: number, character: number): TextEdit => ({
      range: { start: { line, character }, end: { line, character } },
      newText: " ",
    });
    const colon: TextEdit = {
      range: { start: { line: 1, character: 6 }, end: { line: 1, character: 7 } },
      newText: " : ",
    };
    assert.deepEqual(await editor.request("textDocument/formatting", library, { options }), [space(0, 5), colon]);
    assert.deepEqual(await editor.request("textDocument/rangeFormatting", library, { options, ...lines(1, 2) }), [
      colon,
    ]);
    assert.deepEqual(
      await editor.request("textDocument/onTypeFormatting", library, {
        options,
        ch: "]",
        position: { line: 0, character: 12 },
      }),
      [space(0, 5)],
    );
    assert.deepEqual(
      await editor.request("textDocument/onTypeFormatting", library, {
        options,
        ch: "]",
        position: { line: 0, character: 11 },
      }),
      [],
    );
    assert.deepEqual(await editor.request("textDocument/formatting", request, { options }), []);
  });

  it("format several ranges at once, each placeholder once, for a client that requests it", async () => {
    await start({
      capabilities: { ...capable, textDocument: { ...capable.textDocument, rangeFormatting: { rangesSupport: true } } },
    });
    assert.deepEqual(editor.result.capabilities.documentRangeFormattingProvider, { rangesSupport: true });
    await editor.open(a, "[[a ]]\n[[b ]]\n[[c ]]");
    const space = (line: number): TextEdit => ({
      range: { start: { line, character: 2 }, end: { line, character: 2 } },
      newText: " ",
    });
    const ask = (uri: string, ...asked: readonly (readonly [number, number])[]): Promise<unknown> =>
      editor.request("textDocument/rangesFormatting", uri, {
        options: {},
        ranges: asked.map(([first, last]) => lines(first, last).range),
      });
    assert.deepEqual(await ask(a, [2, 3], [0, 1], [2, 3]), [space(0), space(2)]);
    assert.deepEqual(await ask(a), []);
    assert.deepEqual(await ask(request, [0, 1]), []);
  });

  it("complete the certain rest of a reference inline, for a client that shows it, and nothing next to an open list", async () => {
    await start();
    assert.equal(editor.result.capabilities.inlineCompletionProvider, undefined);
    await editor[Symbol.asyncDispose]();
    await start({ capabilities: { ...capable, textDocument: { ...capable.textDocument, inlineCompletion: {} } } });
    assert.equal(editor.result.capabilities.inlineCompletionProvider, true);
    await editor.open(a, "😀 [[ LIB : hr : gre and more");
    const place = { line: 0, character: 20 };
    const ask = (uri: string, character: number, more: object = {}): Promise<unknown> =>
      editor.request("textDocument/inlineCompletion", uri, {
        position: { line: 0, character },
        context: { triggerKind: 2, ...more },
      });
    assert.deepEqual(await ask(a, 20), [{ insertText: "eting ]]", range: { start: place, end: place } }]);
    assert.deepEqual(await ask(a, 20, { selectedCompletionInfo: null }), await ask(a, 20));
    assert.deepEqual(
      await ask(a, 20, { selectedCompletionInfo: { range: { start: place, end: place }, text: "greeting ]]" } }),
      [],
    );
    assert.deepEqual(await ask(a, 24), []);
    assert.deepEqual(await ask(request, 20), []);
  });

  it("place the cursor where a fix needs typing, if the editor can, and write plain text elsewhere", async () => {
    const form = "file:///b.form.json";
    const asked = {
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 40 } },
      context: { diagnostics: [], only: ["quickfix"] },
    };
    const fixes = async (uri: string): Promise<readonly CodeAction[]> =>
      editor.request("textDocument/codeAction", uri, asked);
    const edits = (actions: readonly CodeAction[], uri: string): readonly unknown[] =>
      actions.flatMap(({ edit }) => {
        const [change] = edit?.documentChanges ?? [];
        if (change === undefined) return (edit?.changes?.[uri] ?? []).map(({ newText }) => newText);
        assert.ok("edits" in change && change.textDocument.version === 1 && edit?.changes === undefined);
        return change.edits.map((each) => ("snippet" in each ? each.snippet : each.newText));
      });
    for (const workspaceEdit of [{ documentChanges: true }, { snippetEditSupport: true }]) {
      await start({ capabilities: { ...capable, workspace: { workspaceEdit } } });
      await editor.open(form, '{ "dialogDefinitionId": "s1" }', "json");
      await editor.open(a, "[[ INPUT : ]] [[ INPUT : $a} | type=select ]]");
      assert.deepEqual(edits(await fixes(form), form), [', "values": {}']);
      assert.deepEqual(edits(await fixes(a), a), []);
      await editor[Symbol.asyncDispose]();
    }
    await start({
      capabilities: { ...capable, workspace: { workspaceEdit: { documentChanges: true, snippetEditSupport: true } } },
    });
    await editor.open(form, '{ "dialogDefinitionId": "s1" }', "json");
    await editor.open(a, "[[ INPUT : ]] [[ INPUT : a | type=select ]]");
    assert.deepEqual(edits(await fixes(form), form), [{ kind: "snippet", value: ', "values": {${1}\\}' }]);
    assert.deepEqual(edits(await fixes(a), a), [
      { kind: "snippet", value: " : ${1:name} " },
      { kind: "snippet", value: " | source=${1}" },
    ]);
    await editor.change(a, 1, [{ text: "[[ lib : hr : greeting ]]" }]);
    // This fix is complete, so it has no tab stop.
    assert.deepEqual(edits(await fixes(a), a), ["LIB"]);
  });

  it("help to write an input, and name the folder of a short reference as plain text", async () => {
    await start({ initializationOptions: { folder: "hr" } });
    assert.deepEqual(editor.result.capabilities.signatureHelpProvider, { triggerCharacters: ["|", "=", ":"] });
    await editor.open(a, "😀 [[ INPUT : a | source=\n\n[[ LIB : greeting ]] [[ INPUT : a | other=");
    const help = (line: number, character: number): Promise<SignatureHelp | null> =>
      editor.request("textDocument/signatureHelp", a, { position: { line, character } });
    const input = await help(0, 25);
    assert.equal(input?.activeParameter, 3);
    const [start0, end0] = input.signatures[0]?.parameters?.[3]?.label as readonly [number, number];
    assert.equal(input.signatures[0]?.label.slice(start0, end0), "source=name");
    const reference = await help(2, 9);
    assert.deepEqual([reference?.activeSignature, reference?.activeParameter], [1, 0]);
    assert.deepEqual(reference?.signatures[1]?.parameters?.[0]?.documentation, {
      kind: "plaintext",
      value: 'Code of a text in the folder that the form or its Smartform sets. Here, the folder "hr" is set.',
    });
    assert.equal((await help(2, 41))?.activeParameter, 4, "none of the four");
    assert.equal(await help(2, 0), null);
    await editor.open("file:///b.form.json", "[[ INPUT : ", "json");
    assert.equal(
      await editor.request("textDocument/signatureHelp", "file:///b.form.json", {
        position: { line: 0, character: 11 },
      }),
      null,
    );
  });

  it("mark no parameter in an option without a name, in an editor that can do so", async () => {
    await start({
      capabilities: {
        ...capable,
        textDocument: {
          ...capable.textDocument,
          signatureHelp: { signatureInformation: { noActiveParameterSupport: true } },
        },
      },
    });
    await editor.open(a, "[[ INPUT : a | other=");
    const help = await editor.request<SignatureHelp | null>("textDocument/signatureHelp", a, {
      position: { line: 0, character: 21 },
    });
    assert.deepEqual([help?.activeSignature, help?.activeParameter], [0, null]);
  });

  it("highlight equal meanings", async () => {
    await start();
    assert.equal(editor.result.capabilities.documentHighlightProvider, true);
    await editor.open(a, "😀 [[ INPUT : a ]]\r\n[[ INPUT : a ]]");
    const marks = await editor.request<DocumentHighlight[]>("textDocument/documentHighlight", a, {
      position: { line: 1, character: 12 },
    });
    assert.deepEqual(marks, [
      { range: { start: { line: 0, character: 14 }, end: { line: 0, character: 15 } }, kind: 3 },
      { range: { start: { line: 1, character: 11 }, end: { line: 1, character: 12 } }, kind: 2 },
    ]);
    await editor.open("file:///b.form.json", "[[ INPUT : a ]]", "json");
    assert.deepEqual(
      await editor.request("textDocument/documentHighlight", "file:///b.form.json", {
        position: { line: 0, character: 12 },
      }),
      [],
    );
  });

  it("colour everything, what is visible, and after an edit what changed", async () => {
    await start();
    assert.deepEqual(editor.result.capabilities.semanticTokensProvider, { legend, full: { delta: true }, range: true });
    await editor.open(a, "[[ name ]]\n[[ LIB : hr : greeting ]]\n[[ INPUT : a ]]");
    const colours = (): Promise<SemanticTokens> => editor.request("textDocument/semanticTokens/full", a);
    const full = await colours();
    assert.deepEqual(full.data.slice(0, 15), [0, 0, 2, 7, 4, 0, 3, 4, 3, 4, 0, 5, 2, 7, 4]);
    const range = await editor.request<SemanticTokens>("textDocument/semanticTokens/range", a, lines(1, 2));
    assert.deepEqual(range.data.slice(0, 5), [1, 0, 2, 7, 1]);
    assert.ok(range.data.length < full.data.length);
    await editor.change(a, 2, [
      { range: { start: { line: 0, character: 7 }, end: { line: 0, character: 7 } }, text: "s" },
    ]);
    const delta = await editor.request<SemanticTokensDelta>("textDocument/semanticTokens/full/delta", a, {
      previousResultId: full.resultId,
    });
    const [edit] = delta.edits;
    assert.ok(edit && delta.edits.length === 1 && (edit.data?.length ?? 0) < 10);
    const applied = full.data.toSpliced(edit.start, edit.deleteCount, ...(edit.data ?? []));
    assert.deepEqual(applied, (await colours()).data);
    assert.notEqual(delta.resultId, full.resultId);
    const again = await editor.request<SemanticTokens>("textDocument/semanticTokens/full/delta", a, {
      previousResultId: full.resultId,
    });
    assert.deepEqual(again.data, applied, "the client holds something else than what was sent last");
    assert.deepEqual(
      (
        await editor.request<SemanticTokensDelta>("textDocument/semanticTokens/full/delta", a, {
          previousResultId: again.resultId,
        })
      ).edits,
      [],
    );
    assert.deepEqual((await editor.request<SemanticTokens>("textDocument/semanticTokens/full", request)).data, []);
  });

  it("are coloured again when the catalog changes how a text is parsed", async () => {
    const refresh = bell();
    await start({
      capabilities: { ...capable, workspace: { semanticTokens: { refreshSupport: true } } },
      prepare: (connection) => connection.onRequest("workspace/semanticTokens/refresh", refresh.ring),
    });
    const library = "textlib://test/hr/greeting.en.sft?t1";
    await editor.open(library, "<b>[[ a</p>b ]]");
    const colours = async (): Promise<readonly number[]> =>
      (await editor.request<SemanticTokens>("textDocument/semanticTokens/full", library)).data;
    assert.ok((await colours()).length > 0);
    await writeFile(
      `${file}.next`,
      JSON.stringify({ ...catalog, texts: catalog.texts.map((text) => ({ ...text, contentType: 2 })) }),
    );
    await rename(`${file}.next`, file);
    while ((await colours()).length > 0) await refresh.next();
  });

  it("are folded again when the catalog changes how a text is parsed", async () => {
    const refresh = bell();
    await start({
      capabilities: { ...capable, workspace: { foldingRange: { refreshSupport: true } } },
      prepare: (connection) => connection.onRequest("workspace/foldingRange/refresh", refresh.ring),
    });
    const library = "textlib://test/hr/greeting.en.sft?t1";
    await editor.open(library, "<div>\n<p>a</p>\n</div>");
    const folds = async (): Promise<readonly unknown[]> => editor.request("textDocument/foldingRange", library);
    assert.deepEqual(await folds(), []);
    await writeFile(
      `${file}.next`,
      JSON.stringify({ ...catalog, texts: catalog.texts.map((text) => ({ ...text, contentType: 2 })) }),
    );
    await rename(`${file}.next`, file);
    while ((await folds()).length === 0) await refresh.next();
  });

  it("fold whole lines, expand selections and link the names of tags", async () => {
    await start();
    const { foldingRangeProvider, selectionRangeProvider, linkedEditingRangeProvider } = editor.result.capabilities;
    assert.deepEqual([foldingRangeProvider, selectionRangeProvider, linkedEditingRangeProvider], [true, true, true]);
    const html = "file:///a.sft.html";
    await editor.open(html, "<div>\r\n<p>[[ a.b ]]</p>\r\n</div>\r\n<!--\r\n-->\r\n[[\r\na ]] b", "smartform-html");
    assert.deepEqual(await editor.request("textDocument/foldingRange", html), [
      { startLine: 0, endLine: 1 },
      { startLine: 3, endLine: 4, kind: "comment" },
    ]);
    const [grown, other] = await editor.request<SelectionRange[]>("textDocument/selectionRange", html, {
      positions: [
        { line: 1, character: 6 },
        { line: 0, character: 0 },
      ],
    });
    const widths: number[] = [];
    for (let range: SelectionRange | undefined = grown; range !== undefined; range = range.parent)
      if (range.range.start.line === range.range.end.line)
        widths.push(range.range.end.character - range.range.start.character);
    assert.deepEqual(widths, [1, 3, 5, 9, 16]);
    assert.ok(other);
    const linked = await editor.request<LinkedEditingRanges>("textDocument/linkedEditingRange", html, {
      position: { line: 2, character: 3 },
    });
    assert.deepEqual(linked.ranges, [
      { start: { line: 0, character: 1 }, end: { line: 0, character: 4 } },
      { start: { line: 2, character: 2 }, end: { line: 2, character: 5 } },
    ]);
    const json = "file:///b.form.json";
    await editor.open(json, "<b></b>", "json");
    assert.deepEqual(await editor.request("textDocument/foldingRange", json), []);
    assert.equal(
      (
        await editor.request<SelectionRange[]>("textDocument/selectionRange", json, {
          positions: [{ line: 0, character: 0 }],
        })
      ).length,
      1,
    );
    assert.equal(
      await editor.request("textDocument/linkedEditingRange", json, { position: { line: 0, character: 1 } }),
      null,
    );
    await editor.open("file:///smartform.json", "[[\na\n]]", "json");
    assert.deepEqual(
      await editor.request("textDocument/foldingRange", "file:///smartform.json"),
      [],
      "settings hold no placeholders",
    );
  });

  it("go to the declaration of a name, in the catalog file", async () => {
    await start();
    assert.equal(editor.result.capabilities.typeDefinitionProvider, true);
    await editor.open(a, "[[ nam ]] [[ LIB : hr : greeting ]] [[ INPUT : a | source=b ]]");
    const content = JSON.stringify(catalog);
    const shown = async (character: number): Promise<readonly string[]> => {
      const places = await editor.request<Location[]>("textDocument/typeDefinition", a, {
        position: { line: 0, character },
      });
      return places.map(({ range }) => content.slice(range.start.character, range.end.character));
    };
    assert.deepEqual(await shown(4), ['{"name":"Ada"}']);
    assert.deepEqual(await shown(26), ['"HR"']);
    assert.equal(
      await editor.request("textDocument/typeDefinition", a, { position: { line: 0, character: 58 } }),
      null,
    );
    await editor.open("file:///b.form.json", "[[ name ]]", "json");
    assert.equal(
      await editor.request("textDocument/typeDefinition", "file:///b.form.json", {
        position: { line: 0, character: 4 },
      }),
      null,
    );
  });
});
