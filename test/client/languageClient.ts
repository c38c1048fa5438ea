/**
 * The parts of `vscode` and of the language client that `client/languageServer.ts` needs, with a fake server that has
 * one library at a time.
 */
import { EventEmitter } from "node:events";
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
export const State = { Stopped: 1, Running: 2, Starting: 3, StartFailed: 4 };
export const TransportKind = { stdio: 0 };
export const ErrorAction = { Continue: 1, Shutdown: 2 };
export const RevealOutputChannelOn = { Never: 4 };

export const ErrorCodes = { PendingResponseRejected: -32097, ConnectionInactive: -32096, MessageWriteError: -32099 };
export class ConnectionError extends Error {}
export class ResponseError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** The fake server. `library`: the library that the window named last. `asked`: the requests, each with its library. */
export const server = {
  library: null as string | null,
  asked: [] as string[],
  /**
   * Each entry ends the server during one request. The first entry is for the next request. `startsAgain`: the language
   * client starts it again.
   */
  ends: [] as { readonly error: Error; readonly startsAgain: boolean }[],
  /** If true, the server answers no requests, and does not exit when it is asked to. */
  hangs: false,
};

/** Options that the client was started with, and what its error handler returned after the server ended. */
export const started = {
  options: {} as LanguageClientOptions,
  ended: { action: 2 } as { readonly action: number; readonly message?: string },
};

interface Told {
  readonly identity?: { readonly owner: string } | null;
  readonly owner?: string;
}

export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
}

/** The parts of a process that are needed to end it. */
class Process extends EventEmitter<{ close: [] }> {
  readonly exitCode = null;
  signalCode: string | null = null;
  kill(signal: string): void {
    if (this.signalCode !== null) return;
    this.signalCode = signal;
    setImmediate(() => this.emit("close"));
  }
}

export class LanguageClient {
  constructor(_id: string, _name: string, _server: object, options: LanguageClientOptions) {
    started.options = options;
  }
  readonly createDefaultErrorHandler = () => ({ closed: () => started.ended });
  readonly #states = new Emitter<{ readonly newState: number }>();
  readonly onDidChangeState = this.#states.event;
  state = State.Stopped;
  readonly onRequest = () => ({ dispose() {} });
  readonly onNotification = this.onRequest;
  serverProcess: Process | undefined;
  async start(): Promise<void> {
    this.turn(State.Starting);
    this.serverProcess = new Process().on("close", () => {
      // The real language client does the same, whatever ended the process.
      if (this.state === State.Running) this.turn(State.Stopped);
    });
    await new Promise(setImmediate);
    this.turn(State.Running);
  }
  async stop(): Promise<void> {
    this.turn(State.Stopped);
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    if (!server.hangs) return;
    const { serverProcess } = this;
    server.hangs = false;
    // The real language client kills the process two seconds after this error.
    void turns(20).then(() => serverProcess?.kill("SIGTERM"));
    throw new Error("Stopping the server timed out");
  }
  turn(state: number): void {
    this.state = state;
    this.#states.fire({ newState: state });
  }
  async sendNotification(_: string, { identity }: Told): Promise<void> {
    server.library = identity?.owner ?? null;
  }
  async sendRequest(_: string, { owner = "any" }: Told): Promise<string> {
    server.asked.push(`${owner}, where it knows ${server.library}`);
    if (server.hangs) return new Promise(() => {});
    const end = server.ends.shift();
    if (end !== undefined) {
      server.library = null;
      // The exit of the server's process is reported later than the end of the connection.
      setImmediate(() => {
        this.turn(State.Stopped);
        if (end.startsAgain) void this.start();
      });
      throw end.error;
    }
    if (this.state !== State.Running) throw new ResponseError(ErrorCodes.ConnectionInactive, "Client is not running");
    if (owner !== "any" && owner !== server.library)
      throw new ResponseError(-32010, "The window turned to another library meanwhile.");
    return "answered";
  }
}
