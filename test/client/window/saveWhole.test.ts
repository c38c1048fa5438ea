/** Either a saved file is complete, or the previous file of that name remains. */
import assert from "node:assert/strict";
import { saveWhole } from "../../../client/window/saveWhole.ts";
import type { Files } from "../../../client/window/saveWhole.ts";

/** Returns files in memory, by name. The operation in `fails` fails after a part of its work. */
function memory(
  fails: "writeFile" | "rename" | null,
  type = 1,
): {
  readonly contents: Map<string, string>;
  readonly files: Files<string>;
} {
  const contents = new Map([["form.pdf", "old"]]);
  const files: Files<string> = {
    stat: async (name) => {
      if (!contents.has(name)) throw new Error("FileNotFound");
      return { type };
    },
    writeFile: async (name, bytes) => {
      const text = new TextDecoder().decode(bytes);
      contents.set(name, fails === "writeFile" ? text.slice(0, 1) : text);
      if (fails === "writeFile") throw new Error("The disk is full.");
    },
    rename: async (from, to, { overwrite }) => {
      if (!overwrite && contents.has(to)) throw new Error("FileExists");
      if (fails === "rename") throw new Error("The file is in use.");
      contents.set(to, contents.get(from) ?? "");
      contents.delete(from);
    },
    delete: async (name) => void contents.delete(name),
  };
  return { contents, files };
}

const places = { target: "form.pdf", beside: "form.pdf.part" };
const bytes = new TextEncoder().encode("new");

describe("client/saveWhole", () => {
  for (const [fails, left] of [
    [null, "new"],
    ["writeFile", "old"],
    ["rename", "old"],
  ] as const) {
    it(`leaves the ${left} file, whole and alone, if ${fails ?? "nothing"} fails (T66)`, async () => {
      const { contents, files } = memory(fails);
      const saved = saveWhole(files, places, bytes, { overwrite: true });
      await (fails === null ? saved : assert.rejects(saved, /disk is full|in use/));
      assert.deepEqual([...contents], [["form.pdf", left]]);
    });
  }

  for (const [what, type] of [
    ["a folder", 2],
    ["a link to a folder", 66],
  ] as const)
    it(`does not replace ${what}: VS Code would delete what is in it`, async () => {
      const { contents, files } = memory(null, type);
      await assert.rejects(saveWhole(files, places, bytes, { overwrite: true }), /a folder has this name/);
      assert.deepEqual([...contents], [["form.pdf", "old"]]);
    });

  it("does not replace a file that appeared since the person was asked", async () => {
    const { contents, files } = memory(null);
    await assert.rejects(saveWhole(files, places, bytes, { overwrite: false }), /FileExists/);
    assert.deepEqual([...contents], [["form.pdf", "old"]]);
  });
});
