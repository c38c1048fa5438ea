/**
 * The part of the fault matrix that `npm test` runs: every operation under every kind of fault that is not marked as
 * rare. `npm run faults` runs the whole matrix.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { operationOf, operations } from "../../api/index.ts";
import { root } from "../../scripts/root.mjs";
import { dialect, kindsOf } from "./kinds.ts";
import { startMatrix } from "./matrix.ts";
import type { Figures, Matrix } from "./matrix.ts";
import { operationIds } from "./requests.ts";

/**
 * Only the names and descriptions of these kinds are used. The tests run the matrix's own kinds, which contain the
 * address of a real server that must never be called.
 */
const names = kindsOf("http://127.0.0.1:1");

describe("faults", function () {
  this.timeout(120_000);
  let matrix: Matrix;
  /** The figures of a run of every operation without a fault. */
  let healthy: Figures;
  before(async () => {
    matrix = await startMatrix();
    healthy = await matrix.run(dialect);
    assert.deepEqual(healthy.failures, []);
  });
  after(() => matrix[Symbol.asyncDispose]());

  for (const { id, phase, what } of names.filter(({ rare }) => rare !== true)) {
    it(`${id} (${phase}): ${what}`, async () => {
      const kind = matrix.kinds.find((each) => each.id === id);
      assert.ok(kind);
      const { failures, calls } = await matrix.run(kind, { reuse: true });
      assert.deepEqual(failures, []);
      assert.ok(calls > 0);
    });
  }

  for (const choice of [
    ["S15", "PascalCase"],
    ["N58", "UTF-8 with BOM"],
  ] as const) {
    it(`the sandbox with ${choice.join(" ")}`, async () =>
      assert.deepEqual((await matrix.run(dialect, { choice })).failures, []));
  }

  it("leaves no operation out", () => {
    assert.deepEqual(operationIds, Object.keys(operations));
    assert.equal(healthy.calls, Object.keys(operations).length);
  });

  it("is described kind by kind", () => {
    const page = readFileSync(join(root, "docs", "faults.md"), "utf8");
    assert.deepEqual(
      names.filter(({ id, phase, what }) => !page.includes(`| ${id} | ${phase} | ${what} |`)).map(({ id }) => id),
      [],
    );
    assert.equal(new Set(names.map(({ id }) => id)).size, names.length);
  });

  it("makes no exception for an operation whose answer the documents describe", () => {
    for (const { id, expect } of names) {
      for (const operation of operationIds.filter((each) => operationOf(each).response === "pdf")) {
        assert.notEqual(
          expect({ id: operation, response: "pdf", isRead: true }).ends,
          "untold",
          `${id}: a PDF shows what is wrong with it`,
        );
      }
    }
  });
});
