/** The client's capabilities that the server needs. */
import type { ClientCapabilities, InitializeParams } from "vscode-languageserver";

export interface Client {
  readonly pullsDiagnostics: boolean;
  /** Requests diagnostics again when the server sends a refresh. */
  readonly refreshesDiagnostics: boolean;
  readonly markdown: boolean;
  readonly completion: CompletionClient;
  /** Requests the tooltip of an inlay hint when it shows the hint. */
  readonly resolvesInlayHints: boolean;
  readonly refreshesInlayHints: boolean;
  readonly refreshesLenses: boolean;
  /** Requests edits before it renames files. */
  readonly asksBeforeRenaming: boolean;
  /** Requests the location of a workspace symbol when the user chooses it. */
  readonly resolvesSymbols: boolean;
  readonly refreshesTokens: boolean;
  readonly refreshesFolds: boolean;
  /** Answers requests for the user's settings. */
  readonly tellsSettings: boolean;
  /** Reports changed settings once the server registers for them. */
  readonly tellsChangedSettings: boolean;
  /** Can show a signature without an active parameter. */
  readonly marksNoParameter: boolean;
  /** Can format several ranges in one request. */
  readonly formatsRanges: boolean;
  /** Supports inline completion. */
  readonly completesInline: boolean;
  /** Supports `workspace/textDocumentContent`: it shows documents that the server writes. */
  readonly showsDocuments: boolean;
  readonly definitionLinks: boolean;
  readonly typeDefinitionLinks: boolean;
  readonly nestedSymbols: boolean;
  readonly preparesRename: boolean;
  /** Accepts edits by document and version. */
  readonly documentChanges: boolean;
  /** Accepts snippet edits, and moves the cursor through their tab stops. */
  readonly snippetEdits: boolean;
  /** Accepts metadata with an edit that the server requests. */
  readonly editMetadata: boolean;
  /** Creates files that an edit names. */
  readonly createsFiles: boolean;
  /** Applies edits that the server requests. */
  readonly appliesEdits: boolean;
  /** Shows edits in groups for the user to confirm. */
  readonly changeAnnotations: boolean;
  /** Shows disabled code actions with the reason. */
  readonly disabledActions: boolean;
  readonly showsProgress: boolean;
  /** Watches files that the server names. */
  readonly watchesFiles: boolean;
  /** Reports added and removed workspace folders. */
  readonly tellsFolders: boolean;
}

export function readClient({
  capabilities: { textDocument, workspace, window },
}: Pick<InitializeParams, "capabilities">): Client {
  const pullsDiagnostics = textDocument?.diagnostic !== undefined;
  return {
    pullsDiagnostics,
    refreshesDiagnostics: pullsDiagnostics && workspace?.diagnostics?.refreshSupport === true,
    markdown: textDocument?.hover?.contentFormat?.includes("markdown") === true,
    completion: readCompletionClient(textDocument?.completion),
    resolvesInlayHints: textDocument?.inlayHint?.resolveSupport?.properties.includes("tooltip") === true,
    resolvesSymbols: workspace?.symbol?.resolveSupport?.properties.includes("location.range") === true,
    asksBeforeRenaming: workspace?.fileOperations?.willRename === true,
    refreshesLenses: workspace?.codeLens?.refreshSupport === true,
    refreshesInlayHints: workspace?.inlayHint?.refreshSupport === true,
    refreshesTokens: workspace?.semanticTokens?.refreshSupport === true,
    refreshesFolds: workspace?.foldingRange?.refreshSupport === true,
    tellsSettings: workspace?.configuration === true,
    tellsChangedSettings: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    marksNoParameter: textDocument?.signatureHelp?.signatureInformation?.noActiveParameterSupport === true,
    formatsRanges: textDocument?.rangeFormatting?.rangesSupport === true,
    completesInline: textDocument?.inlineCompletion !== undefined,
    showsDocuments: workspace?.textDocumentContent !== undefined,
    definitionLinks: textDocument?.definition?.linkSupport === true,
    preparesRename: textDocument?.rename?.prepareSupport === true,
    documentChanges: workspace?.workspaceEdit?.documentChanges === true,
    snippetEdits:
      workspace?.workspaceEdit?.documentChanges === true && workspace.workspaceEdit.snippetEditSupport === true,
    editMetadata: workspace?.workspaceEdit?.metadataSupport === true,
    createsFiles:
      workspace?.workspaceEdit?.documentChanges === true &&
      workspace.workspaceEdit.resourceOperations?.includes("create") === true,
    appliesEdits: workspace?.applyEdit === true,
    changeAnnotations: workspace?.workspaceEdit?.changeAnnotationSupport !== undefined,
    typeDefinitionLinks: textDocument?.typeDefinition?.linkSupport === true,
    nestedSymbols: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
    disabledActions: textDocument?.codeAction?.disabledSupport === true,
    showsProgress: window?.workDoneProgress === true,
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    tellsFolders: workspace?.workspaceFolders === true,
  };
}

/** The client's support for completion items. */
export interface CompletionClient {
  readonly snippets: boolean;
  /** Requests detail and documentation only for the item that the user selects. */
  readonly resolves: boolean;
  /** Accepts defaults for the list: values that all its items share. */
  readonly defaults: boolean;
  /** Accepts an item when one of its commit characters is typed, and inserts that character after it. */
  readonly commits: boolean;
}

function readCompletionClient(
  completion: NonNullable<ClientCapabilities["textDocument"]>["completion"],
): CompletionClient {
  const resolved = completion?.completionItem?.resolveSupport?.properties ?? [];
  const shared = completion?.completionList?.itemDefaults ?? [];
  return {
    snippets: completion?.completionItem?.snippetSupport === true,
    resolves: resolved.includes("detail") && resolved.includes("documentation"),
    defaults: shared.includes("editRange") && shared.includes("insertTextFormat"),
    commits: completion?.completionItem?.commitCharactersSupport === true,
  };
}
