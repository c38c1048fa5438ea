/**
 * Each guard that mutation tests remove is still in exactly one place of the file that its list names.
 * `npm run disk:mutants` and `npm run histories -- --mutants` show that tests fail without each guard.
 */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/root.mjs";
import { mutate } from "../traps/readTraps.ts";
import type { Mutant } from "../traps/readTraps.ts";
import { readRows } from "./disk/mutate.ts";
import { readMutants } from "./histories/mutants.ts";

const lists: Readonly<Record<string, readonly (Mutant & { readonly guard: string })[]>> = {
  "of the disk and the connections": readRows(),
  "of the histories": readMutants(),
};

describe("the guards", () => {
  for (const [which, rows] of Object.entries(lists)) {
    it(`${which} are each in one place of their file`, () => {
      assert.ok(rows.length > 100);
      assert.deepEqual(
        rows
          .filter((row) => mutate(readFileSync(join(root, row.file), "utf8"), row) === undefined)
          .map(({ guard, file }) => `${guard} (${file})`),
        [],
      );
    });
  }

  it("of the disk and the connections are each covered by a test", () => {
    const tests = globSync("test/**/*.test.ts", { cwd: root });
    assert.deepEqual(
      readRows()
        .filter((row) => !tests.some((path) => path.includes(row.test)))
        .map(({ guard, test }) => `${guard} (${test})`),
      [],
    );
  });
});
