/**
 * The requests about every file of the workspace and every text of the library, which take their time: told in parts,
 * with progress.
 */
import {
  ApplyWorkspaceEditRequest,
  ErrorCodes,
  MessageType,
  ProgressType,
  ResponseError,
  ShowMessageNotification,
  ShowMessageRequest,
} from "vscode-languageserver";
import type {
  CancellationToken,
  Connection,
  ExecuteCommandParams,
  WorkspaceDiagnosticParams,
  WorkspaceDiagnosticReport,
  WorkspaceDocumentDiagnosticReport,
} from "vscode-languageserver";
import { l10n, said } from "../language/index.ts";
import { filesDone, openBar, openLateBar } from "./bar.ts";
import type { Shown } from "./bar.ts";
import type { Catalog } from "../language/index.ts";
import { guard } from "./guard.ts";
import { fixWorkspace } from "./handlers/fixWorkspace.ts";
import { diagnoseWorkspace } from "./handlers/workspaceDiagnostic.ts";
import { ofMeant } from "./meant.ts";
import { checkLibraryRequest, confirmFixAllRequest, fixAllCommand } from "./protocol.ts";
import type {
  CheckLibraryParams,
  CheckLibraryResult,
  ConfirmFixAllParams,
  ConfirmFixAllResult,
  Meant,
} from "./protocol.ts";
import type { Surroundings } from "./requests.ts";

export function registerRequestsAboutAll(
  connection: Connection,
  { log, client, library, switched, libraryChecks, settings, workspace, pulse, isVsCode }: Surroundings,
): void {
  const newBar = (): { readonly create?: Connection["window"]["createWorkDoneProgress"] } =>
    client().showsProgress ? { create: () => connection.window.createWorkDoneProgress() } : {};

  connection.languages.diagnostics.onWorkspace((params, token, shown, partial) =>
    guard<WorkspaceDiagnosticParams, WorkspaceDiagnosticReport>(log, {
      method: "workspace/diagnostic",
      otherwise: { items: [] },
      async work({ previousResultIds, workDoneToken }, { signal }) {
        const items: WorkspaceDocumentDiagnosticReport[] = [];
        const changes = partial !== undefined && isVsCode() ? { next: pulse.listen(signal).next } : {};
        const bar = openBar({
          title: l10n.t("Checking the workspace's files"),
          words: filesDone,
          ...(workDoneToken === undefined ? {} : { asked: shown }),
          ...newBar(),
        });
        await diagnoseWorkspace(previousResultIds, {
          workspace: workspace()!,
          onlyOpen: () => !settings().allFiles,
          readsJson: isVsCode(),
          ...changes,
          signal,
          problem: log.problem,
          report: (reports) => (partial ? partial.report({ items: reports }) : items.push(...reports)),
          progress: bar.progress,
        }).finally(bar.close);
        return { items };
      },
    })(params, token),
  );

  connection.onExecuteCommand((params, token) =>
    guard<ExecuteCommandParams, null>(log, {
      method: "workspace/executeCommand",
      otherwise: null,
      async work({ command }, { signal }) {
        if (command !== fixAllCommand)
          throw new ResponseError(ErrorCodes.InvalidParams, l10n.t("There is no command {0}.", command));
        const stop = new AbortController();
        const bar = openLateBar({
          title: l10n.t("Looking for what can be repaired"),
          create: !isVsCode() && client().showsProgress ? () => connection.window.createWorkDoneProgress() : undefined,
          stop: () => stop.abort(),
        });
        await fixWorkspace({
          workspace: workspace()!,
          client: client(),
          owner: () => library().owner,
          signal: AbortSignal.any([signal, stop.signal]),
          progress: bar.progress,
          confirm: (question) =>
            isVsCode()
              ? connection.sendRequest<ConfirmFixAllResult>(confirmFixAllRequest, question)
              : askToFix(connection, question),
          async apply(edit) {
            // What is saved with a rename is saved with this.
            const metadata = client().editMetadata ? { metadata: { isRefactoring: true } } : {};
            const { applied, failureReason } = await connection.sendRequest(ApplyWorkspaceEditRequest.type, {
              label: l10n.t("Repair Everything in the Workspace"),
              edit,
              ...metadata,
            });
            return applied ? undefined : (failureReason ?? "");
          },
          say: (message) =>
            void connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Info, message }),
        })
          .catch((error: unknown) => {
            if (!stop.signal.aborted) throw error;
          })
          .finally(bar.close);
        return null;
      },
    })(params, token),
  );

  connection.onRequest(checkLibraryRequest, (params: CheckLibraryParams & Meant, token: CancellationToken) =>
    guard<CheckLibraryParams & Meant, CheckLibraryResult>(log, {
      method: checkLibraryRequest,
      otherwise: { translations: null, texts: 0 },
      work: (meant, { signal }) =>
        ofMeant(meant, { library, switched }, async () => {
          const { workDoneToken } = meant;
          const asked = workDoneToken === undefined ? {} : { asked: attachedProgress(connection, workDoneToken) };
          const bar = openBar({
            title: l10n.t("Checking the Text Library"),
            words: (done, all) => l10n.t("{0} of {1} translations", done, all),
            ...asked,
            ...(isVsCode() ? {} : newBar()),
          });
          const known = translations(library().current);
          const total = known ?? 0;
          const texts = await libraryChecks
            .check({ signal, progress: (done) => bar.progress(Math.min(done, total - 1), total) })
            .finally(bar.close);
          return { translations: known, texts };
        }),
    })(params, token),
  );
}

async function askToFix(
  connection: Connection,
  { findings, files, left }: ConfirmFixAllParams,
): Promise<ConfirmFixAllResult> {
  const inFiles = files === 1 ? l10n.t("1 file") : l10n.t("{0} files", files);
  const question =
    findings === 1
      ? l10n.t("Repair 1 finding in {0}?", inFiles)
      : l10n.t("Repair {0} findings in {1}?", findings, inFiles);
  const others =
    left === 0 ? "" : left === 1 ? l10n.t("1 has no fix that is sure.") : l10n.t("{0} have no fix that is sure.", left);
  const message = said(question, others);
  const yes = l10n.t("Repair All");
  const chosen = await connection.sendRequest(ShowMessageRequest.type, {
    type: MessageType.Info,
    message,
    actions: [{ title: yes }, { title: l10n.t("Cancel") }],
  });
  return chosen?.title === yes ? "all" : null;
}

/** As far as the catalog can say; null where it does not know every text. */
function translations(catalog: Catalog): number | null {
  const texts = catalog.search("", { limit: Number.MAX_SAFE_INTEGER });
  return texts.state === "known"
    ? texts.value.reduce((sum, { languages }) => sum + (languages.state === "known" ? languages.value.length : 1), 0)
    : null;
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
