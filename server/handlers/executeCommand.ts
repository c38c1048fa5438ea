/** workspace/executeCommand: the server's only command repairs the workspace, after confirmation. */
import {
  ApplyWorkspaceEditRequest,
  ErrorCodes,
  ExecuteCommandRequest,
  MessageType,
  ResponseError,
  ShowMessageNotification,
  ShowMessageRequest,
} from "vscode-languageserver";
import type { Connection, ExecuteCommandParams } from "vscode-languageserver";
import { l10n, oneOrMany, said } from "../../language/index.ts";
import { filesDone, openLateBar } from "../bar.ts";
import { fixWorkspace } from "../findings/fixWorkspace.ts";
import type { Handler } from "../handler.ts";
import { confirmFixAllRequest, fixAllCommand } from "../protocol.ts";
import type { ConfirmFixAllParams, ConfirmFixAllResult } from "../protocol.ts";

export const onExecuteCommand: Handler<ExecuteCommandParams, null> = {
  method: ExecuteCommandRequest.type,
  otherwise: () => null,
  capability: ({ appliesEdits }) => (appliesEdits ? { executeCommandProvider: { commands: [fixAllCommand] } } : {}),
  async work({ command }, { connection, client, isVsCode, library, workspace, signal }) {
    if (command !== fixAllCommand)
      throw new ResponseError(ErrorCodes.InvalidParams, l10n.t("There is no command {0}.", command));
    const stop = new AbortController();
    const bar = openLateBar({
      title: l10n.t("Looking for what can be repaired"),
      create: !isVsCode() && client().showsProgress ? () => connection.window.createWorkDoneProgress() : undefined,
      words: filesDone,
      stop: () => stop.abort(),
    });
    await fixWorkspace({
      workspace: workspace(),
      client: client(),
      owner: () => library().owner,
      signal: AbortSignal.any([signal, stop.signal]),
      progress: bar.progress,
      confirm: (question) =>
        isVsCode()
          ? connection.sendRequest<ConfirmFixAllResult>(confirmFixAllRequest, question)
          : askToFix(connection, question),
      async apply(edit) {
        // With this metadata, the editor saves the changed files, as it does after a rename.
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
};

async function askToFix(
  connection: Connection,
  { findings, files, left }: ConfirmFixAllParams,
): Promise<ConfirmFixAllResult> {
  const inFiles = oneOrMany(files, l10n.t("1 file"), l10n.t("{0} files", files));
  const question = oneOrMany(
    findings,
    l10n.t("Repair 1 finding in {0}?", inFiles),
    l10n.t("Repair {0} findings in {1}?", findings, inFiles),
  );
  const others =
    left === 0 ? "" : oneOrMany(left, l10n.t("1 more has no clear fix."), l10n.t("{0} more have no clear fix.", left));
  const message = said(question, others);
  const yes = l10n.t("Repair All");
  const chosen = await connection.sendRequest(ShowMessageRequest.type, {
    type: MessageType.Info,
    message,
    actions: [{ title: yes }, { title: l10n.t("Cancel") }],
  });
  return chosen?.title === yes ? "all" : null;
}
