/**
 * Starts the language server and answers its calls. The server has no network access and never sees a secret or a
 * token.
 */
import { once } from "node:events";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import {
  ConnectionError,
  ErrorAction,
  ErrorCodes,
  LanguageClient,
  ResponseError,
  RevealOutputChannelOn,
  State,
  TransportKind,
} from "vscode-languageclient/node";
import type { LanguageClientOptions, WorkspaceEdit } from "vscode-languageclient/node";
import { messageOf } from "../language/index.ts";
import { callRequest, connectionNotification, otherLibraryCode } from "../server/protocol.ts";
import type { CallParams, CatalogIdentity, ConnectionParams, InitializationOptions } from "../server/protocol.ts";
import { answerCall } from "./calls/callModel.ts";
import type { Connections } from "./connections/connections.ts";
import type { Owner } from "./connections/ownerModel.ts";
import { languages, textScheme } from "./identifiers.ts";
import { forgetClosed } from "./window/tabs.ts";
import { operationFiles } from "./sending/requestFiles.ts";
import { keepForUndo } from "./window/keepForUndo.ts";
import { traceWords } from "./calls/traceModel.ts";

export interface LanguageServer extends vscode.Disposable {
  /**
   * Sends a request. `of`: the owner of the library that the request is for. Rejects with OtherLibrary if the window
   * switches to another library before the answer. If the server ends before it answers, the request is sent to the
   * next server, but only once, since the request itself may have ended the server.
   */
  request<T>(
    method: string,
    params: object,
    options?: { readonly signal?: AbortSignal; readonly of?: Owner | undefined },
  ): Promise<T>;
  /** Does not wait, and only logs a failure: the server later reads the same facts from the service anyway. */
  notify(method: string, params: unknown): void;
  onNotification<T>(method: string, listener: (params: T) => void): vscode.Disposable;
  onRequest<Params, Result>(method: string, answer: (params: Params) => Promise<Result>): vscode.Disposable;
  /** Converts an edit of the protocol to one that VS Code can apply. */
  toWorkspaceEdit(edit: WorkspaceEdit): Promise<vscode.WorkspaceEdit>;
  restart(): Promise<void>;
}

/**
 * Returns the schemes of the author's documents. VS Code has documents of its own under other schemes, such as both
 * sides of a preview; these are ignored.
 */
function authorsSchemes(): readonly string[] {
  return [...new Set(["file", "untitled", ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme)])];
}

