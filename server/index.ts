/**
 * The door of the server room: a language server on a connection. Converts between LSP and the language room, which
 * decides what everything means.
 */
import {
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  MessageType,
  ShowMessageNotification,
} from "vscode-languageserver";
import type { Connection, InitializeParams, WorkspaceFolder } from "vscode-languageserver";
import type { LiveStatus } from "../catalog/index.ts";
import { l10n } from "../language/index.ts";
import type { TextChange } from "../language/index.ts";
import { pathOf } from "./places/address.ts";
import { capabilitiesFor } from "./capabilities.ts";
import { createChosenLibrary } from "./library/chosenLibrary.ts";
import type { ChosenLibraryOptions } from "./library/chosenLibrary.ts";
import { readClient } from "./client.ts";
import { readWords } from "./displayLanguage.ts";
import { hearDocuments } from "./documentEvents.ts";
import { createLanguageProgress } from "./library/languageProgress.ts";
import { catalogOf } from "./library/library.ts";
import type { LibraryEvents } from "./library/library.ts";
import { createLibraryChecks } from "./findings/libraryCheck.ts";
import {
  catalogNotification,
  connectionNotification,
  languageProgressNotification,
  libraryFindingsNotification,
  textNotification,
} from "./protocol.ts";
import type { CatalogParams, ConnectionParams, InitializationOptions, TextParams } from "./protocol.ts";
import { createPublished } from "./findings/published.ts";
import { createPulse } from "./refresh/pulse.ts";
import { createReadingBars } from "./readingBars.ts";
import { createRefreshes } from "./refresh/refreshes.ts";
import { registerRequests } from "./requests.ts";
import { createSchedule } from "./refresh/schedule.ts";
import { keepSettings, section, workspaceFindings } from "./settings.ts";
import { openWorkspace } from "./workspace/workspace.ts";
import type { Workspace } from "./workspace/workspace.ts";
import { contentOf } from "./refresh/writtenContent.ts";
import { createWrittenDocuments } from "./refresh/writtenDocuments.ts";

export interface Dependencies extends Pick<ChosenLibraryOptions, "connect" | "cacheFolder"> {
  /** Called when the client has shut the server down; the process may then exit. */
  readonly stopped?: () => void;
}

