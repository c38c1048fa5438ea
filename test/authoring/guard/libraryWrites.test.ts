/**
 * Creating, deleting and restoring texts and folders against the sandbox: never twice, and never with a false report.
 */
import assert from "node:assert/strict";
import { grantTicket } from "../../sandbox/permits.ts";
import type { Api } from "../../../api/index.ts";
import {
  createFolder,
  createKept,
  createText,
  deleteText,
  recreation,
  updateFolder,
} from "../../../authoring/guard/libraryWrites.ts";
import type { Deletion, NewText } from "../../../authoring/guard/libraryWrites.ts";
import { openJournal } from "../../../authoring/guard/journal.ts";
import type { Entry } from "../../../authoring/guard/journal.ts";
import type { LibraryText } from "../../../authoring/guard/writePlan.ts";
import type { Folder } from "../../../language/index.ts";
import { world } from "../../client/service.ts";
import type { World } from "../../client/service.ts";

describe("library writes", () => {
  let w: World;
  before(async () => {
    w = await world();
  });
  after(async () => {
    await w[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    await w.control("DELETE", "/faults");
  });

  async function newText(code: string): Promise<NewText> {
    const { folderId } = await w.text();
    return { folderId, code, contentType: 0, defaultLanguage: "en", translations: { en: { content: "Hello" } } };
  }

  async function countOf({ code, folderId }: NewText): Promise<number> {
    const { texts } = await w.theirs.call("textlibrary.search", { query: { q: code, pageSize: 100 } });
    return texts.items.filter((item) => item.code === code && item.folderId === folderId).length;
  }

  it("creates a text once", async () => {
    const body = await newText("plain");
    const result = await createText(w.mine, body);
    assert.equal(result.state, "created");
    assert.equal(await countOf(body), 1);
  });

  for (const kind of ["reset-after", "truncate"]) {
    it(`T25: the answer to a create is lost (${kind}): the text is found and adopted, not created again`, async () => {
      const body = await newText(`lost-${kind}`);
      await w.control("POST", "/faults", { operation: "textlibrary.texts.create", kind, times: 1 });
      const result = await createText(w.mine, body);
      assert.equal(result.state, "created");
      assert.equal(await countOf(body), 1);
    });
  }

  it("T25: the create never arrived: the outcome is unknown, and nothing is sent again", async () => {
    const body = await newText("never");
    await w.calls();
    await w.control("POST", "/faults", { operation: "textlibrary.texts.create", kind: "reset-before", times: 1 });
    const { state } = await createText(w.mine, body);
    assert.equal(state, "unknown");
    assert.equal(await countOf(body), 0);
  });

  it("T25: after a lost answer another text has the code: it is not taken for mine", async () => {
    const body = await newText("other");
    await w.theirs.call("textlibrary.texts.create", {
      body: { ...body, translations: { en: { content: "Somebody else's" } } },
    });
    await w.control("POST", "/faults", { operation: "textlibrary.texts.create", kind: "reset-before", times: 1 });
    const { state } = await createText(w.mine, body);
    assert.equal(state, "taken");
    assert.equal(await countOf(body), 1);
  });

  for (const [what, other] of [
    ["hidden where mine is public", { isPublic: false }],
    ["with another default language", { defaultLanguage: "sv" }],
    ["with another value of a field that the documents do not name", { reviewer: "Bo" }],
    ["with nothing in a field that the documents do not name", { reviewer: null }],
  ] as const) {
    it(`T25: after a lost answer a text with the same words has the code, ${what}: it is not taken for mine`, async () => {
      await w.control("POST", "/choices", { id: "T22", alternative: "reviewer" });
      const body = {
        ...(await newText(`like-${Object.entries(other).flat().join("")}`)),
        isPublic: true,
        reviewer: "Ada",
        translations: { en: { content: "Hello" }, sv: { content: "Hej" } },
      };
      await w.theirs.call("textlibrary.texts.create", { body: { ...body, ...other } });
      await w.control("POST", "/faults", { operation: "textlibrary.texts.create", kind: "reset-before", times: 1 });
      const result = await createText(w.mine, body);
      assert.equal(result.state, "taken");
    });
  }

  it("T25: after a lost answer a text with the same code in another folder is left alone", async () => {
    const body = await newText("elsewhere");
    await w.theirs.call("textlibrary.texts.create", { body: { ...body, folderId: (await w.text()).folderId } });
    await w.control("POST", "/faults", { operation: "textlibrary.texts.create", kind: "reset-before", times: 1 });
    assert.equal((await createText(w.mine, body)).state, "unknown");
  });

  it("T11: a code that is taken in the family is refused, and nothing happens", async () => {
    const body = await newText("twin");
    await createText(w.mine, body);
    const again = await createText(w.mine, body);
    assert.equal(again.state === "failed" && again.error.code, "conflict");
    assert.equal(await countOf(body), 1);
  });

  it("T25: a folder whose answer was lost is found at its place", async () => {
    await w.control("POST", "/faults", { operation: "textlibrary.folders.create", kind: "reset-after", times: 1 });
    const result = await createFolder(w.mine, { name: "Lost folder", parentFolderId: null, code: "lost-folder" });
    assert.equal(result.state, "created");
    const folders = await w.theirs.call("textlibrary.folders.list", {});
    assert.equal(folders.filter(({ name }) => name === "Lost folder").length, 1);
  });

  it("T6 T7: a change of a folder's name sends nothing else, and only an empty code removes the code", async () => {
    const result = await createFolder(w.mine, { name: "Before", parentFolderId: null });
    assert.ok(result.state === "created");
    const seen: Folder = { id: result.value.id, name: "Before", parentFolderId: null, isDefault: false, code: null };
    const now = async () => (await w.theirs.call("textlibrary.folders.list", {})).find(({ id }) => id === seen.id);
    await w.theirs.call("textlibrary.folders.update", { path: { id: seen.id }, body: { code: "from.elsewhere" } });
    assert.equal((await updateFolder(w.mine, seen, { name: "After" })).state, "done");
    assert.deepEqual([(await now())?.name, (await now())?.code], ["After", "from.elsewhere"]);
    assert.equal((await updateFolder(w.mine, seen, { code: "" })).state, "done");
    assert.deepEqual([(await now())?.name, (await now())?.code], ["After", null]);
  });

  for (const [kind, state] of [
    ["reset-after", "done"],
    ["reset-before", "unknown"],
  ] as const) {
    it(`T6: the answer to a change of a folder is lost (${kind}): the folder is looked up, and reported as ${state}`, async () => {
      const result = await createFolder(w.mine, { name: `Renamed ${kind}`, parentFolderId: null });
      assert.ok(result.state === "created");
      await w.control("POST", "/faults", { operation: "textlibrary.folders.update", kind, times: 1 });
      const folder: Folder = {
        id: result.value.id,
        name: result.value.name,
        parentFolderId: null,
        isDefault: false,
        code: null,
      };
      assert.equal((await updateFolder(w.mine, folder, { code: `renamed-${kind}` })).state, state);
    });
  }

  it("T15: a deleted text comes back with every language and field, from the journal's copy", async () => {
    const text = await w.text({
      translations: { en: { content: "one" }, sv: { content: "ett" }, __proto__x: { content: "odd" } },
    });
    await deleteText(w.mine, w.journal, deletionOf(text));
    const [entry] = (await w.journal.open("here")).entries;
    assert.ok(entry?.kind === "deleted");
    const result = await createText(w.mine, recreation(entry.text));
    assert.ok(result.state === "created");
    const { id, createdDate: _, updatedDate: __, ...restored } = result.value;
    assert.notEqual(id, text.id);
    const contents = (of: typeof text.translations): unknown =>
      Object.entries(of ?? {}).map(([language, { content }]) => [language, content]);
    assert.deepEqual(contents(restored.translations), contents(text.translations));
    assert.deepEqual(
      [
        restored.code,
        restored.name,
        restored.description,
        restored.isPublic,
        restored.defaultLanguage,
        restored.contentType,
        restored.folderId,
      ],
      [text.code, text.name, text.description, text.isPublic, text.defaultLanguage, text.contentType, text.folderId],
    );
  });

  it("T22: a deleted text comes back with its undocumented fields", () => {
    const text = {
      id: "1",
      folderId: "f",
      code: "c",
      contentType: 2,
      reviewer: "Ann",
      createdDate: "2026-01-01",
      updatedDate: "2026-01-02",
      translations: { en: { content: "one", source: 1, updatedAt: "2026-01-02" } },
    };
    assert.deepEqual(JSON.parse(JSON.stringify(recreation(text))), {
      folderId: "f",
      code: "c",
      name: "",
      description: "",
      contentType: 2,
      isPublic: false,
      reviewer: "Ann",
      translations: { en: { content: "one" } },
    });
  });

  it("T15: while a text is deleted its copy is on the disk, and is not offered before the deletion has ended", async () => {
    const text = await w.text();
    const seen: unknown[] = [];
    const whoseWindowEnded = openJournal(w.journalFolder, { isAlive: () => false });
    const api: Api = {
      ...w.mine,
      call: (async (...args: readonly unknown[]) => {
        if (args[0] === "textlibrary.texts.delete")
          for (const journal of [w.journal, openJournal(w.journalFolder), whoseWindowEnded])
            seen.push((await journal.open("here")).entries.some((entry) => entry.textId === text.id));
        return (w.mine.call as (...each: readonly unknown[]) => Promise<unknown>)(...args);
      }) as Api["call"],
    };
    await deleteText(api, w.journal, deletionOf(text));
    assert.deepEqual(seen, [false, false, true]);
    assert.equal((await deletedEntry(text.id))?.text.code, text.code);
  });

  it("T15: of two copies the one that was read later is the newer, whichever deletion ended first", async () => {
    const text = await w.text();
    await w.control("POST", "/faults", { operation: "textlibrary.texts.delete", kind: "reset-before", times: 2 });
    const api: Api = {
      ...w.mine,
      call: (async (...args: readonly unknown[]) => {
        if (args[0] === "textlibrary.texts.delete") {
          await w.foreign(text, { name: "Newer" });
          await assert.rejects(deleteText(w.mine, openJournal(w.journalFolder), deletionOf(text)), {
            outcome: "unknown",
          });
        }
        return (w.mine.call as (...each: readonly unknown[]) => Promise<unknown>)(...args);
      }) as Api["call"],
    };
    await assert.rejects(deleteText(api, w.journal, deletionOf(text)), { outcome: "unknown" });
    const names = (await w.journal.open("here")).entries.flatMap((entry) =>
      entry.kind === "deleted" && entry.textId === text.id ? [entry.text.name] : [],
    );
    assert.deepEqual(names, [text.name, "Newer"]);
  });

  it("T15: of two copies the one whose reading was answered later is the newer, even if it was requested first", async () => {
    const text = await w.text();
    await w.control("POST", "/faults", { operation: "textlibrary.texts.delete", kind: "reset-before", times: 2 });
    let isFirst = true;
    const slow: Api = {
      ...w.mine,
      call: (async (...args: readonly unknown[]) => {
        if (args[0] === "textlibrary.texts.get" && isFirst) {
          isFirst = false;
          await assert.rejects(deleteText(w.mine, openJournal(w.journalFolder), deletionOf(text)), {
            outcome: "unknown",
          });
          await w.foreign(text, { name: "Newer" });
        }
        return (w.mine.call as (...each: readonly unknown[]) => Promise<unknown>)(...args);
      }) as Api["call"],
    };
    await assert.rejects(deleteText(slow, w.journal, deletionOf(text)), { outcome: "unknown" });
    const names = (await w.journal.open("here")).entries.flatMap((entry) =>
      entry.kind === "deleted" && entry.textId === text.id ? [entry.text.name] : [],
    );
    assert.deepEqual(names, [text.name, "Newer"]);
  });

  it("keeps each text whose creation is unconfirmed, also under one code", async () => {
    const body = await newText("kept");
    const other = { ...body, translations: { en: { content: "Other words" } } };
    for (const each of [body, other]) {
      await w.control("POST", "/faults", { operation: "textlibrary.texts.create", kind: "reset-before", times: 1 });
      assert.equal(
        (await createKept(w.mine, w.journal, { identity: "kept here", connection: "sandbox", body: each })).state,
        "unknown",
      );
    }
    const kept = (await openJournal(w.journalFolder, { isAlive: () => false }).open("kept here")).entries;
    assert.deepEqual(kept.map((entry) => entry.kind === "create" && entry.body.translations?.["en"]?.content).sort(), [
      "Hello",
      "Other words",
    ]);
  });

  it("T15: a text whose copy cannot be written is not deleted", async () => {
    const text = await w.text();
    const full = { ...w.journal, write: () => Promise.reject(new Error("no space left")) };
    await assert.rejects(deleteText(w.mine, full, deletionOf(text)), /no space left/);
    assert.equal((await w.read(text.id)).id, text.id);
  });

  it("T15: a text that cannot be read whole right before the deletion is not deleted", async () => {
    const text = await w.text();
    await w.calls();
    await w.control("POST", "/faults", { operation: "textlibrary.texts.get", kind: "status", status: 403 });
    await assert.rejects(deleteText(w.mine, w.journal, deletionOf(text)), { code: "forbidden" });
    assert.deepEqual(
      (await w.calls()).filter((method) => method === "DELETE"),
      [],
    );
  });

  it("T15: the copy is the text as it is deleted, not as it was when the person was asked", async () => {
    const text = await w.text();
    const deletion = deletionOf(text);
    await w.foreign(text, { name: "Changed meanwhile", translations: { fi: { content: "yksi" } } });
    const copy = await deleteText(w.mine, w.journal, deletion);
    assert.deepEqual(
      [copy.name, copy.translations?.["fi"]?.content, copy.translations?.["sv"]?.content],
      ["Changed meanwhile", "yksi", "ett\ntvå\ntre\n"],
    );
    const entry = await deletedEntry(text.id);
    assert.deepEqual(JSON.parse(JSON.stringify(entry?.text)), JSON.parse(JSON.stringify(copy)));
  });

  it("a deletion that the service refuses leaves no trace", async () => {
    const text = await w.text();
    await w.control("POST", "/faults", { operation: "textlibrary.texts.delete", kind: "status", status: 403 });
    await assert.rejects(deleteText(w.mine, w.journal, deletionOf(text)), { code: "forbidden" });
    assert.equal(await deletedEntry(text.id), undefined);
  });

  it("a deletion that the service refuses leaves the copy of an earlier one that may still arrive", async () => {
    const text = await w.text();
    await w.control("POST", "/faults", { operation: "textlibrary.texts.delete", kind: "reset-before", times: 1 });
    await assert.rejects(deleteText(w.mine, w.journal, deletionOf(text)), { outcome: "unknown" });
    await w.control("POST", "/faults", {
      operation: "textlibrary.texts.delete",
      kind: "status",
      status: 403,
      times: 1,
    });
    await assert.rejects(deleteText(w.mine, w.journal, deletionOf(text)), { code: "forbidden" });
    assert.equal((await deletedEntry(text.id))?.text.code, text.code);
  });

  for (const [kind, there] of [
    ["reset-after", false],
    ["reset-before", true],
  ] as const) {
    it(`the answer to a deletion is lost (${kind}): the text is looked up, the copy stays, and nothing is sent again`, async () => {
      const text = await w.text();
      const deletion = deletionOf(text);
      await w.calls();
      await w.control("POST", "/faults", { operation: "textlibrary.texts.delete", kind, times: 1 });
      const deleted = deleteText(w.mine, w.journal, deletion);
      await (there ? assert.rejects(deleted, { outcome: "unknown" }) : deleted);
      assert.equal((await w.calls()).filter((method) => method === "DELETE").length, 1);
      assert.equal((await deletedEntry(text.id))?.text.id, text.id);
    });
  }

  async function deletedEntry(textId: string) {
    return (await w.journal.open("here")).entries.find(
      (entry) => entry.kind === "deleted" && entry.textId === textId,
    ) as Extract<Entry, { kind: "deleted" }> | undefined;
  }

  function deletionOf(text: LibraryText): Deletion {
    const ticket = grantTicket({
      connection: w.mine.connection,
      operation: "textlibrary.texts.delete",
      receivers: [],
      path: { id: text.id },
    });
    return { identity: "here", connection: "sandbox", text, ticket };
  }

  it("T15: without a ticket nothing is deleted", async () => {
    const text = await w.text();
    const call = w.mine.call as (...args: readonly unknown[]) => Promise<unknown>;
    await assert.rejects(call("textlibrary.texts.delete", { path: { id: text.id } }), { code: "ticket-refused" });
    assert.equal((await w.read(text.id)).id, text.id);
  });
});
