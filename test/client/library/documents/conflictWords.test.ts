/**
 * A save that conflicts with somebody else's save. The message names the text and its library. The author's decision
 * applies to that text, even if another editor is in front by then.
 */
import assert from "node:assert/strict";
import { mock } from "node:test";
import type * as ConflictsModule from "../../../../client/library/documents/conflicts.ts";
import type * as FailedSavesModule from "../../../../client/library/documents/failedSaves.ts";
import { begin, inOwnWindow, messages, ran, run, Uri, window } from "../../ownVscode.ts";

const { createFailedSaves } = await inOwnWindow<typeof FailedSavesModule>("client/library/documents/failedSaves.ts");
const { registerConflicts } = await inOwnWindow<typeof ConflictsModule>("client/library/documents/conflicts.ts");

const uri = Uri.parse("textlib://strandby/letters/greeting.en.sft?1");
const log = { info() {}, warn() {}, error() {} };

describe("the words of a save conflict", () => {
  it("name the text, its language and its connection", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      begin();
      const failed = createFailedSaves(log as unknown as Parameters<typeof createFailedSaves>[0]);
      failed.setConflict(uri, {
        base: undefined,
        mine: "mine",
        theirs: { id: "1", folderId: "f", code: "greeting", contentType: 0 },
        isUnwritten: true,
      });
      await assert.rejects(failed.during(uri, () => Promise.reject(new Error("Not saved."))));
      mock.timers.runAll();
      registerConflicts(
        { log } as unknown as Parameters<typeof registerConflicts>[0],
        { failed } as unknown as Parameters<typeof registerConflicts>[1],
      );
      await run("smartform.textLibrary.resolveConflict", uri);
      failed.dispose();
    } finally {
      mock.timers.reset();
    }
    assert.deepEqual(
      messages().map(({ words }) => words),
      [
        "Somebody else also changed greeting (en) of strandby. Your change was not written, and theirs is not lost.",
        "Two people changed greeting (en) of strandby at the same time.",
      ],
    );
  });
});

describe("the message of a save that may have been written, and met somebody else's", () => {
  it("is that of the save, and does not say that nothing was written", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      begin();
      const failed = createFailedSaves(log as unknown as Parameters<typeof createFailedSaves>[0]);
      failed.setConflict(uri, {
        base: undefined,
        mine: "mine",
        theirs: { id: "1", folderId: "f", code: "greeting", contentType: 0 },
        isUnwritten: false,
      });
      await assert.rejects(
        failed.during(uri, () => Promise.reject(new Error("It is not known whether it was saved."))),
      );
      mock.timers.runAll();
      failed.dispose();
    } finally {
      mock.timers.reset();
    }
    assert.deepEqual(
      messages().map(({ words }) => words),
      ["greeting (en) of strandby conflicts with somebody else's change. It is not known whether it was saved."],
    );
  });
});

describe("Take Theirs", () => {
  const revert = "workbench.action.files.revert";
  async function take(): Promise<readonly unknown[]> {
    const failed = createFailedSaves(log as unknown as Parameters<typeof createFailedSaves>[0]);
    failed.setConflict(uri, {
      base: undefined,
      mine: "mine",
      theirs: { id: "1", folderId: "f", code: "greeting", contentType: 0 },
      isUnwritten: true,
    });
    registerConflicts(
      { log } as unknown as Parameters<typeof registerConflicts>[0],
      { failed } as unknown as Parameters<typeof registerConflicts>[1],
    );
    begin(() => "Take Theirs");
    await run("smartform.textLibrary.resolveConflict", uri);
    failed.dispose();
    return ran()
      .map(([id]) => id)
      .filter((id) => id === revert);
  }
  afterEach(() => {
    window.activeTextEditor = undefined;
  });

  it("makes the editor load the service's version", async () =>
    assert.deepEqual([await take(), messages().length], [[revert], 1]));

  it("discards nothing of another editor that came to the front", async () => {
    window.activeTextEditor = { document: "another text, with changes" };
    assert.deepEqual(await take(), []);
    assert.equal(
      messages().at(-1)?.words,
      'Another editor became active, so nothing was changed. Choose "Take Theirs" again.',
    );
  });
});
