/**
 * The notices above an open text before it is saved, the merge that they offer, and the messages of failed saves. Tests
 * that depend on the service use the sandbox.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { grantTicket } from "../../../sandbox/permits.ts";
import { burstWords, createBursts } from "../../../../client/library/documents/failedSavesModel.ts";
import type { Clock } from "../../../../client/library/documents/failedSavesModel.ts";
import { isMerged, mergeParts, theirsTitle } from "../../../../client/library/documents/mergeModel.ts";
import {
  gap,
  isDue,
  lookUp,
  mergeNow,
  mineIn,
  noticesOf,
  noticeWords,
  replacement,
} from "../../../../client/library/documents/noticeModel.ts";
import type { Known, Shown } from "../../../../client/library/documents/noticeModel.ts";
import { changeOf, withContent } from "../../../../client/library/documents/saveModel.ts";
import type { LibraryText } from "../../../../authoring/guard/writePlan.ts";
import { world } from "../../service.ts";
import type { World } from "../../service.ts";

const folder = { code: "claims", name: "Claims" };
const path = "/claims/intro.en.sft";
const holding = (content: string, more: Partial<LibraryText> = {}): LibraryText => ({
  id: "t",
  folderId: "f",
  code: "intro",
  contentType: 0,
  translations: { en: { content } },
  ...more,
});
const known = (more: Partial<Known> = {}): Known => ({
  owner: undefined,
  base: holding("old"),
  latest: holding("theirs"),
  isGone: false,
  ...more,
});
const shown = (more: Partial<Shown> = {}): Shown => ({
  language: "en",
  buffer: "mine",
  isDirty: true,
  path,
  folder,
  later: undefined,
  ...more,
});

describe("notices on an open text", () => {
  const cases: readonly (readonly [name: string, known: Known, shown: Shown, kinds: readonly string[]])[] = [
    ["unsaved words, and the service holds others by now", known(), shown(), ["changed"]],
    ["the service holds the base of the typing", known({ latest: holding("old") }), shown(), []],
    [
      "another language was changed",
      known({ latest: { ...holding("old"), translations: { en: { content: "old" }, sv: { content: "ny" } } } }),
      shown(),
      [],
    ],
    ["without changes the buffer loads it automatically", known(), shown({ buffer: "old", isDirty: false }), []],
    ["the same words were typed on both sides", known(), shown({ buffer: "theirs" }), []],
    ["left for later", known(), shown({ later: "theirs" }), []],
    [
      "left for later, and changed again",
      known({ latest: holding("theirs again") }),
      shown({ later: "theirs" }),
      ["changed"],
    ],
    ["T16: the base of the typing is unknown: no change is reported", known({ base: undefined }), shown(), []],
    ["the service said nothing yet", known({ latest: undefined }), shown(), []],
    ["T34: not shown any more, with unsaved words", known({ isGone: true }), shown(), ["gone"]],
    [
      "T34: not shown any more, without",
      known({ isGone: true, latest: holding("old") }),
      shown({ buffer: "old", isDirty: false }),
      ["gone"],
    ],
    [
      "brought back under another id",
      known({ isGone: true, successor: holding("old", { id: "u" }) }),
      shown(),
      ["back"],
    ],
    [
      "brought back without this language",
      known({ isGone: true, successor: { ...holding(""), translations: {} } }),
      shown(),
      ["gone"],
    ],
    [
      "brought back, and the catalog does not know its folder",
      known({ isGone: true, successor: holding("old", { id: "u" }) }),
      shown({ folder: undefined }),
      ["gone"],
    ],
    [
      "brought back, and shown under its old id after all",
      known({ successor: holding("old", { id: "u" }), latest: holding("old") }),
      shown(),
      [],
    ],
    [
      "the language is not there any more",
      known({ latest: { ...holding(""), translations: {} } }),
      shown({ buffer: "old", isDirty: false }),
      ["noLanguage"],
    ],
    [
      "a language that is being started was never there",
      known({ base: { ...holding(""), translations: {} }, latest: { ...holding(""), translations: {} } }),
      shown(),
      [],
    ],
    [
      "T10: in another folder",
      known({ latest: holding("old") }),
      shown({ folder: { code: "letters", name: "Letters" } }),
      ["moved"],
    ],
    [
      "T10: with another code, and changed",
      known({ latest: holding("theirs", { code: "opening" }) }),
      shown(),
      ["changed", "moved"],
    ],
    [
      "the catalog does not know its folder",
      known({ latest: holding("old", { folderId: "g" }) }),
      shown({ folder: undefined }),
      [],
    ],
  ];
  for (const [name, what, where, kinds] of cases) {
    it(`${name}: ${kinds.join(", ") || "nothing"}`, () =>
      assert.deepEqual(
        noticesOf(what, where).map(({ kind }) => kind),
        kinds,
      ));
  }

  it("says what happened without taking absence for a deletion, and identifies the service's version by its time", () => {
    const [gone] = noticesOf(known({ isGone: true }), shown());
    assert.equal(
      gone && noticeWords(gone, "en"),
      "No longer shown by the service: deleted, moved to a private folder, or not visible to you",
    );
    const [deleted] = noticesOf(known({ isGone: true, isDeletedHere: true }), shown());
    assert.equal(deleted && noticeWords(deleted, "en"), "Deleted in this window");
    const [changed] = noticesOf(
      known({
        latest: { ...holding(""), translations: { en: { content: "theirs", updatedAt: "2026-03-01T14:02:00" } } },
      }),
      shown(),
    );
    assert.equal(changed && noticeWords(changed, "en"), "Changed on the service, 2026-03-01T14:02:00");
    const [back] = noticesOf(known({ isGone: true, successor: holding("old", { id: "u", code: "opening" }) }), shown());
    assert.equal(
      back && noticeWords(back, "en"),
      'Brought back in the folder "Claims" with the code "opening", as a new text',
    );
    assert.equal(back?.kind === "back" && back.path, "/claims/opening.en.sft");
    const [moved] = noticesOf(known({ latest: holding("old", { code: "opening" }) }), shown());
    assert.equal(
      moved && noticeWords(moved, "en"),
      'Now in the folder "Claims" with the code "opening"; a save writes your changes there',
    );
  });

  it("requests a visible text no more often than the gap allows", () => {
    assert.deepEqual(
      [0, 1, gap - 1, gap].map((passed) => isDue({ askedAt: 1_000_000, now: 1_000_000 + passed })),
      [false, false, false, true],
    );
    assert.ok(isDue({ askedAt: 0, now: 1_000_000 }));
  });

  it("applies a merge to a buffer line by line, with the line endings of the buffer", () => {
    const line = fc.constantFrom("a", "b", "", "😀");
    const text = fc
      .tuple(fc.array(line, { maxLength: 6 }), fc.boolean())
      .map(([lines, end]) => lines.join("\n") + (end ? "\n" : ""));
    fc.assert(
      fc.property(text, text, fc.boolean(), (from, to, windows) => {
        const [buffer, expected] = [from, to].map((each) =>
          windows && from.includes("\n") ? each.replaceAll("\n", "\r\n") : each,
        ) as [string, string];
        const { start, end, text: inserted } = replacement(buffer, to);
        assert.equal(buffer.slice(0, start) + inserted + buffer.slice(end), expected);
      }),
    );
    assert.deepEqual(replacement("one\ntwo\nthree\n", "one\nTWO\nthree\n"), { start: 4, end: 8, text: "TWO\n" });
    assert.deepEqual(replacement("a\nb", "\uFEFFa\nb"), { start: 3, end: 3, text: "" });
  });
});

describe("merging before a save", () => {
  let w: World;
  before(async () => {
    w = await world();
  });
  after(async () => {
    await w[Symbol.asyncDispose]();
  });

  const merges: readonly (readonly [
    name: string,
    base: string,
    theirs: string,
    buffer: string,
    expected: string | undefined,
  ])[] = [
    ["different lines", "one\ntwo\nthree\n", "ONE\ntwo\nthree\n", "one\ntwo\nTHREE\n", "ONE\ntwo\nTHREE\n"],
    ["the same line", "one\ntwo\nthree\n", "one\nTHEIRS\nthree\n", "one\nMINE\nthree\n", undefined],
    ["the same words", "one\ntwo\n", "one\nTWO\n", "one\nTWO\n", "one\nTWO\n"],
    [
      "a byte order mark and mixed line ends, which an editor does not show",
      "\uFEFFone\r\ntwo\nthree\n",
      "\uFEFFONE\r\ntwo\nthree\n",
      "one\ntwo\nTHREE\n",
      "\uFEFFONE\r\ntwo\nTHREE\n",
    ],
  ];
  for (const [name, base, theirs, buffer, expected] of merges) {
    it(`T16: is the merge of a save: ${name}`, async () => {
      const text = await w.text({ translations: { en: { content: base } } });
      await w.foreign(text, { translations: { en: { content: theirs } } });
      const now = await w.read(text.id);
      const merged = mergeNow({ base: text, theirs: now, buffer, language: "en" });
      assert.deepEqual(merged, expected === undefined ? { state: "conflict" } : { state: "merged", content: expected });
      await w.calls();
      const saved = await w.save(text, changeOf("en", mineIn(text, { buffer, language: "en" })));
      assert.equal(saved.state === "conflict", expected === undefined);
      if (expected !== undefined) assert.equal((await w.read(text.id)).translations?.["en"]?.content, expected);
    });
  }

  it("T10 T16: the merged text is saved over the reading that was shown, and a third change is merged as usual", async () => {
    const text = await w.text();
    await w.foreign(text, { translations: { en: { content: "one\nTHEIRS\nthree\n" } } });
    const seen = await w.read(text.id);
    const { folderId } = await w.text();
    await w.foreign(text, { folderId, translations: { en: { content: "one\nTHEIRS\nTHREE\n" } } });
    assert.equal((await w.save(seen, changeOf("en", "one\nBOTH\nthree\n"))).state, "saved");
    const now = await w.read(text.id);
    assert.deepEqual([now.translations?.["en"]?.content, now.folderId], ["one\nBOTH\nTHREE\n", folderId]);
    await w.foreign(now, { translations: { en: { content: "one\nTHIRD\nTHREE\n" } } });
    assert.equal((await w.save(seen, changeOf("en", "one\nOTHER\nthree\n"))).state, "conflict");
  });

  for (const fault of [
    { kind: "reset-before" },
    { kind: "status", status: 500 },
    { kind: "status", status: 403 },
    { kind: "wrong-type" },
  ]) {
    it(`an answer that does not arrive (${fault.kind}${fault.status ?? ""}) is neither a text nor its absence`, async () => {
      const text = await w.text();
      await w.control("POST", "/faults", { operation: "textlibrary.texts.get", ...fault });
      assert.equal(await lookUp(w.mine, text.id), undefined);
      await w.control("DELETE", "/faults");
      assert.equal((await lookUp(w.mine, text.id))?.id, text.id);
    });
  }

  it("T34: a text is reported as deleted only by the service's own answer, and what was typed becomes a new text", async () => {
    const text = await w.text();
    const ticket = grantTicket({
      connection: w.theirs.connection,
      operation: "textlibrary.texts.delete",
      receivers: [],
      path: { id: text.id },
    });
    await w.theirs.call("textlibrary.texts.delete", { path: { id: text.id } }, { ticket });
    assert.equal(await lookUp(w.mine, text.id), null);
    assert.equal(withContent(text, "en", "mine").translations?.["en"]?.content, "mine");
    assert.equal(withContent(text, "en", "mine").translations?.["sv"]?.content, "ett\ntvå\ntre\n");
  });
});

describe("a merge in VS Code's editor", () => {
  const sides = { base: holding("\uFEFFold"), theirs: holding("theirs"), buffer: "mine", language: "en" };

  it("shows the three versions as an editor has them, and a result that the editor alone merges", () => {
    const { base, theirs, mine, result } = mergeParts(sides);
    assert.deepEqual([base, theirs, mine], ["old", "theirs", "mine"]);
    assert.match(result, /^<{7} /m);
    assert.ok(!isMerged(result));
    assert.ok(isMerged("both"));
  });

  it("identifies the service's side by its time, and shows none if the service gives none", () => {
    assert.equal(
      theirsTitle(holding("x", { updatedDate: "2026-03-01T14:02:00" }), "en"),
      "On the service, changed 2026-03-01T14:02:00",
    );
    assert.equal(theirsTitle(holding("x"), "en"), "On the service");
  });
});

describe("reporting unsuccessful saves", () => {
  /** Returns a clock that only the test moves. */
  function byHand(): Clock & { pass(): void } {
    let waiting: (() => void) | undefined;
    return {
      after(_, work) {
        waiting = work;
        return () => {
          waiting = undefined;
        };
      },
      pass() {
        const work = waiting;
        waiting = undefined;
        work?.();
      },
    };
  }

  /** Returns saves that end when the test says so. */
  function saves(): {
    readonly told: (readonly string[])[];
    readonly clock: ReturnType<typeof byHand>;
    begin(name: string): (ends: "well" | "badly") => Promise<void>;
  } {
    const told: (readonly string[])[] = [];
    const clock = byHand();
    const bursts = createBursts<string>((failed) => void told.push(failed), clock);
    return {
      told,
      clock,
      begin(name) {
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        const during = bursts.during(
          () => promise,
          (result) => ("error" in result ? name : undefined),
        );
        return async (ends) => {
          if (ends === "well") resolve();
          else reject(new Error(name));
          await during.catch(() => {});
        };
      },
    };
  }

  it('reports all saves of one "save all" at once, after the last of them', async () => {
    const { told, clock, begin } = saves();
    const [a, b, c, d] = ["a", "b", "c", "d"].map(begin) as [
      ReturnType<typeof begin>,
      ReturnType<typeof begin>,
      ReturnType<typeof begin>,
      ReturnType<typeof begin>,
    ];
    await a("badly");
    clock.pass();
    await b("well");
    await c("badly");
    clock.pass();
    assert.deepEqual(told, []);
    await d("badly");
    clock.pass();
    assert.deepEqual(told, [["a", "c", "d"]]);
    clock.pass();
    assert.equal(told.length, 1);
  });

  it("waits for a save that begins right after the last one ended", async () => {
    const { told, clock, begin } = saves();
    await begin("a")("badly");
    const next = begin("b");
    clock.pass();
    assert.deepEqual(told, []);
    await next("well");
    clock.pass();
    assert.deepEqual(told, [["a"]]);
  });

  it("reports nothing if all is well, and passes on the result of a save", async () => {
    const { told, clock, begin } = saves();
    await begin("a")("well");
    clock.pass();
    assert.deepEqual(told, []);
    await assert.rejects(
      createBursts<string>(() => {}, byHand()).during(
        () => Promise.reject(new Error("full")),
        () => "full",
      ),
      /full/,
    );
  });

  it("counts and names: the first three, and how many more", () => {
    assert.equal(burstWords(["a", "b"]), "2 saves had problems: a, b. What you wrote is kept in the editors.");
    assert.equal(
      burstWords(["a", "b", "c", "d", "e"]),
      "5 saves had problems: a, b, c and 2 more. What you wrote is kept in the editors.",
    );
  });
});
