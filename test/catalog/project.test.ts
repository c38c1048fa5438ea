/** What smartform.json says about a file, and that a mistake in it costs only what is mistaken. */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openProject } from "../../catalog/index.ts";

describe("project", () => {
  let root = "";
  beforeEach(async () => { root = await mkdtemp(join(tmpdir(), "project-")); });
  afterEach(() => rm(root, { recursive: true }));
  const write = (content: unknown): Promise<void> => writeFile(join(root, "smartform.json"), typeof content === "string" ? content : JSON.stringify(content));

  it("says nothing where there is no smartform.json", async () => {
    const project = await openProject(root);
    assert.deepEqual([project.problems, project.rules, await project.settingsOf(join(root, "a.sft"), {})], [[], new Map(), { data: { state: "absent" } }]);
  });

  it("gives a file what its patterns say, the last one first", async () => {
    await write({ connection: "test", rules: { "unused-text": "off", "unknown-data": "error" }, files: [
      { include: "letters/**/*.sft", smartform: "s1", textLibraryFolder: "hr", data: "samples/customer.json", language: "SV" },
      { include: "letters/en/**", language: "en" },
    ] });
    await mkdir(join(root, "samples"));
    await writeFile(join(root, "samples/customer.json"), '{ "name": "Ada" }');
    const project = await openProject(root);
    assert.deepEqual([project.connection, [...project.rules]], ["test", [["unused-text", "off"], ["unknown-data", "error"]]]);
    assert.deepEqual(await project.settingsOf(join(root, "letters/en/.hidden/a.sft"), {}), {
      smartform: "s1", folder: "hr", language: "en", dataFile: join(root, "samples/customer.json"), data: { state: "known", value: { name: "Ada" } },
    });
    assert.equal((await project.settingsOf(join(root, "letters/a.sft"), {})).language, "sv");
    assert.deepEqual(await project.settingsOf(join(root, "other/a.sft"), {}), { data: { state: "absent" } });
  });

  const mistakes: readonly { readonly what: string; readonly content: unknown; readonly problem: RegExp }[] = [
    { what: "a wrong pattern", content: { files: [{ include: 7 }, { include: "*.sft", language: "sv" }] }, problem: /^smartform\.json: files\[0\]\.include: expected string\.$/ },
    { what: "a wrong severity", content: { rules: { "unused-text": "never" }, files: [{ include: "*.sft", language: "sv" }] }, problem: /^smartform\.json: rules\.unused-text: / },
    { what: "a connection that defines itself", content: { connection: { url: "https://x" }, files: [{ include: "*.sft", language: "sv" }] }, problem: /^smartform\.json: connection: expected string\.$/ },
    { what: "a syntax error behind the files", content: '{ "files": [{ "include": "*.sft", "language": "sv" }],\n  "rules": { oops }', problem: /^smartform\.json: line 2, column 14: / },
  ];
  for (const { what, content, problem } of mistakes) {
    it(`names the place of ${what}, and uses the rest`, async () => {
      await write(content);
      const project = await openProject(root);
      assert.match(project.problems[0] ?? "", problem);
      assert.equal((await project.settingsOf(join(root, "a.sft"), {})).language, "sv");
    });
  }

  it("says that a smartform.json that is no object is none", async () => {
    await write([]);
    assert.deepEqual((await openProject(root)).problems, ["smartform.json: expected object."]);
  });

  it("leaves data unknown where the sample cannot be read, is no object, or lies outside", async () => {
    await write({ files: [{ include: "none.sft", data: "none.json" }, { include: "list.sft", data: "list.json" }, { include: "out.sft", data: "../../../etc/passwd" }] });
    await writeFile(join(root, "list.json"), "[]");
    const project = await openProject(root);
    for (const name of ["none", "list", "out"]) {
      const settings = await project.settingsOf(join(root, `${name}.sft`), {});
      assert.deepEqual([settings.data.state, typeof settings.problem], ["unknown", "string"], name);
    }
    assert.match((await project.settingsOf(join(root, "out.sft"), {})).problem ?? "", /outside/);
  });

  it("reads a sample again after it was told to", async () => {
    await write({ files: [{ include: "*.sft", data: "a.json" }] });
    await writeFile(join(root, "a.json"), "{}");
    const project = await openProject(root);
    const data = async (): Promise<unknown> => (await project.settingsOf(join(root, "a.sft"), {})).data;
    assert.deepEqual(await data(), { state: "known", value: {} });
    await writeFile(join(root, "a.json"), '{ "a": 1 }');
    assert.deepEqual(await data(), { state: "known", value: {} });
    project.invalidate();
    assert.deepEqual(await data(), { state: "known", value: { a: 1 } });
  });
});