export function startLanguageServer(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  connections: Connections,
): LanguageServer {
  const { bundle } = vscode.l10n;
  const initializationOptions: InitializationOptions = {
    catalog: { client: null },
    ...(bundle ? { words: bundle } : {}),
  };
  const channel = vscode.window.createOutputChannel("Smartform Language Server", { log: true });
  const collections = new Map<vscode.DiagnosticCollection, vscode.Disposable>();
  const options: LanguageClientOptions = {
    documentSelector: [
      { scheme: textScheme },
      ...authorsSchemes().flatMap((scheme) => [
        { scheme, language: languages.text },
        { scheme, language: languages.html },
        { scheme, pattern: "**/*.form.json" },
        { scheme, pattern: operationFiles },
        { scheme, pattern: "**/smartform.json" },
      ]),
    ],
    initializationOptions,
    outputChannel: channel,
    traceOutputChannel: withoutTexts(channel),
    // A request that an author started reports its own failure. The reasons for all other failures are in the channel.
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    errorHandler: {
      // Nothing can be written to a server that has just ended. The `closed` event follows and starts the server again.
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      async closed() {
        const result = await usual.closed();
        return result.message === undefined ? result : { ...result, message: endedWords() };
      },
    },
    // The client itself reports that a start failed; the usual handler would also show the protocol error.
    initializationFailedHandler: () => false,
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/smartform.json") },
    markdown: { isTrusted: false, supportHtml: false },
    middleware: {
      workspace: {
        // Undo of a file rename reverts the edit of `smartform.json` only if that file is open.
        async willRenameFiles(event, next) {
          const edit: vscode.WorkspaceEdit | null | undefined = await next(event);
          await keepForUndo(edit?.entries().map(([uri]) => uri.toString()) ?? []);
          return edit;
        },
      },
    },
    diagnosticCollectionProvider: {
      create(name) {
        const findings = vscode.languages.createDiagnosticCollection(name);
        collections.set(findings, forgetClosed(findings));
        return findings;
      },
      dispose(findings) {
        collections.get(findings)?.dispose();
        collections.delete(findings);
        findings.dispose();
      },
    },
  };
  const client = new LanguageClient(
    "smartform",
    "Smartform Language Server",
    {
      module: context.asAbsolutePath("dist/server.js"),
      transport: TransportKind.stdio,
    },
    options,
  );
  const usual = client.createDefaultErrorHandler();

  client.onRequest(callRequest, async (params: CallParams, token: vscode.CancellationToken) => {
    const cancelled = new AbortController();
    using _ = asDisposable(token.onCancellationRequested(() => cancelled.abort()));
    const result = await answerCall(
      params,
      async () =>
        (await connections.session({ owner: { identity: params.owner.owner, connection: params.owner.name } })).bulkApi,
      { signal: cancelled.signal },
    );
    return "answer" in result ? result.answer : new ResponseError(-32001, result.message, result.failure);
  });

  async function sendConnection(): Promise<void> {
    const params: ConnectionParams = { identity: await currentIdentity() };
    await client.sendNotification(connectionNotification, params);
  }

  /** Returns null if there is no connection, if it has no library, or if it cannot be used now. */
  async function currentIdentity(): Promise<CatalogIdentity | null> {
    if (connections.current === undefined || !vscode.workspace.isTrusted) return null;
    try {
      const {
        name,
        identity,
        api: {
          connection: { authUrl, formsApiUrl, clientId },
        },
      } = await connections.session();
      if (formsApiUrl === undefined) return null;
      return {
        name,
        owner: identity,
        authUrl,
        formsApiUrl,
        clientId,
        folder: vscode.Uri.joinPath(context.globalStorageUri, "catalog").fsPath,
      };
    } catch (error) {
      log.warn(`The library cannot be read: ${messageOf(error)}`);
      return null;
    }
  }

  /** A failure here leaves the editor without findings, so the failure is always logged. */
  function report(error: unknown): void {
    log.error(`The language server does not answer: ${messageOf(error)}`);
  }

  /** Requests after a switch wait for this, so that they are answered from the new library. */
  let told: Promise<void> = Promise.resolve();
  function tellConnection(): void {
    told = told.then(running).then(sendConnection).catch(report);
  }

  /** The language client keeps one listener per notification; a second one replaces the first. */
  const notifications = new Map<string, vscode.EventEmitter<unknown>>();
  function heard(method: string): vscode.EventEmitter<unknown> {
    const known = notifications.get(method);
    if (known !== undefined) return known;
    const emitter = new vscode.EventEmitter<unknown>();
    notifications.set(method, emitter);
    client.onNotification(method, (params: unknown) => emitter.fire(params));
    return emitter;
  }

  /**
   * A promise for the current state of the server, replaced with every change of the state. Resolves once a server
   * runs, and rejects if none is started.
   */
  let run = newRun();
  /** Rejects the requests that wait for an answer from the current server. */
  const waiting = new Set<(ended: ServerEnded) => void>();
  function nextRun(): void {
    const before = run;
    run = newRun();
    before.resolve(run.promise);
    for (const end of waiting) end(new ServerEnded());
    waiting.clear();
  }
  async function running(): Promise<void> {
    for (let last; last !== run;) {
      last = run;
      await last.promise;
    }
  }
  let restarting = false;
  /** If the client restarts an ended server, it does so in the same tick. */
  function rejectWhereNoneStarts(): void {
    if (!restarting && (client.state === State.Stopped || client.state === State.StartFailed))
      run.reject(new Error(noServerWords()));
  }

  const listening = vscode.Disposable.from(
    client.onDidChangeState(({ newState }) => {
      nextRun();
      if (newState === State.Running) {
        run.resolve();
        // The connection is sent after a crash, too: a server that VS Code restarted has no library until it receives
        // the identity.
        tellConnection();
      } else setImmediate(rejectWhereNoneStarts);
    }),
    connections.onDidChange(tellConnection),
    vscode.workspace.onDidGrantWorkspaceTrust(tellConnection),
  );
  client.start().catch(report);

  return {
    async request<T>(
      method: string,
      params: object,
      { signal, of }: { readonly signal?: AbortSignal; readonly of?: Owner | undefined } = {},
    ) {
      const source = new vscode.CancellationTokenSource();
      const abort = (): void => source.cancel();
      if (signal?.aborted) abort();
      signal?.addEventListener("abort", abort, { once: true });
      async function send(): Promise<T> {
        await running();
        await told;
        await running();
        const asked = run;
        return new Promise((resolve, reject) => {
          waiting.add(reject);
          client
            .sendRequest<T>(method, of === undefined ? params : { ...params, owner: of.identity }, source.token)
            .then(
              (answer) => {
                waiting.delete(reject);
                resolve(answer);
              },
              (error: unknown) => {
                // The server's change of state often arrives a little later than this error, and then rejects this
                // request.
                if (isOfEnd(error) && run === asked) return void running().catch(reject);
                waiting.delete(reject);
                reject(isOfEnd(error) ? new ServerEnded() : (error as Error));
              },
            );
        });
      }
      const sendToNext = (error: unknown): Promise<T> => {
        if (error instanceof ServerEnded) return send();
        throw error;
      };
      try {
        return await send()
          .catch(sendToNext)
          .catch(async (error: unknown) => {
            if (of === undefined || !(error instanceof ResponseError) || error.code !== otherLibraryCode) throw error;
            // If the window has another library, rejects with an error that names both libraries.
            await connections.here(of);
            // The window has the library that `of` owns, but the server has not been notified of that yet.
            tellConnection();
            await told;
            return send();
          });
      } finally {
        signal?.removeEventListener("abort", abort);
        source.dispose();
      }
    },
    notify(method, params) {
      running()
        .then(() => client.sendNotification(method, params))
        .catch((error: unknown) => log.warn(`The language server was not told (${method}): ${String(error)}`));
    },
    onNotification: <T>(method: string, listener: (params: T) => void) =>
      heard(method).event((params) => listener(params as T)),
    onRequest: <Params>(method: string, answer: (params: Params) => Promise<unknown>) =>
      client.onRequest(method, async (params: Params): Promise<unknown> => answer(params)),
    toWorkspaceEdit: (edit) => client.protocol2CodeConverter.asWorkspaceEdit(edit),
    async restart() {
      restarting = true;
      try {
        const { serverProcess } = client;
        await client.stop().catch(async (error: unknown) => {
          report(error);
          // The server hangs, so it is killed now: if it ended later, the client would believe that the next server had
          // ended.
          await killed(serverProcess);
        });
        await client.start();
      } finally {
        restarting = false;
        rejectWhereNoneStarts();
      }
    },
    dispose() {
      listening.dispose();
      for (const emitter of notifications.values()) emitter.dispose();
      void client
        .dispose()
        .catch(report)
        .finally(() => channel.dispose());
    },
  };
}

