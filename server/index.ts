/**
 * The door of the server room: a language server on a connection. Converts in and out; what anything means is said by
 * the language room.
 */
import {
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  LSPErrorCodes,
  MessageType,
  ResponseError,
  ShowMessageNotification,
} from "vscode-languageserver";
import type { Connection, InitializeParams, WorkspaceFolder } from "vscode-languageserver";
import type { LiveStatus } from "../catalog/index.ts";
import { holdsAfter, isPrinted, l10n, messageOf } from "../language/index.ts";
import type { TextChange } from "../language/index.ts";
import { parsePrintedAddress, parseTextAddress } from "./address.ts";
import { filesDone } from "./bar.ts";
import { capabilitiesFor } from "./capabilities.ts";
import { readClient } from "./client.ts";
import type { Client } from "./client.ts";
import { callThroughClient } from "./clientCall.ts";
import { diagnostics } from "./diagnostics.ts";
import { readWords } from "./displayLanguage.ts";
import { createLanguageProgress } from "./languageProgress.ts";
import { catalogOf, fileLibrary, identityOf, liveLibrary, noLibrary } from "./library.ts";
import type { Library, LibraryEvents, LiveLibraryOptions } from "./library.ts";
import { createLibraryChecks } from "./libraryCheck.ts";
import {
  catalogNotification,
  connectionNotification,
  languageProgressNotification,
  libraryFindingsNotification,
  textNotification,
} from "./protocol.ts";
import type {
  CatalogIdentity,
  CatalogParams,
  ConnectionParams,
  InitializationOptions,
  TextParams,
} from "./protocol.ts";
import { createPulse } from "./pulse.ts";
import { createRefreshes } from "./refreshes.ts";
import { registerRequests } from "./requests.ts";
import { createSchedule } from "./schedule.ts";
import { defaultSettings, readSettings, section, workspaceFindings } from "./settings.ts";
import type { Settings } from "./settings.ts";
import { openWorkspace, pathOf } from "./workspace.ts";
import type { Workspace, WorkspaceOptions } from "./workspace.ts";
import { contentOf } from "./writtenContent.ts";
import { createWrittenDocuments } from "./writtenDocuments.ts";

export interface Dependencies {
  /** Reaches the service that the `SMARTFORM_*` variables name. Throws an error for people where they name none. */
  readonly connect: () => Promise<Pick<LiveLibraryOptions, "identity" | "call" | "close">>;
  /** Folder for what is kept of a service that is read from here. */
  readonly cacheFolder: string;
  /** Told when the client has shut the server down: it may end now. */
  readonly stopped?: () => void;
}

