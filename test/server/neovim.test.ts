/** A real editor that knows nothing of us: Neovim with its own LSP client. */
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

describe("Neovim", () => {
  let folder = "";
  before(async () => { folder = await mkdtemp(join(tmpdir(), "neovim-")); });
  after(() => rm(folder, { recursive: true }));

  it("shows findings, hover, definition and completion, and follows edits", async () => {
    assert.equal(spawnSync("nvim", ["--version"]).error, undefined, "nvim is not installed: this test drives a real editor and cannot run without it (apt-get install neovim).");
    const document = join(folder, "a.sft");
    const result = join(folder, "result.json");
    await writeFile(join(folder, "catalog.json"), JSON.stringify({
      folders: [{ id: "f", name: "HR", code: "hr" }],
      texts: [{ id: "t", folderId: "f", code: "greeting", name: "Greeting", defaultLanguage: "en", translations: { en: { content: "Hello" } } }],
    }));
    await writeFile(document, "[[ LIB : hr : greeting ]]\n[[ LIB : hr : greetin ]] 😀\n");
    const program = resolve("dist/server.js");
    assert.ok(existsSync(program), "dist/server.js is missing: run `npm run build` first, for the built server is what other editors start.");
    const server = [process.execPath, program, "--stdio"];
    await promisify(execFile)("nvim", ["--headless", "--clean", "-n", "-S", resolve("test/server/neovim.lua")], {
      env: { ...process.env, SERVER: JSON.stringify(server), ROOT: folder, DOCUMENT: document, RESULT: result, XDG_STATE_HOME: folder, XDG_DATA_HOME: folder, XDG_CACHE_HOME: folder },
      timeout: 90_000,
    }).catch(async (error: unknown) => assert.fail(await readFile(result, "utf8").catch(() => String(error))));
    const { finding, hover, definition, completion } = JSON.parse(await readFile(result, "utf8")) as Record<string, unknown>;
    assert.deepEqual(finding, { line: 1, column: 14, last: 21, severity: 1 });
    assert.match(String(hover), /Greeting[^]*Hello/);
    assert.deepEqual(completion, ["greeting"]);
    const [target] = definition as readonly { readonly targetUri?: string; readonly uri?: string }[];
    assert.match(target?.targetUri ?? target?.uri ?? "", /catalog\.json$/);
  }).timeout(100_000);
});
