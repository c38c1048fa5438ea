/**
 * Every trap of the service is tested in the client and in the sandbox, and its mutants still fit the sources.
 * `npm run mutants` shows that the tests find the mutants.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/root.mjs";
import { mutate, proofsOf, readTraps } from "./readTraps.ts";

/**
 * The traps of everything that is built: forms, PDFs, Text Library, environments, sign-in, audit, statistics, signing,
 * the archive, the document editor with its store and distribution, and the traps that affect all of these.
 */
const wanted = Array.from({ length: 172 }, (_, index) => `T${index + 1}`);

const read = (path: string) => readFileSync(join(root, path), "utf8");

describe("traps", () => {
  const traps = readTraps();

  it("has a row for each trap of a built part", () => {
    assert.deepEqual(
      wanted.filter((id) => !traps.some((trap) => trap.id === id)),
      [],
    );
  });

  for (const { id, ...sides } of traps) {
    for (const name of ["client", "sandbox"] as const) {
      for (const { test, without } of proofsOf(sides[name])) {
        it(`${id}, ${name}: a test names it, and its mutant of ${without.file} fits`, () => {
          assert.match(
            read(test),
            new RegExp(String.raw`["'\`(].*\b${id}\b.*["'\`]`),
            `No title in ${test} names ${id}.`,
          );
          assert.equal(
            test.startsWith("test/sandbox/"),
            name === "sandbox",
            `${test} is not on the side of the ${name}.`,
          );
          const source = read(without.file);
          const mutated = mutate(source, without);
          assert.ok(mutated !== undefined, `What the mutant replaces does not stand exactly once in ${without.file}.`);
          assert.notEqual(mutated, source);
        });
      }
    }
  }
});
