/** The extension's entry point: builds the services and registers the features, nothing else. */
import "./window/localise.ts";
import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { registerArchive } from "./archive/registerArchive.ts";
import { registerAudit } from "./audit/registerAudit.ts";
import { registerCommand } from "./calls/commands.ts";
import { createConnections } from "./connections/connections.ts";
import { registerConnectionCommands } from "./signIn/signIn.ts";
import { registerConnectionTest } from "./signIn/testConnection.ts";
import { followWorkspace } from "./signIn/namedConnection.ts";
import { registerOutbox } from "./signIn/outbox.ts";
import { createStatusBar } from "./signIn/statusBar.ts";
import { registerContract } from "./contract/registerContract.ts";
import { registerGettingStarted } from "./gettingStarted/registerGettingStarted.ts";
import { commands, contexts } from "./identifiers.ts";
import { registerDistribution } from "./documents/distribution/registerDistribution.ts";
import { sessionsOfFiles } from "./documents/documents.ts";
import { registerDocuments } from "./documents/registerDocuments.ts";
import { registerForms } from "./forms/registerForms.ts";
import { registerRequests } from "./requestFiles/registerRequests.ts";
import { createBringBack } from "./library/history/bringBack.ts";
import { createHistories } from "./library/history/histories.ts";
import { registerHistory } from "./library/history/registerHistory.ts";
import { openJournal, recording } from "../authoring/index.ts";
import { registerJourney } from "./journey/registerJourney.ts";
import { registerLanguages } from "./library/languages/registerLanguages.ts";
import { startLanguageServer } from "./languageServer.ts";
import { registerBulkCommands } from "./library/plans/bulkCommands.ts";
import { registerPlans } from "./library/plans/plans.ts";
import { createLog, logCall } from "./calls/outputChannel.ts";
import { PdfPanels } from "./panels/pdf/panel.ts";
import { registerProblemReport } from "./problemReport/registerProblemReport.ts";
import { registerPdfFiles } from "./pdfFiles/registerPdfFiles.ts";
import { registerPdfCompare } from "./pdfFiles/registerPdfCompare.ts";
import { registerPrintedBy } from "./forms/registerPrintedBy.ts";
import { registerPreview } from "./preview/registerPreview.ts";
import type { Services } from "./services.ts";
import { createSides } from "./window/sides.ts";
import { Tables } from "./panels/table/tables.ts";
import { registerSigning } from "./signing/registerSigning.ts";
import { registerStore } from "./documents/store/registerStore.ts";
import { registerStatistics } from "./statistics/registerStatistics.ts";
import { registerFolderCommands } from "./library/tree/folderCommands.ts";
import { registerFixAll } from "./library/tree/fixAll.ts";
import { registerLibraryCheck } from "./library/tree/checkLibrary.ts";
import { registerLanguagesBeside } from "./library/tree/languagesBeside.ts";
import { createLibrary } from "./library/library.ts";
import { registerRenameOffer } from "./library/tree/renameOffer.ts";
import { registerTextCommands } from "./library/tree/textCommands.ts";
import { newTexts } from "./library/tree/newText.ts";
import { registerUses } from "./library/tree/uses.ts";
import { createDrag, registerReferenceDrop } from "./library/tree/dragAndDrop.ts";
import { createSurveys } from "./library/tree/surveys.ts";
import { registerSearch } from "./library/tree/search.ts";
import { registerViewCommands } from "./library/tree/viewCommands.ts";
import { createLibraryTree } from "./library/tree/tree.ts";
import { registerWorkCommands } from "./library/tree/workCommands.ts";
import { registerConflicts } from "./library/documents/conflicts.ts";
import { openCopies } from "./library/documents/copies.ts";
import { createFailedSaves } from "./library/documents/failedSaves.ts";
import { createTextFiles } from "./library/documents/fileSystem.ts";
import { createMergeEditors } from "./library/documents/mergeEditor.ts";
import { registerNotices } from "./library/documents/notices.ts";
import { registerRecovery } from "./library/documents/recovery.ts";
import { createSavePermits } from "./library/documents/savePermits.ts";
import { watchTexts } from "./library/documents/watching.ts";
import { registerWebhooks } from "./webhooks/registerWebhooks.ts";

