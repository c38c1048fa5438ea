/** Files whose end is missing. Each test run makes other cuts; `npm run cuts` makes all of them. */
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { cutEverywhere } from "./cuts.ts";
import { keptFiles } from "./keptFiles.ts";

describe("a file whose end is missing", function () {
  this.timeout(60_000);

  for (const file of keptFiles) {
    const every = file.piece === undefined ? 31 : 601,
      first = randomInt(every);
    it(`${file.name}: can be opened safely`, async () => {
      const { bytes, cuts } = await cutEverywhere(file, { every, first });
      assert.ok(cuts > 0 || bytes === 0, `${bytes} bytes, never cut at every ${every}th place from ${first}`);
    });
  }
});
