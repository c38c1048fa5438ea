/** A live catalog: its answers before, during and after a reading, and what it never concludes. */
import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApiError } from "../../api/index.ts";
import type { AnswerOf } from "../../api/index.ts";
import { openLiveCatalog } from "../../catalog/index.ts";
import type { Call, LiveCatalog } from "../../catalog/index.ts";
import { mentionKey } from "../../language/index.ts";
import type { Answer, NameKind } from "../../language/index.ts";
import { service, text, texts } from "./service.ts";
import type { Service } from "./service.ts";

const identity = { authUrl: "https://auth.example", formsApiUrl: "https://forms.example", clientId: "one" };
const offline = new ApiError("unreachable", "textlibrary.search", "none", "forms.example cannot be reached.");

describe("live catalog", () => {
  let folder = "";
  const opened: LiveCatalog[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "live-"));
  });
  afterEach(async () => {
    for (const catalog of opened.splice(0)) await catalog[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });
  function open(from: Service, options: { readonly folder?: string; readonly clientId?: string } = {}): LiveCatalog {
    const catalog = openLiveCatalog({
      folder: options.folder ?? folder,
      identity: { ...identity, clientId: options.clientId ?? "one" },
      call: from.call,
    });
    opened.push(catalog);
    return catalog;
  }
  const hydrated = (from: Service): readonly string[] =>
    from.calls.filter((call) => call.startsWith("textlibrary.texts.get")).map((call) => call.split(" ")[1]!);
  const pages = (from: Service): readonly number[] =>
    from.calls.filter((call) => call.startsWith("textlibrary.search")).map((call) => Number(call.split(" ")[1]));

  it("knows nothing before it has read anything", () => {
    const { current, status } = open(service([]));
    assert.deepEqual(
      [
        current.folders(),
        current.text("t1"),
        current.textsIn("f1"),
        current.search("a", { limit: 9 }),
        current.smartforms(),
        current.languages(),
        current.usedBy("t1"),
        current.mentioning("data a"),
      ].map(state),
      Array(8).fill("unknown"),
    );
    assert.equal(status.state, "empty");
  });

  it("reads every page from 0, folders once, and contents if lists lack them (T28, T29, T33, T35)", async () => {
    const from = service(texts(250));
    const catalog = open(from);
    await catalog.refresh({});
    assert.deepEqual(pages(from), [0, 1, 2]);
    assert.equal(from.calls.filter((call) => call === "textlibrary.folders.list").length, 1);
    assert.equal(hydrated(from).length, 250);
    const { readAt, revision, ...status } = catalog.status;
    assert.equal(revision, catalog.current.revision);
    assert.deepEqual(status, { state: "complete", texts: 250, total: 250 });
    assert.ok(readAt instanceof Date);
    assert.deepEqual(value(catalog.current.translation("t249", "SV")), {
      content: "Hej 249",
      source: 1,
      updatedAt: "2026-01-01T00:00:00Z",
    });
    assert.deepEqual(
      [
        catalog.current.text("t250"),
        catalog.current.translation("t1", "fi"),
        catalog.current.textByCode("f1", "none"),
        catalog.current.textsIn("f9"),
      ].map(state),
      Array(4).fill("absent"),
    );
  });

  it("takes contents from lists only once they proved to be complete (T35)", async () => {
    const whole = service(texts(250));
    whole.lists = "everything";
    await open(whole).refresh({});
    assert.equal(hydrated(whole).length, 100, "one page is compared");

    for (const more of [{ isPublic: true, defaultLanguage: null }, { defaultLanguage: "en" }]) {
      const silent = service(Array.from({ length: 250 }, (_, number) => text(number, more)));
      silent.lists = "contents";
      await open(silent, { clientId: JSON.stringify(more) }).refresh({});
      assert.equal(hydrated(silent).length, 250, "what a list leaves out is not absent");
    }

    const three = { en: { content: "One" }, sv: { content: "Ett" }, de: { content: "Eins" } };
    const half = service([...texts(250), text(0, { translations: three })]);
    half.lists = "all languages but the last";
    const catalog = open(half, { clientId: "two" });
    await catalog.refresh({});
    assert.equal(hydrated(half).length, 250);
    assert.equal(value(catalog.current.translation("t240", "sv"))?.content, "Hej 240");
  });

  it("answers unknown, not absent, while the library is half read, and known for what was read", async () => {
    const from = service(texts(250));
    from.before = (call) => {
      if (call === "textlibrary.search 1") throw offline;
    };
    const catalog = open(from);
    await catalog.refresh({});
    const { current, status } = catalog;
    assert.deepEqual(
      [
        current.text("t9"),
        current.text("t249"),
        current.textByCode("f1", "none"),
        current.textsByCode("code.000001"),
        current.textsIn("f1"),
        current.usedBy("t1"),
      ].map(state),
      ["known", "unknown", "unknown", "unknown", "unknown", "unknown"],
    );
    assert.equal(value(current.search("code.00000", { limit: 3 }))?.length, 3);
    assert.equal(state(current.search("nothing", { limit: 3 })), "unknown");
    assert.deepEqual(status, {
      state: "partial",
      texts: 100,
      total: 250,
      problem: "forms.example cannot be reached.",
      revision: current.revision,
    });
  });

  it("answers that contents are unknown while only the list is read", async () => {
    const from = service(texts(3));
    from.before = (call) => {
      if (call.startsWith("textlibrary.texts.get")) throw offline;
    };
    const catalog = open(from);
    await catalog.refresh({});
    const { current } = catalog;
    assert.deepEqual(
      [
        current.text("t9"),
        current.translation("t1", "en"),
        current.translation("t9", "en"),
        current.usedBy("t1"),
        current.languages(),
        current.useCount("t1"),
      ].map(state),
      ["absent", "unknown", "absent", "unknown", "unknown", "unknown"],
    );
    assert.deepEqual(value(current.text("t1"))?.languages, { state: "unknown" });
    assert.equal(catalog.status.state, "partial");
  });

  it("resumes where an interrupted reading stopped, in another process too (T30)", async () => {
    const from = service(texts(450));
    from.before = (call) => {
      if (call === "textlibrary.search 3") throw offline;
    };
    const first = open(from);
    await first.refresh({});
    await first[Symbol.asyncDispose]();
    opened.pop();
    from.before = (call) => {
      if (call === "textlibrary.texts.get t260") throw offline;
    };
    const second = open(from);
    await second.refresh({});
    assert.deepEqual(pages(from), [0, 1, 2, 3, 3, 4]);
    const before = new Set(hydrated(from)).size;
    from.before = () => undefined;
    from.calls.length = 0;
    await second.refresh({});
    assert.deepEqual(pages(from), []);
    assert.ok(hydrated(from).length < 450 - before + 110, "only what was missing is read");
    assert.equal(second.status.state, "complete");
  });

  it("stops when it is cancelled, and reports no problem", async () => {
    const from = service(texts(250));
    const stop = new AbortController();
    from.before = (call) => {
      if (call === "textlibrary.search 1") stop.abort();
    };
    const catalog = open(from);
    await catalog.refresh({ signal: stop.signal });
    assert.deepEqual(catalog.status, { state: "partial", texts: 100, total: 250, revision: catalog.current.revision });
  });

  it("shows what was created during the reading to new requests: folders at once, and texts of pages that were already read", async () => {
    const from = service(texts(150));
    from.lists = "everything";
    const second = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    from.before = async (call) => {
      if (call !== "textlibrary.search 1") return;
      reached.resolve();
      await second.promise;
    };
    const catalog = open(from);
    const first = catalog.refresh({});
    await reached.promise;
    from.folders.push({ id: "f3", name: "Claims", parentFolderId: null, isDefault: false, code: "claims" });
    from.texts.set(
      "t0",
      text(0, { translations: { en: { content: "Welcome", source: 0 } }, updatedDate: "2026-02-01T00:00:00Z" }),
    );
    const shown = Promise.withResolvers<void>();
    using _ = catalog.onChange(() => {
      if (value(catalog.current.folders())?.some(({ name }) => name === "Claims")) shown.resolve();
    });
    const joined = catalog.refresh({});
    const both = Promise.all([catalog.refresh({ afresh: true }), catalog.refresh({ afresh: true })]);
    await shown.promise;
    second.resolve();
    await Promise.all([first, joined]);
    assert.equal(value(catalog.current.translation("t0", "en"))?.content, "Hello 0");
    await both;
    assert.equal(value(catalog.current.translation("t0", "en"))?.content, "Welcome");
    assert.deepEqual(pages(from), [0, 1, 0, 1], "one reading for both");
  });

  it("reads one request after the other, even if the folders that are requested again come last", async () => {
    const from = service(texts(3));
    const late = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    let folders = 0,
      listing = 0,
      most = 0;
    from.before = async (call) => {
      if (call === "textlibrary.folders.list" && ++folders === 2) {
        asked.resolve();
        await late.promise;
      }
      if (!call.startsWith("textlibrary.search")) return;
      most = Math.max(most, ++listing);
      await new Promise(setImmediate);
      listing -= 1;
    };
    const catalog = open(from);
    const first = catalog.refresh({});
    const afresh = catalog.refresh({ afresh: true });
    await first;
    await asked.promise;
    const others = [catalog.refresh({}), catalog.refresh({ afresh: true })];
    late.resolve();
    await Promise.all([afresh, ...others]);
    assert.deepEqual([pages(from), most], [[0, 0], 1]);
  });

  it("never takes absence from a list for a deletion (T31, T34)", async () => {
    const from = service(texts(3));
    const catalog = open(from);
    await catalog.refresh({});
    const hidden = from.call;
    const flaky: Service["call"] = async (operation, request, options) => {
      const answer = await hidden(operation, request, options);
      if (operation !== "textlibrary.search") return answer;
      const { texts } = answer as { texts: { items: readonly { readonly id: string }[]; totalCount: number } };
      return {
        ...(answer as object),
        texts: { ...texts, items: texts.items.filter((item) => item.id !== "t1"), totalCount: 2 },
      } as typeof answer;
    };
    from.texts.delete("t2");
    from.texts.set("t3", text(3));
    await catalog[Symbol.asyncDispose]();
    opened.pop();
    const again = open({ ...from, call: flaky });
    await again.refresh({});
    assert.deepEqual(
      ["t0", "t1", "t2", "t3"].map((id) => state(again.current.text(id))),
      ["known", "known", "absent", "known"],
    );
    assert.deepEqual(value(again.current.search("code.000002", { limit: 9 })), []);
  });

  it("reads the pages again if texts came and went between them (T31)", async () => {
    const from = service(texts(250));
    from.before = (call) => {
      if (call !== "textlibrary.search 1" || from.texts.has("t900")) return;
      from.texts.delete("t5");
      from.texts.set("t900", text(900, { code: "aaa" }));
      from.texts.set("t901", text(901));
    };
    const catalog = open(from);
    await catalog.refresh({});
    assert.deepEqual(
      ["t5", "t100", "t900", "t901"].map((id) => state(catalog.current.text(id))),
      ["absent", "known", "known", "known"],
    );
    assert.deepEqual([catalog.status.state, catalog.status.texts], ["complete", 251]);
  });

  it("does not claim to be complete while the library keeps changing (T31)", async () => {
    const from = service(texts(150));
    let next = 1000;
    from.before = (call) => {
      if (call === "textlibrary.search 1") from.texts.set(`t${next}`, text(next++));
    };
    const catalog = open(from);
    await catalog.refresh({});
    assert.equal(catalog.status.state, "partial");
    assert.match(catalog.status.problem ?? "", /changed while it was read/);
  });

  it("keeps its content, and says so, when the service fails later", async () => {
    const from = service(texts(3));
    const catalog = open(from);
    await catalog.refresh({});
    from.before = () => {
      throw offline;
    };
    await catalog.refresh({});
    assert.deepEqual([catalog.status.state, catalog.status.problem], ["complete", "forms.example cannot be reached."]);
    assert.deepEqual([state(catalog.current.text("t1")), state(catalog.current.text("t9"))], ["known", "absent"]);
    from.before = () => undefined;
    await catalog.refresh({});
    assert.equal(catalog.status.problem, undefined);
  });

  it("reads again only what changed, and keeps the revision if nothing did", async () => {
    const from = service(texts(30));
    const catalog = open(from);
    await catalog.refresh({});
    from.calls.length = 0;
    const { revision } = catalog.current;
    await catalog.refresh({});
    assert.deepEqual([hydrated(from), catalog.current.revision], [[], revision]);
    from.texts.set("t4", text(4, { updatedDate: "2026-02-02T00:00:00Z", translations: { de: { content: "Hallo" } } }));
    await catalog.refresh({});
    assert.deepEqual(hydrated(from), ["t4"]);
    assert.ok(catalog.current.revision > revision);
    assert.deepEqual(value(catalog.current.text("t4"))?.languages, { state: "known", value: ["de"] });
    assert.equal(state(catalog.current.translation("t4", "en")), "absent");
  });

  it("reads contents again each time if texts carry no date", async () => {
    const from = service([text(1, { updatedDate: null })]);
    const catalog = open(from);
    await catalog.refresh({});
    from.texts.set("t1", text(1, { updatedDate: null, translations: { en: { content: "Changed" } } }));
    await catalog.refresh({});
    assert.equal(value(catalog.current.translation("t1", "en"))?.content, "Changed");
  });

  it("stores what a save returned, and no answer to an earlier request overwrites it", async () => {
    const from = service(texts(1));
    const catalog = open(from);
    await catalog.refresh({});
    let calls = 0;
    catalog.onChange(() => {
      calls += 1;
    });
    from.before = (call) => {
      if (call !== "textlibrary.texts.get t0") return;
      from.before = () => undefined;
      const old = from.texts.get("t0")!;
      queueMicrotask(() => from.texts.set("t0", old));
      catalog.put(text(0, { translations: { "sv-SE": { content: "Saved" } } }));
    };
    await catalog.refreshText("t0", {});
    assert.deepEqual([value(catalog.current.translation("t0", "sv-se"))?.content, calls], ["Saved", 1]);
    catalog.remove("t0");
    assert.equal(state(catalog.current.text("t0")), "absent");
    await catalog.refreshText("t0", {});
    assert.equal(value(catalog.current.translation("t0", "en"))?.content, "Hello 0");
    from.texts.delete("t0");
    await catalog.refreshText("t0", {});
    assert.equal(state(catalog.current.text("t0")), "absent");
  });

  it("stores no list that was requested before a save over what the save returned", async () => {
    const from = service(texts(150));
    from.lists = "everything";
    const catalog = open(from);
    from.before = (call) => {
      if (call === "textlibrary.search 1") catalog.put(text(140, { translations: { en: { content: "Saved" } } }));
    };
    await catalog.refresh({});
    assert.equal(value(catalog.current.translation("t140", "en"))?.content, "Saved");
  });

  it("writes nothing after it is closed", async () => {
    const from = service(texts(1));
    const catalog = open(from);
    opened.pop();
    from.before = async () => {
      await catalog[Symbol.asyncDispose]();
    };
    await catalog.refreshText("t0", {});
  });

  it("never shows one client's library to another (T90)", async () => {
    const from = service(texts(2));
    await open(from).refresh({});
    assert.equal(state(open(from, { clientId: "two" }).current.text("t1")), "unknown");
    assert.equal((await readdir(folder)).filter((file) => file.endsWith(".sqlite")).length, 2);
    assert.ok((await readdir(folder)).every((file) => !file.includes("example")));
  });

  it("answers from the disk at once", async () => {
    const from = service(texts(2));
    const first = open(from);
    await first.refresh({});
    await first[Symbol.asyncDispose]();
    opened.pop();
    from.calls.length = 0;
    const { current, status } = open(from);
    assert.deepEqual(
      [state(current.text("t1")), state(current.text("t2")), status.state, from.calls],
      ["known", "absent", "complete", []],
    );
  });

  it("starts again if the file is broken", async () => {
    const from = service(texts(2));
    const first = open(from);
    await first.refresh({});
    await first[Symbol.asyncDispose]();
    opened.pop();
    for (const file of await readdir(folder)) await writeFile(join(folder, file), "x".repeat(10_000));
    const catalog = open(from);
    assert.equal(catalog.status.state, "empty");
    await catalog.refresh({});
    assert.equal(catalog.status.state, "complete");
  });

  it("removes the files of older versions of the program", async () => {
    const from = service([]);
    const first = open(from);
    await first[Symbol.asyncDispose]();
    opened.pop();
    const [file = ""] = (await readdir(folder)).filter((name) => name.endsWith(".sqlite"));
    await writeFile(join(folder, file.replace(".v1.", ".v0.")), "old");
    open(from);
    assert.ok((await readdir(folder)).every((name) => !name.includes(".v0.")));
  });

  it("shows what another window wrote", async () => {
    const from = service(texts(2));
    const one = open(from);
    const other = open(from);
    const { revision } = other.current;
    await one.refresh({});
    assert.equal(state(other.current.text("t1")), "known");
    assert.ok(other.current.revision > revision);
  });

  it("searches codes, names, descriptions and, when asked, contents (T32)", async () => {
    const from = service([
      text(1, { code: "Greeting", name: "A", translations: { en: { content: "The quick fox" } } }),
      text(2, { code: "the.greeting", name: "B" }),
      text(3, { code: "c", name: "My greeting Ångström" }),
      text(4, { code: "d", name: "D", description: 'says "greeting"', folderId: "f2" }),
    ]);
    const catalog = open(from);
    await catalog.refresh({});
    const search = (query: string, options: object = {}): unknown =>
      value(catalog.current.search(query, { limit: 9, ...options }))?.map((each) => each.id);
    assert.deepEqual(search("GREETING"), ["t1", "t2", "t3", "t4"]);
    assert.deepEqual(search("greeting", { limit: 2 }), ["t1", "t2"]);
    assert.deepEqual(search("greeting", { folderIds: ["f2"] }), ["t4"]);
    assert.deepEqual(search("ångstr"), ["t3"]);
    assert.deepEqual(search('s "gr'), ["t4"]);
    assert.deepEqual(search("tr"), ["t3"]);
    assert.deepEqual(search("quick f"), []);
    assert.deepEqual(search("quick f", { contents: true }), ["t1"]);
    for (const odd of ['"', "'", "*", "a\0b", "code : x", "(", "\uD800", "%", "", '""" OR'])
      assert.doesNotThrow(() => search(odd, { contents: true }), odd);
  });

  it("finds texts with exactly the same content, from an index, and reports that there are none only if all were read", async () => {
    const long = "The same beginning, which is longer than what the index holds of a content: ";
    const from = service([
      ...texts(250),
      text(1000, { translations: { en: { content: `${long}a` } } }),
      text(1001, { translations: { en: { content: `${long}b` } } }),
    ]);
    const catalog = open(from);
    assert.deepEqual(
      [state(catalog.current.textsSaying("Hej 7", "sv", { limit: 9 })), state(catalog.current.useCount("t7"))],
      ["unknown", "unknown"],
    );
    await catalog.refresh({});
    const saying = (content: string, language: string): readonly string[] | undefined =>
      value(catalog.current.textsSaying(content, language, { limit: 9 }))?.map(({ id }) => id);
    assert.deepEqual(
      [saying("Hej 7", "SV"), saying("Hej 7", "en"), saying("hej 7", "sv"), saying(`${long}b`, "en")],
      [["t7"], [], [], ["t1001"]],
    );
  });

  it("lists texts of a folder by prefix in any letter case", async () => {
    const from = service([
      text(1, { code: "B.two" }),
      text(2, { code: "b.one" }),
      text(3, { code: "ÖL" }),
      text(4, { code: "b.other", folderId: "f2" }),
    ]);
    const catalog = open(from);
    await catalog.refresh({});
    const codes = (prefix: string, limit?: number): unknown =>
      value(catalog.current.textsIn("f1", { prefix, ...(limit ? { limit } : {}) }))?.map((each) => each.code);
    assert.deepEqual(
      [codes(""), codes("B."), codes("b.", 1), codes("ö"), codes("x")],
      [["b.one", "B.two", "ÖL"], ["b.one", "B.two"], ["b.one"], ["ÖL"], []],
    );
    assert.deepEqual(
      value(catalog.current.textsByCode("B.TWO"))?.map((each) => each.id),
      ["t1"],
    );
  });

  it("finds the texts that refer to a text, by code, name or short form", async () => {
    const includes = (number: number, content: string): ReturnType<typeof text> =>
      text(number, { translations: { en: { content }, sv: { content: "Hej" } } });
    const from = service([
      text(1, { code: "a", folderId: "f2" }),
      includes(2, "[[ LIB : Letters : A ]] [[ LIB : letters : a ]]"),
      includes(3, "[[ LIB : a ]]"),
      includes(4, "[[ LIB : hr : a ]]"),
      includes(5, "[[ LIB : other : a ]] [[ a ]]"),
    ]);
    const catalog = open(from);
    await catalog.refresh({});
    assert.deepEqual(value(catalog.current.usedBy("t1")), [
      { textId: "t2", language: "en" },
      { textId: "t3", language: "en" },
      { textId: "t4", language: "en" },
    ]);
    catalog.put(includes(2, "nothing"));
    assert.deepEqual(
      value(catalog.current.usedBy("t1"))?.map((use) => use.textId),
      ["t3", "t4"],
    );
    assert.deepEqual(value(catalog.current.languages()), ["en", "sv"]);
    catalog.put(
      text(1, {
        code: "a",
        folderId: "f2",
        translations: { en: { content: "[[ LIB : a ]]" }, sv: { content: "[[ LIB : a ]]" } },
      }),
    );
    assert.deepEqual(
      [catalog.current.useCount("t1"), catalog.current.useCount("t2"), catalog.current.useCount("t9")].map(
        (count) => value(count) ?? state(count),
      ),
      [2, 0, "absent"],
    );
  });

  it("finds the texts that mention a folder, an input or data, and forgets what a text said before", async () => {
    const mentions = (number: number, content: string): ReturnType<typeof text> =>
      text(number, { translations: { en: { content }, sv: { content: "[[ INPUT : days ]]" } } });
    const catalog = open(
      service([
        mentions(1, "[[ case.days.left ]] [[ case.days ]]"),
        mentions(2, "[[ INPUT : x | source=list | default=$case.days ]] [[ LIB : HR : a ]]"),
      ]),
    );
    await catalog.refresh({});
    const found = (kind: NameKind, name: string): unknown =>
      value(catalog.current.mentioning(mentionKey(kind, name)))?.map((use) => `${use.textId} ${use.language}`);
    const kinds: readonly (readonly [NameKind, string])[] = [
      ["data", "case"],
      ["data", "case.days"],
      ["data", "case.days.left"],
      ["data", "days"],
      ["input", "days"],
      ["input", "list"],
      ["folder", "hr"],
    ];
    assert.deepEqual(
      kinds.map(([kind, name]) => found(kind, name)),
      [["t1 en", "t2 en"], ["t1 en", "t2 en"], ["t1 en"], [], ["t1 sv", "t2 sv"], ["t2 en"], ["t2 en"]],
    );
    catalog.put(mentions(1, "nothing"));
    assert.deepEqual(
      kinds.slice(0, 2).map(([kind, name]) => found(kind, name)),
      [["t2 en"], ["t2 en"]],
    );
    catalog.remove("t2");
    assert.deepEqual(found("input", "list"), []);
    for (const content of ["[[ before ]]", "[[ after ]]"]) catalog.put(text(3, { translations: { en: { content } } }));
    assert.deepEqual([found("data", "before"), found("data", "after")], [[], ["t3 en"]]);
  });

  it("reads Smartforms, and takes from a definition only what is well formed (T43, T80)", async () => {
    const from = service([]);
    from.definition = {
      textLibraryFolder: "hr",
      defaultLanguage: 7,
      steps: [{ name: "One" }],
      pages: [{ blocks: [{ unknown: 1 }] }],
    };
    const catalog = open(from);
    await catalog.refresh({});
    const smartform = value(catalog.current.smartform("s1"));
    assert.deepEqual(smartform, {
      id: "s1",
      name: "Employment",
      process: "hr",
      tags: ["new"],
      fields: { state: "known", value: [{ id: "e1", name: "salary", type: "number" }] },
      parties: {
        state: "known",
        value: [
          { id: null, name: null, defaultLanguage: "sv", phoneNumber: "+4670" },
          { id: null, name: null, defaultLanguage: null, phoneNumber: "+4671" },
        ],
      },
      textLibraryFolder: { state: "known", value: "hr" },
      defaultLanguage: { state: "unknown" },
      environments: { state: "known", value: [] },
      steps: { state: "known", value: [{ name: "One" }] },
      pages: { state: "unknown" },
    });
    assert.equal(state(catalog.current.smartform("s2")), "unknown", "what is not listed may be inactive");
  });

  describe("of a Smartform that is not listed", () => {
    const unlisted = (answer: object | "gone" | "offline") => {
      const from = service([]);
      const call: Call = async (operation, request, options) => {
        const { path } = request as { readonly path?: Readonly<Record<string, string>> };
        if (operation !== "forms.definition" || path?.["dialogDefinitionId"] !== "s9")
          return from.call(operation, request, options);
        from.calls.push("forms.definition s9");
        if (answer === "offline") throw offline;
        if (answer === "gone")
          throw new ApiError("not-found", "forms.definition", "none", "There is none.", { status: 404 });
        return answer as AnswerOf<typeof operation>;
      };
      return { ...from, call };
    };

    it("knows nothing before its request, and then that it exists, with its fields, though inactive", async () => {
      const catalog = open(unlisted({ id: "s9", name: "Retired", steps: [{ name: "One" }] }));
      await catalog.refresh({});
      const changes: unknown[] = [];
      catalog.onChange((change) => changes.push(change));
      assert.equal(state(catalog.current.smartform("s9")), "unknown");
      assert.equal(await catalog.askUnlisted(), true);
      assert.deepEqual(changes, [null], "it may be about anything");
      const smartform = value(catalog.current.smartform("s9"));
      assert.deepEqual(
        [smartform?.name, smartform?.fields.state, smartform?.steps.state],
        ["Retired", "known", "known"],
      );
      assert.deepEqual(
        value(catalog.current.smartforms())?.map(({ id }) => id),
        ["s1"],
        "the list stays that of the service",
      );
    });

    it("takes only a 404 for its absence", async () => {
      const catalog = open(unlisted("gone"));
      await catalog.refresh({});
      assert.equal(state(catalog.current.smartform("s9")), "unknown");
      await catalog.askUnlisted();
      assert.equal(state(catalog.current.smartform("s9")), "absent");
      await catalog.refresh({});
      assert.equal(state(catalog.current.smartform("s9")), "unknown", "it may have been made meanwhile");
    });

    it("knows nothing if the service could not be asked", async () => {
      const catalog = open(unlisted("offline"));
      await catalog.refresh({});
      assert.equal(state(catalog.current.smartform("s9")), "unknown");
      assert.equal(await catalog.askUnlisted(), false);
      assert.equal(state(catalog.current.smartform("s9")), "unknown");
    });

    it("requests it automatically once no other one is requested, and not for a name that was still being typed", async () => {
      const from = unlisted("gone");
      const catalog = open(from);
      await catalog.refresh({});
      const told = new Promise((resolve) => catalog.onChange(resolve));
      from.calls.length = 0;
      for (const id of ["s", "s9", "s9"]) catalog.current.smartform(id);
      await told;
      assert.equal(state(catalog.current.smartform("s9")), "absent");
      assert.deepEqual(from.calls, ["forms.definition s9"]);
    });
  });

  it("knows the environments of a Smartform by the fields that exist, and none of them if one refuses (T87)", async () => {
    const from = service([]);
    const refuse = (code: "forbidden" | "not-found", call: string) => (each: string) => {
      if (each === call)
        throw new ApiError(code, "forms.fields", "none", "No.", { status: code === "forbidden" ? 403 : 404 });
    };
    const environments = async () => {
      await using catalog = openLiveCatalog({ identity, call: from.call });
      await catalog.refresh({});
      const answer = value(catalog.current.smartform("s1"))?.environments;
      return answer?.state === "known" ? answer.value : answer?.state;
    };
    assert.deepEqual(await environments(), []);
    from.deployed = ["Production", "Test"];
    assert.deepEqual(await environments(), ["Test", "Production"]);
    await using catalog = openLiveCatalog({ identity, call: from.call });
    await catalog.refresh({});
    assert.deepEqual(
      value(catalog.current.smartform("s1"))?.deployed,
      [
        {
          environment: "Production",
          fields: [{ id: "e1", name: "wage", type: "number" }],
          parties: { state: "known", value: [{ id: "p1", name: "Customer in Production", defaultLanguage: null }] },
        },
      ],
      "what runs there is another version (T59)",
    );
    from.before = refuse("forbidden", "forms.fields PreProduction");
    assert.equal(await environments(), "unknown");
    from.before = refuse("not-found", "forms.fields");
    from.calls.length = 0;
    assert.equal(await environments(), "unknown", "a Smartform that is not shown is no Smartform that is not deployed");
    assert.deepEqual(
      from.calls.filter((each) => each.startsWith("forms.fields")),
      ["forms.fields"],
    );
  });

  it("leaves unknown what one Smartform refuses, and reads texts although Smartforms fail", async () => {
    const from = service(texts(2));
    from.before = (call) => {
      if (call === "forms.fields")
        throw new ApiError("not-found", "forms.fields", "none", "Not deployed.", { status: 404 });
    };
    const catalog = open(from);
    await catalog.refresh({});
    assert.equal(value(catalog.current.smartform("s1"))?.fields.state, "unknown");
    from.before = (call) => {
      if (call.startsWith("forms.")) throw offline;
    };
    await catalog.refresh({});
    assert.deepEqual(
      [catalog.status.state, catalog.status.problem, state(catalog.current.smartform("s1"))],
      ["complete", "forms.example cannot be reached.", "known"],
    );
  });

  it("reads the others if one text cannot be read", async () => {
    const from = service(texts(300));
    from.before = (call) => {
      if (call === "textlibrary.texts.get t0")
        throw new ApiError("invalid-answer", "textlibrary.texts.get", "done", "The text t0 cannot be read.");
    };
    const catalog = open(from);
    await catalog.refresh({});
    assert.deepEqual([catalog.status.state, catalog.status.problem], ["partial", "The text t0 cannot be read."]);
    assert.equal(value(catalog.current.translation("t299", "en"))?.content, "Hello 299");
  });

  it("can be closed in the middle of a reading", async () => {
    const from = service(texts(300));
    const catalog = open(from);
    from.before = (call) => {
      if (call === "textlibrary.search 1") void catalog[Symbol.asyncDispose]();
    };
    await catalog.refresh({});
    opened.pop();
  });

  it("works without a folder", async () => {
    await using catalog = openLiveCatalog({ identity, call: service(texts(2)).call });
    await catalog.refresh({});
    assert.equal(state(catalog.current.text("t1")), "known");
  });
});

function state(answer: Answer<unknown>): string {
  return answer.state;
}

function value<T>(answer: Answer<T>): T | undefined {
  return answer.state === "known" ? answer.value : undefined;
}
