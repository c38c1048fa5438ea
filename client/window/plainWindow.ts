/**
 * The implementation of `client/window/window.ts`. It loads nothing from VS Code, so that plain mocha can test what
 * reaches the window.
 */
import type * as vscode from "vscode";
import { plainLine, plainText } from "./plainText.ts";

type Window = typeof vscode.window;
type Show = Window["showErrorMessage"];

interface PlainWindow extends Pick<
  Window,
  | "showInformationMessage"
  | "showWarningMessage"
  | "showErrorMessage"
  | "showQuickPick"
  | "showInputBox"
  | "withProgress"
> {
  /** Without a time, the message stays until it is disposed. */
  setStatusBarMessage(text: string, milliseconds?: number): vscode.Disposable;
}

export interface Item extends vscode.QuickPickItem {
  /** The name of the codicon that is shown before the label. */
  readonly icon?: string;
}

interface Titles {
  readonly title?: string;
  readonly placeHolder?: string;
}

/**
 * A question of a command stays open until it is answered or closed with Escape, unless the caller says otherwise. When
 * the page of a panel loads late, it takes the focus, and losing the focus would otherwise cancel the command.
 */
const stays = { ignoreFocusOut: true } as const;

/**
 * Returns the same functions, but with every string shown as plain text. Button labels are this extension's own and
 * stay unchanged.
 */
export function plainWindow(window: Window): PlainWindow {
  const pick = window.showQuickPick as (
    items: readonly Item[],
    options?: vscode.QuickPickOptions,
    token?: vscode.CancellationToken,
  ) => Thenable<Item | readonly Item[] | undefined>;

  async function showQuickPick(
    given: readonly (string | Item)[] | Thenable<readonly (string | Item)[]>,
    options?: vscode.QuickPickOptions,
    token?: vscode.CancellationToken,
  ): Promise<unknown> {
    const items = await given;
    const shown = items.map((item) => plainItem(typeof item === "string" ? { label: item } : item));
    const picked = await pick(shown, { ...stays, ...options, ...plainTitles(options) }, token);
    if (picked === undefined) return undefined;
    const handedIn = (one: Item): string | Item | undefined => items[shown.indexOf(one)];
    return "label" in picked ? handedIn(picked) : picked.map(handedIn);
  }

  return {
    showInformationMessage: plainMessage(window.showInformationMessage),
    showWarningMessage: plainMessage(window.showWarningMessage),
    showErrorMessage: plainMessage(window.showErrorMessage),
    showQuickPick: showQuickPick as Window["showQuickPick"],
    showInputBox: (options = {}, token) => window.showInputBox(plainBox(options), token),
    setStatusBarMessage: (text, milliseconds) =>
      milliseconds === undefined
        ? window.setStatusBarMessage(plainText(text))
        : window.setStatusBarMessage(plainText(text), milliseconds),
    withProgress: (options, task) =>
      window.withProgress(
        { ...options, ...(options.title !== undefined && { title: plainText(options.title) }) },
        task,
      ),
  };
}

function plainMessage(show: Show): Show {
  const showAny: (...given: never) => Thenable<unknown> = show;
  return (words: string, ...rest: readonly unknown[]) =>
    showAny(...([plainText(words), ...rest.map(plainOptions)] as never));
}

function plainOptions(option: unknown): unknown {
  return typeof option === "object" && option !== null && "detail" in option && typeof option.detail === "string"
    ? { ...option, detail: plainText(option.detail) }
    : option;
}

/** For lists created with `createQuickPick`. */
export function plainItem<T extends Item>(item: T): T {
  const { icon, label, description, detail } = item;
  return {
    ...item,
    label: plainText(label),
    // The icon is not in the label, because a screen reader would read the icon's name aloud there. VS Code accepts
    // this object as a ThemeIcon.
    ...(icon !== undefined && { iconPath: { id: icon } }),
    ...(description !== undefined && { description: plainText(description) }),
    ...(detail !== undefined && { detail: plainText(detail) }),
  };
}

function plainBox(options: vscode.InputBoxOptions): vscode.InputBoxOptions {
  const { prompt, validateInput } = options;
  return {
    ...stays,
    ...options,
    ...plainTitles(options),
    ...(prompt !== undefined && { prompt: plainText(prompt) }),
    ...(validateInput && { validateInput: async (value: string) => plainProblem(await validateInput(value)) }),
  };
}

/** Returns the title and the placeholder of a list or a box as plain text. Leaves out those that are not given. */
function plainTitles({ title, placeHolder }: Titles = {}): Titles {
  return {
    ...(title !== undefined && { title: plainLine(title) }),
    ...(placeHolder !== undefined && { placeHolder: plainLine(placeHolder) }),
  };
}

function plainProblem(
  problem: string | vscode.InputBoxValidationMessage | undefined | null,
): string | vscode.InputBoxValidationMessage | undefined | null {
  if (typeof problem === "string") return plainText(problem);
  return problem && { ...problem, message: plainText(problem.message) };
}
