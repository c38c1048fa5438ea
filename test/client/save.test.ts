/** What the `textlib:` files decide: bytes, line ends, which reading a buffer came from, and the words of every outcome. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { ApiError } from "../../api/index.ts";
import { withFileLock } from "../../client/fileLock.ts";
import type { WriteResult } from "../../client/guardedWrite.ts";
import { openCopies } from "../../client/textlib/copies.ts";
import { bytesOf, contentOf, failureWords, isEditable, isShown, lookWords, newerReading, restoreLineEnds, timeOf } from "../../client/textlib/saveModel.ts";
import type { LibraryText } from "../../client/writePlan.ts";

const text: LibraryText = { id: "t", folderId: "f", code: "c", contentType: 0 };
const error = new ApiError("not-found", "textlibrary.texts.get", "none", "There is no such text.", { status: 404 });

describe("saving a textlib: file", () => {
  it("turns text into bytes and back without losing a character", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (content) => assert.equal(contentOf(bytesOf(content)), content)));
    assert.equal(contentOf(bytesOf("\uFEFFa")), "\uFEFFa");
    assert.equal(contentOf(Uint8Array.of(0xff, 0xfe, 0x41)), undefined);
  });

  it("shows a text with half a surrogate pair, but lets nobody edit it", () => {
    assert.equal(isEditable("a\ud83d"), false);
    assert.equal(isEditable("a😀"), true);
  });

  const holding = (content: string): LibraryText => ({ ...text, translations: { en: { content } } });
  const [old, base, theirs] = [holding("old"), holding("base"), holding("theirs")];
  const buffers: readonly (readonly [name: string, shown: string, readings: readonly LibraryText[], expected: LibraryText | undefined])[] = [
    ["what somebody else wrote is loaded again: from there on", "theirs", [theirs, base, old], theirs],
    ["an undo behind the last save is no step back of the base", "old", [base, old], undefined],
    ["an undo of what somebody else wrote neither", "old", [theirs, base, old], undefined],
    ["the base itself stays", "base", [theirs, base], undefined],
    ["a base that is older than all readings gives way", "theirs", [theirs], theirs],
  ];
  for (const [name, shown, readings, expected] of buffers) {
    it(`base of a buffer: ${name}`, () => assert.equal(newerReading({ readings, base }, { language: "en", shown }), expected));
  }

  const ends: readonly (readonly [name: string, base: string, written: string, expected: string])[] = [
    ["LF alone stays", "a\nb\n", "a\nX\n", "a\nX\n"],
    ["CRLF alone stays", "a\r\nb\r\n", "a\r\nX\r\n", "a\r\nX\r\n"],
    ["mixed: untouched lines get theirs back", "a\r\nb\nc\r\n", "a\nb\nX\n", "a\r\nb\nX\r\n"],
    ["mixed: an inserted line takes its neighbour's", "a\r\nb\n", "a\nnew\nb\n", "a\r\nnew\nb\n"],
    ["mixed: the last line end stays away", "a\r\nb\nc", "a\nb\nc", "a\r\nb\nc"],
    ["mixed: everything rewritten by the editor as CRLF", "a\r\nb\nc", "a\r\nb\r\nc", "a\r\nb\nc"],
    ["mixed: all deleted", "a\r\nb\n", "", ""],
  ];
  for (const [name, base, written, expected] of ends) {
    it(`line ends: ${name}`, () => assert.equal(restoreLineEnds(base, written), expected));
  }

  it("line ends: an unchanged mixed text comes back exactly, whichever end the editor chose", () => {
    const lines = fc.array(fc.tuple(fc.constantFrom("a", "b", "", "c d"), fc.constantFrom("\n", "\r\n")), { minLength: 1, maxLength: 8 });
    fc.assert(fc.property(lines, fc.constantFrom("\n", "\r\n"), fc.boolean(), (pairs, end, last) => {
      const base = pairs.map(([line, own]) => line + own).join("") + (last ? "end" : "");
      const isMixed = new Set(pairs.map(([, own]) => own)).size === 2;
      const written = isMixed ? base.replaceAll("\r\n", "\n").replaceAll("\n", end) : base;
      assert.equal(restoreLineEnds(base, written), base);
    }));
  });

  it("knows the reading that an unchanged buffer shows", () => {
    assert.ok(isShown("\uFEFFa\r\nb", "a\nb"));
    assert.ok(isShown("a\rb", "a\nb"));
    assert.ok(!isShown("a\nb", "a\nc"));
  });

  const results: readonly (readonly [WriteResult, RegExp])[] = [
    [{ state: "conflict", conflicts: [{ kind: "language", language: "sv", base: "a", mine: "b", theirs: "c" }], theirs: text }, /somebody else changed the same lines in sv.*Nothing was written.*Resolve/],
    [{ state: "conflict", conflicts: [], theirs: text, error }, /not known whether the text was saved.*somebody else changed the text.*Resolve/],
    [{ state: "overwritten", theirs: text }, /somebody wrote at the same moment.*kept.*Resolve/],
    [{ state: "unverified", error }, /accepted.*could not be asked/],
    [{ state: "unknown", error }, /not known whether.*kept.*read first.*nothing is written twice/],
    [{ state: "orphaned", error }, /Not saved.*missing, private, or of another company.*Save as New Text/],
    [{ state: "failed", error }, /Not saved, nothing was written/],
    [{ state: "invalid", reason: "Why." }, /Not saved, nothing was written\. Why\./],
  ];
  for (const [result, expected] of results) {
    it(`says what happened and what to do: ${result.state}`, () => assert.match(failureWords(result) ?? "", expected));
  }
  it("says what a look some seconds later has to tell, and nothing else", () => {
    assert.match(lookWords("greeting", { state: "changed", theirs: text }) ?? "", /greeting was changed on the service right after you saved it.*history/);
    assert.match(lookWords("greeting", { state: "gone" }) ?? "", /not shown by the service any more/);
    for (const look of [{ state: "kept", text }, { state: "unknown", error }] as const) assert.equal(lookWords("greeting", look), undefined);
  });
  it("names the service's version by its time, and guesses no zone", () => {
    const written = (updatedAt: string): string => timeOf({ ...text, updatedDate: "", translations: { en: { content: "", updatedAt } } }, "en");
    assert.equal(written("2026-03-01T12:00:00Z"), new Date("2026-03-01T12:00:00Z").toLocaleString());
    assert.equal(written("2026-03-01T12:00:00"), "2026-03-01T12:00:00");
    assert.equal(timeOf(text, "en"), "");
  });
  it("says nothing where all is well", () => {
    assert.equal(failureWords({ state: "saved", text, before: text, meant: {} }), undefined);
    assert.equal(failureWords({ state: "unchanged", text, before: text }), undefined);
  });
});

describe("on this computer", () => {
  let folder: string;
  beforeEach(async () => { folder = await mkdtemp(join(tmpdir(), "smartform-client-")); });
  afterEach(async () => { await rm(folder, { recursive: true, force: true }); });

  it("T90: a copy is found again for the same library, text and language only", async () => {
    const copies = openCopies(folder, "window");
    const key = { identity: "company A", textId: "../../etc", language: "sv", path: "/claims/intro.sv.txt" };
    await copies.set(key, text);
    assert.deepEqual(await copies.get(key), text);
    for (const other of [{ ...key, identity: "company B" }, { ...key, textId: "x" }, { ...key, language: "en" }]) {
      assert.equal(await copies.get(other), undefined);
      assert.equal(await copies.last(other), undefined);
    }
  });

  it("T16: what another window read of a text, or this one at another address, is not what a buffer came from", async () => {
    const [one, other] = [openCopies(folder, "one window"), openCopies(folder, "another window")];
    const key = { identity: "company", textId: "t", language: "en", path: "/claims/intro.en.txt" };
    const newer = { ...text, name: "newer" };
    await one.set(key, text);
    await other.set(key, newer);
    await one.set({ ...key, path: "/letters/intro.en.txt" }, newer);
    assert.deepEqual(await one.get(key), text);
    assert.deepEqual(await openCopies(folder, "one window").get(key), text);
    assert.deepEqual([await one.last(key), await other.last(key)], [newer, newer]);
  });

  it("one holder of a lock at a time", async () => {
    const path = join(folder, "a.lock");
    let inside = 0, most = 0;
    await Promise.all(Array.from({ length: 5 }, () => withFileLock(path, async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise(setImmediate);
      inside -= 1;
    }, {})));
    assert.equal(most, 1);
  });

  it("a living process keeps its lock, and a killed one gives it back at once", async () => {
    const path = join(folder, "b.lock");
    const holder = spawn(process.execPath, ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "--disable-warning=ExperimentalWarning", "test/client/lockProgram.ts", path], { stdio: ["pipe", "pipe", "inherit"] });
    await once(holder.stdout, "data");
    await assert.rejects(withFileLock(path, async () => "mine", { signal: AbortSignal.timeout(200) }), { name: "AbortError" });
    holder.kill("SIGKILL");
    await once(holder, "exit");
    assert.equal(await withFileLock(path, async () => "mine", {}), "mine");
  });

  it("a lock is given back when the work fails", async () => {
    const path = join(folder, "c.lock");
    await assert.rejects(withFileLock(path, () => Promise.reject(new Error("failed")), {}), /failed/);
    assert.equal(await withFileLock(path, async () => "again", {}), "again");
  });
});