/** Registers all handlers and starts listening. */
export function startServer(connection: Connection, { connect, cacheFolder, stopped }: Dependencies): void {
  let client = readClient({ capabilities: {} });
  let options: InitializationOptions = {};
  let workspace: Workspace | undefined;
  const log = {
    trace: (line: string) => connection.tracer.log(line),
    problem: (line: string) => connection.console.error(line),
  };
  /**
   * Returns whether the client is this project's client in VS Code, which makes the calls to the service, opens
   * `textlib:` addresses and supports the protocol's notifications.
   */
  const isVsCode = (): boolean => options.catalog !== undefined && "client" in options.catalog;
  const tell = (message: string): void =>
    void connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Warning, message });
  const now = {
    client: () => client,
    workspace: () => workspace,
    documents: () => workspace?.all() ?? [],
    isVsCode,
    problem: log.problem,
  };

  const pulse = createPulse();
  const published = createPublished(connection, now);
  const refreshes = createRefreshes(connection, now);
  const schedule = createSchedule({ look: published.publish, lookAtLibrary });
  const bars = createReadingBars(connection, now.client);
  const events: LibraryEvents = {
    changed: schedule.libraryChanged,
    problem: tell,
    status: (status) => {
      if (isVsCode()) void connection.sendNotification(catalogNotification, toCatalogParams(status));
    },
    fileRead: bars.ofCatalogFile,
    progress: bars.ofLibrary,
  };
  const chosen = createChosenLibrary({ connection, client: now.client, connect, cacheFolder, events, log });
  const { library } = chosen;
  const libraryChecks = createLibraryChecks({
    ...now,
    library,
    report: (params) => void connection.sendNotification(libraryFindingsNotification, params),
  });
  const progress = createLanguageProgress({
    catalog: () => library().current,
    library,
    context: async () => (await workspace!.library()).context,
    changed: (params) => void connection.sendNotification(languageProgressNotification, params),
  });
  const written = createWrittenDocuments({
    async read(uri, how) {
      await chosen.switched();
      return contentOf(uri, { ...how, workspace: workspace!, library: library() });
    },
    refresh: (uri) => connection.workspace.textDocumentContent.refresh(uri),
    problem: (error) => log.problem(`workspace/textDocumentContent/refresh: ${String(error)}`),
  });
  const settings = keepSettings(connection, {
    problem: log.problem,
    changed(read, before) {
      if (read.allFiles !== before.allFiles) pulse.beat();
      refreshes.hints();
    },
  });

  function lookAtLibrary(change: TextChange | null): void {
    pulse.beat(change ?? undefined);
    libraryChecks.changed(change);
    progress.changed(change);
    written.changed();
    refreshes.all();
    published.publishAfter(change, library().current);
  }

  /** Sets the display language; must run before the first message to the user. */
  function speak(words: unknown): void {
    const read = readWords(words);
    l10n.config({ contents: "words" in read ? read.words : {} });
    if ("mistake" in read)
      log.problem(`initializationOptions.words cannot be used (${read.mistake}), so that the server speaks English.`);
  }

  function askForSettings(): void {
    if (client.tellsSettings) settings.ask();
  }

  connection.onInitialize((params: InitializeParams) => {
    options = (params.initializationOptions ?? {}) as InitializationOptions;
    const read = readClient(params);
    // VS Code needs no documents that the server writes, because it opens library texts through the extension's file
    // system.
    client = isVsCode() ? { ...read, showsDocuments: false } : read;
    speak(options.words);
    workspace = openWorkspace({
      roots: rootsOf(params),
      defaults: options,
      catalog: (connection) => catalogOf(library(), connection),
      opening: library,
      opened: schedule.changed,
      changed: () => schedule.libraryChanged(null),
      problem: tell,
      watchFiles: () => !client.watchesFiles,
      progress: bars.ofFiles,
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
    chosen.openFirst(options.catalog);
  });
  connection.onShutdown(async () => {
    schedule[Symbol.dispose]();
    refreshes[Symbol.dispose]();
    libraryChecks[Symbol.dispose]();
    written[Symbol.dispose]();
    workspace?.dispose();
    await chosen.close();
    stopped?.();
  });

  connection.onDidChangeConfiguration(askForSettings);
  hearDocuments(connection, { ...now, published, pulse, refreshes, schedule, written });
  registerRequests({
    ...now,
    ...chosen,
    connection,
    log,
    events,
    libraryChecks,
    progress,
    settings: settings.now,
    find: async (uri) => workspace?.find(uri),
    workspace: () => workspace!,
    everywhere: () => ({ workspace: workspace!, library: library() }),
    pulse,
    written,
    tell,
    completed: { uri: "" },
  });
  connection.onNotification(connectionNotification, ({ identity }: ConnectionParams) => chosen.follow(identity));
  connection.onNotification(textNotification, (params: TextParams) => chosen.take(params));
  connection.listen();
}

/** Adds the process id, so that the revisions of two servers differ even if their numbers are equal. */
function toCatalogParams({ readAt, revision, ...status }: LiveStatus): CatalogParams {
  return {
    ...status,
    revision: `${process.pid}.${revision}`,
    ...(readAt ? { readAt: readAt.toISOString() } : {}),
  };
}

function rootsOf({ workspaceFolders, rootUri }: InitializeParams): readonly string[] {
  if (workspaceFolders) return workspaceFolders.flatMap(pathOfFolder);
  return rootUri ? pathOfFolder({ uri: rootUri, name: "" }) : [];
}

function pathOfFolder({ uri }: WorkspaceFolder): readonly string[] {
  const path = pathOf(uri);
  return path === undefined ? [] : [path];
}
