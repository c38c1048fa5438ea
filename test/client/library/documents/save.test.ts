/**
 * Saving `textlib:` files: which bytes and line endings are written, which reading a buffer came from, and which words
 * report each outcome.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { ApiError } from "../../../../api/index.ts";
import { withFileLock } from "../../../../disk/fileLock.ts";
import type { WriteResult } from "../../../../authoring/guard/guardedWrite.ts";
import { openCopies } from "../../../../client/library/documents/copies.ts";
import type { Copies } from "../../../../client/library/documents/copies.ts";
import {
  bytesOf,
  contentOf,
  failureWords,
  isShown,
  lookWords,
  newerReading,
  timeOf,
  unkeepable,
} from "../../../../client/library/documents/saveModel.ts";
import { BufferEnds, editorEnd, meant, restoreLineEnds } from "../../../../client/library/documents/lineEndsModel.ts";
import type { LibraryText } from "../../../../authoring/guard/writePlan.ts";

const text: LibraryText = { id: "t", folderId: "f", code: "c", contentType: 0 };
const error = new ApiError("not-found", "textlibrary.texts.get", "none", "There is no such text.", { status: 404 });

describe("saving a textlib: file", () => {
  it("turns text into bytes and back without losing a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (content) => assert.equal(contentOf(bytesOf(content)), content)),
    );
    assert.equal(contentOf(bytesOf("\uFEFFa")), "\uFEFFa");
    assert.equal(contentOf(Uint8Array.of(0xff, 0xfe, 0x41)), undefined);
  });

  it("shows a text with half a surrogate pair, but does not allow editing", () => {
    assert.equal(unkeepable("a\ud83d"), "halfCharacter");
    assert.equal(unkeepable("a😀\r\nb\n"), undefined);
  });

  it("shows a text with a carriage return alone at the end of a line, but does not allow editing", () => {
    for (const content of ["a\rb", "\r", "a\r", "a\r\r\nb"])
      assert.equal(unkeepable(content), "loneReturn", JSON.stringify(content));
  });

  const holding = (content: string): LibraryText => ({ ...text, translations: { en: { content } } });
  const [old, base, theirs] = [holding("old"), holding("base"), holding("theirs")];
  const buffers: readonly (readonly [
    name: string,
    shown: string,
    readings: readonly LibraryText[],
    expected: LibraryText | undefined,
  ])[] = [
    ["what somebody else wrote is loaded again: from there on", "theirs", [theirs, base, old], theirs],
    ["an undo past the last save does not move the base back", "old", [base, old], undefined],
    ["an undo of what somebody else wrote neither", "old", [theirs, base, old], undefined],
    ["the base itself stays", "base", [theirs, base], undefined],
    ["a base that is older than all readings gives way", "theirs", [theirs], theirs],
  ];
  for (const [name, shown, readings, expected] of buffers) {
    it(`base of a buffer: ${name}`, () =>
      assert.equal(newerReading({ readings, base }, { language: "en", shown }), expected));
  }

  const ends: readonly (readonly [name: string, base: string, written: string, expected: string])[] = [
    ["only LF stays", "a\nb\n", "a\nX\n", "a\nX\n"],
    ["only CRLF stays", "a\r\nb\r\n", "a\r\nX\r\n", "a\r\nX\r\n"],
    ["mixed: untouched lines get theirs back", "a\r\nb\nc\r\n", "a\nb\nX\n", "a\r\nb\nX\r\n"],
    ["mixed: an inserted line takes its neighbour's", "a\r\nb\n", "a\nnew\nb\n", "a\r\nnew\nb\n"],
    ["mixed: the last line end stays away", "a\r\nb\nc", "a\nb\nc", "a\r\nb\nc"],
    ["mixed: everything rewritten by the editor as CRLF", "a\r\nb\nc", "a\r\nb\r\nc", "a\r\nb\nc"],
    ["mixed: all deleted", "a\r\nb\n", "", ""],
    [
      "mixed: more alike lines than can be compared, between two that were changed",
      `first\r\nkeep\n${"\n".repeat(600)}keep too\r\nlast\r\n`,
      `FIRST\nkeep\n${"\n".repeat(600)}keep too\nLAST\n`,
      `FIRST\r\nkeep\n${"\n".repeat(600)}keep too\r\nLAST\r\n`,
    ],
    ["only carriage returns: unchanged lines get theirs back", "a\rb\r\nc\n", "a\nX\nc\n", "a\rX\r\nc\n"],
  ];
  for (const [name, base, written, expected] of ends) {
    it(`line ends: ${name}`, () => assert.equal(restoreLineEnds(base, written), expected));
  }

  const [lf, crlf, mixed] = ["a\nb\nc", "a\r\nb\r\nc", "a\r\nb\nc"];
  const handed: readonly (readonly [name: string, handed: Parameters<typeof meant>[0], expected: string])[] = [
    ["typed into CRLF", { written: "a\r\nX\r\nc", base: crlf, loaded: crlf, restored: undefined }, "a\r\nX\r\nc"],
    [
      "the service's CRLF in a document that was loaded with LF",
      { written: lf, base: crlf, loaded: "a\nx", restored: undefined },
      crlf,
    ],
    [
      "the service's LF in a document that was loaded with CRLF",
      { written: crlf, base: lf, loaded: "a\r\nx", restored: undefined },
      lf,
    ],
    [
      "the service's mixed ends, with one line merged",
      { written: "a\nb\nX", base: mixed, loaded: lf, restored: undefined },
      "a\r\nb\nX",
    ],
    ["CRLF that the author chose", { written: crlf, base: lf, loaded: lf, restored: undefined }, crlf],
    [
      "LF that the author chose in a text with both",
      { written: "a\r\nb\r\nc", base: "a\nb\r\nc\nd\n", loaded: "a\nb\r\nc\nd\n", restored: undefined },
      crlf,
    ],
    [
      "the loaded content is unknown: the base is used",
      { written: lf, base: lf, loaded: undefined, restored: undefined },
      lf,
    ],
    [
      "a version that was put into it, to its ends and its mark",
      { written: lf, base: "old\n", loaded: "old\n", restored: `\uFEFF${mixed}` },
      `\uFEFF${mixed}`,
    ],
    [
      "a version with only a carriage return",
      { written: "a\nb", base: "old\n", loaded: "old\n", restored: "a\rb" },
      "a\rb",
    ],
    ["a version that was put into it and taken back", { written: lf, base: lf, loaded: lf, restored: crlf }, lf],
    [
      "a mark that the editor keeps",
      { written: "\uFEFFa\nX", base: "\uFEFFa\nb", loaded: "\uFEFFa\nb", restored: undefined },
      "\uFEFFa\nX",
    ],
    [
      "the service's mark in a document that was loaded without",
      { written: "a", base: "\uFEFFa", loaded: "x", restored: undefined },
      "\uFEFFa",
    ],
    ["a mark that the author chose", { written: "\uFEFFa", base: "a", loaded: "a", restored: undefined }, "\uFEFFa"],
    [
      "a mark that the author took away",
      { written: "a", base: "\uFEFFa", loaded: "\uFEFFa", restored: undefined },
      "a",
    ],
  ];
  for (const [name, given, expected] of handed) it(`exactness: ${name}`, () => assert.equal(meant(given), expected));

  it("exactness: whatever lines a text has, it is unchanged after the editor, and a typed letter changes only its line", () => {
    const pieces = fc.array(fc.tuple(fc.constantFrom("a", "b", "", "c d", "é"), fc.constantFrom("\n", "\r\n", "\r")), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(pieces, fc.boolean(), fc.boolean(), fc.nat(), (pairs, isOpen, hasMark, place) => {
        const base =
          (hasMark ? "\uFEFF" : "") +
          pairs
            .map(
              ([line, own], index) =>
                line + own + (index > 0 && own === "\n" && pairs[index - 1]?.[1] === "\r" && line === "" ? "z" : ""),
            )
            .join("") +
          (isOpen ? "end" : "");
        const shown = (text: string): string => text.replaceAll(/\r\n|\r|\n/g, editorEnd(base) ?? "\n");
        assert.equal(meant({ written: shown(base), base, loaded: base, restored: undefined }), base);
        const lines = base.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
        if (lines.length === 0) return;
        const at = place % lines.length;
        const typed = lines.map((line, index) => (index === at ? line.replace(/(?=[\r\n]|$)/, "~") : line)).join("");
        assert.equal(meant({ written: shown(typed), base, loaded: base, restored: undefined }), typed);
      }),
      { numRuns: 2000 },
    );
  });

  /**
   * A document as VS Code holds it: lines with one line ending for all, with or without a byte order mark. `meant`: the
   * content that its author intends.
   */
  class Editor {
    readonly #ends = new BufferEnds();
    #service = "";
    #end: "\n" | "\r\n" = "\n";
    #hasMark = false;
    #undo: string[] = [];
    #redo: string[] = [];
    meant = "";

    load(content: string): void {
      [this.#service, this.meant, this.#undo, this.#redo] = [content, content, [], []];
      [this.#end, this.#hasMark] = [editorEnd(content) ?? "\n", content.startsWith("\uFEFF")];
      this.#ends.read(content);
      this.#changed({ isDirty: false });
    }
    /** Receives content that was read before an edit and arrives after the edit. VS Code discards such content. */
    readLate(content: string): void {
      if (this.#undo.length > 0) this.#ends.read(content);
    }
    #changed({ isDirty }: { readonly isDirty: boolean }): void {
      this.#ends.change({ text: this.#shown(), end: this.#end, isDirty });
    }
    #shown(): string {
      return this.meant.replace("\uFEFF", "").replaceAll(/\r\n|\n/g, this.#end);
    }
    become(content: string): void {
      this.#undo.push(this.meant);
      this.#redo = [];
      this.#show(content);
    }
    #show(content: string): void {
      this.meant = content;
      this.#changed({ isDirty: this.#undo.length > 0 });
    }
    restore(version: string): void {
      this.#ends.restore(version, { before: this.#shown() });
      this.become(version);
    }
    undo(): void {
      const before = this.#undo.pop();
      if (before === undefined) return;
      this.#redo.push(this.meant);
      this.#show(before);
    }
    redo(): void {
      const after = this.#redo.pop();
      if (after === undefined) return;
      this.#undo.push(this.meant);
      this.#show(after);
    }
    /** Saves, and returns what the service then holds. */
    save(): string {
      const written = (this.#hasMark ? "\uFEFF" : "") + this.#shown();
      this.#service = this.#ends.meant(written, this.#service);
      this.#ends.save(written);
      // After a save, undo may restore content from before the save, which has other line endings. Nobody can then
      // decide which line endings the author intends.
      [this.#undo, this.#redo] = [[], []];
      return this.#service;
    }
  }

  it("exactness: save after save, with versions inserted and removed again, every line keeps its ending and the text its mark", () => {
    const lines = fc.array(fc.constantFrom("\n", "\r\n"), { minLength: 1, maxLength: 5 });
    const content = fc.record({ lines, isOpen: fc.boolean(), hasMark: fc.boolean() }).map(
      ({ lines: ends, isOpen, hasMark }) =>
        (name: string) =>
          (hasMark ? "\uFEFF" : "") +
          ends.map((end, index) => `${name}${index}${end}`).join("") +
          (isOpen ? `${name}open` : ""),
    );
    const step = fc.oneof(
      fc.record({ kind: fc.constant("type" as const), at: fc.nat() }),
      fc.record({ kind: fc.constant("remove" as const), at: fc.nat() }),
      fc.record({ kind: fc.constantFrom("restore" as const, "readLate" as const), version: content }),
      fc.record({ kind: fc.constantFrom("undo" as const, "redo" as const, "save" as const) }),
    );
    fc.assert(
      fc.property(content, fc.array(step, { maxLength: 12 }), (first, steps) => {
        const editor = new Editor();
        editor.load(first("first"));
        let [changes, isRemoved] = [0, false];
        for (const [number, one] of [...steps, { kind: "save" as const }].entries()) {
          const parts = editor.meant.match(/[^\n]*\n|[^\n]+$/g) ?? [];
          if (one.kind === "undo" || one.kind === "redo") editor[one.kind]();
          if (one.kind === "restore" || one.kind === "readLate") editor[one.kind](one.version(`version${number}-`));
          // If adjacent lines are removed and changed before one save, nobody can decide which line ending belongs to
          // which line.
          if (one.kind === "type" && parts.length > 0 && !isRemoved)
            editor.become(
              parts
                .map((part, index) => (index === one.at % parts.length ? part.replace(/(?=\r?\n|$)/, "~") : part))
                .join(""),
            );
          if (one.kind === "remove" && parts.length > 1 && changes === 0) isRemoved = true;
          if (one.kind === "remove" && isRemoved && changes === 0)
            editor.become(parts.filter((_, index) => index !== 1 + (one.at % (parts.length - 1))).join(""));
          changes += 1;
          if (one.kind !== "save") continue;
          assert.equal(editor.save(), editor.meant);
          [changes, isRemoved] = [0, false];
        }
      }),
      { numRuns: 5000 },
    );
  });

  it("line ends: an unchanged text with mixed endings comes back exactly, whichever ending the editor chose", () => {
    const lines = fc.array(fc.tuple(fc.constantFrom("a", "b", "", "c d"), fc.constantFrom("\n", "\r\n")), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(lines, fc.constantFrom("\n", "\r\n"), fc.boolean(), (pairs, end, last) => {
        const base = pairs.map(([line, own]) => line + own).join("") + (last ? "end" : "");
        const isMixed = new Set(pairs.map(([, own]) => own)).size === 2;
        const written = isMixed ? base.replaceAll("\r\n", "\n").replaceAll("\n", end) : base;
        assert.equal(restoreLineEnds(base, written), base);
      }),
    );
  });

  it("recognizes the reading that an unchanged buffer shows", () => {
    assert.ok(isShown("\uFEFFa\r\nb", "a\nb"));
    assert.ok(isShown("a\rb", "a\nb"));
    assert.ok(!isShown("a\nb", "a\nc"));
  });

  const results: readonly (readonly [WriteResult, RegExp])[] = [
    [
      {
        state: "conflict",
        conflicts: [{ kind: "language", language: "sv", base: "a", mine: "b", theirs: "c" }],
        theirs: text,
      },
      /somebody else changed the same lines in sv.*Nothing was written.*Resolve/,
    ],
    [
      { state: "conflict", conflicts: [], theirs: text, error },
      /not known whether the text was saved.*somebody else has changed the text.*Resolve/,
    ],
    [{ state: "overwritten", theirs: text }, /somebody wrote at the same moment.*kept.*Resolve/],
    [{ state: "unverified", error }, /accepted.*could not be checked whether the text is there/],
    [{ state: "unknown", error }, /not known whether.*kept.*written only if the service does not have it/],
    [{ state: "orphaned", error }, /Not saved.*missing, private, or of another company.*Save as New Text/],
    [{ state: "failed", error }, /Not saved: nothing was written/],
    [{ state: "invalid", reason: "Why." }, /Not saved: nothing was written\. Why\./],
  ];
  for (const [result, expected] of results) {
    it(`says what happened and what to do: ${result.state}`, () => assert.match(failureWords(result) ?? "", expected));
  }
  it("reports what a check some seconds later finds, and nothing else", () => {
    assert.match(
      lookWords("greeting", { state: "changed", theirs: text }) ?? "",
      /Right after you saved greeting, the same place was changed again on the service.*history/,
    );
    assert.match(lookWords("greeting", { state: "gone" }) ?? "", /service no longer shows greeting/);
    for (const look of [
      { state: "kept", text },
      { state: "unknown", error },
    ] as const)
      assert.equal(lookWords("greeting", look), undefined);
  });
  it("identifies the service's version by its time, and guesses no zone", () => {
    const written = (updatedAt: string): string =>
      timeOf({ ...text, updatedDate: "", translations: { en: { content: "", updatedAt } } }, "en");
    assert.equal(written("2026-03-01T12:00:00Z"), new Date("2026-03-01T12:00:00Z").toLocaleString());
    assert.equal(written("2026-03-01T12:00:00"), "2026-03-01T12:00:00");
    assert.equal(timeOf(text, "en"), "");
  });
  it("says nothing if all is well", () => {
    assert.equal(failureWords({ state: "saved", text, before: text, meant: {} }), undefined);
    assert.equal(failureWords({ state: "unchanged", text, before: text }), undefined);
  });
});

describe("on this computer", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "smartform-client-"));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it("T90: a copy is found again only for the same library, text and language", async () => {
    using copies = openCopies(folder, "window");
    const key = { identity: "company A", textId: "../../etc", language: "sv", path: "/claims/intro.sv.txt" };
    await copies.set(key, text);
    assert.deepEqual(await copies.get(key), text);
    for (const other of [
      { ...key, identity: "company B" },
      { ...key, textId: "x" },
      { ...key, language: "en" },
    ]) {
      assert.equal(await copies.get(other), undefined);
      assert.equal(await copies.last(other), undefined);
    }
  });

  it("T16: a reading of a text by another window, or by this one at another address, is not the base of a buffer", async () => {
    const [one, other] = [openCopies(folder, "one window"), openCopies(folder, "another window")];
    const key = { identity: "company", textId: "t", language: "en", path: "/claims/intro.en.txt" };
    const newer = { ...text, translations: { en: { content: "newer" } } };
    await one.set(key, text);
    await other.set(key, newer);
    await one.set({ ...key, path: "/letters/intro.en.txt" }, newer);
    assert.deepEqual(await one.get(key), text);
    assert.deepEqual([await one.last(key), await other.last(key)], [newer, newer]);
    for (const window of [one, other]) window[Symbol.dispose]();
    using again = openCopies(folder, "one window");
    assert.deepEqual(await again.get(key), text);
  });

  it("T16: a reloaded window continues from its base, and not from what another tab of its workspace reads", async () => {
    const key = { identity: "company", textId: "t", language: "en", path: "/claims/intro.en.txt" };
    const saying = (content: string): LibraryText => ({ ...text, translations: { en: { content } } });
    const open = (): Copies => openCopies(folder, "workspace", { longestEnd: 300 });
    const [tab, other] = [open(), open()];
    await tab.set(key, saying("older"));
    await other.set(key, saying("newer"));
    // The first tab is reloaded while the other tab is open.
    tab[Symbol.dispose]();
    const second = open();
    assert.deepEqual(await second.get(key), saying("older"));
    await second.set(key, saying("older"));
    // Two tabs have ended, and it is unknown which of them the third tab continues. The next tab continues nothing,
    // because the third tab is still open.
    second[Symbol.dispose]();
    other[Symbol.dispose]();
    const third = open();
    assert.equal(await third.get(key), undefined);
    await third.set(key, saying("newest"));
    using beside = open();
    assert.equal(await beside.get(key), undefined);
    // The third tab ends a little after the fourth one has begun.
    using fourth = open();
    const waiting = fourth.get(key);
    setTimeout(() => third[Symbol.dispose](), 50);
    assert.deepEqual(await waiting, saying("newest"));
    // If the system cannot report that a process ended, the process may still be running.
    for (const name of await readdir(folder)) {
      if (!name.endsWith(".alive")) continue;
      await rm(join(folder, name));
      await mkdir(join(folder, name));
    }
    assert.equal(await fourth.get(key), undefined);
  });

  it("T16: a run that ended late is forgotten once the next one has its own base", async () => {
    const key = { identity: "company", textId: "t", language: "en", path: "/claims/intro.en.txt" };
    const saying = (content: string): LibraryText => ({ ...text, translations: { en: { content } } });
    const open = (): Copies => openCopies(folder, "workspace", { longestEnd: 100 });
    const [first, second] = [open(), open()];
    await first.set(key, saying("one"));
    await second.set(key, saying("two"));
    first[Symbol.dispose]();
    while ((await readdir(folder)).filter((name) => /\..*\.json$/.test(name)).length > 1)
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    second[Symbol.dispose]();
    using third = open();
    assert.deepEqual(await third.get(key), saying("two"));
  });

  it("a document whose connection was pointed at another library is told from an unknown one", async () => {
    const key = { identity: "company A", textId: "t", language: "en", path: "work/claims/intro.en.txt" };
    const ofB = { ...key, identity: "company B" };
    const open = (): Copies => openCopies(folder, "workspace", { longestEnd: 300 });
    const isOfAnother = async (copies: Copies): Promise<readonly boolean[]> =>
      Promise.all([key, ofB].map((each) => copies.isOfAnother(each)));
    const first = open();
    assert.deepEqual(await isOfAnother(first), [false, false]);
    await first.set(key, text);
    assert.deepEqual(await isOfAnother(first), [false, false]);
    // What another tab shows proves nothing about the first tab.
    using tab = open();
    await tab.set(ofB, text);
    first[Symbol.dispose]();
    using second = open();
    assert.deepEqual(await isOfAnother(second), [false, true]);
    assert.deepEqual(await Promise.all([second.get(key), second.get(ofB)]), [text, undefined]);
    for (const other of [
      { ...ofB, path: "other/claims/intro.en.txt" },
      { ...ofB, language: "sv" },
      { ...ofB, textId: "x" },
    ]) {
      assert.equal(await second.isOfAnother(other), false);
    }
    // Now the second tab has read the document from company B, so for B the document is no longer of another library.
    await second.set(ofB, text);
    assert.deepEqual(await isOfAnother(second), [false, false]);
    // What an ended tab leaves behind changes nothing: the document still belongs to company B.
    const brief = open();
    await brief.set(key, text);
    brief[Symbol.dispose]();
    assert.equal(await second.isOfAnother(ofB), false);
    await second.set(ofB, text);
    second[Symbol.dispose]();
    using third = open();
    assert.deepEqual(await isOfAnother(third), [true, false]);
  });

  it("one holder of a lock at a time", async () => {
    const path = join(folder, "a.lock");
    let inside = 0,
      most = 0;
    await Promise.all(
      Array.from({ length: 5 }, () =>
        withFileLock(
          path,
          async () => {
            inside += 1;
            most = Math.max(most, inside);
            await new Promise(setImmediate);
            inside -= 1;
          },
          {},
        ),
      ),
    );
    assert.equal(most, 1);
  });

  it("a living process keeps its lock, and a killed one releases it at once", async () => {
    const path = join(folder, "b.lock");
    const holder = spawn(
      process.execPath,
      [
        "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON",
        "--disable-warning=ExperimentalWarning",
        "test/disk/lockProgram.ts",
        path,
      ],
      { stdio: ["pipe", "pipe", "inherit"] },
    );
    await once(holder.stdout, "data");
    await assert.rejects(
      withFileLock(path, async () => "mine", { signal: AbortSignal.timeout(200) }),
      { name: "AbortError" },
    );
    holder.kill("SIGKILL");
    await once(holder, "exit");
    assert.equal(await withFileLock(path, async () => "mine", {}), "mine");
  });

  it("a lock is released when the work fails", async () => {
    const path = join(folder, "c.lock");
    await assert.rejects(
      withFileLock(path, () => Promise.reject(new Error("failed")), {}),
      /failed/,
    );
    assert.equal(await withFileLock(path, async () => "again", {}), "again");
  });
});
