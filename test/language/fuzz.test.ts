/** Examines a few of the inputs of `npm run fuzz` in every test run. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import * as language from "../../language/index.ts";
import { examine } from "./fuzz/examine.ts";
import { inputs } from "./fuzz/inputs.ts";

describe("any input", () => {
  it("throws nothing, has cached results equal to fresh ones, and gets answers inside the text", () => {
    fc.assert(fc.property(inputs, examine), { seed: 20_261_121, numRuns: 2000 });
  }).timeout(120_000);

  it("is passed to every feature", () => {
    const asked = readFileSync(join(import.meta.dirname, "fuzz", "asks.ts"), "utf8");
    const folder = join(import.meta.dirname, "..", "..", "language", "features");
    const features = readdirSync(folder).map((file) => file.replace(/\.ts$/, ""));
    const exported = (name: string) =>
      [...readFileSync(join(folder, `${name}.ts`), "utf8").matchAll(/^export function\*? (\w+)/gm)]
        .map((match) => match[1]!)
        .filter((each) => each in language);
    assert.ok(features.length > 10);
    assert.deepEqual(
      features.filter(
        (name) => exported(name).length > 0 && !exported(name).some((each) => new RegExp(`\\b${each}\\(`).test(asked)),
      ),
      [],
    );
  });
});
