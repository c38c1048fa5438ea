/**
 * Ends an operation at each of its steps in turn, and ends the recovery at each of the recovery's steps. Checks the
 * state afterwards: on the service, in its ledger and on disk. The caller decides how work ends: its process is killed,
 * or it never continues.
 */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openJournal } from "../../../authoring/guard/journal.ts";
import { openKeptPlans } from "../../../authoring/plans/keptPlans.ts";
import { recreation } from "../../../authoring/guard/libraryWrites.ts";
import { contentsOf, fieldsOf } from "../../../authoring/guard/writePlan.ts";
import type { LibraryText } from "../../../authoring/guard/writePlan.ts";
import type { World } from "../service.ts";
import { historyIn, identity, newCode, referenceTo, written } from "./operations.ts";
import type { OperationName, Subject, Work } from "./operations.ts";

/** How the work ended: at a step (`at`), or complete. `steps`: the steps until then. */
export type Ending =
  | { readonly at: string; readonly steps: readonly string[] }
  | {
      readonly milliseconds: number;
      readonly busyMilliseconds?: number;
      readonly startMilliseconds?: number;
      readonly steps: readonly string[];
    };

export interface Ender {
  /** Whether the process ends together with the work. SQLite then ends too, and half-written files are possible. */
  readonly isKilled: boolean;
  /** Runs the work until this step, counted from 1; without a step, to its end. */
  run(folder: string, work: Work, subject: Subject, step?: number): Promise<Ending>;
}

/** An operation that is ended at each step, and the recovery that the author chooses afterwards. */
export interface Course {
  readonly name: string;
  readonly operation: OperationName;
  readonly recovery: "recover" | "rollBack";
}

export const courses: readonly Course[] = [
  ...(["save", "move", "create", "delete", "restore", "plan", "takeBack"] as const).map(
    (operation) => ({ name: operation, operation, recovery: "recover" }) as const,
  ),
  { name: "plan, then taken back", operation: "plan", recovery: "rollBack" },
];

/**
 * The maximum number of attempts to reach a step. More than one may be needed, because not every step occurs in every
 * run.
 */
const attempts = 5;

export interface Report {
  /** Steps of the operation. */
  steps: number;
  /** How many times the operation was killed; `recoveryKills`: how many times the recovery was killed. */
  kills: number;
  recoveryKills: number;
  /**
   * How many steps no attempt reached, because the operation or its recovery always finished earlier: concurrent work
   * does not always take the same number of steps.
   */
  missed: number;
  /**
   * The duration of each completed recovery, in milliseconds. If the recovery had its own process, also its CPU time,
   * and the time from the start of that process until the recovery began.
   */
  readonly recoveries: {
    readonly milliseconds: number;
    readonly busyMilliseconds?: number;
    readonly startMilliseconds?: number;
  }[];
}

/**
 * Ends the operation at step `first`, and then at every `every`th step. Ends each recovery at each of its steps, except
 * where the sequence of remaining steps has occurred before. `walked`: the sequences of remaining steps that occurred
 * so far, also in other runs of the same course. `everyRecovery`: if it is n, only every nth new sequence is used.
 */
