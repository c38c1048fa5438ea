/**
 * Folders that try to stop the language server, to hide files from it, or to make the editor write outside the folder.
 * The bad file is reported, and everything else continues to work.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CodeAction, Hover, Location, WorkspaceDiagnosticReport } from "vscode-languageserver/node";
import { largestBaseline } from "../../catalog/index.ts";
import { capable, startEditor } from "./editor.ts";
import type { Editor } from "./editor.ts";

const deep = `${'{"a":'.repeat(40_000)}1${"}".repeat(40_000)}`;

describe("a hostile workspace", function () {
  this.timeout(30_000);
  let folder = "";
  let root = "";
  let editor: Editor;
  before(function () {
    if (process.platform === "win32") this.skip();
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "hostile-"));
    root = join(folder, "root");
    write({
      "a.sft": "[[ customer.name ]]",
      "good/smartform.json": '{"rules":{"missing-space":"error"}}',
      "good/b.sft": "[[ customer.name ]]",
      "../secret": '{"secret":"x"}',
    });
  });
  afterEach(async () => {
    await editor[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });
  function write(files: Readonly<Record<string, string>>): void {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), content);
    }
  }
  const uri = (name: string): string => pathToFileURL(join(root, name)).href;
  const start = async (): Promise<void> => {
    editor = await startEditor({
      folders: [{ uri: pathToFileURL(root).href, name: "one" }],
      capabilities: {
        ...capable,
        workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ["create"] } },
      },
    });
  };
  const hiding = async (name: string): Promise<readonly string[]> => {
    const actions = await editor.request<readonly CodeAction[]>("textDocument/codeAction", uri(name), {
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 5 } },
      context: { diagnostics: [] },
    });
    return actions.map(({ title }) => title).filter((title) => /^(?:Hide|Add this)/.test(title));
  };

  const settings: readonly (readonly [what: string, make: (path: string) => unknown, told: RegExp])[] = [
    [
      "a pipe",
      (path) => execFileSync("mkfifo", [path]),
      /smartform\.json: the file cannot be read \(it is not a regular file\)/,
    ],
    [
      "a link out of the folder",
      (path) => symlinkSync(join(folder, "secret"), path),
      /smartform\.json: the file cannot be read \(it, or what it links to, lies outside/,
    ],
    [
      "patterns with braces",
      (path) => writeFileSync(path, JSON.stringify({ files: Array(120).fill({ include: "{a,b}".repeat(17) }) })),
      /files\[0\]\.include: a pattern with braces/,
    ],
    [
      "a pattern of 20,000 brackets",
      (path) => writeFileSync(path, JSON.stringify({ files: [{ include: "[".repeat(20_000) }] })),
      /files\[0\]\.include: a pattern may have at most 1000/,
    ],
    [
      "a pattern of 70,000 characters",
      (path) => writeFileSync(path, JSON.stringify({ files: [{ include: "a".repeat(70_000) }] })),
      /files\[0\]\.include: a pattern may have at most 1000/,
    ],
    [
      "nested deep",
      (path) => writeFileSync(path, deep),
      /Nothing in this file is used \(it is nested deeper than 100 levels\)/,
    ],
  ];
  for (const [what, make, told] of settings) {
    it(`switches nothing else off if smartform.json is ${what}`, async () => {
      make(join(root, "smartform.json"));
      make(join(root, mkdirSync(join(root, "in")) ?? "", "in/smartform.json"));
      write({ "in/c.sft": "[[ customer.name ]]" });
      await start();
      await editor.open(uri("good/new.sft"), "[[x]] [[ customer.name ]]");
      assert.equal((await editor.findings(uri("good/new.sft"), ["missing-space"]))[0]?.severity, 1);
      await editor.open(uri("in/new.sft"), "[[x]]");
      await editor.findings(uri("in/new.sft"), ["missing-space"]);
      const references = await editor.request<readonly Location[]>("textDocument/references", uri("good/new.sft"), {
        position: { line: 0, character: 21 },
        context: { includeDeclaration: false },
      });
      assert.deepEqual(
        new Set(references.map((each) => each.uri)),
        new Set(["a.sft", "good/b.sft", "good/new.sft", "in/c.sft"].map(uri)),
      );
      await editor.until(() => editor.messages.some((message) => told.test(message)));
    });
  }

  const samples: readonly (readonly [what: string, make: (path: string) => unknown, told: RegExp])[] = [
    ["a pipe", (path) => execFileSync("mkfifo", [path]), /the data sample cannot be read \(it is not a regular file\)/],
    [
      "a link out of the folder",
      (path) => symlinkSync(join(folder, "secret"), path),
      /the data sample cannot be read \(it, or what it links to, lies outside/,
    ],
    [
      "nested deep",
      (path) => writeFileSync(path, deep),
      /the data sample cannot be read \(it is nested deeper than 100 levels\)/,
    ],
  ];
  for (const [what, make, told] of samples) {
    it(`treats data as unknown if the sample is ${what}`, async () => {
      write({ "smartform.json": '{"files":[{"include":"**","data":"data.json"}]}' });
      make(join(root, "data.json"));
      await start();
      await editor.open(uri("a.sft"), "[[ secret ]] [[x]]");
      await editor.findings(uri("a.sft"), ["missing-space"]);
      const at = { position: { line: 0, character: 5 } };
      assert.doesNotMatch(JSON.stringify(await editor.request<Hover>("textDocument/hover", uri("a.sft"), at)), /"x"/);
      for (const method of ["definition", "typeDefinition", "completion"])
        await editor.request(`textDocument/${method}`, uri("a.sft"), at);
      assert.deepEqual((await editor.request("textDocument/definition", uri("a.sft"), at)) ?? [], []);
      await editor.until(() => editor.messages.some((message) => told.test(message)));
      assert.ok(!editor.messages.some((message) => /RangeError|"x"/.test(message)));
    });
  }

  it("gets no file written if the baseline or smartform.json leads elsewhere", async () => {
    const text = "[[x]]";
    const everywhere = ['Hide "missing-space" everywhere'];
    write({
      "out/smartform.json": '{"baseline":"../../secret"}',
      "link/smartform.json": '{"baseline":"known"}',
      "nowhere/smartform.json": '{"baseline":"known"}',
      "behind/smartform.json": '{"baseline":"far/known"}',
      "pipe/smartform.json": '{"baseline":"known"}',
      "fine/smartform.json": '{"baseline":"known"}',
      "git/smartform.json": '{"baseline":".git/hooks/known"}',
      "half/smartform.json": '{"baseline":"\\ud800"}',
      "other/smartform.json": '{"baseline":"package.json"}',
      "other/package.json": "{}",
    });
    symlinkSync("../../secret", join(root, "link/known"));
    symlinkSync("../../new", join(root, "nowhere/known"));
    symlinkSync("../..", join(root, "behind/far"));
    execFileSync("mkfifo", [join(root, "pipe/known")]);
    for (const [name, target] of [
      ["elsewhere", join(folder, "secret")],
      ["gone", join(folder, "new")],
    ] as const) {
      mkdirSync(join(root, name));
      symlinkSync(target, join(root, name, "smartform.json"));
    }
    await start();
    for (const [name, expected] of [
      ["out", everywhere],
      ["link", everywhere],
      ["nowhere", everywhere],
      ["behind", everywhere],
      ["pipe", everywhere],
      ["elsewhere", []],
      ["gone", everywhere],
      ["git", everywhere],
      ["half", everywhere],
      ["other", everywhere],
      ["fine", [...everywhere, 'Add this "missing-space" to the baseline']],
    ] as const) {
      await editor.open(uri(`${name}/a.sft`), text);
      await editor.findings(uri(`${name}/a.sft`), ["missing-space"]);
      assert.deepEqual((await hiding(`${name}/a.sft`)).slice(1), expected, name);
    }
    // Nothing is written through a link, even if the link is open in the editor.
    await editor.open(uri("elsewhere/smartform.json"), "{}", "jsonc");
    assert.deepEqual(await hiding("elsewhere/a.sft"), []);
    await editor.open(uri("git/smartform.json"), '{"baseline":".git/hooks/known"}', "jsonc");
    const [finding] = await editor.findings(uri("git/smartform.json"), ["settings"]);
    assert.equal(finding?.range.start.character, 12);
  });

  const entry = (words: string): string => JSON.stringify({ file: "a.sft", code: "missing-space", words });
  const wide = `[{${Array.from({ length: 100_000 }, (_, index) => `"n${index}":1`).join()}}]`;
  const baselines: readonly (readonly [what: string, content: string, told: RegExp | null])[] = [
    [
      "with an entry of many names",
      wide,
      /known\.json:1:17: the baseline cannot be read \(besides "file", "code", "words", "count", it holds more than 2 other names\)/,
    ],
    [
      "nested deep",
      `[{"words":${"[".repeat(100_000)}`,
      /known\.json:1:109: the baseline cannot be read \(it is nested deeper than 100 levels\)/,
    ],
    ["a list of lists", "[".repeat(100_000), /known\.json:1:2: this is not a baseline/],
    ["too large", `[${entry("x".repeat(largestBaseline))}]`, /known\.json/],
    ["with no room for one more", `[${entry("x".repeat(largestBaseline - 1000))}]`, null],
  ];
  for (const [what, content, told] of baselines) {
    it(`hides nothing, and gets no file written, if the baseline is ${what}`, async () => {
      const settings = '{"baseline":"known.json","rules":{"missing-space":"error"}}';
      write({ "smartform.json": settings, "known.json": content });
      await start();
      await editor.open(uri("a.sft"), "[[x]] [[x]]");
      const [finding] = await editor.findings(uri("a.sft"), ["missing-space", "missing-space"]);
      assert.equal(finding?.severity, 1);
      assert.deepEqual(
        (await hiding("a.sft")).filter((title) => title.startsWith("Add this")),
        [],
      );
      if (told !== null) await editor.until(() => editor.messages.some((message) => told.test(message)));
    });
  }

  it("gets its baseline parsed once for all code actions, and one line of it sent with each", async () => {
    const entries = Array.from({ length: 100_000 }, (_, index) => entry(`${index}`.padStart(6, "0")));
    const content = `[\n${entries.join(",\n")}\n]\n`;
    write({ "smartform.json": '{"baseline":"known.json"}', "known.json": content });
    await start();
    await editor.open(uri("a.sft"), "[[x]] [[x ]] [[ x]]");
    await editor.findings(uri("a.sft"), Array<string>(3).fill("missing-space"));
    const parse = JSON.parse;
    let understood = 0;
    JSON.parse = (text: string, ...more) => {
      if (text.length === content.length) understood++;
      return parse(text, ...more) as unknown;
    };
    try {
      for (const [character, words] of [
        [1, "[[x]]"],
        [8, "[[x ]]"],
        [15, "[[ x]]"],
        [1, "[[x]]"],
      ] as const) {
        const place = { line: 0, character };
        const params = { range: { start: place, end: place }, context: { diagnostics: [] } };
        const actions = await editor.request<readonly CodeAction[]>("textDocument/codeAction", uri("a.sft"), params);
        const edits = actions.flatMap(({ edit }) => edit?.changes?.[uri("known.json")] ?? []);
        assert.deepEqual(
          edits.map(({ newText }) => newText),
          [`,\n${entry(words)}`],
        );
      }
    } finally {
      JSON.parse = parse;
    }
    assert.equal(understood, 1);
  });

  it("gets at most 1000 findings of one code in a text, and the baseline never contains that there are more", async () => {
    write({
      "wide/a.sft": "[[ ".repeat(300_000),
      "wide/smartform.json": '{"baseline":"known.json"}',
      "wide/known.json": '[{"file":"held.sft","code":"unclosed-placeholder","words":"[[","count":5000}]',
      "wide/held.sft": "[[ ".repeat(3000),
      "large.sft": "[[ ".repeat(1_500_000),
    });
    await start();
    await editor.open(uri("wide/few.sft"), "[[ ".repeat(1500));
    await editor.findings(uri("wide/few.sft"), Array<string>(1001).fill("unclosed-placeholder"));
    const baselined = async (character: number): Promise<boolean> => {
      const actions = await editor.request<readonly CodeAction[]>("textDocument/codeAction", uri("wide/few.sft"), {
        range: { start: { line: 0, character }, end: { line: 0, character } },
        context: { diagnostics: [] },
      });
      return actions.some(({ title }) => title.startsWith("Add this"));
    };
    assert.deepEqual([await baselined(999 * 3), await baselined(1000 * 3)], [true, false]);
    const { items } = await editor.request<WorkspaceDiagnosticReport>("workspace/diagnostic", "", {
      previousResultIds: [],
    });
    const told = new Map(items.map((item) => [item.uri, item.kind === "full" ? item.items.length : undefined]));
    assert.deepEqual(
      ["wide/a.sft", "wide/held.sft", "large.sft"].map((name) => told.get(uri(name))),
      [1001, 1, undefined],
    );
  });

  it("is walked to its end, however deep it is and wherever its links lead", async () => {
    mkdirSync(join(root, ...Array<string>(1500).fill("d")), { recursive: true });
    write({ [join(...Array<string>(1500).fill("d"), "z.sft")]: "[[ customer.name ]]" });
    symlinkSync(".", join(root, "round"));
    symlinkSync("/", join(root, "all"));
    await start();
    await editor.open(uri("new.sft"), "[[ customer.name ]]");
    const references = await editor.request<readonly Location[]>("textDocument/references", uri("new.sft"), {
      position: { line: 0, character: 15 },
      context: { includeDeclaration: false },
    });
    assert.equal(references.length, 4);
  });
});