/** Registers everything and listens. */
export function startServer(connection: Connection, dependencies: Dependencies): void {
  let client: Client = readClient({ capabilities: {} });
  let options: InitializationOptions = {};
  let settings: Settings = defaultSettings;
  let library: Library = noLibrary();
  let switching: Promise<void> = Promise.resolve();
  let pushed: Promise<void> = Promise.resolve();
  let workspace: Workspace | undefined;
  const log = {
    trace: (line: string) => connection.tracer.log(line),
    problem: (line: string) => connection.console.error(line),
  };
  const pulse = createPulse();
  const libraryChecks = createLibraryChecks({
    library: () => library,
    workspace: () => workspace,
    problem: log.problem,
    report: (params) => void connection.sendNotification(libraryFindingsNotification, params),
  });
  const progress = createLanguageProgress({
    catalog: () => library.current,
    library: () => library,
    context: async () => (await workspace!.library()).context,
    changed: (params) => void connection.sendNotification(languageProgressNotification, params),
  });
  const schedule = createSchedule({ look: publish, lookAtLibrary });
  const notRefreshed = (error: unknown): void => log.problem(`workspace/textDocumentContent/refresh: ${String(error)}`);
  const written = createWrittenDocuments({
    async read(uri, options) {
      await switching;
      return contentOf(uri, { ...options, workspace: workspace!, library });
    },
    refresh: (uri) => connection.workspace.textDocumentContent.refresh(uri),
    problem: notRefreshed,
  });
  const refreshes = createRefreshes(connection, {
    client: () => client,
    documents: () => workspace?.all() ?? [],
    problem: log.problem,
  });

  // Where the client asks for diagnostics, none are sent to it: it would show both.
  function publish(uri: string): void {
    const open = client.pullsDiagnostics ? undefined : workspace?.now(uri);
    if (open === undefined) return;
    try {
      void connection.sendDiagnostics({
        uri,
        version: open.document.version,
        diagnostics: diagnostics(open, { readsJson: isVsCode() }),
      });
    } catch (error) {
      log.problem(
        `textDocument/publishDiagnostics in ${uri.replace(/\?.*/s, "")}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    }
  }

  function lookAtLibrary(change: TextChange | null): void {
    pulse.beat(change ?? undefined);
    libraryChecks.changed(change);
    progress.changed(change);
    written.changed();
    refreshes.all();
    const isPrintedOn = change !== null && isPrinted(change, library.current);
    for (const uri of workspace?.uris() ?? []) if (change === null || !holds(uri, change, isPrintedOn)) publish(uri);
  }

  /** Whether what was found in the open document cannot be anything else now. */
  function holds(uri: string, change: TextChange, isPrintedOn: boolean): boolean {
    const open = workspace?.now(uri);
    if (open?.document.kind === "request") return !isPrintedOn;
    return (
      open === undefined || open.document.kind === "settings" || holdsAfter(change, open.document.memory, open.context)
    );
  }

  async function takeText({ owner, textId, text }: TextParams): Promise<void> {
    // What was told before a switch may come after it.
    await switching;
    if (owner !== library.owner) return;
    if (text === null) return library.live?.remove(textId);
    const read = (await import("./pushedText.ts")).readPushedText(text);
    if ("mistake" in read)
      log.problem(`${textNotification}: the text ${textId} is not shaped like one of the service: ${read.mistake}`);
    else library.live?.put(read);
  }

  /** A client that cannot say what the settings are leaves them as they were. */
  function askForSettings(): void {
    if (!client.tellsSettings) return;
    readSettings(connection).then(
      (read) => {
        if (read.allFiles !== settings.allFiles) pulse.beat();
        settings = read;
        refreshes.hints();
      },
      (error: unknown) => log.problem(`workspace/configuration: ${String(error)}`),
    );
  }

  /** Before anything else is said. */
  function speak(words: unknown): void {
    const read = readWords(words);
    l10n.config({ contents: "words" in read ? read.words : {} });
    if ("mistake" in read)
      log.problem(`initializationOptions.words cannot be used (${read.mistake}), so that the server speaks English.`);
  }

  function tell(message: string): void {
    void connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Warning, message });
  }

  const events: LibraryEvents = {
    changed: schedule.libraryChanged,
    problem: tell,
    status({ readAt, revision, ...status }: LiveStatus) {
      if (!isVsCode()) return;
      const params: CatalogParams = {
        ...status,
        revision: `${process.pid}.${revision}`,
        ...(readAt ? { readAt: readAt.toISOString() } : {}),
      };
      void connection.sendNotification(catalogNotification, params);
    },
    async progress(work) {
      const shown = client.showsProgress ? await connection.window.createWorkDoneProgress() : undefined;
      shown?.begin(l10n.t("Reading the Text Library"), 0);
      try {
        return await work(({ texts, total }) =>
          shown?.report(
            total ? Math.min(100, Math.floor((texts / total) * 100)) : 0,
            l10n.t("{0} of {1} texts", texts, total ?? "…"),
          ),
        );
      } finally {
        shown?.done();
      }
    },
  };

  async function readingFiles(work: Parameters<WorkspaceOptions["progress"]>[0]): Promise<void> {
    const stop = new AbortController();
    const shown = client.showsProgress ? await connection.window.createWorkDoneProgress() : undefined;
    shown?.begin(l10n.t("Reading the workspace's files"), 0, undefined, true);
    shown?.token.onCancellationRequested(() =>
      stop.abort(
        new ResponseError(
          LSPErrorCodes.RequestFailed,
          l10n.t("The workspace's files were not read to the end, because the reading was cancelled."),
        ),
      ),
    );
    try {
      await work({
        signal: stop.signal,
        report: (read, total) => shown?.report(Math.floor((read / total) * 100), filesDone(read, total)),
      });
    } finally {
      shown?.done();
    }
  }

  /** VS Code's own client makes the calls, opens `textlib:` addresses and knows the notifications of the protocol. */
  function isVsCode(): boolean {
    return options.catalog !== undefined && "client" in options.catalog;
  }

  /** One library after the other: the old one is closed before the next one opens. */
  function switchTo(open: () => Library | Promise<Library>): void {
    switching = switching
      .then(async () => {
        const old = library;
        library = noLibrary();
        await old[Symbol.asyncDispose]();
        library = await open();
      })
      .catch((error: unknown) => tell(messageOf(error)))
      .finally(() => events.changed(null));
  }

  function openClientLibrary(identity: CatalogIdentity | null): Library {
    if (identity === null) return noLibrary();
    return liveLibrary(
      {
        identity: identityOf(identity),
        folder: identity.folder,
        call: callThroughClient(connection, identity),
        connection: identity.name,
        owner: identity.owner,
      },
      events,
    );
  }

  function openFirstLibrary(): void {
    const { catalog } = options;
    if (catalog === undefined) return;
    switchTo(async () => {
      if ("file" in catalog)
        return fileLibrary(
          { file: catalog.file, cacheFolder: dependencies.cacheFolder, isShown: client.showsDocuments },
          events,
        );
      if ("client" in catalog) return openClientLibrary(catalog.client);
      return liveLibrary(
        { ...(await dependencies.connect()), folder: dependencies.cacheFolder, isShown: client.showsDocuments },
        events,
      );
    });
  }

  connection.onInitialize((params: InitializeParams) => {
    options = (params.initializationOptions ?? {}) as InitializationOptions;
    const read = readClient(params);
    // VS Code opens library texts by its own file system, and saves them there.
    client = isVsCode() ? { ...read, showsDocuments: false } : read;
    speak(options.words);
    workspace = openWorkspace({
      roots: rootsOf(params),
      defaults: options,
      catalog: (connection) => catalogOf(library, connection),
      opening: () => library,
      opened: schedule.changed,
      changed: () => schedule.libraryChanged(null),
      problem: tell,
      watchFiles: () => !client.watchesFiles,
      progress: readingFiles,
    });
    return { capabilities: capabilitiesFor(client), serverInfo: { name: "smartform" } };
  });
  connection.onInitialized(() => {
    if (client.watchesFiles)
      void connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: "**/*" }] });
    if (client.tellsFolders) {
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = new Set(removed.flatMap(pathOfFolder));
        pulse.beat();
        workspace?.rootsChanged([
          ...workspace.roots().filter((root) => !gone.has(root)),
          ...added.flatMap(pathOfFolder),
        ]);
      });
    }
    if (client.tellsChangedSettings)
      void connection.client.register(DidChangeConfigurationNotification.type, {
        section: [section, workspaceFindings],
      });
    askForSettings();
    openFirstLibrary();
  });
  connection.onShutdown(async () => {
    schedule[Symbol.dispose]();
    refreshes[Symbol.dispose]();
    libraryChecks[Symbol.dispose]();
    written[Symbol.dispose]();
    workspace?.dispose();
    switchTo(noLibrary);
    await switching;
    dependencies.stopped?.();
  });

  connection.onDidChangeConfiguration(askForSettings);
  connection.onDidOpenTextDocument(({ textDocument }) => {
    // What is printed has no placeholders, however it reads.
    if (parsePrintedAddress(textDocument.uri) !== null) return;
    workspace?.open(textDocument);
    written.changed(textDocument.uri);
    if (parseTextAddress(textDocument.uri) !== null) refreshes.lenses();
  });
  connection.onDidChangeTextDocument((params) => {
    workspace?.change(params);
    written.changed(params.textDocument.uri);
    if (!client.pullsDiagnostics) schedule.changed(params.textDocument.uri);
  });
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    workspace?.close(uri);
    written.closed(uri);
    written.changed(uri);
    const path = pathOf(uri);
    if (path !== undefined) pulse.beat(path);
    if (!client.pullsDiagnostics) void connection.sendDiagnostics({ uri, diagnostics: [] });
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    for (const { uri } of changes) {
      void workspace?.fileChanged(pathOf(uri) ?? "");
      pulse.beat(pathOf(uri) ?? "");
      written.changed(uri);
    }
  });

  registerRequests({
    connection,
    log,
    isVsCode,
    client: () => client,
    events,
    library: () => library,
    switched: () => switching,
    libraryChecks,
    progress,
    settings: () => settings,
    find: async (uri) => workspace?.find(uri),
    documents: () => workspace?.all() ?? [],
    workspace: () => workspace!,
    everywhere: () => ({ workspace: workspace!, library }),
    pulse,
    written,
    tell,
    completed: { uri: "" },
  });
  connection.onNotification(connectionNotification, ({ identity }: ConnectionParams) =>
    switchTo(() => openClientLibrary(identity)),
  );
  connection.onNotification(textNotification, (params: TextParams) => {
    // In the order in which they came.
    pushed = pushed
      .then(() => takeText(params))
      .catch((error: unknown) => log.problem(`${textNotification}: ${String(error)}`));
  });
  connection.listen();
}

function rootsOf({ workspaceFolders, rootUri }: InitializeParams): readonly string[] {
  if (workspaceFolders) return workspaceFolders.flatMap(pathOfFolder);
  return rootUri ? pathOfFolder({ uri: rootUri, name: "" }) : [];
}

function pathOfFolder({ uri }: WorkspaceFolder): readonly string[] {
  const path = pathOf(uri);
  return path === undefined ? [] : [path];
}
