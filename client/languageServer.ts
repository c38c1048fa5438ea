/**
 * Starts the language server and answers its calls: it has no network of its own, and never sees a secret or a token.
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
   * `of`: whose library is meant. Rejects with OtherLibrary where the window turned to another one before the answer.
   * Where the server ends before it answers, the next one is asked: once, since the request may be what ended it.
   */
  request<T>(
    method: string,
    params: object,
    options?: { readonly signal?: AbortSignal; readonly of?: Owner | undefined },
  ): Promise<T>;
  /** Does not wait, and never fails: what the server is told it reads from the service all the same, later. */
  notify(method: string, params: unknown): void;
  onNotification<T>(method: string, listener: (params: T) => void): vscode.Disposable;
  onRequest<Params, Result>(method: string, answer: (params: Params) => Promise<Result>): vscode.Disposable;
  /** An edit of the protocol as VS Code applies it. */
  toWorkspaceEdit(edit: WorkspaceEdit): Promise<vscode.WorkspaceEdit>;
  restart(): Promise<void>;
}

/**
 * Where an author's own documents are. VS Code keeps documents of its own under other schemes, such as both sides of a
 * preview: they are nobody's text.
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
    // A request that fails is told where a person asked for something; of the others the channel has the reason.
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    errorHandler: {
      // What is on its way to a server that just ended cannot be written. That it ended is heard next, and starts it
      // again.
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      async closed() {
        const result = await usual.closed();
        return result.message === undefined ? result : { ...result, message: endedWords() };
      },
    },
    // The client says itself that a start failed; the usual handler says the error of the protocol besides.
    initializationFailedHandler: () => false,
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/smartform.json") },
    markdown: { isTrusted: false, supportHtml: false },
    middleware: {
      workspace: {
        // The undo of a renamed file takes back what was said of it in `smartform.json` only where that is open.
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

  /** null where there is no connection, where it has no library, or where it cannot be used now. */
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

  /** A failure here leaves the editor without findings: it is told, never swallowed. */
  function report(error: unknown): void {
    log.error(`The language server does not answer: ${messageOf(error)}`);
  }

  /** Whatever is asked after a switch is answered by the library that was switched to. */
  let told: Promise<void> = Promise.resolve();
  function tellConnection(): void {
    told = told.then(running).then(sendConnection).catch(report);
  }

  /** The language client knows one listener of a notification, and forgets it for the next one. */
  const notifications = new Map<string, vscode.EventEmitter<unknown>>();
  function heard(method: string): vscode.EventEmitter<unknown> {
    const known = notifications.get(method);
    if (known !== undefined) return known;
    const emitter = new vscode.EventEmitter<unknown>();
    notifications.set(method, emitter);
    client.onNotification(method, (params: unknown) => emitter.fire(params));
    return emitter;
  }

  /** From one state of the server to the next. It resolves once one runs, and rejects where none is started. */
  let run = newRun();
  /** Those who wait for an answer of the server of now. */
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
  /** The client starts a server that ended again in the same moment. */
  function rejectWhereNoneStarts(): void {
    if (!restarting && (client.state === State.Stopped || client.state === State.StartFailed))
      run.reject(new Error(noServerWords()));
  }

  const listening = vscode.Disposable.from(
    client.onDidChangeState(({ newState }) => {
      nextRun();
      if (newState === State.Running) {
        run.resolve();
        // Also after a crash: a server that VS Code started again knows no library until it is told whose.
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
                // The end of the server is often heard of a little later, and rejects then.
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
            // Names both libraries.
            await connections.here(of);
            // The window has this one, and the server did not know it yet.
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
          // It hangs. Its end, if it came later, would be taken for that of the next one.
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
  // Often nobody waits for it.
  run.promise.catch(() => undefined);
  return run;
}

class ServerEnded extends Error {
  constructor() {
    super(
      l10n.t(
        'The language server ended before it answered. Try again; the output "Smartform Language Server" says why it ended.',
      ),
    );
  }
}

/** Until the process has ended and all that it wrote was read. */
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
    'The language server does not run. Run "Smartform: Restart Language Server"; the output "Smartform Language Server" says why it ended.',
  );

/** The library counts: so many restarts in so short a time are its limit. */
const endedWords = (): string =>
  l10n.t(
    'The language server ended 5 times within 3 minutes, and is not started again: findings and completion are missing. Run "Smartform: Restart Language Server"; the output "Smartform Language Server" says why it ended.',
  );

/** The same channel, whose traces hold the shape of messages alone. */
function withoutTexts(channel: vscode.LogOutputChannel): vscode.LogOutputChannel {
  return new Proxy({} as vscode.LogOutputChannel, {
    get: (_, key) =>
      key === "trace" ? (line: string) => channel.trace(traceWords(line)) : (Reflect.get(channel, key) as unknown),
  });
}

function asDisposable(disposable: vscode.Disposable): Disposable {
  return { [Symbol.dispose]: () => void disposable.dispose() };
}
