/** The judge reports every call that ended wrongly, and accepts a call that ended rightly. */
import assert from "node:assert/strict";
import { ApiError } from "../../api/index.ts";
import type { ApiErrorCode, Outcome } from "../../api/index.ts";
import { judge } from "./judge.ts";
import type { Ended } from "./judge.ts";
import { kindsOf } from "./kinds.ts";
import type { Row } from "./kinds.ts";

const kinds = kindsOf("http://127.0.0.1:1");
const read: Row = { id: "textlibrary.folders.list", response: "json", isRead: true };
const write: Row = { id: "textlibrary.texts.create", response: "json", isRead: false };
const remove: Row = { id: "forms.delete", response: "empty", isRead: false };

const failed = (
  code: ApiErrorCode,
  outcome: Outcome,
  advice = outcome === "none" ? "Try again." : "The call may have taken effect anyway. Check before you do it again.",
): Ended["end"] => ({
  error: new ApiError(code, "forms.ping", outcome, `Could not do it on host: it failed. ${advice}`),
});
const ended = (end: Ended["end"], more: Partial<Ended> = {}): Ended => ({
  end,
  truth: undefined,
  came: [0],
  effects: 0,
  strangeBearers: 0,
  ...more,
});
const folders = { answer: [{ id: "f" }] };

