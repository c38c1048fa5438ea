/** `assertLinear` accepts linear work. It refuses work that grows faster, and work that is far too slow. */
import assert from "node:assert/strict";
import { assertLinear } from "./linear.ts";

/** `takes`: returns the time that work of the given size takes. Only the work moves the clock. */
const kinds: readonly (readonly [what: string, takes: (size: number) => number, isLinear: boolean])[] = [
  ["in proportion to the size", (size) => size, true],
  ["next to nothing", () => 0.1, true],
  ["as long for every size, and that is little", () => 10, true],
  ["in proportion, with a logarithm", (size) => size * Math.log2(size), true],
  ["the square of the size", (size) => size ** 2, false],
  ["the square of the size in addition to linear time", (size) => size + size ** 2 / 10, false],
  ["the size to the power of one and a half, and more", (size) => size ** 1.6, false],
  ["a wait each time", (size) => size + 100, false],
  ["a wait for large sizes", (size) => size + (size > 100 ? 1_000 : 0), false],
];

describe("assertLinear", () => {
  for (const [what, takes, isLinear] of kinds) {
    it(`${isLinear ? "accepts" : "finds"} what takes ${what}`, () => {
      let now = 0;
      const judge = () => assertLinear(what, 10, (size) => void (now += takes(size)), [() => now]);
      if (isLinear) judge();
      else assert.throws(judge, /times as long as to count/);
    });
  }

  it("uses the fastest of several tries", () => {
    let [now, calls] = [0, 0];
    assertLinear("work beside other work", 10, (size) => void (now += size + (calls++ < 60 ? 5_000 : 0)), [() => now]);
  });

  it("ignores a clock that other work moves", () => {
    let now = 0;
    let other = 0;
    assertLinear(
      "work beside other threads",
      10,
      (size) => {
        now += size;
        other += size ** 2;
      },
      [() => other, () => now],
    );
  });

  it("finds quadratic work", () => {
    let sum = 0;
    const work = (size: number): void => {
      for (let step = 0; step < size * size; step += 1) sum = Math.imul(sum ^ step, 16_777_619);
    };
    assert.throws(() => assertLinear("squared", 500, work), /squared: 16 times 500/);
  });
});
