/**
 * Bringing back deleted texts and folders, against the sandbox: completely, once, with true reports, and also after a
 * crash at any moment.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { grantTicket } from "../../sandbox/permits.ts";
import type { OperationId } from "../../../api/index.ts";
import {
  bringBackFolder,
  bringBackText,
  goneFolderWords,
  goneFrom,
  goneWords,
} from "../../../authoring/history/bringBack.ts";
import type { BringBackPorts, Gone } from "../../../authoring/history/bringBack.ts";
import type { GoneText } from "../../../authoring/history/versions.ts";
import { openJournal } from "../../../authoring/guard/journal.ts";
import { createKept, deleteFolder, deleteText } from "../../../authoring/guard/libraryWrites.ts";
import { findUnfinished } from "../../../client/library/documents/unfinished.ts";
import { contentsOf, fieldsOf } from "../../../authoring/guard/writePlan.ts";
import type { LibraryText } from "../../../authoring/guard/writePlan.ts";
import type { Folder } from "../../../language/index.ts";
import { identity, world } from "../../client/service.ts";
import type { World } from "../../client/service.ts";
import type { BringBackOrder } from "./bringBackProgram.ts";

const format = (date: Date): string => date.toISOString().slice(0, 10);

describe("bringing back", () => {
  let w: World;
  before(async () => {
    w = await world();
  });
  after(async () => {
    await w[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    await w.control("DELETE", "/faults");
    for (const { id } of (await w.journal.open(identity)).entries) await w.journal.clear(id);
  });

  const ticketFor = (operation: OperationId, id: string) =>
    grantTicket({ connection: w.mine.connection, operation, receivers: [], path: { id } });
  const remove = (text: LibraryText): Promise<LibraryText> =>
    deleteText(w.mine, w.journal, {
      identity,
      connection: "sandbox",
      text,
      ticket: ticketFor("textlibrary.texts.delete", text.id),
    });
  const removeFolder = (folder: Folder): Promise<Folder> =>
    deleteFolder(w.mine, w.journal, {
      identity,
      connection: "sandbox",
      folder,
      ticket: ticketFor("textlibrary.folders.delete", folder.id),
    });
  const gone = async (history: readonly GoneText[] = []): Promise<Gone> =>
    goneFrom((await w.journal.open(identity)).entries, history);
  const folderOf = async (id: string): Promise<Folder> => {
    const found = (await w.theirs.call("textlibrary.folders.list", {})).find((folder) => folder.id === id);
    assert.ok(found);
    return {
      id,
      name: found.name,
      parentFolderId: found.parentFolderId ?? null,
      isDefault: found.isDefault ?? false,
      code: found.code ?? null,
    };
  };
  const ports = (more: Partial<BringBackPorts> = {}): BringBackPorts => ({
    api: w.mine,
    journal: w.journal,
    identity,
    adopt: () => undefined,
    create: (body) => createKept(w.mine, w.journal, { identity, connection: "sandbox", body }),
    ...more,
  });
  const same = (one: LibraryText, other: LibraryText): void => {
    const { folderId: _, ...fields } = fieldsOf(one);
    const { folderId: __, ...others } = fieldsOf(other);
    assert.deepEqual([fields, [...contentsOf(one)]], [others, [...contentsOf(other)]]);
  };
  const codesIn = async (folderId: string): Promise<readonly string[]> => {
    const { texts } = await w.theirs.call("textlibrary.search", { query: { pageSize: 100, page: 0 } });
    return texts.items
      .filter((item) => item.folderId === folderId)
      .map(({ code }) => code ?? "")
      .sort();
  };

  it("T15: a text comes back with every language and field under a new id, and leaves the list", async () => {
    const text = await w.text();
    const copy = await remove(text);
    const result = await bringBackText(copy, ports());
    assert.ok(result.state === "back");
    assert.notEqual(result.text.id, text.id);
    same(result.text, text);
    assert.deepEqual(await gone(), { folders: [], texts: [] });
  });

  it("an unfinished save of a text continues with the text that came back, and ends when its words are there", async () => {
    const text = await w.text();
    const killed = openJournal(w.journalFolder);
    const change = { translations: new Map([["en", "typed before the crash"]]) };
    await killed.write({
      kind: "save",
      state: "sending",
      identity,
      connection: "sandbox",
      textId: text.id,
      title: text.code,
      base: text,
      change,
    });
    killed[Symbol.dispose]();
    const back = await bringBackText(await remove(text), ports());
    assert.ok(back.state === "back");
    const unfinished = () => findUnfinished({ api: w.mine, journal: w.journal, identity });
    const {
      open: [entry, ...more],
      gone: lost,
    } = await unfinished();
    assert.ok(entry?.kind === "save");
    assert.deepEqual(
      [entry.textId, entry.base.id, entry.change, more, lost.size],
      [back.text.id, back.text.id, change, [], 0],
    );
    assert.equal((await w.save(entry.base, entry.change)).state, "saved");
    const { open, done } = await unfinished();
    assert.deepEqual([open, done.map(({ entry: { id } }) => id)], [[], [entry.id]]);
  });

  it("an unfinished save of the text that came back is not overwritten by one of the deleted text", async () => {
    const text = await w.text();
    const write = async (textId: string, words: string): Promise<void> => {
      using killed = openJournal(w.journalFolder);
      await killed.write({
        kind: "save",
        state: "sending",
        identity,
        connection: "sandbox",
        textId,
        title: text.code,
        base: { ...text, id: textId },
        change: { translations: new Map([["en", words]]) },
      });
    };
    await write(text.id, "former words");
    const [entry] = (await findUnfinished({ api: w.mine, journal: w.journal, identity })).open;
    assert.ok(entry?.kind === "save");
    const path = join(w.journalFolder, `${entry.id}.json`);
    await w.journal.follow(entry, "back");
    const [moved] = (await w.journal.open(identity)).entries;
    assert.ok(moved?.kind === "save");
    await writeFile(
      join(w.journalFolder, `${moved.id}.json`),
      (await readFile(join(w.journalFolder, `${moved.id}.json`), "utf8")).replace("former words", "newer words"),
    );
    await writeFile(path, JSON.stringify({ version: 1, ...entry, change: { translations: [["en", "former words"]] } }));
    await w.journal.follow(entry, "back");
    const words = (await w.journal.open(identity)).entries.map(
      (each) => each.kind === "save" && each.change.translations?.get("en"),
    );
    assert.deepEqual(words.sort(), ["former words", "newer words"]);
  });

  it("a text that is in the library under its old id is not created again", async () => {
    const text = await w.text();
    await w.control("POST", "/faults", { operation: "textlibrary.texts.delete", kind: "reset-before", times: 1 });
    await assert.rejects(remove(text));
    const [entry] = (await gone()).texts;
    assert.ok(entry);
    await w.calls();
    const result = await bringBackText(entry.text, ports());
    assert.deepEqual([result.state, (await w.calls()).filter((method) => method === "POST")], ["here", []]);
    assert.deepEqual((await gone()).texts, []);
  });

  it("keeps on the list a newer copy, which another window recorded for its own deletion", async () => {
    const text = await w.text();
    await w.control("POST", "/faults", { operation: "textlibrary.texts.delete", kind: "reset-before", times: 1 });
    await assert.rejects(remove(text));
    const [older] = (await gone()).texts;
    const saved = await w.save(text, { translations: new Map([["en", "newer words"]]) });
    assert.ok(older && saved.state === "saved");
    const other = openJournal(w.journalFolder);
    const newer = await deleteText(w.mine, other, {
      identity,
      connection: "sandbox",
      text: saved.text,
      ticket: ticketFor("textlibrary.texts.delete", text.id),
    });
    const first = await bringBackText(older.text, ports());
    const [left, ...more] = (await gone()).texts;
    assert.ok(left);
    assert.deepEqual([first.state, left.text.id, more], ["back", newer.id, []]);
    same(left.text, newer);
    const second = await bringBackText(newer, ports(), { code: `${text.code}-newer` });
    assert.ok(second.state === "back");
    same({ ...second.text, code: text.code }, newer);
    assert.deepEqual((await gone()).texts, []);
  });

  it("nothing is created while the service cannot say whether the text is gone", async () => {
    const copy = await remove(await w.text());
    await w.control("POST", "/faults", { operation: "textlibrary.texts.get", kind: "status", status: 403, times: 1 });
    await w.calls();
    const result = await bringBackText(copy, ports());
    assert.ok(result.state === "failed");
    assert.match(result.words, /not known whether the text is gone, so nothing was created/);
    assert.deepEqual(
      (await w.calls()).filter((method) => method === "POST"),
      [],
    );
    assert.equal((await gone()).texts.length, 1);
  });

  it("says that the code is taken by another text, and takes another code", async () => {
    const copy = await remove(await w.text());
    await w.theirs.call("textlibrary.texts.create", {
      body: {
        folderId: copy.folderId,
        code: copy.code,
        contentType: 0,
        translations: { en: { content: "Somebody else's" } },
      },
    });
    const result = await bringBackText(copy, ports());
    assert.ok(result.state === "code-taken");
    assert.match(result.words, new RegExp(`The text ${copy.code} was not created.`));
    assert.equal((await gone()).texts.length, 1);
    const again = await bringBackText(copy, ports(), { code: `${copy.code}-2` });
    assert.ok(again.state === "back");
    assert.equal(again.text.code, `${copy.code}-2`);
  });

  it("says that the folder is gone, and takes another one", async () => {
    const text = await w.text();
    const copy = await remove(text);
    await removeFolder(await folderOf(text.folderId));
    const result = await bringBackText(copy, ports());
    assert.equal(result.state, "no-folder");
    const { folderId } = await w.text();
    const again = await bringBackText(copy, ports(), { folderId });
    assert.ok(again.state === "back");
    assert.equal(again.text.folderId, folderId);
    same(again.text, text);
  });

  it("a folder comes back with its name, code and place, its subfolders, and the texts that were in them", async () => {
    const text = await w.text();
    const top = await folderOf(text.folderId);
    const { id: subId } = await w.theirs.call("textlibrary.folders.create", {
      body: { name: "Below", parentFolderId: top.id, code: `below-${top.code}` },
    });
    const { id: below } = await w.theirs.call("textlibrary.texts.create", {
      body: { folderId: subId, code: "deep", contentType: 0, translations: { en: { content: "deep" } } },
    });
    await remove(await w.read(below));
    await removeFolder(await folderOf(subId));
    await remove(text);
    await removeFolder(top);
    const {
      folders: [whole],
      texts,
    } = await gone();
    assert.ok(whole);
    assert.deepEqual([whole.folder.id, whole.texts.length, whole.subfolders.length, texts.length], [top.id, 1, 1, 2]);
    assert.deepEqual(
      goneFolderWords(whole, () => "today"),
      {
        label: top.name,
        description: "folder, deleted here, today",
        detail: "comes back with 1 subfolder and 2 deleted texts",
      },
    );
    const result = await bringBackFolder(whole, ports());
    assert.deepEqual([result.texts, result.problems], [2, []]);
    const again = await folderOf(result.id ?? "");
    assert.deepEqual([again.name, again.code, again.parentFolderId], [top.name, top.code, top.parentFolderId]);
    assert.deepEqual(await codesIn(again.id), [text.code]);
    assert.deepEqual(await gone(), { folders: [], texts: [] });
  });

  it("a folder whose name is taken stays on the list, and the message says so", async () => {
    const text = await w.text();
    const folder = await folderOf(text.folderId);
    await remove(text);
    await removeFolder(folder);
    await w.theirs.call("textlibrary.folders.create", {
      body: { name: folder.name, parentFolderId: null, code: `other-${folder.code}` },
    });
    const [whole] = (await gone()).folders;
    assert.ok(whole);
    const result = await bringBackFolder(whole, ports());
    assert.deepEqual([result.id, result.texts], [undefined, 0]);
    assert.match(result.problems[0] ?? "", /^The folder .* was not created\./);
    assert.equal((await gone()).folders.length, 1);
  });

  it("a folder like an existing one stays on the list if it is unknown whether it is the same", async () => {
    const text = await w.text();
    const folder = await folderOf(text.folderId);
    await remove(text);
    await removeFolder(folder);
    await w.theirs.call("textlibrary.folders.create", { body: { name: folder.name, parentFolderId: null } });
    const [whole] = (await gone()).folders;
    assert.ok(whole);
    await w.control("POST", "/faults", {
      operation: "textlibrary.folders.list",
      kind: "status",
      status: 403,
      times: 1,
    });
    const result = await bringBackFolder(whole, ports());
    assert.deepEqual([result.id, result.texts], [undefined, 0]);
    assert.match(
      result.problems[0] ?? "",
      /^The folder .* was not created\. .* It is not known whether the folder that already exists is the one that you want to bring back\./,
    );
    assert.equal((await gone()).folders.length, 1);
  });

  it("if some of a folder cannot come back, the rest does, and what did not stays on the list", async () => {
    const one = await w.text();
    const folder = await folderOf(one.folderId);
    const { id } = await w.theirs.call("textlibrary.texts.create", {
      body: { folderId: folder.id, code: "second", contentType: 0, translations: { en: { content: "two" } } },
    });
    for (const text of [one, await w.read(id)]) await remove(text);
    await removeFolder(folder);
    await w.control("POST", "/faults", {
      operation: "textlibrary.texts.create",
      kind: "status",
      status: 403,
      times: 1,
    });
    const [whole] = (await gone()).folders;
    assert.ok(whole);
    const result = await bringBackFolder(whole, ports());
    assert.deepEqual([result.texts, result.problems.length], [1, 1]);
    const left = await gone();
    assert.deepEqual([left.folders.length, left.texts.length], [1, 1]);
    // The second attempt finds the folder on the service, and restores the remaining texts.
    const [again] = left.folders;
    assert.ok(again);
    assert.deepEqual(
      [(await bringBackFolder(again, ports())).problems, (await gone()).texts, (await gone()).folders],
      [[], [], []],
    );
  });

  it("stops between two texts when the person cancels, and says which did not come back", async () => {
    const text = await w.text();
    await remove(text);
    await removeFolder(await folderOf(text.folderId));
    const [whole] = (await gone()).folders;
    assert.ok(whole);
    const result = await bringBackFolder(whole, ports({ signal: AbortSignal.abort() }));
    assert.deepEqual(
      [result.texts, result.problems],
      [0, [`${text.code} was not brought back, because you cancelled.`]],
    );
  });

  it("a folder that the service refuses to delete leaves no trace of a deletion", async () => {
    const text = await w.text();
    await assert.rejects(removeFolder(await folderOf(text.folderId)), { code: "conflict" });
    assert.deepEqual((await gone()).folders, []);
  });

  it("also lists what the history noticed, and uses the journal's complete copy if both have a text", async () => {
    const text = await w.text();
    await remove(text);
    const noticed = (of: LibraryText, how: GoneText["how"]): GoneText => ({
      at: "2020-01-01T00:00:00.000Z",
      how,
      text: of,
      lost: ["sv"],
    });
    const { texts } = await gone([
      noticed({ ...text, translations: {} }, "deleted"),
      noticed({ ...text, id: "elsewhere", code: "other" }, "missing"),
    ]);
    assert.deepEqual(
      texts.map(({ how, text: { id, translations }, lost }) => [how, id, Object.keys(translations ?? {}), lost]),
      [
        ["deleted", text.id, ["en", "sv"], []],
        ["missing", "elsewhere", ["en", "sv"], ["sv"]],
      ],
    );
    const [, missing] = texts;
    assert.ok(missing);
    assert.deepEqual(goneWords(missing, undefined, format), {
      label: "other",
      description: "not shown by the service any more, 2020-01-01",
      detail: "its folder is gone · en, sv · content no longer kept: sv",
    });
  });

  describe("killed at any moment", () => {
    async function run(
      what: "text" | "folder",
      id: string,
      dieAfter: number,
    ): Promise<{ readonly signal: NodeJS.Signals | null; readonly output: string }> {
      const client = w.ready.clients.find(({ name }) => name === "standard");
      const order: BringBackOrder = {
        connection: w.mine.connection,
        secret: client?.clientSecret ?? "",
        journal: w.journalFolder,
        identity,
        what,
        id,
        dieAfter,
      };
      const child = spawn(
        process.execPath,
        [
          "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON",
          "--disable-warning=ExperimentalWarning",
          "test/authoring/history/bringBackProgram.ts",
        ],
        { stdio: ["pipe", "pipe", "inherit"] },
      );
      child.stdin.end(JSON.stringify(order));
      const [output] = await Promise.all([readAll(child.stdout), once(child, "exit")]);
      return { signal: child.signalCode, output };
    }

    // For a text there are three calls: it is looked up under its old id, created and read back. A folder is created
    // first, then come the three calls for its text.
    for (const [what, calls] of [
      ["text", 3],
      ["folder", 4],
    ] as const) {
      for (let dieAfter = 1; dieAfter <= calls; dieAfter += 1) {
        it(`a ${what}, after call ${dieAfter}: trying again brings it back, and it is there once`, async () => {
          const text = await w.text();
          const folder = await folderOf(text.folderId);
          await remove(text);
          if (what === "folder") await removeFolder(folder);
          const id = what === "folder" ? folder.id : text.id;
          assert.equal((await run(what, id, dieAfter)).signal, "SIGKILL");
          const { signal, output } = await run(what, id, 0);
          assert.equal(signal, null);
          const { result } = JSON.parse(output) as {
            readonly result: {
              readonly id?: string;
              readonly text?: LibraryText;
              readonly problems?: readonly string[];
            } | null;
          };
          assert.deepEqual(result?.problems ?? [], []);
          const folderId = result?.id ?? result?.text?.folderId ?? "";
          assert.deepEqual(await codesIn(folderId), [text.code]);
          assert.deepEqual(await gone(), { folders: [], texts: [] });
        });
      }
    }
  }).timeout(60_000);
});