export function activate(extension: vscode.ExtensionContext): void {
  const { log, lines } = createLog();
  const storage = (name: string): string => vscode.Uri.joinPath(extension.globalStorageUri, name).fsPath;
  const histories = createHistories(storage("history"), log);
  const connections = createConnections(extension, {
    log,
    onCall: (record) => logCall(log, record),
    record: (api, identity) => recording(api, histories.of(identity)),
  });
  const server = startLanguageServer(extension, log, connections);
  const panels = new PdfPanels(extension);
  const tables = new Tables(extension.extensionUri, log);
  const services: Services = { extension, log, connections, server, panels, tables };
  const journal = openJournal(storage("journal"));
  const failed = createFailedSaves(log);
  const permits = createSavePermits(log);
  const copies = openCopies(storage("copies"), windowOf(extension), { warn: (problem) => log.warn(problem) });
  const files = createTextFiles(services, { journal, copies, failed, permits });
  const merges = createMergeEditors(services, files);
  const sides = createSides();
  const library = createLibrary(server);
  const surveys = createSurveys(services, files);
  const drag = createDrag();
  const tree = createLibraryTree(services, { library, surveys, drag: drag.controller });
  const plans = registerPlans(services, { library, tree, files, sides });
  const texts = newTexts(services, { tree, journal });
  const bringBack = createBringBack(services, { library, journal, histories, texts, files });
  const documents = registerDocuments(services, sides);
  const signing = registerSigning(services, sides);
  const forms = registerForms(services, sides);
  const requests = registerRequests(services, {
    sides,
    makeOrder: signing.makeOrder,
    forms: forms.list,
    sessionStarted: sessionsOfFiles(documents),
  });

  extension.subscriptions.push(
    log,
    histories,
    { dispose: () => journal[Symbol.dispose]() },
    { dispose: () => copies[Symbol.dispose]() },
    connections,
    server,
    panels,
    tables,
    createStatusBar(connections),
    connectionContext(services),
    registerConnectionCommands(services),
    followWorkspace(services),
    failed,
    permits,
    files,
    merges,
    sides,
    tree,
    surveys,
    drag,
    plans,
    bringBack,
    registerOutbox(services, sides),
    registerConflicts(services, { files, failed, merges, sides }),
    registerNotices(services, { files, library, merges, sides }),
    watchTexts(services, files),
    registerHistory(services, { histories, files, sides }),
    registerRecovery(services, { files, journal, sides, bringBack }),
    registerFolderCommands(services, { library, tree, journal, bringBack, plans }),
    registerTextCommands(services, { library, tree, files, journal, texts, bringBack, plans }),
    registerViewCommands(services, { library, tree, plans, surveys, drag }),
    registerBulkCommands(services, { library, plans, sides }),
    registerReferenceDrop(library),
    registerSearch(services, library),
    registerRenameOffer(services, { plans, files }),
    registerUses(services),
    registerLanguagesBeside(services, library),
    registerLanguages(services, { library, files, texts, histories, sides }),
    registerWorkCommands(services, { library, files, texts }),
    registerFixAll(services),
    registerLibraryCheck(services),
    forms,
    registerWebhooks(services, sides),
    registerProblemReport(services, lines),
    registerPdfFiles(services),
    registerPdfCompare(services),
    registerPrintedBy(services),
    registerPreview(services),
    requests,
    registerStatistics(services),
    registerContract(services, sides),
    registerArchive(services, sides),
    registerAudit(services, sides),
    signing,
    registerJourney(services, sides),
    documents,
    registerConnectionTest(services, documents.choices),
    registerStore(documents),
    registerDistribution(documents, requests.sendFile),
    registerCommand(log, commands.showLog, () => log.show()),
    registerCommand(log, commands.restartServer, () => server.restart()),
    registerGettingStarted(services),
  );
}

/** VS Code disposes `subscriptions` automatically. */
export function deactivate(): void {}

/** Returns an id of this window that survives a reload. Browser tabs that show the same workspace share it. */
function windowOf({ workspaceState }: vscode.ExtensionContext): string {
  const known = workspaceState.get<string>(windowKey);
  if (known !== undefined) return known;
  const made = randomUUID();
  void workspaceState.update(windowKey, made);
  return made;
}

const windowKey = "smartform.window";

/** Keeps the context keys of the connection up to date. */
function connectionContext({ connections }: Services): vscode.Disposable {
  function update(): void {
    const { current } = connections;
    const kind = current === undefined ? "none" : current === "sandbox" ? "sandbox" : "service";
    void vscode.commands.executeCommand("setContext", contexts.connection, kind);
    void vscode.commands.executeCommand("setContext", contexts.services, connections.services.join(" "));
  }
  update();
  return connections.onDidChange(update);
}
