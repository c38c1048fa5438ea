/**
 * Strings of the service are text wherever VS Code shows them: what reaches its window contains no link, no icon and
 * nothing invisible.
 */
import assert from "node:assert/strict";
import type * as vscode from "vscode";
import { statusWords } from "../../../client/connections/connectionsModel.ts";
import { failsPlainly, plainText } from "../../../client/window/plainText.ts";
import { brief, quoted, visible } from "../../../language/words/visible.ts";
import { plainItem, plainWindow } from "../../../client/window/plainWindow.ts";

const hostile = "[pay](command:x) $(check) \u202e";
const shown = "[pay] (command:x) $ (check) \\u{202e}";

describe("plain text", () => {
  const texts: readonly { readonly what: string; readonly text: string; readonly plain: string }[] = [
    { what: "a link, an icon and a turned direction", text: hostile, plain: shown },
    {
      what: "a web address",
      text: '[Lease](https://example.com "Lease")',
      plain: '[Lease] (https://example.com "Lease")',
    },
    { what: "an escaped icon", text: "\\$(check)", plain: "\\$ (check)" },
    { what: "what merely looks like it", text: "$5 [a] (b) ($) ]", plain: "$5 [a] (b) ($) ]" },
    {
      what: "its own lines, and characters that only look like line endings",
      text: "one\n\ttwo\u2028three\r",
      plain: "one\n\ttwo\\u{2028}three\\u{d}",
    },
  ];
  for (const { what, text, plain } of texts) it(`contains ${what}`, () => assert.equal(plainText(text), plain));

  it("stays the same when it is converted twice", () => assert.equal(plainText(plainText(hostile)), shown));

  it("shows names on one line, and long ones cut", () => {
    assert.equal(visible("a\nb\u202e"), "a\\u{a}b\\u{202e}");
    assert.equal(visible("\u3164\u2800\u115f"), "\\u{3164}\\u{2800}\\u{115f}");
    assert.equal(brief("x".repeat(5000)).length, 121);
    assert.equal(quoted("a\nb"), '"a\\u{a}b"');
  });

  it("is used for an error that VS Code itself shows", async () => {
    const failed = new RangeError(hostile);
    await assert.rejects(failsPlainly(Promise.reject(failed)), (error) => error === failed && failed.message === shown);
    assert.equal(await failsPlainly(Promise.resolve(hostile)), hostile);
  });

  it("is used for the name of a connection in the status bar", () =>
    assert.match(statusWords({ name: "$(beaker) sandbox" }, true).text, /^\$\(plug\) Smartform \$ \(beaker\) sandbox/));
});

describe("the window", () => {
  it("keeps lists and boxes open when a page in a panel takes the focus, unless told otherwise", async () => {
    const stays: unknown[] = [];
    const window = plainWindow({
      showQuickPick: async (_items: unknown, options?: vscode.QuickPickOptions) =>
        void stays.push(options?.ignoreFocusOut),
      showInputBox: async (options?: vscode.InputBoxOptions) => void stays.push(options?.ignoreFocusOut),
    } as unknown as typeof vscode.window);
    await window.showQuickPick(["Yes"]);
    await window.showInputBox({ prompt: "Name" });
    await window.showQuickPick(["Yes"], { ignoreFocusOut: false });
    assert.deepEqual(stays, [true, true, false]);
  });

  /** Returns a window that records what arrives at VS Code. A list picks its last item, or all items. */
  function open() {
    const arrived: unknown[] = [];
    const record = async (...given: readonly unknown[]) => void arrived.push(given);
    const window = {
      showInformationMessage: record,
      showWarningMessage: record,
      showErrorMessage: record,
      setStatusBarMessage: record,
      withProgress: record,
      async showQuickPick(items: readonly vscode.QuickPickItem[], options?: vscode.QuickPickOptions) {
        arrived.push(items);
        return options?.canPickMany === true ? [...items].reverse() : items.at(-1);
      },
      async showInputBox({ prompt, validateInput }: vscode.InputBoxOptions) {
        arrived.push(prompt, await validateInput?.("typed"));
        return "typed";
      },
    };
    return { window: plainWindow(window as unknown as typeof vscode.window), arrived };
  }

  for (const show of ["showInformationMessage", "showWarningMessage", "showErrorMessage"] as const) {
    it(`treats the words of ${show} as text`, async () => {
      const { window, arrived } = open();
      await window[show](hostile, "Yes");
      await window[show](hostile, { modal: true, detail: hostile }, { title: "Yes" });
      assert.deepEqual(arrived, [
        [shown, "Yes"],
        [shown, { modal: true, detail: shown }, { title: "Yes" }],
      ]);
    });
  }

  it("treats items of lists as text, and returns the original items", async () => {
    const { window, arrived } = open();
    const items = [
      { icon: "add", label: hostile, value: 1 },
      { label: hostile, description: hostile, detail: hostile, value: 2 },
    ];
    assert.equal(await window.showQuickPick(items), items[1]);
    assert.deepEqual(await window.showQuickPick(Promise.resolve(items), { canPickMany: true }), [items[1], items[0]]);
    assert.equal(await window.showQuickPick([hostile]), hostile);
    const [first] = arrived;
    assert.deepEqual(first, [
      { icon: "add", iconPath: { id: "add" }, label: shown, value: 1 },
      { label: shown, description: shown, detail: shown, value: 2 },
    ]);
    assert.deepEqual(first, arrived[1]);
    assert.deepEqual(arrived[2], [{ label: shown }]);
    assert.deepEqual(plainItem({ label: hostile, value: hostile }), { label: shown, value: hostile });
  });

  it("treats prompts of boxes and error messages as text", async () => {
    const { window, arrived } = open();
    const severity = 1 as vscode.InputBoxValidationSeverity;
    await window.showInputBox({ prompt: hostile, value: hostile, validateInput: () => hostile });
    await window.showInputBox({ validateInput: async () => ({ message: hostile, severity }) });
    await window.showInputBox({ validateInput: () => undefined });
    assert.deepEqual(arrived, [shown, shown, undefined, { message: shown, severity }, undefined, undefined]);
  });

  it("treats titles and placeholders of lists and boxes as text on one line", async () => {
    const arrived: unknown[] = [];
    const record = async ({ title, placeHolder }: vscode.InputBoxOptions = {}) =>
      void arrived.push([title, placeHolder]);
    const window = plainWindow({
      showInputBox: record,
      showQuickPick: async (_: unknown, options?: vscode.QuickPickOptions) => record(options),
    } as unknown as typeof vscode.window);
    const hostileLines = { title: `${hostile}\nNothing is stored.`, placeHolder: `${hostile}\n` };
    await window.showInputBox(hostileLines);
    await window.showQuickPick(["Yes"], hostileLines);
    await window.showQuickPick(["Yes"]);
    const plain = [`${shown}\\u{a}Nothing is stored.`, `${shown}\\u{a}`];
    assert.deepEqual(arrived, [plain, plain, [undefined, undefined]]);
  });

  it("treats titles of progress and the status bar's message as text", async () => {
    const { window, arrived } = open();
    const work = async () => undefined;
    await window.withProgress({ location: 15, title: hostile, cancellable: true }, work);
    window.setStatusBarMessage(hostile, 5000);
    assert.deepEqual(arrived, [
      [{ location: 15, title: shown, cancellable: true }, work],
      [shown, 5000],
    ]);
  });
});
