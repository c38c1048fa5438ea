/**
 * Plans in a window: what the message of a plan offers if the end of the plan could not be recorded, and which catalog
 * finds the documents that refer to what the plan changes.
 */
import assert from "node:assert/strict";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Api } from "../../../../api/index.ts";
import type { Session } from "../../../../client/connections/session.ts";
import type * as OwnerModule from "../../../../client/connections/ownerModel.ts";
import { tryFileLock } from "../../../../disk/fileLock.ts";
import { folderWish, makePlan } from "../../../../authoring/plans/plan.ts";
import { openKeptPlans } from "../../../../authoring/plans/keptPlans.ts";
import type * as PlansModule from "../../../../client/library/plans/plans.ts";
import {
  begin,
  clipboard,
  inOwnWindow,
  messages,
  run,
  textDocuments,
  Uri,
  window as vscodeWindow,
} from "../../ownVscode.ts";

const { registerPlans } = await inOwnWindow<typeof PlansModule>("client/library/plans/plans.ts");
const { OtherLibrary, ownerOf } = await inOwnWindow<typeof OwnerModule>("client/connections/ownerModel.ts");

const identity = "of company A";
const folder = { id: "1", name: "old", parentFolderId: null, isDefault: false, code: "" };
const found = { known: true, documents: [], smartforms: [], uncertain: 0, left: 0 };

