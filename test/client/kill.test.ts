/**
 * A save that is killed by SIGKILL after each of its steps: nothing is half written, nothing is lost, and unfinished
 * work is offered to the author, never repeated automatically.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openJournal } from "../../authoring/guard/journal.ts";
import { identity, languages, world } from "./service.ts";
import type { World } from "./service.ts";
import { permitTicket } from "../sandbox/permits.ts";
import type { DeleteOrder } from "../authoring/guard/deleteProgram.ts";
import type { SaveOrder } from "../authoring/guard/saveProgram.ts";

/**
 * The step after which the program is killed, what the service then holds, and whether the journal must offer the save.
 */
const points = [
  ["journaled", "old", true],
  ["read", "old", true],
  ["planned", "old", true],
  ["sending", "old", true],
  ["sent", "new", true],
  ["read-back", "new", true],
  ["cleared", "new", false],
] as const;

describe("killed in the middle of a save", () => {
  let w: World;
  before(async () => {
    w = await world();
  });
  after(async () => {
    await w[Symbol.asyncDispose]();
  });

  async function dieAfter(step: string): Promise<{ readonly id: string }> {
    const base = await w.text({ translations: { en: { content: "old" } } });
    const client = w.ready.clients.find(({ name }) => name === "standard");
    const order: SaveOrder = {
      connection: w.mine.connection,
      secret: client?.clientSecret ?? "",
      journal: w.journalFolder,
      identity,
      base,
      language: "en",
      content: "new",
      dieAfter: step,
    };
    const child = spawn(
      process.execPath,
      ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "test/authoring/guard/saveProgram.ts"],
      { stdio: ["pipe", "inherit", "inherit"] },
    );
    child.stdin.end(JSON.stringify(order));
    await once(child, "exit");
    assert.equal(child.signalCode, "SIGKILL");
    return base;
  }

  for (const [step, holds, offered] of points) {
    it(`after "${step}": the service holds the ${holds} text, ${offered ? "and the journal offers the save" : "and nothing is open"}`, async () => {
      const { id } = await dieAfter(step);
      assert.equal((await w.read(id)).translations?.["en"]?.content, holds);
      const { entries, unreadable } = await w.journal.open(identity);
      assert.deepEqual(unreadable, []);
      const [entry] = entries.filter((candidate) => candidate.textId === id);
      assert.equal(entry !== undefined, offered);
      if (entry?.kind !== "save") return;
      assert.equal(entry.change.translations?.get("en"), "new");
      assert.equal(entry.base.translations?.["en"]?.content, "old");
      // If the author accepts the offer, a guarded write follows. The service then holds the new text, after at most
      // one more write.
      await w.calls();
      const result = await w.save(entry.base, entry.change);
      assert.equal(result.state, holds === "new" ? "unchanged" : "saved");
      assert.equal((await w.calls()).filter((method) => method === "PUT").length, holds === "new" ? 0 : 1);
      assert.equal((await w.read(id)).translations?.["en"]?.content, "new");
      await w.journal.clear(entry.id);
    });
  }

  it("a foreign write after the crash is a conflict when the save is offered, and is not overwritten", async () => {
    const base = await dieAfter("journaled");
    await w.foreign(await w.read(base.id), { translations: { en: { content: "from elsewhere" } } });
    const entry = (await w.journal.open(identity)).entries.find(({ textId }) => textId === base.id);
    assert.ok(entry?.kind === "save");
    assert.equal((await w.save(entry.base, entry.change)).state, "conflict");
    assert.equal((await w.read(base.id)).translations?.["en"]?.content, "from elsewhere");
    await w.journal.clear(entry.id);
  });

  for (const [step, isThere, isKept] of [
    ["read", true, false],
    ["kept", true, true],
    ["answered", false, true],
  ] as const) {
    it(`a deletion killed after "${step}": the text is ${isThere ? "still there" : "gone"}, and ${isKept ? "a copy of all its languages is kept" : "there is no trace of a deletion"}`, async () => {
      const text = await w.text();
      const client = w.ready.clients.find(({ name }) => name === "standard");
      const order: DeleteOrder = {
        connection: w.mine.connection,
        secret: client?.clientSecret ?? "",
        journal: w.journalFolder,
        identity,
        text,
        dieAfter: step,
      };
      permitTicket("DELETE", `${w.ready.formsApiUrl}/Integrations/textlibrary/texts/${text.id}`);
      const child = spawn(
        process.execPath,
        ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "test/authoring/guard/deleteProgram.ts"],
        { stdio: ["pipe", "inherit", "inherit"] },
      );
      child.stdin.end(JSON.stringify(order));
      await once(child, "exit");
      assert.equal(child.signalCode, "SIGKILL");
      await (isThere ? w.read(text.id) : assert.rejects(w.read(text.id), { code: "not-found" }));
      const entry = (await w.journal.open(identity)).entries.find(({ textId }) => textId === text.id);
      assert.equal(entry !== undefined, isKept);
      if (entry === undefined) return;
      assert.ok(entry.kind === "deleted");
      assert.deepEqual(JSON.parse(JSON.stringify(entry.text)), JSON.parse(JSON.stringify(text)));
      await w.journal.clear(entry.id);
    });
  }

  it("an incomplete file is named and left alone, and does not hide the others", async () => {
    const base = await w.text();
    const other = openJournal(w.journalFolder);
    const id = await other.write({
      kind: "save",
      state: "intent",
      identity,
      connection: "sandbox",
      textId: base.id,
      title: base.code,
      base,
      change: languages({ en: "x" }),
    });
    other[Symbol.dispose]();
    const broken = join(w.journalFolder, "broken.json");
    await writeFile(broken, (await readFile(join(w.journalFolder, `${id}.json`), "utf8")).slice(0, 100));
    const { entries, unreadable } = await w.journal.open(identity);
    assert.deepEqual(unreadable, [broken]);
    assert.ok(entries.some((entry) => entry.id === id));
    assert.equal((await readFile(broken, "utf8")).length, 100);
  });

  it("a save of another language leaves an unfinished one in the journal", async () => {
    const base = await w.text();
    using gone = openJournal(w.journalFolder);
    const left = await gone.write({
      kind: "save",
      state: "intent",
      identity,
      connection: "sandbox",
      textId: base.id,
      title: base.code,
      base,
      change: languages({ sv: "kvar" }),
    });
    gone[Symbol.dispose]();
    await w.save(base, languages({ en: "mine" }));
    await w.save(base, languages({ sv: "annat" }));
    const entry = (await w.journal.open(identity)).entries.find(({ id }) => id === left);
    assert.equal(entry?.kind === "save" && entry.change.translations?.get("sv"), "kvar");
  });

  it("no secret is in the journal", async () => {
    const base = await w.text();
    await w.control("POST", "/faults", { operation: "textlibrary.texts.get", kind: "status", status: 500 });
    await w.save(base, languages({ en: "mine" }));
    await w.control("DELETE", "/faults");
    const secrets = w.ready.clients.map(({ clientSecret }) => clientSecret);
    const names = await readdir(w.journalFolder);
    assert.ok(names.length > 0);
    for (const name of names) {
      const written = await readFile(join(w.journalFolder, name), "utf8");
      assert.ok(
        secrets.every((secret) => !written.includes(secret)),
        name,
      );
    }
  });
});
