/**
 * Smartforms that the service does not list: when the catalog asks the service about them, and how long an answer is
 * valid.
 */
import assert from "node:assert/strict";
import { unlistedSmartforms } from "../../catalog/unlisted.ts";
import { absent, unknown } from "../../language/index.ts";
import type { Answer, Smartform } from "../../language/index.ts";

const minute = 60_000;

describe("Smartforms that the service does not list", () => {
  const begin = (answerNow: () => Answer<Smartform>) => {
    const asked: string[] = [];
    const clock = { now: 0 };
    const unlisted = unlistedSmartforms({
      read: async (id) => {
        asked.push(id);
        return answerNow();
      },
      told: () => undefined,
      now: () => clock.now,
    });
    const wish = async (id = "s9") => {
      const { state } = unlisted.answerFor(id);
      await unlisted.ask();
      return [state, unlisted.answerFor(id).state, asked.splice(0).length];
    };
    return { clock, unlisted, asked, wish };
  };

  it("are requested again a minute after they were absent, and count as absent until then", async () => {
    const { clock, unlisted, wish } = begin(() =>
      clock.now < minute ? absent : { state: "known", value: { id: "s9" } as Smartform },
    );
    assert.deepEqual(await wish(), ["unknown", "absent", 1]);
    assert.deepEqual(await wish(), ["absent", "absent", 0]);
    clock.now = minute;
    assert.deepEqual(await wish(), ["absent", "known", 1]);
    clock.now = 1000 * minute;
    assert.deepEqual(await wish(), ["known", "known", 0]);
    unlisted.close();
  });

  it("are requested again five minutes after the request failed, or once everything is forgotten", async () => {
    const { clock, unlisted, wish } = begin(() => {
      throw new Error("no answer");
    });
    assert.deepEqual(
      [await wish(), await wish()],
      [
        ["unknown", "unknown", 1],
        ["unknown", "unknown", 0],
      ],
    );
    clock.now = 5 * minute;
    assert.deepEqual(await wish(), ["unknown", "unknown", 1]);
    unlisted.forget();
    assert.deepEqual(await wish(), ["unknown", "unknown", 1]);
    unlisted.close();
  });

  it("stay absent if the next request fails", async () => {
    let answer = (): Answer<Smartform> => absent;
    const { clock, unlisted, wish } = begin(() => answer());
    assert.deepEqual(await wish(), ["unknown", "absent", 1]);
    answer = () => {
      throw new Error("no answer");
    };
    clock.now = minute;
    assert.deepEqual(
      [await wish(), await wish()],
      [
        ["absent", "absent", 1],
        ["absent", "absent", 0],
      ],
    );
    unlisted.close();
  });

  it("are not requested twice while the service is slow", async () => {
    const asked: string[] = [];
    const answer = Promise.withResolvers<Answer<Smartform>>();
    const unlisted = unlistedSmartforms({
      read: (id) => {
        asked.push(id);
        return answer.promise;
      },
      told: () => undefined,
    });
    unlisted.answerFor("s9");
    const first = unlisted.ask();
    unlisted.answerFor("s9");
    await unlisted.ask();
    answer.resolve(unknown);
    await first;
    assert.deepEqual(asked, ["s9"]);
    unlisted.close();
  });

  it("are many: the newest are requested, at once, and none that is the beginning of another", async () => {
    const { unlisted, asked } = begin(() => unknown);
    for (let index = 0; index < 20_000; index += 1) unlisted.answerFor(`s${index}`);
    for (const id of ["s19999a", "s19999ab"]) unlisted.answerFor(id);
    const start = performance.now();
    await unlisted.ask();
    assert.ok(performance.now() - start < 1000);
    assert.deepEqual(asked, [...Array.from({ length: 49 }, (_, index) => `s${19_950 + index}`), "s19999ab"]);
    unlisted.close();
  });
});