describe("plans in a window", () => {
  let disk: string;
  beforeEach(async () => {
    disk = await mkdtemp(join(tmpdir(), "smartform-plans-"));
  });
  afterEach(() => rm(disk, { recursive: true }));

  interface Given {
    /** Called at each change of the folder on the service. */
    readonly onWrite?: () => void;
    /** Whether the window shows another library from the start. */
    readonly isThere?: boolean;
    /** Whether the window switches to another library while the catalog is queried. */
    readonly turns?: boolean;
    /** Whether the window has a connection when it opens. */
    readonly isCurrent?: boolean;
    /** Whether the connection in use leads to the library of the plan. */
    readonly isShown?: () => boolean;
    /** The documents that refer to what the plan changes. */
    readonly documents?: readonly unknown[];
    /** Receives the content of each plan that is shown. */
    readonly shown?: string[];
    /** Returns the library that an open document belongs to. */
    readonly knownOf?: () => unknown;
  }

  function window({
    onWrite = () => {},
    isThere = false,
    turns = true,
    isCurrent = false,
    isShown = () => true,
    documents = [],
    shown = [],
    knownOf = () => undefined,
  }: Given = {}) {
    const state = { name: folder.name, isHere: !isThere, asked: 0 };
    const call = async (
      operation: string,
      { body }: { readonly body?: { readonly name: string } },
    ): Promise<unknown> => {
      if (operation === "textlibrary.texts.get")
        return { id: "7", code: "greeting", translations: { en: { content: "newer" } } };
      if (operation !== "textlibrary.folders.update") return [{ ...folder, name: state.name }];
      state.name = body?.name ?? "";
      onWrite();
      return undefined;
    };
    const session = { name: "A", identity, api: { call: call as unknown as Api["call"] } } as Session;
    const connections = {
      current: isCurrent ? "A" : undefined,
      session: async () => session,
      onDidChange: () => ({ dispose() {} }),
      isCurrent: () => isShown(),
      async here() {
        if (state.isHere) return session;
        throw new OtherLibrary(ownerOf(session), "B");
      },
    };
    const library = {
      refresh: async () => undefined,
      of: () => ({
        async referenceEdits() {
          state.asked += 1;
          state.isHere = !turns;
          return { ...found, documents };
        },
      }),
    };
    const log = { info() {}, warn() {}, error() {} };
    const show = (content: string): ReturnType<typeof Uri.file> => {
      shown.push(content);
      return Uri.file("/plan");
    };
    const plans = registerPlans(
      {
        connections,
        server: { notify() {} },
        log,
        extension: { globalStorageUri: Uri.file(disk) },
      } as unknown as Parameters<typeof registerPlans>[0],
      {
        library,
        tree: { update() {} },
        files: { refresh: async () => undefined, knownOf },
        sides: { show },
      } as unknown as Parameters<typeof registerPlans>[1],
    );
    return { plans, session, state };
  }

  it("are undone from their message, even if their end could not be recorded", async () => {
    const [path, away] = [join(disk, "plans"), join(disk, "away")];
    let writes = 0;
    const { plans, session, state } = window({
      onWrite() {
        writes += 1;
        if (writes > 1) return;
        renameSync(path, away);
        writeFileSync(path, "");
      },
    });
    begin(
      () => undefined,
      (buttons) => {
        rmSync(path);
        renameSync(away, path);
        return buttons.find((button) => button === "Undo");
      },
    );
    await plans.carryOut(makePlan("Rename", [folderWish(folder, { name: "new" })]), ownerOf(session));
    assert.deepEqual([state.name, writes], ["old", 2]);
    assert.deepEqual(
      messages()
        .slice(1)
        .map(({ words }) => words),
      ["Rename: 1 step done.", "Undone: Rename (1 change)."],
    );
  });

  it("show no plan with what another library says if the window switches while it is prepared", async () => {
    begin();
    const { plans, session, state } = window();
    await assert.rejects(plans.offer(session, "Rename", [folderWish(folder, { name: "new" })]), {
      name: "OtherLibrary",
    });
    assert.deepEqual([state.name, messages()], ["old", []]);
  });

  const plan = makePlan("Rename", [folderWish(folder, { name: "new" })]);

  it("ask no catalog of another library, and show no plan of what was found in one", async () => {
    begin();
    const { plans, session, state } = window({ isThere: true });
    const offers = [
      () => plans.offer(session, "Rename", [folderWish(folder, { name: "new" })]),
      () => plans.offerEdits(session, "Rename", found, { said: [] }),
    ];
    for (const offer of offers) await assert.rejects(offer(), { name: "OtherLibrary" });
    assert.deepEqual([state.asked, messages()], [0, []]);
  });

  it("carry out nothing if the window switched while the question was open", async () => {
    const { plans, session, state } = window({ turns: false });
    begin(() => {
      state.isHere = false;
      return "Rename";
    });
    await assert.rejects(plans.offer(session, "Rename", [folderWish(folder, { name: "new" })]), {
      name: "OtherLibrary",
    });
    assert.equal(state.name, "old");
  });

  it("name as unsaved what is unsaved in their own library, whatever another one has under the same id", async () => {
    const open = { uri: Uri.parse("textlib://A/letters/greeting.en.sft?7"), isDirty: true };
    const reference = { uri: null, text: { id: "7", code: "greeting", language: "en" }, content: "older", edits: [] };
    textDocuments.push(open);
    try {
      for (const [owner, words] of [
        [identity, "Skipped because of unsaved changes"],
        ["of company B", "Skipped because of changes since"],
      ] as const) {
        const shown: string[] = [];
        const { plans, session } = window({
          turns: false,
          documents: [reference],
          shown,
          knownOf: () => ({ owner: { identity: owner } }),
        });
        begin(
          (buttons) => buttons[0],
          (rows) => rows[0],
        );
        await plans.offer(session, "Rename", [folderWish(folder, { name: "new" })]);
        assert.match(shown.join("\n"), new RegExp(`${words}[^]*greeting \\(en\\)`));
      }
    } finally {
      textDocuments.length = 0;
    }
  });

  it("are not changed by Enter: not in the question, and not in the list next to the plan", async () => {
    const { plans, session, state } = window({ turns: false });
    begin(
      (buttons) => buttons[0],
      (rows) => rows[0],
    );
    await plans.offer(session, "Rename", [folderWish(folder, { name: "new" })]);
    assert.deepEqual(
      [state.name, messages().map(({ words, buttons }) => [words, buttons[0]])],
      ["old", [["Rename?", "Show Plan…"]]],
    );
    begin(() => "Rename");
    await plans.offer(session, "Rename", [folderWish(folder, { name: "new" })]);
    assert.equal(state.name, "new");
  });

  it("stay in the status bar for a day after they ended, since their message soon disappears", async () => {
    const bar = { text: "", show() {}, hide() {}, dispose() {} };
    const becomes = (): Promise<string> =>
      new Promise((resolve) => {
        bar.show = () => resolve(bar.text);
        bar.hide = () => resolve("hidden");
      });
    const original = vscodeWindow.createStatusBarItem;
    Object.assign(vscodeWindow, { createStatusBarItem: () => bar });
    try {
      begin();
      const { plans, session } = window({ isCurrent: true });
      assert.equal(await becomes(), "hidden");
      const shown = becomes();
      await plans.carryOut(plan, ownerOf(session));
      assert.equal(await shown, "$(discard) 1 plan to undo");
      plans.dispose();
      const kept = openKeptPlans(join(disk, "plans"));
      const [ended] = (await kept.list(identity)).plans;
      assert.ok(ended);
      await kept.write({ ...ended, at: new Date(Date.now() - 25 * 60 * 60 * 1000).toISOString() });
      window({ isCurrent: true }).plans.dispose();
      assert.equal(await becomes(), "hidden");
    } finally {
      Object.assign(vscodeWindow, { createStatusBarItem: original });
    }
  });

  it("are not counted in the status bar of a window that has switched to another library", async () => {
    const told: string[] = [];
    const bar = { text: "", show: () => told.push("shown"), hide: () => told.push("hidden"), dispose() {} };
    const original = vscodeWindow.createStatusBarItem;
    Object.assign(vscodeWindow, { createStatusBarItem: () => bar });
    try {
      begin();
      await new Promise<void>((resolve) => {
        window({
          isCurrent: true,
          isShown() {
            resolve();
            return false;
          },
        });
      });
      await new Promise(setImmediate);
      assert.deepEqual(told, []);
    } finally {
      Object.assign(vscodeWindow, { createStatusBarItem: original });
    }
  });

  describe("that are unfinished", () => {
    const review = "smartform.textLibrary.reviewPlans";
    beforeEach(() => openKeptPlans(join(disk, "plans")).begin(plan, { identity, connection: "A" }));

    it("are left alone by Enter in their review", async () => {
      const { state } = window();
      begin(
        (rows) => rows[0],
        (buttons) => buttons[0],
      );
      await run(review);
      assert.deepEqual(
        [messages().map(({ words, buttons }) => [words, buttons]), state.name],
        [[["Rename", ["Copy Details", "Carry On", "Forget the Plan"]]], "old"],
      );
      assert.match(clipboard(), /^Rename\n\n/);
      assert.equal((await openKeptPlans(join(disk, "plans")).list(identity)).plans.length, 1);
    });

    it("are offered by a new window, except those that another one is working on, which are left alone", async () => {
      const kept = openKeptPlans(join(disk, "plans"));
      const idle = await kept.begin({ ...plan, title: "Idle" }, { identity, connection: "A" });
      await kept.write({ ...idle, at: "2026-01-01T00:00:00.000Z" });
      const {
        plans: [first],
      } = await kept.list(identity);
      const running = tryFileLock(join(disk, "plans", "locks", `${first?.id}.sqlite`));
      const offered = new Promise<void>((resolve) =>
        begin(
          () => resolve(),
          (rows) => rows[0],
        ),
      );
      const { plans } = window({ isCurrent: true });
      await offered;
      await run(review);
      plans.dispose();
      running?.[Symbol.dispose]();
      assert.deepEqual(
        [first?.plan.title, messages().map(({ words }) => words)],
        [
          "Rename",
          ["Idle: this plan is unfinished.", "Rename: a window is working on this plan now, so nothing was done."],
        ],
      );
    });
  });
});
