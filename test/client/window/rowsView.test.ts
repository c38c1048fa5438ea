/**
 * The selection of a view, requested while its rows reload: VS Code then still shows rows as selected, but does not
 * return them.
 */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TreeDataProvider } from "vscode";
import type * as RowsViewModule from "../../../client/window/rowsView.ts";
import { root } from "../../../scripts/root.mjs";
import { begin, EventEmitter, givingUp, inOwnWindow, ran, window } from "../ownVscode.ts";

const { createRowsView } = await inOwnWindow<typeof RowsViewModule>("client/window/rowsView.ts");

describe("the selected rows of a view", () => {
  const clicked = new EventEmitter<{ readonly selection: readonly string[] }>();
  const news = new EventEmitter<void>();
  let listeners = 0;
  const heard =
    <T>({ event }: { readonly event: (listener: (value: T) => void) => { dispose(): unknown } }) =>
    (listener: (value: T) => void) => {
      listeners += 1;
      const subscription = event(listener);
      return {
        dispose: () => {
          listeners -= 1;
          subscription.dispose();
        },
      };
    };
  const shown = {
    selection: [] as readonly string[],
    visible: true,
    onDidChangeSelection: heard(clicked),
    dispose() {},
  };
  let reading: PromiseWithResolvers<string[]>;
  let read: () => unknown;
  let rows: RowsViewModule.RowsView<string>;

  /** Changes the selection and fires the event, as VS Code does. */
  const click = (...selection: readonly string[]): void => {
    shown.selection = selection;
    clicked.fire({ selection });
  };
  const readAgain = (): void => {
    read();
    shown.selection = [];
  };

  beforeEach(() => {
    begin();
    reading = Promise.withResolvers();
    Object.assign(shown, { selection: [], visible: true });
    Object.assign(window, {
      createTreeView: (_id: string, { treeDataProvider }: { readonly treeDataProvider: TreeDataProvider<string> }) => {
        read = () => treeDataProvider.getChildren();
        return shown;
      },
    });
    rows = createRowsView("view", {
      treeDataProvider: {
        onDidChangeTreeData: heard(news),
        getTreeItem: (row) => ({ label: row }),
        getChildren: () => reading.promise,
      },
    });
  });

  afterEach(() => {
    rows.dispose();
    assert.equal(listeners, 0);
    Reflect.deleteProperty(window, "createTreeView");
  });

  interface Case {
    readonly what: string;
    readonly before: () => void;
    /** Called while the command waits: selected rows arrive, or the person clicks another row. */
    readonly meanwhile?: () => void;
    readonly expected: readonly string[];
  }
  const cases: readonly Case[] = [
    {
      what: "are the one that was selected before they were read",
      before: () => {
        click("Letters");
        readAgain();
      },
      meanwhile: () => {
        shown.selection = ["Letters"];
      },
      expected: ["Letters"],
    },
    {
      what: "are the one that was clicked while they were read",
      before: () => {
        readAgain();
        click();
      },
      meanwhile: () => {
        shown.selection = ["Letters"];
      },
      expected: ["Letters"],
    },
    {
      what: "are all of several, which come level by level",
      before: () => {
        click("intro", "Letters");
        readAgain();
        shown.selection = ["Letters"];
      },
      meanwhile: () => {
        shown.selection = ["intro", "Letters"];
      },
      expected: ["intro", "Letters"],
    },
    {
      what: "are unknown if another row is clicked while a command waits",
      before: () => {
        click("Letters");
        readAgain();
      },
      meanwhile: () => click("Claims"),
      expected: [],
    },
    { what: "are not waited for if nothing was selected before", before: readAgain, expected: [] },
    {
      what: "are not waited for if the view is hidden",
      before: () => {
        click("Letters");
        readAgain();
        shown.visible = false;
      },
      expected: [],
    },
  ];
  for (const { what, before, meanwhile, expected } of cases) {
    it(what, async () => {
      before();
      const selection = rows.selection();
      meanwhile?.();
      assert.deepEqual(await selection, expected);
    });
  }

  it("are waited for if the view was just told to read them again", async () => {
    click("Letters");
    shown.selection = [];
    news.fire();
    const selection = rows.selection();
    shown.selection = ["Letters"];
    assert.deepEqual(await selection, ["Letters"]);
  });

  it("are empty if the person does not wait for them", async () => {
    click("Letters");
    readAgain();
    using _ = givingUp();
    assert.deepEqual(await rows.selection(), []);
  });

  it("are the focused row for a key, if none is selected", async () => {
    assert.deepEqual(await rows.selectionOfKey(), []);
    assert.deepEqual(ran(), [["list.toggleSelection"]]);
    click("Letters");
    assert.deepEqual(await rows.selectionOfKey(), ["Letters"]);
    assert.equal(ran().length, 1);
  });

  it("are read through such a view by every command that would otherwise do nothing without a selection", () => {
    // Two other files may read the selection directly: the history asks for a version if it does not know which one is
    // meant, and the library's tree only checks whether a given text is selected.
    assert.deepEqual(
      globSync("client/**/*.ts", { cwd: root })
        .filter((file) => /\bview\.selection\b/.test(readFileSync(join(root, file), "utf8")))
        .map((file) => file.replaceAll("\\", "/"))
        .sort(),
      ["client/library/history/tree.ts", "client/library/tree/tree.ts", "client/window/rowsView.ts"],
    );
  });
});
