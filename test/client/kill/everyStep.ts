/**
 * Ends an operation at each of its steps in turn, lets the recovery be ended at each of its own, and looks at what is left. How it is ended is the
 * caller's: a process that is killed, or in one process work that never goes on.
 */
import assert from "node:assert/strict";
import { contentsOf, fieldsOf, type LibraryText } from "../../../client/writePlan.ts";
import type { World } from "../service.ts";
import { written, type OperationName, type Subject } from "./operations.ts";

/** How the work came to its end: at this step, or on its own. */
export type Ending = { readonly at: string } | { readonly milliseconds: number };

export interface Ender {
  /** Runs the operation until its step of this number, counted from 1. */
  run(work: OperationName | "recover", subject: Subject, step: number): Promise<Ending>;
}

export interface Report {
  steps: number;
  recoveries: number;
  /** Milliseconds of the slowest recovery that came to its end. */
  slowest: number;
}

/** `ended`: after the end at which steps the recovery is ended at each of its own as well. */
export async function endAtEveryStep(world: World, ender: Ender, name: OperationName, { ended }: { readonly ended: (at: string) => boolean }): Promise<Report> {
  const report: Report = { steps: 0, recoveries: 0, slowest: 0 };
  const otherFolder = (await world.text()).folderId;
  for (let step = 1; ; step += 1) {
    const subject = { text: await world.text(), otherFolder };
    if (name === "restore") await ender.run("delete", subject, Infinity);
    await world.calls();
    const ending = await ender.run(name, subject, step);
    const at = "at" in ending ? `${name}, ended ${ending.at} (step ${step})` : `${name}, whole`;
    const stateNow = await stateOf(world, name, subject);
    assert.notEqual(stateNow, "half", at);
    const isToEnd = "at" in ending && ended(ending.at);
    for (let recovery = isToEnd ? 1 : Infinity; ; recovery += 1) {
      const end = await ender.run("recover", subject, recovery);
      report.recoveries += 1;
      assert.notEqual(await stateOf(world, name, subject), "half", `${at}, and its recovery${"at" in end ? ` ended ${end.at}` : ""}`);
      if ("milliseconds" in end) {
        report.slowest = Math.max(report.slowest, end.milliseconds);
        break;
      }
    }
    // Restoring goes on where the author asks again; deleting is never taken up by itself.
    if (name === "restore") await ender.run("restore", subject, Infinity);
    const before = await stateOf(world, name, subject);
    if (stateNow === "new" || name === "restore") assert.equal(before, "new", at);
    const writes = (await world.calls()).filter((method) => method !== "GET").length;
    assert.ok(writes <= (name === "restore" ? 2 : 1), `${at}: ${writes} requests that write`);
    if ("milliseconds" in ending) {
      assert.equal(before, "new", at);
      return report;
    }
    report.steps += 1;
  }
}

/** Whether the service holds what was, or what was meant, and nothing in between. */
async function stateOf(world: World, name: OperationName, { text, otherFolder }: Subject): Promise<"old" | "new" | "half"> {
  const now = await world.theirs.call("textlibrary.texts.get", { path: { id: text.id } }).catch(() => null);
  const same = (one: LibraryText | null, other: LibraryText): boolean => one !== null && JSON.stringify([fieldsOf(one), [...contentsOf(one)]]) === JSON.stringify([fieldsOf(other), [...contentsOf(other)]]);
  const isOld = same(now, text);
  switch (name) {
    case "save": return isOld ? "old" : same(now, { ...text, translations: { ...text.translations, en: { content: written } } }) ? "new" : "half";
    case "move": return isOld ? "old" : same(now, { ...text, folderId: otherFolder }) ? "new" : "half";
    case "delete": return isOld ? "old" : now === null ? "new" : "half";
    default: {
      const { texts } = await world.theirs.call("textlibrary.search", { query: { q: text.code, page: 0, pageSize: 100 } });
      const code = name === "create" ? `${text.code}-new` : text.code;
      const found = texts.items.filter((item) => item.code === code && item.id !== text.id);
      if (found.length > 1) return "half";
      if (found[0] === undefined) return "old";
      return same(await world.read(found[0].id), { ...text, code }) ? "new" : "half";
    }
  }
}
