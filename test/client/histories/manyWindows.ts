/**
 * The part of `vscode` that the client's plans and documents need, for many windows at once: each call belongs to the
 * window whose work makes it. Client modules that are loaded here get this part of `vscode`, and get their locks and
 * progress from `ofTurns.ts`.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { FileChangeEvent, FileSystemProvider } from "vscode";
import { EventEmitter } from "../../secure/fakeVscode.ts";
import {
  Disposable,
  FileChangeType,
  inOwnWindow,
  TabInputText,
  TextDocumentSaveReason,
  Uri,
  window as quiet,
  workspace as empty,
} from "../ownVscode.ts";

export * from "../ownVscode.ts";

/**
 * Loads a module of the client, by its path from the root. Each call of the module belongs to the window whose work
 * makes it.
 */
export function inManyWindows<Module>(path: string): Promise<Module> {
  const ofTurns = new URL("ofTurns.ts", import.meta.url).href;
  const instead = { "/disk/index.ts": ofTurns, "/client/window/lateProgress.ts": ofTurns };
  return inOwnWindow<Module>(path, { mark: "?turns", vscode: import.meta.url, instead });
}

type Address = ReturnType<typeof Uri.parse>;

/** What is shown to a person: a message, or a list. */
export interface Question {
  readonly words: string;
  readonly detail: string;
  /** Buttons, or rows. */
  readonly choices: readonly string[];
}

interface Ports {
  /** Resolves with the person's choice; undefined if the person chooses nothing. */
  readonly answer: (question: Question) => Promise<string | undefined>;
  readonly lock: <T>(key: string, work: () => Promise<T>) => Promise<T>;
}

interface Changing {
  readonly document: TypedDocument;
}

interface Saving extends Changing {
  readonly reason: number;
}

/** One window of the editor, from its opening to its end. */
export class Editor {
  readonly ports: Ports;
  readonly documents: TypedDocument[] = [];
  readonly commands = new Map<string, (...given: readonly unknown[]) => Promise<unknown>>();
  readonly opened = new EventEmitter<TypedDocument>();
  readonly changed = new EventEmitter<Changing>();
  readonly saved = new EventEmitter<TypedDocument>();
  readonly willSave = new EventEmitter<Saving>();
  /** Documents whose file has changed, but which the editor has not reloaded yet. */
  readonly stale = new Set<string>();
  provider: FileSystemProvider | undefined;
  /** The document in front. */
  active: TypedDocument | undefined;
  /** Cancels the work whose progress is shown. */
  stop: (() => void) | undefined;

  constructor(ports: Ports) {
    this.ports = ports;
  }

  run<T>(work: () => T): T {
    return inside.run(this, work);
  }

  register(provider: FileSystemProvider): void {
    this.provider = provider;
    provider.onDidChangeFile((events: readonly FileChangeEvent[]) => {
      for (const { type, uri } of events) if (Number(type) === FileChangeType.Changed) this.stale.add(uri.toString());
    });
  }

  /** Opens a document. `unsaved`: the unsaved content from before a reload of the window. */
  async open(uri: Address, unsaved?: string): Promise<TypedDocument> {
    const known = this.documents.find((document) => document.uri.toString() === uri.toString());
    if (known !== undefined) return known;
    const document = new TypedDocument(this, uri, unsaved ?? (await this.load(uri)));
    document.isDirty = unsaved !== undefined;
    this.documents.push(document);
    this.opened.fire(document);
    return document;
  }

  async load(uri: Address): Promise<string> {
    this.stale.delete(uri.toString());
    await this.provider?.stat(uri);
    return new TextDecoder().decode(await this.provider?.readFile(uri));
  }
}

const inside = new AsyncLocalStorage<Editor>();

export function here(): Editor {
  const editor = inside.getStore();
  if (editor === undefined) throw new Error("This is done in no window.");
  return editor;
}

export class TypedDocument {
  readonly uri: Address;
  readonly eol = 1;
  readonly isClosed = false;
  readonly languageId = "plaintext";
  isDirty = false;
  /** Why the document was not saved. */
  refused: Error | undefined;
  #content: string;
  readonly #editor: Editor;

  constructor(editor: Editor, uri: Address, content: string) {
    this.#editor = editor;
    this.uri = uri;
    this.#content = content;
  }

  getText(): string {
    return this.#content;
  }

  type(content: string): void {
    this.#content = content;
    this.isDirty = true;
    this.#editor.changed.fire({ document: this });
  }

  /** Takes the current content of the file, unless the document is dirty. */
  async refresh(): Promise<void> {
    if (this.isDirty || !this.#editor.stale.has(this.uri.toString())) return;
    this.#content = await this.#editor.load(this.uri);
    this.#editor.changed.fire({ document: this });
  }

  /** Saves the document. `reason`: the reason that VS Code announces; undefined if it announces nothing. */
  async save(reason: number | undefined = TextDocumentSaveReason.Manual): Promise<boolean> {
    if (!this.isDirty) return true;
    if (reason !== undefined) this.#editor.willSave.fire({ document: this, reason });
    this.refused = undefined;
    try {
      const bytes = new TextEncoder().encode(this.#content);
      await this.#editor.provider?.writeFile(this.uri, bytes, { create: false, overwrite: true });
    } catch (error) {
      this.refused = error instanceof Error ? error : new Error(String(error));
      return false;
    }
    this.isDirty = false;
    this.#editor.saved.fire(this);
    return true;
  }
}

async function message(words: string, ...rest: readonly unknown[]): Promise<string | undefined> {
  const [options] = rest.filter((each) => typeof each === "object" && each !== null);
  const detail = options !== undefined && "detail" in options ? String(options.detail) : "";
  return here().ports.answer({ words, detail, choices: rest.filter((each) => typeof each === "string") });
}

type Row = { readonly label: string };

export const window = {
  ...quiet,
  showInformationMessage: message,
  showWarningMessage: message,
  showErrorMessage: message,
  async showQuickPick(rows: readonly Row[], { title = "" }: { readonly title?: string } = {}) {
    const chosen = await here().ports.answer({ words: title, detail: "", choices: rows.map(({ label }) => label) });
    return rows.find(({ label }) => label === chosen);
  },
  tabGroups: {
    ...quiet.tabGroups,
    get activeTabGroup() {
      const { active } = here();
      return { activeTab: active && { input: new TabInputText(active.uri) } };
    },
  },
};

export const workspace = {
  ...empty,
  get textDocuments() {
    return here().documents;
  },
  openTextDocument: async (shown: unknown) => ({ uri: Uri.parse("untitled:/Plan.txt"), shown }),
  registerFileSystemProvider(_scheme: string, provider: FileSystemProvider) {
    here().register(provider);
    return new Disposable();
  },
  onDidOpenTextDocument: (listener: (document: TypedDocument) => void) => here().opened.event(listener),
  onDidChangeTextDocument: (listener: (change: Changing) => void) => here().changed.event(listener),
  onDidSaveTextDocument: (listener: (document: TypedDocument) => void) => here().saved.event(listener),
  onWillSaveTextDocument: (listener: (save: Saving) => void) => here().willSave.event(listener),
};

export const commands = {
  registerCommand(id: string, action: (...given: readonly unknown[]) => Promise<unknown>) {
    here().commands.set(id, action);
    return new Disposable();
  },
  /** The client's modules need none of VS Code's own commands here. */
  executeCommand: async () => undefined,
};
