/**
 * Every request that the server answers. `UPDATE_EXPECT=1 npx mocha test/server/handlers.test.ts` writes this file from
 * the files in handlers/.
 */
import type { Handler } from "./handler.ts";
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
  onPrepareCallHierarchy,
  onIncomingCalls,
  onOutgoingCalls,
  onCheckLibrary,
  onCodeAction,
  onCodeLens,
  onCodeLensResolve,
  onCompletion,
  onCompletionResolve,
  onContents,
  onContract,
  onDefinition,
  onDiagnostic,
  onDocumentHighlight,
  onDocumentLink,
  onDocumentSymbol,
  onExecuteCommand,
  onFileRename,
  onFind,
  onFolders,
  onFoldingRange,
  onFormatting,
  onHolding,
  onHover,
  onImplementation,
  onInlayHint,
  onInlayHintResolve,
  onInlineCompletion,
  onLanguageProgress,
  onLanguages,
  onLinkedEditing,
  onTypeFormatting,
  onPlaces,
  onPrepareRename,
  onPreview,
  onPrinted,
  onRangeFormatting,
  onRangesFormatting,
  onReference,
  onReferenceEdits,
  onReferences,
  onRefresh,
  onRename,
  onSample,
  onSelectionRange,
  onSemanticTokens,
  onSemanticTokensDelta,
  onSemanticTokensRange,
  onSignatureHelp,
  onSurvey,
  onTextDocumentContent,
  onTexts,
  onTypeDefinition,
  onUses,
  onWorklist,
  onWorkspaceDiagnostic,
  onWorkspaceSymbol,
  onWorkspaceSymbolResolve,
];
