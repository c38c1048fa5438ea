/**
 * The part of `vscode` that the client's code for questions and messages needs. Tests use it to check what a window
 * shows, and what the window does while other work runs. The client modules that use it are loaded separately, so that
 * no other test gets it.
 */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { URI } from "vscode-uri";
import { root } from "../../scripts/root.mjs";
import { EventEmitter as Emitter } from "../secure/fakeVscode.ts";

/** Options for loading a module of the client. */
interface Own {
  /**
   * Added to the addresses of the loaded modules. Loads with the same mark share modules, so their other options must
   * be the same.
   */
  readonly mark: string;
  /** The address of the module that replaces `vscode`. */
  readonly vscode: string;
  /** The addresses of modules that replace modules of the client, by the ends of the replaced addresses. */
  readonly instead: Readonly<Record<string, string>>;
}

/** Loads a module of the client, by its path from the root, with this `vscode`. */
export async function inOwnWindow<Module>(
  path: string,
  { mark, vscode, instead }: Own = { mark: "?own", vscode: import.meta.url, instead: {} },
): Promise<Module> {
  const places = [root, join(root, "node_modules")];
  for (const end of Object.keys(instead))
    assert.ok(
      places.some((place) => existsSync(join(place, end))),
      `No module ends with ${end}: nothing would be put in its place.`,
    );
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (context.parentURL?.endsWith(mark) !== true) return next(specifier, context);
      if (specifier === "vscode") return { url: vscode, shortCircuit: true };
      const found = next(specifier, context);
      const [, other] = Object.entries(instead).find(([end]) => found.url.endsWith(end)) ?? [];
      if (other !== undefined) return { url: other, shortCircuit: true };
      return found.url.includes("/client/") && !found.url.includes("/node_modules/")
        ? { ...found, url: found.url + mark }
        : found;
    },
  });
  try {
    return (await import(pathToFileURL(path).href + mark)) as Module;
  } finally {
    hooks.deregister();
  }
}

type Answer = (buttons: readonly string[]) => unknown;

export interface Shown {
  readonly as: "information" | "warning" | "error";
  readonly words: string;
  readonly buttons: readonly string[];
}

let shown: Shown[] = [];
let answers: Answer[] = [];
const registered = new Map<string, (...args: readonly unknown[]) => Promise<unknown>>();
let executed: (readonly unknown[])[] = [];
let inStatusBar: string[] = [];
let onClipboard = "";

/**
 * Resets the window. `next` holds the answers to messages and lists, in order. Later messages and lists get no answer.
 */
export function begin(...next: readonly Answer[]): void {
  [shown, answers, executed, inStatusBar, onClipboard] = [[], [...next], [], [], ""];
}

export const messages = (): readonly Shown[] => shown;
/** The messages that the status bar has shown. */
export const statusBar = (): readonly string[] => inStatusBar;
export const clipboard = (): string => onClipboard;
/** Commands of the editor that were run, with their arguments. */
export const ran = (): readonly (readonly unknown[])[] => executed;
export const run = (id: string, ...args: readonly unknown[]): Promise<unknown> =>
  registered.get(id)?.(...args) ?? Promise.reject(new Error(`There is no command ${id}.`));

const tell =
  (as: Shown["as"]) =>
  async (words: string, ...rest: readonly unknown[]): Promise<unknown> => {
    const items = rest.flatMap((each) => {
      const title = typeof each === "string" ? each : (each as { readonly title?: string }).title;
      return title === undefined ? [] : [[title, each] as const];
    });
    const buttons = items.map(([title]) => title);
    shown.push({ as, words, buttons });
    const answer = answers.shift()?.(buttons);
    return items.find(([title]) => title === answer)?.[1] ?? answer;
  };

/** Picks the row whose label is the answer, or the first row if the answer is not a label. */
async function pickRow(
  rows: readonly { readonly label: string }[],
  { canPickMany = false }: { readonly canPickMany?: boolean } = {},
): Promise<unknown> {
  const answer = answers.shift()?.(rows.map(({ label }) => label));
  if (answer === undefined) return undefined;
  const row = rows.find(({ label }) => label === answer) ?? rows[0];
  return canPickMany ? [row] : row;
}

export const EventEmitter = Emitter;
export const Uri = Object.assign(URI, {
  joinPath: (base: URI, ...parts: readonly string[]) => base.with({ path: [base.path, ...parts].join("/") }),
});
export class Disposable {
  readonly dispose: () => unknown;
  constructor(dispose: () => unknown = () => undefined) {
    this.dispose = dispose;
  }
  static from(...parts: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => parts.forEach((part) => part.dispose()));
  }
}
export const EndOfLine = { LF: 1, CRLF: 2 };
export const FileChangeType = { Changed: 1, Created: 2, Deleted: 3 };
export const FilePermission = { Readonly: 1 };
export const FileType = { File: 1, Directory: 2 };
export class FileSystemError extends Error {
  static readonly Unavailable = (words: string): FileSystemError => new FileSystemError(words);
  static readonly NoPermissions = FileSystemError.Unavailable;
  static readonly FileNotFound = (words: string): FileSystemError =>
    Object.assign(new FileSystemError(words), { code: "FileNotFound" });
}
export class ThemeIcon {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}
export class ThemeColor extends ThemeIcon {}
export const DiagnosticSeverity = { Error: 0, Warning: 1 };
export class FileDecoration {
  readonly badge: string;
  constructor(badge: string) {
    this.badge = badge;
  }
}
export class DataTransferItem {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };
export class TreeItem {
  readonly label: string;
  readonly collapsibleState: number;
  constructor(label: string, collapsibleState: number) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}
