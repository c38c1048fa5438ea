/** Files in a folder to which other processes write as well. */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readJsonFiles } from "../../disk/durableFile.ts";

describe("the files of a folder", () => {
  it("are read although one of them disappears meanwhile, or the system does not return one", async () => {
    const folder = await mkdtemp(join(tmpdir(), "smartform-files-"));
    await writeFile(join(folder, "a.json"), "{}");
    await symlink(join(folder, "gone"), join(folder, "b.json"));
    await mkdir(join(folder, "c.json"));
    assert.deepEqual(
      (await readJsonFiles(folder)).map(({ name, json }) => [name, json]),
      [
        ["a.json", "{}"],
        ["c.json", undefined],
      ],
    );
    assert.deepEqual(await readJsonFiles(join(folder, "none")), []);
    await rm(folder, { recursive: true });
  });
});
