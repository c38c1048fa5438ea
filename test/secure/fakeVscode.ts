/**
 * The part of `vscode` that the connections need, so that the client's code can be tested with hostile settings. These
 * settings are less safe than VS Code's: a workspace's values reach `get`, whichever scope the setting has.
 */
import { registerHooks } from "node:module";

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "vscode" ? { url: import.meta.url, shortCircuit: true } : next(specifier, context),
});

type Json = Readonly<Record<string, unknown>>;

/** The content of each settings.json. Names may be dotted or nested, and may be in a section for one language. */
export interface Layers {
  readonly user?: Json;
  readonly workspace?: Json;
  readonly folder?: Json;
}

let layers: Layers = {};
let trusted = true;
const shown: string[] = [];

/** Starts a window with these settings. */
export function beginWindow(given: Layers, options: { readonly trusted?: boolean } = {}): void {
  layers = given;
  trusted = options.trusted ?? true;
  shown.length = 0;
}

/** Changes the user's settings, as another window or a person would. */
export function changeSettings(user: Json): void {
  layers = { ...layers, user };
}

/** The value in the user's settings. */
export function userSettings(): Json {
  return layers.user ?? {};
}

/** The messages that the person saw. */
export function messages(): readonly string[] {
  return shown;
}

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the value of the setting, in whatever spelling its name is written. The last value wins. */
function written(settings: Json | undefined, name: string): unknown {
  return valuesOf(settings ?? {}, name).at(-1);
}

function valuesOf(settings: Json, name: string): readonly unknown[] {
  return Object.entries(settings).flatMap(([key, value]): readonly unknown[] => {
    if (key === name) return [value];
    if (!isJson(value)) return [];
    if (key.startsWith("[")) return valuesOf(value, name);
    return name.startsWith(`${key}.`) ? valuesOf(value, name.slice(key.length + 1)) : [];
  });
}

export class EventEmitter<T> {
  readonly #listeners = new Set<(value: T) => void>();
  readonly event = (listener: (value: T) => void): { dispose(): void } => {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  };
  fire(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

export const Disposable = {
  from: (...parts: readonly { dispose(): void }[]) => ({ dispose: () => parts.forEach((part) => part.dispose()) }),
};

export const ConfigurationTarget = { Global: 1, Workspace: 2, WorkspaceFolder: 3 };

export const Uri = {
  joinPath: (base: { readonly fsPath: string }, ...parts: readonly string[]) => ({
    fsPath: [base.fsPath, ...parts].join("/"),
  }),
};

export const workspace = {
  get isTrusted() {
    return trusted;
  },
  onDidChangeConfiguration: new EventEmitter<unknown>().event,
  getConfiguration(section?: string) {
    const full = (name: string): string => (section === undefined ? name : `${section}.${name}`);
    return {
      get: (name: string, otherwise?: unknown) =>
        written(layers.folder, full(name)) ??
        written(layers.workspace, full(name)) ??
        written(layers.user, full(name)) ??
        otherwise,
      async update(name: string, value: unknown) {
        layers = { ...layers, user: { ...layers.user, [full(name)]: value } };
      },
      inspect: (name: string) => ({
        key: full(name),
        defaultValue: undefined,
        globalValue: written(layers.user, full(name)),
        workspaceValue: written(layers.workspace, full(name)),
        workspaceFolderValue: written(layers.folder, full(name)),
        workspaceLanguageValue: written(layers.workspace, full(name)),
        workspaceFolderLanguageValue: written(layers.folder, full(name)),
      }),
    };
  },
};

const show = async (message: string): Promise<undefined> => void shown.push(message);
export const window = {
  showInformationMessage: show,
  showWarningMessage: show,
  showErrorMessage: show,
  showQuickPick: async (): Promise<undefined> => undefined,
  showInputBox: async (): Promise<undefined> => undefined,
  setStatusBarMessage: () => ({ dispose() {} }),
  withProgress: async (_options: unknown, task: () => unknown) => task(),
};
