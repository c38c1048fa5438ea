/**
 * Runs some of the histories, and checks that every mutant can still be made from its source. `npm run histories` runs
 * all histories.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mutate } from "../../traps/readTraps.ts";
import { runHistory } from "./history.ts";
import { openLibrary } from "./library.ts";
import { readMutants, tryMutants } from "./mutants.ts";
import { noFigures } from "./oracle.ts";

describe("histories of several writers", function () {
  this.timeout(120_000);

  it("T16: 100 histories lose nothing silently, invent no conflict and report nothing untrue", async () => {
    await using library = await openLibrary();
    const figures = noFigures();
    for (let seed = 1; seed <= 100; seed += 1) await runHistory(library, seed, figures);
    assert.ok(
      Object.values(figures).every((count) => count > 0),
      JSON.stringify(figures),
    );
  });

  it("find a removed guard, and are sound with it", async () => {
    assert.equal(await tryMutants(60, "the journal before anything is sent"), 0);
  });

  for (const mutant of readMutants()) {
    it(`there is a way to take out ${mutant.guard}`, () =>
      assert.notEqual(mutate(readFileSync(mutant.file, "utf8"), mutant), undefined));
  }
});
