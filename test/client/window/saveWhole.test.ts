/** Either a saved file is complete, or the previous file remains. */
import assert from "node:assert/strict";
import { saveWhole } from "../../../client/window/saveWhole.ts";
import type { Files } from "../../../client/window/saveWhole.ts";

/** Returns files in memory, by name. The operation in `fails` fails after a part of its work. */
function memory(fails: "writeFile" | "rename" | null): {
  readonly contents: Map<string, string>;
  readonly files: Files<string>;
} {
  const contents = new Map([["form.pdf", "old"]]);
  const files: Files<string> = {
    writeFile: async (name, bytes) => {
      const text = new TextDecoder().decode(bytes);
      contents.set(name, fails === "writeFile" ? text.slice(0, 1) : text);
      if (fails === "writeFile") throw new Error("The disk is full.");
    },
    rename: async (from, to) => {
      if (fails === "rename") throw new Error("The file is in use.");
      contents.set(to, contents.get(from) ?? "");
      contents.delete(from);
    },
    delete: async (name) => void contents.delete(name),
  };
  return { contents, files };
}

describe("client/saveWhole", () => {
  for (const [fails, left] of [
    [null, "new"],
    ["writeFile", "old"],
    ["rename", "old"],
  ] as const) {
    it(`leaves the ${left} file, whole and alone, if ${fails ?? "nothing"} fails (T66)`, async () => {
      const { contents, files } = memory(fails);
      const saved = saveWhole(files, { target: "form.pdf", beside: "form.pdf.part" }, new TextEncoder().encode("new"));
      await (fails === null ? saved : assert.rejects(saved, /disk is full|in use/));
      assert.deepEqual([...contents], [["form.pdf", left]]);
    });
  }
});
