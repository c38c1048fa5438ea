/** Paced work: how often it runs, however often it is requested. */
import assert from "node:assert/strict";
import { mock } from "node:test";
import { createPace } from "../../../server/refresh/pace.ts";

describe("paced work", () => {
  beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
  afterEach(() => mock.timers.reset());

  it("runs at once, not again before its pause, and once more after the last request", () => {
    let works = 0;
    const pace = createPace(
      () => {
        works += 1;
      },
      { pause: 1000 },
    );
    pace.wish();
    assert.equal(works, 1);
    for (let times = 0; times < 9; times += 1) {
      mock.timers.tick(100);
      pace.wish();
    }
    assert.equal(works, 1);
    mock.timers.tick(100);
    assert.equal(works, 2);
    mock.timers.tick(1000);
    assert.equal(works, 3, "the last wish may have come to nothing");
    mock.timers.tick(5000);
    assert.equal(works, 3, "nobody wished for it");
    pace.wish();
    assert.equal(works, 4);
  });

  it("leaves at least a pause between two runs while it is requested without end", () => {
    const at: number[] = [];
    let now = 0;
    const pace = createPace(() => at.push(now), { pause: 1000 });
    for (; now <= 3000; now += 50) {
      pace.wish();
      mock.timers.tick(50);
    }
    assert.ok(at.length >= 3 && at.slice(1).every((time, index) => time - (at[index] ?? 0) >= 950), at.join());
  });

  it("stops when it is cancelled", () => {
    let works = 0;
    const pace = createPace(
      () => {
        works += 1;
      },
      { pause: 1000 },
    );
    pace.wish();
    pace.wish();
    pace[Symbol.dispose]();
    mock.timers.tick(2000);
    assert.equal(works, 1);
  });
});
