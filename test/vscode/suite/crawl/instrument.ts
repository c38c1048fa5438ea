/**
 * Sits between the extension and VS Code, in the extension host. It answers every message, list, box and file dialog of
 * the extension at once, by a rule. It records the extension's trees, status bar items, context keys and failures. The
 * real VS Code does everything else.
 */
import Module from "node:module";
import * as vscode from "vscode";

/**
 * How a person answers. `escape` dismisses every question. `enter` accepts what has the focus: the first button of a
 * dialog, the first entry of a list, the content of a box (or a word, if the box refuses that content). `cancel`
 * presses the button that says no.
 */
export type Manner = "escape" | "enter" | "cancel";

export interface Asked {
  readonly how: string;
  readonly words: string;
  readonly modal: boolean;
  readonly buttons: readonly string[];
  readonly answer: string | undefined;
}

export interface Instrument {
  manner: Manner;
  /**
   * Maps a part of a question to its answer or answers, which take precedence over the manner. An answer is the content
   * of a box, a part of a list entry's label, or a part of a button. If there are several answers, each is given once,
   * in order; after that, the last one is repeated. No answer here grants a ticket.
   */
  readonly written: Map<string, string | readonly string[]>;
  /** All questions since the list was last emptied. */
  readonly asked: Asked[];
  readonly trees: Map<string, vscode.TreeDataProvider<unknown>>;
  readonly statusItems: readonly vscode.StatusBarItem[];
  readonly contexts: ReadonlyMap<string, unknown>;
  /** Commands that the extension ran although VS Code does not have them, and unhandled rejections. */
  readonly failures: string[];
  readonly uriHandlers: readonly unknown[];
  /** Addresses that were opened in the browser. */
  readonly opened: string[];
  /** Files or folders that the next file dialog returns. */
  picked: readonly vscode.Uri[];
  /** Panels that the extension opened, newest last. */
  readonly pages: readonly PageOfPanel[];
  /** The extension's state on this computer. */
  state: vscode.Memento | undefined;
}

/** The page of a panel: what the extension posts to it, and what the extension receives from it. */
export interface PageOfPanel {
  readonly kind: string;
  /** Messages to the page. */
  readonly told: readonly unknown[];
  /** Sends a message to the extension, as the page would. */
  say(message: unknown): void;
}

/**
 * Returns the operation of a ticket dialog: every such dialog has a line with it. Returns undefined for other dialogs.
 */
export const ticketOf = (words: string): string | undefined => /^Operation: (.*)$/m.exec(words)?.[1];

/** The largest number of questions in one command; further questions are dismissed. */
const patience = 40;

/** The button that says no. */
export const refusal = /^(do nothing|cancel|no|not now|keep|close)\b/i;

