/** An editor without a window: the real server and a client in one process, over streams in memory. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import {
  createConnection,
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import type {
  ClientCapabilities,
  Diagnostic,
  InitializeResult,
  ProtocolConnection,
  PublishDiagnosticsParams,
  TextDocumentContentChangeEvent,
  WorkspaceFolder,
} from "vscode-languageserver/node";
import { startServer } from "../../server/index.ts";
import type { Dependencies } from "../../server/index.ts";
import type { InitializationOptions } from "../../server/protocol.ts";

export interface Editor extends AsyncDisposable {
  readonly connection: ProtocolConnection;
  readonly result: InitializeResult;
  /** The messages that the server showed or logged. */
  readonly messages: readonly string[];
  /** Pushed diagnostics, oldest first. */
  readonly pushed: readonly PublishDiagnosticsParams[];
  open(uri: string, text: string, languageId?: string): Promise<void>;
  change(uri: string, version: number, changes: readonly TextDocumentContentChangeEvent[]): Promise<void>;
  request<T>(method: string, uri: string, more?: object): Promise<T>;
  /** Checks the condition after each message from the server; resolves with its result once it holds. */
  until<T>(holds: () => T | undefined | false): Promise<T>;
  /** Resolves with the last pushed diagnostics, once they have these codes. */
  findings(uri: string, codes: readonly string[]): Promise<readonly Diagnostic[]>;
}

export interface EditorOptions {
  readonly initializationOptions?: InitializationOptions;
  readonly capabilities?: ClientCapabilities;
  readonly folders?: readonly WorkspaceFolder[];
  readonly dependencies?: Partial<Dependencies>;
  /** Registers handlers that must exist before the server's first message. */
  readonly prepare?: (connection: ProtocolConnection) => void;
}

export const capable: ClientCapabilities = {
  textDocument: {
    hover: { contentFormat: ["markdown", "plaintext"] },
    definition: { linkSupport: true },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    publishDiagnostics: { relatedInformation: true },
  },
};

/** All client capabilities that the server checks. */
export const everything: ClientCapabilities = {
  textDocument: {
    diagnostic: {},
    hover: { contentFormat: ["markdown"] },
    completion: {
      completionItem: { snippetSupport: true, resolveSupport: { properties: ["detail", "documentation"] } },
    },
    inlayHint: { resolveSupport: { properties: ["tooltip"] } },
    rename: { prepareSupport: true },
    rangeFormatting: { rangesSupport: true },
    inlineCompletion: {},
  },
  workspace: {
    applyEdit: true,
    workspaceFolders: true,
    fileOperations: { willRename: true },
    workspaceEdit: { documentChanges: true },
    textDocumentContent: {},
  },
};

export async function startEditor({
  initializationOptions = {},
  capabilities = capable,
  folders,
  dependencies,
  prepare,
}: EditorOptions = {}): Promise<Editor> {
  const toServer = new PassThrough();
  const toClient = new PassThrough();
  startServer(createConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient)), {
    connect: () => {
      throw new Error("No service is named.");
    },
    cacheFolder: join(tmpdir(), "smartform-no-cache"),
    ...dependencies,
  });
  const connection = createProtocolConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer));
  const messages: string[] = [];
  const pushed: PublishDiagnosticsParams[] = [];
  const waiting = new Set<() => void>();
  const heard = (): void => {
    for (const look of [...waiting]) look();
  };
  connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
    pushed.push(params);
    heard();
  });
  for (const method of ["window/showMessage", "window/logMessage"])
    connection.onNotification(method, ({ message }: { readonly message: string }) => {
      messages.push(message);
      heard();
    });
  connection.onUnhandledNotification(heard);
  prepare?.(connection);
  connection.listen();
  const result = await connection.sendRequest<InitializeResult>("initialize", {
    processId: null,
    rootUri: null,
    capabilities,
    initializationOptions,
    workspaceFolders: folders ?? null,
  });
  await connection.sendNotification("initialized", {});

  function until<T>(holds: () => T | undefined | false): Promise<T> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        try {
          const value = holds();
          if (value === undefined || value === false) return;
          waiting.delete(look);
          resolve(value);
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      };
      waiting.add(look);
      look();
    });
  }

  return {
    connection,
    result,
    messages,
    pushed,
    until,
    open: (uri, text, languageId = "smartform-text") =>
      connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } }),
    change: (uri, version, contentChanges) =>
      connection.sendNotification("textDocument/didChange", { textDocument: { uri, version }, contentChanges }),
    request: (method, uri, more = {}) => connection.sendRequest(method, { textDocument: { uri }, ...more }),
    findings: (uri, codes) =>
      until(() => {
        const last = pushed.findLast((each) => each.uri === uri);
        return (
          last &&
          JSON.stringify(last.diagnostics.map((each) => each.code)) === JSON.stringify(codes) &&
          last.diagnostics
        );
      }),
    async [Symbol.asyncDispose]() {
      await connection.sendRequest("shutdown");
      connection.dispose();
    },
  };
}
