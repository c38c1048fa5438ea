/** Plans against the sandbox: what they do and leave, carried on after a death at any moment, and taken back. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { guardedWrite } from "../../client/guardedWrite.ts";
import { heldByPlan, openKeptPlans, type KeptPlan } from "../../client/libraryPlan/keptPlansModel.ts";
import { codeWish, folderWish, makePlan, moveWish, planDocument, planSummary, withEdits, withoutReferences, type LibraryPlan } from "../../client/libraryPlan/planModel.ts";
import { planReport, runPlan, takenBack, type PlanPorts } from "../../client/libraryPlan/runPlanModel.ts";
import type { LibraryText } from "../../client/writePlan.ts";
import type { Folder } from "../../language/index.ts";
import type { ReferringDocument } from "../../server/protocol.ts";
import { diskFiles, type PlanOrder } from "./planProgram.ts";
import { identity, world, type World } from "./service.ts";

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
    api: w.mine, plans: plans(), files: diskFiles,
    save: (base, change) => guardedWrite({ identity, connection: "sandbox", base, change }, { api: w.mine, journal: heldByPlan, lock: (_, work) => work() }), ...more,
  });
  const begin = (plan: LibraryPlan): Promise<KeptPlan> => plans().begin(plan, { identity, connection: "sandbox" });
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
    /** Refers to `text` in two languages. */
    readonly letter: LibraryText;
    readonly file: string;
    /** All that the scene is about, as it is now. */
    now(): Promise<readonly string[]>;
  }

  async function scene(): Promise<Scene> {
    const number = ++numbers;
    const text = await w.text({ code: `greeting-${number}` });
    const folder = await folderOf(text.folderId);
    const { id: targetId } = await w.theirs.call("textlibrary.folders.create", { body: { name: `Target ${number}`, code: `target-${number}` } });
    const target = await folderOf(targetId);
    const reference = `[[ LIB : ${folder.code ?? ""} : ${text.code} ]]`;
    const letter = await w.text({ translations: { en: { content: `Dear\n${reference}\n` }, sv: { content: `Hej ${reference}` } } });
    const file = join(disk, `letter-${number}.sft`);
    await writeFile(file, `${reference} and\r\n${reference}\r\n\r\nYours\r\n`);
    return {
      folder, target, text, letter, file,
      async now() {
        const [fresh, holder] = [await w.read(text.id), await w.read(letter.id)];
        const home = await folderOf(fresh.folderId);
        return [`${home.name} ${home.code ?? ""} ${fresh.code}`, ...Object.values(holder.translations ?? {}).map(({ content }) => content), await readFile(file, "utf8")];
      },
    };
  }

  /** As the language server finds them: every place where these words stand is written anew. */
  function referring({ letter, file, text, folder }: Scene, content: string, edit: (reference: string) => string): readonly ReferringDocument[] {
    const reference = `[[ LIB : ${folder.code ?? ""} : ${text.code} ]]`;
    const edits = (of: string): ReferringDocument["edits"] => [...of.matchAll(new RegExp(reference.replaceAll(/[[\]]/g, "\\$&"), "g"))].map(({ index }) => ({ start: index, end: index + reference.length, newText: edit(reference), change: 0 }));
    return [
      ...Object.entries(letter.translations ?? {}).map(([language, { content: words }]) => ({ uri: null, text: { id: letter.id, code: letter.code, language }, content: words, edits: edits(words) })),
      { uri: pathToFileURL(file).href, text: null, content, edits: edits(content) },
    ];
  }

  async function codePlan(s: Scene, code: string): Promise<LibraryPlan> {
    const documents = referring(s, await readFile(s.file, "utf8"), (reference) => reference.replace(s.text.code, code));
    return makePlan(`Change ${s.text.code}`, [codeWish(s.text, code)], { references: { found: { known: true, documents, uncertain: 0, left: 0 }, texts: new Map([[s.letter.id, s.letter]]) } });
  }

  it("T9: changes a code and everything that refers to it, and takes all of it back", async () => {
    const s = await scene();
    assert.deepEqual(codeWish(s.text, "hello").change, { of: { textId: s.text.id }, name: "hello" });
    const before = await s.now();
    const done = await runPlan(await begin(await codePlan(s, "hello")), ports());
    assert.deepEqual(states(done), ["done", "done", "done"]);
    assert.deepEqual(await s.now(), before.map((each) => each.replaceAll(s.text.code, "hello")));
    assert.deepEqual(planReport(done), { message: `Change ${s.text.code}: 3 steps done.`, details: [], whole: true });
    const undone = await runPlan(takenBack(done), ports());
    assert.deepEqual(states(undone), ["undone", "undone", "undone"]);
    assert.deepEqual(await s.now(), before);
    assert.equal(planReport(undone).message, `Change ${s.text.code}: 3 steps taken back.`);
  });

  it("T8: renames a folder that references name by its code without a look at them, and gives a folder another code with them", async () => {
    const s = await scene();
    assert.equal(folderWish(s.folder, { name: "Other" }).change, undefined);
    assert.deepEqual(folderWish({ ...s.folder, code: null }, { name: "Other" }).change, { of: { folderId: s.folder.id }, name: "Other" });
    const { step, change } = folderWish(s.folder, { code: `new-${s.folder.code ?? ""}` });
    assert.deepEqual(change, { of: { folderId: s.folder.id }, name: `new-${s.folder.code ?? ""}` });
    const before = await s.now();
    const documents = referring(s, await readFile(s.file, "utf8"), (reference) => reference.replace(s.folder.code ?? "", `new-${s.folder.code ?? ""}`));
    const plan = makePlan("Code", [{ step, change }], { references: { found: { known: true, documents, uncertain: 0, left: 0 }, texts: new Map([[s.letter.id, s.letter]]) } });
    await runPlan(await begin(plan), ports());
    assert.deepEqual(await s.now(), before.map((each) => each.replaceAll(s.folder.code ?? "", `new-${s.folder.code ?? ""}`)));
  });

  it("T11: leaves alone what refers to a text that was refused its new place, and moves the others", async () => {
    const [one, two] = [await scene(), await scene()];
    await w.theirs.call("textlibrary.texts.create", { body: { folderId: two.target.id, code: one.text.code, translations: {} } });
    const documents = [one, two].flatMap((s, change) => referring(s, `[[ LIB : ${s.folder.code ?? ""} : ${s.text.code} ]]`, () => "moved").filter(({ text }) => text !== null).map((document) => ({ ...document, edits: document.edits.map((edit) => ({ ...edit, change })) })));
    const plan = makePlan("Move 2 texts", [one, two].map(({ text, folder }) => moveWish(text, { from: folder.name, to: two.target })), {
      references: { found: { known: true, documents, uncertain: 1, left: 1 }, texts: new Map([one, two].map(({ letter }) => [letter.id, letter])) },
    });
    const done = await runPlan(await begin(plan), ports());
    assert.deepEqual(states(done), ["refused", "done", "refused", "done"]);
    const { message, details, whole } = planReport(done);
    assert.equal(message, "Move 2 texts: 2 steps done, 2 refused.");
    assert.match(details[0] ?? "", new RegExp(`^Refused: Move ${one.text.code} from .* to ${two.target.name}\\. `));
    assert.match(details[1] ?? "", /was not changed, so it stays as it is/);
    assert.equal(whole, false);
    assert.equal((await w.read(one.letter.id)).translations?.["sv"]?.content, one.letter.translations?.["sv"]?.content);
    assert.equal((await w.read(two.letter.id)).translations?.["sv"]?.content, "Hej moved");
  });

  it("never writes over what somebody else did meanwhile, and says what it was", async () => {
    const s = await scene();
    const plan = await codePlan(s, "hello");
    await w.foreign(s.letter, { translations: { sv: { content: "Hallå i stället" } } });
    await writeFile(s.file, "all new\n");
    const done = await runPlan(await begin(plan), ports());
    assert.deepEqual(states(done), ["done", "refused", "refused"]);
    assert.deepEqual(planReport(done).details.map((each) => /the same lines|edited meanwhile/.exec(each)?.[0]), ["the same lines", "edited meanwhile"]);
    assert.deepEqual((await s.now()).slice(2), ["Hallå i stället", "all new\n"]);
    await w.theirs.call("textlibrary.folders.update", { path: { id: s.folder.id }, body: { name: `Theirs ${s.folder.id}` } });
    const refused = await runPlan(await begin(makePlan("Rename", [folderWish(s.folder, { name: "Mine" })])), ports());
    assert.match(planReport(refused).details[0] ?? "", /Somebody else changed the folder: its name is Theirs/);
    assert.equal((await folderOf(s.folder.id)).name, `Theirs ${s.folder.id}`);
  });

  it("merges with edits of other lines", async () => {
    const s = await scene();
    const plan = await codePlan(s, "hello");
    const before = await readFile(s.file, "utf8");
    await writeFile(s.file, `${before}and more\r\n`);
    await runPlan(await begin(plan), ports());
    assert.equal(await readFile(s.file, "utf8"), `${before.replaceAll(s.text.code, "hello")}and more\r\n`);
  });

  it("waits with references while nobody knows whether the code was changed, and carries on when it can be known", async () => {
    const s = await scene();
    const kept = await begin(await codePlan(s, "hello"));
    await w.control("POST", "/faults", { operation: "textlibrary.texts.get", kind: "status", status: 500 });
    const first = await runPlan(kept, ports({ save: async (base, change) => change.fields === undefined ? assert.fail("The references were written.") : ({ state: "unknown", error: await failure(base) }) }));
    await w.control("DELETE", "/faults");
    assert.deepEqual(states(first), ["unknown", "open", "open"]);
    assert.equal(first.ended, false);
    assert.equal(planReport(first).message, `Change ${s.text.code}: 0 steps done, 1 unknown, 2 not tried.`);
    const again = await runPlan((await plans().list(identity)).plans.find(({ id }) => id === kept.id) ?? assert.fail(), ports());
    assert.deepEqual(states(again), ["done", "done", "done"]);
  });

  async function failure({ id }: LibraryText): Promise<never> {
    return await w.mine.call("textlibrary.texts.get", { path: { id } }).then(() => assert.fail(), (error: unknown) => error) as never;
  }

  it("stops between two steps when it is cancelled, and what was done stays done", async () => {
    const s = await scene();
    const stop = new AbortController();
    const kept = await begin(await codePlan(s, "hello"));
    const cut = await runPlan(kept, ports({ step: (index, moment) => (index === 0 && moment === "written-down" ? stop.abort() : undefined) }), { signal: stop.signal });
    assert.deepEqual([states(cut), cut.ended], [["done", "open", "open"], false]);
    assert.deepEqual(states(await runPlan(takenBack(cut), ports())), ["undone", "open", "open"]);
    assert.equal((await w.read(s.text.id)).code, s.text.code);
  });

  it("is bound to the library it was made for, and names a file that is half there", async () => {
    const kept = await begin(makePlan("Nothing", []));
    const broken = join(disk, "plans", "broken.json");
    await writeFile(broken, "{\"version\":1");
    assert.deepEqual((await plans().list("somebody else's")).plans, []);
    assert.deepEqual((await plans().list(identity)).unreadable, [broken]);
    await rm(broken);
    await plans().remove(kept.id);
    assert.ok((await plans().list(identity)).plans.every(({ id }) => id !== kept.id));
  });

  it("tells before anything happens what will change, line by line, and what cannot be found from here", async () => {
    const s = await scene();
    const plan = await codePlan(s, "hello");
    const shown = planDocument(plan);
    for (const part of ["Nothing has happened yet", `Change the code ${s.text.code} to hello`, `en line 2: [[ LIB : ${s.folder.code ?? ""} : ${s.text.code} ]]`, `→ [[ LIB : ${s.folder.code ?? ""} : hello ]]`, "Smartforms on the service, in other workspaces and in private texts cannot be found"]) assert.ok(shown.replace(/\n {2}(?=\S)/g, " ").includes(part), part);
    assert.ok(shown.split("\n").every((line) => line.length < 120), "a line that the editor would cut");
    assert.match(planSummary(plan), /Text Library: 2 references in 1 text will be written anew.*\nWorkspace: 2 references in 1 file/);
    assert.deepEqual(withoutReferences(plan).steps.map(({ do: what }) => what), ["text"]);
    const stale = makePlan("Stale", [codeWish(s.text, "hello")], { references: { found: { known: false, documents: referring(s, "", () => "x").map((each) => ({ ...each, content: `${each.content} old` })), uncertain: 2, left: 1 }, texts: new Map([[s.letter.id, s.letter]]) } });
    for (const part of [/not completely read/, /left alone: .* \(en\), .* \(sv\)/, /2 references may mean this or something else/, /1 reference cannot be written anew/]) assert.match(stale.said.join("\n"), part);
  });

  it("makes only the edits whose step was done", () => {
    const edits = [{ start: 0, end: 1, newText: "A", needs: 0 }, { start: 2, end: 3, newText: "B", needs: 1 }];
    assert.deepEqual([[], [0], [1], [0, 1]].map((done) => withEdits("a b", edits, (step) => done.includes(step))), ["a b", "A b", "a B", "A B"]);
  });

  for (const back of [false, true]) {
    it(`killed at each moment of each step ${back ? "of taking back" : ""}, it is carried on to the same end`, async () => {
      for (const moment of [0, 1, 2].flatMap((index) => ["journaled", "carried-out", "written-down"].map((each) => `${index} ${each}`))) {
        const s = await scene();
        const before = await s.now();
        const kept = await begin(await codePlan(s, `hello-${numbers}`));
        if (back) await runPlan(kept, ports());
        await die({ id: kept.id, back, dieAt: moment });
        const cut = (await plans().list(identity)).plans.find(({ id }) => id === kept.id) ?? assert.fail();
        const ended = await runPlan(cut, ports());
        assert.deepEqual(states(ended), Array.from({ length: 3 }, () => (back ? "undone" : "done")), moment);
        assert.deepEqual(await s.now(), back ? before : before.map((each) => each.replaceAll(s.text.code, `hello-${numbers}`)), moment);
        await plans().remove(kept.id);
      }
    }).timeout(60_000);
  }

  async function die(order: Pick<PlanOrder, "id" | "back" | "dieAt">): Promise<void> {
    const client = w.ready.clients.find(({ name }) => name === "standard");
    const child = spawn(process.execPath, ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "test/client/planProgram.ts"], { stdio: ["pipe", "inherit", "inherit"] });
    child.stdin.end(JSON.stringify({ connection: w.mine.connection, secret: client?.clientSecret ?? "", plans: join(disk, "plans"), identity, ...order } satisfies PlanOrder));
    await once(child, "exit");
    assert.equal(child.signalCode, "SIGKILL", order.dieAt);
  }
});
