/**
 * A real editor without special support: Emacs with eglot, set up as docs/editors.md says. If Emacs is not installed,
 * the test is counted as skipped.
 */
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { documentedSetup, writeSamples } from "./documentedSetup.ts";

interface Seen {
  readonly messages: Readonly<Record<string, string>>;
  readonly range: readonly [number, number];
  readonly hover: { readonly contents: { readonly value: string } };
  readonly definition: readonly { readonly targetUri: string }[];
  readonly completion: readonly string[];
  readonly servers: number;
}

describe("Emacs", () => {
  let folder = "";
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "emacs-"));
  });
  after(() => rm(folder, { recursive: true }));

  it("shows findings in texts, requests and settings, hover, definition and completion, and follows edits, all with one server", async function () {
    const env = {
      ...process.env,
      HOME: folder,
      ROOT: folder,
      RESULT: join(folder, "result.txt"),
      SETUP: join(folder, "setup.el"),
    };
    if (
      spawnSync("emacs", ["--batch", "--eval", "(progn (package-initialize) (require 'eglot))"], { env }).status !== 0
    )
      this.skip();
    await writeSamples(folder);
    await writeFile(env.SETUP, documentedSetup("elisp", folder));
    await promisify(execFile)("emacs", ["--batch", "-l", resolve("test/server/emacs.el")], { env, timeout: 90_000 });
    const { messages, range, hover, definition, completion, servers } = JSON.parse(
      await readFile(env.RESULT, "utf8"),
    ) as Seen;
    for (const [name, code] of [
      ["a.sft", "unknown-text"],
      ["a.sft.html", "missing-space"],
      ["a.form.json", "form-missing-property"],
      ["a.signing.json", "request-unknown-operation"],
      ["smartform.json", "settings"],
    ] as const) {
      assert.match(messages[name] ?? "", new RegExp(`\\[${code}\\]`), name);
    }
    assert.deepEqual(range, [41, 48], "positions of a buffer, from 1");
    assert.match(hover.contents.value, /Greeting[^]*Hello/);
    assert.match(definition[0]?.targetUri ?? "", /catalog\.json$/);
    assert.deepEqual([completion, servers], [["greeting"], 1]);
  }).timeout(100_000);
});
