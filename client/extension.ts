/** The extension's entry: builds the services and registers the features, nothing else. */
import "./localise.ts";
import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { registerArchive } from "./archive/registerArchive.ts";
import { registerAudit } from "./audit/registerAudit.ts";
import { registerCommand } from "./commands.ts";
import { createConnections } from "./connections/connections.ts";
import { registerConnectionCommands } from "./connections/signIn.ts";
import { registerConnectionTest } from "./connections/testConnection.ts";
import { followWorkspace } from "./connections/namedConnection.ts";
import { registerOutbox } from "./connections/outbox.ts";
import { createStatusBar } from "./connections/statusBar.ts";
import { registerContract } from "./contract.ts";
import { commands, contexts, walkthrough } from "./identifiers.ts";
import { registerDistribution } from "./distribution/registerDistribution.ts";
import { sessionsOfFiles } from "./documents/documents.ts";
import { registerDocuments } from "./documents/registerDocuments.ts";
import { registerForms } from "./forms/registerForms.ts";
import { registerRequests } from "./requests/registerRequests.ts";
import { createBringBack } from "./history/bringBack.ts";
import { createHistories } from "./history/histories.ts";
import { registerHistory } from "./history/registerHistory.ts";
import { openJournal, recording } from "../authoring/index.ts";
import { registerJourney } from "./journey/registerJourney.ts";
import { registerLanguages } from "./languages/registerLanguages.ts";
import { startLanguageServer } from "./languageServer.ts";
import { registerBulkCommands } from "./libraryPlan/bulkCommands.ts";
import { registerPlans } from "./libraryPlan/plans.ts";
import { createLog, logCall } from "./outputChannel.ts";
import { PdfPanels } from "./pdf/panel.ts";
import { registerProblemReport } from "./problemReport/registerProblemReport.ts";
import { registerPdfFiles } from "./pdf/registerPdfFiles.ts";
import { registerPdfCompare } from "./pdfCompare/registerPdfCompare.ts";
import { registerPrintedBy } from "./pdf/registerPrintedBy.ts";
import { registerPreview } from "./preview/registerPreview.ts";
import type { Services } from "./services.ts";
import { createSides } from "./sides.ts";
import { Tables } from "./table/tables.ts";
import { registerSigning } from "./signing/registerSigning.ts";
import { registerStore } from "./store/registerStore.ts";
import { registerStatistics } from "./statistics/registerStatistics.ts";
import { registerFolderCommands } from "./textLibrary/folderCommands.ts";
import { registerFixAll } from "./textLibrary/fixAll.ts";
import { registerLibraryCheck } from "./textLibrary/checkLibrary.ts";
import { registerLanguagesBeside } from "./textLibrary/languagesBeside.ts";
import { createLibrary } from "./textLibrary/library.ts";
import { registerRenameOffer } from "./textLibrary/renameOffer.ts";
import { registerTextCommands } from "./textLibrary/textCommands.ts";
import { newTexts } from "./textLibrary/newText.ts";
import { registerUses } from "./textLibrary/uses.ts";
import { createDrag, registerReferenceDrop } from "./textLibrary/dragAndDrop.ts";
import { createSurveys } from "./textLibrary/surveys.ts";
import { registerSearch } from "./textLibrary/search.ts";
import { registerViewCommands } from "./textLibrary/viewCommands.ts";
import { createLibraryTree } from "./textLibrary/tree.ts";
import { registerWorkCommands } from "./textLibrary/workCommands.ts";
import { registerConflicts } from "./textlib/conflicts.ts";
import { openCopies } from "./textlib/copies.ts";
import { createFailedSaves } from "./textlib/failedSaves.ts";
import { createTextFiles } from "./textlib/fileSystem.ts";
import { createMergeEditors } from "./textlib/mergeEditor.ts";
import { registerNotices } from "./textlib/notices.ts";
import { registerRecovery } from "./textlib/recovery.ts";
import { createSavePermits } from "./textlib/savePermits.ts";
import { watchTexts } from "./textlib/watching.ts";
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
    registerConnectionTest(documents),
    registerStore(documents),
    registerDistribution(documents, requests.sendFile),
    registerCommand(log, commands.showLog, () => log.show()),
    registerCommand(log, commands.restartServer, () => server.restart()),
    registerCommand(log, commands.gettingStarted, async () => {
      await vscode.commands.executeCommand("workbench.action.openWalkthrough", walkthrough, false);
      await vscode.commands.executeCommand("setContext", contexts.gettingStarted, true);
    }),
  );
}

/** VS Code disposes `subscriptions` by itself. */
export function deactivate(): void {}

/** The same for a window after it was loaded again. Tabs of a browser that show one workspace have the same. */
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
