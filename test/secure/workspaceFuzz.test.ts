/** Examines a few of the files of `npm run fuzz:workspace` in every test run. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDesk } from "./workspaceFuzz/desk.ts";
import { examine } from "./workspaceFuzz/examine.ts";
import { inputOf } from "./workspaceFuzz/inputs.ts";

describe("any file of a workspace", () => {
  it("is read, or reported, and throws nothing", async () => {
    const root = mkdtempSync(join(tmpdir(), "workspace-fuzz-"));
    await using desk = await openDesk(root);
    for (let seed = 0; seed < 1000; seed++) {
      await examine(inputOf(seed), { root, desk }).catch((cause: unknown) => {
        throw new Error(`the file with the seed ${seed}`, { cause });
      });
    }
    rmSync(root, { recursive: true });
  }).timeout(120_000);
});
