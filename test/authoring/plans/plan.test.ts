/**
 * Plans against the sandbox: what they change, what they leave unchanged, how they continue after a crash at any
 * moment, and how they are undone.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import type { ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import { guardedWrite } from "../../../authoring/guard/guardedWrite.ts";
import { heldByPlan, openKeptPlans } from "../../../authoring/plans/keptPlans.ts";
import type { KeptPlan } from "../../../authoring/plans/keptPlans.ts";
import {
  codeWish,
  folderWish,
  makePlan,
  moveWish,
  planDocument,
  planSummary,
  textKey,
  withEdits,
} from "../../../authoring/plans/plan.ts";
import type { LibraryPlan } from "../../../authoring/plans/plan.ts";
import { planChoices } from "../../../client/library/plans/planChoicesModel.ts";
import { planReport, runPlan } from "../../../authoring/plans/runPlan.ts";
import type { PlanPorts, RunOptions } from "../../../authoring/plans/runPlan.ts";
import type { LibraryText } from "../../../authoring/guard/writePlan.ts";
import type { Folder } from "../../../language/index.ts";
import type { ReferringDocument } from "../../../server/protocol.ts";
import { diskFiles } from "./planProgram.ts";
import type { PlanOrder } from "./planProgram.ts";
import { identity, world } from "../../client/service.ts";
import type { World } from "../../client/service.ts";

describe("plans of the Text Library", () => {
  let w: World;
  let disk = "";
  let numbers = 0;
  before(async () => {
    w = await world();
    disk = await mkdtemp(join(tmpdir(), "smartform-plans-"));
  });
  after(async () => {
    await w[Symbol.asyncDispose]();
    await rm(disk, { recursive: true, force: true });
  });

  const plans = () => openKeptPlans(join(disk, "plans"));
  const ports = (more: Partial<PlanPorts> = {}): PlanPorts => ({
    api: w.mine,
    plans: plans(),
    files: diskFiles,
    save: (base, change) =>
      guardedWrite(
        { identity, connection: "sandbox", base, change },
        { api: w.mine, journal: heldByPlan, lock: (_, work) => work() },
      ),
    ...more,
  });
  const begin = (plan: LibraryPlan): Promise<KeptPlan> => plans().begin(plan, { identity, connection: "sandbox" });
  const run = async (shown: KeptPlan, through: PlanPorts, options: RunOptions = {}): Promise<KeptPlan> => {
    const held = await runPlan(shown, through, options);
    return held.state === "done" ? held.value : assert.fail(held.state);
  };
  const states = ({ outcomes }: KeptPlan): readonly string[] => outcomes.map((outcome) => outcome?.state ?? "open");
  const folderOf = async (id: string): Promise<Folder> => {
    const found = (await w.theirs.call("textlibrary.folders.list", {})).find((folder) => folder.id === id);
    assert.ok(found);
    return { id, name: found.name, parentFolderId: null, isDefault: false, code: found.code ?? null };
  };

  interface Scene {
    readonly folder: Folder;
    readonly target: Folder;
    readonly text: LibraryText;
    /** A text that refers to `text` in two languages. */
    readonly letter: LibraryText;
    readonly file: string;
    /** Returns everything in the scene, in its current state. */
    now(): Promise<readonly string[]>;
  }

  async function scene(): Promise<Scene> {
    const number = ++numbers;
    const text = await w.text({ code: `greeting-${number}` });
    const folder = await folderOf(text.folderId);
    const { id: targetId } = await w.theirs.call("textlibrary.folders.create", {
      body: { name: `Target ${number}`, code: `target-${number}` },
    });
    const target = await folderOf(targetId);
    const reference = `[[ LIB : ${folder.code ?? ""} : ${text.code} ]]`;
    const letter = await w.text({
      translations: { en: { content: `Dear\n${reference}\n` }, sv: { content: `Hej ${reference}` } },
    });
    const file = join(disk, `letter-${number}.sft`);
    await writeFile(file, `${reference} and\r\n${reference}\r\n\r\nYours\r\n`);
    return {
      folder,
      target,
      text,
      letter,
      file,
      async now() {
        const [fresh, holder] = [await w.read(text.id), await w.read(letter.id)];
        const home = await folderOf(fresh.folderId);
        return [
          `${home.name} ${home.code ?? ""} ${fresh.code}`,
          ...Object.values(holder.translations ?? {}).map(({ content }) => content),
          await readFile(file, "utf8"),
        ];
      },
    };
  }

  /**
   * Returns the documents that refer to the text, with an edit for every reference, as the language server returns
   * them.
   */
  function referring(
    { letter, file, text, folder }: Scene,
    content: string,
    edit: (reference: string) => string,
  ): readonly ReferringDocument[] {
    const reference = `[[ LIB : ${folder.code ?? ""} : ${text.code} ]]`;
    const edits = (of: string): ReferringDocument["edits"] =>
      [...of.matchAll(new RegExp(reference.replaceAll(/[[\]]/g, "\\$&"), "g"))].map(({ index }) => ({
        start: index,
        end: index + reference.length,
        newText: edit(reference),
        change: 0,
      }));
    return [
      ...Object.entries(letter.translations ?? {}).map(([language, { content: words }]) => ({
        uri: null,
        text: { id: letter.id, code: letter.code, language },
        content: words,
        edits: edits(words),
      })),
      { uri: pathToFileURL(file).href, text: null, content, edits: edits(content) },
    ];
  }

  async function codePlan(s: Scene, code: string): Promise<LibraryPlan> {
    const documents = referring(s, await readFile(s.file, "utf8"), (reference) => reference.replace(s.text.code, code));
    return makePlan(`Change ${s.text.code}`, [codeWish(s.text, code)], {
      references: {
        found: { known: true, documents, uncertain: 0, left: 0, smartforms: [] },
        texts: new Map([[s.letter.id, s.letter]]),
      },
    });
  }

  it("T9: changes a code and everything that refers to it, and undoes all of it", async () => {
    const s = await scene();
    assert.deepEqual(codeWish(s.text, "hello").change, { of: { textId: s.text.id }, name: "hello" });
    const before = await s.now();
    const done = await run(await begin(await codePlan(s, "hello")), ports());
    assert.deepEqual(states(done), ["done", "done", "done"]);
    assert.deepEqual(
      await s.now(),
      before.map((each) => each.replaceAll(s.text.code, "hello")),
    );
    assert.deepEqual(planReport(done), {
      message: `Renamed ${s.text.code} to hello (3 changes).`,
      details: [],
      whole: true,
    });
    const undone = await run(done, ports(), { back: true });
    assert.deepEqual(states(undone), ["undone", "undone", "undone"]);
    assert.deepEqual(await s.now(), before);
    assert.equal(planReport(undone).message, `Undone: Change ${s.text.code} (3 changes).`);
  });

  it("T8: renames a folder whose references use its code without reading them, and changes a folder's code together with them", async () => {
    const s = await scene();
    assert.equal(folderWish(s.folder, { name: "Other" }).change, undefined);
    assert.deepEqual(folderWish({ ...s.folder, code: null }, { name: "Other" }).change, {
      of: { folderId: s.folder.id },
      name: "Other",
    });
    const { step, change } = folderWish(s.folder, { code: `new-${s.folder.code ?? ""}` });
    assert.deepEqual(change, { of: { folderId: s.folder.id }, name: `new-${s.folder.code ?? ""}` });
    const before = await s.now();
    const documents = referring(s, await readFile(s.file, "utf8"), (reference) =>
      reference.replace(s.folder.code ?? "", `new-${s.folder.code ?? ""}`),
    );
    const plan = makePlan("Code", [{ step, change }], {
      references: {
        found: { known: true, documents, uncertain: 0, left: 0, smartforms: [] },
        texts: new Map([[s.letter.id, s.letter]]),
      },
    });
    await run(await begin(plan), ports());
    assert.deepEqual(
      await s.now(),
      before.map((each) => each.replaceAll(s.folder.code ?? "", `new-${s.folder.code ?? ""}`)),
    );
  });

  it("T11: leaves references alone if a text was refused its new place, and moves the other texts", async () => {
    const [one, two] = [await scene(), await scene()];
    await w.theirs.call("textlibrary.texts.create", {
      body: { folderId: two.target.id, code: one.text.code, translations: {} },
    });
    const documents = [one, two].flatMap((s, change) =>
      referring(s, `[[ LIB : ${s.folder.code ?? ""} : ${s.text.code} ]]`, () => "moved")
        .filter(({ text }) => text !== null)
        .map((document) => ({ ...document, edits: document.edits.map((edit) => ({ ...edit, change })) })),
    );
    const plan = makePlan(
      "Move 2 texts",
      [one, two].map(({ text, folder }) => moveWish(text, { from: folder.name, to: two.target })),
      {
        references: {
          found: { known: true, documents, uncertain: 1, left: 1, smartforms: [] },
          texts: new Map([one, two].map(({ letter }) => [letter.id, letter])),
        },
      },
    );
    const done = await run(await begin(plan), ports());
    assert.deepEqual(states(done), ["refused", "done", "refused", "done"]);
    const { message, details, whole } = planReport(done);
    assert.equal(message, "Move 2 texts: 2 steps done, 2 refused.");
    assert.match(details[0] ?? "", new RegExp(`^Refused: Move ${one.text.code} from .* to ${two.target.name}\\. `));
    assert.match(details[1] ?? "", /was not changed, so they stay as they are/);
    assert.equal(whole, false);
    assert.equal((await w.read(one.letter.id)).translations?.["sv"]?.content, one.letter.translations?.["sv"]?.content);
    assert.equal((await w.read(two.letter.id)).translations?.["sv"]?.content, "Hej moved");
  });

  it("never overwrites what somebody else did meanwhile, and says what it was", async () => {
    const s = await scene();
    const plan = await codePlan(s, "hello");
    await w.foreign(s.letter, { translations: { sv: { content: "Hallå i stället" } } });
    await writeFile(s.file, "all new\n");
    const done = await run(await begin(plan), ports());
    assert.deepEqual(states(done), ["done", "refused", "refused"]);
    assert.deepEqual(
      planReport(done).details.map((each) => /the same lines|edited since the plan was made/.exec(each)?.[0]),
      ["the same lines", "edited since the plan was made"],
    );
    assert.deepEqual((await s.now()).slice(2), ["Hallå i stället", "all new\n"]);
    await w.theirs.call("textlibrary.folders.update", {
      path: { id: s.folder.id },
      body: { name: `Theirs ${s.folder.id}` },
    });
    const refused = await run(await begin(makePlan("Rename", [folderWish(s.folder, { name: "Mine" })])), ports());
    assert.match(planReport(refused).details[0] ?? "", /Somebody else changed the folder: its name is Theirs/);
    assert.equal((await folderOf(s.folder.id)).name, `Theirs ${s.folder.id}`);
  });

  it("merges with edits of other lines", async () => {
    const s = await scene();
    const plan = await codePlan(s, "hello");
    const before = await readFile(s.file, "utf8");
    await writeFile(s.file, `${before}and more\r\n`);
    await run(await begin(plan), ports());
    assert.equal(await readFile(s.file, "utf8"), `${before.replaceAll(s.text.code, "hello")}and more\r\n`);
  });

  it("postpones references while the change of the code is unconfirmed, and continues when it can be looked up", async () => {
    const s = await scene();
    const kept = await begin(await codePlan(s, "hello"));
    await w.control("POST", "/faults", { operation: "textlibrary.texts.get", kind: "status", status: 500 });
    const first = await run(
      kept,
      ports({
        save: async (base, change) =>
          change.fields === undefined
            ? assert.fail("The references were written.")
            : { state: "unknown", error: await failure(base) },
      }),
    );
    await w.control("DELETE", "/faults");
    assert.deepEqual(states(first), ["unknown", "open", "open"]);
    assert.equal(first.ended, false);
    assert.equal(planReport(first).message, `Change ${s.text.code}: 0 steps done, 1 unknown, 2 not tried.`);
    const again = await run(
      (await plans().list(identity)).plans.find(({ id }) => id === kept.id) ?? assert.fail(),
      ports(),
    );
    assert.deepEqual(states(again), ["done", "done", "done"]);
  });

  async function failure({ id }: LibraryText): Promise<never> {
    return (await w.mine.call("textlibrary.texts.get", { path: { id } }).then(
      () => assert.fail(),
      (error: unknown) => error,
    )) as never;
  }

  it("stops between two steps when it is cancelled, and completed steps stay", async () => {
    const s = await scene();
    const stop = new AbortController();
    const kept = await begin(await codePlan(s, "hello"));
    const cut = await run(
      kept,
      ports({ step: (index, moment) => (index === 0 && moment === "written-down" ? stop.abort() : undefined) }),
      { signal: stop.signal },
    );
    assert.deepEqual([states(cut), cut.ended], [["done", "open", "open"], false]);
    assert.deepEqual(states(await run(cut, ports(), { back: true })), ["undone", "open", "open"]);
    assert.equal((await w.read(s.text.id)).code, s.text.code);
  });

  describe("that was interrupted", () => {
    const folderStep = (name: string) =>
      ({
        do: "folder",
        title: `Rename ${name}`,
        folderId: name,
        before: { name, code: "" },
        after: { name: `new ${name}`, code: "" },
      }) as const;
    const kept = (more: Partial<KeptPlan>): KeptPlan => ({
      id: "1",
      identity,
      connection: "sandbox",
      at: "",
      plan: { title: "Plan", steps: ["a", "b", "c"].map(folderStep), said: [] },
      direction: "forward",
      outcomes: [null, null, null],
      sending: null,
      ended: false,
      ...more,
    });
    const done = { state: "done" } as const;
    const unknown = (title: string): string =>
      `Unknown: ${title}. The step was begun, but its result was not recorded. It is not known whether it was carried out.`;

    it("lists after an undo what is still changed", () => {
      const { message, details } = planReport(kept({ direction: "back", outcomes: [done, { state: "undone" }, null] }));
      assert.deepEqual([message, details], ["Plan: 1 step undone, 1 not undone.", ["Not undone: Rename a."]]);
    });

    it("says after an undo that the result of the interrupted step is unknown", () => {
      for (const outcome of [done, null]) {
        const { message, details } = planReport(
          kept({ direction: "back", outcomes: [done, outcome, { state: "undone" }], sending: 1 }),
        );
        assert.deepEqual(
          [message, details],
          ["Plan: 1 step undone, 1 not undone, 1 unknown.", ["Not undone: Rename a.", unknown("Rename b")]],
        );
      }
    });

    it("never says of the interrupted step that it was not tried", () => {
      const { message, details } = planReport(kept({ outcomes: [done, null, null], sending: 1 }));
      assert.deepEqual(
        [message, details],
        ["Plan: 1 step done, 1 unknown, 1 not tried.", [unknown("Rename b"), "Not tried: Rename c."]],
      );
    });
  });

  it("is bound to the library it was made for, and names an incomplete file", async () => {
    const kept = await begin(makePlan("Nothing", []));
    const broken = join(disk, "plans", "broken.json");
    await writeFile(broken, '{"version":1');
    assert.deepEqual((await plans().list("somebody else's")).plans, []);
    assert.deepEqual((await plans().list(identity)).unreadable, [broken]);
    await rm(broken);
    await plans().remove(kept.id);
    assert.ok((await plans().list(identity)).plans.every(({ id }) => id !== kept.id));
  });

  it("is left alone, and named, if its file has the name of another plan", async () => {
    const kept = await begin(makePlan("Copied", []));
    const copy = join(disk, "plans", "copy.json");
    await copyFile(join(disk, "plans", `${kept.id}.json`), copy);
    const { plans: read, unreadable } = await plans().list(identity);
    assert.deepEqual([read.filter(({ id }) => id === kept.id).length, unreadable], [1, [copy]]);
    await rm(copy);
    await plans().remove(kept.id);
  });

  it("stays for a while after its end, and the oldest go first", async () => {
    const own = openKeptPlans(await mkdtemp(join(disk, "many-")));
    const ids: string[] = [];
    for (let count = 0; count < 23; count += 1) {
      const kept = await own.begin(makePlan("Ended", []), { identity, connection: "sandbox" });
      // Each plan gets its own time, because plans that were written in the same millisecond have no order.
      await own.write({ ...kept, at: new Date(count).toISOString(), ended: true });
      ids.unshift(kept.id);
    }
    await own.begin(makePlan("New", []), { identity, connection: "sandbox" });
    const left = (await own.list(identity)).plans.filter(({ ended }) => ended).map(({ id }) => id);
    assert.deepEqual(left, ids.slice(0, 20));
  });

  it("ends before a step that cannot be recorded, says why, and does not carry it out", async () => {
    const s = await scene();
    const kept = await begin(await codePlan(s, "hello"));
    const warned: string[] = [];
    const full: PlanPorts["plans"] = {
      hold: plans().hold,
      write: async (next) =>
        next.sending === 1 ? Promise.reject(new Error("The disk is full.")) : plans().write(next),
    };
    const cut = await run(kept, { ...ports(), plans: full, warn: (problem) => warned.push(problem) });
    assert.deepEqual([states(cut), cut.sending, warned], [["done", "open", "open"], null, ["The disk is full."]]);
    assert.deepEqual(
      states(
        await run((await plans().list(identity)).plans.find(({ id }) => id === kept.id) ?? assert.fail(), ports()),
      ),
      ["done", "done", "done"],
    );
  });

  it("shows before anything happens what will change, line by line, and what cannot be found from here", async () => {
    const s = await scene();
    const plan = await codePlan(s, "hello");
    const shown = planDocument(plan);
    for (const part of [
      "Nothing has changed yet",
      `Rename ${s.text.code} to hello`,
      `en line 2: [[ LIB : ${s.folder.code ?? ""} : ${s.text.code} ]]`,
      `→ [[ LIB : ${s.folder.code ?? ""} : hello ]]`,
      "in other workspaces, in private texts and in Smartforms that are not listed here cannot be found",
    ])
      assert.ok(shown.replace(/\n {2}(?=\S)/g, " ").includes(part), part);
    assert.ok(
      shown.split("\n").every((line) => line.length < 120),
      "a line that the editor would cut",
    );
    assert.match(
      planSummary(plan),
      /Text Library: 2 references in 1 text will be updated\. This goes live for everyone\.\nWorkspace: 2 references in 1 file/,
    );
    const [whole, alone, ...others] = planChoices(plan);
    assert.deepEqual([whole?.title, whole?.plan, others], ["Rename Everywhere", plan, []]);
    assert.equal(alone?.title, "Rename Code Only (breaks references)");
    assert.deepEqual(
      alone.plan.steps.map(({ do: what }) => what),
      ["text"],
    );
    const stale = makePlan("Stale", [codeWish(s.text, "hello")], {
      references: {
        found: {
          known: false,
          documents: referring(s, "", () => "x").map((each) => ({ ...each, content: `${each.content} old` })),
          uncertain: 2,
          left: 1,
          smartforms: [],
        },
        texts: new Map([[s.letter.id, s.letter]]),
      },
    });
    for (const part of [
      /has not been read completely/,
      /Skipped because of changes since the Text Library was read: .* \(en\), .* \(sv\)/,
      /2 references may refer to what you are changing or to something else/,
      /1 reference cannot be updated because of what it contains/,
    ])
      assert.match(stale.said.join("\n"), part);
  });

  it("names what the Smartforms that refer to it need, before and after, and what is open with unsaved changes", async () => {
    const s = await scene();
    const smartforms = [
      { name: "Welcome", references: [{ before: "[[ LIB : a ]]", after: "[[ LIB : b ]]" }] },
      { name: "Other", references: [] },
    ];
    const words = [
      "References in the Smartform Welcome are not changed automatically. Change them in the authoring application: [[ LIB : a ]] to [[ LIB : b ]].",
      "References in the Smartform Other may be affected too. Check the Smartform in the authoring application.",
    ];
    const documents = referring(s, "", () => "x")
      .filter(({ text }) => text !== null)
      .map((each) => ({ ...each, content: `${each.content} unsaved` }));
    const unsaved = new Set([textKey(s.letter.id, "sv")]);
    const found = { known: true, documents, uncertain: 0, left: 0, smartforms };
    const plan = makePlan("Code", [codeWish(s.text, "b")], {
      references: { found, texts: new Map([[s.letter.id, s.letter]]) },
      unsaved,
    });
    assert.match(
      plan.said.join("\n"),
      /^Skipped because of unsaved changes: \S+ \(sv\)\. .*\nSkipped because of changes since the Text Library was read: \S+ \(en\)\./,
    );
    for (const each of words) assert.ok(plan.said.includes(each), each);
    const done = planReport(await run(await begin(plan), ports()));
    assert.equal(done.message, `Renamed ${s.text.code} to b (1 change). ${words.join(" ")}`);
    assert.deepEqual([done.details, done.whole], [words, true]);
  });

  it("makes only the edits whose step was completed", () => {
    const edits = [
      { start: 0, end: 1, newText: "A", needs: 0 },
      { start: 2, end: 3, newText: "B", needs: 1 },
    ];
    assert.deepEqual(
      [[], [0], [1], [0, 1]].map((done) => withEdits("a b", edits, (step) => done.includes(step))),
      ["a b", "A b", "a B", "A B"],
    );
  });

  for (const back of [false, true]) {
    it(`killed at each moment of each step ${back ? "of an undo" : ""}, it is carried on to the same end`, async () => {
      for (const moment of [0, 1, 2].flatMap((index) =>
        ["journaled", "carried-out", "written-down"].map((each) => `${index} ${each}`),
      )) {
        const s = await scene();
        const before = await s.now();
        const kept = await begin(await codePlan(s, `hello-${numbers}`));
        if (back) await run(kept, ports());
        await die({ id: kept.id, back, dieAt: moment });
        const cut = (await plans().list(identity)).plans.find(({ id }) => id === kept.id) ?? assert.fail();
        const ended = await run(cut, ports());
        assert.deepEqual(
          states(ended),
          Array.from({ length: 3 }, () => (back ? "undone" : "done")),
          moment,
        );
        assert.deepEqual(
          await s.now(),
          back ? before : before.map((each) => each.replaceAll(s.text.code, `hello-${numbers}`)),
          moment,
        );
        await plans().remove(kept.id);
      }
    }).timeout(60_000);
  }

  function program(
    order: Pick<PlanOrder, "id" | "back" | "dieAt" | "standAt">,
  ): ChildProcessByStdio<Writable, Readable, null> {
    const client = w.ready.clients.find(({ name }) => name === "standard");
    const args = ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "test/authoring/plans/planProgram.ts"];
    const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
    child.stdin.end(
      JSON.stringify({
        connection: w.mine.connection,
        secret: client?.clientSecret ?? "",
        plans: join(disk, "plans"),
        identity,
        ...order,
      } satisfies PlanOrder),
    );
    return child;
  }

  async function die(order: Pick<PlanOrder, "id" | "back" | "dieAt">): Promise<void> {
    const child = program(order);
    await once(child, "exit");
    assert.equal(child.signalCode, "SIGKILL", order.dieAt);
  }

  describe("in two windows", () => {
    const stateOf = async (work: Promise<{ readonly state: string }>): Promise<string> => (await work).state;

    it("is undone only in its current state: an older record undoes nothing, and stays as it was", async () => {
      const s = await scene();
      const before = await s.now();
      const stop = new AbortController();
      const kept = await begin(await codePlan(s, "hello"));
      const seen = await run(
        kept,
        ports({ step: (index, moment) => (index === 0 && moment === "written-down" ? stop.abort() : undefined) }),
        { signal: stop.signal },
      );
      await run(seen, ports());
      const after = await s.now();
      for (const options of [{ back: true }, {}]) {
        const held = await runPlan(seen, ports(), options);
        assert.ok(held.state === "changed");
        assert.deepEqual([held.now.direction, states(held.now)], ["forward", ["done", "done", "done"]]);
      }
      assert.equal(await stateOf(plans().hold(seen, async () => assert.fail("forgotten"))), "changed");
      assert.deepEqual(await s.now(), after);
      const now = (await plans().list(identity)).plans.find(({ id }) => id === kept.id) ?? assert.fail();
      assert.deepEqual(states(await run(now, ports(), { back: true })), ["undone", "undone", "undone"]);
      assert.deepEqual(await s.now(), before);
    });

    it("leaves a file alone that somebody edits between its reading and its writing, and says so", async () => {
      const s = await scene();
      const kept = await begin(await codePlan(s, "hello"));
      const seen: string[] = [];
      const done = await run(
        kept,
        ports({
          files: {
            ...diskFiles,
            write: async (_, content, over) => {
              seen.push(over === content ? "the same" : "what was read");
              return "edited";
            },
          },
        }),
      );
      assert.deepEqual([seen, states(done).at(-1)], [["what was read"], "refused"]);
    });

    it("is run by one of them: the other neither continues, undoes nor forgets it", async () => {
      const s = await scene();
      const kept = await begin(await codePlan(s, "hello"));
      assert.equal(plans().isRunning(kept.id), false);
      const other: unknown[] = [];
      const done = await run(
        kept,
        ports({
          step(index, moment) {
            if (index !== 1 || moment !== "journaled") return;
            const attempts = [
              runPlan(kept, ports()),
              runPlan(kept, ports(), { back: true }),
              plans().hold(kept, ({ id }) => plans().remove(id)),
            ];
            other.push(...attempts.map(stateOf), plans().isRunning(kept.id));
          },
          files: {
            ...diskFiles,
            write: async (uri, content, over) => {
              assert.deepEqual(await Promise.all(other), ["running", "running", "running", true]);
              await diskFiles.write(uri, content, over);
            },
          },
        }),
      );
      assert.deepEqual(states(done), ["done", "done", "done"]);
      assert.equal(plans().isRunning(kept.id), false);
    });

    it("is run by a window that is killed: until then only by that window, and afterwards by any", async () => {
      const s = await scene();
      const kept = await begin(await codePlan(s, "hello"));
      const child = program({ id: kept.id, standAt: "1 journaled" });
      const exit = once(child, "exit");
      let cut: KeptPlan;
      try {
        await once(child.stdout, "data");
        assert.equal(plans().isRunning(kept.id), true);
        cut = (await plans().list(identity)).plans.find(({ id }) => id === kept.id) ?? assert.fail();
        assert.equal(await stateOf(runPlan(cut, ports(), { back: true })), "running");
      } finally {
        child.kill("SIGKILL");
        await exit;
      }
      assert.equal(plans().isRunning(kept.id), false);
      assert.equal(await stateOf(runPlan(kept, ports())), "changed");
      assert.deepEqual(states(await run(cut, ports())), ["done", "done", "done"]);
    });

    it("is not reported as running if the system cannot say, and does not keep others off the list", async () => {
      const path = join(disk, "plans", "locks", "unreadable.sqlite");
      await mkdir(path, { recursive: true });
      assert.equal(plans().isRunning("unreadable"), false);
      await rm(path, { recursive: true });
    });

    it("is not started again once it was forgotten", async () => {
      const kept = await begin(await codePlan(await scene(), "hello"));
      assert.equal(await stateOf(plans().hold(kept, ({ id }) => plans().remove(id))), "done");
      assert.equal(await stateOf(runPlan(kept, ports())), "gone");
      assert.ok((await plans().list(identity)).plans.every(({ id }) => id !== kept.id));
    });

    it("leaves an incomplete record alone, and says where it is", async () => {
      const kept = await begin(await codePlan(await scene(), "hello"));
      const path = join(disk, "plans", `${kept.id}.json`);
      await writeFile(path, "{");
      await assert.rejects(runPlan(kept, ports()), new RegExp(`cannot be read.*${kept.id}`));
      await rm(path);
    });

    it("lists no incomplete record, and says where it is", async () => {
      const kept = await begin(await codePlan(await scene(), "hello"));
      const path = join(disk, "plans", `${kept.id}.json`);
      const [first, ...rest] = kept.plan.steps;
      const half = [
        { plan: { ...kept.plan, steps: [null, ...rest] } },
        { plan: { ...kept.plan, steps: [{ ...first, base: null }, ...rest] } },
        { plan: { ...kept.plan, said: undefined } },
        { outcomes: [] },
        { outcomes: kept.outcomes.map(() => ({ state: "refused" })) },
        { direction: "sideways" },
        { sending: "0" },
        { at: undefined },
      ];
      for (const part of half) {
        await writeFile(path, JSON.stringify({ version: 1, ...kept, ...part }));
        const { plans: listed, unreadable } = await plans().list(identity);
        assert.deepEqual(
          [listed.filter(({ id }) => id === kept.id), unreadable],
          [[], [path]],
          JSON.stringify(Object.keys(part)),
        );
      }
      await rm(path);
    });
  });
});