function newRun(): PromiseWithResolvers<void> {
  const run = Promise.withResolvers<void>();
  // Avoids an unhandled rejection, because often nothing awaits this promise.
  run.promise.catch(() => undefined);
  return run;
}

class ServerEnded extends Error {
  constructor() {
    super(
      l10n.t(
        'The language server stopped before it answered. Try again. The output channel "Smartform Language Server" shows why it stopped.',
      ),
    );
  }
}

/** Kills the process; resolves once it has ended and all its output has been read. */
async function killed(child: LanguageClient["serverProcess"]): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "close");
  child.kill("SIGKILL");
  await closed;
}

const codesOfEnd: readonly number[] = [
  ErrorCodes.PendingResponseRejected,
  ErrorCodes.ConnectionInactive,
  ErrorCodes.MessageWriteError,
];

function isOfEnd(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof ResponseError && codesOfEnd.includes(error.code));
}

const noServerWords = (): string =>
  l10n.t(
    'The language server is not running. Run "Smartform: Restart Language Server". The output channel "Smartform Language Server" shows why it stopped.',
  );

/**
 * The language client library counts how often the server ends: after the fifth time within three minutes, it does not
 * restart the server.
 */
const endedWords = (): string =>
  l10n.t(
    'The language server stopped 5 times within 3 minutes and is not restarted automatically, so findings and completion are missing. Run "Smartform: Restart Language Server". The output channel "Smartform Language Server" shows why it stopped.',
  );

/** Returns the same channel, except that its traces contain only the shape of messages. */
function withoutTexts(channel: vscode.LogOutputChannel): vscode.LogOutputChannel {
  return new Proxy({} as vscode.LogOutputChannel, {
    get: (_, key) =>
      key === "trace" ? (line: string) => channel.trace(traceWords(line)) : (Reflect.get(channel, key) as unknown),
  });
}

function asDisposable(disposable: vscode.Disposable): Disposable {
  return { [Symbol.dispose]: () => void disposable.dispose() };
}
