/**
 * The order of a history depends only on the seed: concurrent work of a writer is counted, and the next call waits
 * until all counted work rests.
 */
import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { randomOf, takeTurns } from "./turns.ts";
import type { Turns, Writer } from "./turns.ts";

/** Returns a call that accesses the disk, and a list of the calls that began before another call had ended. */
function calls(turns: Turns): { readonly call: (writer: Writer) => Promise<void>; readonly crossed: string[] } {
  const crossed: string[] = [];
  let under: Writer | undefined;
  return {
    crossed,
    call: (writer) =>
      turns.call(async () => {
        await turns.next(writer);
        if (under !== undefined) crossed.push(`${writer.name} during a call of ${under.name}`);
        under = writer;
        for (let reads = 20; reads > 0; reads -= 1) await stat(import.meta.filename);
        under = undefined;
      }),
  };
}

const writer = (name: string): Writer => ({ name, isDead: false });

describe("turns of several writers", () => {
  for (const way of ["beside", "together"] as const)
    it(`one call is made at a time, including those that are made ${way}`, async () => {
      const turns = takeTurns(randomOf(1));
      const { call, crossed } = calls(turns);
      for (const each of ["one", "another"].map(writer))
        turns.start(async () => {
          await call(each);
          const some = turns[way](() => Promise.all([call(each), call(each), call(each)]));
          if (way === "together") await some;
          await call(each);
        });
      await turns.run();
      assert.deepEqual(crossed, []);
    });

  it("end after joint work that is doing something else between its calls", async () => {
    const turns = takeTurns(randomOf(1));
    const one = writer("one");
    let isOver = false;
    turns.start(async () => {
      await turns.together(async () => {
        for (let reads = 20; reads > 0; reads -= 1) await stat(import.meta.filename);
        await turns.call(() => turns.next(one));
        for (let reads = 20; reads > 0; reads -= 1) await stat(import.meta.filename);
      });
      isOver = true;
    });
    await turns.run();
    assert.ok(isOver);
  });

  it("refuse a writer that does two uncounted things at a time", async () => {
    const turns = takeTurns(randomOf(1));
    const one = writer("one");
    turns.start(async () => void (await Promise.all([turns.next(one), turns.next(one)])));
    await assert.rejects(turns.run(), { message: "one does something beside its work that is not counted." });
  });

  it("a killed writer's concurrent work does not continue, and others get what it held", async () => {
    const turns = takeTurns(randomOf(1));
    const [killed, heir] = ["killed", "heir"].map(writer) as [Writer, Writer];
    const got: string[] = [];
    turns.start(() => turns.lock(killed, "texts", () => turns.next(killed).then(() => turns.die(killed))));
    for (const each of [killed, heir])
      turns.start(async () => {
        for (let idle = 9; idle > 0; idle -= 1) await turns.next(each);
        await turns.lock(each, "texts", async () => void got.push(each.name));
      });
    await turns.run();
    assert.deepEqual(got, ["heir"]);
  });
});
