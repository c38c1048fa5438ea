/**
 * Reading the files that a request file names: only files of the workspace folder are read, and only the needed part of
 * each file.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { renameSync, symlinkSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lookAtNamedFile } from "../../catalog/index.ts";
import { swapping } from "../swap.ts";

describe("files that a request names", () => {
  let folder = "";
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "named-"));
    await mkdir(join(folder, "root/requests/sub"), { recursive: true });
    await mkdir(join(folder, "root-other"));
    await writeFile(join(folder, "outside.pdf"), "%PDF-1.4");
    await writeFile(join(folder, "root-other/a.pdf"), "%PDF-1.4");
    await writeFile(join(folder, "root/beside.pdf"), "%PDF-1.4");
    await writeFile(join(folder, "root/requests/sub/å b.pdf"), `${" ".repeat(1000)}%PDF-1.4`);
    await writeFile(join(folder, "root/requests/late.pdf"), `${" ".repeat(1024)}%PDF-1.4`);
    await writeFile(join(folder, "root/requests/empty.pdf"), "");
    await writeFile(join(folder, "root/requests/large.pdf"), "%PDF-");
    await truncate(join(folder, "root/requests/large.pdf"), 5_000_000_000);
    await symlink(join(folder, "outside.pdf"), join(folder, "root/requests/link.pdf"));
    await symlink("../beside.pdf", join(folder, "root/requests/inside.pdf"));
    await symlink(folder, join(folder, "root/requests/up"));
    await symlink("nowhere", join(folder, "root/requests/broken.pdf"));
    await symlink(".", join(folder, "root/requests/round"));
    execFileSync("mkfifo", [join(folder, "root/requests/pipe")]);
  });
  after(() => rm(folder, { recursive: true }));

  const cases: readonly { readonly path: string; readonly expected: object; readonly what: string }[] = [
    {
      path: "sub/å b.pdf",
      expected: { state: "file", bytes: 1008, isPdf: true },
      what: "a PDF, whose mark comes late",
    },
    {
      path: "late.pdf",
      expected: { state: "file", bytes: 1032, isPdf: false },
      what: "a file that no PDF reader accepts",
    },
    {
      path: "../beside.pdf",
      expected: { state: "file", bytes: 8, isPdf: true },
      what: "a file elsewhere in the workspace",
    },
    { path: "empty.pdf", expected: { state: "file", bytes: 0, isPdf: false }, what: "an empty file" },
    {
      path: "large.pdf",
      expected: { state: "file", bytes: 5_000_000_000, isPdf: true },
      what: "a file larger than memory",
    },
    { path: "gone.pdf", expected: { state: "absent" }, what: "no file" },
    { path: "sub", expected: { state: "folder" }, what: "a folder" },
    { path: "../../outside.pdf", expected: { state: "outside" }, what: "a file outside" },
    {
      path: "../../root-other/a.pdf",
      expected: { state: "outside" },
      what: "a file in a folder whose name begins like the root's",
    },
    {
      path: "../../gone.pdf",
      expected: { state: "outside" },
      what: "a missing file outside, whose absence is not reported",
    },
    { path: "../..", expected: { state: "outside" }, what: "the folder around" },
    { path: "link.pdf", expected: { state: "outside" }, what: "a link out of the workspace" },
    { path: "up/outside.pdf", expected: { state: "outside" }, what: "a file through a link out of the workspace" },
    { path: "inside.pdf", expected: { state: "file", bytes: 8, isPdf: true }, what: "a link inside of the workspace" },
    { path: "broken.pdf", expected: { state: "unknown" }, what: "a link to nowhere" },
    { path: `${"round/".repeat(60)}a.pdf`, expected: { state: "unknown" }, what: "more links than the system follows" },
    { path: `${"n".repeat(300)}.pdf`, expected: { state: "unknown" }, what: "a name longer than any file has" },
    { path: `${"n/".repeat(4000)}a.pdf`, expected: { state: "unknown" }, what: "a path longer than the system takes" },
    { path: "pipe", expected: { state: "unknown" }, what: "a pipe, which is never opened" },
    {
      path: "/etc/passwd",
      expected: { state: "unknown" },
      what: "an absolute path, which is reported without being read",
    },
    { path: "a\0b", expected: { state: "unknown" }, what: "an impossible file name" },
  ];
  for (const { path, expected, what } of cases) {
    it(`${what}: ${JSON.stringify(path.slice(0, 60))}`, () => {
      const root = join(folder, "root");
      assert.deepEqual(lookAtNamedFile(path, { request: join(root, "requests/a.signing.json"), root }), expected);
    });
  }

  /**
   * Each file or folder is replaced with a link to a target outside the root folder, after the name was checked and
   * before the content is read.
   */
  const swaps: readonly (readonly [becomes: string, target: string, expected: object])[] = [
    ["requests/swapped/a.pdf", "../../../root-other/a.pdf", { state: "unknown" }],
    ["requests/swapped", "../../root-other", { state: "outside" }],
  ];
  for (const [becomes, target, expected] of swaps) {
    it(`nothing of a file outside if ${becomes} becomes a link meanwhile`, async () => {
      const root = join(folder, "root");
      await mkdir(join(root, "requests/swapped"));
      await writeFile(join(root, "requests/swapped/a.pdf"), "");
      try {
        const { result, came } = await swapping(
          "openSync",
          (path) => path.endsWith("a.pdf"),
          () => {
            renameSync(join(root, becomes), join(folder, "moved"));
            symlinkSync(target, join(root, becomes));
          },
          () => lookAtNamedFile("swapped/a.pdf", { request: join(root, "requests/a.signing.json"), root }),
        );
        assert.deepEqual([came, result], [true, expected]);
      } finally {
        for (const path of ["root/requests/swapped", "moved"]) await rm(join(folder, path), { recursive: true });
      }
    });
  }
});
