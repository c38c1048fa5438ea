/** The build packs files into one; a program reads them again as they were. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPackedFiles } from "../../disk/index.ts";
import { pack } from "../../scripts/pack.mjs";

describe("packed files", () => {
  it("are read as they were, whatever they contain", async () => {
    const groups = [
      [
        ["text.txt", Buffer.from("a line\nand another one\n")],
        ["empty", Buffer.of()],
      ],
      [["Å 字.bin", Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * at) % 256))]],
    ] as const;
    const folder = mkdtempSync(join(tmpdir(), "smartform-packed-"));
    try {
      for (const fast of [true, false]) {
        const packed = join(folder, `packed-${fast}.br`);
        await pack(groups, packed, { fast });
        const files = await openPackedFiles(packed);
        for (const [name, content] of groups.flat()) assert.deepEqual(await files.get(name), content, name);
        assert.equal(await files.get("another"), undefined);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