const table: readonly (readonly [what: string, kind: string, row: Row, ended: Ended, complaint: RegExp | undefined])[] =
  [
    ["a right answer", "nothing", read, ended(folders, { truth: folders }), undefined],
    ["another answer", "nothing", read, ended({ answer: [] }, { truth: folders }), /^it answers \[\] and not/],
    [
      "the failure that there is in truth",
      "nothing",
      write,
      ended(failed("invalid-answer", "unknown"), {
        truth: failed("invalid-answer", "unknown") as { error: unknown },
        effects: 1,
      }),
      undefined,
    ],
    [
      "another failure than in truth",
      "nothing",
      write,
      ended(failed("invalid-answer", "none"), {
        truth: failed("invalid-answer", "unknown") as { error: unknown },
        effects: 1,
      }),
      /it fails/,
    ],
    [
      "an answer although there is none",
      "nothing",
      read,
      ended(folders, { truth: failed("invalid-answer", "none") as { error: unknown } }),
      /where there is none/,
    ],
    ["an answer that was not sent", "nothing", read, ended(folders), /and not a failure/],
    ["a hang", "stalled before", read, ended("hangs"), /hangs/],
    [
      "an error of JavaScript",
      "hung up before",
      read,
      ended({ error: new TypeError("x is not a function") }, { came: [0, 1, 2] }),
      /TypeError/,
    ],
    [
      "a failure although the answer is right",
      "byte order mark",
      read,
      ended(failed("invalid-answer", "none"), { truth: folders }),
      /^it fails/,
    ],
    ["another code", "page before", read, ended(failed("invalid-answer", "none")), /not wrong-type/],
    ["a page taken for an answer", "page before", read, ended({ answer: [] }), /where it should fail/],
    [
      "a cut answer taken for an empty list",
      "cut amid",
      read,
      ended({ answer: [] }, { truth: folders, came: [0, 1, 2] }),
      /where it should fail/,
    ],
    ["no answer taken for an empty list", "empty", read, ended({ answer: [] }, { truth: folders }), /takes no answer/],
    [
      "a missing answer read as none, if that is documented",
      "empty",
      { ...read, id: "store.search" },
      ended({ answer: null }),
      undefined,
    ],
    [
      "a missing answer read as a text, if null is documented",
      "empty",
      { ...read, id: "store.search" },
      ended({ answer: [] }),
      /takes no answer/,
    ],
    [
      "204 read as no document, if that is documented",
      "204",
      { ...read, id: "documents.pdf.create", response: "pdf" },
      ended({ answer: null }),
      undefined,
    ],
    [
      "204 taken for a file",
      "204",
      { ...read, id: "archive.download", response: "file" },
      ended({ answer: { bytes: new Uint8Array() } }),
      /takes no answer/,
    ],
    [
      "a lost answer said to be unknown",
      "hung up after",
      write,
      ended(failed("unreachable", "unknown"), { effects: 1 }),
      undefined,
    ],
    [
      "a lost answer that may be asked for again unseen",
      "hung up after",
      write,
      ended(failed("unreachable", "unknown", "Try again later."), { effects: 1 }),
      /to do again what may have happened/,
    ],
    [
      "a lost answer said to be nothing",
      "hung up after",
      write,
      ended(failed("unreachable", "none"), { effects: 1 }),
      /nothing happened, but it did/,
    ],
    ["a guess that was right", "hung up before", write, ended(failed("unreachable", "none")), /cannot know/],
    [
      "a call reported as done that was not",
      "hung up before",
      write,
      ended(failed("unreachable", "done")),
      /took effect, but it did not/,
    ],
    [
      "a cut file of a form that was made",
      "cut amid",
      write,
      ended(failed("truncated", "done"), { effects: 1 }),
      undefined,
    ],
    [
      "a read said to be unknown",
      "hung up before",
      read,
      ended(failed("unreachable", "unknown"), { came: [0, 1, 2] }),
      /known that nothing happened/,
    ],
    [
      "a refusal said to be unknown",
      "403",
      write,
      ended(failed("forbidden", "unknown")),
      /known that nothing happened/,
    ],
    ["a refusal", "403", write, ended(failed("forbidden", "none")), undefined],
    [
      "403 that is asked again",
      "403",
      write,
      ended(failed("forbidden", "none"), { came: [0, 1] }),
      /2 requests were sent, not 1/,
    ],
    [
      "401 that is asked a third time",
      "401 always",
      write,
      ended(failed("unauthorized", "none"), { came: [0, 1, 2] }),
      /3 requests were sent, not 2/,
    ],
    [
      "a write that is sent again",
      "503 before",
      write,
      ended(failed("server-error", "unknown"), { came: [0, 1] }),
      /2 requests were sent, not 1/,
    ],
    [
      "a read that is not sent again",
      "503 before",
      read,
      ended(failed("server-error", "none")),
      /1 requests were sent, not 3/,
    ],
    [
      "a read that is sent for ever",
      "503 before",
      read,
      ended(failed("server-error", "none"), { came: [0, 1, 2, 3] }),
      /4 requests were sent, not 3/,
    ],
    [
      "a second effect",
      "hung up after",
      write,
      ended(failed("unreachable", "unknown"), { effects: 2 }),
      /took effect 2 times/,
    ],
    [
      "a second effect that nobody can see",
      "nonsense",
      { ...write, response: "file" },
      ended({ answer: {} }, { effects: 2 }),
      /took effect 2 times/,
    ],
    ["a success that never was", "page before", remove, ended({ answer: undefined }), /success that never was/],
    [
      "a success",
      "empty",
      remove,
      ended({ answer: undefined }, { effects: 1, truth: { answer: undefined } }),
      undefined,
    ],
    [
      "an impatient one",
      "429 seconds",
      read,
      ended(failed("rate-limited", "none"), { came: [0, 7000, 13_999] }),
      /though asked to wait 7 s/,
    ],
    [
      "a patient one",
      "429 seconds",
      read,
      ended(failed("rate-limited", "none"), { came: [0, 7000, 14_000] }),
      undefined,
    ],
    [
      "a credential of somebody else",
      "nothing",
      read,
      ended(folders, { truth: folders, strangeBearers: 1 }),
      /credential/,
    ],
    [
      "an error without words",
      "403",
      write,
      ended({ error: new ApiError("forbidden", "forms.ping", "none", "403") }),
      /does not say what happened/,
    ],
  ];

describe("the judge of faults", () => {
  for (const [what, id, row, result, complaint] of table) {
    it(`${complaint === undefined ? "accepts" : "reports"} ${what}`, () => {
      const kind = kinds.find((each) => each.id === id);
      assert.ok(kind);
      const wrong = judge(kind, row, result).join("; ");
      if (complaint === undefined) assert.equal(wrong, "");
      else assert.match(wrong, complaint);
    });
  }
});
