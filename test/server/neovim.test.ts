/** A real editor without special support: Neovim with its own LSP client, set up as docs/editors.md says. */
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { documentedSetup, writeSamples } from "./documentedSetup.ts";

describe("Neovim", () => {
  let folder = "";
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "neovim-"));
  });
  after(() => rm(folder, { recursive: true }));

  it("shows findings in texts, requests and settings, hover, completion, library texts and what they print, and follows edits, all with one server", async () => {
    assert.equal(
      spawnSync("nvim", ["--version"]).error,
      undefined,
      "nvim is not installed: this test drives a real editor and cannot run without it (apt-get install neovim).",
    );
    await writeSamples(folder);
    await writeFile(join(folder, "init.lua"), documentedSetup("lua", folder));
    const result = join(folder, "result.txt");
    await promisify(execFile)(
      "nvim",
      ["--headless", "-n", "-i", "NONE", "-u", join(folder, "init.lua"), "-S", resolve("test/server/neovim.lua")],
      {
        env: {
          ...process.env,
          ROOT: folder,
          RESULT: result,
          XDG_STATE_HOME: folder,
          XDG_DATA_HOME: folder,
          XDG_CACHE_HOME: folder,
          XDG_CONFIG_HOME: folder,
        },
        timeout: 90_000,
      },
    ).catch(async (error: unknown) => assert.fail(await readFile(result, "utf8").catch(() => String(error))));
    const { finding, hover, definition, printed, library, effective, completion, clients, other } = JSON.parse(
      await readFile(result, "utf8"),
    ) as Record<string, unknown>;
    assert.deepEqual(finding, { line: 1, column: 14, last: 21, severity: 1 });
    assert.match(String(hover), /Greeting[^]*Hello/);
    assert.deepEqual(completion, ["greeting"]);
    const [target] = definition as readonly { readonly targetUri?: string; readonly uri?: string }[];
    assert.equal(target?.targetUri ?? target?.uri, "smartform-text://library/hr/greeting.en.sft?t");
    assert.deepEqual(library, { text: "Hello", filetype: "smartform-text", modifiable: false, attached: 1 });
    assert.deepEqual(
      [printed, effective],
      [
        {
          uri: "smartform-print://library/hr/greeting.en.txt?t",
          range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
        },
        { text: "Hello", filetype: "", modifiable: false, attached: 0 },
      ],
    );
    assert.deepEqual([clients, other], [1, 0], "one server for all of them, and none for other JSON");
  }).timeout(100_000);
});