export async function endAtEveryStep(
  world: World,
  ender: Ender,
  { name, operation, recovery }: Course,
  { every = 1, first = 1, everyRecovery = 1, walked = new Set<string>() } = {},
): Promise<Report> {
  const report: Report = { steps: 0, kills: 0, recoveryKills: 0, missed: 0, recoveries: [] };
  const whole = await scene();
  const { steps } = await toItsEnd(whole, operation, name);
  report.steps = steps.length;
  assert.equal(await stateOf(world, operation, whole.subject), "new", `${name}, whole`);
  await over(whole, `${name}, whole`);

  for (let step = first; step <= steps.length; step += every) {
    const at = `${name}, ended at step ${step}, ${steps[step - 1] ?? ""}`;
    const left = await killed(step, at);
    if (left === undefined) continue;
    const recovered = await toItsEnd(left, recovery, at);
    report.recoveries.push(recovered);
    await judge(left, at);
    for (let end = 1; end <= recovered.steps.length; end += 1) {
      const rest = recovered.steps.slice(end - 1).join();
      if (walked.has(rest)) continue;
      walked.add(rest);
      if (walked.size % everyRecovery !== 0) continue;
      const where = `${at}, its recovery ended at step ${end}, ${recovered.steps[end - 1] ?? ""}`;
      const again = await recoveryKilled(step, end, where);
      if (again === undefined) continue;
      assert.notEqual(await stateOf(world, operation, again.subject), "half", where);
      report.recoveries.push(await toItsEnd(again, recovery, where));
      await judge(again, where);
    }
  }
  return report;

  interface Scene {
    readonly folder: string;
    readonly subject: Subject;
  }

  interface Killed extends Scene {
    /** The first file of the operation exists. From then on, a recovery completes the operation. */
    readonly isBegun: boolean;
  }

  async function scene(): Promise<Scene> {
    const folder = await mkdtemp(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "smartform-killed-"));
    const text = await world.text();
    const home = (await world.theirs.call("textlibrary.folders.list", {})).find(({ id }) => id === text.folderId);
    assert.ok(home?.code);
    const reference = referenceTo(home.code, text.code);
    const letter = await world.text({ translations: { en: { content: reference }, sv: { content: reference } } });
    await mkdir(join(folder, "workspace"));
    const file = join(folder, "workspace", "letter.sft");
    await writeFile(file, reference);
    const made: Scene = {
      folder,
      subject: {
        text,
        otherFolder: letter.folderId,
        home: { id: home.id, name: home.name, code: home.code },
        letter,
        file,
      },
    };
    if (operation === "restore") await toItsEnd(made, "delete", name);
    if (operation === "takeBack") await toItsEnd(made, "plan", name);
    await effectsSince();
    return made;
  }

  function endedAt({ folder, subject }: Scene, work: Work, step?: number): Promise<Ending> {
    return ender.run(folder, work, subject, step);
  }

  async function toItsEnd(
    made: Scene,
    work: Work,
    at: string,
  ): Promise<Extract<Ending, { readonly milliseconds: number }>> {
    const ending = await endedAt(made, work);
    if ("at" in ending) throw new Error(`${at}: ${work} ended ${ending.at}`);
    return ending;
  }

  /**
   * Runs the operation and ends it at this step. Resolves with undefined if the operation finished before this step at
   * every attempt.
   */
  async function killed(step: number, at: string): Promise<Killed | undefined> {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const made = await scene();
      const ending = await endedAt(made, operation, step);
      if (!("at" in ending)) {
        await over(made, at);
        continue;
      }
      report.kills += 1;
      const state = await stateOf(world, operation, made.subject);
      assert.notEqual(state, "half", at);
      await letTimePass(made.folder);
      const left = { ...made, isBegun: ending.steps.includes("after fs.rename") };
      await mustBeHeld(left, state, at);
      return left;
    }
    report.missed += 1;
    return undefined;
  }

  /** Ends the operation at this step, as `killed` does, and then its recovery at step `end`. */
  async function recoveryKilled(step: number, end: number, where: string): Promise<Killed | undefined> {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const left = await killed(step, where);
      if (left === undefined) return undefined;
      if ("at" in (await endedAt(left, recovery, end))) {
        report.recoveryKills += 1;
        await letTimePass(left.folder);
        return left;
      }
      await judge(left, where);
    }
    report.missed += 1;
    return undefined;
  }

  /**
   * Checks that what the author wrote or wants to delete is on the service or on disk, once the first file of the
   * operation exists.
   */
  async function mustBeHeld({ folder, subject: { text }, isBegun }: Killed, state: string, at: string): Promise<void> {
    const { entries, unreadable } = await openJournal(join(folder, "journal"), { isAlive: () => false }).open(identity);
    assert.deepEqual(unreadable, [], at);
    const isHeld =
      operation === "plan" || operation === "takeBack"
        ? (await openKeptPlans(join(folder, "plans")).list(identity)).plans.length === 1
        : entries.some((entry) =>
            operation === "save"
              ? entry.kind === "save" && entry.change.translations?.get("en") === written
              : operation === "move"
                ? entry.kind === "save" && entry.change.fields?.folderId !== undefined
                : operation === "create"
                  ? entry.kind === "create" && entry.body.translations?.["en"]?.content === contentsOf(text).get("en")
                  : entry.kind === "deleted" &&
                    JSON.stringify(recreation(entry.text)) === JSON.stringify(recreation(text)),
          );
    const isOnService = state === "new" && operation !== "delete";
    assert.ok(
      isHeld || isOnService || !(isBegun || operation === "restore" || operation === "takeBack"),
      `${at}: nothing on the disk holds what it was about`,
    );
    if (!ender.isKilled || state !== "new" || (operation !== "save" && operation !== "delete")) return;
    using history = historyIn(folder);
    assert.ok(
      history.versions(text.id, "en").some(({ content }) => content === contentsOf(text).get("en")),
      `${at}: the history does not hold what there was`,
    );
  }

  async function judge(made: Killed, at: string): Promise<void> {
    // Deleting and restoring never resume automatically. The author starts them again.
    const state = await stateOf(world, operation, made.subject);
    if (recovery === "rollBack") assert.equal(state, "old", at);
    else if (operation === "restore") await restoredAgain(made, at);
    else if (operation === "delete") assert.ok(state === "old" || state === "new", at);
    else assert.equal(state, made.isBegun ? "new" : "old", at);
    await over(made, at);
  }

  async function restoredAgain(made: Scene, at: string): Promise<void> {
    await toItsEnd(made, "restore", at);
    assert.equal(await stateOf(world, operation, made.subject), "new", at);
  }

  /** Returns how many requests have changed the library since this function was last called. */
  async function effectsSince(): Promise<number> {
    const { items } = (await world.control("GET", "/ledger")) as {
      readonly items: readonly {
        readonly operation: string | null;
        readonly method: string;
        readonly status: number;
      }[];
    };
    await world.control("DELETE", "/ledger");
    return items.filter(
      ({ operation: id, method, status }) =>
        id?.startsWith("textlibrary.") === true && method !== "GET" && status < 400,
    ).length;
  }

  /** Asserts that nothing took effect twice, and that no half-written file is left. */
  async function over({ folder }: Scene, at: string): Promise<void> {
    const effects = await effectsSince();
    const allowed =
      { save: 1, move: 1, create: 1, delete: 1, restore: 1, plan: 3, takeBack: 3 }[operation] +
      (recovery === "rollBack" ? 3 : 0);
    assert.ok(effects <= allowed, `${at}: ${effects} requests took effect`);
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      assert.ok(!ender.isKilled || !entry.name.endsWith(".tmp"), `${at}: ${entry.name} is left`);
      if (entry.name.endsWith(".json")) JSON.parse(await readFile(join(entry.parentPath, entry.name), "utf8"));
    }
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes the files one day older, so that half-written files no longer belong to a live window at the next start. */
async function letTimePass(folder: string): Promise<void> {
  const before = new Date(Date.now() - 86_400_000);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && /\.(?:tmp|alive)$/.test(entry.name))
      await utimes(join(entry.parentPath, entry.name), before, before);
  }
}

