/**
 * Saves of a library text, however they begin: a save is admitted only if a person asked for it at the moment of the
 * save.
 */
import assert from "node:assert/strict";
import { mock } from "node:test";
import type * as PermitsModule from "../../../../client/library/documents/savePermits.ts";
import {
  begin,
  didClose,
  inOwnWindow,
  messages,
  run,
  TabInputText,
  TabInputTextDiff,
  TextDocumentSaveReason,
  Uri,
  willSave,
  window,
  workspace,
} from "../../ownVscode.ts";

const { createSavePermits } = await inOwnWindow<typeof PermitsModule>("client/library/documents/savePermits.ts");

const uri = Uri.parse("textlib://strandby/letters/greeting.en.sft?1");
const log = { info() {}, warn() {}, error() {} } as unknown as Parameters<typeof createSavePermits>[0];
const refused = {
  message:
    "Not saved: a save is live for everyone, so a library text is saved only when you ask for it. Use the keyboard shortcut for Save in the text.",
};
const unanswered = { message: "Not saved: you chose not to save. What you wrote is kept in the editor." };

describe("a save of a library text", () => {
  let permits: ReturnType<typeof createSavePermits>;
  beforeEach(() => {
    mock.timers.enable({ apis: ["setTimeout"] });
    begin();
    permits = createSavePermits(log);
  });
  afterEach(() => {
    permits.dispose();
    mock.timers.reset();
    workspace.textDocuments.length = 0;
    window.tabGroups.activeTabGroup.activeTab = undefined;
  });

  const announce = (reason: number): void => willSave.fire({ document: { uri }, reason });
  async function asked(): Promise<void> {
    const admitted = permits.admit(uri);
    mock.timers.runAll();
    await admitted;
  }

  it("is refused if VS Code announced none, as in a reloaded window", async () => {
    await assert.rejects(asked(), refused);
    assert.deepEqual(messages(), []);
  });

  for (const [name, reason] of Object.entries(TextDocumentSaveReason).filter(([each]) => each !== "Manual")) {
    it(`is refused if VS Code began it: ${name}`, async () => {
      announce(reason);
      await assert.rejects(asked(), refused);
      assert.deepEqual(messages(), []);
    });
  }

  it("is asked about if somebody may have requested it, and Enter saves nothing", async () => {
    announce(TextDocumentSaveReason.Manual);
    begin((buttons) => buttons[0]);
    await assert.rejects(asked(), unanswered);
    announce(TextDocumentSaveReason.Manual);
    begin(() => undefined);
    await assert.rejects(asked(), unanswered);
    announce(TextDocumentSaveReason.Manual);
    begin((buttons) => buttons.find((button) => button === "Save"));
    await asked();
    assert.deepEqual(
      messages().map(({ words }) => words),
      ["Save greeting (en) to the Text Library?"],
    );
    // The announcement was valid for one save only.
    await assert.rejects(asked(), refused);
  });

  /** What happens between an announcement and a write, and whether the write still counts as the announced save. */
  const between: readonly (readonly [what: string, passes: () => void, isSame: boolean])[] = [
    ["the document was closed", () => didClose.fire({ uri }), false],
    ["another document was closed", () => didClose.fire({ uri: uri.with({ query: "2" }) }), true],
    ["the time of a save is over", () => mock.timers.tick(60_000), false],
    ["the time of a save is not over", () => mock.timers.tick(59_999), true],
    [
      "it was announced again, and the time is not over",
      () => {
        mock.timers.tick(59_999);
        announce(TextDocumentSaveReason.Manual);
        mock.timers.tick(59_999);
      },
      true,
    ],
  ];
  for (const [what, passes, isSame] of between) {
    it(`is ${isSame ? "" : "no longer "}the announced one if ${what}`, async () => {
      announce(TextDocumentSaveReason.Manual);
      begin((buttons) => buttons.find((button) => button === "Save"));
      passes();
      const admitted = permits.admit(uri);
      mock.timers.tick(1000);
      await (isSame ? admitted : assert.rejects(admitted, refused));
      assert.equal(messages().length, isSame ? 1 : 0);
    });
  }

  it("needs no question while this extension's own command saves the text, and only then", async () => {
    const document = { uri, isDirty: true, save: () => permits.admit(uri).then(() => true) } as unknown as Parameters<
      typeof permits.save
    >[0];
    announce(TextDocumentSaveReason.Manual);
    assert.equal(await permits.save(document), true);
    window.tabGroups.activeTabGroup.activeTab = { input: new TabInputText(uri) };
    workspace.textDocuments.push(document);
    await run("smartform.textLibrary.save");
    assert.deepEqual(messages(), []);
    await assert.rejects(asked(), refused);
  });

  it("is allowed once while this extension's own command saves the text: a simultaneous write of another extension is refused", async () => {
    let second: Promise<unknown> | undefined;
    const document = {
      uri,
      isDirty: true,
      async save() {
        await permits.admit(uri);
        second = permits.admit(uri);
        return second.then(
          () => true,
          () => true,
        );
      },
    } as unknown as Parameters<typeof permits.save>[0];
    await permits.save(document);
    await assert.rejects(second as Promise<unknown>, refused);
    assert.deepEqual(messages(), []);
  });

  it("applies only to the right side if a comparison is in front, whatever is unsaved on the left", async () => {
    const left = Uri.parse("textlib://strandby/letters/farewell.en.sft?2");
    const saved: string[] = [];
    for (const side of [left, uri]) {
      const save = () => permits.admit(side).then(() => saved.push(side.path));
      workspace.textDocuments.push({ uri: side, isDirty: true, save });
    }
    window.tabGroups.activeTabGroup.activeTab = { input: new TabInputTextDiff(left, uri) };
    await run("smartform.textLibrary.save");
    assert.deepEqual(saved, [uri.path]);
    assert.deepEqual(messages(), []);
  });
});
