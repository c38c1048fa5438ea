/** The build packs files into one; a program reads them again as they were. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readPackedFiles } from "../../disk/index.ts";
import { pack } from "../../scripts/pack.mjs";

describe("packed files", () => {
  it("are read as they were, whatever they contain", async () => {
    const files: Readonly<Record<string, Uint8Array>> = {
      "text.txt": Buffer.from("a line\nand another one\n"),
      empty: Buffer.of(),
      "Å 字.bin": Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * at) % 256)),
    };
    const folder = mkdtempSync(join(tmpdir(), "smartform-packed-"));
    try {
      const paths = Object.entries(files).map(([name, content]) => {
        const path = join(folder, name);
        writeFileSync(path, content);
        return path;
      });
      for (const fast of [true, false]) {
        const packed = join(folder, `packed-${fast}.br`);
        await pack(paths, packed, { fast });
        assert.deepEqual(Object.fromEntries(await readPackedFiles(packed)), files);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
