/**
 * `npm start` on a machine without a desktop VS Code: it prints an address that responds, and Ctrl-C leaves no process
 * behind.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { copyProject } from "../../../scripts/copyProject.ts";
import { startEditor } from "../../../scripts/editor.ts";
import { root } from "../../../scripts/root.mjs";

/** Resolves with the arguments of all processes of this computer, which every user of the computer can read. */
async function allArguments(): Promise<string> {
  const processes = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  return (await Promise.all(processes.map((id) => readFile(`/proc/${id}/cmdline`, "latin1").catch(() => "")))).join(
    "\n",
  );
}

/** Resolves with the processes whose environment contains the mark (Linux only). */
async function marked(mark: string): Promise<readonly string[]> {
  const processes = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const environments = await Promise.all(
    processes.map((id) => readFile(`/proc/${id}/environ`, "latin1").catch(() => "")),
  );
  return processes.filter((_, index) => environments[index]?.includes(mark));
}

describe("npm start", () => {
  it("checks the samples, serves the window, and ends everything at Ctrl-C", async () => {
    const mark = `SMARTFORM_MARK=${randomUUID()}`;
    const [name, value] = mark.split("=");
    // Uses a copy, because the start would rebuild what other tests use, and the developer's own start has data in
    // `out`.
    await using copy = await copyProject();
    // Puts only Node itself on the PATH, so that no desktop VS Code is found.
    const child = spawn(
      process.execPath,
      ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", join(copy.folder, "scripts", "start.mjs")],
      {
        env: { ...process.env, PATH: dirname(process.execPath), [name ?? ""]: value },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    const exited = once(child, "exit");
    try {
      const lines: string[] = [];
      let address: string | undefined;
      for await (const line of createInterface({ input: child.stdout })) {
        lines.push(line);
        address = /^\s+(http:\/\/127\.0\.0\.1:\d+\/\?tkn=\S+)$/.exec(line)?.[1];
        if (address !== undefined) break;
      }
      child.stdout.resume();
      assert.ok(address, lines.join("\n"));
      assert.match(lines.join("\n"), /missing-space/);
      const welcome = await fetch(address, { redirect: "manual" });
      assert.equal(welcome.status, 302, "the token becomes a cookie");
      const window = await fetch(new URL(welcome.headers.get("location") ?? "/", address), {
        headers: {
          cookie: welcome.headers
            .getSetCookie()
            .map((cookie) => cookie.slice(0, cookie.indexOf(";")))
            .join("; "),
        },
      });
      assert.equal(window.status, 200);
      const opens = /(http:\/\/127\.0\.0\.1:\d+\/)\{\{port\}\}\//.exec(await window.text())?.[1];
      assert.ok(opens, "the window has an address for the pages of this computer, such as forms");
      const at = async (path: string) =>
        (await fetch(`${opens}${path}`, { redirect: "manual" })).headers.get("location");
      assert.deepEqual(
        [await at("4711/forms/1?key=a%2Fb"), await at("4711/"), await at("99999/"), await at("4711//evil.example/")],
        ["http://127.0.0.1:4711/forms/1?key=a%2Fb", "http://127.0.0.1:4711/", null, null],
      );
      assert.equal((await fetch(new URL("/", address))).status, 403, "without the token nobody gets in");
      assert.ok((await marked(mark)).length >= 3);
      const everybodyReads = await allArguments();
      assert.match(everybodyReads, /server-main\.js/);
      assert.ok(
        !everybodyReads.includes(new URL(address).searchParams.get("tkn") ?? ""),
        "The editor's token is in no argument.",
      );

      child.kill("SIGINT");
      assert.deepEqual(await exited, [0, null]);
      assert.deepEqual(await marked(mark), []);
    } finally {
      child.kill("SIGINT");
    }
  });

  it("keeps the data and the address of its editor for the next start, but never shares them with a second editor", async () => {
    const home = await mkdtemp(join(tmpdir(), "smartform-home-"));
    // This port does not exist, so the editor takes any free port.
    await writeFile(join(home, "port"), "99999");
    try {
      const start = () => startEditor({ home, extensions: [join(root, "smartform.vsix")], trusted: true });
      const authorities: string[] = [];
      for (const time of ["first", "second"]) {
        await using editor = await start();
        authorities.push(editor.authority);
        assert.deepEqual([editor.isKept, editor.data], [true, home]);
        assert.equal(existsSync(join(home, "mark")), time === "second");
        await writeFile(join(home, "mark"), time);
        await using beside = await start();
        assert.ok(!beside.isKept && beside.data !== home && beside.authority !== editor.authority);
      }
      assert.equal(authorities[0], authorities[1]);
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });
});
