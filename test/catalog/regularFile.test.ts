/** Files of a workspace: only regular files inside their folder are read or written, up to a size limit. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRegular, readRegular, whyNotWritten, writeInside } from "../../catalog/index.ts";
import { swapping, swappingBeforeRead, withoutProc } from "../swap.ts";

describe("a file of a workspace", () => {
  let folder = "";
  let root = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "regular-"));
    root = join(folder, "root");
    mkdirSync(join(root, "in"), { recursive: true });
    writeFileSync(join(folder, "secret"), "secret");
    mkdirSync(join(folder, "other"));
    writeFileSync(join(folder, "other/a"), "secret");
    writeFileSync(join(root, "in/a"), "\uFEFFå");
    symlinkSync(join(folder, "secret"), join(root, "out"));
    symlinkSync("in/a", join(root, "link"));
    symlinkSync(join(folder, "other"), join(root, "outer"));
    symlinkSync("in", join(root, "inner"));
    symlinkSync(join(folder, "new"), join(root, "nowhere"));
    symlinkSync("round", join(root, "round"));
    writeFileSync(join(root, "large"), "");
    truncateSync(join(root, "large"), 1001);
    writeFileSync(join(root, "bytes"), "a\0b");
    symlinkSync(join(root, "in/a"), join(folder, "alias"));
    if (process.platform !== "win32") execFileSync("mkfifo", [join(root, "pipe")]);
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const names = (all: readonly string[]): readonly string[] =>
    all.filter((name) => process.platform !== "win32" || !/pipe|null/.test(name));

  it("is read if it is regular and inside the folder, and otherwise the reason is reported", async () => {
    const said: Record<string, string> = {};
    for (const name of names([
      "in/a",
      "link",
      "inner/a",
      "none",
      "in/a/none",
      "out",
      "outer/a",
      "nowhere",
      "round",
      "large",
      "pipe",
      "in",
      "bytes",
      "../secret",
      "../alias",
      "../root/in/a",
      "..",
      ".",
    ])) {
      const read = await readRegular(join(root, name), { root, largest: 1000 });
      said[name] = read.state === "read" ? read.content : read.state === "refused" ? read.why : read.state;
    }
    const outside = "it, or what it links to, lies outside of the allowed folder";
    assert.deepEqual(
      said,
      Object.fromEntries(
        Object.entries({
          "in/a": "å",
          link: "å",
          "inner/a": "å",
          none: "absent",
          "in/a/none": "absent",
          out: outside,
          "outer/a": outside,
          nowhere: "ENOENT",
          round: "ELOOP",
          large: "it is larger than 0.9765625 KB",
          pipe: "it is not a regular file",
          in: "it is not a regular file",
          bytes: "binary",
          "../secret": outside,
          "../alias": outside,
          "../root/in/a": "å",
          "..": outside,
          ".": outside,
        }).filter(([name]) => names([name]).length > 0),
      ),
    );
  });

  it("is not waited for if it is a pipe or a device, even if the person named it", async () => {
    for (const path of names([join(root, "pipe"), "/dev/null", "/dev/zero"]))
      assert.deepEqual(
        await readRegular(path, { largest: 1000 }),
        { state: "refused", why: "it is not a regular file" },
        path,
      );
  });

  it("is opened if the person named a regular file, and not otherwise", async () => {
    await using file = await openRegular(join(root, "link"));
    assert.equal(await file.readFile("utf8"), "\uFEFFå");
    for (const path of names([join(root, "pipe"), "/dev/null"]))
      await assert.rejects(openRegular(path), { message: "it is not a regular file" }, path);
  });

  it("is read to its end if its reported size is 0, and no further than the limit", async function () {
    if (process.platform !== "linux") this.skip();
    const read = await readRegular("/proc/self/status", { largest: 100_000 });
    assert.ok(read.state === "read" && read.content.startsWith("Name:"));
    assert.equal((await readRegular("/proc/self/status", { largest: 100 })).state, "refused");
  });

  it("is read no further than the limit if it grows while it is read", async () => {
    const path = join(root, "in/a");
    const read = (largest: number) =>
      swappingBeforeRead(
        () => appendFileSync(path, "b".repeat(1000)),
        () => readRegular(path, { root, largest }),
      );
    assert.deepEqual(await read(1004), {
      came: true,
      result: { state: "refused", why: "it is larger than 0.98046875 KB" },
    });
    assert.equal((await read(2005)).result.state, "read");
  });

  it("is not opened through a link that replaces it between check and opening", async () => {
    const { result, came } = await swapping(
      "open",
      (path) => path.endsWith("in/a"),
      () => {
        rmSync(join(root, "in/a"));
        symlinkSync(join(folder, "secret"), join(root, "in/a"));
      },
      () => readRegular(join(root, "in/a"), { root, largest: 1000 }),
    );
    assert.deepEqual([result, came], [{ state: "refused", why: "ELOOP" }, true]);
  });

  it("rejects only when cancelled", async () => {
    await assert.rejects(readRegular(join(root, "in/a"), { root, largest: 1000, signal: AbortSignal.abort() }), {
      name: "AbortError",
    });
  });

  it("is written only inside the folder, and through no link", async () => {
    const before = tree(folder);
    for (const name of names([
      "out",
      "link",
      "outer/a",
      "inner/a",
      "nowhere",
      "round",
      "pipe",
      "in",
      "in/a/b",
      "../secret",
      "../new",
      "..",
      "../root",
      "none/a",
    ])) {
      assert.equal(typeof (await writeInside(root, join(root, name), "written")), "string", name);
    }
    assert.deepEqual(tree(folder), before);
    assert.ok(!existsSync(join(folder, "new")));
    assert.deepEqual(
      [
        await writeInside(root, join(root, "in/a"), "one"),
        await writeInside(root, join(root, "in/b"), "two"),
        await whyNotWritten(root, join(root, "in/c")),
      ],
      [undefined, undefined, undefined],
    );
    assert.deepEqual([readFileSync(join(root, "in/a"), "utf8"), readdirSync(join(root, "in"))], ["one", ["a", "b"]]);
  });

  it("is never written next to a file outside the folder, not even for a moment", async () => {
    const { came } = await swapping(
      "writeFile",
      () => true,
      () => {},
      () => writeInside(root, join(folder, "secret"), "written"),
    );
    assert.equal(came, false);
  });

  it("keeps its permissions, and does not become executable", async function () {
    if (process.platform === "win32") this.skip();
    for (const [before, after] of [
      [0o600, 0o600],
      [0o755, 0o644],
    ] as const) {
      chmodSync(join(root, "in/a"), before);
      assert.equal(await writeInside(root, join(root, "in/a"), "written"), undefined);
      assert.equal(statSync(join(root, "in/a")).mode & 0o777 & ~0o022, after & ~0o022);
    }
  });

  it("is not even opened if a link leads out of the folder", async () => {
    const isSecret = (path: string): boolean => path.endsWith("secret");
    const { came } = await swapping(
      "open",
      isSecret,
      () => {},
      () => readRegular(join(root, "out"), { root, largest: 1000 }),
    );
    assert.equal(came, false);
  });

  it("is not read if it becomes a link and the system does not name the open file", () =>
    withoutProc(async () => {
      const becomesLink = (): void => {
        rmSync(join(root, "in/a"));
        symlinkSync(join(folder, "secret"), join(root, "in/a"));
      };
      const { result, came } = await swapping("open", isFile, becomesLink, () =>
        readRegular(join(root, "in/a"), { root, largest: 1000 }),
      );
      assert.deepEqual([result, came], [{ state: "refused", why: "ELOOP" }, true]);
    }));

  const swap = (): void => {
    renameSync(join(root, "in"), join(root, "moved"));
    symlinkSync(join(folder, "other"), join(root, "in"));
  };
  const swapBack = (): void => {
    rmSync(join(root, "in"));
    renameSync(join(root, "moved"), join(root, "in"));
  };
  const isFile = (path: string): boolean => path.endsWith("a");
  for (const [where, system] of [
    ["if the system names open files", (work: () => Promise<void>) => work()],
    ["if it does not", withoutProc],
  ] as const) {
    it(`is not read from elsewhere if a folder becomes a link between check and reading, ${where}`, () =>
      system(async () => {
        const { result, came } = await swapping("open", isFile, swap, () =>
          readRegular(join(root, "in/a"), { root, largest: 1000 }),
        );
        assert.deepEqual(
          [result, came],
          [{ state: "refused", why: "it, or what it links to, lies outside of the allowed folder" }, true],
        );
      }));

    it(`is not written elsewhere if a folder becomes a link between check and writing, ${where}`, () =>
      system(async () => {
        const { result, came } = await swapping(
          "writeFile",
          () => true,
          swap,
          () => writeInside(root, join(root, "in/a"), "written"),
        );
        assert.deepEqual([result, came], ["it is a link, or lies in a folder that is a link", true]);
        assert.deepEqual(
          [
            readdirSync(join(folder, "other")),
            readFileSync(join(folder, "other/a"), "utf8"),
            readdirSync(join(root, "moved")),
          ],
          [["a"], "secret", ["a"]],
        );
      }));
  }

  it("is not read from elsewhere if a folder is a link only between the checks", async function () {
    if (process.platform !== "linux") this.skip();
    const { result } = await swapping("open", isFile, swap, () =>
      swapping(
        "realpath",
        (path) => isFile(path) && existsSync(join(root, "moved")),
        swapBack,
        () => swapping("lstat", isFile, swap, () => readRegular(join(root, "in/a"), { root, largest: 1000 })),
      ),
    );
    assert.deepEqual(result.result.result, {
      state: "refused",
      why: "it, or what it links to, lies outside of the allowed folder",
    });
  });

  for (const name of ["in", "in/deep"]) {
    it(`is not written elsewhere if a folder on the way is a link only while ${name} is opened`, async function () {
      if (process.platform !== "linux") this.skip();
      for (const path of [join(root, "in/deep"), join(folder, "other/deep")]) mkdirSync(path);
      const before = tree(join(folder, "other"));
      const { result, came } = await swapping(
        "open",
        (path) => path.endsWith(name),
        swap,
        () =>
          swapping(
            "writeFile",
            () => true,
            swapBack,
            () => writeInside(root, join(root, name, "b"), "written"),
          ),
      );
      assert.deepEqual(
        [result.result, came, tree(join(folder, "other"))],
        ["it is a link, or lies in a folder that is a link", true, before],
      );
    });
  }

  it("is not written elsewhere if a folder becomes a link after the last check", async function () {
    if (process.platform !== "linux") this.skip();
    writeFileSync(join(folder, `other/a.${process.pid}.tmp`), "planted");
    const { result, came } = await swapping(
      "rename",
      () => true,
      swap,
      () => writeInside(root, join(root, "in/a"), "written"),
    );
    assert.deepEqual([result, came], [undefined, true]);
    assert.deepEqual(
      [readFileSync(join(folder, "other/a"), "utf8"), readFileSync(join(root, "moved/a"), "utf8")],
      ["secret", "written"],
    );
  });

  it("that has a second name outside leaves that one unchanged", async () => {
    linkSync(join(folder, "secret"), join(root, "hard"));
    assert.equal(await writeInside(root, join(root, "hard"), "written"), undefined);
    assert.deepEqual(
      [readFileSync(join(root, "hard"), "utf8"), readFileSync(join(folder, "secret"), "utf8")],
      ["written", "secret"],
    );
  });
});

function tree(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map(
      (entry) =>
        join(entry.parentPath, entry.name) +
        (entry.isFile() ? `: ${readFileSync(join(entry.parentPath, entry.name), "utf8")}` : ""),
    )
    .sort();
}
