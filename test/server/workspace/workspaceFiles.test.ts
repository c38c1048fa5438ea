/** The files of a workspace on disk, and which names they mention. */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rename, rm, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { fileCatalog } from "../../../catalog/index.ts";
import { mentionKey } from "../../../language/index.ts";
import type { NameKind } from "../../../language/index.ts";
import { openWorkspace } from "../../../server/workspace/workspace.ts";
import type { Workspace, WorkspaceOptions } from "../../../server/workspace/workspace.ts";
import { openWorkspaceFiles } from "../../../server/workspace/workspaceFiles.ts";

const signal = new AbortController().signal;

describe("files of a workspace", () => {
  let root = "";
  let workspace: Workspace;
  let problems: string[];
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "files-"));
    problems = [];
  });
  afterEach(async () => {
    workspace.dispose();
    await rm(root, { recursive: true });
  });

  async function write(files: Readonly<Record<string, string | Buffer>>): Promise<void> {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await writeFile(join(root, name), content);
    }
  }
  function open(options: Partial<WorkspaceOptions> = {}): void {
    const catalog = fileCatalog({});
    workspace = openWorkspace({
      roots: [root],
      defaults: {},
      catalog: () => catalog,
      opened: () => undefined,
      changed: () => undefined,
      problem: (message) => problems.push(message),
      watchFiles: () => false,
      progress: (work) => work({ signal, report: () => undefined }),
      ...options,
    });
  }
  const names = (files: readonly { readonly path: string }[]): readonly string[] =>
    files.map(({ path }) => relative(root, path));
  const mentioning = async (kind: NameKind, name: string): Promise<readonly string[]> =>
    names(await workspace.files.mentioning([mentionKey(kind, name)], { signal }));

  it("are texts, requests, samples and settings, and no others", async () => {
    await write({
      "a.sft": "[[ LIB : hr : a ]]",
      "deep/er/b.sft.html": "<p>[[ LIB : hr : A ]]</p>",
      "c.form.json": '{ "values": { "x": "[[ LIB : hr : a ]]" } }',
      "letters/d.txt": "[[ LIB : hr : a ]]",
      "data/one.json": '{ "name": 1 }',
      "smartform.json": JSON.stringify({
        files: [{ include: "letters/**", data: "data/one.json", textLibraryFolder: "hr" }],
      }),
      "node_modules/x/e.sft": "[[ LIB : hr : a ]]",
      ".git/f.sft": "[[ LIB : hr : a ]]",
      "other.txt": "[[ LIB : hr : a ]]",
      "letters/picture.png": Buffer.from([137, 0, 1]),
    });
    await symlink(join(root, "a.sft"), join(root, "link.sft"));
    open();
    const all = await workspace.files.list({ signal });
    assert.deepEqual(
      all.map(({ path, kind }) => `${kind} ${relative(root, path)}`),
      [
        "text a.sft",
        "request c.form.json",
        "sample data/one.json",
        "text deep/er/b.sft.html",
        "text letters/d.txt",
        "settings smartform.json",
      ],
    );
    assert.deepEqual(await mentioning("text", "a"), ["a.sft", "c.form.json", "deep/er/b.sft.html", "letters/d.txt"]);
    assert.deepEqual(await mentioning("folder", "HR"), [
      "a.sft",
      "c.form.json",
      "deep/er/b.sft.html",
      "letters/d.txt",
      "smartform.json",
    ]);
    assert.deepEqual(await mentioning("data", "name"), ["data/one.json"]);
    assert.deepEqual(problems, []);
  });

  it("are searched again by the next caller if the search was not completed", async () => {
    await write({ "a.sft": "", "in/b.sft": "" });
    open();
    let asked = 0;
    const kindOf = async () => {
      asked += 1;
      if (asked === 2) throw new Error("One of them cannot be told.");
      return "text" as const;
    };
    const files = openWorkspaceFiles({
      roots: () => [root],
      kindOf,
      watch: () => false,
      problem: (message) => problems.push(message),
      progress: (work) => work({ signal, report: () => undefined }),
    });
    await assert.rejects(files.list({ signal }), { message: "One of them cannot be told." });
    assert.deepEqual(
      [names(await files.list({ signal })), await files.mentioning([], { signal }), problems],
      [["a.sft", "in/b.sft"], [], []],
    );
    files.dispose();
  });

  it("are read again by the next caller if one of them could not be checked", async () => {
    await write({ "a.sft": "[[ LIB : HR : a ]]", "b.sft": "[[ LIB : HR : a ]]" });
    open();
    let asked = 0;
    const kindOf = async () => {
      asked += 1;
      // The walk through the folder calls this function twice. The third call is for the check of a file.
      if (asked === 3) throw new Error("One of them cannot be told.");
      return "text" as const;
    };
    const files = openWorkspaceFiles({
      roots: () => [root],
      kindOf,
      watch: () => false,
      problem: (message) => problems.push(message),
      progress: (work) => work({ signal, report: () => undefined }),
    });
    const keys = [mentionKey("text", "a")];
    await assert.rejects(files.mentioning(keys, { signal }), { message: "One of them cannot be told." });
    assert.deepEqual(names(await files.mentioning(keys, { signal })), ["a.sft", "b.sft"]);
    files.dispose();
  });

  it("are read again if they are reported as changed, and only those", async () => {
    await write({ "a.sft": "[[ old ]]", "folder/b.sft": "[[ old ]]", "c.sft": "[[ old ]]" });
    const then = new Date("2026-01-01");
    await utimes(join(root, "a.sft"), then, then);
    open();
    assert.deepEqual(await mentioning("data", "old"), ["a.sft", "c.sft", "folder/b.sft"]);
    await write({ "a.sft": "[[ new ]]", "c.sft": "[[ new ]]", "new/d.sft": "[[ old ]]" });
    await utimes(join(root, "a.sft"), then, then);
    await workspace.fileChanged(join(root, "a.sft"));
    assert.deepEqual(
      [await mentioning("data", "old"), await mentioning("data", "new")],
      [["c.sft", "folder/b.sft"], ["a.sft"]],
    );
    await rename(join(root, "folder"), join(root, "moved"));
    for (const name of ["folder", "moved", "new", "c.sft"]) await workspace.fileChanged(join(root, name));
    assert.deepEqual(await mentioning("data", "old"), ["moved/b.sft", "new/d.sft"]);
  });

  it("follow the settings of their workspace folder", async () => {
    await write({ "letters/a.txt": "[[ name ]]" });
    open();
    assert.deepEqual(await mentioning("data", "name"), []);
    await write({ "smartform.json": JSON.stringify({ files: [{ include: "letters/**" }] }) });
    await workspace.fileChanged(join(root, "smartform.json"));
    assert.deepEqual(await mentioning("data", "name"), ["letters/a.txt"]);
    workspace.rootsChanged([]);
    assert.deepEqual(await mentioning("data", "name"), []);
  });

  it("are watched if the client reports nothing", async () => {
    await write({ "deep/a.sft": "[[ old ]]" });
    open({ watchFiles: () => true });
    assert.deepEqual(await mentioning("data", "new"), []);
    await write({ "deep/a.sft": "[[ new ]]" });
    while ((await mentioning("data", "new")).length === 0) await new Promise((resolve) => void setImmediate(resolve));
    await write({ "made/later/b.sft": "[[ new ]]" });
    while ((await mentioning("data", "new")).length < 2) await new Promise((resolve) => void setImmediate(resolve));
  });

  it("are shown with the editor's content, and otherwise with that of the disk", async () => {
    await write({
      "a.sft": "on disk",
      "b.sft": "on disk",
      "smartform.json": JSON.stringify({ files: [{ include: "*.sft", language: "SV" }] }),
    });
    open();
    workspace.open({
      uri: pathToFileURL(join(root, "a.sft")).href,
      languageId: "smartform-text",
      version: 3,
      text: "in the editor",
    });
    const look = async (name: string): Promise<readonly unknown[]> => {
      const open = await workspace.look(join(root, name), { signal });
      return [open?.document.syntax.text, open?.document.version, open?.context.language];
    };
    assert.deepEqual(await look("a.sft"), ["in the editor", 3, "sv"]);
    assert.deepEqual(await look("b.sft"), ["on disk", 0, "sv"]);
    assert.equal(await workspace.look(join(root, "gone.sft"), { signal }), undefined);
  });

  it("are read with progress if there are many; a cancelled reading resumes when it is needed", async () => {
    await write(Object.fromEntries(Array.from({ length: 1200 }, (_, index) => [`${index}.sft`, `[[ name${index} ]]`])));
    const reports: number[] = [];
    let stop: AbortController | undefined = new AbortController();
    open({
      progress: (work) =>
        work({
          signal: stop?.signal ?? signal,
          report(read, total) {
            reports.push(total);
            if (read >= 300) stop?.abort(new Error("enough"));
          },
        }),
    });
    await assert.rejects(mentioning("data", "name7"), /enough/);
    stop = undefined;
    assert.deepEqual(await mentioning("data", "name1199"), ["1199.sft"]);
    assert.equal(reports[0], 1200);
    assert.ok(reports.at(-1)! < 1200, "what was read before is not read again");
  });

  it("do not keep a cancelled caller waiting", async () => {
    await write({ "a.sft": "" });
    open();
    await assert.rejects(workspace.files.list({ signal: AbortSignal.abort(new Error("cancelled")) }), /cancelled/);
    assert.deepEqual(names(await workspace.files.list({ signal })), ["a.sft"]);
  });

  it("that cannot be read are reported, not skipped", async () => {
    await write({ "a.sft": "", "huge.sft": "" });
    await truncate(join(root, "huge.sft"), 33 * 1024 * 1024);
    open();
    assert.deepEqual(names(await workspace.files.list({ signal })), ["a.sft"]);
    assert.match(problems.join(), /huge\.sft cannot be read \(it is larger than 4 MB\), so it is not searched\./);
  });
});
