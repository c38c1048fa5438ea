/**
 * Starts the language server and answers its calls: it has no network of its own, and never sees a secret or a token.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import {
  ErrorAction,
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
    told = told
      .then(() => started)
      .then(sendConnection)
      .catch(report);
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

  const listening = vscode.Disposable.from(
    // Also after a crash: a server that VS Code started again knows no library until it is told whose.
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) tellConnection();
    }),
    connections.onDidChange(tellConnection),
    vscode.workspace.onDidGrantWorkspaceTrust(tellConnection),
  );
  const started = client.start();
  started.catch(report);

  return {
    async request<T>(
      method: string,
      params: object,
      { signal, of }: { readonly signal?: AbortSignal; readonly of?: Owner | undefined } = {},
    ) {
      await started;
      await told;
      const source = new vscode.CancellationTokenSource();
      const abort = (): void => source.cancel();
      signal?.addEventListener("abort", abort, { once: true });
      const send = (): Promise<T> =>
        client.sendRequest<T>(method, of === undefined ? params : { ...params, owner: of.identity }, source.token);
      try {
        return await send().catch(async (error: unknown) => {
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
      started
        .then(() => client.sendNotification(method, params))
        .catch((error: unknown) => log.warn(`The language server was not told (${method}): ${String(error)}`));
    },
    onNotification: <T>(method: string, listener: (params: T) => void) =>
      heard(method).event((params) => listener(params as T)),
    onRequest: <Params>(method: string, answer: (params: Params) => Promise<unknown>) =>
      client.onRequest(method, async (params: Params): Promise<unknown> => answer(params)),
    toWorkspaceEdit: (edit) => client.protocol2CodeConverter.asWorkspaceEdit(edit),
    restart: () => client.restart(),
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
