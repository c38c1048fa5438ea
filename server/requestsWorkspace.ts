/** The requests about every file of the workspace and every text of the library, which take their time: told in parts, with progress. */
import { ProgressType } from "vscode-languageserver";
import type { CancellationToken, Connection, WorkspaceDiagnosticParams, WorkspaceDiagnosticReport, WorkspaceDocumentDiagnosticReport } from "vscode-languageserver";
import { openBar } from "./bar.ts";
import type { Shown } from "./bar.ts";
import type { Catalog } from "../language/index.ts";
import { guard } from "./guard.ts";
import { diagnoseLibrary } from "./handlers/libraryDiagnostic.ts";
import { diagnoseWorkspace } from "./handlers/workspaceDiagnostic.ts";
import { checkLibraryRequest, libraryFindingsNotification } from "./protocol.ts";
import type { CheckLibraryParams } from "./protocol.ts";
import type { Surroundings } from "./requests.ts";

export function registerRequestsAboutAll(connection: Connection, { log, client, library, settings, workspace, pulse, isVsCode }: Surroundings): void {
  const newBar = (): { readonly create?: Connection["window"]["createWorkDoneProgress"] } => (client().showsProgress ? { create: () => connection.window.createWorkDoneProgress() } : {});

  connection.languages.diagnostics.onWorkspace((params, token, shown, partial) => guard<WorkspaceDiagnosticParams, WorkspaceDiagnosticReport>(log, {
    method: "workspace/diagnostic",
    otherwise: { items: [] },
    async work({ previousResultIds, workDoneToken }, { signal }) {
      const items: WorkspaceDocumentDiagnosticReport[] = [];
      const changes = partial !== undefined && isVsCode() ? { next: pulse.listen(signal).next } : {};
      const bar = openBar({ title: "Checking the workspace's files", what: "files", ...(workDoneToken === undefined ? {} : { asked: shown }), ...newBar() });
      await diagnoseWorkspace(previousResultIds, {
        workspace: workspace()!, onlyOpen: () => !settings().allFiles, readsJson: isVsCode(), ...changes, signal, problem: log.problem,
        report: (reports) => (partial ? partial.report({ items: reports }) : items.push(...reports)),
        progress: bar.progress,
      }).finally(bar.close);
      return { items };
    },
  })(params, token));

  connection.onRequest(checkLibraryRequest, (params: CheckLibraryParams, token: CancellationToken) => guard<CheckLibraryParams, null>(log, {
    method: checkLibraryRequest,
    otherwise: null,
    async work({ workDoneToken }, { signal }) {
      const { current, connection: authority } = library();
      const asked = workDoneToken === undefined ? {} : { asked: attachedProgress(connection, workDoneToken) };
      const bar = openBar({ title: "Checking the Text Library", what: "translations", ...asked, ...newBar() });
      const total = translations(current);
      await diagnoseLibrary({
        ...(await workspace()!.library()), ...(authority === undefined ? {} : { connection: authority }), signal,
        report: (found) => void connection.sendNotification(libraryFindingsNotification, found),
        progress: (done) => bar.progress(Math.min(done, total - 1), total),
      }).finally(bar.close);
      return null;
    },
  })(params, token));
}

/** As far as the catalog can say. */
function translations(catalog: Catalog): number {
  const texts = catalog.search("", { limit: Number.MAX_SAFE_INTEGER });
  return texts.state === "known" ? texts.value.reduce((sum, { languages }) => sum + (languages.state === "known" ? languages.value.length : 1), 0) : 0;
}

/** A progress that the client asked for in a request of its own making. */
function attachedProgress(connection: Connection, token: string | number): Shown {
  const send = (value: object): void => void connection.sendProgress(new ProgressType<object>(), token, value);
  return {
    begin: (title) => send({ kind: "begin", title, percentage: 0 }),
    report: (percentage, message) => send({ kind: "report", percentage, message }),
    done: () => send({ kind: "end" }),
  };
}
