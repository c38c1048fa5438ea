/** Every request that the server answers, and the loop that registers and guards them all. */
import type { CancellationToken } from "vscode-languageserver";
import { guard } from "./guard.ts";
import type { Handler, ServerState } from "./handler.ts";
import { onPrepareCallHierarchy } from "./handlers/callHierarchy.ts";
import { onIncomingCalls } from "./handlers/callHierarchyIncoming.ts";
import { onOutgoingCalls } from "./handlers/callHierarchyOutgoing.ts";
import { onCheckLibrary } from "./handlers/checkLibrary.ts";
import { onCodeAction } from "./handlers/codeAction.ts";
import { onCodeLens } from "./handlers/codeLens.ts";
import { onCodeLensResolve } from "./handlers/codeLensResolve.ts";
import { onCompletion } from "./handlers/completion.ts";
import { onCompletionResolve } from "./handlers/completionResolve.ts";
import { onContents } from "./handlers/contents.ts";
import { onContract } from "./handlers/contract.ts";
import { onDefinition } from "./handlers/definition.ts";
import { onDiagnostic } from "./handlers/diagnostic.ts";
import { onDocumentHighlight } from "./handlers/documentHighlight.ts";
import { onDocumentLink } from "./handlers/documentLink.ts";
import { onDocumentSymbol } from "./handlers/documentSymbol.ts";
import { onExecuteCommand } from "./handlers/executeCommand.ts";
import { onFileRename } from "./handlers/fileRename.ts";
import { onFind } from "./handlers/find.ts";
import { onFolders } from "./handlers/folders.ts";
import { onFoldingRange } from "./handlers/foldingRange.ts";
import { onFormatting } from "./handlers/formatting.ts";
import { onHolding } from "./handlers/holding.ts";
import { onHover } from "./handlers/hover.ts";
import { onImplementation } from "./handlers/implementation.ts";
import { onInlayHint } from "./handlers/inlayHint.ts";
import { onInlayHintResolve } from "./handlers/inlayHintResolve.ts";
import { onInlineCompletion } from "./handlers/inlineCompletion.ts";
import { onLanguageProgress } from "./handlers/languageProgress.ts";
import { onLanguages } from "./handlers/languages.ts";
import { onLinkedEditing } from "./handlers/linkedEditing.ts";
import { onTypeFormatting } from "./handlers/onTypeFormatting.ts";
import { onPlaces } from "./handlers/places.ts";
import { onPrepareRename } from "./handlers/prepareRename.ts";
import { onPreview } from "./handlers/preview.ts";
import { onPrinted } from "./handlers/printed.ts";
import { onRangeFormatting } from "./handlers/rangeFormatting.ts";
import { onRangesFormatting } from "./handlers/rangesFormatting.ts";
import { onReference } from "./handlers/reference.ts";
import { onReferenceEdits } from "./handlers/referenceEdits.ts";
import { onReferences } from "./handlers/references.ts";
import { onRefresh } from "./handlers/refresh.ts";
import { onRename } from "./handlers/rename.ts";
import { onSample } from "./handlers/sample.ts";
import { onSelectionRange } from "./handlers/selectionRange.ts";
import { onSemanticTokens } from "./handlers/semanticTokens.ts";
import { onSemanticTokensDelta } from "./handlers/semanticTokensDelta.ts";
import { onSemanticTokensRange } from "./handlers/semanticTokensRange.ts";
import { onSignatureHelp } from "./handlers/signatureHelp.ts";
import { onSurvey } from "./handlers/survey.ts";
import { onTextDocumentContent } from "./handlers/textDocumentContent.ts";
import { onTexts } from "./handlers/texts.ts";
import { onTypeDefinition } from "./handlers/typeDefinition.ts";
import { onUses } from "./handlers/uses.ts";
import { onWorklist } from "./handlers/worklist.ts";
import { onWorkspaceDiagnostic } from "./handlers/workspaceDiagnostic.ts";
import { onWorkspaceSymbol } from "./handlers/workspaceSymbol.ts";
import { onWorkspaceSymbolResolve } from "./handlers/workspaceSymbolResolve.ts";

export const requests: readonly Handler[] = [
  // LSP's requests.
  onCompletion,
  onCompletionResolve,
  onSignatureHelp,
  onHover,
  onDefinition,
  onTypeDefinition,
  onImplementation,
  onReferences,
  onDocumentHighlight,
  onDocumentLink,
  onDocumentSymbol,
  onCodeAction,
  onCodeLens,
  onCodeLensResolve,
  onPrepareRename,
  onRename,
  onFileRename,
  onFoldingRange,
  onSelectionRange,
  onLinkedEditing,
  onFormatting,
  onRangeFormatting,
  onRangesFormatting,
  onTypeFormatting,
  onInlayHint,
  onInlayHintResolve,
  onInlineCompletion,
  onSemanticTokens,
  onSemanticTokensDelta,
  onSemanticTokensRange,
  onPrepareCallHierarchy,
  onOutgoingCalls,
  onIncomingCalls,
  onWorkspaceSymbol,
  onWorkspaceSymbolResolve,
  onDiagnostic,
  onWorkspaceDiagnostic,
  onTextDocumentContent,
  onExecuteCommand,
  // The requests of VS Code's own client, see `protocol.ts`.
  onCheckLibrary,
  onContents,
  onContract,
  onFind,
  onFolders,
  onHolding,
  onLanguageProgress,
  onLanguages,
  onPlaces,
  onPreview,
  onPrinted,
  onReference,
  onReferenceEdits,
  onRefresh,
  onSample,
  onSurvey,
  onTexts,
  onUses,
  onWorklist,
];

export function registerRequests(state: ServerState): void {
  const { connection, log } = state;
  for (const { method, otherwise, work } of requests) {
    // For a custom request without parameters, the connection passes only the token.
    const answer = (...given: readonly unknown[]): Promise<unknown> => {
      const params = (given.length > 1 ? given[0] : {}) as never;
      const answered = guard<never, unknown>(log, {
        method: typeof method === "string" ? method : method.method,
        otherwise: otherwise(params),
        async work(_, { signal }) {
          const found = await work(params, { ...state, signal });
          return found === undefined ? otherwise(params) : found;
        },
      });
      return answered(params, given.at(-1) as CancellationToken);
    };
    if (typeof method === "string") connection.onRequest(method, answer);
    else connection.onRequest(method, answer);
  }
}