export const languages = {
  setTextDocumentLanguage: async () => undefined,
  getDiagnostics: () => [],
  onDidChangeDiagnostics: new Emitter().event,
};
export class TabInputText {
  readonly uri: URI;
  constructor(uri: URI) {
    this.uri = uri;
  }
}
export class TabInputTextDiff {
  readonly original: URI;
  readonly modified: URI;
  constructor(original: URI, modified: URI) {
    this.original = original;
    this.modified = modified;
  }
}
export class TabInputCustom {}
export const TextDocumentSaveReason = { Manual: 1, AfterDelay: 2, FocusOut: 3 };
/** Events of the editor, which tests fire. */
export const willSave = new Emitter<{ readonly document: unknown; readonly reason: number }>();
export const didOpen = new Emitter<unknown>();
export const didClose = new Emitter<unknown>();
export const env = {
  clipboard: {
    writeText: async (words: string) => {
      onClipboard = words;
    },
  },
};
export const ProgressLocation = { Notification: 15 };
export const QuickPickItemKind = { Separator: -1 };
export const StatusBarAlignment = { Left: 1 };
export const window = {
  showInformationMessage: tell("information"),
  showWarningMessage: tell("warning"),
  showErrorMessage: tell("error"),
  showQuickPick: pickRow,
  showInputBox: async () => answers.shift()?.([]),
  showTextDocument: async (document: unknown) => document,
  activeTextEditor: undefined as { readonly document: unknown } | undefined,
  tabGroups: {
    all: [],
    activeTabGroup: { activeTab: undefined as { readonly input: unknown } | undefined },
    close: async () => true,
    onDidChangeTabs: new Emitter().event,
    onDidChangeTabGroups: new Emitter().event,
  },
  setStatusBarMessage(words: string) {
    inStatusBar.push(words);
    return new Disposable();
  },
  createStatusBarItem: () => ({ show() {}, hide() {}, dispose() {} }),
  onDidChangeWindowState: new Emitter().event,
  onDidChangeActiveTextEditor: new Emitter().event,
  visibleTextEditors: [],
  /** Runs the work with a token that is never cancelled. */
  withProgress: async (_options: unknown, task: (progress: unknown, token: unknown) => unknown) =>
    task({ report() {} }, { isCancellationRequested: false, onCancellationRequested: () => new Disposable() }),
};
/** Cancels each shown progress at once, until the result is disposed of. */
export function givingUp(): { [Symbol.dispose](): void } {
  const { withProgress } = window;
  const token = {
    onCancellationRequested: (stop: () => void) => {
      stop();
    },
  };
  Object.assign(window, {
    withProgress: async (_options: unknown, task: (progress: unknown, token: unknown) => unknown) =>
      task({ report() {} }, token),
  });
  return { [Symbol.dispose]: () => void Object.assign(window, { withProgress }) };
}

/** Open documents, and the event of their changes. */
export const textDocuments: unknown[] = [];
export const edits = new Emitter<{ readonly document: unknown }>();
export const workspaceFolders: { readonly name: string; readonly uri: URI }[] = [];
/** The files of another extension's file system, by their addresses, each with its reported size. */
export const virtualFiles = new Map<string, { readonly size: number; readonly content: string }>();
const virtualFile = (uri: URI) =>
  virtualFiles.get(uri.toString()) ??
  (() => {
    throw Object.assign(new FileSystemError("There is no such file"), { code: "FileNotFound" });
  })();
/** Frozen, because the tests of one process share it. */
export const workspace = Object.freeze({
  isTrusted: true,
  textDocuments,
  workspaceFolders,
  findFiles: async (pattern: string) => [URI.file(`/a${pattern.slice(pattern.lastIndexOf("."))}`)],
  asRelativePath: ({ path }: URI) => path.slice(1),
  fs: {
    stat: async (uri: URI) => ({ type: FileType.File, size: virtualFile(uri).size }),
    readFile: async (uri: URI) => Buffer.from(virtualFile(uri).content),
  },
  openTextDocument: async (uri: URI) => ({ uri, isDirty: false }),
  onDidOpenTextDocument: didOpen.event,
  onDidSaveTextDocument: new Emitter().event,
  registerFileSystemProvider: () => new Disposable(),
  onDidChangeTextDocument: edits.event,
  onDidCloseTextDocument: didClose.event,
  onDidGrantWorkspaceTrust: new Emitter().event,
  onWillSaveTextDocument: willSave.event,
  getConfiguration: () => ({ inspect: () => undefined, get: (_name: string, otherwise: unknown) => otherwise }),
});
export const commands = {
  registerCommand(id: string, action: (...args: readonly unknown[]) => Promise<unknown>) {
    registered.set(id, action);
    return new Disposable();
  },
  executeCommand: async (...args: readonly unknown[]) => void executed.push(args),
};