/** Replaces an extension's access to VS Code. `id`: the id of the extension, which must not be active yet. */
export function instrument(id: string): Instrument {
  const extension = vscode.extensions.getExtension(id);
  if (extension === undefined) throw new Error(`${id} is not installed.`);
  if (extension.isActive) throw new Error(`${id} is active already, and has its own door to VS Code.`);
  const statusItems: vscode.StatusBarItem[] = [];
  const contexts = new Map<string, unknown>();
  const uriHandlers: unknown[] = [];
  const pages: PageOfPanel[] = [];
  const it: Instrument = {
    manner: "escape",
    written: new Map(),
    asked: [],
    trees: new Map(),
    statusItems,
    contexts,
    failures: [],
    uriHandlers,
    opened: [],
    picked: [],
    pages,
    state: undefined,
  };

  /**
   * How often each message was shown, by its words. A message that was shown too often is dismissed, because its button
   * may lead back to the same message again and again.
   */
  const messages = new Map<string, number>();
  const note = (asked: Asked): void => void it.asked.push(asked);
  const manner = (): Manner => (it.asked.length > patience ? "escape" : it.manner);

  function message(how: string) {
    return async (words: string, ...rest: readonly unknown[]): Promise<unknown> => {
      const [first] = rest;
      const isOptions = typeof first === "object" && first !== null && !("title" in first);
      const options: vscode.MessageOptions = isOptions ? first : {};
      const { modal = false, detail = "" } = options;
      const items = (isOptions ? rest.slice(1) : rest) as readonly (string | vscode.MessageItem)[];
      const titleOf = (item: string | vscode.MessageItem): string => (typeof item === "string" ? item : item.title);
      const whole = detail === "" ? words : `${words}\n${detail}`;
      const wanted = ticketOf(whole) === undefined ? writtenFor(words) : undefined;
      messages.set(whole, (messages.get(whole) ?? 0) + 1);
      const isEndless = !modal && (messages.get(whole) ?? 0) > patience;
      const answer =
        wanted !== undefined
          ? items.find((item) => titleOf(item).includes(wanted))
          : { escape: undefined, enter: items[0], cancel: items.find((item) => refusal.test(titleOf(item))) }[
              isEndless ? "escape" : manner()
            ];
      note({ how, words: whole, modal, buttons: items.map(titleOf), answer: answer && titleOf(answer) });
      await soon();
      return answer;
    };
  }

  async function showQuickPick(
    given: readonly unknown[] | Thenable<readonly unknown[]>,
    options: vscode.QuickPickOptions = {},
  ): Promise<unknown> {
    const items = (await given).filter(
      (item) => typeof item === "string" || (item as vscode.QuickPickItem).kind !== vscode.QuickPickItemKind.Separator,
    );
    const question = `${options.title ?? ""} ${options.placeHolder ?? ""}`;
    const wanted = writtenFor(question);
    const first = wanted === undefined ? items[0] : items.find((item) => labelOf(item).includes(wanted));
    const takes = (manner() === "enter" || wanted !== undefined) && first !== undefined;
    note({ how: "list", words: question, modal: false, buttons: [], answer: takes ? labelOf(first) : undefined });
    await soon();
    if (!takes) return undefined;
    if (options.canPickMany !== true) return first;
    return wanted !== undefined ? [first] : items.filter((item) => (item as vscode.QuickPickItem).picked === true);
  }

  async function showInputBox(options: vscode.InputBoxOptions = {}): Promise<string | undefined> {
    const question = options.prompt ?? options.title ?? "";
    const answer = await typed(question, options.value ?? "", async (value) => {
      const problem = await options.validateInput?.(value);
      return problem === undefined || problem === null || problem === "";
    });
    note({
      how: "box",
      words: question,
      modal: false,
      buttons: [],
      answer: options.password === true ? undefined : answer,
    });
    await soon();
    return answer;
  }

  function writtenFor(question: string): string | undefined {
    const [part, answer] = [...it.written].find(([part]) => question.includes(part)) ?? [];
    if (part === undefined || answer === undefined) return undefined;
    if (typeof answer === "string") return answer;
    if (answer.length > 1) it.written.set(part, answer.slice(1));
    return answer[0];
  }

  async function typed(
    question: string,
    value: string,
    isTaken: (value: string) => boolean | Promise<boolean>,
  ): Promise<string | undefined> {
    const written = writtenFor(question);
    if (written !== undefined) return written;
    if (manner() !== "enter") return undefined;
    for (const each of [value, "crawl"]) {
      if (await isTaken(each)) return each;
    }
    return undefined;
  }

  /**
   * Returns a box or list for `createInputBox` and `createQuickPick`. It never appears on the screen: the rule answers
   * it as soon as the extension calls `show`.
   */
  function quickInput(how: "box" | "list"): unknown {
    const [accept, hide, change, changeActive, changeSelection, button, itemButton] = Array.from(
      { length: 7 },
      () => new vscode.EventEmitter<unknown>(),
    );
    let shown = false;
    const input = {
      title: "",
      prompt: "",
      placeholder: "",
      value: "",
      items: [] as readonly vscode.QuickPickItem[],
      activeItems: [] as readonly vscode.QuickPickItem[],
      selectedItems: [] as readonly vscode.QuickPickItem[],
      buttons: [],
      busy: false,
      enabled: true,
      canSelectMany: false,
      ignoreFocusOut: false,
      matchOnDescription: false,
      matchOnDetail: false,
      step: undefined,
      totalSteps: undefined,
      password: false,
      validationMessage: undefined as unknown,
      keepScrollPosition: false,
      valueSelection: undefined,
      onDidAccept: accept?.event,
      onDidHide: hide?.event,
      onDidChangeValue: change?.event,
      onDidChangeActive: changeActive?.event,
      onDidChangeSelection: changeSelection?.event,
      onDidTriggerButton: button?.event,
      onDidTriggerItemButton: itemButton?.event,
      show: () => {
        if (shown) return;
        shown = true;
        void answer().catch((error: unknown) => it.failures.push(`A ${how} could not be answered: ${String(error)}`));
      },
      hide: () => {
        if (!shown) return;
        shown = false;
        hide?.fire(undefined);
      },
      dispose: () => input.hide(),
    };
    async function answer(): Promise<void> {
      await soon();
      if (how === "box") {
        const value = await typed(`${input.prompt}`, input.value, (each) => {
          input.value = each;
          change?.fire(each);
          return input.validationMessage === undefined || input.validationMessage === "";
        });
        note({
          how,
          words: input.prompt || input.title,
          modal: false,
          buttons: [],
          answer: input.password ? undefined : value,
        });
        if (value !== undefined) {
          input.value = value;
          accept?.fire(undefined);
        }
      } else {
        for (let turns = 0; turns < 20 && (input.busy || input.items.length === 0); turns++) await soon(10);
        const wanted = writtenFor(`${input.title} ${input.placeholder}`);
        const first =
          wanted !== undefined
            ? input.items.find(({ label }) => label.includes(wanted))
            : (input.activeItems[0] ?? input.items.find(({ kind }) => kind !== vscode.QuickPickItemKind.Separator));
        const takes = (manner() === "enter" || wanted !== undefined) && first !== undefined;
        note({
          how,
          words: input.placeholder || input.title,
          modal: false,
          buttons: [],
          answer: takes ? first.label : undefined,
        });
        if (takes) {
          input.activeItems = [first];
          if (!input.canSelectMany || wanted !== undefined) input.selectedItems = [first];
          accept?.fire(undefined);
        }
      }
      await soon(20);
      input.hide();
    }
    return input;
  }

  const file =
    (how: string, one: boolean) =>
    async (options?: { readonly title?: string }): Promise<unknown> => {
      const answer = it.picked;
      note({ how, words: options?.title ?? "", modal: false, buttons: [], answer: answer[0]?.path });
      await soon();
      return answer.length === 0 ? undefined : one ? answer[0] : answer;
    };

  function createWebviewPanel(...given: Parameters<typeof vscode.window.createWebviewPanel>): vscode.WebviewPanel {
    const panel = vscode.window.createWebviewPanel(...given);
    const { webview } = panel;
    const told: unknown[] = [];
    const heard = new vscode.EventEmitter<unknown>();
    webview.onDidReceiveMessage((message) => heard.fire(message));
    const door = new Proxy(webview, {
      get: (target, name) => {
        if (name === "onDidReceiveMessage") return heard.event;
        if (name === "postMessage")
          return async (message: unknown) => {
            told.push(message);
            return target.postMessage(message);
          };
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
      set: (target, name, value) => Reflect.set(target, name, value),
    });
    pages.push({ kind: given[0], told, say: (message) => heard.fire(message) });
    return new Proxy(panel, {
      get: (target, name) => {
        if (name === "webview") return door;
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
      set: (target, name, value) => Reflect.set(target, name, value),
    });
  }

  function registerTree(view: string, provider: vscode.TreeDataProvider<unknown>): void {
    it.trees.set(view, provider);
  }

  const window = over(vscode.window, {
    showInformationMessage: message("information"),
    showWarningMessage: message("warning"),
    showErrorMessage: message("error"),
    showQuickPick,
    showInputBox,
    showOpenDialog: file("open dialog", false),
    showSaveDialog: file("save dialog", true),
    createWebviewPanel,
    createQuickPick: () => quickInput("list"),
    createInputBox: () => quickInput("box"),
    createTreeView: (view: string, options: vscode.TreeViewOptions<unknown>) => {
      registerTree(view, options.treeDataProvider);
      return vscode.window.createTreeView(view, options);
    },
    registerTreeDataProvider: (view: string, provider: vscode.TreeDataProvider<unknown>) => {
      registerTree(view, provider);
      return vscode.window.registerTreeDataProvider(view, provider);
    },
    createStatusBarItem: (...given: Parameters<typeof vscode.window.createStatusBarItem>) => {
      const item = vscode.window.createStatusBarItem(...given);
      statusItems.push(item);
      return item;
    },
    registerUriHandler: (handler: vscode.UriHandler) => {
      uriHandlers.push(handler);
      return vscode.window.registerUriHandler(handler);
    },
  });
  const commands = over(vscode.commands, {
    executeCommand: async (command: string, ...args: readonly unknown[]): Promise<unknown> => {
      if (command === "setContext") contexts.set(String(args[0]), args[1]);
      try {
        return await vscode.commands.executeCommand(command, ...args);
      } catch (error) {
        if (/not found/.test(String(error))) it.failures.push(`The extension ran ${command}: ${String(error)}`);
        throw error;
      }
    },
  });
  const env = over(vscode.env, {
    openExternal: async (uri: vscode.Uri) => {
      it.opened.push(uri.toString(true));
      return true;
    },
  });
  const door = over(vscode, { window, commands, env });

  const place = extension.extensionPath;
  const loader = Module as unknown as {
    _load: (request: string, parent: { readonly filename?: string } | undefined, isMain: boolean) => unknown;
  };
  const load = loader._load;
  loader._load = (request, parent, first) => {
    const loaded = load.call(loader, request, parent, first);
    if (request === "vscode" && parent?.filename?.startsWith(place) === true) return door;
    return request.startsWith(place) && isMain(loaded)
      ? over(loaded, {
          activate: (context: vscode.ExtensionContext) => {
            it.state = context.globalState;
            return loaded.activate(context);
          },
        })
      : loaded;
  };
  process.on("unhandledRejection", (reason) => {
    const words = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
    // Ignores the errors of other extensions, which run in the same process.
    if (!/^Canceled/.test(words) && (words.includes(place) || !/[\\/]extensions[\\/]/.test(words)))
      it.failures.push(`Nobody caught: ${words}`);
  });
  return it;
}

/**
 * Returns a copy of the object with other members. The object itself cannot be changed, because VS Code's objects are
 * frozen.
 */
function over<T extends object>(object: T, members: Readonly<Record<string, unknown>>): T {
  const others = Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, { value, enumerable: true }]),
  );
  return Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(object), ...others }) as T;
}

/** Returns whether a loaded module is the extension's main program. */
function isMain(loaded: unknown): loaded is { readonly activate: (context: vscode.ExtensionContext) => unknown } {
  return typeof loaded === "object" && loaded !== null && "activate" in loaded && typeof loaded.activate === "function";
}

function labelOf(item: unknown): string {
  return typeof item === "string" ? item : (item as vscode.QuickPickItem).label;
}

/**
 * Resolves after this number of milliseconds, but never at once, because a person does not answer at the moment of the
 * question.
 */
export function soon(after = 0): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, after));
}
