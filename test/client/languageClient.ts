/**
 * As much of `vscode` and of the language client as `client/languageServer.ts` needs, with a server that knows one
 * library at a time.
 */
import type { LanguageClientOptions } from "vscode-languageclient/node";
import { EventEmitter as Emitter } from "../secure/fakeVscode.ts";

export { Disposable } from "./ownVscode.ts";
export { Emitter as EventEmitter };
export const workspace = {
  isTrusted: true,
  workspaceFolders: [],
  createFileSystemWatcher: () => ({}),
  onDidGrantWorkspaceTrust: () => ({ dispose() {} }),
};
export const Uri = { joinPath: () => ({ fsPath: "/storage" }) };
export const window = {
  createOutputChannel: () => ({ dispose() {} }),
  tabGroups: { onDidChangeTabs: () => ({ dispose() {} }) },
};
export class CancellationTokenSource {
  readonly token = { isCancellationRequested: false };
  cancel(): void {}
  dispose(): void {}
}
export const l10n = { bundle: undefined };
export const languages = { createDiagnosticCollection: () => ({ dispose() {} }) };
export const State = { Running: 2 };
export const TransportKind = { stdio: 0 };
export const ErrorAction = { Continue: 1, Shutdown: 2 };
export const RevealOutputChannelOn = { Never: 4 };

export class ResponseError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** What the server was told last, and what it was asked for, by the library that was meant. */
export const server = {
  library: null as string | null,
  asked: [] as string[],
  running: new Emitter<{ readonly newState: number }>(),
};

/** What the client was started with, and what its library says once the server ended. */
export const started = {
  options: {} as LanguageClientOptions,
  ended: { action: 2 } as { readonly action: number; readonly message?: string },
};

interface Told {
  readonly identity?: { readonly owner: string } | null;
  readonly owner?: string;
}

export class LanguageClient {
  constructor(_id: string, _name: string, _server: object, options: LanguageClientOptions) {
    started.options = options;
  }
  readonly createDefaultErrorHandler = () => ({ closed: () => started.ended });
  readonly onDidChangeState = server.running.event;
  readonly onRequest = () => ({ dispose() {} });
  readonly onNotification = this.onRequest;
  async start(): Promise<void> {
    await new Promise(setImmediate);
    server.running.fire({ newState: State.Running });
  }
  async sendNotification(_: string, { identity }: Told): Promise<void> {
    server.library = identity?.owner ?? null;
  }
  async sendRequest(_: string, { owner = "any" }: Told): Promise<string> {
    server.asked.push(`${owner}, where it knows ${server.library}`);
    if (owner !== "any" && owner !== server.library)
      throw new ResponseError(-32010, "The window turned to another library meanwhile.");
    return "answered";
  }
}
