/**
 * The check some seconds after a save. It covers everything that was reported to the author as saved, and ignores what
 * others added.
 */
import assert from "node:assert/strict";
import { mock } from "node:test";
import type { Api } from "../../../../api/index.ts";
import { createLooks, lookAgain } from "../../../../authoring/guard/guardedWrite.ts";
import type { Look, WriteResult } from "../../../../authoring/guard/guardedWrite.ts";
import { createLaterLooks } from "../../../../client/library/documents/laterLooks.ts";
import type { LookPorts } from "../../../../client/library/documents/laterLooks.ts";
import type { LibraryText } from "../../../../authoring/guard/writePlan.ts";

const text = (isPublic: boolean, en = "one\n"): LibraryText => ({
  id: "1",
  folderId: "f",
  code: "c",
  contentType: 0,
  isPublic,
  translations: { en: { content: en } },
});
const isPublic: WriteResult = {
  state: "saved",
  text: text(true),
  before: text(false),
  meant: { fields: { isPublic: true } },
};

async function look(
  saves: readonly (readonly [base: LibraryText, result: WriteResult])[],
  now: LibraryText,
): Promise<Look["state"]> {
  const looks = createLooks();
  for (const [base, result] of saves) looks.after(base, result);
  const api = { call: async () => now } as unknown as Api;
  return (await lookAgain("1", looks.take("1"), { api })).state;
}

describe("the check some seconds after a save", () => {
  const conflict: WriteResult = { state: "conflict", conflicts: [], theirs: text(false) };

  it("sees whether the saved words are still there", async () => {
    assert.equal(await look([[text(false), isPublic]], text(true)), "kept");
    assert.equal(await look([[text(false), isPublic]], text(false)), "changed");
  });

  it("T16: sees that somebody overwrote what was restored after an unsuccessful save", async () => {
    assert.equal(
      await look(
        [
          [text(true), conflict],
          [text(false), isPublic],
        ],
        text(false),
      ),
      "changed",
    );
  });

  it("T16: sees what an uncertain save wrote, although only a later one is certain", async () => {
    const later: WriteResult = {
      state: "saved",
      text: text(true, "ONE\n"),
      before: text(false, "ONE\n"),
      meant: { fields: { isPublic: true } },
    };
    assert.equal(
      await look(
        [
          [text(false), conflict],
          [text(false, "ONE\n"), later],
        ],
        text(true),
      ),
      "changed",
    );
    assert.equal(
      await look(
        [
          [text(false), conflict],
          [text(false, "ONE\n"), later],
        ],
        text(true, "ONE\n"),
      ),
      "kept",
    );
  });

  it("says nothing about words that others added", async () => {
    assert.equal(await look([[text(false), isPublic]], text(true, "one\ntwo\n")), "kept");
  });

  it("checks each library for what was saved there, if two services use the same id", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      const seen: string[] = [];
      const said = Promise.withResolvers<void>();
      const looks = createLaterLooks(
        { warn() {} } as unknown as Parameters<typeof createLaterLooks>[0],
        async ({ state }, _, identity) => {
          seen.push(`${identity}: ${state}`);
          if (seen.length === 2) said.resolve();
        },
      );
      const portsOf = (identity: string, now: LibraryText): LookPorts => ({
        identity,
        api: { call: async () => now } as unknown as Api,
      });
      looks.after(text(false), isPublic, portsOf("A", text(true)));
      const other: WriteResult = {
        state: "saved",
        text: text(false, "two\n"),
        before: text(false),
        meant: { translations: new Map([["en", "two\n"]]) },
      };
      looks.after(text(false), other, portsOf("B", text(false)));
      mock.timers.tick(10_000);
      await said.promise;
      assert.deepEqual(seen.sort(), ["A: kept", "B: changed"]);
    } finally {
      mock.timers.reset();
    }
  });
});