/**
 * Resolves with the state of the service: "old", "new" (the intended state) or, for a plan, "between" (after some
 * complete steps). Any other state is "half".
 */
export async function stateOf(
  world: World,
  name: OperationName,
  { text, otherFolder, home, letter, file }: Subject,
): Promise<"old" | "new" | "half" | "between"> {
  const now = await world.theirs.call("textlibrary.texts.get", { path: { id: text.id } }).catch(() => null);
  const isOld = isSame(now, text);
  switch (name) {
    case "save":
      return isOld
        ? "old"
        : isSame(now, { ...text, translations: { ...text.translations, en: { content: written } } })
          ? "new"
          : "half";
    case "move":
      return isOld ? "old" : isSame(now, { ...text, folderId: otherFolder }) ? "new" : "half";
    case "delete":
      return isOld ? "old" : now === null ? "new" : "half";
    case "plan":
    case "takeBack": {
      const folder = (await world.theirs.call("textlibrary.folders.list", {})).find(({ id }) => id === home.id);
      const holder = contentsOf(await world.read(letter.id));
      const [before, after] = [referenceTo(home.code, text.code), referenceTo(newCode(home), newCode(text))];
      const content = (of: string | undefined): boolean | undefined =>
        of === before ? false : of === after ? true : undefined;
      const parts = [
        folder?.code === home.code ? false : folder?.code === newCode(home) ? true : undefined,
        isOld ? false : isSame(now, { ...text, code: newCode(text) }) ? true : undefined,
        content(holder.get("en")),
        content(holder.get("sv")),
        content(await readFile(file, "utf8")),
      ];
      if (parts.includes(undefined) || parts[2] !== parts[3]) return "half";
      const isWhole = (done: boolean): boolean => parts.every((part) => part === done);
      return isWhole(name === "plan") ? "new" : isWhole(name !== "plan") ? "old" : "between";
    }
    default: {
      const { texts } = await world.theirs.call("textlibrary.search", {
        query: { q: text.code, page: 0, pageSize: 100 },
      });
      const code = name === "create" ? `${text.code}-new` : text.code;
      const found = texts.items.filter((item) => item.code === code && item.id !== text.id);
      if (found.length > 1) return "half";
      if (found[0] === undefined) return "old";
      return isSame(await world.read(found[0].id), { ...text, code }) ? "new" : "half";
    }
  }
}

function isSame(one: LibraryText | null, other: LibraryText): boolean {
  return (
    one !== null &&
    JSON.stringify([fieldsOf(one), [...contentsOf(one)]]) === JSON.stringify([fieldsOf(other), [...contentsOf(other)]])
  );
}
