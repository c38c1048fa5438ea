/** Two names that belong to one file are recognized, even if the file no longer exists. */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isSameFile } from "../../../server/workspace/otherNames.ts";

describe("names of files", () => {
  let folder = "";
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "names-"));
    await mkdir(join(folder, "real"));
    await writeFile(join(folder, "real/a.json"), "");
    await symlink("real", join(folder, "linked"));
    await symlink("a.json", join(folder, "real/b.json"));
    await symlink("real/gone.json", join(folder, "c.json"));
    await symlink("../gone.json", join(folder, "real/up.json"));
    await symlink("loop.json", join(folder, "loop.json"));
    await symlink("in.json/x", join(folder, "in.json"));
    await symlink("right.json/x", join(folder, "left.json"));
    await symlink("left.json/x", join(folder, "right.json"));
  });
  after(() => rm(folder, { recursive: true }));

  for (const [one, other, isSame] of [
    ["real/a.json", "linked/a.json", true],
    ["real/b.json", "linked/a.json", true],
    ["real/a.json", "c.json", false],
    ["real/a.json", "real/gone.json", false],
    ["real/gone.json", "linked/gone.json", true],
    ["c.json", "linked/gone.json", true],
    ["linked/up.json", "gone.json", true],
    ["real/gone.json", "real/other.json", false],
    ["real/gone.json", "gone.json", false],
    ["no/gone.json", "no/gone.json", true],
    ["no/gone.json", "on/gone.json", false],
    ["loop.json", "loop.json", true],
    ["loop.json", "gone.json", false],
    ["in.json", "in.json", true],
    ["in.json", "gone.json", false],
    ["left.json", "left.json", true],
    ["left.json/x", "right.json/y", false],
  ] as const) {
    it(`are ${isSame ? "of one file" : "of two files"}: ${one} and ${other}`, async () =>
      assert.equal(await isSameFile(join(folder, one), join(folder, other)), isSame));
  }
});
