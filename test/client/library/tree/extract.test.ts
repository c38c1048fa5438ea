/**
 * A selection becomes a text of the library: the document changes only after the service has confirmed it, and no words
 * are lost.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { openJournal } from "../../../../authoring/guard/journal.ts";
import type { Journal } from "../../../../authoring/guard/journal.ts";
import { createKept, findText } from "../../../../authoring/guard/libraryWrites.ts";
import type { NewText } from "../../../../authoring/guard/libraryWrites.ts";
import { extract, readWork } from "../../../../client/library/tree/extractModel.ts";
import type { ExtractResult } from "../../../../client/library/tree/extractModel.ts";
import type { Folder } from "../../../../language/index.ts";
import type { CreateOrder } from "../../../authoring/guard/createProgram.ts";
import { identity, world } from "../../service.ts";
import type { World } from "../../service.ts";

describe("extracting to a library text", () => {
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
    return {
      folderId,
      code,
      contentType: 0,
      defaultLanguage: "en",
      translations: { en: { content: "Thank you [[ customer.name ]]" } },
    };
  }

  const folderOf = (body: NewText): Folder => ({
    id: body.folderId,
    name: "Letters",
    parentFolderId: null,
    isDefault: false,
    code: "letters",
  });

  /** Extracts a selection. `changed`: the content of the document has changed when the response arrives. */
  async function run(
    body: NewText,
    options: { readonly changed?: boolean } = {},
  ): Promise<{ readonly result: ExtractResult; readonly document: string; readonly order: readonly string[] }> {
    let document = "Dear, Thank you [[ customer.name ]] Bye";
    const order: string[] = [];
    const result = await extract(
      { folder: folderOf(body), body },
      {
        async create(wanted) {
          const created = await createKept(
            w.mine,
            w.journal,
            { identity, connection: "sandbox", body: wanted },
            { step: (step) => order.push(step) },
          );
          if (options.changed === true) document = `!${document}`;
          return created;
        },
        replace(reference) {
          order.push("replaced");
          if (options.changed === true) return Promise.resolve(false);
          document = document.replace("Thank you [[ customer.name ]]", reference);
          return Promise.resolve(true);
        },
      },
    );
    return { result, document, order };
  }

  const entries = async (body: NewText) =>
    (await reopened(w).open(identity)).entries.filter(
      (entry) => entry.kind === "create" && entry.body.code === body.code,
    );
  const contentOf = async (body: NewText): Promise<string | undefined> => {
    const found = await findText(w.theirs, body);
    return "value" in found ? found.value.translations?.["en"]?.content : undefined;
  };

  it("keeps the words in the journal, creates the text, and only then replaces them with the reference", async () => {
    const body = await newText("thanks");
    const { result, document, order } = await run(body);
    assert.deepEqual([result.state, document], ["extracted", "Dear, [[ LIB : letters : thanks ]] Bye"]);
    assert.deepEqual(order, ["journaled", "answered", "cleared", "replaced"]);
    assert.equal(await contentOf(body), "Thank you [[ customer.name ]]");
    assert.deepEqual(await entries(body), []);
  });

  it("T25: the answer is lost, the text is found, and the reference replaces the words", async () => {
    const body = await newText("lost");
    await w.control("POST", "/faults", { operation: "textlibrary.texts.create", kind: "reset-after", times: 1 });
    const { result, document } = await run(body);
    assert.deepEqual([result.state, document], ["extracted", "Dear, [[ LIB : letters : lost ]] Bye"]);
  });

  it("T25: the creation is unconfirmed: the document stays, and the journal keeps the words", async () => {
    const body = await newText("never");
    await w.control("POST", "/faults", { operation: "textlibrary.texts.create", kind: "reset-before", times: 1 });
    const { result, document, order } = await run(body);
    assert.ok(result.state === "not-created");
    assert.match(result.reason, /^It is not known whether the text never was created\..*journal/);
    assert.deepEqual([document.includes("Thank you"), order], [true, ["journaled", "answered"]]);
    const [entry] = await entries(body);
    assert.equal(entry?.kind === "create" && entry.body.translations?.["en"]?.content, "Thank you [[ customer.name ]]");
    assert.equal((await findText(w.mine, body)).state, "unknown");
  });

  it("T25: another text has the code after a lost answer: it is not referred to", async () => {
    const body = await newText("other");
    await w.theirs.call("textlibrary.texts.create", {
      body: { ...body, translations: { en: { content: "Somebody else's" } } },
    });
    await w.control("POST", "/faults", { operation: "textlibrary.texts.create", kind: "reset-before", times: 1 });
    const { result, document } = await run(body);
    assert.match(result.state === "not-created" ? result.reason : "", /another text with the code other/);
    assert.ok(document.includes("Thank you"));
  });

  it("T11: the code is taken (409): the document stays, nothing is open, and the message says so", async () => {
    const body = await newText("taken");
    await w.theirs.call("textlibrary.texts.create", { body });
    const { result, document } = await run(body);
    assert.match(result.state === "not-created" ? result.reason : "", /^The text taken was not created\./);
    assert.ok(document.includes("Thank you"));
    assert.deepEqual(await entries(body), []);
  });

  it("says that a text was created although it cannot be read back", async () => {
    const body = await newText("unread");
    await w.control("POST", "/faults", { operation: "textlibrary.texts.get", kind: "status", status: 500 });
    const { result, document } = await run(body);
    assert.deepEqual([result.state, document], ["extracted", "Dear, [[ LIB : letters : unread ]] Bye"]);
  });

  it("leaves a document alone that changed meanwhile, and shows the reference", async () => {
    const body = await newText("meanwhile");
    const { result, document } = await run(body, { changed: true });
    assert.ok(result.state === "document-changed");
    assert.equal(result.reference, "[[ LIB : letters : meanwhile ]]");
    assert.ok(document.includes("Thank you"));
  });

  it("creates nothing if the journal cannot be written", async () => {
    const body = await newText("full");
    const full = { ...w.journal, write: () => Promise.reject(new Error("no space left")) };
    await assert.rejects(createKept(w.mine, full, { identity, connection: "sandbox", body }), /no space left/);
    assert.equal((await findText(w.theirs, body)).state, "unknown");
  });

  for (const [step, isThere] of [
    ["journaled", false],
    ["answered", true],
  ] as const) {
    it(`killed after "${step}": the words are in the journal, and the service ${isThere ? "has them" : "has nothing"}`, async () => {
      const body = await newText(`killed-${step}`);
      const client = w.ready.clients.find(({ name }) => name === "standard");
      const order: CreateOrder = {
        connection: w.mine.connection,
        secret: client?.clientSecret ?? "",
        journal: w.journalFolder,
        identity,
        body,
        dieAfter: step,
      };
      const child = spawn(
        process.execPath,
        ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "test/authoring/guard/createProgram.ts"],
        { stdio: ["pipe", "inherit", "inherit"] },
      );
      child.stdin.end(JSON.stringify(order));
      await once(child, "exit");
      assert.equal(child.signalCode, "SIGKILL");
      const [entry] = (await w.journal.open(identity)).entries.filter(
        (one) => one.kind === "create" && one.title === body.code,
      );
      assert.ok(entry?.kind === "create");
      assert.equal(entry.body.translations?.["en"]?.content, "Thank you [[ customer.name ]]");
      assert.equal((await findText(w.mine, entry.body)).state, isThere ? "there" : "unknown");
    });
  }

  it("accepts only arguments of a code action", () => {
    const work = { do: "extract", start: 0, end: 1, contentType: 0, code: "a" };
    assert.deepEqual(readWork({ uri: "file:///a", version: 1, work })?.work, work);
    for (const other of [
      { do: "set-folder-code", folderId: "f" },
      { do: "set-default-language", textId: "t", folderId: "f" },
    ])
      assert.deepEqual(readWork({ uri: "file:///a", version: 1, work: other })?.work, other);
    const wrong: readonly unknown[] = [
      undefined,
      null,
      "x",
      {},
      { uri: "file:///a", version: 1 },
      { uri: "file:///a", version: 1, work: { ...work, start: -1 } },
      { uri: "file:///a", version: 1, work: { do: "delete" } },
      { uri: "file:///a", version: "1", work },
    ];
    for (const argument of wrong) assert.equal(readWork(argument), undefined, JSON.stringify(argument));
  });
});

/** Opens the journal as the next session on this computer does, after the window of this session has ended. */
function reopened({ journalFolder }: World): Journal {
  return openJournal(journalFolder, { isAlive: () => false });
}
