/** The requests about every file of the workspace and every text of the library, which take their time: told in parts, with progress. */
import type { Connection, WorkspaceDiagnosticParams, WorkspaceDiagnosticReport, WorkspaceDocumentDiagnosticReport } from "vscode-languageserver";
import { openBar } from "./bar.ts";
import { guard } from "./guard.ts";
import { diagnoseWorkspace } from "./handlers/workspaceDiagnostic.ts";
import type { Surroundings } from "./requests.ts";

export function registerRequestsAboutAll(connection: Connection, { log, client, settings, workspace, pulse, isVsCode }: Surroundings): void {
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
}
